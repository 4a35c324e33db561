#include "db/check/verify_rows.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/metric/metric.hpp"
#include "db/check/counter_bounds.hpp"
#include "db/check/finding_rows.hpp"
#include "db/rows/sources.hpp"
#include "db/schema/vocabulary.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

constexpr auto record_again = "Delete the case and record it again.";

using Columns = std::vector<std::pair<std::string, std::string>>;

bool has_column(const Columns& columns, std::string_view name) {
    return std::ranges::any_of(columns, [&](const auto& column) { return column.first == name; });
}

/// How rows of a table are numbered, and how their case is found.
std::pair<std::string, std::string> row_and_case(const std::string& table, const Columns& columns) {
    const auto by_launch = "(SELECT l.case_id FROM launch l WHERE l.id = launch_id)";
    const auto by_sum = "(SELECT g.case_id FROM stage_sum g WHERE g.id = stage_sum_id)";
    const std::string row = has_column(columns, "id")             ? "id"
                            : has_column(columns, "launch_id")    ? "launch_id"
                            : has_column(columns, "stage_sum_id") ? "stage_sum_id"
                                                                  : "NULL";
    if (table == "profiled_case") return {row, "id"};
    if (has_column(columns, "case_id")) return {row, "case_id"};
    if (has_column(columns, "launch_id")) return {row, by_launch};
    if (has_column(columns, "stage_sum_id")) return {row, by_sum};
    return {row, "NULL"};
}

/// A name of the file as a text within SQL.
std::string text_literal(const std::string& name) {
    std::string text = "'";
    for (const char c : name) text += c == '\'' ? "''" : std::string(1, c);
    return text + "'";
}

void check_negative(FindingRows& rows, const std::string& table, const Columns& columns) {
    static const std::set<std::string> may_be{"profiled_case.seed", "case_parameter.value", "condition.seed"};
    std::vector<std::string> names, when;
    for (const auto& [name, type] : columns) {
        const auto text = name == "samples" && table == "series";
        if (type == "TEXT" || text || may_be.contains(table + "." + name)) continue;
        names.push_back(fmt::format("{} < 0", quoted(name)));
        when.push_back(fmt::format("WHEN {0} < 0 THEN 'Column ' || quote({1}) || ' holds ' || {0} || '.'",
                                   quoted(name), text_literal(name)));
    }
    if (names.empty()) return;
    const auto [row, of_case] = row_and_case(table, columns);
    rows.find("negative", table,
              fmt::format("SELECT {}, {}, CASE {} END FROM {} WHERE {}", row, of_case, fmt::join(when, " "),
                          quoted(table), fmt::join(names, " OR ")),
              record_again);
}

/// Columns that say a word of a vocabulary, by their references.
void check_words(FindingRows& rows, SQLite::Database& database, const std::string& table,
                 const Columns& columns) {
    const auto words = vocabulary();
    Statement keys(database, "SELECT id, \"table\", \"from\" FROM pragma_foreign_key_list(?)");
    bind_row(keys, table);
    std::vector<std::pair<std::string, std::string>> references;
    for_each_row(keys, "sqlite_master", [&](RowReader& row) {
        auto& [to, from] = references.emplace_back();
        row.skip();
        row.read(to, from);
    });
    const auto [row, of_case] = row_and_case(table, columns);
    for (const auto& [to, from] : references)
        for (const auto& word : words) {
            if (word.table != to) continue;
            std::vector<std::int64_t> known;
            for (const auto& each : word.rows) known.push_back(each.id);
            rows.find("unknown", table,
                      fmt::format(
                          "SELECT {}, {}, 'Column ' || quote({}) || ' holds ' || {} || ', which stands for "
                          "nothing that this program knows.' FROM {} WHERE {} IS NOT NULL AND {} NOT IN ({})",
                          row, of_case, text_literal(from), quoted(from), quoted(table), quoted(from),
                          quoted(from), fmt::join(known, ", ")),
                      "Where a newer SortScope wrote the file, update this program; else take the file from "
                      "a copy.");
        }
}

void check_counts(FindingRows& rows) {
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
        rows.find(
            "rows", table,
            fmt::format("SELECT NULL, c.id, 'It has ' || (SELECT count(*) FROM {0} t WHERE t.case_id = c.id) "
                        "|| ' rows of the case, where ' || c.{1} || ' were stored.' FROM profiled_case c "
                        "WHERE c.{1} <> (SELECT count(*) FROM {0} t WHERE t.case_id = c.id)",
                        table, count),
            record_again);
    rows.find("rows", "device_limit",
              "SELECT NULL, NULL, 'It has ' || (SELECT count(*) FROM device_limit t WHERE t.run_id = r.id) "
              "|| ' rows of run ' || r.id || ', where ' || r.limit_count || ' were stored.' FROM run r "
              "WHERE r.limit_count <> (SELECT count(*) FROM device_limit t WHERE t.run_id = r.id)",
              take_from_copy);
    rows.find("launches", "launch",
              "SELECT NULL, c.id, 'The case has ' || n.found || ' launches in its range of numbers, where ' "
              "|| c.launch_count || ' were stored.' FROM profiled_case c JOIN (SELECT id AS case_id, "
              "(SELECT count(*) FROM launch l WHERE l.id BETWEEN c.first_launch_id AND c.first_launch_id + "
              "c.launch_count - 1 AND l.case_id = c.id) AS found FROM profiled_case c) n "
              "ON n.case_id = c.id WHERE n.found <> c.launch_count",
              record_again);
    rows.find("launches", "launch",
              "SELECT l.id, l.case_id, 'The launch is outside of the range that its case has.' FROM launch l "
              "LEFT JOIN profiled_case c ON c.id = l.case_id "
              "WHERE c.id IS NULL OR l.id < c.first_launch_id OR l.id >= c.first_launch_id + c.launch_count "
              "OR c.first_launch_id IS NULL",
              record_again);
    rows.find("order", "launch",
              "SELECT b.id, b.case_id, 'It started ' || (a.start_ns - b.start_ns) || ' ns before the launch "
              "in front of it in the same stream.' FROM launch a "
              "JOIN launch b ON b.id = a.id + 1 AND b.case_id = a.case_id AND b.origin_id IS a.origin_id "
              "WHERE b.start_ns < a.start_ns",
              record_again);
    rows.find("zero", "launch",
              "SELECT id, case_id, 'It took no time at all.' FROM launch WHERE duration_ns = 0",
              record_again);
    rows.find("zero", "trial",
              "SELECT NULL, case_id, 'Trial ' || position || ' took no time at all.' FROM trial WHERE "
              "duration_ns = 0",
              record_again);
}

void check_sums(FindingRows& rows, SQLite::Database& database) {
    rows.find("sums", "stage_sum",
              "SELECT NULL, c.id, 'Its rows have ' || coalesce(g.n, 0) || ' launches together, and the case "
              "' || c.launch_count || '.' FROM profiled_case c LEFT JOIN "
              "(SELECT case_id, sum(launches) AS n FROM stage_sum GROUP BY case_id) g ON g.case_id = c.id "
              "WHERE c.launch_count <> coalesce(g.n, 0)",
              record_again);
    rows.find("sums", "stage_sum",
              "SELECT NULL, c.id, 'Its times make ' || CAST(g.t AS INTEGER) || ' ns together, and those of "
              "the launches ' || CAST(l.t AS INTEGER) || ' ns.' FROM profiled_case c JOIN "
              "(SELECT case_id, total(time_ns) AS t, count(time_ns) = count(*) AS whole FROM stage_sum GROUP "
              "BY case_id) g ON g.case_id = c.id JOIN "
              "(SELECT case_id, total(duration_ns) AS t, count(duration_ns) = count(*) AS whole FROM launch "
              "GROUP BY case_id) l ON l.case_id = c.id "
              "WHERE g.whole AND l.whole AND abs(g.t - l.t) > 1e-9 * l.t",
              record_again);
    // Of imported launches the case has no bytes of its own; a case that failed or was interrupted may have
    // no more than its first launches.
    rows.find(
        "sums", "profiled_case",
        fmt::format(
            "SELECT c.id, c.id, 'Its launches must move ' || l.b || ' bytes together, and the case ' "
            "|| c.required_bytes || '.' FROM profiled_case c JOIN (SELECT l.case_id, sum(s.required_bytes) "
            "AS b "
            "FROM launch l "
            "JOIN launch_shape s ON s.id = l.shape_id GROUP BY l.case_id) l ON l.case_id = c.id WHERE "
            "c.status_id IN ({}, {}) AND c.required_bytes <> 0 AND l.b <> 0 AND c.required_bytes <> l.b",
            static_cast<int>(CaseStatus::ok), static_cast<int>(CaseStatus::unverified)),
        record_again);
    for (const std::string table : {"launch_run", "substage_sum"})
        if (database.tableExists(table))
            rows.find("levels", table,
                      fmt::format("SELECT NULL, c.id, 'Its rows have ' || g.n || ' launches together, and "
                                  "the case ' || c.launch_count || '.' FROM profiled_case c JOIN "
                                  "(SELECT case_id, sum(launches) AS n FROM {} GROUP BY case_id) g ON "
                                  "g.case_id = c.id WHERE c.launch_count <> g.n",
                                  table),
                      record_again);
    for (const auto& set : metric_sets()) {
        if (!database.tableExists(counter_table(set)) || !database.tableExists(sum_table(set))) continue;
        const auto there = rows.columns(counter_table(set));
        const auto summed = rows.columns(sum_table(set));
        std::vector<std::string> totals, differs, words;
        for (const auto* metric : set.metrics) {
            if (metric->adding != Adding::sum || !has_column(there, metric->id) ||
                !has_column(summed, metric->id))
                continue;
            totals.push_back(
                fmt::format("total(t.{0}) AS {0}, count(t.{0}) = count(*) AS has_{0}", metric->id));
            differs.push_back(
                fmt::format("(l.has_{0} AND s.has_{0} AND abs(l.{0} - s.{0}) > 1e-9 * l.{0})", metric->id));
            words.push_back(
                fmt::format("WHEN {} THEN 'Its {} make ' || CAST(s.{} AS INTEGER) || ' together, and those "
                            "of the launches ' || CAST(l.{} AS INTEGER) || '.'",
                            differs.back(), metric->id, metric->id, metric->id));
        }
        if (totals.empty()) continue;
        rows.find(
            "sums", sum_table(set),
            fmt::format("SELECT NULL, l.case_id, CASE {0} END FROM (SELECT k.case_id, count(*) AS n, {1} "
                        "FROM {2} t JOIN launch k ON k.id = t.launch_id GROUP BY k.case_id) l JOIN "
                        "(SELECT g.case_id, {1} FROM {3} t JOIN stage_sum g ON g.id = t.stage_sum_id GROUP "
                        "BY g.case_id) s ON s.case_id = l.case_id JOIN profiled_case c ON c.id = l.case_id "
                        "WHERE l.n = c.launch_count AND ({4})",
                        fmt::join(words, " "), fmt::join(totals, ", "), counter_table(set), sum_table(set),
                        fmt::join(differs, " OR ")),
            record_again);
        rows.find(
            "rows", counter_table(set),
            fmt::format("SELECT NULL, p.case_id, 'It has values of ' || count(t.launch_id) || ' launches of "
                        "the case, where ' || p.launches || ' were stored.' FROM case_pass p "
                        "JOIN profiled_case c ON c.id = p.case_id LEFT JOIN {} t ON t.launch_id BETWEEN "
                        "c.first_launch_id AND c.first_launch_id + c.launch_count - 1 "
                        "WHERE p.set_name = '{}' AND p.provenance_id = {} GROUP BY p.case_id, p.launches "
                        "HAVING count(t.launch_id) <> p.launches",
                        counter_table(set), set.name, static_cast<int>(set.provenance)),
            record_again);
    }
}

/// Whether `part` is more than `times` times `whole`, of a row whose launch is l; than `times_before_3` times
/// on devices of compute capability 1.x and 2.x.
std::string beyond(const std::string& part, int times, int times_before_3, const std::string& whole) {
    const auto more = [&](int most) { return fmt::format("{} > {} * {}", part, most, whole); };
    if (times == times_before_3) return more(times);
    return fmt::format(
        "({} OR {} AND NOT EXISTS (SELECT 1 FROM profiled_case c JOIN device e ON e.id = c.device_id WHERE "
        "c.id "
        "= l.case_id AND e.cc_major BETWEEN 1 AND 2))",
        more(times_before_3), more(times));
}

/// The same of counters that stand one by one.
void check_single_bounds(FindingRows& rows, SQLite::Database& database) {
    if (!database.tableExists("other_counter")) return;
    for (const auto& bound : counter_bounds()) {
        const std::string whole = bound.whole;
        const auto of = [](const char* name) {
            return fmt::format("(SELECT id FROM counter WHERE name = {})", text_literal(name));
        };
        const auto where =
            beyond("a.value", bound.times, bound.times_before_3, whole.empty() ? "1" : "b.value");
        const auto with = whole.empty()
                              ? std::string()
                              : fmt::format(
                                    "JOIN other_counter b ON b.launch_id = a.launch_id AND b.provenance_id = "
                                    "a.provenance_id AND b.pass = a.pass AND b.counter_id = {} ",
                                    of(bound.whole));
        rows.find(bound.check, "other_counter",
                  fmt::format("SELECT a.launch_id, l.case_id, 'The launch {} ({} ' || a.value{} || ').' FROM "
                              "other_counter a {}LEFT JOIN launch l ON l.id = a.launch_id "
                              "WHERE a.counter_id = {} AND {}",
                              bound.sentence, bound.part,
                              whole.empty() ? std::string() : fmt::format(" || ', {} ' || b.value", whole),
                              with, of(bound.part), where),
                  record_again);
    }
}

void check_bounds(FindingRows& rows, SQLite::Database& database) {
    for (const auto& set : metric_sets()) {
        const auto table = counter_table(set);
        if (!database.tableExists(table)) continue;
        const auto there = rows.columns(table);
        for (const auto& bound : counter_bounds()) {
            const std::string whole = bound.whole;
            if (!has_column(there, bound.part) || (!whole.empty() && !has_column(there, whole))) continue;
            const auto where = beyond(fmt::format("t.{}", bound.part), bound.times, bound.times_before_3,
                                      whole.empty() ? "1" : "t." + whole);
            rows.find(
                bound.check, table,
                fmt::format("SELECT t.launch_id, l.case_id, 'The launch {} ({} ' || t.{}{} || ').' FROM {} t "
                            "LEFT JOIN launch l ON l.id = t.launch_id WHERE {}",
                            bound.sentence, bound.part, bound.part,
                            whole.empty() ? std::string() : fmt::format(" || ', {} ' || t.{}", whole, whole),
                            table, where),
                record_again);
        }
    }
    check_single_bounds(rows, database);
    // Sites of shared memory move no sectors; barriers and branches no bytes.
    using enum SiteKind;
    struct SiteBound {
        std::string broken;
        const char* check;
        std::string kinds;
        const char* sentence;
    };
    const auto global = numbers_of({global_load, global_store, global_atomic}),
               of_threads =
                   numbers_of({global_load, global_store, shared_load, shared_store, branch, global_atomic}),
               branches = numbers_of({branch});
    const SiteBound of_sites[] = {
        {"bytes > 32 * sectors", "efficiency", global,
         "more bytes than its sectors hold: an efficiency above 100 %"},
        {beyond("sectors", most_sectors, most_sectors_before_3, "requests"), "sectors", global,
         "more than 32 sectors a request"},
        {"threads > 32 * requests", "efficiency", of_threads, "more than 32 threads a request"},
        {"taken_threads > threads", "efficiency", branches,
         "more threads that took a branch than came there"},
        {"divergent_warps > requests", "efficiency", branches, "more warps that parted than came there"}};
    for (const auto& bound : of_sites)
        rows.find(
            bound.check, "launch_site",
            fmt::format("SELECT t.launch_id, l.case_id, 'Site ' || t.site_id || ' has {}.' FROM launch_site "
                        "t LEFT JOIN launch l ON l.id = t.launch_id JOIN site s ON s.id = t.site_id "
                        "WHERE s.kind_id IN ({}) AND {}",
                        bound.sentence, bound.kinds, bound.broken),
            record_again);
}

/// Tables whose rows are counted nowhere, but of which the case tells in another way.
void check_emptied(FindingRows& rows) {
    rows.find(
        "missing", "vendor_value",
        "SELECT NULL, p.case_id, 'Metrics of the vendor were taken of the case (' || p.set_name || '), but "
        "it has no value of any.' FROM case_pass p JOIN profiled_case c ON c.id = p.case_id "
        "WHERE (p.set_name = 'vendor' OR p.set_name GLOB 'vendor:*') AND c.launch_count > 0 AND NOT EXISTS "
        "(SELECT 1 FROM vendor_value v WHERE v.launch_id BETWEEN c.first_launch_id AND c.first_launch_id + "
        "c.launch_count - 1)",
        record_again);
    rows.find(
        "missing", "other_counter",
        "SELECT NULL, g.case_id, 'The case has sums of counters that stand one by one, but none of those "
        "counters.' FROM (SELECT case_id, sum(others) AS n FROM stage_sum GROUP BY case_id) g "
        "JOIN profiled_case c ON c.id = g.case_id WHERE g.n > 0 AND NOT EXISTS (SELECT 1 FROM other_counter "
        "o "
        "WHERE o.launch_id BETWEEN c.first_launch_id AND c.first_launch_id + c.launch_count - 1)",
        record_again);
    rows.find("rows", "sum_other",
              "SELECT g.id, g.case_id, 'It has ' || (SELECT count(*) FROM sum_other o WHERE o.stage_sum_id = "
              "g.id) || ' rows of the sum, where ' || g.others || ' were stored.' FROM stage_sum g "
              "WHERE g.others <> (SELECT count(*) FROM sum_other o WHERE o.stage_sum_id = g.id)",
              record_again);
    // Sites are named when counts of them are stored. Single cases may be without: --no-sites, limits of
    // presets, cases of several runs.
    rows.find(
        "missing", "launch_site",
        fmt::format("SELECT NULL, p.case_id, 'The case was counted by software and the file names sites of "
                    "source code, but there are no counts by site.' FROM case_pass p JOIN profiled_case c ON "
                    "c.id = p.case_id JOIN run r ON r.id = c.run_id "
                    "WHERE p.set_name IN ('modelled', 'counted') AND p.launches > 0 AND instr(r.command, "
                    "'--no-sites') = 0 AND NOT {} AND EXISTS (SELECT 1 FROM site) AND NOT EXISTS "
                    "(SELECT 1 FROM launch_site)",
                    was_imported),
        record_again);
}

/// Texts are what their digests say, short enough, one of a file for each case, and as long as their sites
/// need.
void check_sources(FindingRows& rows, SQLite::Database& database) {
    std::size_t found = 0;
    check_source_texts(database, [&](std::int64_t row, const std::string& fault) {
        if (!fault.empty() && ++found <= most_findings)
            rows.add("source", "source_text", row, fmt::format("It {}.", fault), take_from_copy);
    });
    rows.find("source", "case_source",
              "SELECT NULL, c.case_id, 'The case has ' || count(*) || ' texts of the source file ' || "
              "quote(t.file) || '.' FROM case_source c "
              "JOIN source_text t ON t.id = c.source_text_id GROUP BY c.case_id, t.file HAVING count(*) > 1",
              record_again);
    rows.find("source", "case_source",
              fmt::format("SELECT NULL, c.case_id, 'The source files of the case have ' || "
                          "sum(length(CAST(t.text AS BLOB))) || ' bytes together.' FROM case_source c "
                          "JOIN source_text t ON t.id = c.source_text_id GROUP BY c.case_id HAVING "
                          "sum(length(CAST(t.text AS BLOB))) > {}",
                          most_source_bytes),
              record_again);
    rows.find("source", "site",
              "SELECT s.id, NULL, 'Its line ' || s.line || ' lies behind the end of every text that there is "
              "of ' || quote(s.file) || '.' FROM site s JOIN "
              "(SELECT file, max(1 + length(text) - length(replace(text, char(10), ''))) AS lines FROM "
              "source_text GROUP BY file) t ON t.file = s.file "
              "WHERE s.line > t.lines AND EXISTS (SELECT 1 FROM launch_site l WHERE l.site_id = s.id)",
              take_from_copy);
}

}  // namespace

void check_integrity(SQLite::Database& database, std::vector<Finding>& findings) {
    Statement integrity(database, fmt::format("PRAGMA integrity_check({})", most_findings));
    while (integrity.step())
        if (const auto text = cell_text(integrity.handle(), 0); text != "ok")
            findings.push_back(
                {"integrity", "", std::nullopt, std::nullopt, "SQLite finds: " + text + ".",
                 "Take the file from a copy, or save what can be read: sqlite3 FILE .recover"});
    Statement references(database, "PRAGMA foreign_key_check");
    std::size_t count = 0;
    while (references.step()) {
        if (++count > most_findings) {
            findings.push_back({"reference", "", std::nullopt, std::nullopt,
                                "There are more references that lead nowhere than are named here.",
                                take_from_copy});
            return;
        }
        auto* const handle = references.handle();
        const auto table = cell_text(handle, 0);
        findings.push_back(
            {"reference", table, cell_number(handle, 1), std::nullopt,
             fmt::format("It refers to a row of table '{}' that is not there.", cell_text(handle, 2)),
             take_from_copy});
    }
}

void check_rows(SQLite::Database& database, std::vector<Finding>& findings) {
    FindingRows rows(database, findings);
    for (const auto& table : rows.tables()) {
        const auto columns = rows.columns(table);
        check_negative(rows, table, columns);
        check_words(rows, database, table, columns);
    }
    check_counts(rows);
    check_sums(rows, database);
    check_bounds(rows, database);
    check_emptied(rows);
    check_sources(rows, database);
}

}  // namespace sortscope::db
