// Model of any table. Makes cells on demand, since a case may have a million launches.
#pragma once

#include "gui/models/text.hpp"
#include "present/table.hpp"

namespace sortscope::gui {
class Readers;

class RowArrivals : public QObject {
    Q_OBJECT
 public:
    using QObject::QObject;

 signals:
    void arrived(qulonglong first, qulonglong count);
};

/// Only one thread at a time may call the functions.
struct TableRows {
    std::vector<present::Column> columns;
    size_t count = 0;  ///< without the totals
    std::function<present::Cell(size_t row, size_t column)> cell;
    /// Rows below all others: the total, then the rest and the whole sort.
    std::vector<std::vector<present::Cell>> totals;
    /// Copies the rows, so that another thread can sort. Without this function, the window's thread sorts.
    std::function<std::shared_ptr<const TableRows>()> again;
    /// Announces pages of a paged table. Its rows are read on demand and cannot be sorted. Else null.
    std::shared_ptr<RowArrivals> arrivals;
    std::function<bool(size_t row)> is_here;
    /// Returns whether a row's box is checked. Empty if rows have no boxes.
    std::function<bool(size_t row)> is_marked;
    /// Identifies a dragged row. Empty if rows cannot be dragged.
    std::function<QByteArray(size_t row)> handle;
    /// Reads the rows of a paged table in order, until `each` returns false.
    std::function<void(Readers& readers,
                       const std::function<bool(const std::vector<present::Cell>& row)>& each)>
        stream;
};
using TableRowsPtr = std::shared_ptr<const TableRows>;

/// Removes the bar columns of a table of namespace `present`: the window draws bars behind numbers.
template <class T>
std::vector<T> without_bars(const std::vector<present::Column>& columns, std::vector<T> all) {
    std::vector<T> shown;
    for (size_t i = 0; i < columns.size(); ++i)
        if (columns[i].fit != present::Fit::bar) shown.push_back(i < all.size() ? std::move(all[i]) : T{});
    return shown;
}

std::string total_name(const std::vector<present::Cell>& total);

/// Omits horizontal rules. Puts totals below all rows.
TableRowsPtr table_rows(present::Table table);

/// Sorts stably by number, or by text as natural_less(); absent values come last. Returns nothing once
/// `unwanted` returns true.
std::optional<std::vector<size_t>> sorted_rows(
    const TableRows& rows, size_t column, bool ascending,
    const std::function<bool()>& unwanted = [] { return false; });

class TableModel : public QAbstractTableModel {
    Q_OBJECT
 public:
    enum Role {
        total_role = Qt::UserRole,
        bar_role,          ///< length of the row's bar / the longest bar, 0..1
        source_role,       ///< of a header: Provenance as a number; absent if mixed or unknown
        full_header_role,  ///< title, unit and provenance in one line
        plain_role         ///< plain digits in the column's unit, or the text
    };

    using QAbstractTableModel::QAbstractTableModel;
    ~TableModel() override;

    /// Shows `rows` in their own order; null empties the table.
    void set_rows(TableRowsPtr rows);
    bool can_sort() const { return rows_ && !rows_->arrivals && code_column() < 0; }

    /// True while another thread sorts. A new order or new rows cancel the sorting.
    bool is_sorting() const { return is_sorting_; }

    const TableRowsPtr& rows() const { return rows_; }
    /// Empty for the rows' own order.
    const std::vector<size_t>& order() const { return order_; }
    const std::vector<present::Column>& columns() const;
    const present::Column& column_at(int at) const { return columns()[size_t(at)]; }
    int column_of(const QString& id) const;
    /// Column of source text; -1 if absent. A table with such a column cannot be sorted.
    int code_column() const;
    /// The column with "Total"; never hidden.
    int naming_column() const;
    bool is_total(int row) const { return rows_ && row >= int(rows_->count); }
    /// Converts between shown rows and the breakdown's rows; -1 for totals.
    int breakdown_row(int row) const {
        if (row < 0 || row >= rowCount() || is_total(row)) return -1;
        return order_.empty() ? row : int(order_[size_t(row)]);
    }
    int row_of(int breakdown_row) const {
        if (!rows_ || breakdown_row < 0 || size_t(breakdown_row) >= rows_->count) return -1;
        if (order_.empty()) return breakdown_row;
        return int(std::ranges::find(order_, size_t(breakdown_row)) - order_.begin());
    }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() || !rows_ ? 0 : int(rows_->count + rows_->totals.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    /// Accepts only a click on a row's box, and emits mark_wanted().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    void refresh_marks() {
        if (rows_ && rows_->is_marked)
            emit dataChanged(index(0, naming_column()), index(rowCount() - 1, naming_column()),
                             {Qt::CheckStateRole});
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Absent values come last, then the totals. A column below 0 restores the rows' own order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 signals:
    void sorting_changed(bool sorting);
    /// The user clicked the box of `row`, an index in the rows' own order.
    void mark_wanted(int row);

 private:
    present::Cell cell(int row, int column) const {
        const auto at = size_t(column);
        if (is_total(row)) return total_at(row)[at];
        return rows_->cell(size_t(breakdown_row(row)), at);
    }
    const std::vector<present::Cell>& total_at(int row) const {
        return rows_->totals[size_t(row) - rows_->count];
    }
    QString text(const present::Cell& cell, int row, int column) const;
    QString tooltip(const present::Cell& cell, int row, int column) const;
    void find_sources();
    void take_order(std::vector<size_t> order);
    void set_sorting(bool sorting) {
        if (std::exchange(is_sorting_, sorting) != sorting) emit sorting_changed(sorting);
    }

    TableRowsPtr rows_;
    std::vector<std::optional<Provenance>> sources_;
    std::vector<size_t> order_;
    /// Number of the latest sort; older sorts end early.
    std::shared_ptr<std::atomic<unsigned>> wish_ = std::make_shared<std::atomic<unsigned>>(0);
    bool is_sorting_ = false;
};
}
