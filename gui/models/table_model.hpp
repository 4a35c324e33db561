// Any table of the window: makes cells on demand, since a case may have a million launches.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>
#include <QObject>

#include "present/table.hpp"

namespace sortscope::gui {

class Readers;

/// Announces cells that were not read before.
class RowArrivals : public QObject {
    Q_OBJECT

 public:
    using QObject::QObject;

 signals:
    void arrived(qulonglong first, qulonglong count);
};

/// The columns of a table, and its cells one by one. One thread at a time calls the functions.
struct TableRows {
    std::vector<present::Column> columns;
    std::size_t count = 0;  ///< rows, without the total
    std::function<present::Cell(std::size_t row, std::size_t column)> cell;
    std::vector<present::Cell> total;  ///< may be empty
    /// The same rows for another thread; may be empty.
    std::function<std::shared_ptr<const TableRows>()> again;
    /// Of rows that come in pages, which cannot be sorted: announces each page.
    std::shared_ptr<RowArrivals> arrivals;
    std::function<bool(std::size_t row)> is_here;
    /// Reads all such rows, on the loader's thread, while `each` returns true.
    std::function<void(Readers& readers,
                       const std::function<bool(const std::vector<present::Cell>& row)>& each)>
        stream;

    bool has_total() const { return !total.empty(); }
};
using TableRowsPtr = std::shared_ptr<const TableRows>;

/// Those of a present table's columns or cells that the window shows: it draws bars behind numbers.
template <class T>
std::vector<T> without_bars(const std::vector<present::Column>& columns, std::vector<T> all) {
    std::vector<T> shown;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].fit != present::Fit::bar) shown.push_back(i < all.size() ? std::move(all[i]) : T{});
    return shown;
}

/// The rows of a complete table, without rules. Its last total becomes the total, others become rows.
TableRowsPtr table_rows(present::Table table);

/// Sorts stably by number, or by text with digits by their value; absent values come last. `rows` must belong
/// to this thread. Nothing once `unwanted` returns true.
std::optional<std::vector<std::size_t>> sorted_rows(
    const TableRows& rows, std::size_t column, bool ascending,
    const std::function<bool()>& unwanted = [] { return false; });

/// Makes cells when a view asks for them; sorting reads the one column that it sorts by.
class TableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Role {
        total_role = Qt::UserRole,  ///< true for the total
        bar_role,                   ///< share of a row over the largest, 0..1
        full_header_role,           ///< title, unit and provenance in one line
        plain_role                  ///< plain digits in the column's unit, or the text
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
    /// Absent values come last, then the total. A column below 0 restores the own order. Another thread sorts
    /// many rows.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 signals:
    void sorting_changed(bool sorting);

 private:
    present::Cell cell(int row, int column) const;
    QString text(const present::Cell& cell, int row, int column) const;
    QString tooltip(const present::Cell& cell, int row, int column) const;
    void find_sources();
    void take_order(std::vector<std::size_t> order);
    void set_sorting(bool sorting);

    TableRowsPtr rows_;
    std::vector<std::optional<Provenance>> sources_;  ///< by column
    std::vector<std::size_t> order_;                  ///< rows in the order shown; empty: their own
    /// Counts requested orders: older jobs end.
    std::shared_ptr<std::atomic<unsigned>> wish_ = std::make_shared<std::atomic<unsigned>>(0);
    bool is_sorting_ = false;
};

}  // namespace sortscope::gui
