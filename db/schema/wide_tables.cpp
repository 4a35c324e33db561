#include "db/schema/wide_tables.hpp"

#include <algorithm>
#include <optional>

#include <SQLiteCpp/Database.h>
#include <fmt/format.h>
#include <boost/algorithm/string/replace.hpp>

#include "core/metric/formula.hpp"
#include "core/metric/metric.hpp"
#include "db/sqlite/statement.hpp"

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
    return read_texts(database, "SELECT name FROM pragma_table_info(?)", table);
}

bool is_counter(const std::string& column) {
    const auto* metric = find_metric(column);
    return metric != nullptr && metric->counter != CounterId::none;
}

/// SQL statements that make the wide tables and columns that the file lacks.
std::vector<std::string> missing_tables(SQLite::Database& database) {
    std::vector<std::string> missing;
    for (const auto& set : metric_sets())
        for (const bool sums : {false, true}) {
            const auto table = sums ? sum_table(set) : counter_table(set);
            const auto there = column_names(database, table);
            if (there.empty()) {
                missing.push_back(create_sql(set, sums));
                continue;
            }
            for (const auto* metric : set.metrics)
                if (std::ranges::find(there, metric->id) == there.end())
                    missing.push_back(fmt::format("ALTER TABLE {} ADD COLUMN\n    {}{} /* {}: {} */", table,
                                                  metric->id, column_type(*metric, sums), metric->unit,
                                                  metric->sentence));
        }
    return missing;
}

}  // namespace

std::string counter_table(const MetricSet& set) { return "counter_" + std::string(set.name); }
std::string sum_table(const MetricSet& set) { return "sum_" + std::string(set.name); }

std::vector<const Metric*> wide_columns(SQLite::Database& database, const std::string& table) {
    std::vector<const Metric*> columns;
    for (const auto& name : column_names(database, table))
        if (is_counter(name)) columns.push_back(find_metric(name));
    std::ranges::sort(columns, {}, &Metric::counter);
    return columns;
}

std::vector<UnknownCounter> unknown_counters(SQLite::Database& database) {
    std::vector<UnknownCounter> unknown;
    for (const auto& table : read_texts(database,
                                        "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB "
                                        "'counter_*' ORDER BY name")) {
        const bool known = std::ranges::any_of(
            metric_sets(), [&](const MetricSet& set) { return counter_table(set) == table; });
        for (const auto& column : column_names(database, table))
            if (column != "launch_id" && !(known && is_counter(column))) unknown.push_back({table, column});
    }
    return unknown;
}

std::string stored_sql(SQLite::Database& database, const std::string& view) {
    const auto found = read_texts(
        database, "SELECT coalesce(sql, '') FROM sqlite_master WHERE type = 'view' AND name = ?", view);
    return found.empty() ? std::string() : found.front();
}

std::string quoted(const std::string& name) {
    return '"' + boost::replace_all_copy(name, "\"", "\"\"") + '"';
}

namespace {

// The order of joins is the order of the tables (CROSS JOIN), so that a case's launches are always found by
// their numbers.
constexpr auto launches_of_cases =
    "profiled_case c CROSS JOIN launch l ON l.id BETWEEN c.first_launch_id AND c.first_launch_id + "
    "c.launch_count - 1";
constexpr auto shape_and_kernel =
    "JOIN launch_shape s ON s.id = l.shape_id JOIN kernel k ON k.id = s.kernel_id";

/// What the columns are that views of launches have in common; the catalogue knows the others.
constexpr auto of_launches =
    "\n    -- case_id: its case\n    -- launch_index: order of launching, from 0\n    -- stage: from 1\n    "
    "-- substage: within the "
    "stage, from 1\n    -- kernel: short name\n    -- provenance: where the values come from";

std::vector<const MetricSet*> sets_of(Provenance provenance) {
    std::vector<const MetricSet*> sets;
    for (const auto& set : metric_sets())
        if (set.provenance == provenance) sets.push_back(&set);
    return sets;
}

/// The provenances that metric sets have.
std::vector<Provenance> sides() {
    std::vector<Provenance> all;
    for (const auto provenance : provenance_order())
        if (!sets_of(provenance).empty()) all.push_back(provenance);
    return all;
}

std::string launch_counters() {
    std::string sql = std::string(
                          "CREATE VIEW launch_counters AS\n    -- One row a counter of a launch; provenance "
                          "says where the value comes from. "
                          "Absent means not counted, not zero.") +
                      of_launches +
                      "\n    -- counter: its name in the catalogue of metrics\n    -- value: in unit\n    -- "
                      "unit: of value";
    const auto arm = [&](const std::string& value, const std::string& provenance, const std::string& tables) {
        sql += fmt::format(
            "{}\n    SELECT * FROM (SELECT c.id AS case_id, l.id - c.first_launch_id AS launch_index, "
            "l.stage, l.substage,\n"
            "           k.name AS kernel, n.name AS counter, {} AS value, n.unit, {} AS provenance\n    FROM "
            "{} {} {})\n"
            "    WHERE value IS NOT NULL",
            sql.ends_with("NULL") ? "\n    UNION ALL" : "", value, provenance, launches_of_cases, tables,
            shape_and_kernel);
    };
    for (const auto& set : metric_sets()) {
        std::string value = "CASE n.id";
        std::string numbers;
        for (const auto* metric : set.metrics) {
            value += fmt::format(" WHEN {} THEN t.{}", static_cast<int>(metric->counter), metric->id);
            numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", static_cast<int>(metric->counter));
        }
        arm(value + " END", fmt::format("'{}'", name_of(set.provenance)),
            fmt::format("CROSS JOIN {} t ON t.launch_id = l.id CROSS JOIN counter n ON n.id IN ({})",
                        counter_table(set), numbers));
    }
    arm("t.value", "p.name",
        "CROSS JOIN other_counter t ON t.launch_id = l.id JOIN counter n ON n.id = t.counter_id "
        "JOIN provenance p ON p.id = t.provenance_id");
    return sql;
}

/// LEFT JOINs of the tables of a side's sets, by `key`.
std::string joined(Provenance side, bool sums, const std::string& key) {
    std::string sql;
    for (const auto* set : sets_of(side))
        sql += fmt::format(" LEFT JOIN {0} ON {0}.{1} = {2}", sums ? sum_table(*set) : counter_table(*set),
                           sums ? "stage_sum_id" : "launch_id", key);
    return sql;
}

/// "a.id IS NOT NULL OR b.id IS NOT NULL" over the tables of a side's sets.
std::string any_there(Provenance side, bool sums) {
    std::string sql;
    for (const auto* set : sets_of(side))
        sql += fmt::format("{}{}.{} IS NOT NULL", sql.empty() ? "" : " OR ",
                           sums ? sum_table(*set) : counter_table(*set), sums ? "stage_sum_id" : "launch_id");
    return sql;
}

std::string stages() {
    std::string sql =
        "CREATE VIEW stages AS\n    -- One row a stage and kernel of a case, for each provenance of its "
        "counters: sums over its "
        "launches (where a launch\n    -- lacks a counter there is no sum). Times are measured, and only in "
        "the row of "
        "measured values alone.\n    -- case_id: its case\n    -- stage: from 1\n    -- substage: within the "
        "stage, from 1; NULL where several were "
        "added up\n    -- kernel: short name\n    -- label: the words that the labels of all its launches "
        "begin with\n    -- first_launch: index of its first "
        "launch\n    -- launches: how many\n    -- provenance: where the counters come from\n    -- time_ns: "
        "of all its launches\n    -- required_bytes: bytes "
        "the algorithm must move\n    -- comparators: compare-exchanges, by the plan";
    bool first = true;
    for (const auto side : sides()) {
        const bool measured = side == Provenance::measured;
        sql += fmt::format(
            "{}\n    SELECT g.case_id, g.stage, nullif(g.substage, 0) AS substage, k.name AS kernel, "
            "nullif(p.text, '') AS label, "
            "g.first_launch,\n           g.launches, '{}' AS provenance, {} AS time_ns, "
            "nullif(g.required_bytes, 0) AS required_bytes, "
            "nullif(g.comparators, 0) AS comparators",
            first ? "" : "\n    UNION ALL", name_of(side), measured ? "g.time_ns" : "NULL");
        first = false;
        for (const auto* metric : counter_metrics()) {
            const auto* set = set_of(metric->counter, side);
            sql += fmt::format(",\n           {} AS {}",
                               set == nullptr ? "NULL" : fmt::format("{}.{}", sum_table(*set), metric->id),
                               metric->id);
        }
        sql += fmt::format(
            "\n    FROM stage_sum g JOIN kernel k ON k.id = g.kernel_id JOIN string p ON p.id = "
            "g.label_id{}\n    WHERE {}{}",
            joined(side, true, "g.id"), measured ? "g.time_ns IS NOT NULL OR " : "", any_there(side, true));
    }
    return sql;
}

/// A formula as SQL over the columns of a side; where it has all its counters, and of one pass.
struct SqlFormula {
    std::string there;  ///< condition
    std::string value;
};

/// Nothing where no set of the side has a counter of the formula.
std::optional<SqlFormula> sql_formula(const Formula& parsed, Provenance side) {
    SqlFormula formula{"1", ""};
    std::vector<const MetricSet*> used;
    int counters = 0;
    bool timed = false;
    for (const auto& name : parsed.names()) {
        if (name == "time") timed = true;
        if (name == "data_bytes") formula.there += " AND c.work_bytes > 0";  // 0 and NULL: unknown
        if (name == "bound_bytes") formula.there += " AND s.required_bytes > 0";
        if (name == "data_bytes" || name == "bound_bytes" || name == "launches" || name == "time") continue;
        const auto* set = set_of(metric(name).counter, side);
        if (set == nullptr) return std::nullopt;
        ++counters;
        formula.there += fmt::format(" AND {}.{} IS NOT NULL", counter_table(*set), name);
        if (std::ranges::find(used, set) == used.end()) used.push_back(set);
    }
    if (timed && (counters > 0 || side != Provenance::measured)) return std::nullopt;
    if (timed) formula.there += " AND l.duration_ns IS NOT NULL";
    if (counters > 1) formula.there += fmt::format(" AND pass_{}.pass > 0", used.front()->name);
    for (const auto* set : used)
        if (set != used.front())
            formula.there += fmt::format(" AND pass_{}.pass = pass_{}.pass", set->name, used.front()->name);
    const auto column = [&](const std::string& name) -> std::string {
        if (name == "data_bytes") return "c.work_bytes";
        if (name == "bound_bytes") return "s.required_bytes";
        if (name == "launches") return "1";
        if (name == "time") return "l.duration_ns";
        return fmt::format("{}.{}", counter_table(*set_of(metric(name).counter, side)), name);
    };
    formula.value =
        parsed.render([&](const std::string& name) { return fmt::format("CAST({} AS REAL)", column(name)); },
                      Formula::Division::null_of_0);
    return formula;
}

/// A computed metric: the first of its formulas that has all its counters counts, also where it divides by
/// zero (NULL).
std::string ratio(const Metric& metric, Provenance side) {
    std::string sql;
    for (const auto& alternative : parse_formulas(metric.formula))
        if (const auto formula = sql_formula(alternative, side))
            sql += fmt::format(" WHEN {} THEN {}", formula->there, formula->value);
    if (sql.empty()) return "NULL";
    sql = "CASE" + sql + " END";
    return metric.decimals == 0 ? "CAST(round(" + sql + ") AS INTEGER)" : sql;
}

std::string launch_ratios() {
    std::string sql = std::string(
                          "CREATE VIEW launch_ratios AS\n    -- One row a launch and provenance: what the "
                          "catalogue computes of its counters. NULL where "
                          "they were not taken, not in one pass,\n    -- or where it would divide by zero "
                          "(no loads is none, not 0 %).") +
                      of_launches;
    bool first = true;
    for (const auto side : sides()) {
        sql += fmt::format(
            "{}\n    SELECT c.id AS case_id, l.id - c.first_launch_id AS launch_index, l.stage, l.substage, "
            "k.name AS kernel, '{}' AS "
            "provenance",
            first ? "" : "\n    UNION ALL", name_of(side));
        first = false;
        for (const auto* metric : computed_metrics())
            sql += fmt::format(",\n           {} AS {}", ratio(*metric, side), metric->id);
        sql += fmt::format("\n    FROM {} {}{}", launches_of_cases, shape_and_kernel,
                           joined(side, false, "l.id"));
        for (const auto* set : sets_of(side))
            sql += fmt::format(
                "\n    LEFT JOIN case_pass pass_{0} ON pass_{0}.case_id = c.id AND pass_{0}.set_name = '{0}' "
                "AND "
                "pass_{0}.provenance_id = {1}",
                set->name, static_cast<int>(set->provenance));
        sql += fmt::format("\n    WHERE {}", any_there(side, false));
    }
    return sql;
}

}  // namespace

std::vector<std::string> catalogue_changes(SQLite::Database& database) {
    auto changes = missing_tables(database);
    // Views of a newer program know its columns; ours would not.
    const bool keeps_views = changes.empty() && !unknown_counters(database).empty();
    const std::pair<const char*, std::string> views[] = {
        {"launch_counters", launch_counters()}, {"stages", stages()}, {"launch_ratios", launch_ratios()}};
    for (const auto& [name, sql] : views) {
        const auto stored = stored_sql(database, name);
        if (stored == sql || (keeps_views && !stored.empty())) continue;
        changes.push_back(fmt::format("DROP VIEW IF EXISTS {}", name));
        changes.push_back(sql);
    }
    return changes;
}

}  // namespace sortscope::db
