// Opening a SortScope file: checks, and settings for reading or writing.
#pragma once

#include <SQLiteCpp/Database.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace sortscope::db {

/// Opens a file for reading only. Works on read-only files and in read-only folders, with and without a
/// write-ahead log. Throws Error(data), also for a file with triggers, or with views in place of tables.
SQLite::Database open_for_reading(const std::filesystem::path& path, std::chrono::milliseconds wait);

/// Opens a file for writing: creates it, or brings its wide tables up to the catalogue of metrics. Throws
/// Error(data).
SQLite::Database open_for_writing(const std::filesystem::path& path, std::chrono::milliseconds wait);

/// Moves everything into the one file and removes the log, unless another program has the file open. All
/// statements of `database` must be finished.
void merge_log(SQLite::Database& database) noexcept;

/// Merges the log at the end of a scope.
class MergeLogAtEnd {
 public:
    explicit MergeLogAtEnd(SQLite::Database& database) : database_(database) {}
    ~MergeLogAtEnd() { merge_log(database_); }
    MergeLogAtEnd(const MergeLogAtEnd&) = delete;
    MergeLogAtEnd& operator=(const MergeLogAtEnd&) = delete;

 private:
    SQLite::Database& database_;
};

/// A file beside `beside` that no other program uses ("all.db.merge-4711"), removed with its logs at the
/// beginning and at the end.
class TempFile {
 public:
    TempFile(const std::filesystem::path& beside, const std::string& what);
    ~TempFile();
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;
    const std::filesystem::path& path() const { return path_; }

    /// Renames the file to `into`. Throws Error(data) if that name is taken meanwhile, or on failure.
    void become(const std::filesystem::path& into) const;

 private:
    std::filesystem::path path_;
};

}  // namespace sortscope::db
