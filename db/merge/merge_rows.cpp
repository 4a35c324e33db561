#include "db/merge/merge_rows.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/metric/metric.hpp"
#include "db/merge/merge_tables.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/errors.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

using Names = std::vector<std::string>;

/// A table below cases, each row with the case's number.
struct OfCase {
    std::string table;
    std::vector<Reference> references;
};

const std::vector<OfCase>& below_cases() {
    static const std::vector<OfCase> all{
        {"case_parameter", {{"name_id", "string"}}},
        {"transfer", {}},
        {"series", {}},
        {"stall", {{"instruction_id", "instruction"}, {"reason_id", "string"}}},
        {"case_pass", {}}};
    return all;
}

/// What a later round renews.
const std::vector<OfCase>& of_rounds() {
    static const std::vector<OfCase> all{
        {"case_note", {}}, {"trial", {}}, {"other_time", {{"stop_id", "string"}}}, {"time_round", {}}};
    return all;
}

const std::vector<Reference>& of_sort_case() {
    static const std::vector<Reference> all{{"condition_id", "condition"}, {"variant_id", "variant"},
                                            {"device_id", "device"},       {"cache_state_id", "string"},
                                            {"time_stop_id", "string"},    {"run_id", "run"}};
    return all;
}

/// Copies the rows of a table below cases; `which`: of which cases of map_case.
void copy_below(SQLite::Database& database, const OfCase& rows, const std::string& which) {
    const auto columns = columns_of(database, "main", rows.table);
    Names names, values;
    for (const auto& column : columns) {
        if (rows.table == "series" && column == "id") continue;
        names.push_back(quoted(column));
        values.push_back(column == "case_id" ? "m.new" : mapped(rows.references, column));
    }
    database.exec(
        fmt::format("INSERT INTO main.{} ({}) SELECT {} FROM temp.map_case m CROSS JOIN source.{} s ON "
                    "s.case_id = m.old{} WHERE m.{}",
                    rows.table, fmt::join(names, ", "), fmt::join(values, ", "), rows.table,
                    joins(rows.references), which));
}

/// Copies the rows of a table below launches, in order.
void copy_below_launches(SQLite::Database& database, const std::string& table,
                         const std::vector<Reference>& references) {
    Names names, values;
    for (const auto& column : columns_of(database, "source", table)) {
        names.push_back(quoted(column));
        values.push_back(column == "launch_id" ? "s.launch_id + m.shift" : mapped(references, column));
    }
    database.exec(
        fmt::format("INSERT INTO main.{0} ({1}) SELECT {2} FROM temp.map_case m CROSS JOIN source.{0} s ON "
                    "s.launch_id BETWEEN m.first_launch AND "
                    "m.last_launch{3} WHERE m.copy",
                    table, fmt::join(names, ", "), fmt::join(values, ", "), joins(references)));
}

void copy_below_sums(SQLite::Database& database, const std::string& table) {
    Names names, values;
    for (const auto& column : columns_of(database, "source", table)) {
        names.push_back(quoted(column));
        values.push_back(column == "stage_sum_id" ? "m.new" : "s." + quoted(column));
    }
    database.exec(
        fmt::format("INSERT INTO main.{0} ({1}) SELECT {2} FROM temp.map_sum m CROSS JOIN source.{0} s ON "
                    "s.stage_sum_id = m.old",
                    table, fmt::join(names, ", "), fmt::join(values, ", ")));
}

/// Numbers the launches of the cases that are copied behind those there are.
void place_launches(SQLite::Database& database) {
    database.exec(
        "UPDATE temp.map_case SET first_launch = s.first_launch_id, last_launch = s.first_launch_id + "
        "s.launch_count - 1 "
        "FROM source.profiled_case s WHERE s.id = old AND copy AND s.launch_count > 0");
    database.exec(
        "WITH place AS (SELECT p.old AS case_id, (SELECT coalesce(max(id), 0) + 1 FROM main.launch) + "
        "sum(p.last_launch - p.first_launch + 1) OVER (ORDER BY p.new) - (p.last_launch - p.first_launch + "
        "1) AS first "
        "FROM temp.map_case p WHERE p.first_launch IS NOT NULL) "
        "UPDATE temp.map_case SET shift = place.first - first_launch FROM place WHERE place.case_id = old");
}

void copy_summaries(SQLite::Database& database) {
    Names names, values;
    for (const auto& column : columns_of(database, "main", "profiled_case")) {
        names.push_back(quoted(column));
        if (column == "id")
            values.emplace_back("m.new");
        else if (column == "first_launch_id")
            values.emplace_back("s.first_launch_id + m.shift");
        else
            values.push_back(mapped(of_sort_case(), column));
    }
    database.exec(
        fmt::format("INSERT INTO main.profiled_case ({}) SELECT {} FROM temp.map_case m CROSS JOIN "
                    "source.profiled_case s ON s.id = m.old{} WHERE m.copy ORDER BY m.new",
                    fmt::join(names, ", "), fmt::join(values, ", "), joins(of_sort_case())));
}

void copy_launches(SQLite::Database& database) {
    const std::vector<Reference> references{
        {"label_id", "string"}, {"shape_id", "launch_shape"}, {"origin_id", "launch_origin"}};
    Names names, values;
    for (const auto& column : columns_of(database, "main", "launch")) {
        names.push_back(quoted(column));
        values.push_back(column == "id"        ? "s.id + m.shift"
                         : column == "case_id" ? "m.new"
                                               : mapped(references, column));
    }
    database.exec(
        fmt::format("INSERT INTO main.launch ({}) SELECT {} FROM temp.map_case m CROSS JOIN source.launch s "
                    "ON s.id BETWEEN m.first_launch AND m.last_launch{} "
                    "WHERE m.copy",
                    fmt::join(names, ", "), fmt::join(values, ", "), joins(references)));
    for (const auto& set : metric_sets())
        if (const auto table = counter_table(set); source_has(database, table))
            copy_below_launches(database, table, {});
    copy_below_launches(database, "other_counter", {});
    copy_below_launches(database, "vendor_value", {{"name_id", "string"}});
    copy_below_launches(database, "launch_site", {{"site_id", "site"}});
}

void copy_sums(SQLite::Database& database) {
    database.exec("DELETE FROM temp.map_sum");
    database.exec(
        "INSERT INTO temp.map_sum SELECT s.id, (SELECT coalesce(max(id), 0) FROM main.stage_sum) + "
        "row_number() OVER (ORDER BY m.new, s.id) "
        "FROM temp.map_case m CROSS JOIN source.stage_sum s ON s.case_id = m.old WHERE m.copy");
    const std::vector<Reference> references{
        {"kernel_id", "kernel"}, {"label_id", "string"}, {"case_id", "case"}};
    Names names, values;
    for (const auto& column : columns_of(database, "main", "stage_sum")) {
        names.push_back(quoted(column));
        values.push_back(column == "id" ? "m.new" : mapped(references, column));
    }
    database.exec(
        fmt::format("INSERT INTO main.stage_sum ({}) SELECT {} FROM temp.map_sum m CROSS JOIN "
                    "source.stage_sum s ON s.id = m.old{} ORDER BY m.new",
                    fmt::join(names, ", "), fmt::join(values, ", "), joins(references)));
    for (const auto& set : metric_sets())
        if (const auto table = sum_table(set); source_has(database, table)) copy_below_sums(database, table);
    copy_below_sums(database, "sum_other");
}

/// Throws where `sql` gives a row.
void refuse_if(SQLite::Database& database, const std::string& sql, const std::string& what) {
    Statement statement(database, sql);
    if (statement.step()) throw BadValue(what);
}

}  // namespace

std::uint64_t copy_cases(SQLite::Database& database) {
    place_launches(database);
    copy_summaries(database);
    for (const auto& rows : below_cases()) copy_below(database, rows, "copy");
    for (const auto& rows : of_rounds()) copy_below(database, rows, "copy");
    if (const OfCase sources{"case_source", {{"source_text_id", "source_text"}}};
        source_has(database, sources.table))
        copy_below(database, sources, "copy");
    for (const auto& rows :
         std::vector<OfCase>{{"launch_run", {{"origin_id", "launch_origin"}}},
                             {"substage_sum", {{"kernel_id", "kernel"}, {"label_id", "string"}}},
                             {"substage_value", {}}})
        if (source_has(database, rows.table)) copy_below(database, rows, "copy");
    copy_launches(database);
    copy_sums(database);
    return static_cast<std::uint64_t>(database
                                          .execAndGet("SELECT coalesce(sum(last_launch - first_launch + 1), "
                                                      "0) FROM temp.map_case WHERE first_launch IS NOT NULL")
                                          .getInt64());
}

void renew_cases(SQLite::Database& database) {
    for (const auto& rows : of_rounds()) {
        database.exec(fmt::format(
            "DELETE FROM main.{} WHERE case_id IN (SELECT new FROM temp.map_case WHERE renew)", rows.table));
        copy_below(database, rows, "renew");
    }
    database.exec(
        "UPDATE main.profiled_case SET status_id = s.status_id, message = s.message, "
        "time_median_ns = s.time_median_ns, time_min_ns = s.time_min_ns, time_max_ns = s.time_max_ns, "
        "time_spread = s.time_spread, time_count = s.time_count, time_stop_id = (SELECT p.new FROM "
        "temp.map_string p WHERE p.old = s.time_stop_id), "
        "note_count = s.note_count, trial_count = s.trial_count, other_time_count = s.other_time_count, "
        "round_count = s.round_count "
        "FROM temp.map_case m, source.profiled_case s WHERE m.new = profiled_case.id AND m.renew AND s.id = "
        "m.old");
}

void copy_annotations(SQLite::Database& database) {
    if (!source_has(database, "case_tag")) return;
    for (const std::string what : {"run", "case"}) {
        database.exec(
            fmt::format("INSERT OR IGNORE INTO main.{0}_annotation SELECT m.new, s.name, s.note FROM "
                        "temp.map_{0} m CROSS JOIN source.{0}_annotation s "
                        "ON s.{0}_id = m.old",
                        what));
        database.exec(
            fmt::format("INSERT OR IGNORE INTO main.{0}_tag SELECT m.new, s.tag FROM temp.map_{0} m CROSS "
                        "JOIN source.{0}_tag s ON s.{0}_id = m.old",
                        what));
    }
}

void check_copied(SQLite::Database& database) {
    // A reference that led nowhere has become NULL where it must not be, which the tables themselves refuse;
    // these are those that may be.
    refuse_if(database,
              "SELECT 1 FROM temp.map_launch_shape WHERE new IS NULL UNION ALL SELECT 1 FROM "
              "temp.map_instruction WHERE new IS NULL LIMIT 1",
              "rows of kernels refer to names that are not there");
    refuse_if(
        database,
        "SELECT 1 FROM temp.map_case m JOIN main.profiled_case c ON c.id = m.new JOIN source.profiled_case s "
        "ON s.id = m.old WHERE m.copy AND "
        "((c.variant_id IS NULL) <> (s.variant_id IS NULL) OR (c.time_stop_id IS NULL) <> "
        "(s.time_stop_id IS NULL)) LIMIT 1",
        "a case refers to a name that is not there");
    refuse_if(database,
              "SELECT 1 FROM temp.map_case m CROSS JOIN main.launch l ON l.id BETWEEN m.first_launch + "
              "m.shift AND m.last_launch + m.shift "
              "CROSS JOIN source.launch s ON s.id = l.id - m.shift WHERE s.case_id <> m.old OR (s.origin_id "
              "IS NOT NULL AND l.origin_id IS NULL) LIMIT 1",
              "a launch refers to a row that is not there");
    const std::vector<std::pair<std::string, std::string>> counts{{"case_parameter", "parameter_count"},
                                                                  {"case_note", "note_count"},
                                                                  {"trial", "trial_count"},
                                                                  {"transfer", "transfer_count"},
                                                                  {"series", "series_count"},
                                                                  {"stall", "stall_count"},
                                                                  {"case_pass", "pass_count"},
                                                                  {"other_time", "other_time_count"},
                                                                  {"time_round", "round_count"}};
    for (const auto& [table, count] : counts)
        refuse_if(database,
                  fmt::format("SELECT 1 FROM temp.map_case m JOIN main.profiled_case c ON c.id = m.new WHERE "
                              "(m.copy OR m.renew) AND "
                              "c.{} <> (SELECT count(*) FROM main.{} t WHERE t.case_id = c.id) LIMIT 1",
                              count, table),
                  fmt::format("table '{}' has not as many rows of a case as were stored", table));
    refuse_if(database,
              "SELECT 1 FROM temp.map_case m JOIN main.profiled_case c ON c.id = m.new WHERE m.copy AND "
              "c.launch_count <> "
              "(SELECT count(*) FROM main.launch l WHERE l.id BETWEEN c.first_launch_id AND "
              "c.first_launch_id + c.launch_count - 1) LIMIT 1",
              "table 'launch' has not as many rows of a case as were stored");
}

}  // namespace sortscope::db
