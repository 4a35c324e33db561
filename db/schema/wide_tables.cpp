#include "core/ranges.hpp"
#include "db/schema/schema.hpp"

#include <fmt/ranges.h>
#include <boost/algorithm/string/replace.hpp>

#include "core/metric/formula.hpp"
#include "core/metric/metric.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {
std::string table_of(const MetricSet& set, bool sums) { return sums ? sum_table(set) : counter_table(set); }

/// "\n    gld_bytes INTEGER /* bytes: ... */". Time-weighted sums have no type, because means may be
/// fractions and values of single launches are whole numbers.
std::string column_sql(const Metric& metric, bool sums) {
    const auto* const type = sums && metric.adding == Adding::time_weighted ? ""
                             : metric.decimals == 0                         ? " INTEGER"
                                                                            : " REAL";
    return fmt::format("\n    {}{} /* {}: {} */", metric.id, type, metric.unit, metric.sentence);
}

std::string create_sql(const MetricSet& set, bool sums) {
    auto sql = fmt::format("CREATE TABLE {} (\n    -- ", table_of(set, sums));
    sql += sums ? fmt::format(
                      "Sums of {} over the launches of a row of stage_sum. NULL: a launch has no value.\n    "
                      "stage_sum_id INTEGER PRIMARY KEY REFERENCES stage_sum(id) ON DELETE CASCADE",
                      counter_table(set))
                : fmt::format(
                      "{} Values are {}. NULL: no value.\n    launch_id INTEGER PRIMARY KEY REFERENCES "
                      "launch(id) ON DELETE CASCADE",
                      set.sentence, name_of(set.provenance));
    for (const auto* metric : set.metrics) sql += "," + column_sql(*metric, sums);
    return sql + "\n)";
}

std::vector<std::string> column_names(Database& database, const std::string& table) {
    return read_texts(database, "SELECT name FROM pragma_table_info(?)", table);
}

const Metric* find_counter(const std::string& column) {
    const auto* const metric = find_metric(column);
    return metric != nullptr && metric->counter != CounterId::none ? metric : nullptr;
}

std::vector<std::string> missing_tables(Database& database) {
    std::vector<std::string> missing;
    for (const auto& set : metric_sets())
        for (const bool sums : {false, true}) {
            const auto table = table_of(set, sums);
            const auto there = column_names(database, table);
            if (there.empty()) missing.push_back(create_sql(set, sums));
            for (const auto* metric : set.metrics)
                if (!there.empty() && !contains(there, metric->id))
                    missing.push_back("ALTER TABLE " + table + " ADD COLUMN" + column_sql(*metric, sums));
        }
    return missing;
}
}  // namespace

std::string counter_table(const MetricSet& set) { return "counter_" + std::string(set.name); }
std::string sum_table(const MetricSet& set) { return "sum_" + std::string(set.name); }

std::vector<const Metric*> wide_columns(Database& database, const std::string& table) {
    std::vector<const Metric*> columns;
    for (const auto& name : column_names(database, table))
        if (const auto* const counter = find_counter(name)) columns.push_back(counter);
    std::ranges::sort(columns, {}, &Metric::counter);
    return columns;
}

std::vector<UnknownCounter> unknown_counters(Database& database) {
    std::vector<UnknownCounter> unknown;
    for (const auto& table : read_texts(
             database,
             "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'counter_*' ORDER BY name")) {
        const bool known = std::ranges::any_of(
            metric_sets(), [&](const MetricSet& set) { return counter_table(set) == table; });
        for (const auto& column : column_names(database, table))
            if (column != "launch_id" && !(known && find_counter(column) != nullptr))
                unknown.push_back({table, column});
    }
    return unknown;
}

std::string stored_sql(Database& database, const std::string& view) {
    const auto found = read_texts(
        database, "SELECT coalesce(sql, '') FROM sqlite_master WHERE type = 'view' AND name = ?", view);
    return found.empty() ? std::string() : found.front();
}

std::string quoted(const std::string& name) {
    return '"' + boost::replace_all_copy(name, "\"", "\"\"") + '"';
}

namespace {
// CROSS JOIN keeps the order of the tables, so that SQLite finds a case's launches by id.
constexpr auto launches_of_cases =
    "profiled_case c CROSS JOIN launch l ON l.id BETWEEN c.first_launch_id AND c.first_launch_id + "
    "c.launch_count - 1";
constexpr auto shape_and_kernel =
    "JOIN launch_shape s ON s.id = l.shape_id JOIN kernel k ON k.id = s.kernel_id";

/// Column comments that all views of launches share.
constexpr auto of_launches = R"(
    -- case_id: its case
    -- launch_index: order of launches, from 0
    -- stage: from 1
    -- substage: within the stage, from 1
    -- kernel: short name
    -- provenance: of the values)";

struct Side {
    Provenance provenance;
    std::vector<const MetricSet*> sets{};

    /// LEFT JOINs of the sets' tables, by `key`.
    std::string joined(bool sums, const char* key) const {
        std::string sql;
        for (const auto* set : sets)
            sql += fmt::format(" LEFT JOIN {0} ON {0}.{1} = {2}", table_of(*set, sums),
                               sums ? "stage_sum_id" : "launch_id", key);
        return sql;
    }
    /// "a.id IS NOT NULL OR b.id IS NOT NULL" for the sets' tables.
    std::string any_there(bool sums) const {
        std::vector<std::string> there;
        for (const auto* set : sets)
            there.push_back(table_of(*set, sums) +
                            (sums ? ".stage_sum_id IS NOT NULL" : ".launch_id IS NOT NULL"));
        return fmt::format("{}", fmt::join(there, " OR "));
    }
};

std::vector<Side> sides() {
    std::vector<Side> all;
    for (const auto provenance : provenance_order()) {
        Side side{provenance};
        for (const auto& set : metric_sets())
            if (set.provenance == provenance) side.sets.push_back(&set);
        if (!side.sets.empty()) all.push_back(side);
    }
    return all;
}

std::string launch_counters() {
    std::vector<std::string> arms;
    const auto add = [&](const std::string& value, const std::string& provenance, const std::string& tables) {
        arms.push_back(fmt::format(
            R"(
    SELECT * FROM (SELECT c.id AS case_id, l.id - c.first_launch_id AS launch_index, l.stage, l.substage,
           k.name AS kernel, n.name AS counter, {} AS value, n.unit, {} AS provenance
    FROM {} {} {})
    WHERE value IS NOT NULL)",
            value, provenance, launches_of_cases, tables, shape_and_kernel));
    };
    for (const auto& set : metric_sets()) {
        std::string value = "CASE n.id";
        std::vector<int> numbers;
        for (const auto* metric : set.metrics) {
            numbers.push_back(int(metric->counter));
            value += fmt::format(" WHEN {} THEN t.{}", numbers.back(), metric->id);
        }
        add(value + " END", fmt::format("'{}'", name_of(set.provenance)),
            fmt::format("CROSS JOIN {} t ON t.launch_id = l.id CROSS JOIN counter n ON n.id IN ({})",
                        counter_table(set), fmt::join(numbers, ", ")));
    }
    add("t.value", "p.name",
        "CROSS JOIN other_counter t ON t.launch_id = l.id JOIN counter n ON n.id = t.counter_id JOIN "
        "provenance p ON p.id = t.provenance_id");
    return fmt::format(R"(CREATE VIEW launch_counters AS
    -- One row for each counter of a launch. A counter without a row was not counted; it is not zero.{}
    -- counter: its name in the catalogue of metrics
    -- value: in unit
    -- unit: of value{})",
                       of_launches, fmt::join(arms, "\n    UNION ALL"));
}

std::string stages() {
    std::vector<std::string> arms;
    for (const auto& side : sides()) {
        const bool measured = side.provenance == Provenance::measured;
        auto& sql = arms.emplace_back(fmt::format(
            R"(
    SELECT g.case_id, g.stage, nullif(g.substage, 0) AS substage, k.name AS kernel,
           nullif(p.text, '') AS label, g.first_launch, g.launches, '{}' AS provenance, {} AS time_ns,
           nullif(g.required_bytes, 0) AS required_bytes, nullif(g.comparators, 0) AS comparators)",
            name_of(side.provenance), measured ? "g.time_ns" : "NULL"));
        for (const auto* metric : counter_metrics()) {
            const auto* set = set_of(metric->counter, side.provenance);
            sql += fmt::format(",\n           {} AS {}",
                               set == nullptr ? "NULL" : fmt::format("{}.{}", sum_table(*set), metric->id),
                               metric->id);
        }
        sql += fmt::format(R"(
    FROM stage_sum g JOIN kernel k ON k.id = g.kernel_id JOIN string p ON p.id = g.label_id{}
    WHERE {}{})",
                           side.joined(true, "g.id"), measured ? "g.time_ns IS NOT NULL OR " : "",
                           side.any_there(true));
    }
    return fmt::format(R"(CREATE VIEW stages AS
    -- One row for each stage, kernel and provenance of a case: sums over its launches. A counter that a launch lacks
    -- has no sum. Times are measured; only rows of measured values have them.
    -- case_id: its case
    -- stage: from 1
    -- substage: within the stage, from 1; NULL: sum of several
    -- kernel: short name
    -- label: first words that the labels of all its launches share
    -- first_launch: index of its first launch
    -- launches: number of launches
    -- provenance: of the counters
    -- time_ns: of all its launches
    -- required_bytes: bytes that the algorithm must move
    -- comparators: planned compare-exchanges{})",
                       fmt::join(arms, "\n    UNION ALL"));
}

/// SQL of a formula: its value, and the condition that one pass has all its counters.
struct SqlFormula {
    std::string there = "1", value{};
};

/// Writes a formula as SQL; std::nullopt if `side` cannot have all its values.
std::optional<SqlFormula> sql_formula(const Formula& parsed, Provenance side) {
    static const std::map<std::string, std::pair<const char*, const char*>> constants{
        {"data_bytes", {"c.work_bytes", " AND c.work_bytes > 0"}},  // 0 and NULL: unknown
        {"bound_bytes", {"s.required_bytes", " AND s.required_bytes > 0"}},
        {"launches", {"1", ""}},
        {"time", {"l.duration_ns", " AND l.duration_ns IS NOT NULL"}}};
    SqlFormula formula;
    std::map<std::string, std::string> columns;
    std::vector<const MetricSet*> used;
    size_t counters = 0;
    for (const auto& name : parsed.names()) {
        if (const auto* constant = mapped_or_null(constants, name)) {
            columns[name] = constant->first;
            formula.there += constant->second;
            continue;
        }
        const auto* set = set_of(metric(name).counter, side);
        if (set == nullptr) return std::nullopt;
        ++counters;
        columns[name] = counter_table(*set) + "." + name;
        formula.there += " AND " + columns[name] + " IS NOT NULL";
        add_once(used, set);
    }
    if (columns.contains("time") && (counters > 0 || side != Provenance::measured)) return std::nullopt;
    if (counters > 1) formula.there += fmt::format(" AND pass_{}.pass > 0", used.front()->name);
    for (const auto* set : used)
        if (set != used.front())
            formula.there += fmt::format(" AND pass_{}.pass = pass_{}.pass", set->name, used.front()->name);
    formula.value =
        parsed.render([&](const std::string& name) { return "CAST(" + columns.at(name) + " AS REAL)"; },
                      Formula::Division::null_of_0);
    return formula;
}

/// SQL of a computed metric: the first formula that has all its counters. Division by 0 gives NULL.
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
    std::vector<std::string> arms;
    for (const auto& side : sides()) {
        auto& sql = arms.emplace_back(fmt::format(
            R"(
    SELECT c.id AS case_id, l.id - c.first_launch_id AS launch_index, l.stage, l.substage,
           k.name AS kernel, '{}' AS provenance)",
            name_of(side.provenance)));
        for (const auto* metric : computed_metrics())
            sql += fmt::format(",\n           {} AS {}", ratio(*metric, side.provenance), metric->id);
        sql += fmt::format("\n    FROM {} {}{}", launches_of_cases, shape_and_kernel,
                           side.joined(false, "l.id"));
        for (const auto* set : side.sets)
            sql += fmt::format(R"(
    LEFT JOIN case_pass pass_{0} ON pass_{0}.case_id = c.id AND pass_{0}.set_name = '{0}'
         AND pass_{0}.provenance_id = {1})",
                               set->name, int(set->provenance));
        sql += "\n    WHERE " + side.any_there(false);
    }
    return fmt::format(R"(CREATE VIEW launch_ratios AS
    -- One row for each launch and provenance: computed metrics. NULL if counters are missing or of different
    -- passes, or if the metric would divide by zero (without loads, efficiency is NULL, not 0 %).{}{})",
                       of_launches, fmt::join(arms, "\n    UNION ALL"));
}
}  // namespace

std::vector<std::string> catalogue_changes(Database& database) {
    auto changes = missing_tables(database);
    // Keep a newer program's views: this program's views lack the new columns.
    const bool keeps_views = changes.empty() && !unknown_counters(database).empty();
    const std::pair<std::string, std::string> views[] = {
        {"launch_counters", launch_counters()}, {"stages", stages()}, {"launch_ratios", launch_ratios()}};
    for (const auto& [name, sql] : views) {
        const auto stored = stored_sql(database, name);
        if (stored == sql || (keeps_views && !stored.empty())) continue;
        changes.push_back("DROP VIEW IF EXISTS " + name);
        changes.push_back(sql);
    }
    return changes;
}
}
