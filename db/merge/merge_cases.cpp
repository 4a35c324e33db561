#include "db/merge/merge_cases.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <string>

#include "core/metric/metric.hpp"
#include "db/merge/merge_tables.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

/// An expression that puts the sums of a table's columns into a text, of `schema`.`table` with `condition`.
/// Both files have them: columns are the source's.
std::string sums_of(SQLite::Database& database, const std::string& schema, const std::string& table,
                    const std::string& condition) {
    std::string sums;
    for (const auto& column : columns_of(database, "source", table))
        if (column != "stage_sum_id")
            sums += fmt::format("{}total(t.{})", sums.empty() ? "" : " || ' ' || ", quoted(column));
    return sums.empty() ? "''"
                        : fmt::format("(SELECT {} FROM {}.{} t WHERE {})", sums, schema, table, condition);
}

/// An expression that is the same in two files for the same case c, and another for another: its summary, its
/// trials, its launches by kernel, and what they counted, added up.
std::string content_of(SQLite::Database& database, const std::string& schema) {
    constexpr const char* launches = "BETWEEN c.first_launch_id AND c.first_launch_id + c.launch_count - 1";
    auto sql = fmt::format(
        "quote(c.message) || quote(c.time_median_ns) || quote(c.time_spread) || quote(c.span_ns) || "
        "c.status_id || ' ' || c.required_bytes || ' ' || c.padded || ' ' || c.launch_count"
        " || (SELECT d.cc_major || '.' || d.cc_minor FROM {0}.device d WHERE d.id = c.device_id)"
        " || coalesce((SELECT group_concat(quote(t.duration_ns) || t.verified) FROM (SELECT * FROM {0}.trial "
        "WHERE case_id = c.id ORDER BY position) t), '')"
        " || (SELECT total(l.start_ns) || ' ' || total(l.duration_ns) || ' ' || total(l.duration_ns * (l.id "
        "- c.first_launch_id + 1.0)) FROM {0}.launch l WHERE l.id {1})"
        " || (SELECT count(*) || ' ' || total(v.value) FROM {0}.vendor_value v WHERE v.launch_id {1})"
        " || coalesce((SELECT group_concat(t.name || ' ' || t.stage || ' ' || t.substage) FROM (SELECT * "
        "FROM {0}.stage_sum s JOIN {0}.kernel k ON k.id = s.kernel_id "
        "WHERE s.case_id = c.id ORDER BY s.stage, s.substage, k.name) t), '')",
        schema, launches);
    const auto rows =
        fmt::format("t.stage_sum_id IN (SELECT s.id FROM {}.stage_sum s WHERE s.case_id = c.id)", schema);
    sql += " || " + sums_of(database, schema, "sum_other", rows);
    for (const auto& set : metric_sets()) sql += " || " + sums_of(database, schema, sum_table(set), rows);
    return sql;
}

void run_sql(SQLite::Database& database, const std::string& sql, RunId run) {
    Statement statement(database, sql);
    bind_row(statement, static_cast<std::int64_t>(run));
    statement.step();
}

/// What tells cases apart that took the collector no time.
void note_contents(SQLite::Database& database, RunId from, RunId into) {
    database.exec(
        "DROP TABLE IF EXISTS temp.content; CREATE TEMP TABLE content (schema TEXT, id INTEGER, text TEXT, "
        "PRIMARY KEY (schema, id)) WITHOUT ROWID");
    Statement known(database, "SELECT 1 FROM main.profiled_case WHERE run_id = ?");
    bind_row(known, static_cast<std::int64_t>(into));
    if (!known.step()) return;  // all of them are new
    for (const std::string schema : {"source", "main"})
        run_sql(database,
                fmt::format("INSERT INTO temp.content SELECT '{0}', c.id, {1} FROM {0}.profiled_case c WHERE "
                            "c.run_id = ? AND c.collect_ns = 0",
                            schema, content_of(database, schema)),
                schema == "source" ? from : into);
}

}  // namespace

void map_cases(SQLite::Database& database, RunId from, RunId into) {
    note_contents(database, from, into);
    // Of cases that nothing tells apart each is one of them, in their order.
    constexpr const char* same =
        "row_number() OVER (PARTITION BY {0}, c.collect_ns, t.text ORDER BY c.id) AS place FROM "
        "{1}.profiled_case c LEFT JOIN temp.content t ON t.schema = '{1}' AND t.id = c.id";
    Statement statement(
        database,
        fmt::format("WITH theirs AS (SELECT c.id, c.trial_count, m.new AS condition, c.collect_ns, t.text, "
                    "{0} LEFT JOIN temp.map_condition m ON m.old = c.condition_id WHERE c.run_id = ?1), "
                    "ours AS (SELECT c.id, c.trial_count, c.condition_id, c.collect_ns, t.text, {1} WHERE "
                    "c.run_id = ?2) "
                    "INSERT INTO temp.map_case (old, new, copy, renew) SELECT t.id, o.id, o.id IS NULL, "
                    "coalesce(t.trial_count > o.trial_count, 0) "
                    "FROM theirs t LEFT JOIN ours o ON o.condition_id = t.condition AND o.collect_ns = "
                    "t.collect_ns AND o.text IS t.text AND o.place = t.place",
                    fmt::format(fmt::runtime(same), "m.new", "source"),
                    fmt::format(fmt::runtime(same), "c.condition_id", "main")));
    bind_row(statement, static_cast<std::int64_t>(from), static_cast<std::int64_t>(into));
    statement.step();
}

void number_cases(SQLite::Database& database) {
    database.exec(
        "WITH next AS (SELECT old AS id, (SELECT coalesce(max(id), 0) FROM main.profiled_case) + "
        "row_number() "
        "OVER (ORDER BY old) AS number "
        "FROM temp.map_case WHERE new IS NULL) UPDATE temp.map_case SET new = next.number FROM next WHERE "
        "next.id = old");
}

}  // namespace sortscope::db
