// The schema of a SortScope file: its version, tables and views.
#pragma once

#include <map>

#include "core/embedded.hpp"
#include "core/metric/metric.hpp"

namespace SQLite {
class Database;
}

namespace sortscope::db {
using SQLite::Database;

/// The SQL files of db/schema, embedded by the build.
std::span<const EmbeddedFile> embedded_schema();

/// PRAGMA user_version
inline constexpr int schema_version = 1;

/// "SScp": PRAGMA application_id
inline constexpr int32_t application_id = 0x53536370;

struct FileIdentity {
    int32_t application = 0;
    int version = 0;
    bool empty = false;  ///< no application id, version or table
    bool ours() const { return application == application_id && version >= 1; }
};
FileIdentity identify(Database& database);

/// CREATE statements of the SQL files, by name of the table or view.
using SchemaObjects = std::map<std::string, std::string, std::less<>>;
const SchemaObjects& fixed_tables();
const SchemaObjects& fixed_views();

/// Throws BadValue for a missing table, a view or virtual table in its place, or a trigger.
void check_tables(Database& database);

/// Creates tables and views. Within a transaction only.
void create_schema(Database& database);

/// Executes catalogue_changes() in a transaction.
void update_schema(Database& database);

// Each metric set has two wide tables, with a column for each metric: one for counters of launches, one for
// sums of stages. New metrics add columns without a new schema version.

/// "counter_sass": one row per launch.
std::string counter_table(const MetricSet& set);
/// "sum_sass": one row for each row of stage_sum.
std::string sum_table(const MetricSet& set);

/// SQL that adds this program's metrics to the wide tables and their views. Keeps views of a newer program.
std::vector<std::string> catalogue_changes(Database& database);

/// The counters of a wide table, sorted by id; empty if the table is absent.
std::vector<const Metric*> wide_columns(Database& database, const std::string& table);

/// A counter column of a newer SortScope.
struct UnknownCounter {
    std::string table, column;
};
std::vector<UnknownCounter> unknown_counters(Database& database);

/// The CREATE statement of a view; empty if absent.
std::string stored_sql(Database& database, const std::string& view);

/// `name` as an SQL identifier.
std::string quoted(const std::string& name);

/// The meaning of a stored number.
struct VocabularyRow {
    std::string table;
    int64_t id = 0;
    std::string name;
    std::string unit;  ///< counters only
    std::string description;
    friend auto operator<=>(const VocabularyRow&, const VocabularyRow&) = default;
};

/// The enums of core/vocabulary.hpp and the catalogue of counters.
std::vector<VocabularyRow> vocabulary();

std::vector<VocabularyRow> stored_vocabulary(Database& database);

/// Stores vocabulary() in a transaction. Rows of newer programs stay.
void store_vocabulary(Database& database);
}
