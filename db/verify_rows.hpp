// Checks of a file's rows that SQLite makes itself.
#pragma once

#include <SQLiteCpp/Database.h>

#include <vector>

#include "db/verify.hpp"

namespace sortscope::db {

/// Findings named for each check and table; a sentence says that there are more.
inline constexpr std::size_t most_findings = 20;

/// Of any file: SQLite's integrity_check, and references.
void check_integrity(SQLite::Database& database, std::vector<Finding>& findings);

/// Of a file of the newest schema: numbers of rows, sums, values.
void check_rows(SQLite::Database& database, std::vector<Finding>& findings);

/// The same: the views for people, but those that are made from the catalogue, are as the schema makes them. Views of others are theirs.
void check_views(SQLite::Database& database, std::vector<Finding>& findings);

}  // namespace sortscope::db
