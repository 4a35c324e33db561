// Any table of the window as an item model: cases, stages, launches, comparisons; a total, where it has one,
// is its last row.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "gui/models/table_rows.hpp"

namespace sortscope::gui {

/// Cells are made when a view asks for them; sorting reads the one column that it sorts by, numbers by value
/// and texts by their digits' values.
class TableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Role {
        sort_role =
            Qt::UserRole,  ///< a number, or text where the column is text; invalid where the value is absent
        total_role,        ///< true in the last row, the total
        bar_role,          ///< in a column of shares: the row's share over the largest row's, 0..1
        full_header_role,  ///< of a header: title, unit and source in one line
        plain_role  ///< the cell for other programs: a number's plain digits in the column's unit, or the
                    ///< text
    };

    explicit TableModel(QObject* parent = nullptr);
    ~TableModel() override;

    /// Shows `rows` in their own order; null empties the table.
    void set_rows(TableRowsPtr rows);
    /// Rows that come in pages have their own order alone.
    bool can_sort() const { return rows_ && !rows_->arrivals; }

    /// Whether another thread still looks for the order that was wished for. Another wish, or other rows, end
    /// that.
    bool is_sorting() const { return is_sorting_; }

    const TableRowsPtr& rows() const { return rows_; }
    /// Rows in the order shown; empty where that is their own.
    const std::vector<std::size_t>& order() const { return order_; }
    const std::vector<present::Column>& columns() const;
    /// The column called `id`, -1 where there is none.
    int column_of(const QString& id) const;
    /// The column that says "Total" in the last row, and that is never hidden: it says which row each is.
    int naming_column() const;
    bool is_total(int row) const { return rows_ && rows_->has_total() && row == rowCount() - 1; }
    /// The row of the breakdown that stands at `row`, -1 for the total; and the other way round.
    int breakdown_row(int row) const;
    int row_of(int breakdown_row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// By number, absent values behind all numbers and the total always last; a column below 0: the
    /// breakdown's own order. Of very many rows the order comes later: another thread finds it.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 signals:
    void sorting_changed(bool sorting);

 private:
    present::Cell cell(int row, int column) const;
    void follow_arrivals();
    QString text(const present::Cell& cell, int row, int column) const;
    QString tooltip(const present::Cell& cell, int row, int column) const;
    void find_sources();
    void take_order(std::vector<std::size_t> order);
    void set_sorting(bool sorting);

    TableRowsPtr rows_;
    std::vector<std::optional<Provenance>> sources_;  ///< of each column, as its header says
    std::vector<std::size_t> order_;                  ///< rows in the order shown; empty: their own
    std::vector<std::size_t> places_;                 ///< where each row stands; empty: its own place
    /// Counts the wishes for an order; a job that has an older one ends.
    std::shared_ptr<std::atomic<unsigned>> wish_ = std::make_shared<std::atomic<unsigned>>(0);
    bool is_sorting_ = false;
};

}  // namespace sortscope::gui
