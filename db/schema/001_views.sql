-- SortScope schema, version 1: views for people. Names instead of numbers, units in column names, NULL for
-- unknown.
-- The catalogue of metrics adds the views launch_counters, stages and launch_ratios
-- (db/schema/wide_tables.cpp).

CREATE VIEW runs AS
    -- One row for each call of collect or record.
    -- run_id: number of the run in this file
    -- ended_utc: ISO 8601; NULL until the run ends, and if it was killed
    -- program_version: version of SortScope
    -- planned_cases: number of planned cases
    -- stored_cases: number of these that are in the file
    -- host: name of the machine
    -- os: its operating system
    -- os_kernel: release of its kernel
    -- cpu: its processor
    -- cpu_threads: hardware threads of its processor
    -- host_memory_bytes: its memory
    SELECT r.id AS run_id, r.started_utc, nullif(r.ended_utc, '') AS ended_utc, r.command, r.program_version,
           r.planned_cases, (SELECT count(*) FROM profiled_case c WHERE c.run_id = r.id) AS stored_cases,
           h.name AS host, nullif(h.os, '') AS os, nullif(h.kernel, '') AS os_kernel, nullif(h.cpu, '') AS cpu,
           nullif(h.threads, 0) AS cpu_threads, nullif(h.memory_bytes, 0) AS host_memory_bytes, r.uuid
    FROM run r JOIN host h ON h.id = r.host_id;

CREATE VIEW devices AS
    -- One row for each device of cases.
    -- device_id: number of the device in this file
    -- device: its name
    -- backend: cupti, simt or cpu
    -- uuid: of a GPU
    -- compute_capability: major.minor, also of a modelled GPU
    -- multiprocessors: SMs; hardware threads of a CPU
    -- warp_size_threads: threads of a warp
    -- clock_khz: maximum SM clock
    -- memory_clock_khz: maximum memory clock
    -- memory_bus_bits: width of the memory bus
    -- memory_bytes: global memory
    -- l2_bytes: L2 cache
    -- shared_per_block_bytes: shared memory of a block, without opting in to more
    -- max_threads_per_block: greatest block
    -- driver_version: version of the vendor's driver
    -- cuda_version: CUDA runtime that the program was built with
    -- cupti_version: libcupti that was loaded
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
    -- One row for each case. All times are measured. Only verified cases have a rate: 1e-6 *
    -- work_items / median time in s.
    -- case_id: number of the case in this file
    -- run_id: its run
    -- variant: name of the sort; NULL for a program
    -- key: type of the keys
    -- input: distribution of the keys
    -- entropy_bits: log2 of the number of distinct keys; NULL unless the input is few
    -- input_file: file of the keys; NULL if they were generated
    -- n: number of keys
    -- block_threads: threads of a block
    -- parameters: the variant's own parameters
    -- backend: cupti, simt or cpu
    -- device: its name
    -- compute_capability: of the device
    -- status: end of the case
    -- message: reason if the status is not ok
    -- required_bytes: bytes that the algorithm must move
    -- cache_state: state of L2 before each time trial
    -- median_ns: median of the accepted time trials; with several rounds, median of their medians
    -- min_ns: shortest accepted time trial
    -- max_ns: longest accepted time trial
    -- spread_ratio: interquartile range / median of the accepted time trials; NULL for a single trial
    -- time_trials: number of accepted trials
    -- stopped_by: rule that ended the trials
    -- rate_mkeys_per_s: keys / median time
    -- device_id: its device
    -- file_digest: digest of the bytes of input_file
    -- time_mode: of the time
    -- launches: number of kernel launches
    -- program: name of the program; NULL for a variant
    -- subject_kind: variant or program
    -- family: of a variant that the recording program did not have
    -- promise: of the variant on its output
    -- work_items: items of the rate: keys
    SELECT c.id AS case_id, c.run_id, CASE u.kind WHEN 1 THEN u.name END AS variant, ak.value AS key, an.value AS n,
           di.name AS input, CASE WHEN di.name = 'few' THEN c.entropy_bits END AS entropy_bits, c.seed,
           nullif(c.input_file, '') AS input_file, ab.value AS block_threads,
           (SELECT group_concat(p.name || '=' || p.value, ', ') FROM (SELECT a.name, x.value FROM condition_axis x
            JOIN axis a ON a.id = x.axis_id WHERE x.condition_id = c.condition_id
            AND a.name NOT IN ('n', 'key', 'input', 'block') ORDER BY a.name) p) AS parameters,
           b.name AS backend, d.name AS device,
           CASE WHEN d.cc_major > 0 THEN d.cc_major || '.' || d.cc_minor END AS compute_capability,
           s.name AS status, nullif(c.message, '') AS message, c.padded, nullif(c.required_bytes, 0) AS required_bytes,
           nullif(cache.text, '') AS cache_state, c.time_median_ns AS median_ns, c.time_min_ns AS min_ns,
           c.time_max_ns AS max_ns, CASE WHEN c.time_count > 1 THEN c.time_spread END AS spread_ratio,
           c.time_count AS time_trials, stop.text AS stopped_by,
           CASE WHEN s.name = 'ok' THEN 1e3 * c.work_items / nullif(c.time_median_ns, 0) END AS rate_mkeys_per_s,
           c.collect_ns, c.device_id, CASE u.kind WHEN 2 THEN u.name END AS program,
           nullif(c.file_digest, '') AS file_digest, tm.name AS time_mode, c.launch_count AS launches, c.span_ns,
           c.busy_ns, CASE u.kind WHEN 1 THEN 'variant' ELSE 'program' END AS subject_kind,
           nullif(u.family, '') AS family, CASE u.kind WHEN 1 THEN pr.name END AS promise, c.work_items, c.work_bytes
    FROM profiled_case c JOIN subject u ON u.id = c.subject_id LEFT JOIN promise pr ON pr.id = u.promise_id
    LEFT JOIN condition_axis an ON an.condition_id = c.condition_id AND an.axis_id = (SELECT id FROM axis WHERE name = 'n')
    LEFT JOIN condition_axis ak ON ak.condition_id = c.condition_id AND ak.axis_id = (SELECT id FROM axis WHERE name = 'key')
    LEFT JOIN condition_axis ab ON ab.condition_id = c.condition_id AND ab.axis_id = (SELECT id FROM axis WHERE name = 'block')
    LEFT JOIN distribution di ON di.id = c.distribution_id JOIN backend b ON b.id = c.backend_id
    JOIN device d ON d.id = c.device_id JOIN case_status s ON s.id = c.status_id JOIN time_mode tm ON tm.id = c.time_mode_id
    JOIN string cache ON cache.id = c.cache_state_id LEFT JOIN string stop ON stop.id = c.time_stop_id;

CREATE VIEW case_axes AS
    -- One row for each axis of a case.
    -- case_id: its case
    -- axis: n, key, input, block, a parameter of the variant or an axis of the program
    -- value: an integer, a real number or a text
    -- unit: of value
    SELECT c.id AS case_id, a.name AS axis, x.value, nullif(a.unit, '') AS unit
    FROM profiled_case c JOIN condition_axis x ON x.condition_id = c.condition_id JOIN axis a ON a.id = x.axis_id;

CREATE VIEW same_condition AS
    -- One row for each pair of cases with equal conditions.
    -- case_a: number of the earlier case
    -- case_b: number of the later case
    -- run_a: run of case_a
    -- run_b: run of case_b
    SELECT a.id AS case_a, b.id AS case_b, a.run_id AS run_a, b.run_id AS run_b
    FROM profiled_case a JOIN profiled_case b ON b.condition_id = a.condition_id AND b.id > a.id;

CREATE VIEW trials AS
    -- One row for each repetition of a case. Durations are measured.
    -- case_id: its case
    -- kind: its purpose
    -- note: reason if it was left out of the summary
    -- time_mode: of the duration
    -- memory_clock_mhz: during the trial; NULL if unknown
    SELECT t.case_id, t.position, k.name AS kind, t.trial_index, t.duration_ns, t.verified, t.accepted,
           nullif(t.note, '') AS note, t.round, m.name AS time_mode, t.sm_clock_mhz, t.memory_clock_mhz
    FROM trial t JOIN trial_kind k ON k.id = t.kind_id JOIN time_mode m ON m.id = t.time_mode_id;

CREATE VIEW case_times AS
    -- One row for each time mode of a case, and one for each of its rounds. Times are measured.
    -- case_id: its case
    -- time_mode: of the times
    -- headline: 1 for the mode of the case's own time
    -- round: from 0; NULL in the row of all rounds
    -- median_ns: of the accepted time trials
    -- min_ns: shortest accepted time trial
    -- max_ns: longest accepted time trial
    -- spread_ratio: interquartile range / median; NULL for a single trial
    -- time_trials: number of accepted trials
    -- stopped_by: rule that ended the trials
    SELECT c.id AS case_id, m.name AS time_mode, 1 AS headline, NULL AS round, c.time_median_ns AS median_ns, c.time_min_ns AS min_ns,
           c.time_max_ns AS max_ns, CASE WHEN c.time_count > 1 THEN c.time_spread END AS spread_ratio, c.time_count AS time_trials, p.text AS stopped_by
    FROM profiled_case c JOIN time_mode m ON m.id = c.time_mode_id LEFT JOIN string p ON p.id = c.time_stop_id
    WHERE c.time_median_ns IS NOT NULL
    UNION ALL
    SELECT t.case_id, m.name, 0, NULL, t.median_ns, t.min_ns, t.max_ns, CASE WHEN t.trial_count > 1 THEN t.spread END, t.trial_count, p.text
    FROM other_time t JOIN time_mode m ON m.id = t.time_mode_id LEFT JOIN string p ON p.id = t.stop_id
    UNION ALL
    SELECT r.case_id, m.name, r.time_mode_id = c.time_mode_id, r.round, r.median_ns, NULL, NULL, CASE WHEN r.trial_count > 1 THEN r.spread END, r.trial_count, NULL
    FROM time_round r JOIN profiled_case c ON c.id = r.case_id JOIN time_mode m ON m.id = r.time_mode_id;

CREATE VIEW device_limits AS
    -- One row for each limit of a device that a run measured; value is in the unit.
    -- run_id: run that measured it
    -- device_id: its device
    -- device: name of the device
    -- name: of the limit, such as copy_bandwidth
    -- unit: of value
    -- spread_ratio: interquartile range / median of its trials
    SELECT l.run_id, l.device_id, d.name AS device, n.text AS name, l.value, u.text AS unit, l.spread AS spread_ratio
    FROM device_limit l JOIN device d ON d.id = l.device_id JOIN string n ON n.id = l.name_id JOIN string u ON u.id = l.unit_id;

CREATE VIEW stalls AS
    -- One row for each instruction and reason of sampled stalled warps, over all launches of its
    -- kernel in a case. Measured.
    -- case_id: its case
    -- kernel: short name
    -- symbol: full (mangled) name of the kernel
    -- file: source file
    -- line: from 1; NULL without a line table
    -- reason: the vendor's name of the stall reason
    -- samples: number of samples
    SELECT s.case_id, k.name AS kernel, nullif(k.symbol, '') AS symbol, nullif(f.text, '') AS file, nullif(i.line, 0) AS line,
           i.pc_offset AS pc_offset_bytes, r.text AS reason, s.samples
    FROM stall s JOIN instruction i ON i.id = s.instruction_id JOIN kernel k ON k.id = i.kernel_id JOIN string f ON f.id = i.file_id
    JOIN string r ON r.id = s.reason_id;

CREATE VIEW transfers AS
    -- One row for each memory transfer of the activity trial. Times are measured.
    -- case_id: its case
    -- kind: direction
    -- bytes: number of bytes moved
    SELECT t.case_id, t.position, k.name AS kind, t.bytes, t.start_ns, t.duration_ns
    FROM transfer t JOIN transfer_kind k ON k.id = t.kind_id;

CREATE VIEW notes AS
    -- One row for each note on a run or case.
    -- run_id: its run
    -- case_id: its case; NULL for a note on the whole run
    -- position: order, from 0
    -- severity: weight of the note
    -- text: the note
    SELECT n.run_id, NULL AS case_id, n.position, s.name AS severity, n.text
    FROM run_note n JOIN severity s ON s.id = n.severity_id
    UNION ALL
    SELECT c.run_id, n.case_id, n.position, s.name, n.text
    FROM case_note n JOIN profiled_case c ON c.id = n.case_id JOIN severity s ON s.id = n.severity_id;

CREATE VIEW launches AS
    -- One row for each kernel launch. Times are measured.
    -- case_id: its case
    -- launch_index: order of launches, from 0
    -- label: name of the stage in the source
    -- kernel: short name
    -- grid_x: blocks
    -- grid_y: blocks
    -- grid_z: blocks
    -- block_x: threads
    -- block_y: threads
    -- block_z: threads
    -- registers_per_thread: registers of a thread
    -- required_bytes: bytes that the algorithm must move in this launch
    -- local_bytes_per_thread: spills and arrays
    -- comparators: planned compare-exchanges
    -- process: its process
    -- context: its CUDA context
    -- stream: its CUDA stream
    -- correlation: number of the launch in activity records
    -- symbol: full (mangled) name of the kernel
    SELECT c.id AS case_id, l.id - c.first_launch_id AS launch_index, l.stage, l.substage, p.text AS label, k.name AS kernel,
           s.grid_x, s.grid_y, s.grid_z, s.block_x, s.block_y, s.block_z, s.shared_bytes,
           nullif(s.registers, 0) AS registers_per_thread, nullif(s.required_bytes, 0) AS required_bytes, l.start_ns, l.duration_ns,
           nullif(s.local_bytes, 0) AS local_bytes_per_thread, nullif(s.comparators, 0) AS comparators,
           l.duration_spread AS spread_ratio,
           l.duration_count AS activity_trials, o.process_id AS process, o.context_id AS context, o.stream_id AS stream,
           l.correlation_id AS correlation, nullif(k.symbol, '') AS symbol
    FROM profiled_case c CROSS JOIN launch l ON l.id BETWEEN c.first_launch_id AND c.first_launch_id + c.launch_count - 1
    JOIN string p ON p.id = l.label_id JOIN launch_shape s ON s.id = l.shape_id JOIN kernel k ON k.id = s.kernel_id
    LEFT JOIN launch_origin o ON o.id = l.origin_id;

CREATE VIEW sites AS
    -- One row for each site of a launch.
    -- case_id: its case
    -- launch_index: order of launches, from 0
    -- kernel: short name
    -- kind: of the site
    -- function: of the site
    -- provenance: of the counts
    -- transactions_32b: transactions of 32 bytes
    -- transactions_64b: of 64 bytes
    -- transactions_96b: of 96 bytes
    -- transactions_128b: of 128 bytes
    -- cc13_transactions_32b: of 32 bytes, by the half-warp rule of compute capability 1.3
    -- cc13_transactions_64b: of 64 bytes, by that rule
    -- cc13_transactions_128b: of 128 bytes, by that rule
    SELECT c.id AS case_id, l.id - c.first_launch_id AS launch_index, l.stage, l.substage, k.name AS kernel, sk.name AS kind,
           s.file, s.line, s.col, s.function, p.name AS provenance, ls.requests, ls.threads, ls.bytes, ls.sectors, ls.lines,
           ls.transactions_32b, ls.transactions_64b, ls.transactions_96b, ls.transactions_128b, ls.cc13_transactions_32b,
           ls.cc13_transactions_64b, ls.cc13_transactions_128b, ls.extra_wavefronts, ls.taken_threads, ls.divergent_warps
    FROM profiled_case c CROSS JOIN launch l ON l.id BETWEEN c.first_launch_id AND c.first_launch_id + c.launch_count - 1
    CROSS JOIN launch_site ls ON ls.launch_id = l.id JOIN site s ON s.id = ls.site_id
    JOIN site_kind sk ON sk.id = s.kind_id JOIN provenance p ON p.id = ls.provenance_id
    JOIN launch_shape sh ON sh.id = l.shape_id JOIN kernel k ON k.id = sh.kernel_id;

CREATE VIEW annotations AS
    -- One row for each run or case with a user's name, note or tags.
    -- run_id: the run, or the run of the case
    -- case_id: the case; NULL for the whole run
    -- name: a user's name
    -- note: a user's note
    -- tags: a user's tags
    SELECT r.id AS run_id, NULL AS case_id, nullif(a.name, '') AS name, nullif(a.note, '') AS note,
           (SELECT group_concat(t.tag, ', ') FROM run_tag t WHERE t.run_id = r.id) AS tags
    FROM run r LEFT JOIN run_annotation a ON a.run_id = r.id
    WHERE a.run_id IS NOT NULL OR r.id IN (SELECT run_id FROM run_tag)
    UNION ALL
    SELECT c.run_id, c.id, nullif(a.name, ''), nullif(a.note, ''),
           (SELECT group_concat(t.tag, ', ') FROM case_tag t WHERE t.case_id = c.id)
    FROM profiled_case c LEFT JOIN case_annotation a ON a.case_id = c.id
    WHERE a.case_id IS NOT NULL OR c.id IN (SELECT case_id FROM case_tag);

CREATE VIEW sources AS
    -- One row for each case and source file of its sites or stalls, as compiled into the recording program.
    -- case_id: its case
    -- file: as in the views sites and stalls
    -- digest: UUID of version 5 of the text's bytes: equal for equal texts
    -- lines: number of lines of the text
    -- text: the whole file
    SELECT c.case_id, t.file, t.digest, length(t.text) - length(replace(t.text, char(10), '')) AS lines, t.text
    FROM case_source c JOIN source_text t ON t.id = c.source_text_id;
