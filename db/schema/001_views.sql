-- SortScope schema, version 1: views for people. Names instead of numbers, units in column names, NULL for unknown.

CREATE VIEW runs AS
    -- One row a call of the collector.
    SELECT r.id AS run_id, r.started_utc, nullif(r.ended_utc, '') AS ended_utc, r.command, r.program_version,
           r.planned_cases, (SELECT count(*) FROM sort_case c WHERE c.run_id = r.id) AS stored_cases,
           h.name AS host, nullif(h.os, '') AS os, nullif(h.kernel, '') AS os_kernel, nullif(h.cpu, '') AS cpu,
           nullif(h.threads, 0) AS cpu_threads, nullif(h.memory_bytes, 0) AS host_memory_bytes
    FROM run r JOIN host h ON h.id = r.host_id;

CREATE VIEW devices AS
    -- One row a device that cases ran on.
    SELECT d.id AS device_id, d.name AS device, b.name AS backend, d.ordinal, nullif(d.uuid, '') AS uuid,
           CASE WHEN d.cc_major > 0 THEN d.cc_major || '.' || d.cc_minor END AS compute_capability,
           nullif(d.multiprocessors, 0) AS multiprocessors, d.warp_size AS warp_size_threads,
           nullif(d.clock_khz, 0) AS clock_khz, nullif(d.memory_clock_khz, 0) AS memory_clock_khz,
           nullif(d.memory_bus_bits, 0) AS memory_bus_bits, nullif(d.memory_bytes, 0) AS memory_bytes,
           nullif(d.l2_bytes, 0) AS l2_bytes, nullif(d.shared_per_block_bytes, 0) AS shared_per_block_bytes,
           nullif(d.max_threads_per_block, 0) AS max_threads_per_block, nullif(d.driver_version, '') AS driver_version,
           nullif(d.cuda_version, '') AS cuda_version, nullif(d.cupti_version, '') AS cupti_version
    FROM device d JOIN backend b ON b.id = d.backend_id;

CREATE VIEW cases AS
    -- One row a case. All times are measured; rate = 1e-6 * n / median time in seconds.
    SELECT c.id AS case_id, c.run_id, v.name AS variant, k.name AS key, c.n, di.name AS distribution, c.seed,
           nullif(c.input_file, '') AS input_file, c.block AS block_threads,
           (SELECT group_concat(p.text || '=' || cp.value, ', ') FROM case_parameter cp
            JOIN phrase p ON p.id = cp.name_id WHERE cp.case_id = c.id) AS parameters,
           b.name AS backend, d.name AS device,
           CASE WHEN d.cc_major > 0 THEN d.cc_major || '.' || d.cc_minor END AS compute_capability,
           s.name AS status, nullif(c.message, '') AS message, c.padded, nullif(c.bound_bytes, 0) AS bound_bytes,
           nullif(cache.text, '') AS cache_state, c.time_median_ns AS median_ns, c.time_min_ns AS min_ns,
           c.time_max_ns AS max_ns, c.time_spread AS spread_ratio, c.time_count AS time_trials, stop.text AS stopped_by,
           1e3 * c.n / nullif(c.time_median_ns, 0) AS rate_mkeys_per_s, c.collect_ns, c.device_id
    FROM sort_case c JOIN variant v ON v.id = c.variant_id JOIN key_type k ON k.id = c.key_id
    JOIN distribution di ON di.id = c.distribution_id JOIN backend b ON b.id = c.backend_id
    JOIN device d ON d.id = c.device_id JOIN case_status s ON s.id = c.status_id
    JOIN phrase cache ON cache.id = c.cache_state_id LEFT JOIN phrase stop ON stop.id = c.time_stop_id;

CREATE VIEW trials AS
    -- One row a repetition of a case. Durations are measured.
    SELECT t.case_id, t.position, k.name AS kind, t.trial_index, t.duration_ns, t.verified, t.accepted,
           nullif(t.note, '') AS note
    FROM trial t JOIN trial_kind k ON k.id = t.kind_id;

CREATE VIEW transfers AS
    -- One row a memory transfer of the activity trial. Times are measured.
    SELECT t.case_id, t.position, k.name AS kind, t.bytes, t.start_ns, t.duration_ns
    FROM transfer t JOIN transfer_kind k ON k.id = t.kind_id;

CREATE VIEW notes AS
    -- What a reader of the figures should know; case_id is NULL for a note on the whole run.
    SELECT n.run_id, NULL AS case_id, n.position, s.name AS severity, n.text
    FROM run_note n JOIN severity s ON s.id = n.severity_id
    UNION ALL
    SELECT c.run_id, n.case_id, n.position, s.name, n.text
    FROM case_note n JOIN sort_case c ON c.id = n.case_id JOIN severity s ON s.id = n.severity_id;

CREATE VIEW launches AS
    -- One row a kernel launch. Times are measured.
    SELECT l.case_id, l.launch_index, l.stage, l.substage, p.text AS label, k.name AS kernel,
           l.grid_x, l.grid_y, l.grid_z, l.block_x, l.block_y, l.block_z, l.shared_bytes, nullif(l.registers, 0) AS registers_per_thread,
           nullif(l.bound_bytes, 0) AS bound_bytes, l.start_ns, l.duration_ns
    FROM launch l JOIN phrase p ON p.id = l.label_id JOIN kernel k ON k.id = l.kernel_id;

CREATE VIEW launch_counters AS
    -- One row a counter of a launch; provenance says where the value comes from. Absent means not counted, not zero.
    SELECT l.case_id, l.launch_index, l.stage, l.substage, k.name AS kernel, c.name AS counter, lc.value, c.unit,
           p.name AS provenance
    FROM launch l JOIN launch_counter lc ON lc.launch_id = l.id JOIN counter c ON c.id = lc.counter_id
    JOIN provenance p ON p.id = lc.provenance_id JOIN kernel k ON k.id = l.kernel_id;

CREATE VIEW sites AS
    -- One row a source site of a launch; provenance says where the counts come from.
    SELECT l.case_id, l.launch_index, l.stage, l.substage, k.name AS kernel, sk.name AS kind, s.file, s.line, s.col,
           s.function, p.name AS provenance, ls.requests, ls.threads, ls.bytes, ls.sectors, ls.tags AS lines,
           ls.size_32 AS transactions_32b, ls.size_64 AS transactions_64b, ls.size_96 AS transactions_96b,
           ls.size_128 AS transactions_128b, ls.cc13_size_32 AS cc13_transactions_32b,
           ls.cc13_size_64 AS cc13_transactions_64b, ls.cc13_size_128 AS cc13_transactions_128b,
           ls.conflicts AS extra_wavefronts, ls.taken AS taken_threads, ls.divergent AS divergent_warps
    FROM launch l JOIN launch_site ls ON ls.launch_id = l.id JOIN site s ON s.id = ls.site_id
    JOIN site_kind sk ON sk.id = s.kind_id JOIN provenance p ON p.id = ls.provenance_id
    JOIN kernel k ON k.id = l.kernel_id;
