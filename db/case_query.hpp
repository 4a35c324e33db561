// The SQL that lists cases.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <string>

#include "db/reader.hpp"

namespace sortscope::db {

/// Columns of case summaries, of sort_case as c, in the order in which CaseReader reads them. Ends before
/// WHERE.
std::string summary_select();

/// The summaries that pass `filter`, in order of collecting, bound and ready to step.
SQLite::Statement summaries(SQLite::Database& database, const CaseFilter& filter);

}  // namespace sortscope::db
