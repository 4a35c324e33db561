// The main window: opens files through the loader and shows their cases.
#pragma once

#include <QMainWindow>

#include "gui/app/loader.hpp"

class QAction;
class QMenu;
class QProgressBar;
class QSplitter;
class QStackedWidget;

namespace sortscope::gui {

class CasePage;
class MessageBar;
class RunBrowser;
class WelcomePage;

class MainWindow : public QMainWindow {
    Q_OBJECT

 public:
    enum class Page { welcome, busy, contents };

    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Starts to open `path` and returns; `show_first` is the case to select (the first worth showing where
    /// it is 0).
    void open_file(const QString& path, CaseId show_first = CaseId{});
    /// Dark colours instead of the desktop's.
    void set_dark(bool dark);

    Page page() const;
    const QString& path() const { return path_; }
    Loader& loader() { return *loader_; }
    MessageBar& message_bar() { return *message_; }
    RunBrowser& browser() { return *browser_; }
    CasePage& case_page() { return *case_page_; }

 signals:
    /// A case is shown, in the grouping that is chosen, or the file holds none.
    void shown();
    /// `sentence` is in the message bar.
    void failed(const QString& sentence);

 public slots:
    void choose_file();
    void reload();
    void export_chart();
    void copy_rows();
    void copy_table();
    void show_about();

 protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

 private:
    void build_pages();
    void connect_parts();
    void build_file_menu();
    void build_edit_menu();
    void build_view_menu();
    void build_help_menu();
    void show_file(const FileContentsPtr& contents);
    void show_failure(const QString& sentence);
    void catch_up();
    void set_page(Page page);
    void fill_recent_menu();
    void restore_layout();

    Loader* loader_;
    MessageBar* message_;
    QStackedWidget* pages_;
    WelcomePage* welcome_;
    QSplitter* splitter_;
    RunBrowser* browser_;
    CasePage* case_page_;
    QProgressBar* progress_;
    QMenu* recent_menu_ = nullptr;
    QAction* reload_ = nullptr;
    QAction* export_ = nullptr;
    QAction* dark_ = nullptr;
    QPalette desktop_palette_;
    QString path_;          ///< of the file that is shown
    QString pending_path_;  ///< of the file that is being opened
    CaseId show_first_{};
};

}  // namespace sortscope::gui
