// The views that are made from the catalogue of metrics: launch_counters, stages and launch_ratios.
#pragma once

#include <string>
#include <vector>

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
