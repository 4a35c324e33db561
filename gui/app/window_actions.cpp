// The main window's menus and what they do.
#include <QAbstractItemView>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QStatusBar>
#include <QStyle>
#include <QTextBrowser>

#include <tuple>

#include "core/version.hpp"
#include "gui/app/command_palette.hpp"
#include "gui/app/main_window.hpp"
#include "gui/app/recent_files.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/message_bar.hpp"
#include "gui/views/runs_view.hpp"
#include "gui/views/source_pane.hpp"
#include "gui/views/stages_view.hpp"
#include "gui/views/table_view.hpp"
#include "gui/views/theme.hpp"

namespace sortscope::gui {

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
    add(menu, tr("&Open..."), QKeySequence::Open, tr("Open one or more files beside those that are open"),
        [this] { choose_files(); });
    recent_menu_ = menu.addMenu(tr("Open &recent"));
    reload_ = add(menu, tr("Re&load"), QKeySequence::Refresh,
                  tr("Read all files anew; a file that grows is read by itself"), [this] { reload(); });
    close_ =
        add(menu, tr("&Close file"), QKeySequence::Close, tr("Close the file of the case shown"), [this] {
            if (const auto file = workspace_.current_file()) workspace_.close(file->path);
        });
    menu.addSeparator();
    add(menu, tr("&Export chart..."), QKeySequence(tr("Ctrl+E")),
        tr("Write the chart that is seen as PNG, PDF, SVG or CSV"), [this] { export_chart(); });
    add(menu, tr("Export &table..."), QKeySequence(tr("Ctrl+Shift+E")),
        tr("Write the table that is seen as CSV"), [this] { export_table(); });
    add(menu, tr("&Print chart..."), QKeySequence::Print, tr("Print the chart that is seen"),
        [this] { print_chart(); });
    menu.addSeparator();
    add(menu, tr("&Quit"), QKeySequence(tr("Ctrl+Q")),
        tr("Close the window; what is open and chosen is there again next time"), [this] { close(); })
        ->setMenuRole(QAction::QuitRole);
    fill_recent_menu();
}

void MainWindow::build_edit_menu() {
    auto& menu = *menuBar()->addMenu(tr("&Edit"));
    add(menu, tr("&Copy"), QKeySequence::Copy,
        tr("Copy what has the focus: selected rows as tab-separated text, a chart as a picture"),
        [this] { copy(); });
    add(menu, tr("Copy whole &table"), QKeySequence(tr("Ctrl+Shift+C")),
        tr("Copy all rows of the table that is seen"), [this] { copy_table(); });
    add(menu, tr("Copy c&hart"), {}, tr("Copy the chart that is seen as a picture"),
        [this] { copy_chart(); });
    menu.addSeparator();
    add(menu, tr("&Find cases"), QKeySequence::Find,
        tr("Go to the line that finds cases by words and fields"), [this] {
            show_view(QStringLiteral("runs"));
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
        add(menu, tr(kind.title), number <= 10 ? QKeySequence(tr("Alt+%1").arg(number % 10)) : QKeySequence(),
            tr(kind.needs), [this, id] { show_view(id); });
        ++number;
    }
    menu.addSeparator();
    auto& shown = *menu.addMenu(tr("&Shown"));
    for (const auto& kind : view_kinds())
        shown.addAction(docks_.at(QString::fromLatin1(kind.id))->toggleViewAction());
    add(menu, tr("&Reset layout"), {}, tr("All views as they were at first"), [this] { reset_layout(); });
    menu.addSeparator();
    for (const auto& [kind, text, keys] :
         {std::tuple{StagesView::Kind::bars, tr("Stages as &bars"), tr("Ctrl+B")},
          {StagesView::Kind::timeline, tr("Stages as &timeline"), tr("Ctrl+T")},
          {StagesView::Kind::heat, tr("Stages as &heat map"), tr("Ctrl+H")}})
        add(menu, text, QKeySequence(keys), tr("How the stages of the case shown are drawn"),
            [this, kind = kind] {
                show_view(QStringLiteral("stages"));
                view_as<StagesView>("stages").set_kind(kind);
            });
    menu.addSeparator();
    for (std::size_t i = 0; i < analyzer::groupings.size(); ++i) {
        const auto grouping = analyzer::groupings[i];
        auto* action =
            add(menu, tr("By %1").arg(to_qstring(name_of(grouping))), QKeySequence(tr("Ctrl+%1").arg(i + 1)),
                tr("What one bar and one row of the stages stand for"), [this, grouping] {
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
    add(menu, tr("Co&lumns..."), {}, tr("Choose the columns of the table that is seen"), [this] {
        if (auto* seen = current_view(); seen != nullptr && seen->table() != nullptr)
            seen->table()->choose_columns();
    });
    menu.addSeparator();
    auto& theme = *menu.addMenu(tr("&Theme"));
    auto* themes = new QActionGroup(this);
    for (const auto& [value, text] : {std::pair{Theme::system, tr("As the &desktop")},
                                      {Theme::light, tr("&Light colours")},
                                      {Theme::dark, tr("Dar&k colours")}}) {
        auto* action =
            add(theme, text, {}, tr("Colours of the window"), [this, value = value] { set_theme(value); });
        action->setCheckable(true);
        action->setActionGroup(themes);
        action->setProperty("theme", static_cast<int>(value));
    }
}

void MainWindow::build_go_menu() {
    auto& menu = *menuBar()->addMenu(tr("&Go"));
    back_ = add(menu, tr("&Back"), QKeySequence(tr("Alt+Left")), tr("What was selected before"),
                [this] { workspace_.selected().back(); });
    back_->setIcon(style()->standardIcon(QStyle::SP_ArrowBack));
    forward_ = add(menu, tr("&Forward"), QKeySequence(tr("Alt+Right")), tr("What was selected after"),
                   [this] { workspace_.selected().forward(); });
    forward_->setIcon(style()->standardIcon(QStyle::SP_ArrowForward));
    menu.addSeparator();
    add(menu, tr("&Compare with the case shown before"), QKeySequence(tr("Ctrl+D")),
        tr("The case that was shown before this one is compared with it"), [this] {
            auto& selected = workspace_.selected();
            const auto now = workspace_.selection().baseline;
            int steps = 0;
            CaseRef before;
            while (selected.can_go_back() && before.is_none()) {
                selected.back();
                ++steps;
                if (!(workspace_.selection().baseline == now)) before = workspace_.selection().baseline;
            }
            for (; steps > 0; --steps) selected.forward();
            if (!before.is_none()) workspace_.toggle_other(before);
        });
}

void MainWindow::build_help_menu() {
    auto& menu = *menuBar()->addMenu(tr("&Help"));
    add(menu, tr("&Commands..."), QKeySequence(tr("Ctrl+K")), tr("Every command by its name"),
        [this] { show_palette(); });
    add(menu, tr("&Keyboard shortcuts..."), QKeySequence(tr("?")), tr("All keys"),
        [this] { show_shortcuts(); });
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
        auto* action = recent_menu_->addAction(QString(path).replace(u'&', QStringLiteral("&&")), this,
                                               [this, path] { open_file(path); });
        action->setProperty("group", tr("Open"));
    }
    recent_menu_->setEnabled(!recent_menu_->isEmpty());
}

void MainWindow::choose_files() {
    const auto shown = workspace_.current_file();
    const auto paths = QFileDialog::getOpenFileNames(
        this, tr("Open SortScope files"), shown ? QFileInfo(shown->path).absolutePath() : QString(),
        tr("SortScope files (*.db *.sortscope);;All files (*)"));
    for (const auto& path : paths) open_file(path);
}

void MainWindow::reload() {
    workspace_.reload();
    if (!last_open_.isEmpty()) workspace_.open(last_open_);  // after a failed open, that file is tried again
}

void MainWindow::export_chart() {
    auto* seen = current_view();
    auto* chart = seen != nullptr ? seen->chart() : nullptr;
    if (chart == nullptr || !chart->has_chart()) {
        message_->show_error(chart != nullptr
                                 ? tr("There is no chart to export: %1").arg(chart->message())
                                 : tr("There is no chart to export: choose a view that has one."));
        return;
    }
    QString path = QFileDialog::getSaveFileName(
        this, tr("Export the chart"), {},
        tr("PNG image (*.png);;PDF document (*.pdf);;SVG picture (*.svg);;CSV values (*.csv)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".png");
    if (const auto failure = chart->export_to(path); failure.isEmpty())
        statusBar()->showMessage(tr("Wrote %1").arg(path), 5000);
    else
        message_->show_error(failure);
}

void MainWindow::export_table() {
    auto* seen = current_view();
    auto* table = seen != nullptr ? seen->table() : nullptr;
    if (table == nullptr || table->table().rowCount() == 0) {
        message_->show_error(tr("There is no table to export: choose a view that has one."));
        return;
    }
    QString path = QFileDialog::getSaveFileName(this, tr("Export the table"), {}, tr("CSV values (*.csv)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".csv");
    seen->export_table(path);
}

void MainWindow::print_chart() {
    auto* seen = current_view();
    if (seen == nullptr || seen->chart() == nullptr) return;
    if (const auto refusal = seen->chart()->print(); !refusal.isEmpty()) message_->show_error(refusal);
}

void MainWindow::copy() {
    // What has the focus is copied, and nothing else.
    auto* focus = QApplication::focusWidget();
    if (auto* line = qobject_cast<QLineEdit*>(focus)) return line->copy();
    if (auto* text = qobject_cast<QTextBrowser*>(focus)) return text->copy();
    if (auto* table = qobject_cast<TableView*>(focus)) return table->copy();
    if (auto* text = qobject_cast<QPlainTextEdit*>(focus)) return text->copy();
    for (auto* at = focus; at != nullptr; at = at->parentWidget()) {
        if (auto* chart = qobject_cast<ChartView*>(at)) return chart->copy_picture();
        if (auto* source = qobject_cast<SourcePane*>(at)) return source->copy();
    }
    if (auto* items = qobject_cast<QAbstractItemView*>(focus);
        items != nullptr && items->currentIndex().isValid())
        QApplication::clipboard()->setText(items->currentIndex().siblingAtColumn(0).data().toString());
}

void MainWindow::copy_table() {
    auto* seen = current_view();
    if (seen != nullptr && seen->table() != nullptr && seen->table()->table().rowCount() > 0)
        seen->table()->copy_all();
}

void MainWindow::copy_chart() {
    auto* seen = current_view();
    if (seen != nullptr && seen->chart() != nullptr) seen->chart()->copy_picture();
}

void MainWindow::show_palette() { (new CommandPalette(commands(), this))->open(); }

void MainWindow::show_shortcuts() { shortcut_list(commands(), this)->open(); }

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

}  // namespace sortscope::gui
