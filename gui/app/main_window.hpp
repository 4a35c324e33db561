// The main window: docks of views that follow one workspace.
#pragma once

#include "gui/app/deck.hpp"
#include "present/tables/case.hpp"

namespace sortscope::gui {
class CaseChips;
class CaseStrip;
class Heading;
class Menus;
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
    void set_desktop_wish(ColourWish wish) {
        wish_ = wish;
        take_colours();
    }
    void restore_session();

    Workspace& workspace() { return workspace_; }
    MessageBar& message_bar() { return *message_; }
    Heading& heading() { return *heading_; }
    CaseChips& chips() { return *chips_; }
    CaseStrip& strip() { return *strip_; }
    View* view(const QString& id) const { return deck_->view(id); }
    template <class T>
    T& view_as(const char* id) const {
        return *qobject_cast<T*>(view(QString::fromLatin1(id)));
    }
    bool show_view(const QString& id);
    Deck& deck() { return *deck_; }
    QToolBar& rail() { return *rail_; }
    Menus& menus() { return *menus_; }
    /// Opens a file that the user chose. Shows the Overview view if no other file is open.
    void open_by_user(const QString& path) {
        const bool first = workspace_.files().isEmpty() && !workspace_.opening();
        open_file(path);
        if (first) show_view(u"overview"_s);
    }
    void open_costliest_stage() {
        for (const auto& card : cards())
            if (card.id == "stage") open_card(card);
    }
    bool is_settled() const {
        return !workspace_.opening() && !workspace_.reading() && deck_->waiting_views().isEmpty();
    }

 signals:
    void failed(const QString& sentence);

 public slots:
    void reload();
    void reset_layout() {
        deck_->reset();
        QTimer::singleShot(0, deck_, &Deck::share_width);
    }

 protected:
    bool focusNextPrevChild(bool next) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    void build_rail();
    void draw_rail();
    void show_rail();
    void connect_parts();
    void show_state();
    void show_chips();
    std::vector<present::Card> cards() const;
    void show_strip();
    void open_card(const present::Card& card);
    void refuse(const QString& sentence);
    void restore_layout();
    void save_session();
    void take_colours();

    Workspace workspace_;
    MessageBar* message_;
    Heading* heading_;
    CaseChips* chips_;
    CaseStrip* strip_;
    WelcomePage* welcome_;
    QStackedWidget* centre_;
    Deck* deck_;
    QProgressBar* progress_;
    Menus* menus_ = nullptr;
    QToolBar* rail_ = nullptr;
    QList<QAction*> rail_titles_, rail_actions_;
    QPalette desktop_palette_;
    Theme theme_ = Theme::system;
    ColourWish wish_ = ColourWish::none;
    bool own_palette_ = false;
    QString last_open_;
    bool warned_ = false;      ///< the user was warned of unfinished work
    bool collecting_ = false;  ///< the views are shown without a file, because the user opened Collect
};

/// Writes a PNG picture of `window` to `path`. Throws Error(data) if the file or case cannot be read, and
/// Error(usage) if `path` is a SortScope file. Throws Error(environment) if `path` cannot be written, or if
/// the window still waits for data after `patience_s` seconds.
void take_screenshot(MainWindow& window, const QString& path, int patience_s = 60);
}
