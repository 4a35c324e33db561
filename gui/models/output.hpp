// Output of the window: pictures, CSV files, text to paste.
#pragma once

#include "gui/models/loader.hpp"
#include "gui/models/table_model.hpp"

namespace sortscope::gui {
/// Reason why `path` must not be written; empty if writing is allowed.
QString refusal_of_output(const QString& path);

/// Reason why `name` is refused: it is not UTF-8, so Qt could not find the file. Else empty.
QString refusal_of_name(const QByteArray& name);

/// Replaces a file by `bytes` completely or not at all. Writes to devices and pipes directly.
/// Returns false on failure. Throws as db::spare_profiles().
bool write_file(const QString& path, const QByteArray& bytes);

/// Replaces the file `path` at commit(). Throws std::runtime_error, and as db::spare_profiles().
class CsvFile {
 public:
    explicit CsvFile(const QString& path);
    void write(const std::vector<std::string>& fields);
    void commit() {
        if (!file_.commit()) refuse();
    }

 private:
    [[noreturn]] void refuse() const;

    QSaveFile file_;
};

/// The fewest digits that are read back as `number`.
QString plain_digits(const Number& number);

inline constexpr int most_copied_rows = 20'000;

/// `rows` (all if empty) with a header line. Numbers are plain digits in the header's unit.
QString tab_separated(const TableModel& model, const QList<int>& rows, const QList<int>& columns);
/// Returns whether `rows` (all if empty) are read and are at most most_copied_rows.
bool can_copy(const TableModel& model, const QList<int>& rows);

struct TableExport {
    TableRowsPtr rows;
    std::vector<size_t> order, columns;  ///< order: empty for the rows' own order
    QStringList header;
};
TableExport table_export(const TableModel& model, const QList<int>& columns);
/// Writes CSV, the total last; returns the number of rows, null if stale. Throws as CsvFile and the reader.
Shared<size_t> write_csv(Readers& readers, const TableExport& table, const QString& to, const Stale& stale);
}
