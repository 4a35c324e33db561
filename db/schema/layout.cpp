#include "db/schema/layout.hpp"

#include <fmt/format.h>

namespace sortscope::db {
namespace {

Layout of_schema_3() {
    Layout sql;
    sql.runs =
        "SELECT id, uuid, started_utc, ended_utc, command, program_version, planned_cases, host_id FROM run "
        "ORDER BY id";
    sql.cases =
        "SELECT c.id, c.run_id, (SELECT count(*) FROM run r WHERE r.id = c.run_id) AS run_id, "
        "(SELECT count(*) FROM condition d WHERE d.id = c.condition_id) AS condition_id, c.variant_id, "
        "c.key_id, c.distribution_id, "
        "c.n, c.seed, c.program, c.input_file, c.file_digest, c.entropy_bits, c.block, c.device_id, "
        "c.backend_id, c.status_id, c.message, "
        "c.padded, c.bound_bytes, c.cache_state_id, c.time_mode_id, c.collect_ns, c.first_launch_id, "
        "c.launch_count, c.span_ns, "
        "c.busy_ns, c.parameter_count, c.note_count, c.trial_count, c.transfer_count, c.series_count, "
        "c.stall_count, c.other_time_count, c.round_count, c.pass_count, c.time_median_ns, c.time_min_ns, "
        "c.time_max_ns, c.time_spread, "
        "c.time_count, c.time_stop_id FROM sort_case c";
    sql.trials =
        "SELECT position, kind_id, trial_index, duration_ns, verified, accepted, note, round, time_mode_id, "
        "sm_clock_mhz, "
        "memory_clock_mhz FROM trial WHERE case_id = ?1 ORDER BY position";
    sql.kernels = "SELECT id, name, symbol FROM kernel";
    sql.launches =
        "SELECT l.id, l.case_id, l.id - ?1 AS launch_index, l.stage, l.substage, l.label_id, s.kernel_id, "
        "s.grid_x, s.grid_y, s.grid_z, "
        "s.block_x, s.block_y, s.block_z, s.shared_bytes, s.registers, s.local_bytes, s.bound_bytes, "
        "s.comparators, l.start_ns, "
        "l.duration_ns, l.duration_spread, l.duration_count, l.origin_id IS NULL OR o.id IS NOT NULL AS "
        "origin_id, o.process_id, "
        "o.context_id, o.stream_id, l.correlation_id FROM launch l LEFT JOIN launch_shape s ON s.id = "
        "l.shape_id "
        "LEFT JOIN launch_origin o ON o.id = l.origin_id WHERE l.id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY "
        "l.id";
    sql.times =
        "SELECT l.id - ?1 AS launch_index, ifnull(l.origin_id, 0) AS origin_id, l.start_ns, l.duration_ns "
        "FROM launch l "
        "WHERE l.id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY l.id";
    sql.narrow =
        "SELECT launch_id - ?1 AS launch_index, counter_id, provenance_id, value, pass FROM other_counter "
        "WHERE launch_id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY launch_id, counter_id, provenance_id";
    sql.sites =
        "SELECT launch_id - ?1 AS launch_index, site_id, provenance_id, requests, threads, bytes, sectors, "
        "lines, transactions_32b, "
        "transactions_64b, transactions_96b, transactions_128b, cc13_transactions_32b, "
        "cc13_transactions_64b, "
        "cc13_transactions_128b, extra_wavefronts, taken_threads, divergent_warps FROM launch_site "
        "WHERE launch_id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY launch_id";
    return sql;
}

/// The time mode of a duration of case c, where it has one: events around launches one by one, before there
/// was another.
constexpr auto old_time_mode = "CASE WHEN {} IS NULL THEN 1 WHEN c.backend_id = 3 THEN 2 ELSE 3 END";

Layout of_schema_2(bool has_entropy) {
    Layout sql;
    sql.wide = false;
    sql.runs =
        "SELECT id, '' AS uuid, started_utc, ended_utc, command, program_version, planned_cases, host_id "
        "FROM run ORDER BY id";
    sql.cases = fmt::format(
        "SELECT c.id, c.run_id, (SELECT count(*) FROM run r WHERE r.id = c.run_id) AS run_id, 1 AS "
        "condition_id, c.variant_id, c.key_id, c.distribution_id, "
        "c.n, c.seed, NULL AS program, c.input_file, '' AS file_digest, {} AS entropy_bits, c.block, "
        "c.device_id, c.backend_id, c.status_id, "
        "c.message, c.padded, c.bound_bytes, c.cache_state_id, {} AS time_mode_id, c.collect_ns, c.id AS "
        "first_launch_id, "
        "(SELECT count(*) FROM launch l WHERE l.case_id = c.id) AS launch_count, NULL AS span_ns, NULL AS "
        "busy_ns, "
        "NULL AS parameter_count, NULL AS note_count, NULL AS trial_count, NULL AS transfer_count, NULL AS "
        "series_count, "
        "NULL AS stall_count, NULL AS other_time_count, NULL AS round_count, NULL AS pass_count, "
        "c.time_median_ns, "
        "c.time_min_ns, c.time_max_ns, c.time_spread, c.time_count, c.time_stop_id FROM sort_case c",
        has_entropy ? "c.entropy_bits" : "0", fmt::format(old_time_mode, "c.time_median_ns"));
    sql.trials = fmt::format(
        "SELECT t.position, t.kind_id, t.trial_index, t.duration_ns, t.verified, t.accepted, t.note, 0 AS "
        "round, {} AS time_mode_id, "
        "NULL AS sm_clock_mhz, NULL AS memory_clock_mhz FROM trial t JOIN sort_case c ON c.id = t.case_id "
        "WHERE t.case_id = ?1 "
        "ORDER BY t.position",
        fmt::format(old_time_mode, "t.duration_ns"));
    sql.kernels = "SELECT id, name, '' AS symbol FROM kernel";
    sql.launches =
        "SELECT l.id, l.case_id, l.launch_index, l.stage, l.substage, l.label_id, l.kernel_id, l.grid_x, "
        "l.grid_y, l.grid_z, "
        "l.block_x, l.block_y, l.block_z, l.shared_bytes, l.registers, 0 AS local_bytes, l.bound_bytes, 0 AS "
        "comparators, l.start_ns, "
        "l.duration_ns, NULL AS duration_spread, NULL AS duration_count, 1 AS origin_id, NULL AS process_id, "
        "NULL AS context_id, NULL AS stream_id, "
        "NULL AS correlation_id FROM launch l WHERE l.case_id = ?1 AND l.launch_index BETWEEN ?2 AND ?3 "
        "ORDER BY l.launch_index";
    sql.times =
        "SELECT l.launch_index, 0 AS origin_id, l.start_ns, l.duration_ns FROM launch l WHERE l.case_id = ?1 "
        "AND l.launch_index BETWEEN ?2 AND ?3 ORDER BY l.launch_index";
    sql.narrow =
        "SELECT l.launch_index, c.counter_id, c.provenance_id, c.value, 0 AS pass FROM launch l CROSS JOIN "
        "launch_counter c "
        "ON c.launch_id = l.id WHERE l.case_id = ?1 AND l.launch_index BETWEEN ?2 AND ?3 "
        "ORDER BY l.launch_index, c.counter_id, c.provenance_id";
    sql.sites =
        "SELECT l.launch_index, s.site_id, s.provenance_id, s.requests, s.threads, s.bytes, s.sectors, "
        "s.tags AS lines, s.size_32, "
        "s.size_64, s.size_96, s.size_128, s.cc13_size_32, s.cc13_size_64, s.cc13_size_128, s.conflicts, "
        "s.taken, s.divergent "
        "FROM launch l CROSS JOIN launch_site s ON s.launch_id = l.id "
        "WHERE l.case_id = ?1 AND l.launch_index BETWEEN ?2 AND ?3 ORDER BY l.launch_index";
    return sql;
}

}  // namespace

Layout layout(int version) { return version >= 3 ? of_schema_3() : of_schema_2(version == 2); }

}  // namespace sortscope::db
