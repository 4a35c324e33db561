// The SQL that lists cases.
#pragma once

#include <SQLiteCpp/Database.h>

#include <string>

#include "db/reader.hpp"
#include "db/statement.hpp"

namespace sortscope::db {

/// The cases that pass `filter`, in order of collecting, bound and ready to step. `select` ends before WHERE,
/// and has sort_case as c.
Statement summaries(SQLite::Database& database, const std::string& select, const CaseFilter& filter);

}  // namespace sortscope::db
