#include "gui/views/stage_table_view.hpp"

#include <algorithm>
#include <utility>

#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>

#include "gui/views/stage_delegate.hpp"

namespace sortscope::gui {

StageTableView::StageTableView(QWidget* parent)
    : QTableView(parent), table_(new StageTableModel(this)), sorted_(new StageSortModel(this)) {
    setObjectName(QStringLiteral("stage_table"));
    setAccessibleName(tr("Counters table"));
    sorted_->setSourceModel(table_);
    setModel(sorted_);
    setItemDelegate(new StageDelegate(this));
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setTabKeyNavigation(false);  // Tab leaves the table; arrows move in it
    setSortingEnabled(true);
    setCornerButtonEnabled(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setResizeContentsPrecision(300);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &StageTableView::fit_columns);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        QMenu menu;
        fill_columns_menu(menu);
        menu.exec(horizontalHeader()->mapToGlobal(position));
    });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!quiet_) emit row_selected(current_row());
    });
}

void StageTableView::set_case(CaseContentsPtr contents, analyzer::Grouping grouping) {
    const QScopedValueRollback guard(quiet_, true);
    table_->set_case(std::move(contents), grouping);
    show_chosen_columns();
}

int StageTableView::current_row() const {
    const auto source = sorted_->mapToSource(currentIndex());
    return !source.isValid() || table_->is_total(source.row()) ? -1 : source.row();
}

void StageTableView::set_current_row(int row) {
    const QScopedValueRollback guard(quiet_, true);
    const auto columns = shown_columns();
    if (row < 0 || row >= table_->rowCount() || columns.isEmpty()) {
        clearSelection();
        return;
    }
    const auto index = sorted_->mapFromSource(table_->index(row, columns.first()));
    setCurrentIndex(index);
    scrollTo(index);
}

QList<int> StageTableView::shown_columns() const {
    QList<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
        if (const int column = horizontalHeader()->logicalIndex(visual); !isColumnHidden(column))
            columns << column;
    return columns;
}

QString StageTableView::selection_as_tsv() const {
    QList<int> rows;
    for (const auto& index : selectionModel()->selectedRows(shown_columns().value(0))) rows << index.row();
    std::sort(rows.begin(), rows.end());
    return sorted_->tsv(rows, shown_columns());
}

QString StageTableView::all_as_tsv() const { return sorted_->tsv({}, shown_columns()); }

void StageTableView::fill_columns_menu(QMenu& menu) {
    for (int i = 0; i < table_->columnCount(); ++i) {
        const auto& column = table_->columns()[static_cast<std::size_t>(i)];
        auto* action = menu.addAction(
            column.unit.isEmpty() ? column.title : QStringLiteral("%1 (%2)").arg(column.title, column.unit));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(i));
        action->setToolTip(column.description);
        action->setEnabled(i > 0);  // the first says which row it is
        connect(action, &QAction::toggled, this, [this, title = column.title](bool shown) {
            (shown ? shown_by_user_ : hidden_by_user_).insert(title);
            (shown ? hidden_by_user_ : shown_by_user_).remove(title);
            show_chosen_columns();
        });
    }
    menu.setToolTipsVisible(true);
}

void StageTableView::show_chosen_columns() {
    for (int i = 0; i < table_->columnCount(); ++i) {
        const auto& column = table_->columns()[static_cast<std::size_t>(i)];
        const bool shown = shown_by_user_.contains(column.title) ||
                           (column.shown && !hidden_by_user_.contains(column.title));
        setColumnHidden(i, !shown);
    }
    fit_columns();
}

int StageTableView::fitting_width(int column) const {
    // Qt's own hint reserves an arrow as tall as the header in every column; only the sorted one needs it.
    const QString title = sorted_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    const bool arrow = horizontalHeader()->sortIndicatorSection() == column;
    const int header = horizontalHeader()->fontMetrics().size(0, title).width() + (arrow ? 30 : 10);
    return std::max(header, sizeHintForColumn(column));
}

void StageTableView::fit_columns() {
    const auto columns = shown_columns();
    if (columns.isEmpty()) return;
    int used = 0;
    for (const int column : columns) {
        setColumnWidth(column, fitting_width(column));
        used += columnWidth(column);
    }
    const int spare = viewport()->width() - used;
    if (spare <= 0) return;
    // Room left over is shared out, so that the table ends where the window does.
    for (qsizetype i = 0; i < columns.size(); ++i) {
        const auto count = static_cast<int>(columns.size());
        const int extra = spare / count + (i < spare % count ? 1 : 0);
        setColumnWidth(columns.at(i), columnWidth(columns.at(i)) + extra);
    }
}

void StageTableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fit_columns();
}

}  // namespace sortscope::gui
