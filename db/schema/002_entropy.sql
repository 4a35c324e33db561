-- SortScope schema, version 2: how many distinct keys an input has.

ALTER TABLE sort_case ADD COLUMN
    entropy_bits /* log2 of the number of distinct keys, for distribution 'few'; 0 for the others */ INTEGER NOT NULL DEFAULT 0;

DROP VIEW cases;
CREATE VIEW cases AS
    -- One row a case. All times are measured; rate = 1e-6 * n / median time in seconds.
    SELECT c.id AS case_id, c.run_id, v.name AS variant, k.name AS key, c.n, di.name AS distribution,
           CASE WHEN di.name = 'few' THEN c.entropy_bits END AS entropy_bits, c.seed,
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
