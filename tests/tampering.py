"""A ledger's file in the hands of somebody with a database tool."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"


@contextmanager
def tampering(place: Path) -> Iterator[sqlite3.Connection]:
    """The database without its triggers; they are put back in the end, so that nobody notices by them."""
    with closing(sqlite3.connect(place / "log.sqlite", isolation_level=None)) as connection:
        triggers = connection.execute(TRIGGERS).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, sql in triggers:
            connection.execute(sql)
