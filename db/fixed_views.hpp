// The views that schema files make, as a file has them: verify holds them against the program's, and opening
// to write renews those of earlier programs.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace SQLite {
class Database;
}

namespace sortscope::db {

/// The views of `database` by name, with the statements that made them.
std::map<std::string, std::string> views_of(SQLite::Database& database);
/// Those that schema files make of this program.
const std::map<std::string, std::string>& fixed_views();

/// Whether two statements make the same view: they differ in comments and blanks alone.
bool same_view(std::string_view one, std::string_view other);
/// Whether `stored` is what a program of an earlier day made of the view whose statement is `ours`.
bool is_earlier_view(std::string_view stored, std::string_view ours);

/// Whether no view is as an earlier program made it.
bool fixed_views_are_current(SQLite::Database& database);
/// Makes those anew. Within a transaction only. Views that somebody else changed are left to verify.
void renew_fixed_views(SQLite::Database& database);

}  // namespace sortscope::db
