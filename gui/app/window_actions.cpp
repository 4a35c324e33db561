// The main window's menus and what they do.
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>

#include "core/version.hpp"
#include "gui/app/main_window.hpp"
#include "gui/app/recent_files.hpp"
#include "gui/models/text.hpp"
#include "gui/views/case_page.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/message_bar.hpp"
#include "gui/views/run_browser.hpp"
#include "gui/views/stage_table_view.hpp"
#include "gui/views/theme.hpp"

namespace sortscope::gui {

void MainWindow::build_file_menu() {
    auto* menu = menuBar()->addMenu(tr("&File"));
    menu->addAction(tr("&Open..."), QKeySequence::Open, this, &MainWindow::choose_file);
    recent_menu_ = menu->addMenu(tr("Open &recent"));
    reload_ = menu->addAction(tr("Re&load"), QKeySequence::Refresh, this, &MainWindow::reload);
    reload_->setStatusTip(tr("Read the file anew: a collector may have added cases"));
    reload_->setEnabled(false);
    menu->addSeparator();
    export_ =
        menu->addAction(tr("&Export chart..."), QKeySequence(tr("Ctrl+E")), this, &MainWindow::export_chart);
    export_->setStatusTip(tr("Write the chart that is shown as PNG or PDF"));
    menu->addSeparator();
    auto* quit = menu->addAction(tr("&Quit"), QKeySequence(tr("Ctrl+Q")), this, &QWidget::close);
    quit->setMenuRole(QAction::QuitRole);
    fill_recent_menu();
}

void MainWindow::build_edit_menu() {
    auto* menu = menuBar()->addMenu(tr("&Edit"));
    menu->addAction(tr("&Copy rows"), QKeySequence::Copy, this, &MainWindow::copy_rows)
        ->setStatusTip(tr("Copy the selected rows of the counters table as tab-separated text"));
    menu->addAction(tr("Copy whole &table"), QKeySequence(tr("Ctrl+Shift+C")), this, &MainWindow::copy_table);
    menu->addSeparator();
    menu->addAction(tr("&Find cases"), QKeySequence::Find, this, [this] {
        browser_->filter_line().setFocus();
        browser_->filter_line().selectAll();
    });
}

void MainWindow::build_view_menu() {
    auto* menu = menuBar()->addMenu(tr("&View"));
    auto* group = new QActionGroup(this);
    for (std::size_t i = 0; i < analyzer::groupings.size(); ++i) {
        const auto grouping = analyzer::groupings[i];
        auto* action =
            menu->addAction(tr("By %1").arg(to_qstring(name_of(grouping))), QKeySequence(tr("Ctrl+%1").arg(i + 1)),
                            this, [this, grouping] { case_page_->set_grouping(grouping); });
        action->setCheckable(true);
        action->setActionGroup(group);
        action->setChecked(grouping == case_page_->grouping());
        connect(case_page_, &CasePage::grouping_changed, action,
                [action, grouping](analyzer::Grouping chosen) { action->setChecked(chosen == grouping); });
    }
    menu->addSeparator();
    struct TabAction {
        QString text;
        CasePage::Tab tab;
    };
    int number = 1;
    for (const auto& [text, tab] : {TabAction{tr("Stage &breakdown"), CasePage::Tab::breakdown},
                                    TabAction{tr("&Throughput"), CasePage::Tab::throughput},
                                    TabAction{tr("Block &size"), CasePage::Tab::block_sweep}})
        menu->addAction(text, QKeySequence(tr("Alt+%1").arg(number++)), this,
                        [this, tab = tab] { case_page_->set_tab(tab); });
    menu->addSeparator();
    auto* columns = menu->addMenu(tr("&Columns"));
    connect(columns, &QMenu::aboutToShow, this, [this, columns] {
        columns->clear();
        case_page_->table().fill_columns_menu(*columns);
    });
    menu->addSeparator();
    dark_ = menu->addAction(tr("&Dark colours"));
    dark_->setCheckable(true);
    connect(dark_, &QAction::triggered, this, &MainWindow::set_dark);
}

void MainWindow::build_help_menu() {
    auto* menu = menuBar()->addMenu(tr("&Help"));
    menu->addAction(tr("&About SortScope"), this, &MainWindow::show_about)->setMenuRole(QAction::AboutRole);
}

void MainWindow::fill_recent_menu() {
    recent_menu_->clear();
    for (const auto& path : recent_files())
        recent_menu_->addAction(path, this, [this, path] { open_file(path); });
    recent_menu_->setEnabled(!recent_menu_->isEmpty());
}

void MainWindow::choose_file() {
    const QString folder = path_.isEmpty() ? QString() : QFileInfo(path_).absolutePath();
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a SortScope file"), folder, tr("SortScope files (*.db *.sortscope);;All files (*)"));
    if (!path.isEmpty()) open_file(path);
}

void MainWindow::reload() {
    // After a failed open, that file is tried again.
    const QString path = pending_path_.isEmpty() ? path_ : pending_path_;
    if (path.isEmpty()) return;
    const auto& contents = case_page_->contents();
    open_file(path, contents && path == path_ ? contents->record.id : CaseId{});
}

void MainWindow::export_chart() {
    auto& chart = case_page_->current_chart();
    if (!chart.has_chart()) {
        message_->show_error(tr("There is no chart to export: %1").arg(chart.message()));
        return;
    }
    QString path = QFileDialog::getSaveFileName(this, tr("Export the chart"), {},
                                                tr("PNG image (*.png);;PDF document (*.pdf)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".png");
    if (chart.export_to(path))
        statusBar()->showMessage(tr("Wrote %1").arg(path), 5000);
    else
        message_->show_error(
            tr("The chart could not be written to %1. Choose a name that ends in .png or .pdf, in a folder that you may write to.")
                .arg(path));
}

void MainWindow::copy_rows() {
    // Ctrl+C belongs to the line that is being edited, where there is one.
    if (auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget())) {
        line->copy();
        return;
    }
    if (case_page_->table().table().rowCount() > 0)
        QApplication::clipboard()->setText(case_page_->table().selection_as_tsv());
}

void MainWindow::copy_table() {
    if (case_page_->table().table().rowCount() > 0)
        QApplication::clipboard()->setText(case_page_->table().all_as_tsv());
}

void MainWindow::show_about() {
    QMessageBox::about(this, tr("About SortScope"),
                       tr("<p><b>SortScope %1</b></p><p>A profiler for multi-stage sorting kernels. The "
                          "project is licensed under "
                          "Apache-2.0.</p><p>This window draws its charts with QCustomPlot %2, which is "
                          "GPL-3.0: as a program, the "
                          "window is distributed under the GPL-3.0. It uses Qt %3.</p>")
                           .arg(QString::fromLatin1(program_version), plot_library_version(),
                                QString::fromLatin1(qVersion())));
}

}  // namespace sortscope::gui
