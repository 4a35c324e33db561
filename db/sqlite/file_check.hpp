// Checks of files on disk, without SQLite.
#pragma once

#include <filesystem>
#include <string>

namespace sortscope::db {
/// Throws Error(data) unless `path` is a readable regular file, and empty or a complete SQLite database.
void check_readable_file(const std::filesystem::path& path);

/// Throws Error(environment) unless the folder of `path` is writable. `why` extends the message.
void check_output_folder(const std::filesystem::path& path, const char* why = "");

/// Replaces `path` by an empty file. Follows no link, because other users may write in the folder. Reports no
/// failure, because opening the file will.
void create_new_file(const std::filesystem::path& path);

/// Returns whether the file exists. Throws Error(data) for a file that cannot be written, Error(usage) for
/// the name of a database's log. Also throws as check_output_folder().
bool check_writable_target(const std::filesystem::path& path);

/// Describes the damage of a file, and the remedy. For a truncated file, gives actual and expected size.
std::string describe_damage(const std::filesystem::path& path);

/// True if `path` has a non-empty write-ahead log.
bool has_log(const std::filesystem::path& path);

/// Protects profiles from other output. Throws Error(usage) if `output`, or the target of its link, is an
/// SQLite database, or a database's log or journal (logs may hold the newest cases).
void spare_profiles(const std::filesystem::path& output);
}
