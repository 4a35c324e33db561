#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "core/metric/metric.hpp"
#include "core/metric/selection.hpp"
#include "db/check/finding_rows.hpp"
#include "db/check/verify_rows.hpp"
#include "db/schema/wide_tables.hpp"

namespace sortscope::db {
namespace {

constexpr auto record_case_again = "Delete the case and record it again.";

/// Cases of sorts that a collector of ours recorded: who imports, or profiles any program, answers for the
/// output and the numbering himself.
const std::string& ours() {
    static const auto condition = fmt::format("c.status_id = {} AND c.program IS NULL AND NOT {}",
                                              static_cast<int>(CaseStatus::ok), was_imported);
    return condition;
}

/// A case's own parts and those of the condition that it is filed under are two writings of one thing.
void check_conditions(FindingRows& rows) {
    rows.find(
        "condition", "profiled_case",
        fmt::format(
            "SELECT c.id, c.id, 'It is filed under a condition of other keys, block or device than its own.' "
            "FROM profiled_case c JOIN condition d ON d.id = c.condition_id JOIN device e ON e.id = "
            "c.device_id "
            "WHERE coalesce(c.n, 0) <> d.n OR (c.n IS NOT NULL AND c.key_id <> d.key_id) OR c.backend_id <> "
            "d.backend_id OR c.time_mode_id <> d.time_mode_id "
            // A condition has block 0 where the sort has none to choose.
            "OR (d.block <> 0 AND c.block <> d.block) OR (c.n IS NOT NULL AND c.input_file = '' AND "
            "c.distribution_id <> d.distribution_id) "
            // Nor has it a seed or bits of entropy where these decide nothing.
            "OR (d.seed <> 0 AND c.seed <> d.seed) OR (d.entropy_bits <> 0 AND d.entropy_bits <> "
            "c.entropy_bits) "
            // A device with a UUID may have had another name when the condition was first met; older files
            // know a CPU by its number alone.
            "OR CASE WHEN e.uuid = '' THEN e.name <> d.device OR (d.device_key <> '#' || e.ordinal AND NOT "
            "(e.backend_id = {} AND d.device_key = '#' || e.multiprocessors || ' threads')) ELSE e.uuid <> "
            "d.device_key END",
            static_cast<int>(BackendKind::cpu)),
        record_case_again);
    rows.find("condition", "profiled_case",
              "SELECT c.id, c.id, 'It is filed under a condition of the variant ' || quote(d.variant) || ', "
              "and its own is ' || quote(coalesce(c.program, v.name)) || '.' FROM profiled_case c "
              "JOIN condition d ON d.id = c.condition_id LEFT JOIN variant v ON v.id = c.variant_id WHERE "
              "d.variant <> coalesce(c.program, v.name)",
              record_case_again);
    rows.find("condition", "profiled_case",
              "SELECT c.id, c.id, 'It is filed under a condition of the L2 state ' || quote(d.cache_state) "
              "|| ', and its own is ' || quote(p.text) || '.' FROM profiled_case c "
              "JOIN condition d ON d.id = c.condition_id JOIN string p ON p.id = c.cache_state_id WHERE "
              "d.cache_state <> p.text",
              record_case_again);
    rows.find("condition", "case_parameter",
              "SELECT NULL, o.id, 'Its parameters are ' || CASE o.own WHEN '' THEN 'none' ELSE quote(o.own) "
              "END || ', and the condition that it is filed under has ' || "
              "CASE d.parameters WHEN '' THEN 'none' ELSE quote(d.parameters) END || '.' FROM (SELECT c.id, "
              "c.condition_id, coalesce((SELECT group_concat(s.said, ', ') FROM "
              "(SELECT n.text || '=' || p.value AS said FROM case_parameter p JOIN string n ON n.id = "
              "p.name_id WHERE p.case_id = c.id ORDER BY n.text) s), '') AS own FROM profiled_case c) o "
              "JOIN condition d ON d.id = o.condition_id "
              "WHERE replace(d.parameters, '=', ' ') <> replace(o.own, '=', ' ')",  // older programs spelt a
                                                                                    // parameter with a blank
              record_case_again);
}

/// 'ok' means that the output was looked at: a case of ours is so by its trials, each of which says it.
void check_verified(FindingRows& rows) {
    rows.find(
        "verified", "trial",
        fmt::format("SELECT NULL, c.id, 'The case ended as ok, which means that its output was verified, but "
                    "none of its trials (' || c.trial_count || ') says so.' FROM profiled_case c "
                    "WHERE {} AND c.trial_count > 0 AND NOT EXISTS (SELECT 1 FROM trial t WHERE t.case_id = "
                    "c.id AND t.verified <> 0)",
                    ours()),
        record_case_again);
    rows.find("verified", "trial",
              fmt::format("SELECT NULL, c.id, 'Trial ' || t.position || ' counts, and its output was not "
                          "verified, though the case ended as ok.' FROM profiled_case c "
                          "JOIN trial t ON t.case_id = c.id WHERE {} AND t.verified = 0 AND t.accepted <> 0 "
                          "AND EXISTS (SELECT 1 FROM trial v WHERE v.case_id = c.id AND v.verified <> 0)",
                          ours()),
              record_case_again);
}

/// Stages, and the substages of each, are numbered from 1 without gaps (docs/adding-a-variant.md), so that a
/// number that was changed leaves one.
void check_numbering(FindingRows& rows) {
    rows.find(
        "stages", "launch",
        fmt::format("SELECT NULL, c.id, 'Its stages are numbered from ' || s.least || ' to ' || s.most || ', "
                    "but there are ' || s.found || ' of them.' FROM (SELECT case_id, min(stage) AS least, "
                    "max(stage) AS most, count(DISTINCT stage) AS found FROM launch GROUP BY case_id) s JOIN "
                    "profiled_case c ON c.id = s.case_id "
                    "WHERE {} AND (s.least <> 1 OR s.most <> s.found)",
                    ours()),
        record_case_again);
    rows.find("stages", "launch",
              fmt::format(
                  "SELECT NULL, c.id, 'The substages of its stage ' || s.stage || ' are numbered from ' || "
                  "s.least || ' to ' || s.most || ', but there are ' || s.found || ' of them.' FROM "
                  "(SELECT case_id, stage, min(substage) AS least, max(substage) AS most, count(DISTINCT "
                  "substage) AS found FROM launch GROUP BY case_id, stage) s "
                  "JOIN profiled_case c ON c.id = s.case_id WHERE {} AND (s.least <> 1 OR s.most <> s.found)",
                  ours()),
              record_case_again);
}

/// What trials and passes are called, and where values of a set come from, is no matter of choice.
void check_trials_and_passes(FindingRows& rows) {
    rows.find("trials", "trial",
              "SELECT NULL, t.case_id, 'Trial ' || t.position || ' is said to be number ' || t.trial_index "
              "|| ' of its kind, but it is number ' || t.due || '.' FROM "
              "(SELECT case_id, position, trial_index, row_number() OVER (PARTITION BY case_id, kind_id "
              "ORDER BY position) - 1 AS due FROM trial) t WHERE t.trial_index <> t.due",
              record_case_again);
    for (const auto& set : metric_sets())
        rows.find(
            "passes", "case_pass",
            fmt::format(
                "SELECT NULL, p.case_id, 'The set ''{0}'' is said to be ' || coalesce((SELECT name FROM "
                "provenance WHERE id = p.provenance_id), 'of unknown provenance') || ', and it is {1}.' "
                "FROM case_pass p WHERE p.set_name = '{0}' AND p.provenance_id <> {2}",
                set.name, name_of(set.provenance), static_cast<int>(set.provenance)),
            record_case_again);
}

/// Each set that a case has values of is one that its passes name, and the other way round.
void check_sets(FindingRows& rows, SQLite::Database& database) {
    std::string known = fmt::format("'{}', '{}', 'vendor'", stalls_pass, series_pass);
    for (const auto& set : metric_sets()) {
        known += fmt::format(", '{}'", set.name);
        const auto table = counter_table(set);
        if (!database.tableExists(table)) continue;
        rows.find(
            "passes", table,
            fmt::format(
                "SELECT NULL, o.case_id, 'It has values of ' || o.found || ' launches of the case, but no "
                "pass of the case took the set.' FROM (SELECT l.case_id, count(*) AS found FROM {} t "
                "JOIN launch l ON l.id = t.launch_id GROUP BY l.case_id) o WHERE NOT EXISTS (SELECT 1 FROM "
                "case_pass p WHERE p.case_id = o.case_id AND p.set_name = '{}')",
                table, set.name),
            record_case_again);
    }
    // Sets of a newer SortScope have tables of their own.
    rows.find(
        "passes", "case_pass",
        fmt::format("SELECT NULL, p.case_id, 'It took a set ' || quote(p.set_name) || ', which there is "
                    "not.' FROM case_pass p WHERE p.set_name NOT IN ({}) AND p.set_name NOT GLOB 'vendor:*' "
                    "AND NOT EXISTS (SELECT 1 FROM sqlite_master m WHERE m.type = 'table' AND m.name = "
                    "'counter_' || p.set_name)",
                    known),
        record_case_again);
}

/// What was sorted: a variant on keys, or a program of others.
void check_workloads(FindingRows& rows) {
    rows.find("missing", "profiled_case",
              "SELECT c.id, c.id, 'It names neither a program nor all of a sort: variant, keys, their "
              "number, their distribution and its seed.' FROM profiled_case c WHERE c.program IS NULL "
              "AND (c.variant_id IS NULL OR c.key_id IS NULL OR c.distribution_id IS NULL OR c.n IS NULL OR "
              "c.seed IS NULL)",
              record_case_again);
    const auto odd = [&](std::string_view sentence, std::string_view condition) {
        rows.find("input", "profiled_case",
                  fmt::format("SELECT c.id, c.id, {} FROM profiled_case c LEFT JOIN distribution d ON d.id = "
                              "c.distribution_id WHERE NOT {} AND c.program IS NULL AND {}",
                              sentence, was_imported, condition),
                  record_case_again);
    };
    odd("'It has ' || c.entropy_bits || ' bits of entropy, which keys of the distribution ' || quote(d.name) "
        "|| ' do not have.'",
        fmt::format("c.entropy_bits <> 0 AND c.distribution_id <> {}", static_cast<int>(Distribution::few)));
    odd("'Its keys are said to be of the file ' || quote(c.input_file) || ' and of the distribution ' || "
        "quote(d.name) || '.'",
        fmt::format("c.input_file <> '' AND c.distribution_id <> {}", static_cast<int>(Distribution::file)));
    odd("'Keys are said to have been added to its ' || c.n || ', which is a power of two.'",
        "c.padded <> 0 AND (c.n & (c.n - 1)) = 0");
}

constexpr int most_registers = 255;  // of a thread, from compute capability 3.5 on; fewer before
constexpr double most_overclocked =
    2;  // an SM clock beside the greatest that the driver tells: more is no clock

/// Values that are none of their kind.
void check_values(FindingRows& rows) {
    rows.find("time", "trial",
              fmt::format("SELECT NULL, c.id, 'Trial ' || t.position || ' counts as a time trial, and has no "
                          "time.' FROM profiled_case c JOIN trial t ON t.case_id = c.id "
                          "WHERE {} AND t.kind_id = {} AND t.accepted <> 0 AND t.duration_ns IS NULL",
                          ours(), static_cast<int>(TrialKind::time)),
              record_case_again);
    rows.find(
        "time", "launch",
        fmt::format(
            "SELECT l.id, c.id, 'Its time is said to be of ' || l.duration_count || ' activity trials, "
            "and the case has ' || a.n || '.' FROM (SELECT c.id, (SELECT count(*) FROM trial t "
            "WHERE t.case_id = c.id AND t.kind_id = {}) AS n FROM profiled_case c WHERE {}) a JOIN launch "
            "l ON l.case_id = a.id JOIN profiled_case c ON c.id = a.id WHERE l.duration_count > a.n",
            static_cast<int>(TrialKind::activity), ours()),
        record_case_again);
    rows.find(
        "time", "launch",
        fmt::format("SELECT l.id, c.id, 'It has a time, which is said to be of no activity trial.' "
                    "FROM profiled_case c JOIN launch l ON l.case_id = c.id WHERE {} AND l.duration_ns IS "
                    "NOT NULL AND l.duration_count = 0",
                    ours()),
        record_case_again);
    rows.find(
        "clock", "trial",
        fmt::format(
            "SELECT NULL, c.id, 'Trial ' || t.position || ' ran at an SM clock of ' || t.sm_clock_mhz || ' "
            "MHz, and the device has ' || (e.clock_khz / 1000) || ' at the most.' FROM profiled_case c "
            "JOIN device e ON e.id = c.device_id JOIN trial t ON t.case_id = c.id WHERE {} AND e.clock_khz > "
            "0 AND t.sm_clock_mhz > {} * e.clock_khz / 1000",
            ours(), most_overclocked),
        record_case_again);
    rows.find(
        "zero", "device",
        fmt::format("SELECT e.id, NULL, 'The GPU has no multiprocessors, or warps without threads.' FROM "
                    "device e WHERE (e.multiprocessors = 0 OR e.warp_size = 0) AND e.backend_id = {} "
                    "AND EXISTS (SELECT 1 FROM profiled_case c WHERE c.device_id = e.id AND {})",
                    static_cast<int>(BackendKind::cupti), ours()),
        take_from_copy);
    rows.find("message", "profiled_case",
              fmt::format("SELECT c.id, c.id, 'It ended as ok, and says why it did not: ' || "
                          "quote(c.message) || '.' FROM profiled_case c WHERE {} AND c.message <> ''",
                          ours()),
              record_case_again);
    rows.find("message", "case_note",
              "SELECT NULL, case_id, 'Note ' || position || ' has no words.' FROM case_note WHERE text = ''",
              take_from_copy);
    rows.find("registers", "launch_shape",
              fmt::format("SELECT id, NULL, 'Its threads have ' || registers || ' registers, and no GPU "
                          "gives one more than {}.' FROM launch_shape WHERE registers > {}",
                          most_registers, most_registers),
              take_from_copy);
    rows.find("zero", "launch_shape",
              "SELECT id, NULL, 'Launches of this shape have no block, or blocks without threads.' FROM "
              "launch_shape WHERE grid_x * grid_y * grid_z = 0 OR block_x * block_y * block_z = 0",
              take_from_copy);
    rows.find("zero", "series",
              "SELECT id, case_id, 'Its values follow each other in no time at all.' FROM series WHERE "
              "interval_ns = 0",
              record_case_again);
    rows.find("zero", "stall",
              "SELECT instruction_id, case_id, 'No sample was taken of an instruction that is said to have "
              "stalled.' FROM stall WHERE samples = 0",
              record_case_again);
    rows.find("time", "run",
              "SELECT id, NULL, 'It began at ' || quote(started_utc) || ', which is no time.' FROM run WHERE "
              "julianday(started_utc) IS NULL",
              take_from_copy);
    rows.find("time", "run",
              "SELECT id, NULL, 'It ended at ' || quote(ended_utc) || ', which is no time.' FROM run WHERE "
              "ended_utc <> '' AND julianday(ended_utc) IS NULL",
              take_from_copy);
    // Less than a day may be a host's clock that was set.
    rows.find("time", "run",
              "SELECT id, NULL, 'It ended at ' || ended_utc || ', and began at ' || started_utc || '.' FROM "
              "run WHERE julianday(ended_utc) < julianday(started_utc) - 1",
              take_from_copy);
}

}  // namespace

void check_cases(SQLite::Database& database, std::vector<Finding>& findings) {
    FindingRows rows(database, findings);
    check_conditions(rows);
    check_verified(rows);
    check_numbering(rows);
    check_trials_and_passes(rows);
    check_sets(rows, database);
    check_workloads(rows);
    check_values(rows);
}

}  // namespace sortscope::db
