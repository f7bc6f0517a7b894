"""The DuckDB of this process: every read model has databases of its own in it, in memory or in files.

Opening another DuckDB takes ten milliseconds of a processor each time, and a read model in this one a fraction of one.
"""

import os
from functools import cache
from itertools import count
from pathlib import Path
from weakref import finalize

import duckdb

_numbers = count(1)


class Database:
    """A connection to the DuckDB of this process, and the databases that are attached for it alone."""

    def __init__(self) -> None:
        process = os.getpid()
        self.connection = _of_process(process).cursor()
        self._attached: dict[str, None] = {}
        self._detach_all = finalize(self, _detach_all, process, self._attached)
        self._detach_all.atexit = False

    def attach(self, file: Path | None = None) -> str:
        """Open a file read-only, or without one an empty database in memory; its name."""
        if file is None:
            return self._attach("':memory:'")
        return self._attach(f"'{_quoted(file)}'", "(READ_ONLY)")

    def create(self, file: Path) -> str:
        """Make a database in a file, to be written; its name."""
        return self._attach(f"'{_quoted(file)}'")

    def _attach(self, place: str, how: str = "") -> str:
        name = f"rows{next(_numbers)}"
        self.connection.execute(f"ATTACH {place} AS {name} {how}")
        self._attached[name] = None
        return name

    def detach(self, name: str) -> None:
        self.connection.execute(f"DETACH {name}")
        del self._attached[name]

    def close(self) -> None:
        self.connection.close()
        self._detach_all()


@cache
def _of_process(process: int) -> duckdb.DuckDBPyConnection:
    """The connection that keeps the DuckDB of a process; a process that was forked needs another one."""
    return duckdb.connect(":memory:")


def _detach_all(process: int, names: dict[str, None]) -> None:
    """Take back what is left of a database that was closed or forgotten."""
    if process != os.getpid():
        return
    with _of_process(process).cursor() as connection:
        for name in names:
            connection.execute(f"DETACH {name}")


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
