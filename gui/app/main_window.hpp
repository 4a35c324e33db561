// The main window: docks of views that follow one workspace.
#pragma once

#include <QMainWindow>

#include "gui/views/view.hpp"
#include "present/tables/cards.hpp"

class QAction;
class QActionGroup;
class QDockWidget;
class QMenu;
class QProgressBar;
class QStackedWidget;
class QToolBar;

namespace sortscope::gui {
class CaseChips;
class CaseStrip;
class Heading;
class MessageBar;
class WelcomePage;

class MainWindow : public QMainWindow {
    Q_OBJECT
 public:
    enum class Theme { system, light, dark };  ///< system: follows the desktop

    MainWindow();
    ~MainWindow() override;

    void open_file(const QString& path, CaseId show_first = CaseId{});
    void set_theme(Theme theme);
    void set_desktop_wish(ColourWish wish);
    void restore_session();

    Workspace& workspace() { return workspace_; }
    MessageBar& message_bar() { return *message_; }
    Heading& heading() { return *heading_; }
    CaseChips& chips() { return *chips_; }
    CaseStrip& strip() { return *strip_; }
    View* view(const QString& id) const;
    template <class T>
    T& view_as(const char* id) const {
        return *qobject_cast<T*>(view(QString::fromLatin1(id)));
    }
    bool show_view(const QString& id);
    QDockWidget* dock(const QString& id) const;
    QToolBar& rail() { return *rail_; }
    /// Opens a file that the user chose: the first one begins with its overview.
    void open_by_user(const QString& path);
    /// The focused view, else the visible one in the middle.
    View* current_view() const;
    QList<QAction*> commands() const;
    bool is_settled() const;
    QStringList waiting_views() const;

 signals:
    /// The message bar shows `sentence`.
    void failed(const QString& sentence);

 public slots:
    void reload();
    void copy();
    void reset_layout();

 protected:
    bool focusNextPrevChild(bool next) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    ChartView* current_chart() const;
    /// Null if it is empty, too.
    TableView* current_table() const;
    void build_docks();
    void arrange_docks();
    void share_width();
    void give_widths();
    void tidy_tabs();
    void build_toolbar();
    void build_rail();
    void draw_rail();
    void show_rail();
    void build_file_menu();
    void build_edit_menu();
    void build_view_menu();
    void build_go_menu();
    void build_help_menu();
    QAction* add(QMenu& menu, const QString& text, const QKeySequence& keys, const QString& tip,
                 std::function<void()> run);
    void connect_parts();
    void show_state();
    void show_chips();
    void show_strip();
    void open_card(const present::Card& card);
    void refuse(const QString& sentence);
    void fill_recent_menu();
    void choose_files();
    void export_chart();
    void export_table();
    void show_about();
    void restore_layout();
    void save_session();
    void take_colours();

    Workspace workspace_;
    std::map<QString, View*> views_;  ///< each in its dock
    MessageBar* message_;
    Heading* heading_;
    CaseChips* chips_;
    CaseStrip* strip_;
    WelcomePage* welcome_;
    QStackedWidget* centre_;
    QMainWindow* deck_;  ///< holds the docks
    QProgressBar* progress_;
    QToolBar* rail_ = nullptr;
    QList<QAction*> rail_titles_;  ///< of groups
    QMenu* recent_menu_ = nullptr;
    QActionGroup* themes_ = nullptr;
    QAction *reload_ = nullptr, *close_ = nullptr, *back_ = nullptr, *forward_ = nullptr;
    QPalette desktop_palette_;
    Theme theme_ = Theme::system;
    ColourWish wish_ = ColourWish::none;
    bool own_palette_ = false;
    QString last_open_;
    QPointer<QObject> later_focus_;
    int side_ = 0;             ///< width of Runs that the user chose; 0: none
    bool placed_ = false;      ///< docks have widths
    bool warned_ = false;      ///< of unfinished work
    bool collecting_ = false;  ///< the views are shown without a file, to collect one
};

/// Throws Error: data if the file or case cannot be read, usage if `path` is a file of profiles, environment
/// if `path` cannot be written or `patience_s` seconds were too few.
void take_screenshot(MainWindow& window, const QString& path, int patience_s = 60);
}
