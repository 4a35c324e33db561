// Opens SortScope files and sets up their connections.
#pragma once

#include <SQLiteCpp/Database.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

namespace sortscope::db {
using SQLite::Database;

/// Opens a file for reading only, even on a read-only disk. Waits for locks of other programs. Throws
/// Error(data), also for a file with triggers or with views in place of tables.
Database open_for_reading(const std::filesystem::path& path,
                          std::chrono::milliseconds wait = std::chrono::seconds(2));

/// Opens another tool's file for reading only. Nobody may write to it meanwhile. Creates no file and disables
/// views. Throws SQLite::Exception. If the file is no database, the first statement throws.
Database open_foreign(const std::filesystem::path& path);

/// Opens or creates a file for writing, and adds columns of new metrics. Throws Error(data).
Database open_for_writing(const std::filesystem::path& path,
                          std::chrono::milliseconds wait = std::chrono::seconds(10));

/// Merges the log into the file and removes the log, unless another program has the file open. Finish all
/// statements of `database` first.
void merge_log(Database& database) noexcept;

struct MergeLog {
    void operator()(Database* database) const noexcept { merge_log(*database); }
};
using MergeLogAtEnd = std::unique_ptr<Database, MergeLog>;

/// An empty file whose name ends in the process id ("all.db.merge-4711"). The destructor removes file and
/// logs.
class TempFile {
 public:
    TempFile(const std::filesystem::path& beside, const std::string& what);
    ~TempFile();
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;
    const std::filesystem::path& path() const { return path_; }

    /// Renames the file to `into`. Throws Error(data) on failure, also if `into` exists.
    void become(const std::filesystem::path& into) const;

 private:
    std::filesystem::path path_;
};
}
