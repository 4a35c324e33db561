// Brings a file of schema 1 or 2 to the newest schema.
#pragma once

#include <SQLiteCpp/Database.h>

#include <chrono>
#include <filesystem>

namespace sortscope::db {

/// Rewrites the file in one transaction: everything in it is read as a Reader reads it, checks included, and
/// written as a Writer writes it, with the numbers of runs and cases as they were. `database` is open for
/// writing in write-ahead mode, without foreign keys; `wait` is how long to wait for a program that holds the
/// file locked. Does nothing where another program has done it meanwhile. Throws Error(data) where the file
/// is damaged, and leaves it as it is.
void upgrade(SQLite::Database& database, const std::filesystem::path& path, std::chrono::milliseconds wait);

}  // namespace sortscope::db
