// Opening a SortScope file, and the settings of its connection.
#pragma once

#include <SQLiteCpp/Database.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace sortscope::db {
using SQLite::Database;

/// Opens a file for reading only, also on read-only disks, with and without a write-ahead log. Throws
/// Error(data), also for a file with triggers or with views in place of tables.
Database open_for_reading(const std::filesystem::path& path, std::chrono::milliseconds wait);

/// Opens another program's file for reading only. Nobody may be writing it. Makes no other file, and does not
/// run the file's views. Throws SQLite::Exception, at the first statement if the file is no database.
Database open_foreign(const std::filesystem::path& path);

/// Opens or creates a file for writing, and adds new metrics' columns. Throws Error(data).
Database open_for_writing(const std::filesystem::path& path, std::chrono::milliseconds wait);

/// Merges the log into the file and removes it, unless another program has the file open. All statements of
/// `database` must be finished.
void merge_log(Database& database) noexcept;

/// Merges the log at the end of a scope.
class MergeLogAtEnd {
 public:
    explicit MergeLogAtEnd(Database& database) : database_(database) {}
    ~MergeLogAtEnd() { merge_log(database_); }
    MergeLogAtEnd(const MergeLogAtEnd&) = delete;
    MergeLogAtEnd& operator=(const MergeLogAtEnd&) = delete;

 private:
    Database& database_;
};

/// The name of a file of this process ("all.db.merge-4711"). Removes such a file and its logs at the
/// beginning and at the end.
class TempFile {
 public:
    TempFile(const std::filesystem::path& beside, const std::string& what);
    ~TempFile();
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;
    const std::filesystem::path& path() const { return path_; }

    /// Renames the file. Throws Error(data) on failure, also if another file has that name.
    void become(const std::filesystem::path& into) const;

 private:
    std::filesystem::path path_;
};
}
