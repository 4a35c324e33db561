// A table that makes its cells on demand: a case may have a million launches, and a window shows thirty.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

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

/// The columns of a present table that the window shows: all but bars, which are drawn behind numbers.
class ShownColumns {
 public:
    explicit ShownColumns(const std::vector<present::Column>& all);
    std::size_t size() const { return kept_.size(); }
    /// The index of a shown column in the present table.
    std::size_t operator[](std::size_t column) const { return kept_[column]; }
    std::vector<present::Column> columns(const std::vector<present::Column>& all) const;
    present::Cell cell(const present::Row& row, std::size_t column) const;
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

}  // namespace sortscope::gui
