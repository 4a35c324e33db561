// Checks of files on disk, before or after SQLite has seen them.
#pragma once

#include <filesystem>
#include <string>

namespace sortscope::db {
/// Throws Error(data) unless `path` is a readable regular file that begins as SQLite files do.
void check_readable_file(const std::filesystem::path& path);

/// Throws Error(environment) unless the folder of `path` is writable. `why` extends the message.
void check_output_folder(const std::filesystem::path& path, const char* why = "");

/// Replaces `path` by an empty file, never through a link: others may write in its folder. On failure the
/// next call that opens the file reports the reason.
void create_new_file(const std::filesystem::path& path);

/// Returns whether the file exists. Throws Error(data) unless it can be written or created; Error(usage) if
/// it has the name of another database's log; and as check_output_folder().
bool check_writable_target(const std::filesystem::path& path);

/// Describes a damaged file (truncated, with both sizes, or otherwise) and the remedy.
std::string describe_damage(const std::filesystem::path& path);

/// True if `path` has a write-ahead log that is not empty.
bool has_log(const std::filesystem::path& path);

/// Keeps other output from replacing profiles. Throws Error(usage) if `output`, or its link's target, is an
/// SQLite database, or has the name of its log or journal, which may hold the newest cases.
void spare_profiles(const std::filesystem::path& output);
}
