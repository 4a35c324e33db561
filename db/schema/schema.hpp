// The schema of a SortScope file: its version, tables and views.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/embedded.hpp"

namespace SQLite {
class Database;
}

namespace sortscope::db {

/// The SQL files of db/schema. The build makes this function.
std::span<const EmbeddedFile> embedded_schema();

/// The version of the format that this program reads and writes (PRAGMA user_version).
inline constexpr int schema_version = 1;

/// "SScp": marks a SQLite file as SortScope's (PRAGMA application_id).
inline constexpr std::int32_t application_id = 0x53536370;

/// Marks in the header of an open database.
struct FileIdentity {
    std::int32_t application = 0;
    int version = 0;
    bool empty = false;  ///< no mark, no version and no table
    bool ours() const { return application == application_id && version >= 1; }
};
FileIdentity identify(SQLite::Database& database);

/// Name and statement of each table or view of the SQL files.
using SchemaObjects = std::map<std::string, std::string, std::less<>>;
const SchemaObjects& fixed_tables();
const SchemaObjects& fixed_views();

/// Throws BadValue if the file has triggers, lacks a table, or has a view or a virtual table in place of one:
/// reading on could run somebody's SQL.
void check_tables(SQLite::Database& database);

/// Makes tables, indexes and views and marks the file. Within a transaction only.
void create_schema(SQLite::Database& database);

/// Brings the wide tables and generated views of a file up to this program's catalogue of metrics, in a
/// transaction of its own. Writes nothing if they are.
void update_schema(SQLite::Database& database);

// The vocabulary tables of a file: what the numbers in it mean, in its own rows.

struct VocabularyRow {
    std::string table;
    std::int64_t id = 0;
    std::string name;
    std::string unit;  ///< counters only
    std::string description;
    friend auto operator<=>(const VocabularyRow&, const VocabularyRow&) = default;
};

/// The rows that this program gives a file: the enums of core/vocabulary.hpp and the catalogue of counters.
std::vector<VocabularyRow> vocabulary();

/// The rows that the file has in the same tables.
std::vector<VocabularyRow> stored_vocabulary(SQLite::Database& database);

/// Adds and corrects rows that the file lacks or words differently, in one transaction; rows of newer
/// programs stay. Writes nothing where the file is up to date.
void store_vocabulary(SQLite::Database& database);

}  // namespace sortscope::db
