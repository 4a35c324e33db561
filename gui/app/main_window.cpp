#include "gui/app/main_window.hpp"

#include <algorithm>

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QProgressBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/text.hpp"
#include "gui/app/heading.hpp"
#include "gui/app/recent_files.hpp"
#include "gui/models/output.hpp"
#include "gui/models/text.hpp"
#include "gui/views/message_bar.hpp"
#include "gui/views/welcome_page.hpp"

namespace sortscope::gui {
namespace {

/// What is to have the keys is not there as yet, for it is read: it gets them when it is shown, unless the
/// user has gone elsewhere, or used what has them meanwhile.
class LaterFocus : public QObject {
 public:
    LaterFocus(QWidget* wanted, QWidget* meanwhile, QObject* parent)
        : QObject(parent), wanted_(wanted), meanwhile_(meanwhile) {
        wanted->installEventFilter(this);
        if (meanwhile != nullptr) meanwhile->installEventFilter(this);
    }

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool shown = watched == wanted_ && event->type() == QEvent::Show;
        const bool used = watched == meanwhile_ &&
                          (event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress ||
                           event->type() == QEvent::FocusOut);
        if (shown && QApplication::focusWidget() == meanwhile_) wanted_->setFocus();
        if (shown || used) deleteLater();
        return QObject::eventFilter(watched, event);
    }

 private:
    QPointer<QWidget> wanted_, meanwhile_;
};

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      message_(new MessageBar),
      heading_(new Heading),
      welcome_(new WelcomePage),
      centre_(new QStackedWidget),
      deck_(new QMainWindow(nullptr, Qt::Widget)),
      progress_(new QProgressBar),
      desktop_palette_(QApplication::palette()) {
    setWindowTitle(QStringLiteral("SortScope"));
    setAcceptDrops(true);
    deck_->setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks |
                          QMainWindow::AllowTabbedDocks);
    deck_->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    deck_->setDocumentMode(true);
    build_docks();
    centre_->addWidget(welcome_);
    centre_->addWidget(deck_);
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(message_);
    column->addWidget(centre_, 1);
    setCentralWidget(centre);
    progress_->setRange(0, 0);
    progress_->setTextVisible(false);
    progress_->setFixedSize(120, 12);
    progress_->hide();
    statusBar()->addPermanentWidget(progress_);
    statusBar()->setSizeGripEnabled(false);
    build_file_menu();
    build_edit_menu();
    build_view_menu();
    build_go_menu();
    build_help_menu();
    build_toolbar();
    connect_parts();
    arrange_docks();
    restore_layout();
    welcome_->set_recent(recent_files());
    show_state();
}

MainWindow::~MainWindow() {
    // Views hold questions to the workspace's loader: they go first.
    delete takeCentralWidget();
}

void MainWindow::build_toolbar() {
    auto* bar = addToolBar(tr("Main"));
    bar->setObjectName(QStringLiteral("main_toolbar"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setIconSize({18, 18});
    bar->addAction(back_);
    bar->addAction(forward_);
    bar->addWidget(heading_);
}

void MainWindow::connect_parts() {
    auto& selected = workspace_.selected();
    // What takes a moment, as looking for changes each second does, shows no sign.
    auto* patience = new QTimer(this);
    patience->setSingleShot(true);
    patience->setInterval(300);
    connect(patience, &QTimer::timeout, progress_, &QWidget::show);
    connect(&workspace_.loader(), &Loader::busy_changed, this, [this, patience](bool busy) {
        if (busy) return patience->start();
        patience->stop();
        progress_->hide();
    });
    connect(&workspace_, &Workspace::files_changed, this, [this] {
        for (const auto& file : workspace_.files())
            if (file->path == last_open_) {
                add_recent_file(last_open_);
                last_open_.clear();
                fill_recent_menu();
                break;
            }
        show_state();
    });
    connect(&workspace_, &Workspace::case_changed, this, &MainWindow::show_state);
    connect(&selected, &Selected::changed, this, &MainWindow::show_state);
    connect(&workspace_, &Workspace::failed, this, [this](const QString& sentence) {
        message_->show_error(sentence);
        show_state();
        emit failed(sentence);
    });
    connect(&workspace_, &Workspace::said, message_, &MessageBar::show_note);
    connect(&workspace_, &Workspace::succeeded, message_, &MessageBar::clear_error);
    connect(welcome_, &WelcomePage::open_requested, this, &MainWindow::choose_files);
    connect(welcome_, &WelcomePage::collect_requested, this,
            [this] { show_view(QStringLiteral("collect")); });
    connect(welcome_, &WelcomePage::file_chosen, this, [this](const QString& path) { open_file(path); });
}

void MainWindow::open_file(const QString& path, CaseId show_first) {
    // Of a dialog or a list of the desktop's.
    if (const auto refusal = refusal_of_name(QFile::encodeName(path)); !refusal.isEmpty())
        return refuse(refusal);
    last_open_ = QFileInfo(path).absoluteFilePath();
    workspace_.open(path, show_first);
    show_state();
}

void MainWindow::refuse(const QString& sentence) {
    message_->show_error(sentence);
    emit failed(sentence);
}

void MainWindow::show_state() {
    const auto& files = workspace_.files();
    const auto shown = workspace_.current_file();
    const bool any = !files.isEmpty() || workspace_.opening() || collecting_;
    if (!any) welcome_->set_recent(recent_files());
    const bool first = any && centre_->currentWidget() != deck_ && !placed_;
    centre_->setCurrentWidget(any ? static_cast<QWidget*>(deck_) : welcome_);
    if (first) {
        // Docks take widths once they are seen.
        placed_ = true;
        QTimer::singleShot(0, this, &MainWindow::share_width);
    }
    setWindowTitle(shown ? QStringLiteral("%1 \u2013 SortScope").arg(QFileInfo(shown->path).fileName())
                         : QStringLiteral("SortScope"));
    QString sentence;
    if (!workspace_.current())
        sentence = workspace_.opening()   ? tr("Opening the file...")
                   : workspace_.reading() ? tr("Reading the case...")
                   : files.isEmpty()      ? tr("No file is open")
                                          : tr("No case is chosen");
    heading_->show_case(workspace_.current(), shown.get(), sentence);
    if (shown)
        statusBar()->showMessage(tr("%1: %2, %3, schema version %4")
                                     .arg(within_home(shown->path),
                                          to_qstring(plural(shown->runs.size(), "run")),
                                          to_qstring(plural(shown->cases.size(), "case")))
                                     .arg(shown->schema_version));
    else
        statusBar()->clearMessage();
    reload_->setEnabled(!files.isEmpty() || workspace_.opening() ||
                        !last_open_.isEmpty());  // also where opening failed: what failed can be tried again
    close_->setEnabled(!files.isEmpty());
    back_->setEnabled(workspace_.selected().can_go_back());
    forward_->setEnabled(workspace_.selected().can_go_forward());
}

View* MainWindow::view(const QString& id) const {
    const auto found = views_.find(id);
    return found == views_.end() ? nullptr : found->second;
}

QDockWidget* MainWindow::dock(const QString& id) const {
    const auto found = docks_.find(id);
    return found == docks_.end() ? nullptr : found->second;
}

bool MainWindow::show_view(const QString& id) {
    auto* dock = this->dock(id);
    if (dock == nullptr) return false;
    // What collects needs no file.
    if (id == u"collect" && !collecting_) {
        collecting_ = true;
        show_state();
    }
    dock->show();
    dock->raise();
    view(id)->update_now();
    delete later_focus_;
    auto* focus = view(id)->first_focus();
    if (!focus->isVisibleTo(view(id))) {  // there is nothing as yet: what can be done about it has the keys
        const auto controls = dock->findChildren<QWidget*>();
        const auto usable = std::ranges::find_if(controls, [&](const QWidget* one) {
            return (one->focusPolicy() & Qt::TabFocus) != 0 && one->isEnabled() && one->isVisibleTo(dock);
        });
        auto* wanted = focus;
        if (usable != controls.end()) focus = *usable;
        if (workspace_.current())
            later_focus_ = new LaterFocus(wanted, focus == wanted ? nullptr : focus, this);
    }
    focus->setFocus();
    return true;
}

View* MainWindow::current_view() const {
    for (auto* at = QApplication::focusWidget(); at != nullptr; at = at->parentWidget())
        if (auto* found = qobject_cast<View*>(at)) return found;
    for (const auto& [id, found] : views_)
        if (id != u"runs" && found->is_in_sight()) return found;
    return nullptr;
}

bool MainWindow::is_settled() const {
    return !workspace_.opening() && !workspace_.reading() && waiting_views().isEmpty();
}

QStringList MainWindow::waiting_views() const {
    QStringList titles;
    for (const auto& [id, found] : views_)
        if (found->is_in_sight() && !found->is_settled()) titles << found->accessibleName();
    return titles;
}

}  // namespace sortscope::gui
