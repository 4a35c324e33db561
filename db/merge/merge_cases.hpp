// Which cases of a run that two files have are the same. The other file is attached as "source".
#pragma once

#include <SQLiteCpp/Database.h>

#include "core/records.hpp"

namespace sortscope::db {

/// Finds the cases of run `from` of the source among those of run `into`, and says in map_case of each what
/// is to become of it. The same are cases of one condition that took the collector as long; those that took
/// it no time (imports) are of one content, too, for several may have one condition. Names are mapped before.
void map_cases(SQLite::Database& database, RunId from, RunId into);

/// Numbers of the cases that are taken, behind those there are, in their order.
void number_cases(SQLite::Database& database);

}  // namespace sortscope::db
