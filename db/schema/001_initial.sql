-- SortScope schema, version 1: tables and indexes.
-- Tables have singular names and hold numbers; the views of 001_views.sql have plural names and show words.
-- Comments stand inside the statements, so that every file carries them in sqlite_master.
-- Times are in nanoseconds, sizes in bytes, everything else is a count. Unsigned 64-bit values are stored as the
-- signed integer of the same bits.

-- Vocabulary: filled from the program's own tables whenever a file is opened for writing.

CREATE TABLE provenance (
    -- Where a value comes from. A modelled or published value is never shown without its mark.
    id INTEGER PRIMARY KEY,      -- fixed number, never given to another meaning
    name TEXT NOT NULL,          -- the word that users read and type
    description TEXT NOT NULL    -- one line
);
CREATE TABLE key_type (
    -- What sorts are sorted by.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE distribution (
    -- How the input keys are distributed.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE backend (
    -- Who ran a case.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE trial_kind (
    -- What one repetition of a case was for.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE case_status (
    -- How a case ended.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE site_kind (
    -- What happens at a place in a kernel's source.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE transfer_kind (
    -- Direction of a memory transfer.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE severity (
    -- How much a note matters.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE TABLE counter (
    -- The catalogue of per-launch counters. It grows without a new schema version.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,          -- unit of launch_counter.value
    description TEXT NOT NULL
);

-- Interned names: each text is stored once.

CREATE TABLE variant (
    -- A sorting algorithm in one implementation.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);
CREATE TABLE kernel (
    -- Short names of kernels.
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);
CREATE TABLE phrase (
    -- Short texts that repeat: stage labels, parameter names, stopping rules, cache states.
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
);
CREATE TABLE site (
    -- A place in a kernel's source where memory is accessed, a branch taken or a barrier met.
    id INTEGER PRIMARY KEY,
    kind_id INTEGER NOT NULL REFERENCES site_kind(id),
    file TEXT NOT NULL,          -- file name within the kernels folder
    line INTEGER NOT NULL,       -- from 1
    col INTEGER NOT NULL,        -- column, from 1
    function TEXT NOT NULL,
    UNIQUE (file, line, col, kind_id, function)
);
CREATE TABLE host (
    -- A machine that runs were made on. Empty text and 0 mean unknown.
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
    -- What cases ran on: a GPU, a CPU or a modelled GPU. Empty text and 0 mean unknown.
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
    cuda_version TEXT NOT NULL,  -- CUDA runtime the program was built with
    cupti_version TEXT NOT NULL, -- libcupti that was loaded
    UNIQUE (name, backend_id, ordinal, uuid, cc_major, cc_minor, multiprocessors, warp_size, clock_khz,
            memory_clock_khz, memory_bus_bits, memory_bytes, l2_bytes, shared_per_block_bytes, max_threads_per_block, driver_version,
            cuda_version, cupti_version)
);

-- What was recorded.

CREATE TABLE run (
    -- One call of the collector.
    id INTEGER PRIMARY KEY,
    started_utc TEXT NOT NULL,   -- ISO 8601
    ended_utc TEXT NOT NULL,     -- ISO 8601; empty while the run is under way, and for ever where it was killed
    command TEXT NOT NULL,       -- the command line as given
    program_version TEXT NOT NULL,
    host_id INTEGER NOT NULL REFERENCES host(id),
    planned_cases INTEGER NOT NULL
);
CREATE TABLE run_note (
    -- What a reader of the run's figures should know.
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,   -- order, from 0
    severity_id INTEGER NOT NULL REFERENCES severity(id),
    text TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) WITHOUT ROWID;

CREATE TABLE sort_case (
    -- One variant on one workload with one launch configuration on one device. Never changed once stored.
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    variant_id INTEGER NOT NULL REFERENCES variant(id),
    key_id INTEGER NOT NULL REFERENCES key_type(id),
    distribution_id INTEGER NOT NULL REFERENCES distribution(id),
    n INTEGER NOT NULL,          -- number of keys
    seed INTEGER NOT NULL,       -- of the uniform generator
    input_file TEXT NOT NULL,    -- where the keys came from; empty where they were generated
    block INTEGER NOT NULL,      -- threads of a block
    device_id INTEGER NOT NULL REFERENCES device(id),
    backend_id INTEGER NOT NULL REFERENCES backend(id),
    status_id INTEGER NOT NULL REFERENCES case_status(id),
    message TEXT NOT NULL,       -- why the status is not ok
    padded INTEGER NOT NULL,     -- 1: keys were added to reach a power of two
    bound_bytes INTEGER NOT NULL,       -- bytes the algorithm must move; 0 where unknown
    cache_state_id INTEGER NOT NULL REFERENCES phrase(id),  -- state of L2 before each time trial
    time_median_ns INTEGER,      -- this and the next five: of the accepted time trials; NULL without any
    time_min_ns INTEGER,
    time_max_ns INTEGER,
    time_spread REAL,            -- interquartile range / median
    time_count INTEGER,          -- accepted trials
    time_stop_id INTEGER REFERENCES phrase(id),  -- which rule ended the trials
    collect_ns INTEGER NOT NULL  -- wall time the collector spent on the case
);
CREATE INDEX sort_case_by_run ON sort_case (run_id);
-- The curve of a variant: time against n.
CREATE INDEX sort_case_curve ON sort_case (variant_id, key_id, distribution_id, block, n);
-- The sweep of a block size: time against block.
CREATE INDEX sort_case_sweep ON sort_case (variant_id, key_id, distribution_id, n, block);

CREATE TABLE case_parameter (
    -- The variant's own parameters in a case.
    case_id INTEGER NOT NULL REFERENCES sort_case(id) ON DELETE CASCADE,
    name_id INTEGER NOT NULL REFERENCES phrase(id),
    value INTEGER NOT NULL,
    PRIMARY KEY (case_id, name_id)
) WITHOUT ROWID;
CREATE TABLE case_note (
    -- What a reader of the case's figures should know.
    case_id INTEGER NOT NULL REFERENCES sort_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,   -- order, from 0
    severity_id INTEGER NOT NULL REFERENCES severity(id),
    text TEXT NOT NULL,
    PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE trial (
    -- One repetition of a case.
    case_id INTEGER NOT NULL REFERENCES sort_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,   -- order within the case, from 0
    kind_id INTEGER NOT NULL REFERENCES trial_kind(id),
    trial_index INTEGER NOT NULL,       -- among the case's trials of the same kind, from 0
    duration_ns INTEGER,         -- of the sort alone, measured; NULL for counter and model trials
    verified INTEGER NOT NULL,   -- 1: output sorted, and the same multiset as the input
    accepted INTEGER NOT NULL,   -- 0: left out of the summary, and note says why
    note TEXT NOT NULL,
    PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE transfer (
    -- One memory transfer of the activity trial.
    case_id INTEGER NOT NULL REFERENCES sort_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,   -- order within the case, from 0
    kind_id INTEGER NOT NULL REFERENCES transfer_kind(id),
    bytes INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,   -- since the case's first activity record, measured
    duration_ns INTEGER NOT NULL,       -- measured
    PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE launch (
    -- One kernel launch of a case.
    id INTEGER PRIMARY KEY,
    case_id INTEGER NOT NULL REFERENCES sort_case(id) ON DELETE CASCADE,
    launch_index INTEGER NOT NULL,      -- order of launching, from 0
    stage INTEGER NOT NULL,      -- from 1
    substage INTEGER NOT NULL,   -- within the stage, from 1
    label_id INTEGER NOT NULL REFERENCES phrase(id),  -- the source's own name of the stage
    kernel_id INTEGER NOT NULL REFERENCES kernel(id),
    grid_x INTEGER NOT NULL,     -- blocks
    grid_y INTEGER NOT NULL,
    grid_z INTEGER NOT NULL,
    block_x INTEGER NOT NULL,    -- threads
    block_y INTEGER NOT NULL,
    block_z INTEGER NOT NULL,
    shared_bytes INTEGER NOT NULL,      -- static and dynamic shared memory of a block
    registers INTEGER NOT NULL,  -- of a thread; 0 where unknown
    bound_bytes INTEGER NOT NULL,       -- bytes the algorithm must move in this launch; 0 where unknown
    start_ns INTEGER,            -- since the case's first activity record, measured; NULL where not timed
    duration_ns INTEGER,         -- measured, in the activity trial; NULL where not timed
    UNIQUE (case_id, launch_index)
);
CREATE TABLE launch_counter (
    -- One counter of one launch. A counter that was not taken has no row: absent is not zero.
    launch_id INTEGER NOT NULL REFERENCES launch(id) ON DELETE CASCADE,
    counter_id INTEGER NOT NULL REFERENCES counter(id),
    provenance_id INTEGER NOT NULL REFERENCES provenance(id),
    value INTEGER NOT NULL,      -- in counter.unit
    PRIMARY KEY (launch_id, counter_id, provenance_id)
) WITHOUT ROWID;
CREATE TABLE launch_site (
    -- What one site of one launch did. Counts that do not belong to the site's kind are 0.
    launch_id INTEGER NOT NULL REFERENCES launch(id) ON DELETE CASCADE,
    site_id INTEGER NOT NULL REFERENCES site(id),
    provenance_id INTEGER NOT NULL REFERENCES provenance(id),
    requests INTEGER NOT NULL,   -- warps that executed it with at least one active thread
    threads INTEGER NOT NULL,    -- threads that executed it
    bytes INTEGER NOT NULL,      -- distinct bytes of each request
    sectors INTEGER NOT NULL,    -- of 32 bytes
    tags INTEGER NOT NULL,       -- lines of 128 bytes
    size_32 INTEGER NOT NULL,    -- transactions of 32, 64, 96 and 128 bytes
    size_64 INTEGER NOT NULL,
    size_96 INTEGER NOT NULL,
    size_128 INTEGER NOT NULL,
    cc13_size_32 INTEGER NOT NULL,      -- transactions by the half-warp rule of compute capability 1.3
    cc13_size_64 INTEGER NOT NULL,
    cc13_size_128 INTEGER NOT NULL,
    conflicts INTEGER NOT NULL,  -- shared memory: extra wavefronts
    taken INTEGER NOT NULL,      -- branch: threads whose condition held
    divergent INTEGER NOT NULL,  -- branch: warps that went both ways
    PRIMARY KEY (launch_id, site_id, provenance_id)
) WITHOUT ROWID;
