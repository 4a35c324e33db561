// Sorts the counters table by number, with absent values after all numbers and the total always last.
#pragma once

#include <QSortFilterProxyModel>

namespace sortscope::gui {

class StageSortModel : public QSortFilterProxyModel {
    Q_OBJECT

 public:
    explicit StageSortModel(QObject* parent = nullptr);

    /// Rows of `rows` (all rows where empty) as tab-separated text with a header line of title, unit and
    /// source, in the order shown; `columns` names the columns, in order.
    QString tsv(const QList<int>& rows, const QList<int>& columns) const;

 protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

}  // namespace sortscope::gui
