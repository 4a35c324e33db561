// What people say of runs and cases afterwards: its rows. The tables may be lacking, in files of older
// programs.
#pragma once

#include <SQLiteCpp/Database.h>

#include <map>
#include <vector>

#include "core/records.hpp"
#include "db/case_rows.hpp"

namespace sortscope::db {

/// Whether the file has the tables.
bool has_annotations(SQLite::Database& database);

/// Adds to `runs` and `cases` (ascending in number) what is said of them. Throws BadValue.
void read_annotations(SQLite::Database& database, std::vector<RunRecord>& runs);
void read_annotations(SQLite::Database& database, std::vector<StoredCase>& cases);

/// What the tables hold of one run or case.
Annotation stored_annotation(SQLite::Database& database, RunId run);
Annotation stored_annotation(SQLite::Database& database, CaseId id);

/// Puts `annotation` in place of what the tables hold; an empty one leaves no rows. Within a transaction
/// only.
void store_annotation(SQLite::Database& database, RunId run, const Annotation& annotation);
void store_annotation(SQLite::Database& database, CaseId id, const Annotation& annotation);

}  // namespace sortscope::db
