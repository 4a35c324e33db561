// A table whose cells are made when they are asked for: a case may have a million launches, of which a window
// shows thirty.
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

/// Says when cells that were not there yet have come.
class RowArrivals : public QObject {
    Q_OBJECT

 public:
    using QObject::QObject;

 signals:
    void arrived(qulonglong first, qulonglong count);
};

/// The columns of a table, and its cells one by one. The functions hold on to what they read; one thread at a
/// time calls them.
struct TableRows {
    std::vector<present::Column> columns;
    std::size_t count = 0;  ///< rows, without the total
    std::function<present::Cell(std::size_t row, std::size_t column)> cell;
    /// The number of a cell without its text, to sort by; where it is empty, cell() is asked.
    std::function<std::optional<Number>(std::size_t row, std::size_t column)> number;
    std::vector<present::Cell> total;  ///< empty where there is none
    /// Of rows that come in pages: tells of each page. Such rows are not sorted, for that takes them all.
    std::shared_ptr<RowArrivals> arrivals;
    /// Of such rows: goes through all of them, in the loader's thread; `each` says whether to go on.
    std::function<void(Readers& readers,
                       const std::function<bool(const std::vector<present::Cell>& row)>& each)>
        stream;
    /// The same rows for another thread; empty where they cannot be had twice.
    std::function<std::shared_ptr<const TableRows>()> again;
    /// Of rows that come in pages: whether a row has come.
    std::function<bool(std::size_t row)> is_here;

    bool has_total() const { return !total.empty(); }
};
using TableRowsPtr = std::shared_ptr<const TableRows>;

/// A table of present/ that is whole already. Rules are left out, columns of bars too; rows that are totals
/// come below, the last of them as the total and those before it as rows.
TableRowsPtr table_rows(present::Table table);

/// By number, or by text with digits by their value; absent values behind all others. Rows that are alike
/// stay as they are. Goes through all rows, in one column: `rows` must be this thread's own.
std::vector<std::size_t> sorted_rows(const TableRows& rows, std::size_t column, bool ascending);
/// The same; nothing where `unwanted`, asked now and then, said that nobody waits for it any more.
std::optional<std::vector<std::size_t>> sorted_rows(const TableRows& rows, std::size_t column, bool ascending,
                                                    const std::function<bool()>& unwanted);

}  // namespace sortscope::gui
