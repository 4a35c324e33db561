// Checks of files on disk, without SQLite.
#pragma once

#include <filesystem>
#include <string>

namespace sortscope::db {
/// Throws Error(data) unless `path` is a readable regular file: empty, or a whole SQLite file.
void check_readable_file(const std::filesystem::path& path);

/// Throws Error(environment) unless the folder of `path` is writable. `why` extends the message.
void check_output_folder(const std::filesystem::path& path, const char* why = "");

/// Replaces `path` by an empty file. Follows no link, because other users may write in the folder. Reports no
/// failure: the next call that opens the file does.
void create_new_file(const std::filesystem::path& path);

/// Returns whether the file exists. Throws Error(data) for a file that cannot be written, Error(usage) for
/// the name of a database's log. Also throws as check_output_folder().
bool check_writable_target(const std::filesystem::path& path);

/// Describes the damage of a file, and the remedy. Gives actual and expected size of truncated files, if
/// known.
std::string describe_damage(const std::filesystem::path& path);

/// True if `path` has a write-ahead log that is not empty.
bool has_log(const std::filesystem::path& path);

/// Keeps other output from replacing profiles. Throws Error(usage) if `output` or its link's target is an
/// SQLite database. Logs and journals of databases count, too: they may hold the newest cases.
void spare_profiles(const std::filesystem::path& output);
}
