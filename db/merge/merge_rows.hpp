// The SQL of a merge: tables of a file that is attached as "source" into the main one.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>

namespace sortscope::db {

/// Makes the temporary tables that rows are mapped by (map_run, map_case, ...), empty.
void make_maps(SQLite::Database& database);

/// Adds the columns of counters that the source has and the main file has not. Throws BadValue where it has
/// whole tables of them that this program does not know.
void adopt_columns(SQLite::Database& database);

/// Interns the source's names, devices, conditions and so on in the main file, and maps their numbers.
void map_names(SQLite::Database& database);

/// Copies the cases of map_case where `copy` is 1, with all below them. Returns how many launches.
std::uint64_t copy_cases(SQLite::Database& database);

/// Takes later rounds of the cases of map_case where `renew` is 1: trials, times, notes.
void renew_cases(SQLite::Database& database);

/// Takes what is said of the runs and cases that are mapped, where the main file says nothing.
void copy_annotations(SQLite::Database& database);

/// Throws BadValue where what was copied refers to nothing, or is less than the source says it has.
void check_copied(SQLite::Database& database);

}  // namespace sortscope::db
