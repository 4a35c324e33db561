-- SortScope schema, version 3: what charts of very many launches are drawn from. Apart from 003_tables.sql, since a writer adds these to
-- a file that lacks them (update_schema()). Written with cases of 65,536 launches or more, made of their launches alone: a reader that
-- finds none goes through the launches.

CREATE TABLE IF NOT EXISTS launch_run (
    -- The launches of one stream among 128 that follow each other, as one. Written where all launches of the case were timed, and where
    -- there are few streams beside each other.
    case_id INTEGER NOT NULL REFERENCES sort_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,       -- order, from 0
    first_launch INTEGER NOT NULL,   -- index of its first launch within the case
    last_launch INTEGER NOT NULL,    -- index of its last
    launches INTEGER NOT NULL,       -- how many there are of the stream, from the first to the last
    longest_launch INTEGER NOT NULL, -- index of the longest of them
    longest_ns INTEGER NOT NULL,     -- its duration
    start_ns INTEGER NOT NULL,       -- the earliest start of them
    end_ns INTEGER NOT NULL,         -- the latest end of them
    origin_id INTEGER REFERENCES launch_origin(id),  -- the stream; NULL where unknown
    PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS substage_sum (
    -- The launches of a case added up by stage, substage and kernel. Written where there are at most 4,096 of these.
    case_id INTEGER NOT NULL REFERENCES sort_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,       -- order of the first launch, from 0
    stage INTEGER NOT NULL,
    substage INTEGER NOT NULL,
    kernel_id INTEGER NOT NULL REFERENCES kernel(id),
    label_id INTEGER NOT NULL REFERENCES phrase(id),  -- the words that the labels of all its launches begin with
    first_launch INTEGER NOT NULL,   -- index of its first launch within the case
    launches INTEGER NOT NULL,
    time_ns INTEGER,                 -- measured; NULL where a launch was not timed
    bound_bytes INTEGER NOT NULL,
    comparators INTEGER NOT NULL,
    value_count INTEGER NOT NULL,    -- its rows in substage_value
    PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS substage_value (
    -- Sums of the counters of such launches; a counter that one of them lacks has none.
    case_id INTEGER NOT NULL REFERENCES sort_case(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,       -- of its row in substage_sum
    counter_id INTEGER NOT NULL REFERENCES counter(id),
    provenance_id INTEGER NOT NULL REFERENCES provenance(id),
    value NOT NULL,                  -- in counter.unit
    pass INTEGER NOT NULL,           -- from 1 within the case; 0: several
    PRIMARY KEY (case_id, position, counter_id, provenance_id)
) WITHOUT ROWID;
