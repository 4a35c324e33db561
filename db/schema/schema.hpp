// The numbered schema of a SortScope file.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/embedded.hpp"

namespace SQLite {
class Database;
}

namespace sortscope::db {

/// One SQL file of db/schema. The files of versions 1 and 2 made the files that older programs wrote: version
/// 1 from nothing, version 2 from version 1. Those of version 3 make a complete file from nothing.
struct SchemaFile {
    int version = 0;
    std::string_view name;
    std::string_view sql;
};

/// The SQL files that the program carries, in the order of CMakeLists.txt; the build makes this function.
std::span<const EmbeddedFile> embedded_schema();

/// The same with their versions, ascending.
std::span<const SchemaFile> schema_files();

/// The version that this program writes.
int newest_version();

/// "SScp": marks a SQLite file as SortScope's (PRAGMA application_id).
inline constexpr std::int32_t application_id = 0x53536370;

/// What the header of an open database says.
struct FileIdentity {
    std::int32_t application = 0;
    int version = 0;
    bool empty = false;  ///< no mark, no version and nothing in it: fresh
    bool ours() const { return application == application_id && version >= 1; }
};
FileIdentity identify(SQLite::Database& database);

/// Names of the tables that a file of schema `version` must have.
std::vector<std::string_view> required_tables(int version);

/// Throws BadValue where a file of schema `version` has triggers, lacks a table, or has a view or a virtual
/// table in place of one: none of these was written by SortScope, and reading on could run somebody's SQL.
void check_tables(SQLite::Database& database, int version);

/// Makes the tables, indexes and views of the newest schema, with the wide ones of the catalogue, and marks
/// the file. Within a transaction only.
void create_schema(SQLite::Database& database);

/// SQL of a text of a condition's parameters, `column`, as it is spelt now: "unroll 4, width 2" was written
/// once for "unroll=4, width=2".
std::string spelt_parameters(std::string_view column);

/// Brings the wide tables and the views of a file of the newest schema up to the catalogue, and adds the
/// tables of annotations, of source texts and of what charts of very many launches are drawn from to a file
/// without, and spells parameters of conditions as they are spelt now, in a transaction of its own. Writes
/// nothing where all is there.
void update_schema(SQLite::Database& database);

}  // namespace sortscope::db

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
