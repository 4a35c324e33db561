// The wide tables of counters: one for each metric set of the catalogue, with a column for each of its
// metrics, and beside each one of the sums by stage. They are made from the catalogue and grow with it,
// without a new schema version.
#pragma once

#include <string>
#include <vector>

#include "core/metric/metric.hpp"

namespace SQLite {
class Database;
}

namespace sortscope::db {

/// "counter_sass": a row a launch, by launch_id.
std::string counter_table(const MetricSet& set);
/// "sum_sass": a row a row of stage_sum, by stage_sum_id.
std::string sum_table(const MetricSet& set);

/// Makes the wide tables that the file lacks and adds the columns that they lack. Returns whether it did
/// anything. Within a transaction only.
bool complete_wide_tables(SQLite::Database& database);
/// Whether complete_wide_tables() would do anything.
bool wide_tables_are_complete(SQLite::Database& database);

/// The columns that a wide table of a file has.
struct WideColumns {
    std::vector<const Metric*> known;  ///< by number of the counter
    std::vector<std::string> unknown;  ///< recorded by a newer SortScope
};
/// Of a table that is not there: none.
WideColumns wide_columns(SQLite::Database& database, const std::string& table);

/// Names of the file's tables that begin as counter tables do, but belong to no set of this program.
std::vector<std::string> unknown_counter_tables(SQLite::Database& database);

/// The statement that made a view of the file; empty if the file lacks the view.
std::string stored_sql(SQLite::Database& database, const std::string& view);

/// `name` as SQL takes it whatever is in it.
std::string quoted(const std::string& name);

}  // namespace sortscope::db

namespace SQLite {
class Database;
}

namespace sortscope::db {

/// A view with the whole statement that makes it.
struct GeneratedView {
    std::string name;
    std::string sql;
};
std::vector<GeneratedView> generated_views();

/// Whether the file has the views as this program makes them.
bool generated_views_are_current(SQLite::Database& database);
/// Makes them anew where they differ. Within a transaction only.
void renew_generated_views(SQLite::Database& database);

}  // namespace sortscope::db
