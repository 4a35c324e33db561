// A table for other programs: as tab-separated text to paste, as a file of comma-separated values.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <QList>
#include <QString>
#include <QStringList>

#include "gui/models/loader.hpp"
#include "gui/models/table_rows.hpp"

namespace sortscope::gui {

class TableModel;

/// A number as other programs read it, in as many digits as bring the same number back.
QString plain_digits(const Number& number);

/// How many rows are pasted at most: more are better written to a file.
inline constexpr int most_copied_rows = 20'000;

/// Rows of `model` (all rows where empty) as tab-separated text with a header line of title, unit and source,
/// in the order shown; numbers are plain digits in the header's unit. `columns` names the columns, in order.
QString tab_separated(const TableModel& model, const QList<int>& rows, const QList<int>& columns);
/// Whether all of these rows (all where empty) can be copied: no more than most_copied_rows, and each of them
/// here.
bool can_copy(const TableModel& model, const QList<int>& rows);

/// What is written of a table: its rows for another thread, in the order shown (empty: their own), and the
/// columns with what stands above them.
struct TableExport {
    TableRowsPtr rows;
    std::vector<std::size_t> order, columns;
    QStringList header;
};
/// Of what `model` shows.
TableExport table_export(const TableModel& model, const QList<int>& columns);
/// Writes it as CSV, the total last; in the loader's thread. Returns how many rows; nothing is left at `to`
/// where it fails or nobody waits any more. Throws std::runtime_error where the file cannot be written, and
/// as the reader.
std::shared_ptr<const std::size_t> write_csv(Readers& readers, const TableExport& table, const QString& to,
                                             const Stale& stale);

}  // namespace sortscope::gui
