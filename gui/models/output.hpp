// Files that the window writes: pictures, tables, charts; and which names they may have.
#pragma once

#include <string>
#include <vector>

#include <QSaveFile>
#include <QString>

namespace sortscope::gui {

/// Throws Error(usage) if `path` is a file of profiles or its log: db::spare_profiles().
void spare_profiles(const QString& path);

/// Why nothing may be written to `path`, as a sentence; empty if it may.
QString refusal_of_output(const QString& path);

/// Why the window opens and writes no file of this name, as a sentence; empty if the name is UTF-8. Qt keeps
/// names as Unicode and could not find such a file again.
QString refusal_of_name(const QByteArray& name);

/// Writes all bytes or nothing: an old file stays until the new one is complete. A device or a pipe is
/// written directly. Returns whether it succeeded. Throws as spare_profiles().
bool write_file(const QString& path, const QByteArray& bytes);

/// A CSV file that replaces `path` when it is complete. Throws std::runtime_error if it cannot be written,
/// and as spare_profiles().
class CsvFile {
 public:
    explicit CsvFile(const QString& path);
    void write(const std::vector<std::string>& fields);
    void commit();

 private:
    void flush();
    [[noreturn]] void refuse() const;

    QSaveFile file_;
    std::string text_;  ///< not written yet
};

}  // namespace sortscope::gui
