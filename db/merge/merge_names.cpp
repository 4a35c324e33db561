// Rows that are stored once in a file, names, devices, conditions: those of the source find their place in
// the main file.
#include "db/merge/merge_rows.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "db/merge/merge_tables.hpp"
#include "db/schema/schema.hpp"
#include "db/schema/vocabulary.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/errors.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

using Names = std::vector<std::string>;

/// A table whose rows are stored once.
struct Interned {
    std::string table;
    std::vector<Reference> references;
    std::string
        name{};  ///< a column that tells rows apart only where `unnamed` does not hold for the source's row s
    std::string unnamed{};
};

/// In an order in which what a table refers to comes before it. Vocabulary has fixed numbers.
const std::vector<Interned>& interned() {
    static const std::vector<Interned> all{
        {"variant", {}},
        {"kernel", {}},
        {"string", {}},
        {"site", {}},
        {"host", {}},
        {"device", {}},
        {"condition",
         {},
         "device",
         "s.device_key NOT GLOB '#*' AND s.device_key <> ''"},  // DeviceKey::has_uuid()
        {"launch_origin", {}},
        {"launch_shape", {{"kernel_id", "kernel"}}},
        {"instruction", {{"kernel_id", "kernel"}, {"file_id", "string"}}},
        {"source_text", {}}};
    return all;
}

void intern(SQLite::Database& database, const Interned& rows) {
    auto columns = columns_of(database, "main", rows.table);
    std::erase(columns, "id");
    Names values, same, groups;
    for (const auto& column : columns) {
        auto& value = values.emplace_back(mapped(rows.references, column));
        const bool is_name = column == rows.name;
        const auto is_same = fmt::format("m.{} IS {}", quoted(column), value);
        same.push_back(is_name ? fmt::format("({} OR ({}))", is_same, rows.unnamed) : is_same);
        groups.push_back(is_name ? fmt::format("CASE WHEN {} THEN '' ELSE {} END", rows.unnamed, value)
                                 : value);
    }
    const auto from = fmt::format("FROM source.{} s{}", rows.table, joins(rows.references));
    Names quoted_columns;
    for (const auto& column : columns) quoted_columns.push_back(quoted(column));
    // Of several that become one, the first: SQLite gives the other columns of the row that has the least.
    const auto once = rows.name.empty()
                          ? std::string()
                          : fmt::format(" GROUP BY {} HAVING s.id = min(s.id)", fmt::join(groups, ", "));
    database.exec(
        fmt::format("INSERT INTO main.{0} ({1}) SELECT {2} {3} WHERE NOT EXISTS (SELECT 1 FROM main.{0} m "
                    "WHERE {4}){5} ORDER BY s.id",
                    rows.table, fmt::join(quoted_columns, ", "), fmt::join(values, ", "), from,
                    fmt::join(same, " AND "), once));
    database.exec(
        fmt::format("INSERT INTO temp.map_{0} SELECT s.id, (SELECT min(m.id) FROM main.{0} m WHERE {1}) {2}",
                    rows.table, fmt::join(same, " AND "), from));
}

}  // namespace

void make_maps(SQLite::Database& database) {
    for (const auto& rows : interned())
        database.exec(
            fmt::format("DROP TABLE IF EXISTS temp.map_{0}; CREATE TEMP TABLE map_{0} (old INTEGER PRIMARY "
                        "KEY, new INTEGER)",
                        rows.table));
    database.exec(
        "DROP TABLE IF EXISTS temp.map_run; CREATE TEMP TABLE map_run (old INTEGER PRIMARY KEY, new INTEGER);"
        "DROP TABLE IF EXISTS temp.map_sum; CREATE TEMP TABLE map_sum (old INTEGER PRIMARY KEY, new INTEGER);"
        "DROP TABLE IF EXISTS temp.map_case; CREATE TEMP TABLE map_case (old INTEGER PRIMARY KEY, new "
        "INTEGER, copy INTEGER NOT NULL, renew INTEGER NOT NULL, "
        "first_launch INTEGER, last_launch INTEGER, shift INTEGER)");
}

void adopt_columns(SQLite::Database& database) {
    for (const auto& table : [&] {
             Names names;
             for_each_row(database,
                          "SELECT 0, name FROM source.sqlite_master WHERE type = 'table' AND (name GLOB "
                          "'counter_*' OR name GLOB 'sum_*')",
                          "sqlite_master", [&](RowReader& row) {
                              row.skip();
                              row.read(names.emplace_back());
                          });
             return names;
         }()) {
        const auto ours = columns_of(database, "main", table);
        if (ours.empty())
            throw BadValue(
                fmt::format("it has a table of counters, '{}', that this program does not know: a newer "
                            "SortScope wrote it, and merges it",
                            table));
        for (const auto& column : columns_of(database, "source", table))
            if (std::ranges::find(ours, column) == ours.end())
                database.exec(
                    fmt::format("ALTER TABLE main.{} ADD COLUMN {}", quoted(table), quoted(column)));
    }
}

void map_names(SQLite::Database& database) {
    // What words stand for numbers is fixed; a newer program may know more.
    for (const auto& table : vocabulary())
        database.exec(fmt::format("INSERT OR IGNORE INTO main.{0} SELECT * FROM source.{0}", table.table));
    for (const auto& rows : interned())
        if (source_has(database, rows.table))
            intern(database, rows);  // files of older programs have no texts
}

}  // namespace sortscope::db
