#include "gui/app/main_window.hpp"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTreeView>
#include <QVBoxLayout>

#include "core/text.hpp"
#include "gui/app/recent_files.hpp"
#include "gui/models/text.hpp"
#include "gui/views/case_page.hpp"
#include "gui/views/message_bar.hpp"
#include "gui/views/run_browser.hpp"
#include "gui/views/theme.hpp"
#include "gui/views/welcome_page.hpp"

namespace sortscope::gui {

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      loader_(new Loader(this)),
      message_(new MessageBar),
      pages_(new QStackedWidget),
      welcome_(new WelcomePage),
      splitter_(new QSplitter(Qt::Horizontal)),
      browser_(new RunBrowser),
      case_page_(new CasePage),
      progress_(new QProgressBar),
      desktop_palette_(QApplication::palette()) {
    setWindowTitle(QStringLiteral("SortScope"));
    setAcceptDrops(true);
    build_pages();
    build_file_menu();
    build_edit_menu();
    build_view_menu();
    build_help_menu();
    connect_parts();
    set_page(Page::welcome);
    restore_layout();
}

MainWindow::~MainWindow() = default;

void MainWindow::build_pages() {
    auto* busy = new QWidget;
    auto* busy_column = new QVBoxLayout(busy);
    auto* busy_label = new QLabel(tr("Opening the file..."));
    busy_label->setAlignment(Qt::AlignCenter);
    auto* busy_bar = new QProgressBar;
    busy_bar->setRange(0, 0);
    busy_bar->setTextVisible(false);
    busy_bar->setFixedWidth(260);
    busy_column->addStretch(2);
    busy_column->addWidget(busy_label);
    busy_column->addWidget(busy_bar, 0, Qt::AlignHCenter);
    busy_column->addStretch(3);

    splitter_->addWidget(browser_);
    splitter_->addWidget(case_page_);
    splitter_->setStretchFactor(0, 0);
    splitter_->setStretchFactor(1, 1);
    splitter_->setChildrenCollapsible(false);
    auto* contents = new QWidget;
    auto* contents_row = new QVBoxLayout(contents);
    contents_row->setContentsMargins(8, 6, 0, 0);
    contents_row->addWidget(splitter_);

    pages_->addWidget(welcome_);
    pages_->addWidget(busy);
    pages_->addWidget(contents);
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(message_);
    column->addWidget(pages_, 1);
    setCentralWidget(centre);

    progress_->setRange(0, 0);
    progress_->setTextVisible(false);
    progress_->setFixedSize(120, 12);
    progress_->hide();
    progress_->setAccessibleName(tr("Reading"));
    statusBar()->addPermanentWidget(progress_);
}

void MainWindow::connect_parts() {
    connect(loader_, &Loader::busy_changed, progress_, &QWidget::setVisible);
    connect(loader_, &Loader::file_loaded, this, &MainWindow::show_file);
    connect(loader_, &Loader::case_loaded, this, [this](const CaseContentsPtr& contents) {
        message_->clear();  // whatever failed before, this did not
        case_page_->set_case(contents);
        if (!case_page_->waiting()) emit shown();
    });
    connect(loader_, &Loader::breakdown_loaded, this, [this](const BreakdownContentsPtr& breakdown) {
        message_->clear();
        case_page_->set_breakdown(breakdown);
        emit shown();
    });
    connect(loader_, &Loader::file_failed, this, [this](const QString& sentence) {
        show_failure(sentence);
        catch_up();
    });
    connect(loader_, &Loader::case_failed, this, [this](const QString& sentence) {
        case_page_->set_case(nullptr);  // the case shown before is not the one selected
        show_failure(sentence);
    });
    connect(loader_, &Loader::breakdown_failed, this, [this](const QString& sentence) {
        case_page_->breakdown_failed(sentence);
        show_failure(sentence);
    });
    connect(case_page_, &CasePage::breakdown_wanted, this, [this](analyzer::Grouping grouping) {
        loader_->read_breakdown(case_page_->contents(), grouping, case_page_->metric_id());
    });
    connect(case_page_, &CasePage::grouping_changed, this, [this] {
        if (!case_page_->waiting()) loader_->cancel_breakdown();
    });
    connect(browser_, &RunBrowser::case_selected, this,
            [this](qlonglong id) { loader_->read_case(CaseId{id}, case_page_->metric_id()); });
    connect(case_page_, &CasePage::case_selected, this,
            [this](qlonglong id) { browser_->select(CaseId{id}); });
    connect(welcome_, &WelcomePage::open_requested, this, &MainWindow::choose_file);
    connect(welcome_, &WelcomePage::file_chosen, this, [this](const QString& path) { open_file(path); });
}

void MainWindow::open_file(const QString& path, CaseId show_first) {
    message_->clear();
    pending_path_ = path;
    show_first_ = show_first;
    reload_->setEnabled(true);  // also where opening fails: what failed can be tried again
    // The file that is shown stays until the new one is there.
    if (path_.isEmpty()) set_page(Page::busy);
    loader_->open(path);
}

void MainWindow::show_file(const FileContentsPtr& contents) {
    path_ = contents->path;
    add_recent_file(path_);
    fill_recent_menu();
    setWindowTitle(QStringLiteral("%1 \u2013 SortScope").arg(QFileInfo(path_).fileName()));
    case_page_->set_file(contents);
    browser_->set_contents(contents);
    set_page(Page::contents);
    statusBar()->showMessage(tr("%1: %2, %3, schema version %4")
                                 .arg(QFileInfo(path_).absoluteFilePath(), to_qstring(plural(contents->runs.size(), "run")),
                                      to_qstring(plural(contents->cases.size(), "case")))
                                 .arg(contents->schema_version));
    browser_->tree().setFocus();
    if (show_first_ != CaseId{} && browser_->select(show_first_)) return;
    if (show_first_ != CaseId{})
        show_failure(tr("The file has no case %1. Its cases are listed on the left.")
                         .arg(static_cast<qlonglong>(show_first_)));
    else if (contents->cases.empty())
        emit shown();
    else
        browser_->select_first();
}

void MainWindow::catch_up() {
    // Opening the file that failed made void what was being read of the one that is still open.
    if (path_.isEmpty()) return;
    const auto selected = browser_->current_case();
    const auto& shown = case_page_->contents();
    if (selected && (!shown || shown->record.id != *selected))
        loader_->read_case(*selected, case_page_->metric_id());
    else
        case_page_->ask_again();
}

void MainWindow::show_failure(const QString& sentence) {
    message_->show_error(sentence);
    if (path_.isEmpty()) {
        welcome_->set_recent(recent_files());
        set_page(Page::welcome);
    }
    emit failed(sentence);
}

MainWindow::Page MainWindow::page() const { return static_cast<Page>(pages_->currentIndex()); }

void MainWindow::set_page(Page page) {
    if (page == Page::welcome) welcome_->set_recent(recent_files());
    pages_->setCurrentIndex(static_cast<int>(page));
    export_->setEnabled(page == Page::contents);
}

void MainWindow::set_dark(bool dark) {
    dark_->setChecked(dark);
    QApplication::setPalette(dark ? dark_palette() : desktop_palette_);
}

void MainWindow::restore_layout() {
    resize(1440, 900);
    splitter_->setSizes({414, 1016});
    case_page_->splitter().setSizes({370, 340});
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    splitter_->restoreState(settings.value(QStringLiteral("window/sides")).toByteArray());
    case_page_->splitter().restoreState(
        settings.value(QStringLiteral("window/chart_and_table")).toByteArray());
    if (settings.value(QStringLiteral("window/dark"), false).toBool()) set_dark(true);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/sides"), splitter_->saveState());
    settings.setValue(QStringLiteral("window/chart_and_table"), case_page_->splitter().saveState());
    settings.setValue(QStringLiteral("window/dark"), dark_->isChecked());
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const auto urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const auto urls = event->mimeData()->urls();
    if (urls.size() != 1 || !urls.first().isLocalFile()) return;
    event->acceptProposedAction();
    open_file(urls.first().toLocalFile());
}

}  // namespace sortscope::gui
