"""The keys of persons, in a file of their own beside the log: whoever has the log alone reads no names.

A key that was destroyed leaves a row without a key, so that "erased" can be told from "the keys are elsewhere".
"""

import os
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Protocol
from urllib.parse import quote

import msgspec
from msgspec import Meta, Struct

from ledger.errors import LedgerError, unreadable, unwritable
from ledger.log.json_bounds import bounded
from wording import message_of, say

FILE = "keys.sqlite"
KEY_BYTES = 32
_AT_ONCE = 500  # names in one question
_TABLE = "CREATE TABLE IF NOT EXISTS person_keys (person TEXT PRIMARY KEY, key BLOB) WITHOUT ROWID"


class PersonKeys(Protocol):
    """Where the keys are kept."""

    def get(self, persons: Collection[str]) -> dict[str, bytes | None]:
        """The keys of those who have, or had, one; None for a key that was destroyed."""

    def everybody(self) -> dict[str, bytes | None]:
        """All keys; None for a key that was destroyed."""

    def put(self, keys: Mapping[str, bytes | None]) -> None:
        """Keep keys of persons who have none yet, safely on the disk: the events they open are stored after them."""

    def destroy(self, person: str) -> None:
        """Destroy a key for good."""


class KeyFile:
    """The keys in a SQLite file, or in memory for a log in memory."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._memory = None
        if path is None:
            self._memory = sqlite3.connect(":memory:", check_same_thread=False)

    def get(self, persons: Collection[str]) -> dict[str, bytes | None]:
        wanted = list(persons)
        keys = dict[str, bytes | None]()
        if not self._is_readable:
            return keys
        with self._connected("ro") as connection:
            for at in range(0, len(wanted), _AT_ONCE):
                some = wanted[at : at + _AT_ONCE]
                marks = ",".join("?" * len(some))
                keys.update(
                    connection.execute(
                        f"SELECT person, key FROM person_keys WHERE person IN ({marks})", some
                    )
                )
        return keys

    def everybody(self) -> dict[str, bytes | None]:
        if not self._is_readable:
            return {}
        with self._connected("ro") as connection:
            return dict(connection.execute("SELECT person, key FROM person_keys ORDER BY person"))

    def put(self, keys: Mapping[str, bytes | None]) -> None:
        with self._connected() as connection, connection:
            connection.execute(_TABLE)
            rows = sorted(keys.items())  # in the order of the table: each page is written once
            connection.executemany("INSERT OR IGNORE INTO person_keys VALUES (?, ?)", rows)

    def destroy(self, person: str) -> None:
        with self._connected() as connection:
            with connection:
                connection.execute(_TABLE)
                connection.execute("INSERT OR REPLACE INTO person_keys VALUES (?, NULL)", (person,))
            connection.execute("VACUUM")  # no page keeps what stood in it

    @property
    def _is_readable(self) -> bool:
        """Whoever may read the log and not the keys reads it as if the keys were elsewhere."""
        return self._path is None or (
            os.access(self._path, os.R_OK) and self._path.stat().st_size > 0
        )

    @contextmanager
    def _connected(self, mode: str = "rwc") -> Iterator[sqlite3.Connection]:
        if self._memory is not None:
            self._memory.execute(_TABLE)
            yield self._memory
            return
        assert self._path is not None
        try:
            if mode == "ro" and self._path.with_name(f"{self._path.name}-journal").exists():
                mode = "rw"  # a write was cut off, or is going on: only somebody who may write can undo it
            elif mode != "ro":
                self._path.touch(0o600)
            address = f"file:{quote(str(self._path.resolve()))}?mode={mode}"
            with closing(sqlite3.connect(address, uri=True, timeout=60)) as connection:
                connection.execute("PRAGMA secure_delete=ON")
                connection.execute("PRAGMA synchronous=FULL")
                yield connection
        except (sqlite3.Error, OSError) as error:
            wrong = say("the keys of persons cannot be read or written ({why})", why=str(error))
            remedy = say(
                "check who may read and write the file; if it is damaged, restore it from a backup"
            )
            raise LedgerError(wrong, place=str(self._path), remedy=remedy) from None


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    person: str
    key: Annotated[bytes, Meta(min_length=KEY_BYTES, max_length=KEY_BYTES)]


def write_keys(keys: PersonKeys, file: Path) -> None:
    """Write all keys to a file that only its owner can read."""
    try:
        file.unlink(missing_ok=True)
        file.touch(0o600, exist_ok=False)
        lines = [_Line(person, key) for person, key in keys.everybody().items() if key is not None]
        file.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    except OSError as error:
        raise unwritable(file, error) from None


def read_keys(file: Path) -> dict[str, bytes]:
    """The keys in a file that `write_keys` wrote."""
    try:
        lines = msgspec.json.Decoder(_Line).decode_lines(bounded(file.read_bytes()))
    except OSError as error:
        raise unreadable(file, error) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        remedy = say("give the file that export --keys wrote")
        wrong = say("these are no keys: {why}", why=message_of(error))
        raise LedgerError(wrong, place=str(file), remedy=remedy) from None
    return {line.person: line.key for line in lines}
