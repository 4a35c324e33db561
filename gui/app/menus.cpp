#include "gui/app/menus.hpp"

#include "core/version.hpp"
#include "gui/app/heading.hpp"
#include "gui/app/main_window.hpp"
#include "gui/app/welcome_page.hpp"
#include "gui/views/runs_view.hpp"
#include "gui/views/stages_view.hpp"

namespace sortscope::gui {
Menus::Menus(MainWindow& window) : QObject(&window), window_(window) {
    build_file_menu();
    build_edit_menu();
    build_view_menu();
    build_go_menu();
    build_help_menu();
}

QAction* Menus::add(QMenu& menu, const QString& text, const QKeySequence& keys, const QString& tip,
                    std::function<void()> run) {
    auto* action = menu.addAction(text);
    action->setShortcut(keys);
    action->setStatusTip(tip);
    action->setProperty("group", QString(menu.title()).remove(u'&'));
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    return action;
}

void Menus::build_file_menu() {
    auto& menu = *window_.menuBar()->addMenu(tr("&File"));
    add(menu, tr("&Open..."), QKeySequence::Open, tr("Open one or more files"), [this] { choose_files(); });
    recent_menu_ = menu.addMenu(tr("Open &recent"));
    reload_ =
        add(menu, tr("Re&load"), QKeySequence::Refresh,
            tr("Read all files again; changed files are read automatically"), [this] { window_.reload(); });
    close_ =
        add(menu, tr("&Close file"), QKeySequence::Close, tr("Close the file of the case shown"), [this] {
            if (const auto file = window_.workspace().current_file()) window_.workspace().close(file->path);
        });
    menu.addSeparator();
    add(menu, tr("&Export chart..."), tr("Ctrl+E"), tr("Write the visible chart as PNG, PDF, SVG or CSV"),
        [this] { export_chart(); });
    add(menu, tr("Export &table..."), tr("Ctrl+Shift+E"), tr("Write the visible table as CSV"),
        [this] { export_table(); });
    add(menu, tr("&Print chart..."), QKeySequence::Print, tr("Print the visible chart"), [this] {
        if (const auto* chart = drawn_chart())
            if (const auto refusal = chart->print(); !refusal.isEmpty())
                window_.message_bar().show_error(refusal);
    });
    menu.addSeparator();
    add(menu, tr("&Quit"), tr("Ctrl+Q"), tr("Close the window; the next start restores files and selection"),
        [this] { window_.close(); })
        ->setMenuRole(QAction::QuitRole);
    fill_recent();
}

void Menus::build_edit_menu() {
    auto& menu = *window_.menuBar()->addMenu(tr("&Edit"));
    add(menu, tr("&Copy"), QKeySequence::Copy,
        tr("Copy the focused part: selected rows as tab-separated text, a chart as a picture"),
        [this] { copy(); });
    add(menu, tr("Copy whole &table"), tr("Ctrl+Shift+C"), tr("Copy all rows of the visible table"), [this] {
        if (auto* table = current_table()) table->copy_all();
    });
    add(menu, tr("Copy c&hart"), {}, tr("Copy the visible chart as a picture"), [this] {
        if (const auto* chart = drawn_chart()) chart->copy_picture();
    });
    menu.addSeparator();
    add(menu, tr("&Find cases"), QKeySequence::Find, tr("Go to the line above the cases: words and fields"),
        [this] {
            window_.show_view(u"runs"_s);
            auto& line = window_.view_as<RunsView>("runs").filter_line();
            line.setFocus();
            line.selectAll();
        });
}

void Menus::build_view_menu() {
    auto& menu = *window_.menuBar()->addMenu(tr("&View"));
    int number = 1;
    for (const auto& kind : view_kinds()) {
        const QString id = QString::fromLatin1(kind.id);
        add(menu, tr(kind.title),
            QKeySequence(number <= 10 ? tr("Alt+%1").arg(number % 10) : tr("Alt+Shift+%1").arg(number - 10)),
            tr(kind.needs), [this, id] { window_.show_view(id); });
        ++number;
    }
    menu.addSeparator();
    auto& shown = *menu.addMenu(tr("&Shown"));
    for (const auto& kind : view_kinds())
        shown.addAction(window_.deck().dock(QString::fromLatin1(kind.id))->toggleViewAction());
    add(menu, tr("&Reset layout"), {}, tr("Restore the default layout"), [this] { window_.reset_layout(); });
    menu.addSeparator();
    for (const auto& [kind, text, keys] :
         {std::tuple{StagesView::Kind::bars, tr("Stages as &bars"), tr("Ctrl+B")},
          {StagesView::Kind::timeline, tr("Stages as &timeline"), tr("Ctrl+T")},
          {StagesView::Kind::heat, tr("Stages as &heat map"), tr("Ctrl+H")}})
        add(menu, text, keys, tr("Kind of the Stages chart"), [this, kind = kind] {
            window_.show_view(u"stages"_s);
            window_.view_as<StagesView>("stages").set_kind(kind);
        });
    menu.addSeparator();
    for (size_t i = 0; i < analyzer::groupings.size(); ++i) {
        const auto grouping = analyzer::groupings[i];
        auto* action =
            add(menu, tr("By %1").arg(to_qstring(name_of(grouping))), tr("Ctrl+%1").arg(i + 1),
                tr("The contents of one bar and one row of Stages"), [this, grouping] {
                    window_.workspace().selected().edit([&](Selection& next) { next.grouping = grouping; });
                });
        action->setCheckable(true);
        const auto check = [this, action, grouping] {
            action->setChecked(window_.workspace().selection().grouping == grouping);
        };
        check();
        connect(action, &QAction::triggered, this, check);
        connect(&window_.workspace().selected(), &Selected::changed, action, check);
    }
    add(menu, tr("Co&lumns..."), {}, tr("Choose the columns of the visible table"), [this] {
        if (auto* table = current_table()) table->choose_columns();
    });
    menu.addSeparator();
    auto& theme = *menu.addMenu(tr("&Theme"));
    themes_ = new QActionGroup(this);
    for (const auto& [value, text] : {std::pair{MainWindow::Theme::system, tr("As the &desktop")},
                                      {MainWindow::Theme::light, tr("&Light colours")},
                                      {MainWindow::Theme::dark, tr("Dar&k colours")}}) {
        auto* action = add(theme, text, {}, tr("Colours of the window"),
                           [this, value = value] { window_.set_theme(value); });
        action->setCheckable(true);
        themes_->addAction(action);
    }
}

void Menus::build_go_menu() {
    auto& menu = *window_.menuBar()->addMenu(tr("&Go"));
    back_ = add(menu, tr("&Back"), tr("Alt+Left"), tr("Go to the selection before"),
                [this] { window_.workspace().selected().back(); });
    forward_ = add(menu, tr("&Forward"), tr("Alt+Right"), tr("Go to the selection after"),
                   [this] { window_.workspace().selected().forward(); });
    menu.addSeparator();
    add(menu, tr("C&ostliest stage"), {}, tr("Go to the hottest stage, which takes most of the time"),
        [this] { window_.open_costliest_stage(); });
    add(menu, tr("&Compare with the case shown before"), tr("Ctrl+D"),
        tr("Compare the case shown before with this one"), [this] {
            if (const auto before = window_.workspace().selected().case_before(); !before.is_none())
                window_.workspace().toggle_other(before);
        });
}

void Menus::build_help_menu() {
    auto& menu = *window_.menuBar()->addMenu(tr("&Help"));
    add(menu, tr("&Commands..."), tr("Ctrl+K"), tr("Every command by its name"),
        [this] { (new CommandPalette(commands(), &window_))->open(); });
    add(menu, tr("&Keyboard shortcuts..."), tr("?"), tr("All keys"),
        [this] { shortcut_list(commands(), &window_)->open(); });
    add(menu, tr("&About SortScope"), {}, tr("Version and licences"), [this] {
        show_about();
    })->setMenuRole(QAction::AboutRole);
}

QList<QAction*> Menus::commands() const {
    QList<QAction*> all;
    const auto collect = [&](auto&& self, const QMenu& menu) -> void {
        for (auto* action : menu.actions())
            if (const auto* below = action->menu())
                self(self, *below);
            else if (!action->isSeparator())
                all << action;
    };
    for (const auto* action : window_.menuBar()->actions())
        if (action->menu() != nullptr) collect(collect, *action->menu());
    return all;
}

void Menus::fill_recent() {
    recent_menu_->clear();
    for (const auto& path : recent_files()) {
        auto* action = recent_menu_->addAction(action_text(shown_path(path)), this,
                                               [this, path] { window_.open_file(path); });
        action->setProperty("group", tr("Open"));
    }
    recent_menu_->setEnabled(!recent_menu_->isEmpty());
}

void Menus::choose_files() {
    const auto shown = window_.workspace().current_file();
    const auto paths = QFileDialog::getOpenFileNames(
        &window_, tr("Open SortScope files"), shown ? QFileInfo(shown->path).absolutePath() : QString(),
        tr("SortScope files (*.db *.sortscope);;All files (*)"), nullptr, QFileDialog::ReadOnly);
    for (const auto& path : paths) window_.open_by_user(path);
}

void Menus::show_state(bool can_reload) {
    auto& workspace = window_.workspace();
    reload_->setEnabled(can_reload);
    close_->setEnabled(!workspace.files().isEmpty());
    back_->setEnabled(workspace.selected().can_go_back());
    forward_->setEnabled(workspace.selected().can_go_forward());
}

ChartView* Menus::current_chart() const {
    auto* shown = window_.deck().current_view();
    return shown != nullptr ? shown->chart() : nullptr;
}

const ChartOutput* Menus::drawn_chart() const {
    const auto* shown = current_chart();
    return shown != nullptr && shown->has_chart() ? &shown->output() : nullptr;
}

TableView* Menus::current_table() const {
    auto* seen = window_.deck().current_view();
    auto* table = seen != nullptr ? seen->table() : nullptr;
    return table != nullptr && table->table().rowCount() > 0 ? table : nullptr;
}

void Menus::export_chart() {
    const auto* drawn = drawn_chart();
    const auto* chart = current_chart();
    if (drawn == nullptr)
        return window_.message_bar().show_error(
            tr("There is no chart to export: %1")
                .arg(chart != nullptr ? chart->message() : tr("choose a view that has one.")));
    const auto path = save_name(
        window_, tr("Export the chart"),
        tr("PNG image (*.png);;PDF document (*.pdf);;SVG picture (*.svg);;CSV values (*.csv)"), u".png"_s);
    if (path.isEmpty()) return;
    if (const auto failure = drawn->export_to(path); failure.isEmpty())
        window_.statusBar()->showMessage(tr("Wrote %1").arg(shown_path(path)), 5000);
    else
        window_.message_bar().show_error(failure);
}

void Menus::export_table() {
    if (current_table() == nullptr)
        return window_.message_bar().show_error(
            tr("There is no table to export: choose a view that has one."));
    const auto path = save_name(window_, tr("Export the table"), tr("CSV values (*.csv)"), u".csv"_s);
    if (!path.isEmpty()) window_.deck().current_view()->export_table(path);
}

void Menus::copy() {
    auto* focus = QApplication::focusWidget();
    for (auto* at = focus; at != nullptr; at = at->parentWidget()) {
        if (auto* chart = qobject_cast<ChartView*>(at); chart != nullptr && chart->has_chart())
            return chart->output().copy_picture();
        if (at->metaObject()->indexOfSlot("copy()") >= 0) return void(QMetaObject::invokeMethod(at, "copy"));
    }
    if (auto* items = qobject_cast<QAbstractItemView*>(focus);
        items != nullptr && items->currentIndex().isValid())
        copy_text(items->currentIndex().siblingAtColumn(0).data().toString());
}

void Menus::show_about() {
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, tr("About SortScope"),
                        tr("<p><b>SortScope %1</b></p><p>A profiler for multi-stage sorting kernels. "
                           "The project is licensed under Apache-2.0.</p><p>This window draws its "
                           "charts with QCustomPlot %2, which is GPL-3.0: as a program, the window "
                           "is distributed under the GPL-3.0. It uses Qt %3.</p>")
                            .arg(QString::fromLatin1(program_version),
                                 QStringLiteral(QCUSTOMPLOT_VERSION_STR), QString::fromLatin1(qVersion())),
                        QMessageBox::Close, &window_);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

QString action_words(const QAction& action) {
    QString words = action.property("group").toString();
    QString text = action.text();
    text.remove(u"..."_s).replace(u"&&"_s, u"\x01"_s).remove(u'&').replace(u'\x01', u'&');
    return words.isEmpty() ? text : words + u": "_s + text;
}

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent), line_(new QLineEdit), list_(new QListWidget), actions_(actions) {
    setWindowTitle(tr("Commands"));
    setAttribute(Qt::WA_DeleteOnClose);
    line_->setPlaceholderText(tr("Type a command"));
    line_->setAccessibleName(tr("Command"));
    list_->setAccessibleName(tr("Commands"));
    list_->setUniformItemSizes(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(line_);
    column->addWidget(list_);
    resize(480, 380);
    for (qsizetype i = 0; i < actions_.size(); ++i) {
        const auto& action = *actions_.at(i);
        const auto keys = action.shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(
            keys.isEmpty() ? action_words(action) : action_words(action) + u"    "_s + keys, list_);
        item->setData(Qt::UserRole, i);
        item->setToolTip(action.statusTip());
        if (!action.isEnabled()) item->setFlags(Qt::NoItemFlags);
    }
    line_->installEventFilter(this);
    connect(line_, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(line_, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(list_, &QListWidget::itemActivated, this, &CommandPalette::run);
    filter({});
}

void CommandPalette::filter(const QString& text) {
    const auto words = text.split(u' ', Qt::SkipEmptyParts);
    QListWidgetItem* first = nullptr;
    for (int i = 0; i < list_->count(); ++i) {
        auto* item = list_->item(i);
        const bool all = std::ranges::all_of(words, [&](const QString& word) {
            return (item->text() + u' ' + item->toolTip()).contains(word, Qt::CaseInsensitive);
        });
        item->setHidden(!all);
        if (all && first == nullptr && item->flags().testFlag(Qt::ItemIsEnabled)) first = item;
    }
    list_->setCurrentItem(first);
}

void CommandPalette::run() {
    const auto* item = list_->currentItem();
    if (item == nullptr || item->isHidden()) return;
    auto* action = actions_.at(item->data(Qt::UserRole).toLongLong());
    accept();
    action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    const bool pressed = watched == line_ && event->type() == QEvent::KeyPress;
    const int key = pressed ? static_cast<QKeyEvent*>(event)->key() : 0;
    if (key != Qt::Key_Down && key != Qt::Key_Up) return QDialog::eventFilter(watched, event);
    QApplication::sendEvent(list_, event);  // skips hidden and disabled rows
    return true;
}

QDialog* shortcut_list(const QList<QAction*>& actions, QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QObject::tr("Keyboard shortcuts"));
    auto* text = new QTextBrowser;
    text->setFrameShape(QFrame::NoFrame);
    text->setAccessibleName(dialog->windowTitle());
    QString html = u"<table cellspacing=\"0\">"_s;
    const auto row = [&](const QString& keys, const QString& what) {
        html += u"<tr><td style=\"%1\"><b>%2</b></td><td style=\"%1\">%3</td></tr>"_s.arg(
            QLatin1StringView(text_cell_style), keys.toHtmlEscaped(), what.toHtmlEscaped());
    };
    for (const auto* action : actions)
        if (!action->shortcut().isEmpty())
            row(action->shortcut().toString(QKeySequence::NativeText), action_words(*action));
    html += u"</table><h4>%1</h4><table cellspacing=\"0\">"_s.arg(QObject::tr("In a chart"));
    row(QObject::tr("Left, Right, Home, End"), QObject::tr("choose the next mark"));
    row(u"Enter"_s, QObject::tr("open it: its substages or launches"));
    row(u"+  \u2212  0"_s, QObject::tr("zoom in, zoom out, show all"));
    row(QObject::tr("Ctrl+Left, Ctrl+Right"), QObject::tr("move along"));
    row(QObject::tr("Wheel, Ctrl+wheel, Shift+wheel"), QObject::tr("zoom, zoom the values, move along"));
    row(QObject::tr("Drag, double click"), QObject::tr("move, show all"));
    html += u"</table><h4>%1</h4><table cellspacing=\"0\">"_s.arg(QObject::tr("In a table"));
    row(QObject::tr("Up, Down, Enter"), QObject::tr("choose a row, open it"));
    row(u"Ctrl+C"_s, QObject::tr("copy the selected rows"));
    html += u"</table><h4>%1</h4><table cellspacing=\"0\">"_s.arg(QObject::tr("In the line above the cases"));
    row(QObject::tr("Enter, Down, Escape"), QObject::tr("show the first match, go to the cases, clear"));
    html += u"</table>"_s;
    text->setHtml(html);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(text);
    column->addWidget(buttons);
    dialog->resize(560, 620);
    return dialog;
}
}
