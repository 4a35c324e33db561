-- SortScope schema, version 1: tables and indexes. The catalogue of metrics adds wide tables of counters
-- and of their
-- sums, one table a set (db/schema/wide_tables.cpp).
-- Tables have singular names and hold numbers; views have plural names and show words.
-- Comments are inside the statements, so each file has them in sqlite_master.
-- Times are in nanoseconds, sizes in bytes, everything else is a count. Unsigned 64-bit values are stored
-- as the
-- signed integer of the same bits. NULL is unknown or absent, not zero.

-- Vocabulary: each program that opens a file for writing adds its rows.

CREATE TABLE provenance (
    -- Origins of values. Modelled and published values are always marked.
    id INTEGER PRIMARY KEY,      -- fixed; never used for another meaning
    name TEXT NOT NULL,          -- as users read and type it
    description TEXT NOT NULL    -- one line
);
CREATE TABLE key_type (
    -- Types of keys.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE distribution (
    -- Distributions of input keys.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE promise (
    -- Promises of variants on their output, which is always a permutation of the input.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE backend (
    -- Backends, which run cases.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE trial_kind (
    -- Purposes of trials.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE time_mode (
    -- Ways to time a sort. Times of different modes are never mixed.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE case_status (
    -- Ends of cases.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE site_kind (
    -- Kinds of sites.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE transfer_kind (
    -- Directions of memory transfers.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE severity (
    -- Weights of notes.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE counter (
    -- The catalogue of per-launch counters. It grows without a new schema version.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,          -- also the name of its column in the wide tables
    unit TEXT NOT NULL,
    description TEXT NOT NULL
);

-- Interned names and rows: each is stored once.

CREATE TABLE subject (
    -- Profiled subjects: sorts that SortScope runs, and other programs.
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,       -- 1: a variant, 2: a program
    name TEXT NOT NULL,
    family TEXT NOT NULL,        -- of a variant that this program does not have; else empty
    promise_id INTEGER NOT NULL REFERENCES promise(id),
    UNIQUE (name, kind, family, promise_id)
);
CREATE TABLE axis (
    -- A named value that a sweep varies: n, key, input, block, a parameter of a variant, an axis of a
    -- program.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,          -- empty: none
    UNIQUE (name, unit)
);
CREATE TABLE kernel (
    -- Kernels by name and symbol.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,          -- short
    symbol TEXT NOT NULL,        -- full (mangled); empty if unknown
    UNIQUE (name, symbol)
);
CREATE TABLE string (
    -- Short texts that repeat: stage labels, parameter names, stopping rules, cache states, vendor
    -- metrics, stall reasons, source files, names and units of limits.
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
);
CREATE TABLE launch_shape (
    -- A kernel with its launch configuration and its required work.
    id INTEGER PRIMARY KEY,
    kernel_id INTEGER NOT NULL REFERENCES kernel(id),
    grid_x INTEGER NOT NULL,     -- blocks
    grid_y INTEGER NOT NULL,
    grid_z INTEGER NOT NULL,
    block_x INTEGER NOT NULL,    -- threads
    block_y INTEGER NOT NULL,
    block_z INTEGER NOT NULL,
    shared_bytes INTEGER NOT NULL,      -- static and dynamic shared memory of a block
    registers INTEGER NOT NULL,  -- of a thread; 0 if unknown
    local_bytes INTEGER NOT NULL,       -- of a thread: spills and arrays; 0 if none or unknown
    required_bytes INTEGER NOT NULL,       -- bytes that the algorithm must move in such a launch; 0 if unknown
    comparators INTEGER NOT NULL,       -- planned compare-exchanges; 0 if none or unknown
    UNIQUE (kernel_id, grid_x, required_bytes, comparators, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, registers, local_bytes)
);
CREATE TABLE launch_origin (
    -- Process, context and stream of launches, from activity records.
    id INTEGER PRIMARY KEY,
    process_id INTEGER,          -- NULL if unknown, like the others
    context_id INTEGER,
    stream_id INTEGER,
    UNIQUE (process_id, context_id, stream_id)
);
CREATE TABLE site (
    -- A place in a kernel's source that accesses memory, branches or waits.
    id INTEGER PRIMARY KEY,
    kind_id INTEGER NOT NULL REFERENCES site_kind(id),
    file TEXT NOT NULL,          -- name of the source file
    line INTEGER NOT NULL,       -- from 1
    col INTEGER NOT NULL,        -- column, from 1
    function TEXT NOT NULL,
    UNIQUE (file, line, col, kind_id, function)
);
CREATE TABLE instruction (
    -- A machine instruction of a kernel at which warps were sampled.
    id INTEGER PRIMARY KEY,
    kernel_id INTEGER NOT NULL REFERENCES kernel(id),
    pc_offset INTEGER NOT NULL,  -- within the function, in bytes
    file_id INTEGER NOT NULL REFERENCES string(id),   -- source file; the empty string without a line table
    line INTEGER NOT NULL,       -- 0 if unknown
    UNIQUE (kernel_id, pc_offset, line, file_id)
);
CREATE TABLE host (
    -- A machine of runs. Empty text and 0 mean unknown.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    os TEXT NOT NULL,
    kernel TEXT NOT NULL,        -- release of the operating system's kernel
    cpu TEXT NOT NULL,
    threads INTEGER NOT NULL,
    memory_bytes INTEGER NOT NULL,
    UNIQUE (name, os, kernel, cpu, threads, memory_bytes)
);
CREATE TABLE device (
    -- A device of cases: a GPU, a CPU or a modelled GPU. Empty text and 0 mean unknown.
    id INTEGER PRIMARY KEY,
    backend_id INTEGER NOT NULL REFERENCES backend(id),
    ordinal INTEGER NOT NULL,    -- number of the GPU in its process
    name TEXT NOT NULL,
    uuid TEXT NOT NULL,          -- GPU only
    cc_major INTEGER NOT NULL,   -- compute capability, also of a modelled GPU
    cc_minor INTEGER NOT NULL,
    multiprocessors INTEGER NOT NULL,   -- SMs; hardware threads of a CPU
    warp_size INTEGER NOT NULL,         -- threads
    clock_khz INTEGER NOT NULL,         -- maximum SM clock
    memory_clock_khz INTEGER NOT NULL,  -- maximum memory clock
    memory_bus_bits INTEGER NOT NULL,
    memory_bytes INTEGER NOT NULL,
    l2_bytes INTEGER NOT NULL,
    shared_per_block_bytes INTEGER NOT NULL,  -- without opting in to more
    max_threads_per_block INTEGER NOT NULL,
    driver_version TEXT NOT NULL,
    cuda_version TEXT NOT NULL,  -- CUDA runtime that the program was built with
    cupti_version TEXT NOT NULL, -- libcupti that was loaded
    UNIQUE (name, backend_id, ordinal, uuid, cc_major, cc_minor, multiprocessors, warp_size, clock_khz,
            memory_clock_khz, memory_bus_bits, memory_bytes, l2_bytes, shared_per_block_bytes, max_threads_per_block, driver_version,
            cuda_version, cupti_version)
);
CREATE TABLE condition (
    -- A condition: cases of one row are comparable (core/condition.hpp).
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL,       -- name of the variant or program
    axes TEXT NOT NULL,          -- its rows in condition_axis: "key=u32, n=1048576, input=uniform, block=256"
    axis_count INTEGER NOT NULL, -- number of these rows
    device TEXT NOT NULL,        -- its name in the first such case; a device with a UUID may change it
    device_key TEXT NOT NULL,    -- UUID; else "#" and the device's number, for a CPU its threads: "#16 threads"
    backend_id INTEGER NOT NULL REFERENCES backend(id),
    cache_state TEXT NOT NULL,
    time_mode_id INTEGER NOT NULL REFERENCES time_mode(id),
    UNIQUE (subject, axes, device_key, device, backend_id, cache_state, time_mode_id)
);
CREATE TABLE condition_axis (
    -- Points of conditions on their axes.
    condition_id INTEGER NOT NULL REFERENCES condition(id),
    axis_id INTEGER NOT NULL REFERENCES axis(id),
    value NOT NULL,              -- an integer, a real number or a text
    PRIMARY KEY (condition_id, axis_id)
) WITHOUT ROWID;

-- Records.

CREATE TABLE run (
    -- One call of collect or record.
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,   -- equal in each file that has a copy of the run
    started_utc TEXT NOT NULL,   -- ISO 8601
    ended_utc TEXT NOT NULL,     -- ISO 8601; empty until the run ends, and if it was killed
    command TEXT NOT NULL,       -- command line as typed
    program_version TEXT NOT NULL,
    host_id INTEGER NOT NULL REFERENCES host(id),
    planned_cases INTEGER NOT NULL,
    limit_count INTEGER NOT NULL -- number of its rows in device_limit
);
CREATE TABLE run_note (
    -- Notes on a run, for readers of its figures.
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,   -- order, from 0
    severity_id INTEGER NOT NULL REFERENCES severity(id),
    text TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) WITHOUT ROWID;

CREATE TABLE device_limit (
    -- Limits of a device, measured by SortScope's kernels when the run began. Analyses divide by them.
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    device_id INTEGER NOT NULL REFERENCES device(id),
    name_id INTEGER NOT NULL REFERENCES string(id),   -- "copy_bandwidth"
    value REAL NOT NULL,         -- median of its trials, in the unit
    unit_id INTEGER NOT NULL REFERENCES string(id),   -- "bytes/s", "operations/s", "ns"
    spread REAL NOT NULL,        -- interquartile range / median of its trials
    PRIMARY KEY (run_id, device_id, name_id)
) WITHOUT ROWID;

CREATE TABLE profiled_case (
    -- One subject at one point of its axes on one device. A later round adds time trials and notes,
    -- and updates the summaries of times; the rest of a stored case does not change.
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    condition_id INTEGER NOT NULL REFERENCES condition(id),  -- with its axes
    subject_id INTEGER NOT NULL REFERENCES subject(id),
    distribution_id INTEGER REFERENCES distribution(id),     -- of the keys; NULL without keys
    seed INTEGER,                -- of the generator; NULL without keys
    input_file TEXT NOT NULL,    -- file of the keys; empty if they were generated
    file_digest TEXT NOT NULL,   -- of the bytes of input_file; empty if there is none
    entropy_bits INTEGER NOT NULL,      -- log2 of the number of distinct keys, for distribution 'few'; else 0
    work_items INTEGER,          -- items of a rate: keys; NULL if unknown
    work_bytes INTEGER,          -- bytes of these items
    device_id INTEGER NOT NULL REFERENCES device(id),
    backend_id INTEGER NOT NULL REFERENCES backend(id),
    status_id INTEGER NOT NULL REFERENCES case_status(id),
    message TEXT NOT NULL,       -- reason if the status is not ok
    padded INTEGER NOT NULL,     -- 1: keys were added to reach a power of two
    required_bytes INTEGER NOT NULL,       -- bytes that the algorithm must move; 0 if unknown
    cache_state_id INTEGER NOT NULL REFERENCES string(id),  -- state of L2 before each time trial
    time_mode_id INTEGER NOT NULL REFERENCES time_mode(id), -- of the time
    time_median_ns INTEGER,      -- this and the next five: of that mode's accepted time trials; NULL without any.
                                 -- With several rounds, the median of their medians
    time_min_ns INTEGER,
    time_max_ns INTEGER,
    time_spread REAL,            -- interquartile range / median
    time_count INTEGER,          -- accepted trials
    time_stop_id INTEGER REFERENCES string(id),  -- rule that ended the trials
    collect_ns INTEGER NOT NULL, -- wall time of collecting the case
    first_launch_id INTEGER,     -- id of its first launch; NULL without launches
    launch_count INTEGER NOT NULL,
    span_ns INTEGER,             -- from the start of its first launch to the end of its last; NULL unless all were timed
    busy_ns INTEGER,             -- time in which at least one launch ran; NULL unless all were timed
    note_count INTEGER NOT NULL,        -- this and the next eight: number of the case's rows in case_note, ...
    trial_count INTEGER NOT NULL,
    transfer_count INTEGER NOT NULL,
    series_count INTEGER NOT NULL,
    sampled_launch_count INTEGER NOT NULL,
    stall_count INTEGER NOT NULL,
    other_time_count INTEGER NOT NULL,
    round_count INTEGER NOT NULL,
    pass_count INTEGER NOT NULL
);
CREATE INDEX profiled_case_by_run ON profiled_case (run_id);
CREATE INDEX profiled_case_by_condition ON profiled_case (condition_id);
CREATE INDEX profiled_case_by_subject ON profiled_case (subject_id);

CREATE TABLE case_note (
    -- Notes on a case, for readers of its figures.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,   -- order, from 0
    severity_id INTEGER NOT NULL REFERENCES severity(id),
    text TEXT NOT NULL,
    PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE other_time (
    -- Time of a case in a mode other than that of its own row, from the accepted time trials of that mode.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    time_mode_id INTEGER NOT NULL REFERENCES time_mode(id),
    median_ns INTEGER NOT NULL,  -- with several rounds, the median of their medians
    min_ns INTEGER NOT NULL,
    max_ns INTEGER NOT NULL,
    spread REAL NOT NULL,        -- interquartile range / median
    trial_count INTEGER NOT NULL,       -- accepted trials
    stop_id INTEGER NOT NULL REFERENCES string(id),   -- rule that ended the trials
    PRIMARY KEY (case_id, time_mode_id)
) WITHOUT ROWID;
CREATE TABLE time_round (
    -- Time of one round of a case in one mode, from the round's accepted time trials of that mode.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    time_mode_id INTEGER NOT NULL REFERENCES time_mode(id),
    round INTEGER NOT NULL,      -- repetition of the sweep, from 0
    median_ns INTEGER NOT NULL,
    spread REAL NOT NULL,        -- interquartile range / median within the round
    trial_count INTEGER NOT NULL,       -- accepted trials
    PRIMARY KEY (case_id, time_mode_id, round)
) WITHOUT ROWID;
CREATE TABLE trial (
    -- One repetition of a case.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,   -- order within the case, from 0
    kind_id INTEGER NOT NULL REFERENCES trial_kind(id),
    trial_index INTEGER NOT NULL,       -- among the case's trials of the same kind, from 0
    round INTEGER NOT NULL,      -- repetition of the sweep, from 0
    time_mode_id INTEGER NOT NULL REFERENCES time_mode(id), -- of the duration
    duration_ns INTEGER,         -- of the sort alone, measured; NULL for counter and model trials
    sm_clock_mhz INTEGER,        -- during the trial; NULL if unknown
    memory_clock_mhz INTEGER,
    verified INTEGER NOT NULL,   -- 1: the output keeps the promise and is a permutation of the input
    accepted INTEGER NOT NULL,   -- 0: left out of the summary; note has the reason
    note TEXT NOT NULL,
    PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE transfer (
    -- One memory transfer of the activity trial.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,   -- order within the case, from 0
    kind_id INTEGER NOT NULL REFERENCES transfer_kind(id),
    bytes INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,   -- since the case's first activity record, measured
    duration_ns INTEGER NOT NULL,       -- measured
    PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE series (
    -- A metric of a case over time, at equal intervals. All series of one time mode come from one
    -- execution of the sort.
    id INTEGER PRIMARY KEY,
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    metric TEXT NOT NULL,        -- the vendor's or the catalogue's name
    unit TEXT NOT NULL,
    provenance_id INTEGER NOT NULL REFERENCES provenance(id),
    time_mode_id INTEGER NOT NULL REFERENCES time_mode(id), -- of the sampled execution
    start_ns INTEGER NOT NULL,   -- of the first interval, on the clock of its rows in sampled_launch
    interval_ns INTEGER NOT NULL,
    samples BLOB NOT NULL        -- a value for each interval: IEEE 754 doubles, little-endian
);
CREATE INDEX series_by_case ON series (case_id);
CREATE TABLE sampled_launch (
    -- Time of a launch in the execution that the series of its time mode sampled. Measured.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,   -- order within the case, from 0
    time_mode_id INTEGER NOT NULL REFERENCES time_mode(id),
    launch INTEGER NOT NULL,     -- index of the launch in its case
    start_ns INTEGER NOT NULL,   -- since the first launch or the first interval of the series, whichever is earlier
    duration_ns INTEGER NOT NULL,
    PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE stall (
    -- Samples of warps that stalled at one instruction for one reason, over all launches of its kernel
    -- in a case. Measured.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    instruction_id INTEGER NOT NULL REFERENCES instruction(id),
    reason_id INTEGER NOT NULL REFERENCES string(id), -- the vendor's name
    samples INTEGER NOT NULL,
    PRIMARY KEY (case_id, instruction_id, reason_id)
) WITHOUT ROWID;
CREATE TABLE case_pass (
    -- Metric sets of a case's launches, with their passes. A ratio never has values of two passes.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    set_name TEXT NOT NULL,      -- "sass": its values are in counter_sass and sum_sass
    provenance_id INTEGER NOT NULL REFERENCES provenance(id),
    pass INTEGER NOT NULL,       -- from 1 within the case; 0: several
    launches INTEGER NOT NULL,   -- launches of the case with values of the set
    sums INTEGER NOT NULL,       -- rows of the case in stage_sum with sums of the set
    PRIMARY KEY (case_id, set_name, provenance_id)
) WITHOUT ROWID;
CREATE TABLE launch (
    -- One kernel launch of a case. The launches of a case are numbered in order, without gaps: the
    -- index of a launch is its id minus the first_launch_id of its case.
    id INTEGER PRIMARY KEY,
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    stage INTEGER NOT NULL,      -- from 1
    substage INTEGER NOT NULL,   -- within the stage, from 1
    label_id INTEGER NOT NULL REFERENCES string(id),  -- name of the stage in the source
    shape_id INTEGER NOT NULL REFERENCES launch_shape(id),
    start_ns INTEGER,            -- since the case's first activity record, measured; NULL if not timed
    duration_ns INTEGER,         -- measured: median of the activity trials; NULL if not timed
    duration_spread REAL,        -- interquartile range / median of several activity trials; else NULL
    duration_count INTEGER,      -- activity trials of the duration; NULL if unknown
    origin_id INTEGER REFERENCES launch_origin(id),   -- process, context and stream; NULL if unknown
    correlation_id INTEGER       -- from activity records; NULL if unknown
);
CREATE TABLE other_counter (
    -- Values of counters that no metric set has with that provenance, one by one.
    launch_id INTEGER NOT NULL REFERENCES launch(id) ON DELETE CASCADE,
    counter_id INTEGER NOT NULL REFERENCES counter(id),
    provenance_id INTEGER NOT NULL REFERENCES provenance(id),
    value NOT NULL,              -- in counter.unit
    pass INTEGER NOT NULL,       -- from 1 within the case; 0: several
    PRIMARY KEY (launch_id, counter_id, provenance_id)
) WITHOUT ROWID;
CREATE TABLE vendor_value (
    -- One value of a vendor's metric for one launch.
    launch_id INTEGER NOT NULL REFERENCES launch(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,   -- order within the launch, from 0
    name_id INTEGER NOT NULL REFERENCES string(id),
    value NOT NULL,              -- integer or real number, in the vendor's unit
    pass INTEGER NOT NULL,
    PRIMARY KEY (launch_id, position)
) WITHOUT ROWID;
CREATE TABLE launch_site (
    -- Counts of one site in one launch. Counts that the site's kind lacks are 0.
    launch_id INTEGER NOT NULL REFERENCES launch(id) ON DELETE CASCADE,
    site_id INTEGER NOT NULL REFERENCES site(id),
    provenance_id INTEGER NOT NULL REFERENCES provenance(id),
    requests INTEGER NOT NULL,   -- warps that executed it with at least one active thread
    threads INTEGER NOT NULL,    -- threads that executed it
    bytes INTEGER NOT NULL,      -- distinct bytes of each request
    sectors INTEGER NOT NULL,    -- of 32 bytes
    lines INTEGER NOT NULL,      -- of 128 bytes
    transactions_32b INTEGER NOT NULL,  -- transactions of 32, 64, 96 and 128 bytes
    transactions_64b INTEGER NOT NULL,
    transactions_96b INTEGER NOT NULL,
    transactions_128b INTEGER NOT NULL,
    cc13_transactions_32b INTEGER NOT NULL,   -- by the half-warp rule of compute capability 1.3
    cc13_transactions_64b INTEGER NOT NULL,
    cc13_transactions_128b INTEGER NOT NULL,
    extra_wavefronts INTEGER NOT NULL,  -- shared memory: bank conflicts
    taken_threads INTEGER NOT NULL,     -- branch: threads with a true condition
    divergent_warps INTEGER NOT NULL,   -- branch: warps that went both ways
    PRIMARY KEY (launch_id, site_id, provenance_id)
) WITHOUT ROWID;

-- Sums for breakdowns by stage, written with the case.

CREATE TABLE stage_sum (
    -- Sums of a case's launches by stage and kernel.
    id INTEGER PRIMARY KEY,
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    stage INTEGER NOT NULL,
    substage INTEGER NOT NULL,   -- 0: sum of several
    kernel_id INTEGER NOT NULL REFERENCES kernel(id),
    label_id INTEGER NOT NULL REFERENCES string(id),  -- first words that the labels of all its launches share
    first_launch INTEGER NOT NULL,      -- index of its first launch within the case
    launches INTEGER NOT NULL,
    time_ns INTEGER,             -- measured; NULL if a launch was not timed
    required_bytes INTEGER NOT NULL,
    comparators INTEGER NOT NULL,
    others INTEGER NOT NULL      -- number of its rows in sum_other
);
CREATE INDEX stage_sum_by_case ON stage_sum (case_id);
CREATE TABLE sum_other (
    -- Sums of the values in other_counter.
    stage_sum_id INTEGER NOT NULL REFERENCES stage_sum(id) ON DELETE CASCADE,
    counter_id INTEGER NOT NULL REFERENCES counter(id),
    provenance_id INTEGER NOT NULL REFERENCES provenance(id),
    value NOT NULL,              -- in counter.unit
    pass INTEGER NOT NULL,
    PRIMARY KEY (stage_sum_id, counter_id, provenance_id)
) WITHOUT ROWID;

-- Charts of cases with at least 65,536 launches read these rows instead of the launches.

CREATE TABLE launch_run (
    -- Sum of one stream's launches among 128 successive launches. Written if all launches of the case
    -- were timed and few streams run at the same time.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,       -- order, from 0
    first_launch INTEGER NOT NULL,   -- index of its first launch within the case
    last_launch INTEGER NOT NULL,    -- index of its last
    launches INTEGER NOT NULL,       -- the stream's launches from the first to the last
    longest_launch INTEGER NOT NULL, -- index of the longest of them
    longest_ns INTEGER NOT NULL,     -- its duration
    start_ns INTEGER NOT NULL,       -- earliest start
    end_ns INTEGER NOT NULL,         -- latest end
    origin_id INTEGER REFERENCES launch_origin(id),  -- the stream; NULL if unknown
    PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE substage_sum (
    -- Sums of a case's launches by stage, substage and kernel. Written if these are at most 4,096 rows.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,       -- order of the first launch, from 0
    stage INTEGER NOT NULL,
    substage INTEGER NOT NULL,
    kernel_id INTEGER NOT NULL REFERENCES kernel(id),
    label_id INTEGER NOT NULL REFERENCES string(id),  -- first words that the labels of all its launches share
    first_launch INTEGER NOT NULL,   -- index of its first launch within the case
    launches INTEGER NOT NULL,
    time_ns INTEGER,                 -- measured; NULL if a launch was not timed
    required_bytes INTEGER NOT NULL,
    comparators INTEGER NOT NULL,
    value_count INTEGER NOT NULL,    -- number of its rows in substage_value
    PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE substage_value (
    -- Sums of counters for a row of substage_sum. A counter that one of its launches lacks has no sum.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,       -- of its row in substage_sum
    counter_id INTEGER NOT NULL REFERENCES counter(id),
    provenance_id INTEGER NOT NULL REFERENCES provenance(id),
    value NOT NULL,                  -- in counter.unit
    pass INTEGER NOT NULL,           -- from 1 within the case; 0: several
    PRIMARY KEY (case_id, position, counter_id, provenance_id)
) WITHOUT ROWID;

-- Sources of sites and stalls.

CREATE TABLE source_text (
    -- A source file of kernels, as compiled into a program. Each text is stored once; two programs
    -- with different texts have two rows.
    id INTEGER PRIMARY KEY,
    file TEXT NOT NULL,          -- as in site.file and instruction.file_id
    digest TEXT NOT NULL,        -- UUID of version 5 of the text's bytes
    text TEXT NOT NULL,
    UNIQUE (file, digest)
);
CREATE TABLE case_source (
    -- Source texts of a case: at most one of each file.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    source_text_id INTEGER NOT NULL REFERENCES source_text(id),
    PRIMARY KEY (case_id, source_text_id)
) WITHOUT ROWID;

-- Names, notes and tags that users add later. These rows may change at any time.

CREATE TABLE run_annotation (
    -- A user's name and note for a run.
    run_id INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE,
    name TEXT NOT NULL,          -- short; may be empty
    note TEXT NOT NULL           -- may be empty
);
CREATE TABLE run_tag (
    -- A user's tags for a run and all its cases.
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (run_id, tag)
) WITHOUT ROWID;
CREATE TABLE case_annotation (
    -- A user's name and note for a case.
    case_id INTEGER PRIMARY KEY REFERENCES profiled_case(id) ON DELETE CASCADE,
    name TEXT NOT NULL,          -- short; may be empty
    note TEXT NOT NULL           -- may be empty
);
CREATE TABLE case_tag (
    -- A user's tags for a case.
    case_id INTEGER NOT NULL REFERENCES profiled_case(id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (case_id, tag)
) WITHOUT ROWID;
