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

/// SQL statements that bring the wide tables of a file, and the views of them, up to this program's catalogue
/// of metrics; empty if they are. Views that know columns of a newer program stay.
std::vector<std::string> catalogue_changes(SQLite::Database& database);

/// The counters that a wide table of the file has, by their number; empty without the table.
std::vector<const Metric*> wide_columns(SQLite::Database& database, const std::string& table);

/// A column of a counter table that a newer SortScope recorded.
struct UnknownCounter {
    std::string table, column;
};
std::vector<UnknownCounter> unknown_counters(SQLite::Database& database);

/// The statement that made a view of the file; empty if the file lacks the view.
std::string stored_sql(SQLite::Database& database, const std::string& view);

/// `name` as SQL takes it whatever is in it.
std::string quoted(const std::string& name);

}  // namespace sortscope::db
