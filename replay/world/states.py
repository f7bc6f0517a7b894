"""Stored states: what a list leaves behind for the next, kept under the hash of everything it depends on.

A state is never stale, because other rules or other inputs have another key. The folder is capped in size and may be
deleted at any time.
"""

import math
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from ledger.errors import LedgerError
from ledger.text import whole_number
from projections.scratch import read_checked, write_checked
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import State
from wording import say

if TYPE_CHECKING:
    import pyarrow as pa

CAP_MB = 4000
ALL = 13
SELDOM = 6  # how many lists back all states are kept; how seldom older ones
ALIGNED = 64  # bytes


def is_kept(number: int, last: int) -> bool:
    """Whether the state of a list is kept on the way to a last one: corrections mostly are about the last year."""
    back = last - number
    return back <= ALL or number % SELDOM == 0


def _chosen_cap() -> int:
    """How many bytes of states are kept: RATING_LEDGER_STATES_MB, in megabytes."""
    text = os.environ.get("RATING_LEDGER_STATES_MB") or str(CAP_MB)
    megabytes = whole_number(text)
    if megabytes is None:
        raise LedgerError(
            say("{text!r} is no whole number of megabytes", text=text),
            place="RATING_LEDGER_STATES_MB",
            remedy=say("write a number alone, such as {number}", number=CAP_MB),
        )
    return megabytes * 1_000_000


class States:
    """A folder of states by key; without one nothing is kept. Writing goes on beside the answer: `settle` waits."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.cap = _chosen_cap()
        self.has_written = False
        self._writer: ThreadPoolExecutor | None = None
        self._pending: list[Future[None]] = []

    def has(self, key: str) -> bool:
        self.settle()
        return self.folder is not None and self._path(key).exists()

    def load(self, key: str) -> State | None:
        """The state of a key, or None if it is not there or damaged."""
        content = self._read(f"{key}.state")
        if content is None:
            return None
        return dict(_columns(content))

    def _read(self, name: str) -> memoryview | None:
        if self.folder is None:
            return None
        path = self.folder / name
        content = read_checked(path)
        if content is not None:
            with suppress(OSError):
                os.utime(path)  # used: it goes last when room is needed
        return content

    def save(self, key: str, state: State) -> None:
        """Keep a state; the columns are copied now and written beside the replay."""
        if self.folder is None or self._path(key).exists():
            return
        self._beside(self._write, key, {name: column.copy() for name, column in state.items()})

    def _beside(self, write: Callable[..., None], *values: object) -> None:
        self.has_written = True
        if self._writer is None:
            self._writer = ThreadPoolExecutor(1)
        self._pending.append(self._writer.submit(write, *values))

    def load_list(self, key: str) -> "pa.Table | None":
        """A finished list (an Arrow table) kept under a key, or None."""
        import pyarrow as pa

        self.settle()
        content = self._read(f"{key}.arrow")
        if content is None:
            return None
        return pa.ipc.open_stream(pa.py_buffer(content)).read_all()

    def save_list(self, key: str, table: "pa.Table") -> None:
        """Keep a finished list: asked again, it need not be made again."""
        if self.folder is not None:
            self._beside(self._write_list, key, table)

    def _write_list(self, key: str, table: "pa.Table") -> None:
        import pyarrow as pa

        assert self.folder is not None
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, table.schema) as out:
            out.write_table(table)
        write_checked(self.folder / f"{key}.arrow", [sink.getvalue()])

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

    def discard(self) -> None:
        """Throw all of it away."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{key}.state"

    def _write(self, key: str, state: State) -> None:
        write_checked(self._path(key), _parts(state))

    def _make_room(self) -> None:
        assert self.folder is not None
        files = []
        for path in self.folder.glob("*.*"):
            with suppress(OSError):  # another process may have renamed or deleted it meanwhile
                seen = path.stat()
                files.append((seen.st_mtime_ns, seen.st_size, path))
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= self.cap:
                return
            with suppress(OSError):
                path.unlink()
                total -= size


def _parts(state: State) -> Iterator[Any]:
    """A state as bytes: the length of a description, the description, the columns; each begins at a multiple of 64."""
    described = msgspec.json.encode([(n, c.dtype.str, c.shape) for n, c in state.items()])
    header = len(described).to_bytes(8, "big") + described
    columns = (np.ascontiguousarray(column) for column in state.values())
    for content in (np.frombuffer(header, np.uint8), *columns):
        if content.nbytes:  # of nothing there is no view
            yield content
            yield bytes(-content.nbytes % ALIGNED)


def _columns(content: memoryview) -> Iterator[tuple[str, Column]]:
    at = 8 + int.from_bytes(content[:8], "big")
    for name, kind, shape in msgspec.json.decode(content[8:at]):
        at += -at % ALIGNED
        size = math.prod(shape)
        yield name, np.frombuffer(content, kind, size, at).reshape(shape)
        at += size * np.dtype(kind).itemsize
