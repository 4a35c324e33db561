// Checks of files on disk, before or after SQLite has seen them.
#pragma once

#include <filesystem>
#include <string>

namespace sortscope::db {

/// Throws Error(data) unless `path` is a readable regular file that begins as SQLite files do.
void check_readable_file(const std::filesystem::path& path);

/// Throws Error(environment) unless the folder of `path` exists and is writable. `why` ends the sentence that
/// it is not.
void check_output_folder(const std::filesystem::path& path, const char* why = "");

/// Throws Error(data) unless a SortScope file can be written or created at `path`; Error(usage) if `path` has
/// the name of another database's log; and as check_output_folder(). Returns whether the file exists.
bool check_writable_target(const std::filesystem::path& path);

/// A sentence on a file that SQLite finds damaged: truncated (with both sizes) or otherwise, and the remedy.
std::string describe_damage(const std::filesystem::path& path);

/// Whether `path` has a write-ahead log that is not empty.
bool has_log(const std::filesystem::path& path);

/// Keeps other output from replacing profiles, which took GPU time. Throws Error(usage) if `output`, or what
/// it links to, is an SQLite database, or has the name of its log or journal (-wal, -shm, -journal), which
/// may alone hold the newest cases. The files need not exist.
void spare_profiles(const std::filesystem::path& output);

}  // namespace sortscope::db
