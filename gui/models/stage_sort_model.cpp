#include "gui/models/stage_sort_model.hpp"

#include <QStringList>

#include "gui/models/stage_table_model.hpp"

namespace sortscope::gui {

StageSortModel::StageSortModel(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(StageTableModel::sort_role);
}

bool StageSortModel::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const bool ascending = sortOrder() == Qt::AscendingOrder;
    const bool left_total = left.data(StageTableModel::total_role).toBool();
    const bool right_total = right.data(StageTableModel::total_role).toBool();
    if (left_total != right_total) return left_total ? !ascending : ascending;
    const QVariant a = left.data(StageTableModel::sort_role);
    const QVariant b = right.data(StageTableModel::sort_role);
    if (a.isValid() != b.isValid()) return a.isValid() ? ascending : !ascending;
    return QSortFilterProxyModel::lessThan(left, right);
}

QString StageSortModel::tsv(const QList<int>& rows, const QList<int>& columns) const {
    QStringList lines;
    QStringList cells;
    for (const int column : columns)
        cells << headerData(column, Qt::Horizontal, StageTableModel::full_header_role).toString();
    lines << cells.join(u'\t');
    const int count = rows.isEmpty() ? rowCount() : static_cast<int>(rows.size());
    for (int i = 0; i < count; ++i) {
        const int row = rows.isEmpty() ? i : rows.at(i);
        cells.clear();
        for (const int column : columns) cells << index(row, column).data().toString().replace(u'\t', u' ');
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

}  // namespace sortscope::gui
