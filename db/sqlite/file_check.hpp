// What can be said of a file before, or after, SQLite has looked at it.
#pragma once

#include <filesystem>
#include <string>

namespace sortscope::db {

/// Throws Error(data) with a sentence unless `path` is a regular file, readable, not empty and begins as
/// SQLite files do.
void check_readable_file(const std::filesystem::path& path);

/// Throws Error(environment) unless the folder of `path` is there and may be written; `why` ends the
/// sentence that it may not.
void check_output_folder(const std::filesystem::path& path, const char* why = "");

/// Throws Error(data) unless a SortScope file can be opened for writing or created at `path`: what is there
/// is empty or begins as SQLite files do. Throws as check_folder(), and Error(usage) where `path` has the
/// name of another database's log. Returns whether anything is there.
bool check_writable_target(const std::filesystem::path& path);

/// A sentence on a file that SQLite finds damaged: truncated (with both sizes) or damaged otherwise, and the
/// remedy.
std::string describe_damage(const std::filesystem::path& path);

/// Whether `path` has a write-ahead log that holds anything.
bool has_log(const std::filesystem::path& path);

/// Profiles took time on a GPU that nobody else may have: nothing else is written over one, also where it is
/// the file that is read. Throws Error(usage) where `output`, or what it links to, is an SQLite database, or
/// has the name of the log or journal (-wal, -shm, -journal) of one: cases that a collector has
/// finished may be in its log alone. The files need not be there yet.
void spare_profiles(const std::filesystem::path& output);

}  // namespace sortscope::db
