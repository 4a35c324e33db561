// The main window: docks of views that follow one workspace.
#pragma once

#include <map>

#include <QMainWindow>
#include <QPointer>

#include "gui/views/parts/theme.hpp"
#include "gui/views/view.hpp"

class QAction;
class QDockWidget;
class QMenu;
class QProgressBar;
class QStackedWidget;

namespace sortscope::gui {

class Heading;
class MessageBar;
class WelcomePage;

class MainWindow : public QMainWindow {
    Q_OBJECT

 public:
    enum class Theme { system, light, dark };  ///< system: as the desktop has it, also where it changes

    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Starts to open `path` and returns; `show_first` is the case to select (that of the selection, else the
    /// first worth showing, where it is 0).
    void open_file(const QString& path, CaseId show_first = CaseId{});
    void set_theme(Theme theme);
    Theme theme() const { return theme_; }
    /// What the desktop's portal says: followed with Theme::system, where Qt has other colours.
    void set_desktop_wish(ColourWish wish);
    /// Opens what was open when the window was closed, and selects what was selected.
    void restore_session();

    Workspace& workspace() { return workspace_; }
    MessageBar& message_bar() { return *message_; }
    Heading& heading() { return *heading_; }
    /// The view called `id`; null where there is none.
    View* view(const QString& id) const;
    template <class T>
    T& view_as(const char* id) const {
        return *qobject_cast<T*>(view(QString::fromLatin1(id)));
    }
    /// Brings a view to the front, where there is one of that id.
    bool show_view(const QString& id);
    QDockWidget* dock(const QString& id) const;
    /// The view that the keys go to, else the one of the middle that is seen.
    View* current_view() const;
    /// All actions of the menus.
    QList<QAction*> commands() const;
    /// Whether anything that is seen is still being read.
    bool is_settled() const;
    /// Titles of the views in sight that still wait for what they show.
    QStringList waiting_views() const;

 signals:
    /// `sentence` is in the message bar.
    void failed(const QString& sentence);

 public slots:
    void choose_files();
    void reload();
    void export_chart();
    void export_table();
    void print_chart();
    void copy();
    void copy_table();
    void copy_chart();
    void show_about();
    void show_palette();
    void show_shortcuts();
    void reset_layout();
    /// Keeps layout, theme, files and selection for the next start.
    void save_session();

 protected:
    /// Tab leaves out what stands behind another view's tab.
    bool focusNextPrevChild(bool next) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    void build_docks();
    void arrange_docks();
    void share_width();
    void give_widths();
    void tidy_tabs();
    void build_toolbar();
    void build_file_menu();
    void build_edit_menu();
    void build_view_menu();
    void build_go_menu();
    void build_help_menu();
    QAction* add(QMenu& menu, const QString& text, const QKeySequence& keys, const QString& tip,
                 std::function<void()> run);
    void connect_parts();
    void show_state();
    void refuse(const QString& sentence);
    void fill_recent_menu();
    void restore_layout();
    void take_colours();

    Workspace workspace_;
    std::map<QString, View*> views_;
    std::map<QString, QDockWidget*> docks_;
    MessageBar* message_;
    Heading* heading_;
    WelcomePage* welcome_;
    QStackedWidget* centre_;
    QMainWindow* deck_;  ///< holds the docks; the welcome page stands in its place while no file is open
    QProgressBar* progress_;
    QMenu* recent_menu_ = nullptr;
    QAction *reload_ = nullptr, *close_ = nullptr, *back_ = nullptr, *forward_ = nullptr;
    QPalette desktop_palette_;  ///< as Qt has it of the desktop
    Theme theme_ = Theme::system;
    ColourWish wish_ = ColourWish::none;
    bool own_palette_ = false;  ///< in the place of the desktop's
    QString last_open_;
    QPointer<QObject> later_focus_;  ///< gives the keys to what a view shows once it is there
    bool placed_ = false;            ///< docks have widths: saved ones, or shares of the window
    bool warned_ = false;            ///< of what would be lost if the window closed
    bool collecting_ =
        false;  ///< the views are shown without a file, too: one of them was asked for that makes one
};

}  // namespace sortscope::gui
