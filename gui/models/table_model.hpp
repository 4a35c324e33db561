// Any table of the window as an item model: cases, stages, launches, comparisons. A total is its last row.
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
        sort_role = Qt::UserRole,  ///< a number, or text in a text column; invalid if absent
        total_role,                ///< true for the total
        bar_role,                  ///< share of a row over the largest, 0..1
        full_header_role,          ///< title, unit and provenance in one line
        plain_role                 ///< plain digits in the column's unit, or the text
    };

    explicit TableModel(QObject* parent = nullptr);
    ~TableModel() override;

    /// Shows `rows` in their own order; null empties the table.
    void set_rows(TableRowsPtr rows);
    /// False for rows that come in pages.
    bool can_sort() const { return rows_ && !rows_->arrivals; }

    /// Whether another thread sorts. Another order, or other rows, cancel that.
    bool is_sorting() const { return is_sorting_; }

    const TableRowsPtr& rows() const { return rows_; }
    /// Rows in the order shown; empty: their own.
    const std::vector<std::size_t>& order() const { return order_; }
    const std::vector<present::Column>& columns() const;
    /// -1 if there is none.
    int column_of(const QString& id) const;
    /// The column that names rows and says "Total"; it is never hidden.
    int naming_column() const;
    bool is_total(int row) const { return rows_ && rows_->has_total() && row == rowCount() - 1; }
    /// Converts a shown row to a row of the breakdown, and back; -1 for the total.
    int breakdown_row(int row) const;
    int row_of(int breakdown_row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Absent values come last, then the total. A column below 0 restores the own order. Many rows: on
    /// another thread.
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
    std::vector<std::optional<Provenance>> sources_;  ///< by column
    std::vector<std::size_t> order_;                  ///< rows in the order shown; empty: their own
    std::vector<std::size_t> places_;                 ///< place of each row; empty: their own
    /// Counts requested orders; jobs with an older number end.
    std::shared_ptr<std::atomic<unsigned>> wish_ = std::make_shared<std::atomic<unsigned>>(0);
    bool is_sorting_ = false;
};

}  // namespace sortscope::gui
