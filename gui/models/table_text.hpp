// A table for other programs: tab-separated text to paste, or a CSV file.
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

/// The fewest digits that give the same number back.
QString plain_digits(const Number& number);

/// The most rows to copy; more belong in a file.
inline constexpr int most_copied_rows = 20'000;

/// Rows of `model` (all if empty), in the order shown, as tab-separated text with a header line of title,
/// unit and source. Numbers are plain digits in the header's unit.
QString tab_separated(const TableModel& model, const QList<int>& rows, const QList<int>& columns);
/// Whether these rows (all if empty) can be copied: at most most_copied_rows, all of them read.
bool can_copy(const TableModel& model, const QList<int>& rows);

/// A table for the loader's thread: its rows, their order (empty: their own), its columns and their header.
struct TableExport {
    TableRowsPtr rows;
    std::vector<std::size_t> order, columns;
    QStringList header;
};
TableExport table_export(const TableModel& model, const QList<int>& columns);
/// Writes it as CSV, the total last, and returns the number of rows; null if stale. Leaves no incomplete
/// file. Throws as CsvFile and as the reader.
std::shared_ptr<const std::size_t> write_csv(Readers& readers, const TableExport& table, const QString& to,
                                             const Stale& stale);

}  // namespace sortscope::gui
