-- SortScope schema, version 3: what people say of runs and cases afterwards. Apart from 003_tables.sql, since a writer adds these to
-- a file that lacks them (update_schema()). Rows here may come, change and go at any time; nothing else of a file hangs on them.

CREATE TABLE IF NOT EXISTS run_annotation (
    -- What somebody calls a run and says of it; without a row, nothing.
    run_id INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE,
    name TEXT NOT NULL,          -- short; may be empty
    note TEXT NOT NULL           -- may be empty
);
CREATE TABLE IF NOT EXISTS run_tag (
    -- Words by which somebody finds a run, and all its cases, again.
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (run_id, tag)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS case_annotation (
    -- What somebody calls a case and says of it; without a row, nothing.
    case_id INTEGER PRIMARY KEY REFERENCES sort_case(id) ON DELETE CASCADE,
    name TEXT NOT NULL,          -- short; may be empty
    note TEXT NOT NULL           -- may be empty
);
CREATE TABLE IF NOT EXISTS case_tag (
    -- Words by which somebody finds a case again.
    case_id INTEGER NOT NULL REFERENCES sort_case(id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (case_id, tag)
) WITHOUT ROWID;

CREATE VIEW IF NOT EXISTS annotations AS
    -- One row a run or case that somebody named, noted something about or tagged; case_id is NULL where it is of the whole run.
    -- run_id: the run, or that of the case
    -- case_id: the case; NULL where it is of the whole run
    -- name: what it is called
    -- note: what is said of it
    -- tags: words by which it is found again
    SELECT r.id AS run_id, NULL AS case_id, nullif(a.name, '') AS name, nullif(a.note, '') AS note,
           (SELECT group_concat(t.tag, ', ') FROM run_tag t WHERE t.run_id = r.id) AS tags
    FROM run r LEFT JOIN run_annotation a ON a.run_id = r.id
    WHERE a.run_id IS NOT NULL OR r.id IN (SELECT run_id FROM run_tag)
    UNION ALL
    SELECT c.run_id, c.id, nullif(a.name, ''), nullif(a.note, ''),
           (SELECT group_concat(t.tag, ', ') FROM case_tag t WHERE t.case_id = c.id)
    FROM sort_case c LEFT JOIN case_annotation a ON a.case_id = c.id
    WHERE a.case_id IS NOT NULL OR c.id IN (SELECT case_id FROM case_tag);
