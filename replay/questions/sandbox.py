"""A process of its own for a stranger's SELECT: it has the documented views and nothing else, and can be killed.

DuckDB's limits alone do not hold: one call such as repeat('a', 3000000000) neither counts towards its memory limit nor
can be interrupted. So the operating system bounds the memory, and the parent ends the process when its time is over.
"""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, BinaryIO

import pyarrow as pa

MEMORY_MB = 2_000  # for the query, beside the views
ANSWER_MB = (
    100  # that an answer of bounded rows may have: the desk holds it in memory, beside others
)
BATCH = 10_000  # rows that are made at once
READY = b"R"
ANSWER = b"A"
ERROR = b"E"
TOO_LARGE = b"M"
TOO_MANY = b"N"
LOCKED = (
    "enable_external_access = false", "autoinstall_known_extensions = false", "autoload_known_extensions = false",
    "python_enable_replacements = false", f"memory_limit = '{MEMORY_MB * 3 // 4}MB'", "lock_configuration = true",
)  # fmt: skip


class QueryError(Exception):
    """What DuckDB says is wrong with a query."""


class TooLarge(Exception):
    """The query needed more memory than it may have."""


class TooManyRows(Exception):
    """The answer is larger than whoever asks should hold."""


class TooLong(Exception):
    """The query needed more time than it may have."""


def run(
    views: Mapping[str, pa.Table], text: str, seconds: int, most: int | None = None
) -> pa.Table:
    """Run a SELECT over Arrow tables in a process of its own; the time begins once the tables are there.

    With `most`, no more rows are made, and no more than ANSWER_MB of them; else all that there are.
    """
    command = [sys.executable, "-P", __file__]  # -P: no module out of the folder somebody stands in
    environment = os.environ | {
        "ARROW_DEFAULT_MEMORY_POOL": "system"
    }  # others reserve more than they use
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as child:
        try:
            with contextlib.suppress(BrokenPipeError):  # it gave up: what it said is read below
                _send(child, views, {"text": text, "seconds": seconds, "most": most})
            said, _ = child.communicate(timeout=seconds) if _is_ready(child) else (b"", b"")
        except subprocess.TimeoutExpired:
            raise TooLong from None
        finally:
            child.kill()
    if said[:1] == ERROR:
        raise QueryError(said[1:].decode())
    if said[:1] == TOO_MANY:
        raise TooManyRows
    if said[:1] != ANSWER:  # it says so, or it was ended by the system
        raise TooLarge
    return pa.ipc.open_stream(pa.py_buffer(said)[1:]).read_all()


def _send(
    child: subprocess.Popen[bytes], views: Mapping[str, pa.Table], question: Mapping[str, object]
) -> None:
    assert child.stdin is not None
    size = sum(table.nbytes for table in views.values())
    header = {**question, "views": list(views), "bytes": size}
    child.stdin.write(json.dumps(header).encode() + b"\n")
    for table in views.values():
        with pa.ipc.new_stream(child.stdin, table.schema) as out:
            out.write_table(table)
    child.stdin.close()


def _is_ready(child: subprocess.Popen[bytes]) -> bool:
    assert child.stdout is not None
    child.stdin = None  # all was sent
    return os.read(child.stdout.fileno(), 1) == READY  # unbuffered: the rest is for `communicate`


def serve(request: BinaryIO, answer: BinaryIO) -> None:
    """In the child: read the views, run the query, write what came of it."""
    import duckdb

    header = json.loads(request.readline())
    _limit(header["bytes"], header["seconds"])
    connection = duckdb.connect(":memory:")
    for name in header["views"]:
        connection.register(name, pa.ipc.open_stream(request).read_all())
    for setting in LOCKED:
        connection.execute(f"SET {setting}")
    connection.execute("BEGIN TRANSACTION READ ONLY")
    answer.write(READY)
    answer.flush()
    try:
        table = _bounded(connection.sql(header["text"]), header["most"])
    except (duckdb.OutOfMemoryException, MemoryError, pa.ArrowMemoryError):
        answer.write(TOO_LARGE)
    except TooManyRows:
        answer.write(TOO_MANY)
    except Exception as error:  # whatever it is, the parent tells it
        large = str(error).startswith(
            "Out of Memory"
        )  # from a reader DuckDB's errors come as Arrow's
        answer.write(TOO_LARGE if large else ERROR + str(error).encode())
    else:
        answer.write(ANSWER)
        with pa.ipc.new_stream(answer, table.schema) as out:
            out.write_table(table)


def _bounded(answer: Any, most: int | None) -> pa.Table:
    """The rows of an answer as far as they are wanted: the others are never made."""
    reader = answer.to_arrow_reader(BATCH)
    batches = []
    rows = 0
    size = 0
    for batch in reader:
        if most is None:
            batches.append(batch)
            continue
        batches.append(batch.slice(0, most - rows))
        rows += batches[-1].num_rows
        size += batches[-1].nbytes
        if size > ANSWER_MB * 1_000_000:
            raise TooManyRows
        if rows == most:
            break
    return pa.Table.from_batches(batches, reader.schema)


def _limit(size: int, seconds: int) -> None:
    """Bound the memory, and the time as well, in case the parent is killed first."""
    try:
        import resource
    except ImportError:  # not a Unix: DuckDB's own limit has to do
        return
    memory = 2 * size + MEMORY_MB * 1_000_000
    time = (seconds + 60) * (os.cpu_count() or 1)
    for kind, bound in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CPU, time)):
        resource.setrlimit(kind, (bound, bound))


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
