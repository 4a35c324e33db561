#include "gui/app/main_window.hpp"

#include "db/schema/schema.hpp"
#include "gui/app/heading.hpp"
#include "gui/app/menus.hpp"
#include "gui/app/welcome_page.hpp"
#include "gui/models/output.hpp"
#include "gui/views/collect/collect_form.hpp"
#include "gui/views/collect/collect_view.hpp"
#include "gui/views/runs_view.hpp"
#include "gui/views/stages_view.hpp"
#include "present/palette.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::gui {
namespace {
constexpr int least_for_names = 1100;  // least window width for names in the rail
constexpr int low_below = 640;         // lower windows have cards of one line
}  // namespace

MainWindow::MainWindow()
    : message_(new MessageBar),
      heading_(new Heading),
      chips_(new CaseChips),
      strip_(new CaseStrip),
      welcome_(new WelcomePage),
      centre_(new QStackedWidget),
      deck_(new Deck(workspace_)),
      progress_(new QProgressBar),
      desktop_palette_(QApplication::palette()) {
    setWindowTitle(u"SortScope"_s);
    setAcceptDrops(true);
    setMinimumSize(640, 480);  // stacked docks ask for more after a reset
    centre_->addWidget(welcome_);
    centre_->addWidget(deck_);
    setCentralWidget(column_of({message_, strip_, centre_}));
    progress_->setRange(0, 0);
    progress_->setTextVisible(false);
    progress_->setFixedSize(120, 12);
    progress_->hide();
    statusBar()->addPermanentWidget(progress_);
    statusBar()->setSizeGripEnabled(false);
    menus_ = new Menus(*this);
    auto* bar = addToolBar(tr("Main"));
    bar->setObjectName(u"main_toolbar"_s);
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setIconSize({18, 18});
    bar->addActions({&menus_->back(), &menus_->forward()});
    // Chips are beside the heading, so a new chip moves no row that the user may click next.
    auto* heading = new QWidget;
    auto* row = new QHBoxLayout(heading);
    row->setContentsMargins({});
    row->addWidget(heading_, 1);
    row->addWidget(chips_);
    bar->addWidget(heading);
    build_rail();
    draw_rail();
    connect_parts();
    deck_->reset();
    restore_layout();
    welcome_->set_recent(recent_files());
    show_state();
}

MainWindow::~MainWindow() {
    // Views own queries of the workspace's loader: delete them first.
    delete takeCentralWidget();
}

/// A button for every view, by group, at the window's left.
void MainWindow::build_rail() {
    rail_ = new QToolBar(tr("Views"));
    rail_->setObjectName(u"rail"_s);
    rail_->setMovable(false);
    rail_->setContextMenuPolicy(Qt::PreventContextMenu);
    rail_->setIconSize({16, 16});
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
        auto* button = rail_->widgetForAction(action);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(tr(kind.title));
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        rail_actions_ << action;
    }
    addToolBar(Qt::LeftToolBarArea, rail_);
}

/// A narrow window shows only icons.
void MainWindow::draw_rail() {
    menus_->back().setIcon(icon_of(u"back"_s, palette()));
    menus_->forward().setIcon(icon_of(u"forward"_s, palette()));
    const bool names = width() >= least_for_names;
    rail_->setToolButtonStyle(names ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    for (auto* title : std::as_const(rail_titles_)) title->setVisible(names);
    int widest = 0;
    for (auto* action : std::as_const(rail_actions_)) {
        action->setIcon(icon_of(action->objectName(), palette()));
        widest = std::max(widest, rail_->widgetForAction(action)->sizeHint().width());
    }
    for (auto* action : std::as_const(rail_actions_))
        rail_->widgetForAction(action)->setFixedWidth(widest + 4);
}

void MainWindow::show_rail() {
    const bool any = centre_->currentWidget() == deck_;
    rail_->setVisible(any);
    for (auto* action : std::as_const(rail_actions_))
        action->setChecked(any && view(action->objectName())->is_in_sight());
    show_strip();
}

/// Shows the strip while a view of one case is visible. In a low window, its cards have one line.
void MainWindow::show_strip() {
    const bool wanted =
        centre_->currentWidget() == deck_ && std::ranges::any_of(view_kinds(), [&](const ViewKind& kind) {
            return kind.group == std::string_view(this_case_group) &&
                   view(QString::fromLatin1(kind.id))->is_in_sight();
        });
    strip_->set_cards(wanted ? cards() : std::vector<present::Card>());
    strip_->set_low(height() < low_below);
}

std::vector<present::Card> MainWindow::cards() const {
    const auto& shown = workspace_.current();
    const auto from = workspace_.current_file();
    if (!shown || !from) return {};
    const auto& record = shown->record;
    return present::case_cards(
        record, *shown->by_stage->breakdown, shown->limits,
        record.time ? from->variances.of(record.run, record.id, *record.time) : analyzer::Variance{});
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
            menus_->fill_recent();
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
    connect(&workspace_, &Workspace::succeeded, this, [this] {
        if (!warned_) message_->clear_error();  // the warning of unfinished work stays
    });
    connect(chips_, &CaseChips::removed, this, [this](int place) {
        if (const auto other = workspace_.selection().others.value(place - 1); !other.is_none())
            workspace_.toggle_other(other);
    });
    connect(strip_, &CaseStrip::chosen, this, &MainWindow::open_card);
    connect(welcome_, &WelcomePage::open_requested, menus_, &Menus::choose_files);
    connect(welcome_, &WelcomePage::collect_requested, this, [this] { show_view(u"collect"_s); });
    connect(welcome_, &WelcomePage::file_chosen, this, &MainWindow::open_by_user);
    connect(deck_, &Deck::rearranged, this, &MainWindow::show_rail);
    for (const auto& [id, view] : deck_->views()) {
        connect(view, &View::failed, this, &MainWindow::refuse);
        for (auto* table : view->findChildren<TableView*>())
            connect(table, &TableView::refused, message_, &MessageBar::show_error);
        connect(view, &View::view_wanted, this, &MainWindow::show_view);
        connect(view, &View::collect_wanted, this, [this](const QString& command) {
            view_as<CollectView>("collect").offer(command);
            show_view(u"collect"_s);
        });
        connect(view, &View::said, this,
                [this](const QString& sentence) { statusBar()->showMessage(sentence, 6000); });
    }
}

void MainWindow::open_file(const QString& path, CaseId show_first) {
    if (const auto refusal = refusal_of_name(QFile::encodeName(path)); !refusal.isEmpty())
        return refuse(refusal);
    last_open_ = QFileInfo(path).absoluteFilePath();
    workspace_.open(path, show_first);
    show_state();
}

void MainWindow::show_chips() {
    const auto refs = QList{workspace_.selection().baseline} + workspace_.selection().others;
    std::vector<const CaseRecord*> records;
    for (const auto& ref : refs) records.push_back(workspace_.find(ref));
    if (std::ranges::any_of(records, std::logical_not())) return chips_->set_chips({});
    std::vector<CaseChips::Chip> chips;
    const auto names = present::overlay_names(records);
    const auto colours = present::line_colours(workspace_.compared());
    const bool files = workspace_.files().size() > 1;
    for (size_t i = 0; i < records.size(); ++i) {
        const auto& ref = refs.at(qsizetype(i));
        const auto tip = tr("case %1 of %2").arg(qlonglong(ref.id)).arg(file_name(ref.file));
        const auto name = shortened_name(typeset(names[i]), 40);
        chips.push_back({files ? u"%1 (%2)"_s.arg(name, file_name(ref.file)) : name, tip, colours[i]});
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
    centre_->setCurrentWidget(any ? static_cast<QWidget*>(deck_) : welcome_);
    show_rail();
    if (any) deck_->place();
    setWindowTitle(shown ? u"%1 \u2013 SortScope"_s.arg(file_name(shown->path)) : u"SortScope"_s);
    heading_->show_case(workspace_.current(), shown.get(),
                        workspace_.opening()   ? tr("Opening the file...")
                        : workspace_.reading() ? tr("Reading the case...")
                        : files.isEmpty()      ? tr("No file is open")
                                               : tr("No case is chosen"));
    show_chips();
    if (shown)
        statusBar()->showMessage(tr("%1: %2, %3, schema version %4")
                                     .arg(within_home(shown->path),
                                          to_qstring(plural(shown->runs.size(), "run")),
                                          to_qstring(plural(shown->cases.size(), "case")))
                                     .arg(db::schema_version));
    else
        statusBar()->clearMessage();
    // A failed open can be tried again.
    menus_->show_state(!files.isEmpty() || workspace_.opening() || !last_open_.isEmpty());
}

bool MainWindow::show_view(const QString& id) {
    if (id == u"collect" && !collecting_) {
        collecting_ = true;
        show_state();
    }
    return deck_->show_view(id);
}

void MainWindow::take_colours() {
    if (!own_palette_) desktop_palette_ = QApplication::palette();
    const bool desktop_dark = is_dark(desktop_palette_);
    const bool dark = theme_ == Theme::dark || (theme_ == Theme::system && wish_ == ColourWish::dark),
               light = theme_ == Theme::light || (theme_ == Theme::system && wish_ == ColourWish::light);
    // Without a palette of its own, the window follows the desktop.
    const bool own = (dark && !desktop_dark) || (light && desktop_dark);
    const bool fixed = own || theme_ != Theme::system;
    if (!fixed && !own_palette_) return;
    own_palette_ = fixed;
    QApplication::setPalette(!fixed ? QPalette() : dark ? dark_palette() : light_palette());
    set_up_tooltips();
    if (!fixed) desktop_palette_ = QApplication::palette();
}

void MainWindow::set_theme(Theme theme) {
    theme_ = theme;
    take_colours();
    menus_->check_theme(int(theme));
}

void MainWindow::restore_layout() {
    const auto room = screen() != nullptr ? screen()->availableSize() : QSize(1440, 900);
    resize(QSize(1440, 900).boundedTo(room));
    const QSettings settings;
    restoreGeometry(settings.value(u"window/geometry"_s).toByteArray());
    if (width() > room.width() || height() > room.height()) resize(size().boundedTo(room));
    deck_->restore(settings);
    set_theme(static_cast<Theme>(std::clamp(settings.value(u"window/theme"_s).toInt(), 0, 2)));
}

void MainWindow::save_session() {
    QSettings settings;
    settings.setValue(u"window/geometry"_s, saveGeometry());
    deck_->save(settings);
    settings.setValue(u"window/theme"_s, int(theme_));
    settings.setValue(u"session/selection"_s,
                      QJsonDocument(workspace_.selection().to_json()).toJson(QJsonDocument::Compact));
}

void MainWindow::restore_session() {
    const auto saved = QJsonDocument::fromJson(QSettings().value(u"session/selection"_s).toByteArray());
    if (saved.isObject()) workspace_.restore(Selection::from_json(saved.object()));
    show_state();
}

void MainWindow::reload() {
    workspace_.reload();
    if (!last_open_.isEmpty()) workspace_.open(last_open_);  // try a failed open again
}

bool MainWindow::focusNextPrevChild(bool next) {
    const auto takes_tab = [this](const QWidget& widget) {
        return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.focusProxy() == nullptr &&
               widget.isEnabled() && widget.isVisible() && widget.window() == this &&
               !deck_->is_behind(widget);
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
    for (const auto& [id, view] : deck_->views())
        if (unfinished.isEmpty()) unfinished = view->unfinished();
    if (!unfinished.isEmpty() && !warned_) {
        warned_ = true;
        message_->show_error(unfinished + tr(" Close the window again to abandon it."));
        return event->ignore();
    }
    save_session();
    // The start page shows a picture of the overview for a recent file.
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
    if (workspace_.find(dragged) != nullptr) {
        if (!(dragged == workspace_.selection().baseline) && !workspace_.selection().others.contains(dragged))
            workspace_.toggle_other(dragged);
        return event->acceptProposedAction();
    }
    for (const auto& url : event->mimeData()->urls()) {
        if (!url.isLocalFile()) continue;
        // Checks the name's bytes before Qt decodes them.
        const auto refusal =
            refusal_of_name(QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toLatin1()));
        if (refusal.isEmpty())
            open_by_user(url.toLocalFile());
        else
            refuse(refusal);
    }
    event->acceptProposedAction();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    QTimer::singleShot(0, this, [this] {
        draw_rail();
        strip_->set_low(height() < low_below);
    });
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

namespace {
constexpr int settle_ms = 60;  // time for queued replots and layouts

void spin(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}
}  // namespace

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
        const auto views = window.deck().waiting_views();
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
