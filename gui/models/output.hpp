// What leaves the window: pictures, CSV files, text to paste; and the names that files may have.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <QList>
#include <QSaveFile>
#include <QString>
#include <QStringList>

#include "gui/models/loader.hpp"
#include "gui/models/table_model.hpp"

namespace sortscope::gui {

/// Why nothing may be written to `path`, as a sentence; empty if it may.
QString refusal_of_output(const QString& path);

/// The same for a name that is not UTF-8: Qt keeps names as Unicode and could not find such a file again.
QString refusal_of_name(const QByteArray& name);

/// Replaces a file by all bytes or not at all; writes to a device or pipe directly. Returns whether it
/// succeeded. Throws as db::spare_profiles().
bool write_file(const QString& path, const QByteArray& bytes);

/// Replaces `path` when it is complete. Throws std::runtime_error, and as db::spare_profiles().
class CsvFile {
 public:
    explicit CsvFile(const QString& path);
    void write(const std::vector<std::string>& fields);
    void commit();

 private:
    [[noreturn]] void refuse() const;

    QSaveFile file_;
};

/// The fewest digits that give the same number back.
QString plain_digits(const Number& number);

/// The most rows to copy; more belong in a file.
inline constexpr int most_copied_rows = 20'000;

/// Rows of `model` (all if empty) with a header line. Numbers are plain digits in the header's unit.
QString tab_separated(const TableModel& model, const QList<int>& rows, const QList<int>& columns);
/// Whether these rows (all if empty) can be copied: at most most_copied_rows, all of them read.
bool can_copy(const TableModel& model, const QList<int>& rows);

/// A table for the loader's thread.
struct TableExport {
    TableRowsPtr rows;
    std::vector<std::size_t> order, columns;  ///< order: empty for the rows' own
    QStringList header;
};
TableExport table_export(const TableModel& model, const QList<int>& columns);
/// Writes CSV, the total last, and returns the number of rows; null if stale. Leaves no incomplete file.
/// Throws as CsvFile and as the reader.
std::shared_ptr<const std::size_t> write_csv(Readers& readers, const TableExport& table, const QString& to,
                                             const Stale& stale);

}  // namespace sortscope::gui
