#include "db/wide_tables.hpp"

#include <SQLiteCpp/Database.h>
#include <fmt/format.h>

#include <algorithm>

#include "db/statement.hpp"

namespace sortscope::db {
namespace {

/// A weighted mean is a fraction, but of a single launch it is that launch's own number: such a column keeps
/// what it is given.
std::string column_type(const Metric& metric, bool sums) {
    if (sums && metric.adding == Adding::time_weighted) return "";
    return metric.decimals == 0 ? " INTEGER" : " REAL";
}

std::string create_sql(const MetricSet& set, bool sums) {
    std::string sql;
    if (sums)
        sql = fmt::format(
            "CREATE TABLE {} (\n    -- Values of {} added up over the launches of a row of stage_sum. NULL: "
            "a launch "
            "lacks it.\n    stage_sum_id INTEGER PRIMARY KEY REFERENCES stage_sum(id) ON DELETE CASCADE",
            sum_table(set), counter_table(set));
    else
        sql = fmt::format(
            "CREATE TABLE {} (\n    -- {} Values are {}. NULL: not taken.\n    launch_id INTEGER PRIMARY KEY "
            "REFERENCES "
            "launch(id) ON DELETE CASCADE",
            counter_table(set), set.sentence, name_of(set.provenance));
    for (const auto* metric : set.metrics)
        sql += fmt::format(",\n    {}{} /* {}: {} */", metric->id, column_type(*metric, sums), metric->unit,
                           metric->sentence);
    return sql + "\n)";
}

std::vector<std::string> column_names(SQLite::Database& database, const std::string& table) {
    std::vector<std::string> names;
    Statement columns(database, "SELECT cid, name FROM pragma_table_info(?)");
    bind_row(columns, table);
    for_each_row(columns, "sqlite_master", [&](RowReader& row) {
        row.skip();
        row.read(names.emplace_back());
    });
    return names;
}

/// Calls `change` with each SQL statement that the file's wide tables lack.
template <class Change>
void for_each_lack(SQLite::Database& database, Change&& change) {
    for (const auto& set : metric_sets())
        for (const bool sums : {false, true}) {
            const auto table = sums ? sum_table(set) : counter_table(set);
            const auto there = column_names(database, table);
            if (there.empty()) {
                change(create_sql(set, sums));
                continue;
            }
            for (const auto* metric : set.metrics)
                if (std::ranges::find(there, metric->id) == there.end())
                    change(fmt::format("ALTER TABLE {} ADD COLUMN\n    {}{} /* {}: {} */", table, metric->id,
                                       column_type(*metric, sums), metric->unit, metric->sentence));
        }
}

}  // namespace

std::string counter_table(const MetricSet& set) { return "counter_" + std::string(set.name); }
std::string sum_table(const MetricSet& set) { return "sum_" + std::string(set.name); }

bool complete_wide_tables(SQLite::Database& database) {
    bool changed = false;
    for_each_lack(database, [&](const std::string& sql) {
        database.exec(sql);
        changed = true;
    });
    return changed;
}

bool wide_tables_are_complete(SQLite::Database& database) {
    bool complete = true;
    for_each_lack(database, [&](const std::string&) { complete = false; });
    return complete;
}

WideColumns wide_columns(SQLite::Database& database, const std::string& table) {
    WideColumns columns;
    for (const auto& name : column_names(database, table)) {
        if (name == "launch_id" || name == "stage_sum_id") continue;
        const auto* metric = find_metric(name);
        if (metric != nullptr && metric->counter != CounterId::none)
            columns.known.push_back(metric);
        else
            columns.unknown.push_back(name);
    }
    std::ranges::sort(columns.known, {}, &Metric::counter);
    return columns;
}

std::vector<std::string> unknown_counter_tables(SQLite::Database& database) {
    std::vector<std::string> unknown;
    for_each_row(
        database,
        "SELECT 0, name FROM sqlite_master WHERE type = 'table' AND name GLOB 'counter_*' ORDER BY name",
        "sqlite_master", [&](RowReader& row) {
            row.skip();
            std::string name;
            row.read(name);
            const auto is_it = [&](const MetricSet& set) { return counter_table(set) == name; };
            if (std::ranges::none_of(metric_sets(), is_it)) unknown.push_back(name);
        });
    return unknown;
}

std::string quoted(const std::string& name) {
    std::string text = "\"";
    for (const char c : name) {
        text += c;
        if (c == '"') text += c;
    }
    return text + '"';
}

}  // namespace sortscope::db
