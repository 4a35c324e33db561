#include "gui/views/stage_table_view.hpp"

#include <algorithm>
#include <utility>

#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>

#include "gui/models/text.hpp"
#include "gui/views/stage_delegate.hpp"

namespace sortscope::gui {
namespace {

constexpr int sampled_rows = 200;                          // for a column's width
constexpr std::size_t most_rows_sorted_at_once = 200'000;  // when a table is shown

}  // namespace

StageTableView::StageTableView(QWidget* parent)
    : QTableView(parent), table_(new StageTableModel(this)) {
    setObjectName(QStringLiteral("stage_table"));
    setAccessibleName(tr("Counters table"));
    setModel(table_);
    setItemDelegate(new StageDelegate(this));
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setTabKeyNavigation(false);  // Tab leaves the table; arrows move in it
    setCornerButtonEnabled(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setResizeContentsPrecision(sampled_rows);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &StageTableView::next_order);
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

void StageTableView::set_rows(TableRowsPtr rows) {
    const QScopedValueRollback guard(quiet_, true);
    // Sorting a million rows takes its time: it is done when it is asked for, not whenever such a table is shown.
    if (rows && rows->count > most_rows_sorted_at_once) sorted_by_.clear();
    table_->set_rows(std::move(rows));
    sort_by(sorted_by_, order_);
    show_chosen_columns();
}

void StageTableView::sort_by(const QString& id, Qt::SortOrder order) {
    sorted_by_ = id;
    order_ = order;
    const int column = id.isEmpty() ? -1 : table_->column_of(id);
    horizontalHeader()->setSortIndicatorShown(column >= 0);
    horizontalHeader()->setSortIndicator(column, order);
    table_->sort(column, order);
    fit_columns();
}

void StageTableView::next_order(int column) {
    if (column < 0 || column >= table_->columnCount()) return;
    const auto& about = table_->columns()[static_cast<std::size_t>(column)];
    const auto id = to_qstring(about.id);
    // Numbers: the largest first, then the smallest, then the breakdown's own order; names and texts ascend first.
    const auto first = about.align == present::Align::left || about.names_row ? Qt::AscendingOrder : Qt::DescendingOrder;
    const auto second = first == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
    if (sorted_by_ != id)
        sort_by(id, first);
    else if (order_ == first)
        sort_by(id, second);
    else
        sort_by({}, first);
}

int StageTableView::current_row() const { return currentIndex().isValid() ? table_->breakdown_row(currentIndex().row()) : -1; }

void StageTableView::set_current_row(int row) {
    const QScopedValueRollback guard(quiet_, true);
    const auto columns = shown_columns();
    const int place = table_->row_of(row);
    if (place < 0 || columns.isEmpty()) {
        clearSelection();
        return;
    }
    const auto index = table_->index(place, columns.first());
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
    return tab_separated(*table_, rows, shown_columns());
}

QString StageTableView::all_as_tsv() const { return tab_separated(*table_, {}, shown_columns()); }

void StageTableView::fill_columns_menu(QMenu& menu) {
    for (int i = 0; i < table_->columnCount(); ++i) {
        const auto& column = table_->columns()[static_cast<std::size_t>(i)];
        const QString title = to_qstring(column.title);
        auto* action = menu.addAction(
            column.unit.empty() ? title : QStringLiteral("%1 (%2)").arg(title, typeset(column.unit)));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(i));
        action->setToolTip(to_qstring(column.sentence));
        action->setEnabled(i != table_->naming_column());  // it says which row it is
        connect(action, &QAction::toggled, this, [this, id = to_qstring(column.id)](bool shown) {
            (shown ? shown_by_user_ : hidden_by_user_).insert(id);
            (shown ? hidden_by_user_ : shown_by_user_).remove(id);
            show_chosen_columns();
        });
    }
    menu.setToolTipsVisible(true);
}

void StageTableView::show_chosen_columns() {
    for (int i = 0; i < table_->columnCount(); ++i) {
        const auto& column = table_->columns()[static_cast<std::size_t>(i)];
        const QString id = to_qstring(column.id);
        const bool shown = shown_by_user_.contains(id) || (column.shown && !hidden_by_user_.contains(id));
        setColumnHidden(i, !shown);
    }
    fit_columns();
}

int StageTableView::fitting_width(int column) const {
    // Qt's own hint reserves an arrow as tall as the header in every column; only the sorted one needs it.
    const QString title = table_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    const bool arrow = !sorted_by_.isEmpty() && horizontalHeader()->sortIndicatorSection() == column;
    const int header = horizontalHeader()->fontMetrics().size(0, title).width() + (arrow ? 30 : 10);
    // Rows in sight and some more are looked at, and the total, which is the widest of what adds up.
    QFont bold = font();
    bold.setBold(true);
    const auto last = table_->index(table_->rowCount() - 1, column).data().toString();
    return std::max({header, sizeHintForColumn(column), QFontMetrics(bold).horizontalAdvance(last) + 10});
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
