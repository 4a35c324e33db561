// What can be said of a file before, or after, SQLite has looked at it.
#pragma once

#include <filesystem>
#include <string>

namespace sortscope::db {

/// Throws Error(data) with a sentence unless `path` is a regular file, readable, not empty and begins as
/// SQLite files do.
void check_readable_file(const std::filesystem::path& path);

/// Throws Error(data) unless a SortScope file can be opened for writing or created at `path`: its folder
/// exists, and what is there is empty or begins as SQLite files do. Returns whether anything is there.
bool check_writable_target(const std::filesystem::path& path);

/// A sentence on a file that SQLite finds damaged: truncated (with both sizes) or damaged otherwise, and the
/// remedy.
std::string describe_damage(const std::filesystem::path& path);

/// Whether `path` has a write-ahead log beside it that holds anything.
bool has_log(const std::filesystem::path& path);

}  // namespace sortscope::db
