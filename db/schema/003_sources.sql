-- SortScope schema, version 3: the source that sites and stalls name lines of. Apart from 003_tables.sql, since a writer adds these to a
-- file that lacks them (update_schema()). A file can be without: figures do not hang on texts.

CREATE TABLE IF NOT EXISTS source_text (
    -- A source file of kernels as it was compiled into a program that recorded. Each text is stored once; of two programs whose sources
    -- differ, both are kept.
    id INTEGER PRIMARY KEY,
    file TEXT NOT NULL,          -- as site.file and the file of an instruction have it
    digest TEXT NOT NULL,        -- UUID of version 5 of the text's bytes
    text TEXT NOT NULL,
    UNIQUE (file, digest)
);
CREATE TABLE IF NOT EXISTS case_source (
    -- Which texts the lines of a case are of: one at most of each file.
    case_id INTEGER NOT NULL REFERENCES sort_case(id) ON DELETE CASCADE,
    source_text_id INTEGER NOT NULL REFERENCES source_text(id),
    PRIMARY KEY (case_id, source_text_id)
) WITHOUT ROWID;

CREATE VIEW IF NOT EXISTS sources AS
    -- One row a case and source file that its sites or stalls name lines of, as it was compiled into the program that recorded.
    -- case_id: its case
    -- file: as the views sites and stalls have it
    -- digest: UUID of version 5 of the text's bytes: equal for equal texts
    -- lines: how many the text has
    -- text: the whole file
    SELECT c.case_id, t.file, t.digest, length(t.text) - length(replace(t.text, char(10), '')) AS lines, t.text
    FROM case_source c JOIN source_text t ON t.id = c.source_text_id;
