// Opening a SortScope file: what is checked, and how it is set up for reading or writing.
#pragma once

#include <SQLiteCpp/Database.h>

#include <chrono>
#include <filesystem>
#include <span>

#include "db/schema.hpp"

namespace sortscope::db {

/// Opens an existing file for reading only. Works on read-only files and in read-only folders too, with and
/// without a write-ahead log. A file of an older schema is read through a migrated copy in memory. Throws
/// Error(data).
SQLite::Database open_for_reading(const std::filesystem::path& path, std::chrono::milliseconds wait,
                                  std::span<const Migration> steps);

/// Opens a file for writing; creates it or migrates it first. Throws Error(data).
SQLite::Database open_for_writing(const std::filesystem::path& path, std::chrono::milliseconds wait,
                                  std::span<const Migration> steps);

/// Brings everything into the one file and leaves no log beside it, unless another program has the file open.
/// All statements of `database` must be finished.
void merge_log(SQLite::Database& database) noexcept;

}  // namespace sortscope::db
