// What a picture, a table or a page may not be written over.
#pragma once

#include <filesystem>

namespace sortscope::db {

/// Profiles took time on a GPU that nobody else may have: nothing else is written over one, also where it is
/// the file that is read. Throws Error(usage) where `output`, or what it links to, is an SQLite database, or
/// has the name of the log or journal (-wal, -shm, -journal) of one beside it: cases that a collector has
/// finished may be in its log alone. The files need not be there yet.
void spare_profiles(const std::filesystem::path& output);

/// Throws Error(environment) that names the cause where nothing can be written at `output`: no such folder,
/// or one that may not be written. Other causes show when it is written.
void check_output_folder(const std::filesystem::path& output);

}  // namespace sortscope::db
