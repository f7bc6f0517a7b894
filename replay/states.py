"""Stored states: what a list leaves behind for the next, kept under the hash of everything it depends on.

A state is never stale, because other rules or other inputs have another key. The folder is capped in size and may be
deleted at any time.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import numpy as np

from projections.scratch import taking_the_place_of
from projections.snapshot import Column
from schemes.scheme import State

CAP = int(os.environ.get("RATING_LEDGER_STATES_MB", "4000")) * 1_000_000
ALL, SELDOM = 13, 6  # how many lists back all states are kept; how seldom older ones
_MAGIC = b"rating-ledger state 1\n"


def is_kept(number: int, last: int) -> bool:
    """Whether the state of a list is kept on the way to a last one: corrections mostly are about the last year."""
    back = last - number
    return back <= ALL or number % SELDOM == 0


class States:
    """A folder of states by key; without one nothing is kept. Writing goes on beside the answer: `settle` waits."""

    def __init__(self, folder: Path | None, cap: int = CAP) -> None:
        self.folder, self.cap = folder, cap
        self._writer: ThreadPoolExecutor | None = None
        self._pending: list[Future[None]] = []

    def has(self, key: str) -> bool:
        self.settle()
        return self.folder is not None and self._path(key).exists()

    def load(self, key: str) -> State | None:
        """The state of a key, or None if it is not there (or not whole)."""
        if self.folder is None:
            return None
        path = self._path(key)
        try:
            with path.open("rb") as file:
                state = dict(_columns(file))
            with suppress(OSError):
                os.utime(path)  # used: it goes last when room is needed
            return state
        except (OSError, ValueError, msgspec.DecodeError):
            return None

    def save(self, key: str, state: State) -> None:
        """Keep a state; the columns are copied now and written beside the replay."""
        if self.folder is None or self._path(key).exists():
            return
        self._beside(self._write, key, _copied(state))

    def _beside(self, write: Callable[..., None], *values: Any) -> None:
        if self._writer is None:
            self._writer = ThreadPoolExecutor(1)
        self._pending.append(self._writer.submit(write, *values))

    def load_list(self, key: str) -> Any:
        """A finished list (an Arrow table) kept under a key, or None."""
        if self.folder is None:
            return None
        import pyarrow as pa

        self.settle()
        path = self.folder / f"{key}.arrow"
        try:
            with pa.memory_map(str(path)) as file:
                table = pa.ipc.open_file(file).read_all()
            os.utime(path)
            return table
        except (OSError, pa.ArrowInvalid):
            return None

    def save_list(self, key: str, table: Any) -> None:
        """Keep a finished list: asked again, it need not be made again."""
        if self.folder is not None:
            self._beside(self._write_list, key, table)

    def _write_list(self, key: str, table: Any) -> None:
        import pyarrow as pa

        assert self.folder is not None
        path = self.folder / f"{key}.arrow"
        with (
            taking_the_place_of(path) as fresh,
            pa.OSFile(str(fresh), "wb") as file,
            pa.ipc.new_file(file, table.schema) as out,
        ):
            out.write_table(table)

    def settle(self) -> None:
        """Wait until all is written, then make room if the folder has grown over its cap."""
        if not self._pending:
            return
        for pending in self._pending:
            with suppress(OSError):  # a full disk costs time later, nothing else
                pending.result()
        self._make_room()
        self._pending.clear()
        if self._writer is not None:
            self._writer.shutdown()
            self._writer = None

    def _path(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{key}.state"

    def _write(self, key: str, state: State) -> None:
        with taking_the_place_of(self._path(key)) as fresh, fresh.open("wb") as file:
            header = msgspec.json.encode([(n, c.dtype.str, c.shape) for n, c in state.items()])
            file.write(_MAGIC + len(header).to_bytes(8, "big") + header)
            for column in state.values():
                np.ascontiguousarray(column).tofile(file)

    def _make_room(self) -> None:
        assert self.folder is not None
        found = []
        for path in self.folder.glob("*.*"):
            with suppress(OSError):  # another process may have renamed or deleted it meanwhile
                seen = path.stat()
                found.append((seen.st_mtime_ns, seen.st_size, path))
        total = sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if total <= self.cap:
                return
            with suppress(OSError):
                path.unlink()
                total -= size


def _copied(state: State) -> State:
    return {name: column.copy() for name, column in state.items()}


def _columns(file: BinaryIO) -> Iterator[tuple[str, Column]]:
    if file.read(len(_MAGIC)) != _MAGIC:
        raise ValueError("not a state")
    size, whole = int.from_bytes(file.read(8), "big"), os.fstat(file.fileno()).st_size
    for name, kind, shape in msgspec.json.decode(file.read(size)):
        if int(np.prod(shape, dtype=np.int64)) * np.dtype(kind).itemsize > whole:
            raise ValueError("a state that says it is larger than its file")
        column = np.empty(tuple(shape), np.dtype(kind))
        if file.readinto(column.reshape(-1).view(np.uint8).data) != column.nbytes:  # type: ignore[attr-defined]
            raise ValueError("a state that was cut short")
        yield name, column
