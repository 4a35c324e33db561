#include "gui/app/main_window.hpp"

#include <iterator>

#include <QAbstractItemView>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonDocument>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyle>
#include <QTabBar>
#include <QTextBrowser>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>

#include "core/version.hpp"
#include "db/schema/schema.hpp"
#include "gui/app/case_strip.hpp"
#include "gui/app/command_palette.hpp"
#include "gui/app/heading.hpp"
#include "gui/app/welcome_page.hpp"
#include "gui/models/output.hpp"
#include "gui/views/collect/collect_form.hpp"
#include "gui/views/collect/collect_view.hpp"
#include "gui/views/parts/theme.hpp"
#include "gui/views/runs_view.hpp"
#include "gui/views/source/source_pane.hpp"
#include "gui/views/stages_view.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::gui {
namespace {
/// Focuses a widget once it is shown, unless the user went elsewhere.
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

class OneLine : public QLabel {
 public:
    explicit OneLine(const QString& text) : QLabel(text) { setToolTip(text); }

 protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const auto room = contentsRect();
        painter.drawText(room, Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
    }
};

constexpr int layout_version = 3;  // raise it if docks or their widths change

constexpr std::string_view theme_names[] = {"system", "light", "dark"};  // by MainWindow::Theme

constexpr int usual_side = 320;        // width of Runs
constexpr int least_for_names = 1100;  // width of a window whose rail has names

constexpr int low_below = 640;  // height of a window with cards of one line

constexpr int settle_ms = 60;  // queued replots and layouts

void spin(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}
}  // namespace

MainWindow::MainWindow()
    : message_(new MessageBar),
      heading_(new Heading),
      chips_(new CaseChips),
      strip_(new CaseStrip),
      welcome_(new WelcomePage),
      centre_(new QStackedWidget),
      deck_(new QMainWindow(nullptr, Qt::Widget)),
      progress_(new QProgressBar),
      desktop_palette_(QApplication::palette()) {
    setWindowTitle(u"SortScope"_s);
    setAcceptDrops(true);
    deck_->setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks |
                          QMainWindow::AllowTabbedDocks);
    deck_->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    deck_->setDocumentMode(true);
    build_docks();
    deck_->installEventFilter(this);
    dock(u"runs"_s)->installEventFilter(this);
    centre_->addWidget(welcome_);
    centre_->addWidget(deck_);
    setCentralWidget(column_of({message_, chips_, strip_, centre_}));
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
    build_rail();
    connect_parts();
    arrange_docks();
    restore_layout();
    welcome_->set_recent(recent_files());
    show_state();
}

MainWindow::~MainWindow() {
    // Views own queries of the workspace's loader: delete them first.
    delete takeCentralWidget();
}

void MainWindow::build_toolbar() {
    auto* bar = addToolBar(tr("Main"));
    bar->setObjectName(u"main_toolbar"_s);
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setIconSize({18, 18});
    bar->addAction(back_);
    bar->addAction(forward_);
    bar->addWidget(heading_);
}

void MainWindow::build_rail() {
    rail_ = new QToolBar(tr("Views"));
    rail_->setObjectName(u"rail"_s);
    rail_->setMovable(false);
    rail_->setContextMenuPolicy(Qt::PreventContextMenu);
    rail_->setIconSize({16, 16});
    addToolBar(Qt::LeftToolBarArea, rail_);
    QString group;
    for (const auto& kind : view_kinds()) {
        const QString id = QString::fromLatin1(kind.id), its = tr(kind.group);
        if (its.isEmpty()) continue;
        if (its != group) {
            auto* title = new QLabel(its);
            title->setObjectName(u"rail_group"_s);
            title->setForegroundRole(QPalette::PlaceholderText);
            title->setContentsMargins(6, group.isEmpty() ? 4 : 10, 4, 2);
            rail_titles_ << rail_->addWidget(title);
            group = its;
        }
        auto* action = rail_->addAction(tr(kind.title), this, [this, id] {
            show_view(id);
            show_rail();
        });
        action->setObjectName(id);
        action->setCheckable(true);
        action->setToolTip(tr(kind.needs));
        auto* button = qobject_cast<QToolButton*>(rail_->widgetForAction(action));
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(tr(kind.title));
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    draw_rail();
}

/// A narrow window shows icons alone.
void MainWindow::draw_rail() {
    back_->setIcon(icon_of(u"back"_s, palette()));
    forward_->setIcon(icon_of(u"forward"_s, palette()));
    const bool wide = width() >= least_for_names;
    rail_->setToolButtonStyle(wide ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    for (auto* title : std::as_const(rail_titles_)) title->setVisible(wide);
    int widest = 0;
    for (auto* action : rail_->actions()) {
        if (action->objectName().isEmpty()) continue;
        action->setIcon(icon_of(action->objectName(), palette()));
        widest = std::max(widest, rail_->widgetForAction(action)->sizeHint().width());
    }
    for (auto* action : rail_->actions())
        if (!action->objectName().isEmpty()) rail_->widgetForAction(action)->setFixedWidth(widest + 4);
}

void MainWindow::show_rail() {
    const bool any = centre_->currentWidget() == deck_;
    rail_->setVisible(any);
    for (auto* action : rail_->actions())
        if (const auto* shown = view(action->objectName())) action->setChecked(any && shown->is_in_sight());
    show_strip();
}

/// With views of the case shown; a low window has it in one line.
void MainWindow::show_strip() {
    const auto& shown = workspace_.current();
    const auto from = workspace_.current_file();
    const bool wanted = shown && from && centre_->currentWidget() == deck_ &&
                        std::ranges::any_of(view_kinds(), [&](const ViewKind& kind) {
                            return kind.group == std::string_view(this_case_group) &&
                                   view(QString::fromLatin1(kind.id))->is_in_sight();
                        });
    if (!wanted) return strip_->set_cards({});
    const auto& record = shown->record;
    strip_->set_cards(present::case_cards(
        record, *shown->by_stage->breakdown, shown->limits,
        record.time ? from->variances.of(record.run, record.id, *record.time) : analyzer::Variance{}));
    strip_->set_low(height() < low_below);
}

void MainWindow::open_card(const present::Card& card) {
    if (card.id == "time") show_view(u"details"_s);
    if (card.id == "limit") show_view(u"advice"_s);
    if (card.id != "stage" && card.id != "overhead") return;
    auto& stages = view_as<StagesView>("stages");
    stages.set_kind(card.id == "stage" ? StagesView::Kind::bars : StagesView::Kind::timeline);
    if (card.stage)
        workspace_.selected().edit([&](Selection& next) {
            next.choose_stage(*card.stage);
            next.grouping = analyzer::Grouping::stage;
        });
    show_view(u"stages"_s);
}

void MainWindow::connect_parts() {
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
        if (workspace_.file(last_open_)) {
            add_recent_file(last_open_);
            last_open_.clear();
            fill_recent_menu();
        }
        show_state();
    });
    connect(&workspace_, &Workspace::case_changed, this, &MainWindow::show_state);
    connect(&workspace_.selected(), &Selected::changed, this, &MainWindow::show_state);
    connect(&workspace_, &Workspace::failed, this, [this](const QString& sentence) {
        message_->show_error(sentence);
        show_state();
        emit failed(sentence);
    });
    connect(&workspace_, &Workspace::said, message_, &MessageBar::show_note);
    connect(&workspace_, &Workspace::succeeded, message_, &MessageBar::clear_error);
    connect(chips_, &CaseChips::removed, this, [this](int place) {
        if (const auto other = workspace_.selection().others.value(place - 1); !other.is_none())
            workspace_.toggle_other(other);
    });
    connect(strip_, &CaseStrip::chosen, this, &MainWindow::open_card);
    connect(welcome_, &WelcomePage::open_requested, this, &MainWindow::choose_files);
    connect(welcome_, &WelcomePage::collect_requested, this, [this] { show_view(u"collect"_s); });
    connect(welcome_, &WelcomePage::file_chosen, this, [this](const QString& path) { open_by_user(path); });
}

void MainWindow::open_file(const QString& path, CaseId show_first) {
    if (const auto refusal = refusal_of_name(QFile::encodeName(path)); !refusal.isEmpty())
        return refuse(refusal);
    last_open_ = QFileInfo(path).absoluteFilePath();
    workspace_.open(path, show_first);
    show_state();
}

void MainWindow::show_chips() {
    std::vector<const CaseRecord*> records;
    std::vector<CaseChips::Chip> chips;
    const auto& selection = workspace_.selection();
    auto refs = selection.others;
    refs.prepend(selection.baseline);
    for (const auto& ref : std::as_const(refs)) {
        const auto* record = workspace_.find(ref);
        if (record == nullptr) return chips_->set_chips({});
        records.push_back(record);
    }
    const auto names = present::overlay_names(records);
    const bool files = workspace_.files().size() > 1;
    for (size_t i = 0; i < records.size(); ++i) {
        const auto& ref = refs.at(qsizetype(i));
        const auto tip = tr("case %1 of %2").arg(qlonglong(ref.id)).arg(QFileInfo(ref.file).fileName());
        const auto name = shortened_name(typeset(names[i]), 40);
        chips.push_back({files ? u"%1 (%2)"_s.arg(name, QFileInfo(ref.file).fileName()) : name, tip});
    }
    chips_->set_chips(chips);
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
    show_rail();
    if (first) {
        // Docks accept widths once they are visible.
        placed_ = true;
        QTimer::singleShot(0, this, &MainWindow::share_width);
    }
    setWindowTitle(shown ? u"%1 \u2013 SortScope"_s.arg(QFileInfo(shown->path).fileName()) : u"SortScope"_s);
    QString sentence;
    if (!workspace_.current())
        sentence = workspace_.opening()   ? tr("Opening the file...")
                   : workspace_.reading() ? tr("Reading the case...")
                   : files.isEmpty()      ? tr("No file is open")
                                          : tr("No case is chosen");
    heading_->show_case(workspace_.current(), shown.get(), sentence);
    show_chips();
    show_strip();
    if (shown)
        statusBar()->showMessage(tr("%1: %2, %3, schema version %4")
                                     .arg(within_home(shown->path),
                                          to_qstring(plural(shown->runs.size(), "run")),
                                          to_qstring(plural(shown->cases.size(), "case")))
                                     .arg(db::schema_version));
    else
        statusBar()->clearMessage();
    reload_->setEnabled(!files.isEmpty() || workspace_.opening() ||
                        !last_open_.isEmpty());  // to try a failed open again
    close_->setEnabled(!files.isEmpty());
    back_->setEnabled(workspace_.selected().can_go_back());
    forward_->setEnabled(workspace_.selected().can_go_forward());
}

View* MainWindow::view(const QString& id) const {
    const auto found = views_.find(id);
    return found == views_.end() ? nullptr : found->second;
}

QDockWidget* MainWindow::dock(const QString& id) const {
    return deck_->findChild<QDockWidget*>(id, Qt::FindDirectChildrenOnly);
}

bool MainWindow::show_view(const QString& id) {
    auto* dock = this->dock(id);
    if (dock == nullptr) return false;
    if (id == u"collect" && !collecting_) {
        collecting_ = true;
        show_state();
    }
    dock->show();
    dock->raise();
    view(id)->update_now();
    delete later_focus_;
    auto* focus = view(id)->first_focus();
    if (!focus->isVisibleTo(view(id))) {  // the view is empty
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

void MainWindow::build_docks() {
    for (const auto& kind : view_kinds()) {
        auto* view = kind.make(workspace_);
        auto* dock = new QDockWidget(tr(kind.title), deck_);
        const QString id = QString::fromLatin1(kind.id);
        dock->setObjectName(id);
        dock->setWidget(view);
        // The tab has the title, so the title bar has the view's controls.
        if (view->toolbar().actions().isEmpty()) {
            auto* about = new OneLine(tr(kind.needs));
            about->setContentsMargins(6, 3, 6, 3);
            about->setMinimumWidth(1);
            about->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
            view->toolbar().addWidget(about);
        }
        dock->setTitleBarWidget(&view->toolbar());
        // Qt leaves toolbar buttons out of the tab order.
        for (auto* button : view->toolbar().findChildren<QToolButton*>(Qt::FindDirectChildrenOnly)) {
            button->setFocusPolicy(Qt::TabFocus);
            if (button->objectName() == u"qt_toolbar_ext_button")
                button->setAccessibleName(tr("More controls of %1").arg(tr(kind.title)));
        }
        dock->setToolTip(QString());
        view->setToolTip(QString());
        view->setAccessibleName(tr(kind.title));
        view->setAccessibleDescription(tr(kind.needs));
        views_[id] = view;
        connect(view, &View::failed, this, &MainWindow::refuse);
        for (auto* table : view->findChildren<TableView*>())
            connect(table, &TableView::refused, message_, &MessageBar::show_error);
        connect(view, &View::view_wanted, this, &MainWindow::show_view);
        connect(view, &View::collect_wanted, this, [this](const QString& command) {
            view_as<CollectView>("collect").offer(command);
            show_view(u"collect"_s);
        });
        connect(dock, &QDockWidget::dockLocationChanged, this, &MainWindow::tidy_tabs, Qt::QueuedConnection);
        connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::tidy_tabs, Qt::QueuedConnection);
        // Queued: the dock has no place yet.
        connect(dock, &QDockWidget::visibilityChanged, view, &View::come_into_sight, Qt::QueuedConnection);
        connect(view, &View::said, this,
                [this](const QString& sentence) { statusBar()->showMessage(sentence, 6000); });
    }
}

void MainWindow::arrange_docks() {
    QDockWidget* first = nullptr;
    for (const auto& kind : view_kinds()) {
        auto* dock = this->dock(QString::fromLatin1(kind.id));
        dock->setFloating(false);
        dock->show();
        if (&kind == &view_kinds().front()) {
            deck_->addDockWidget(Qt::LeftDockWidgetArea, dock);
        } else if (first == nullptr) {
            deck_->addDockWidget(Qt::RightDockWidgetArea, dock);
            first = dock;
        } else {
            deck_->tabifyDockWidget(first, dock);
        }
    }
    first->raise();
    share_width();
}

void MainWindow::tidy_tabs() {
    for (auto* bar : deck_->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
        bar->setProperty(hidden_tabs, true);  // the rail has them
        bar->setUsesScrollButtons(false);
        bar->setFocusPolicy(Qt::NoFocus);
        bar->setAccessibleName(tr("Views"));
        bar->setMaximumHeight(0);
    }
    show_rail();
}

void MainWindow::share_width() {
    // Qt lays docks out again if tabs change.
    tidy_tabs();
    QTimer::singleShot(0, this, &MainWindow::give_widths);
}

void MainWindow::give_widths() {
    auto* runs = dock(u"runs"_s);
    const int side = std::min(side_ > 0 ? side_ : usual_side, deck_->width() * 2 / 5);
    for (const auto& [id, view] : views_)
        if (auto* other = dock(id); other != runs && other->isVisible() && !other->visibleRegion().isEmpty())
            return deck_->resizeDocks({runs, other}, {side, deck_->width() - side}, Qt::Horizontal);
}

void MainWindow::take_colours() {
    if (!own_palette_) desktop_palette_ = QApplication::palette();
    const bool desktop_dark = is_dark(desktop_palette_);
    const bool dark = theme_ == Theme::dark || (theme_ == Theme::system && wish_ == ColourWish::dark),
               light = theme_ == Theme::light || (theme_ == Theme::system && wish_ == ColourWish::light);
    // Without an own palette, the window follows the desktop.
    const bool own = (dark && !desktop_dark) || (light && desktop_dark);
    const bool fixed = own || theme_ != Theme::system;
    if (!fixed && !own_palette_) return;
    own_palette_ = fixed;
    QApplication::setPalette(!fixed ? QPalette() : dark ? dark_palette() : light_palette());
    set_up_tooltips();
    if (!fixed) desktop_palette_ = QApplication::palette();
}

void MainWindow::set_desktop_wish(ColourWish wish) {
    wish_ = wish;
    take_colours();
}

void MainWindow::set_theme(Theme theme) {
    theme_ = theme;
    take_colours();
    themes_->actions().at(int(theme))->setChecked(true);
}

void MainWindow::restore_layout() {
    const auto room = screen() != nullptr ? screen()->availableSize() : QSize(1440, 900);
    resize(QSize(1440, 900).boundedTo(room));
    const QSettings settings;
    restoreGeometry(settings.value(u"window/geometry"_s).toByteArray());
    if (width() > room.width() || height() > room.height()) resize(size().boundedTo(room));
    side_ = std::clamp(settings.value(u"window/side"_s).toInt(), 0, 4000);
    const auto docks = settings.value(u"window/docks"_s).toByteArray();
    placed_ = !docks.isEmpty() && deck_->restoreState(docks, layout_version);
    if (!placed_) arrange_docks();
    for (const auto& [id, view] : views_)
        if (const auto state = QJsonDocument::fromJson(settings.value(u"views/"_s + id).toByteArray());
            state.isObject())
            view->restore_layout(state.object());
    const auto known =
        std::ranges::find(theme_names, settings.value(u"window/theme"_s).toString().toStdString());
    set_theme(known == std::end(theme_names) ? Theme::system : static_cast<Theme>(known - theme_names));
}

void MainWindow::save_session() {
    QSettings settings;
    settings.setValue(u"window/geometry"_s, saveGeometry());
    settings.setValue(u"window/docks"_s, deck_->saveState(layout_version));
    settings.setValue(u"window/side"_s, side_);
    settings.setValue(u"window/theme"_s, to_qstring(theme_names[int(theme_)]));
    for (const auto& [id, view] : views_)
        settings.setValue(u"views/"_s + id,
                          QJsonDocument(view->layout_state()).toJson(QJsonDocument::Compact));
    settings.setValue(u"session/selection"_s,
                      QJsonDocument(workspace_.selection().to_json()).toJson(QJsonDocument::Compact));
}

void MainWindow::restore_session() {
    const auto saved = QJsonDocument::fromJson(QSettings().value(u"session/selection"_s).toByteArray());
    if (saved.isObject()) workspace_.restore(Selection::from_json(saved.object()));
    show_state();
}

void MainWindow::reset_layout() {
    // Stacked docks would make the window higher for a moment.
    const auto before = size();
    const bool free = !isMaximized() && !isFullScreen();
    side_ = 0;
    arrange_docks();
    QTimer::singleShot(0, this, [this, before, free] {
        if (free) resize(before);
        share_width();
    });
}

QAction* MainWindow::add(QMenu& menu, const QString& text, const QKeySequence& keys, const QString& tip,
                         std::function<void()> run) {
    auto* action = menu.addAction(text);
    action->setShortcut(keys);
    action->setStatusTip(tip);
    action->setProperty("group", QString(menu.title()).remove(u'&'));
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    return action;
}

void MainWindow::build_file_menu() {
    auto& menu = *menuBar()->addMenu(tr("&File"));
    add(menu, tr("&Open..."), QKeySequence::Open, tr("Open one or more files"), [this] { choose_files(); });
    recent_menu_ = menu.addMenu(tr("Open &recent"));
    reload_ = add(menu, tr("Re&load"), QKeySequence::Refresh,
                  tr("Read all files again; changed files are read automatically"), [this] { reload(); });
    close_ =
        add(menu, tr("&Close file"), QKeySequence::Close, tr("Close the file of the case shown"), [this] {
            if (const auto file = workspace_.current_file()) workspace_.close(file->path);
        });
    menu.addSeparator();
    add(menu, tr("&Export chart..."), tr("Ctrl+E"), tr("Write the visible chart as PNG, PDF, SVG or CSV"),
        [this] { export_chart(); });
    add(menu, tr("Export &table..."), tr("Ctrl+Shift+E"), tr("Write the visible table as CSV"),
        [this] { export_table(); });
    add(menu, tr("&Print chart..."), QKeySequence::Print, tr("Print the visible chart"), [this] {
        if (auto* chart = current_chart(); chart != nullptr && chart->has_chart())
            if (const auto refusal = chart->output().print(); !refusal.isEmpty())
                message_->show_error(refusal);
    });
    menu.addSeparator();
    add(menu, tr("&Quit"), tr("Ctrl+Q"), tr("Close the window; the next start restores files and selection"),
        [this] { close(); })
        ->setMenuRole(QAction::QuitRole);
    fill_recent_menu();
}

void MainWindow::build_edit_menu() {
    auto& menu = *menuBar()->addMenu(tr("&Edit"));
    add(menu, tr("&Copy"), QKeySequence::Copy,
        tr("Copy the focused part: selected rows as tab-separated text, a chart as a picture"),
        [this] { copy(); });
    add(menu, tr("Copy whole &table"), tr("Ctrl+Shift+C"), tr("Copy all rows of the visible table"), [this] {
        if (auto* table = current_table()) table->copy_all();
    });
    add(menu, tr("Copy c&hart"), {}, tr("Copy the visible chart as a picture"), [this] {
        if (auto* chart = current_chart(); chart != nullptr && chart->has_chart())
            chart->output().copy_picture();
    });
    menu.addSeparator();
    add(menu, tr("&Find cases"), QKeySequence::Find, tr("Go to the line above the cases: words and fields"),
        [this] {
            show_view(u"runs"_s);
            auto& line = view_as<RunsView>("runs").filter_line();
            line.setFocus();
            line.selectAll();
        });
}

void MainWindow::build_view_menu() {
    auto& menu = *menuBar()->addMenu(tr("&View"));
    int number = 1;
    for (const auto& kind : view_kinds()) {
        const QString id = QString::fromLatin1(kind.id);
        add(menu, tr(kind.title),
            QKeySequence(number <= 10 ? tr("Alt+%1").arg(number % 10) : tr("Alt+Shift+%1").arg(number - 10)),
            tr(kind.needs), [this, id] { show_view(id); });
        ++number;
    }
    menu.addSeparator();
    auto& shown = *menu.addMenu(tr("&Shown"));
    for (const auto& kind : view_kinds())
        shown.addAction(dock(QString::fromLatin1(kind.id))->toggleViewAction());
    add(menu, tr("&Reset layout"), {}, tr("Restore the default layout"), [this] { reset_layout(); });
    menu.addSeparator();
    for (const auto& [kind, text, keys] :
         {std::tuple{StagesView::Kind::bars, tr("Stages as &bars"), tr("Ctrl+B")},
          {StagesView::Kind::timeline, tr("Stages as &timeline"), tr("Ctrl+T")},
          {StagesView::Kind::heat, tr("Stages as &heat map"), tr("Ctrl+H")}})
        add(menu, text, keys, tr("Kind of the Stages chart"), [this, kind = kind] {
            show_view(u"stages"_s);
            view_as<StagesView>("stages").set_kind(kind);
        });
    menu.addSeparator();
    for (size_t i = 0; i < analyzer::groupings.size(); ++i) {
        const auto grouping = analyzer::groupings[i];
        auto* action = add(menu, tr("By %1").arg(to_qstring(name_of(grouping))), tr("Ctrl+%1").arg(i + 1),
                           tr("The contents of one bar and one row of Stages"), [this, grouping] {
                               workspace_.selected().edit([&](Selection& next) { next.grouping = grouping; });
                           });
        action->setCheckable(true);
        const auto check = [this, action, grouping] {
            action->setChecked(workspace_.selection().grouping == grouping);
        };
        check();
        connect(action, &QAction::triggered, this, check);
        connect(&workspace_.selected(), &Selected::changed, action, check);
    }
    add(menu, tr("Co&lumns..."), {}, tr("Choose the columns of the visible table"), [this] {
        if (auto* table = current_table()) table->choose_columns();
    });
    menu.addSeparator();
    auto& theme = *menu.addMenu(tr("&Theme"));
    themes_ = new QActionGroup(this);
    for (const auto& [value, text] : {std::pair{Theme::system, tr("As the &desktop")},
                                      {Theme::light, tr("&Light colours")},
                                      {Theme::dark, tr("Dar&k colours")}}) {
        auto* action =
            add(theme, text, {}, tr("Colours of the window"), [this, value = value] { set_theme(value); });
        action->setCheckable(true);
        themes_->addAction(action);
    }
}

void MainWindow::build_go_menu() {
    auto& menu = *menuBar()->addMenu(tr("&Go"));
    back_ = add(menu, tr("&Back"), tr("Alt+Left"), tr("Go to the selection before"),
                [this] { workspace_.selected().back(); });
    forward_ = add(menu, tr("&Forward"), tr("Alt+Right"), tr("Go to the selection after"),
                   [this] { workspace_.selected().forward(); });
    menu.addSeparator();
    add(menu, tr("&Compare with the case shown before"), tr("Ctrl+D"),
        tr("Compare the case shown before with this one"), [this] {
            if (const auto before = workspace_.selected().case_before(); !before.is_none())
                workspace_.toggle_other(before);
        });
}

void MainWindow::build_help_menu() {
    auto& menu = *menuBar()->addMenu(tr("&Help"));
    add(menu, tr("&Commands..."), tr("Ctrl+K"), tr("Every command by its name"),
        [this] { (new CommandPalette(commands(), this))->open(); });
    add(menu, tr("&Keyboard shortcuts..."), tr("?"), tr("All keys"),
        [this] { shortcut_list(commands(), this)->open(); });
    add(menu, tr("&About SortScope"), {}, tr("Version and licences"), [this] {
        show_about();
    })->setMenuRole(QAction::AboutRole);
}

QList<QAction*> MainWindow::commands() const {
    QList<QAction*> all;
    const auto collect = [&](auto&& self, const QMenu& menu) -> void {
        for (auto* action : menu.actions())
            if (const auto* below = action->menu())
                self(self, *below);
            else if (!action->isSeparator())
                all << action;
    };
    for (const auto* action : menuBar()->actions())
        if (action->menu() != nullptr) collect(collect, *action->menu());
    return all;
}

void MainWindow::fill_recent_menu() {
    recent_menu_->clear();
    for (const auto& path : recent_files()) {
        auto* action = recent_menu_->addAction(QString(path).replace(u'&', u"&&"_s), this,
                                               [this, path] { open_file(path); });
        action->setProperty("group", tr("Open"));
    }
    recent_menu_->setEnabled(!recent_menu_->isEmpty());
}

void MainWindow::choose_files() {
    const auto shown = workspace_.current_file();
    const auto paths = QFileDialog::getOpenFileNames(
        this, tr("Open SortScope files"), shown ? QFileInfo(shown->path).absolutePath() : QString(),
        tr("SortScope files (*.db *.sortscope);;All files (*)"), nullptr, QFileDialog::ReadOnly);
    for (const auto& path : paths) open_by_user(path);
}

void MainWindow::open_by_user(const QString& path) {
    const bool first = workspace_.files().isEmpty() && !workspace_.opening();
    open_file(path);
    if (first) show_view(u"overview"_s);
}

void MainWindow::reload() {
    workspace_.reload();
    if (!last_open_.isEmpty()) workspace_.open(last_open_);  // try a failed open again
}

ChartView* MainWindow::current_chart() const {
    auto* shown = current_view();
    return shown != nullptr ? shown->chart() : nullptr;
}

TableView* MainWindow::current_table() const {
    auto* seen = current_view();
    auto* table = seen != nullptr ? seen->table() : nullptr;
    return table != nullptr && table->table().rowCount() > 0 ? table : nullptr;
}

void MainWindow::export_chart() {
    auto* chart = current_chart();
    if (chart == nullptr || !chart->has_chart())
        return message_->show_error(
            tr("There is no chart to export: %1")
                .arg(chart != nullptr ? chart->message() : tr("choose a view that has one.")));
    const auto path = save_name(
        *this, tr("Export the chart"),
        tr("PNG image (*.png);;PDF document (*.pdf);;SVG picture (*.svg);;CSV values (*.csv)"), u".png"_s);
    if (path.isEmpty()) return;
    if (const auto failure = chart->output().export_to(path); failure.isEmpty())
        statusBar()->showMessage(tr("Wrote %1").arg(path), 5000);
    else
        message_->show_error(failure);
}

void MainWindow::export_table() {
    if (current_table() == nullptr)
        return message_->show_error(tr("There is no table to export: choose a view that has one."));
    const auto path = save_name(*this, tr("Export the table"), tr("CSV values (*.csv)"), u".csv"_s);
    if (!path.isEmpty()) current_view()->export_table(path);
}

void MainWindow::copy() {
    auto* focus = QApplication::focusWidget();
    if (auto* line = qobject_cast<QLineEdit*>(focus)) return line->copy();
    if (auto* text = qobject_cast<QTextBrowser*>(focus)) return text->copy();
    if (auto* table = qobject_cast<TableView*>(focus)) return table->copy();
    if (auto* text = qobject_cast<QPlainTextEdit*>(focus)) return text->copy();
    for (auto* at = focus; at != nullptr; at = at->parentWidget()) {
        if (auto* chart = qobject_cast<ChartView*>(at); chart != nullptr && chart->has_chart())
            return chart->output().copy_picture();
        if (auto* source = qobject_cast<SourcePane*>(at)) return source->copy();
    }
    if (auto* items = qobject_cast<QAbstractItemView*>(focus);
        items != nullptr && items->currentIndex().isValid())
        QApplication::clipboard()->setText(items->currentIndex().siblingAtColumn(0).data().toString());
}

void MainWindow::show_about() {
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About SortScope"),
                                tr("<p><b>SortScope %1</b></p><p>A profiler for multi-stage sorting kernels. "
                                   "The project is licensed under Apache-2.0.</p><p>This window draws its "
                                   "charts with QCustomPlot %2, which is GPL-3.0: as a program, the window "
                                   "is distributed under the GPL-3.0. It uses Qt %3.</p>")
                                    .arg(QString::fromLatin1(program_version), plot_library_version(),
                                         QString::fromLatin1(qVersion())),
                                QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

bool MainWindow::focusNextPrevChild(bool next) {
    const auto takes_tab = [this](const QWidget& widget) {
        return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.focusProxy() == nullptr &&
               widget.isEnabled() && widget.isVisible() && widget.window() == this &&
               std::ranges::none_of(views_, [&](const auto& one) {
                   const auto* its = dock(one.first);
                   return its->isAncestorOf(&widget) && !deck_->rect().intersects(its->geometry());
               });
    };
    auto* const from = focusWidget() != nullptr ? focusWidget() : this;
    const auto follow = [&](const QWidget& widget) {
        return next ? widget.nextInFocusChain() : widget.previousInFocusChain();
    };
    for (auto* at = follow(*from); at != nullptr && at != from; at = follow(*at))
        if (takes_tab(*at)) {
            at->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    return false;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    QString unfinished;
    for (const auto& [id, view] : views_)
        if (unfinished.isEmpty()) unfinished = view->unfinished();
    if (!unfinished.isEmpty() && !warned_) {
        warned_ = true;
        message_->show_error(unfinished + tr(" Close the window again to abandon it."));
        event->ignore();
        return;
    }
    save_session();
    // The start page shows the overview of recent files.
    auto* overview = view(u"overview"_s)->chart();
    if (const auto file = workspace_.current_file(); file && overview->has_chart())
        save_thumbnail(file->path,
                       overview->plot().toPixmap(thumbnail_size.width(), thumbnail_size.height()));
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasFormat(QLatin1StringView(row_mime_type))) return event->acceptProposedAction();
    const auto urls = event->mimeData()->urls();
    if (std::ranges::any_of(urls, &QUrl::isLocalFile)) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const auto dragged = case_of_handle(event->mimeData()->data(QLatin1StringView(row_mime_type)));
    if (const auto from = workspace_.file(dragged.file); from && from->find(dragged.id) != nullptr) {
        const auto ref = Workspace::ref_of(*from, *from->find(dragged.id));
        if (!(ref == workspace_.selection().baseline) && !workspace_.selection().others.contains(ref))
            workspace_.toggle_other(ref);
        return event->acceptProposedAction();
    }
    for (const auto& url : event->mimeData()->urls()) {
        if (!url.isLocalFile()) continue;
        // The name's bytes, before Qt decodes them.
        const auto refusal =
            refusal_of_name(QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toLatin1()));
        if (refusal.isEmpty())
            open_by_user(url.toLocalFile());
        else
            refuse(refusal);
    }
    event->acceptProposedAction();
}

/// Qt shares a new width among all docks: charts get it instead.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Resize) return QMainWindow::eventFilter(watched, event);
    if (watched == deck_) {
        QTimer::singleShot(0, this, &MainWindow::draw_rail);
        QTimer::singleShot(0, this, [this] { strip_->set_low(height() < low_below); });
    }
    if (watched == deck_ && placed_) QTimer::singleShot(0, this, &MainWindow::give_widths);
    // The user drags the edge between docks.
    if (auto* runs = dock(u"runs"_s); watched == runs && !runs->isFloating() &&
                                      QGuiApplication::mouseButtons().testFlag(Qt::LeftButton) &&
                                      deck_->underMouse())
        side_ = runs->width();
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && rail_ != nullptr) draw_rail();
    if ((event->type() == QEvent::ThemeChange || event->type() == QEvent::PaletteChange) &&
        theme_ == Theme::system && !own_palette_) {
        desktop_palette_ = QApplication::palette();
        take_colours();
    }
}

void take_screenshot(MainWindow& window, const QString& path, int patience_s) {
    const auto refuse = [](ErrorKind kind, const QString& sentence) {
        throw Error(kind, sentence.toStdString());
    };
    QString failure;
    const auto failed =
        QObject::connect(&window, &MainWindow::failed, [&](const QString& sentence) { failure = sentence; });
    QElapsedTimer waited;
    waited.start();
    // Views ask one question after another: wait for several quiet moments.
    int settled = 0;
    while (failure.isEmpty() && settled < 3 && waited.elapsed() < 1000LL * patience_s) {
        spin(settle_ms);
        settled = window.is_settled() ? settled + 1 : 0;
    }
    QObject::disconnect(failed);
    if (!failure.isEmpty()) refuse(ErrorKind::data, failure);
    if (settled == 0) {
        const auto views = window.waiting_views();
        refuse(ErrorKind::environment,
               u"%1 within %2 s, so no picture was taken. --patience SECONDS waits longer."_s
                   .arg(views.isEmpty() ? u"The file was not read"_s
                                        : u"%1 was not done"_s.arg(views.join(u" and "_s)))
                   .arg(patience_s));
    }
    // Encode first: Qt's PNG writer prints its own messages if the disk is full.
    QByteArray picture;
    QBuffer buffer(&picture);
    if (!buffer.open(QIODevice::WriteOnly) || !window.grab().save(&buffer, "PNG") ||
        !write_file(path, picture))
        refuse(ErrorKind::environment,
               u"The picture could not be written to %1. Choose a folder that you may write to."_s.arg(path));
}
}

#include "moc_main_window.cpp"
