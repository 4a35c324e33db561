-- Each query checks rows, and returns a row id (NULL: the table has none), the case and a sentence.
-- "-- check table" heads a query. Queries with {count} run for each table with rows of a case. Queries with {set} run
-- for each metric set. All queries can use two lists of cases:
-- imported: cases that a note calls imported. The command is no evidence, because any path may hold the word.
-- ours: finished sorts that a collector recorded. SortScope does not judge output and numbering of other programs.
WITH imported AS (SELECT c.id FROM profiled_case c
    WHERE EXISTS (SELECT 1 FROM run_note n WHERE n.run_id = c.run_id AND n.text GLOB 'Imported from *')
    OR EXISTS (SELECT 1 FROM case_note n WHERE n.case_id = c.id AND n.text GLOB 'Imported from *')),
ours AS (SELECT c.* FROM profiled_case c JOIN case_status s ON s.id = c.status_id JOIN subject u ON u.id = c.subject_id
    WHERE s.name = 'ok' AND u.kind = 1 AND c.id NOT IN (SELECT id FROM imported))

-- rows device_limit
SELECT NULL, NULL, 'Run ' || r.id || ' has ' || count(t.run_id) || ' rows, and ' || r.limit_count || ' were stored.'
FROM run r LEFT JOIN device_limit t ON t.run_id = r.id GROUP BY r.id HAVING count(t.run_id) <> r.limit_count;

-- launches launch
SELECT NULL, n.id, 'The case has ' || n.launches || ' launches in its range, and ' || n.launch_count || ' were stored.'
FROM (SELECT c.id, c.launch_count, (SELECT count(*) FROM launch l WHERE l.case_id = c.id
      AND l.id BETWEEN c.first_launch_id AND c.first_launch_id + c.launch_count - 1) AS launches FROM profiled_case c) n
WHERE n.launches <> n.launch_count;

-- launches launch
SELECT l.id, l.case_id, 'The launch is outside the range of its case.'
FROM launch l LEFT JOIN profiled_case c ON c.id = l.case_id
WHERE c.id IS NULL OR c.first_launch_id IS NULL OR l.id < c.first_launch_id OR l.id >= c.first_launch_id + c.launch_count;

-- order launch
SELECT b.id, b.case_id, 'It started ' || (a.start_ns - b.start_ns) || ' ns before its predecessor in the same stream.'
FROM launch a JOIN launch b ON b.id = a.id + 1 AND b.case_id = a.case_id AND b.origin_id IS a.origin_id
WHERE b.start_ns < a.start_ns;

-- zero launch
SELECT id, case_id, 'It took no time.' FROM launch WHERE duration_ns = 0;

-- zero trial
SELECT NULL, case_id, 'Trial ' || position || ' took no time.' FROM trial WHERE duration_ns = 0;

-- zero launch_shape
SELECT id, NULL, 'Launches of this shape have no block, or blocks without threads.' FROM launch_shape
WHERE grid_x * grid_y * grid_z = 0 OR block_x * block_y * block_z = 0;

-- zero series
SELECT id, case_id, 'Its interval is zero.' FROM series WHERE interval_ns = 0;

-- clock series
SELECT id, case_id, 'Nothing says when the launches of its run were.' FROM series s
WHERE NOT EXISTS (SELECT 1 FROM sampled_launch l WHERE l.case_id = s.case_id AND l.time_mode_id = s.time_mode_id);

-- launches sampled_launch
SELECT NULL, l.case_id, 'Launch ' || l.launch || ' was sampled, which the case does not have.' FROM sampled_launch l
JOIN profiled_case c ON c.id = l.case_id WHERE l.launch >= c.launch_count;

-- zero stall
SELECT instruction_id, case_id, 'It has no sample.' FROM stall WHERE samples = 0;

-- zero device
SELECT e.id, NULL, 'The GPU has no multiprocessors, or warps without threads.'
FROM device e JOIN backend b ON b.id = e.backend_id
WHERE b.name = 'cupti' AND (e.multiprocessors = 0 OR e.warp_size = 0) AND e.id IN (SELECT device_id FROM ours);

-- range device
-- Limits are a hundred times the values of any device; 0 is unknown.
SELECT id, NULL, 'No device has its clocks, bus, multiprocessors or threads.' FROM device
WHERE clock_khz > 100000000 OR memory_clock_khz > 1000000000 OR memory_bus_bits > 1048576 OR multiprocessors > 100000
OR warp_size > 1024 OR max_threads_per_block > 65536 OR cc_major > 100 OR cc_minor > 100 OR ordinal > 100000
OR memory_bytes > 1 << 50 OR l2_bytes > 1 << 40 OR shared_per_block_bytes > 1 << 30;

-- registers launch_shape
SELECT id, NULL, 'Its threads have ' || registers || ' registers; no GPU gives more than 255.' FROM launch_shape
WHERE registers > 255;

-- sums profiled_case
-- Imported launches may lack required bytes, and failed cases may lack later launches.
SELECT c.id, c.id, 'Its launches must move ' || l.bytes || ' bytes together, and the case ' || c.required_bytes || '.'
FROM profiled_case c JOIN case_status s ON s.id = c.status_id
JOIN (SELECT l.case_id, sum(s.required_bytes) AS bytes FROM launch l JOIN launch_shape s ON s.id = l.shape_id
      GROUP BY l.case_id) l ON l.case_id = c.id
WHERE s.name IN ('ok', 'unverified') AND c.required_bytes <> 0 AND l.bytes <> 0 AND c.required_bytes <> l.bytes;

-- missing vendor_value
SELECT NULL, p.case_id, 'The vendor''s metrics were measured (' || p.set_name || '), but there is no value.'
FROM case_pass p JOIN profiled_case c ON c.id = p.case_id
WHERE p.set_name GLOB 'vendor*' AND c.launch_count > 0 AND NOT EXISTS (SELECT 1 FROM vendor_value v
    WHERE v.launch_id BETWEEN c.first_launch_id AND c.first_launch_id + c.launch_count - 1);

-- missing launch_site
-- Single cases may lack sites: by --no-sites, by limits of presets, or in files of several runs.
SELECT NULL, p.case_id, 'Software counted the case and the file names source sites, but there are no counts by site.'
FROM case_pass p JOIN profiled_case c ON c.id = p.case_id JOIN run r ON r.id = c.run_id
WHERE p.set_name IN ('modelled', 'counted') AND p.launches > 0 AND instr(r.command, '--no-sites') = 0
AND c.id NOT IN (SELECT id FROM imported) AND EXISTS (SELECT 1 FROM site) AND NOT EXISTS (SELECT 1 FROM launch_site);

-- sites launch_site
SELECT s.launch_id, l.case_id, 'Site ' || s.site_id || ' has counts that sites of its kind do not have: ' || k.name || '.'
FROM launch_site s JOIN site t ON t.id = s.site_id JOIN site_kind k ON k.id = t.kind_id LEFT JOIN launch l ON l.id = s.launch_id
WHERE (s.extra_wavefronts <> 0 AND k.name NOT GLOB 'shared_*')
OR ((s.taken_threads <> 0 OR s.divergent_warps <> 0) AND k.name <> 'branch')
OR ((s.sectors <> 0 OR s.lines <> 0 OR s.transactions_32b <> 0 OR s.transactions_64b <> 0 OR s.transactions_96b <> 0
     OR s.transactions_128b <> 0 OR s.cc13_transactions_32b <> 0 OR s.cc13_transactions_64b <> 0
     OR s.cc13_transactions_128b <> 0) AND k.name NOT GLOB 'global_*');

-- sites launch_site
SELECT s.launch_id, l.case_id, 'Site ' || s.site_id || ' is ' || coalesce(p.name, 'of unknown provenance')
    || '; sites are counted by software or modelled.'
FROM launch_site s LEFT JOIN provenance p ON p.id = s.provenance_id LEFT JOIN launch l ON l.id = s.launch_id
WHERE p.name IS NULL OR p.name NOT IN ('counted', 'modelled');

-- efficiency launch_site
SELECT t.launch_id, l.case_id, 'Site ' || t.site_id || ' has more bytes than its sectors hold, more than 32 threads a'
    || ' request, more threads that took a branch than came there, or more divergent warps than requests.'
FROM launch_site t LEFT JOIN launch l ON l.id = t.launch_id JOIN site s ON s.id = t.site_id
JOIN site_kind k ON k.id = s.kind_id
WHERE (k.name GLOB 'global_*' AND t.bytes > 32 * t.sectors)
OR (k.name NOT IN ('barrier', 'warp_collective') AND t.threads > 32 * t.requests)
OR (k.name = 'branch' AND (t.taken_threads > t.threads OR t.divergent_warps > t.requests));

-- sectors launch_site
-- Before compute capability 3.0 a request moves whole segments or lines of 128 bytes.
SELECT t.launch_id, l.case_id, 'Site ' || t.site_id || ' has more than 32 sectors a request.'
FROM launch_site t LEFT JOIN launch l ON l.id = t.launch_id JOIN site s ON s.id = t.site_id
JOIN site_kind k ON k.id = s.kind_id
LEFT JOIN profiled_case c ON c.id = l.case_id LEFT JOIN device e ON e.id = c.device_id
WHERE k.name GLOB 'global_*'
AND t.sectors > CASE WHEN e.cc_major BETWEEN 1 AND 2 THEN 128 ELSE 32 END * t.requests;

-- source site
SELECT s.id, NULL, 'Its line ' || s.line || ' is behind the end of every text of ' || quote(s.file) || '.'
FROM site s JOIN (SELECT file, max(1 + length(text) - length(replace(text, char(10), ''))) AS lines
                  FROM source_text GROUP BY file) t ON t.file = s.file
WHERE s.line > t.lines AND EXISTS (SELECT 1 FROM launch_site l WHERE l.site_id = s.id);

-- verified trial
SELECT NULL, c.id, 'The case ended as ok, but none of its ' || c.trial_count || ' trials was verified.' FROM ours c
WHERE c.trial_count > 0 AND NOT EXISTS (SELECT 1 FROM trial t WHERE t.case_id = c.id AND t.verified <> 0);

-- verified trial
SELECT NULL, c.id, 'Trial ' || t.position || ' is accepted, but its output was not verified.'
FROM ours c JOIN trial t ON t.case_id = c.id WHERE t.verified = 0 AND t.accepted <> 0
AND EXISTS (SELECT 1 FROM trial v WHERE v.case_id = c.id AND v.verified <> 0);

-- stages launch
SELECT NULL, c.id, 'Its stages are numbered from ' || s.least || ' to ' || s.most || ', but there are ' || s.stages || '.'
FROM (SELECT case_id, min(stage) AS least, max(stage) AS most, count(DISTINCT stage) AS stages FROM launch
      GROUP BY case_id) s JOIN ours c ON c.id = s.case_id WHERE s.least <> 1 OR s.most <> s.stages;

-- stages launch
SELECT NULL, c.id, 'The substages of stage ' || s.stage || ' are numbered from ' || s.least || ' to ' || s.most
    || ', but there are ' || s.substages || '.'
FROM (SELECT case_id, stage, min(substage) AS least, max(substage) AS most, count(DISTINCT substage) AS substages
      FROM launch GROUP BY case_id, stage) s JOIN ours c ON c.id = s.case_id
WHERE s.least <> 1 OR s.most <> s.substages;

-- trials trial
SELECT NULL, case_id, 'Trial ' || position || ' has number ' || trial_index || ' of its kind, and should have ' || due || '.'
FROM (SELECT case_id, position, trial_index, row_number() OVER (PARTITION BY case_id, kind_id ORDER BY position) - 1 AS due
      FROM trial) WHERE trial_index <> due;

-- time trial
SELECT NULL, c.id, 'Trial ' || t.position || ' counts as a time trial, and has no time.'
FROM ours c JOIN trial t ON t.case_id = c.id JOIN trial_kind k ON k.id = t.kind_id
WHERE k.name = 'time' AND t.accepted <> 0 AND t.duration_ns IS NULL;

-- time launch
SELECT l.id, c.id, 'Its time is of ' || l.duration_count || ' activity trials, and the case has ' || c.trials || '.'
FROM (SELECT o.id, (SELECT count(*) FROM trial t JOIN trial_kind k ON k.id = t.kind_id
                    WHERE t.case_id = o.id AND k.name = 'activity') AS trials FROM ours o) c
JOIN launch l ON l.case_id = c.id WHERE l.duration_count > c.trials;

-- time launch
SELECT l.id, c.id, 'It has a time of no activity trial.' FROM ours c JOIN launch l ON l.case_id = c.id
WHERE l.duration_ns IS NOT NULL AND l.duration_count = 0;

-- clock trial
-- No clock exceeds twice the greatest clock that the driver reports.
SELECT NULL, c.id, 'Trial ' || t.position || ' ran at an SM clock of ' || t.sm_clock_mhz || ' MHz, and the device has '
    || (e.clock_khz / 1000) || ' at most.'
FROM ours c JOIN device e ON e.id = c.device_id JOIN trial t ON t.case_id = c.id
WHERE e.clock_khz > 0 AND t.sm_clock_mhz > 2.0 * e.clock_khz / 1000;

-- clock trial
SELECT NULL, c.id, 'Trial ' || t.position || ' ran at a memory clock of ' || t.memory_clock_mhz || ' MHz, and the device has '
    || (e.memory_clock_khz / 1000) || ' at most.'
FROM ours c JOIN device e ON e.id = c.device_id JOIN trial t ON t.case_id = c.id
WHERE e.memory_clock_khz > 0 AND t.memory_clock_mhz > 2.0 * e.memory_clock_khz / 1000;

-- message profiled_case
SELECT id, id, 'It ended as ok, and has a message: ' || quote(message) || '.' FROM ours WHERE message <> '';

-- message case_note
SELECT NULL, case_id, 'Note ' || position || ' has no words.' FROM case_note WHERE text = '';

-- time run
SELECT id, NULL, 'It began at ' || quote(started_utc) || ', which is no time.' FROM run WHERE julianday(started_utc) IS NULL;

-- time run
SELECT id, NULL, 'It ended at ' || quote(ended_utc) || ', which is no time.' FROM run
WHERE ended_utc <> '' AND julianday(ended_utc) IS NULL;

-- time run
-- A difference below a day may come from a clock that was set.
SELECT id, NULL, 'It ended at ' || ended_utc || ', and began at ' || started_utc || '.' FROM run
WHERE julianday(ended_utc) < julianday(started_utc) - 1;

-- missing profiled_case
SELECT c.id, c.id, 'It is of a variant, and lacks keys, their number, distribution or seed, or its work.'
FROM profiled_case c JOIN subject u ON u.id = c.subject_id
WHERE u.kind = 1 AND (c.distribution_id IS NULL OR c.seed IS NULL OR c.work_items IS NULL OR c.work_bytes IS NULL
    OR 2 <> (SELECT count(*) FROM condition_axis x JOIN axis a ON a.id = x.axis_id
             WHERE x.condition_id = c.condition_id AND a.name IN ('n', 'key')));

-- input profiled_case
SELECT c.id, c.id, 'It has ' || c.entropy_bits || ' bits of entropy, and keys of distribution ' || quote(d.name) || ' have none.'
FROM profiled_case c JOIN distribution d ON d.id = c.distribution_id
WHERE c.id NOT IN (SELECT id FROM imported) AND c.entropy_bits <> 0 AND d.name <> 'few';

-- input profiled_case
SELECT c.id, c.id, 'Its keys are of file ' || quote(c.input_file) || ' and of distribution ' || quote(d.name) || '.'
FROM profiled_case c JOIN distribution d ON d.id = c.distribution_id
WHERE c.id NOT IN (SELECT id FROM imported) AND c.input_file <> '' AND d.name <> 'file';

-- input profiled_case
SELECT c.id, c.id, 'Keys were added to its ' || c.work_items || ', which is a power of two.' FROM profiled_case c
WHERE c.padded <> 0 AND (c.work_items & (c.work_items - 1)) = 0;

-- condition profiled_case
-- Devices with a UUID are compared by UUID, because names may change.
SELECT c.id, c.id, 'It is filed under a condition of another subject, number of keys, device or L2 state than its own.'
FROM profiled_case c JOIN condition d ON d.id = c.condition_id JOIN device e ON e.id = c.device_id
JOIN subject u ON u.id = c.subject_id JOIN string p ON p.id = c.cache_state_id JOIN backend b ON b.id = e.backend_id
WHERE c.backend_id <> d.backend_id OR c.time_mode_id <> d.time_mode_id OR d.subject <> u.name OR d.cache_state <> p.text
OR c.work_items <> (SELECT x.value FROM condition_axis x JOIN axis a ON a.id = x.axis_id
                    WHERE x.condition_id = d.id AND a.name = 'n')
OR CASE WHEN e.uuid <> '' THEN e.uuid <> d.device_key
        ELSE e.name <> d.device OR d.device_key NOT IN ('#' || e.ordinal, CASE b.name WHEN 'cpu' THEN
            '#' || e.multiprocessors || ' threads' ELSE '' END) END;

-- rows {table}
SELECT NULL, id, 'It has ' || found || ' rows of the case, where ' || {count} || ' were stored.'
FROM (SELECT c.id, c.{count}, (SELECT count(*) FROM {table} t WHERE t.case_id = c.id) AS found FROM profiled_case c)
WHERE found <> {count};

-- passes {table}
SELECT NULL, o.case_id, 'It has values of ' || o.found || ' launches of the case, but no pass of the case took the set.'
FROM (SELECT l.case_id, count(*) AS found FROM {table} t JOIN launch l ON l.id = t.launch_id GROUP BY l.case_id) o
WHERE NOT EXISTS (SELECT 1 FROM case_pass p WHERE p.case_id = o.case_id AND p.set_name = '{set}');

-- sites launch_site
-- Counters of a launch are sums over its sites.
SELECT t.launch_id, l.case_id, CASE {words} END
FROM (SELECT s.launch_id, {sums} FROM launch_site s JOIN site i ON i.id = s.site_id JOIN site_kind k ON k.id = i.kind_id
      WHERE s.provenance_id = {provenance_id} GROUP BY s.launch_id) g
JOIN {table} t ON t.launch_id = g.launch_id /* {set} */ LEFT JOIN launch l ON l.id = t.launch_id WHERE {differs};

-- missing launch_site
-- If one launch of a case has sites of the set's provenance, all launches with non-zero counters have sites.
SELECT t.launch_id, l.case_id, 'The launch has {provenance} counters, but no counts by site, which other launches of the'
    || ' case have.'
FROM {table} t JOIN launch l ON l.id = t.launch_id /* {set} */ WHERE max({counted}, 0) > 0
AND NOT EXISTS (SELECT 1 FROM launch_site s WHERE s.launch_id = t.launch_id AND s.provenance_id = {provenance_id})
AND l.case_id IN (SELECT m.case_id FROM launch_site s JOIN launch m ON m.id = s.launch_id
    WHERE s.provenance_id = {provenance_id});
