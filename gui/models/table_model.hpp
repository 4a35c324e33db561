// Any table of the window: cells made on demand, since a case may have a million launches, and their item
// model.
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

/// The columns of a table, and its cells one by one. The functions own what they read; one thread at a time
/// calls them.
struct TableRows {
    std::vector<present::Column> columns;
    std::size_t count = 0;  ///< rows, without the total
    std::function<present::Cell(std::size_t row, std::size_t column)> cell;
    /// The number to sort by; if this is empty, cell() has it.
    std::function<std::optional<Number>(std::size_t row, std::size_t column)> number;
    std::vector<present::Cell> total;  ///< may be empty
    /// Rows that come in pages: announces each page. Such rows cannot be sorted.
    std::shared_ptr<RowArrivals> arrivals;
    /// Rows that come in pages: reads all of them, on the loader's thread, while `each` returns true.
    std::function<void(Readers& readers,
                       const std::function<bool(const std::vector<present::Cell>& row)>& each)>
        stream;
    /// The same rows for another thread; may be empty.
    std::function<std::shared_ptr<const TableRows>()> again;
    /// Rows that come in pages: whether a row was read.
    std::function<bool(std::size_t row)> is_here;

    bool has_total() const { return !total.empty(); }
};
using TableRowsPtr = std::shared_ptr<const TableRows>;

/// Cells of rows that `make` makes whole. It keeps the last row, since views ask for the cells of a row one
/// after the other.
std::function<present::Cell(std::size_t row, std::size_t column)> cells_by_row(
    std::function<std::vector<present::Cell>(std::size_t row)> make);

/// The columns of a present table that the window shows: all but bars, which are drawn behind numbers.
class ShownColumns {
 public:
    explicit ShownColumns(const std::vector<present::Column>& all);
    std::size_t size() const { return kept_.size(); }
    /// The index of a shown column in the present table.
    std::size_t operator[](std::size_t column) const { return kept_[column]; }
    std::vector<present::Column> columns(const std::vector<present::Column>& all) const;
    std::vector<present::Cell> cells(const present::Row& row) const;

 private:
    std::vector<std::size_t> kept_;
};

/// The rows of a complete table, without rules. Its last total becomes the total, others become rows.
TableRowsPtr table_rows(present::Table table);

/// Sorts by number, or by text with digits by their value, and stably; absent values come last. Reads all
/// rows of the column: `rows` must belong to this thread.
std::vector<std::size_t> sorted_rows(const TableRows& rows, std::size_t column, bool ascending);
/// The same; nothing once `unwanted` returns true.
std::optional<std::vector<std::size_t>> sorted_rows(const TableRows& rows, std::size_t column, bool ascending,
                                                    const std::function<bool()>& unwanted);

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
