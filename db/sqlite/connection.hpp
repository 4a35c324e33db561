// Opening a SortScope file: what is checked, and how it is set up for reading or writing.
#pragma once

#include <SQLiteCpp/Database.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace sortscope::db {

/// Opens an existing file for reading only, Works on read-only files and in
/// read-only folders too, with and without a write-ahead log. Throws Error(data), also for a file with
/// triggers, or with views in place of tables.
SQLite::Database open_for_reading(const std::filesystem::path& path, std::chrono::milliseconds wait);

/// Opens a file for writing; creates it, or brings its wide tables up to the catalogue of metrics first.
/// Throws Error(data).
SQLite::Database open_for_writing(const std::filesystem::path& path, std::chrono::milliseconds wait);

/// Has a connection trust nothing in the file: no triggers or functions of its schema run, and no cell is
/// larger than what we write.
void harden(SQLite::Database& database);

/// Brings everything into the one file and leaves no log, unless another program has the file open.
/// All statements of `database` must be finished.
void merge_log(SQLite::Database& database) noexcept;

/// Merges the log at the end of a scope, also where something failed in it.
class MergeLogAtEnd {
 public:
    explicit MergeLogAtEnd(SQLite::Database& database) : database_(database) {}
    ~MergeLogAtEnd() { merge_log(database_); }
    MergeLogAtEnd(const MergeLogAtEnd&) = delete;
    MergeLogAtEnd& operator=(const MergeLogAtEnd&) = delete;

 private:
    SQLite::Database& database_;
};

/// A name beside `beside` that nobody else takes ("all.db.merge-4711"); what is there at the beginning and at
/// the end is removed, with its logs.
class TempFile {
 public:
    TempFile(const std::filesystem::path& beside, const std::string& what);
    ~TempFile();
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;
    const std::filesystem::path& path() const { return path_; }

    /// Gives the file the name `into`, which nobody may have taken meanwhile. Throws Error(data) where that
    /// is so, or cannot be done.
    void become(const std::filesystem::path& into) const;

 private:
    std::filesystem::path path_;
};

}  // namespace sortscope::db
