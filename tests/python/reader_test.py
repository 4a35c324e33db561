"""Reads examples/h200.db with python/sortscope, and compares with plain SQL on the tables."""

import importlib.util
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "python"))
import sortscope  # noqa: E402

EXAMPLE = ROOT / "examples" / "h200.db"


def stored(sql, *values):
    database = sqlite3.connect(EXAMPLE.as_uri() + "?mode=ro", uri=True)
    try:
        return database.execute(sql, values).fetchall()
    finally:
        database.close()


class Reader(unittest.TestCase):
    def setUp(self):
        self.file = sortscope.File(EXAMPLE)
        self.addCleanup(self.file.close)

    def test_cases_have_the_stored_times(self):
        rows = [(row["case_id"], row["median_ns"]) for row in self.file.cases()]
        self.assertEqual(rows, stored("SELECT id, time_median_ns FROM profiled_case ORDER BY id"))

    def test_cases_are_selected_by_column(self):
        names = {row["variant"] for row in self.file.cases(variant="bitonic-tile")}
        self.assertEqual(names, {"bitonic-tile"})
        absent = stored("SELECT count(*) FROM cases WHERE block_threads IS NULL")[0][0]
        self.assertIn(absent, range(1, len(self.file.cases())))
        self.assertEqual(len(self.file.cases(block_threads=None)), absent)
        with self.assertRaisesRegex(sortscope.Error, "median_ns"):
            self.file.cases(colour="red")

    def test_launches_of_a_case_in_order(self):
        rows = self.file.launches(1)
        self.assertEqual([row["duration_ns"] for row in rows],
                         [time for time, in stored("SELECT duration_ns FROM launch WHERE case_id = 1 ORDER BY id")])
        self.assertEqual([row["launch_index"] for row in rows], sorted(row["launch_index"] for row in rows))

    def test_stages_hold_every_launch_of_a_case(self):
        launches = {}
        for row in self.file.stages(1):
            launches.setdefault(row["provenance"], []).append(row["launches"])
        self.assertEqual({sum(counts) for counts in launches.values()}, {len(self.file.launches(1))})

    def test_series_are_doubles(self):
        (case_id, metric, length, total), = stored(
            "SELECT case_id, metric, length(samples), 0 FROM series ORDER BY id LIMIT 1")
        row = self.file.series(case_id)[0]
        self.assertEqual((row["metric"], len(row["values"])), (metric, length // 8))
        self.assertEqual(row["provenance"], "measured")
        self.assertGreater(sum(sum(one["values"]) for one in self.file.series(case_id)), total)

    def test_the_file_is_read_only(self):
        with self.assertRaises(sortscope.Error):
            self.file._rows("DELETE FROM trial")

    def test_a_frame_has_the_columns(self):
        if importlib.util.find_spec("pandas") is None:
            with self.assertRaisesRegex(sortscope.Error, "pandas"):
                sortscope.frame(self.file.cases())
        else:
            self.assertIn("median_ns", sortscope.frame(self.file.cases()).columns)


class Refusals(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "a?b#c.db"
        shutil.copy(EXAMPLE, self.path)
        self.path.chmod(0o600)

    def change(self, sql):
        database = sqlite3.connect(self.path)
        database.execute(sql)
        database.commit()
        database.close()

    def test_another_version(self):
        self.change("PRAGMA user_version = 2")
        with self.assertRaisesRegex(sortscope.Error, "version is 2.*version 1"):
            sortscope.File(self.path)

    def test_another_program_s_file(self):
        self.change("PRAGMA application_id = 7")
        with self.assertRaisesRegex(sortscope.Error, "not a SortScope file"):
            sortscope.File(self.path)

    def test_text_that_is_no_database(self):
        self.path.write_text("variant,n\n" * 100)
        with self.assertRaises(sortscope.Error):
            sortscope.File(self.path)

    def test_an_absent_file_is_not_created(self):
        self.path.unlink()
        with self.assertRaises(sortscope.Error):
            sortscope.File(self.path)
        self.assertFalse(self.path.exists())

    def test_damaged_series(self):
        self.change("UPDATE series SET samples = x'00' WHERE id = 1")
        with sortscope.File(self.path) as file, self.assertRaisesRegex(sortscope.Error, "case 49"):
            file.series()


if __name__ == "__main__":
    unittest.main()
