// The schema of a SortScope file: its version, tables and views.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/embedded.hpp"
#include "core/metric/metric.hpp"

namespace SQLite {
class Database;
}

namespace sortscope::db {

/// The SQL files of db/schema, embedded by the build.
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

/// Throws BadValue if the file has triggers, lacks a table, or has a view or virtual table in place of one:
/// reading it could run foreign SQL.
void check_tables(SQLite::Database& database);

/// Creates tables, indexes and views and marks the file. Within a transaction only.
void create_schema(SQLite::Database& database);

/// Brings a file's wide tables and generated views up to this program's catalogue of metrics, in its own
/// transaction. Writes nothing if they are.
void update_schema(SQLite::Database& database);

// The wide tables of counters: one for each metric set, with a column for each metric, and another with their
// sums by stage. They grow with the catalogue without a new schema version.

/// "counter_sass": one row a launch.
std::string counter_table(const MetricSet& set);
/// "sum_sass": one row for each of stage_sum.
std::string sum_table(const MetricSet& set);

/// SQL statements that bring a file's wide tables and their views up to this program's catalogue of metrics;
/// empty if they are. Views of a newer program's columns stay.
std::vector<std::string> catalogue_changes(SQLite::Database& database);

/// The counters of a wide table, by number; empty without the table.
std::vector<const Metric*> wide_columns(SQLite::Database& database, const std::string& table);

/// A column of a counter table that a newer SortScope recorded.
struct UnknownCounter {
    std::string table, column;
};
std::vector<UnknownCounter> unknown_counters(SQLite::Database& database);

/// The statement that made a view; empty if the file lacks it.
std::string stored_sql(SQLite::Database& database, const std::string& view);

/// `name` as an SQL identifier.
std::string quoted(const std::string& name);

/// A row of a vocabulary table: the meaning of a stored number.
struct VocabularyRow {
    std::string table;
    std::int64_t id = 0;
    std::string name;
    std::string unit;  ///< counters only
    std::string description;
    friend auto operator<=>(const VocabularyRow&, const VocabularyRow&) = default;
};

/// This program's rows: the enums of core/vocabulary.hpp and the catalogue of counters.
std::vector<VocabularyRow> vocabulary();

/// The file's rows in the same tables.
std::vector<VocabularyRow> stored_vocabulary(SQLite::Database& database);

/// Adds and corrects rows in one transaction; rows of newer programs stay. Writes nothing if the file is up
/// to date.
void store_vocabulary(SQLite::Database& database);

}  // namespace sortscope::db
