// Checks of a file's rows that SQLite makes itself.
#pragma once

#include <SQLiteCpp/Database.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "core/vocabulary.hpp"
#include "db/check/verify.hpp"

namespace sortscope::db {

/// Findings named for each check and table; a sentence says that there are more.
inline constexpr std::size_t most_findings = 20;

/// Of profiled_case c, as SQL: whether it was imported, which notes of its run or its own say. A command is
/// no mark of it: any path may hold the word.
inline constexpr auto was_imported =
    "(EXISTS (SELECT 1 FROM run_note n WHERE n.run_id = c.run_id AND n.text GLOB 'Imported from *') OR "
    "EXISTS (SELECT 1 FROM case_note n WHERE n.case_id = c.id AND n.text GLOB 'Imported from *'))";

/// "1, 2, 7": as site.kind_id holds them.
std::string numbers_of(std::initializer_list<SiteKind> kinds);

/// Of any file: SQLite's integrity_check, and references.
void check_integrity(SQLite::Database& database, std::vector<Finding>& findings);

/// Of a file of the newest schema: numbers of rows, sums, values.
void check_rows(SQLite::Database& database, std::vector<Finding>& findings);

/// The same: what cases say of themselves in two places (their condition), verified trials, and how stages
/// are numbered.
void check_cases(SQLite::Database& database, std::vector<Finding>& findings);

/// The same: counters that software counted against the sites of source code that they are the sums of; names
/// and units of what numbers stand for.
void check_sites_and_words(SQLite::Database& database, std::vector<Finding>& findings);

/// The same: the views for people, but those that are made from the catalogue, are as the schema makes them.
/// Views of others are theirs.
void check_views(SQLite::Database& database, std::vector<Finding>& findings);

}  // namespace sortscope::db
