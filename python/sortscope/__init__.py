"""Read SortScope files: cases, stages, launches and series, as dicts or as DataFrames.

    with sortscope.File("sorts.db") as file:
        cases = file.cases(variant="bitonic-tile")

Needs only the standard library. Absent values are None. Names of columns end with their unit.
"""

from __future__ import annotations

import os
import pathlib
import sqlite3
import struct
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    import pandas

__all__ = ["APPLICATION_ID", "SCHEMA_VERSION", "Error", "File", "Row", "frame"]

Value = Union[int, float, str, bytes, None]
Row = dict[str, Any]

APPLICATION_ID = 0x53536370
SCHEMA_VERSION = 1


class Error(Exception):
    """A file or a request that cannot be read; the message names the file and the remedy."""


class File:
    """A SortScope file, opened read-only. Raises Error unless its format version is SCHEMA_VERSION."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = pathlib.Path(path)
        if not self.path.is_file():
            raise Error(f"Cannot read {self.path}: there is no such file.")
        try:
            self._database = sqlite3.connect(self.path.resolve().as_uri() + "?mode=ro", uri=True)
        except sqlite3.Error as error:
            raise Error(f"Cannot read {self.path}: {error}.") from error
        try:
            self._check()
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> File:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    def cases(self, **where: Value) -> list[Row]:
        """Rows of the view `cases`, by case_id. `variant="bitonic-tile"` selects by a column."""
        return self._view("cases", where, "case_id")

    def stages(self, case_id: int | None = None, **where: Value) -> list[Row]:
        """Sums by stage, substage, kernel and provenance: rows of the view `stages`."""
        return self._view("stages", _with_case(case_id, where), "case_id, stage, substage, first_launch")

    def launches(self, case_id: int | None = None, **where: Value) -> list[Row]:
        """Kernel launches with their times: rows of the view `launches`."""
        return self._view("launches", _with_case(case_id, where), "case_id, launch_index")

    def series(self, case_id: int | None = None) -> list[Row]:
        """Metrics over time: case_id, metric, unit, provenance, time_mode, start_ns, interval_ns and
        values, a list with one float an interval."""
        sql = ("SELECT s.case_id, s.metric, s.unit, p.name AS provenance, m.name AS time_mode, s.start_ns, "
               "s.interval_ns, s.samples AS \"values\" FROM series s JOIN provenance p ON p.id = s.provenance_id "
               "JOIN time_mode m ON m.id = s.time_mode_id WHERE ?1 IS NULL OR s.case_id = ?1 ORDER BY s.id")
        rows = self._rows(sql, (case_id,))
        for row in rows:
            samples = row["values"]
            if not isinstance(samples, bytes) or len(samples) % 8:
                raise Error(f"Cannot read {self.path}: series {row['metric']} of case {row['case_id']} is "
                            f"damaged. Run 'sortscope verify' on the file.")
            row["values"] = list(struct.unpack(f"<{len(samples) // 8}d", samples))
        return rows

    def sampled_launches(self, case_id: int | None = None) -> list[Row]:
        """Launches in the runs of the series, on the clock of the series: case_id, time_mode,
        launch_index, start_ns and duration_ns."""
        return self._rows("SELECT s.case_id, m.name AS time_mode, s.launch AS launch_index, s.start_ns, "
                          "s.duration_ns FROM sampled_launch s JOIN time_mode m ON m.id = s.time_mode_id "
                          "WHERE ?1 IS NULL OR s.case_id = ?1 ORDER BY s.case_id, s.position", (case_id,))

    def _check(self) -> None:
        application = self._rows("PRAGMA application_id")[0]["application_id"]
        version = self._rows("PRAGMA user_version")[0]["user_version"]
        if application != APPLICATION_ID:
            raise Error(f"Cannot read {self.path}: it is not a SortScope file.")
        if version != SCHEMA_VERSION:
            raise Error(f"Cannot read {self.path}: its format version is {version}, and this reader reads "
                        f"version {SCHEMA_VERSION}. Use the reader of the SortScope that wrote it.")
        self._rows("PRAGMA trusted_schema = OFF")

    def _view(self, view: str, where: dict[str, Value], order: str) -> list[Row]:
        columns = [row["name"] for row in self._rows(f"PRAGMA table_info({view})")]
        for column in where:
            if column not in columns:
                raise Error(f"Cannot select by '{column}': the view {view} of {self.path} has no such column. "
                            f"Its columns are {', '.join(columns)}.")
        # IS, unlike =, finds NULL for None.
        conditions = "".join(f' AND "{column}" IS ?' for column in where)
        return self._rows(f"SELECT * FROM {view} WHERE 1{conditions} ORDER BY {order}", tuple(where.values()))

    def _rows(self, sql: str, values: tuple[Value, ...] = ()) -> list[Row]:
        try:
            cursor = self._database.execute(sql, values)
            names = [column[0] for column in cursor.description or ()]
            return [dict(zip(names, row)) for row in cursor]
        except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
            raise Error(f"Cannot read {self.path}: {error}.") from error


def frame(rows: Iterable[Row]) -> pandas.DataFrame:
    """The rows as a DataFrame. Raises Error if pandas is absent."""
    try:
        import pandas
    except ImportError as error:
        raise Error("Cannot make a DataFrame: pandas is not installed. Install it, or use the rows.") from error
    return pandas.DataFrame(list(rows))


def _with_case(case_id: int | None, where: dict[str, Value]) -> dict[str, Value]:
    return where if case_id is None else {"case_id": case_id, **where}
