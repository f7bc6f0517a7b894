"""Files that appear whole or not at all, and are read as they were written or not at all.

They are written beside their place and renamed into it. What was computed ends with a checksum: a file that was damaged
since is thrown away by whoever reads it, and made again.
"""

import os
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import numpy as np

from ledger.whole_file import only_for_owner, private_folder

PREFIX = "writing-"
ABANDONED = 24 * 3600  # seconds
CHECKSUM = 4  # bytes


@contextmanager
def writing_beside(path: Path) -> Iterator[Path]:
    """A path to write to beside another one; a file left there in the end is deleted."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{PREFIX}{uuid4().hex}{path.suffix}")
    try:
        yield fresh
    finally:
        for left in (fresh, fresh.with_name(fresh.name + ".wal")):
            with suppress(OSError):
                left.unlink()


@contextmanager
def taking_the_place_of(path: Path) -> Iterator[Path]:
    """A path to write to, which then takes the place of another; nothing is left of it if that fails."""
    with writing_beside(path) as fresh:
        yield fresh
        fresh.replace(path)


def write_checked(path: Path, parts: Iterable[bytes]) -> None:
    """Write parts (bytes, numpy columns, Arrow buffers) to a file of the owner's, a checksum of them after the last."""
    checksum = 0
    private_folder(path.parent)
    with taking_the_place_of(path) as fresh, open(fresh, "wb", opener=only_for_owner) as file:
        for part in parts:
            content = memoryview(part).cast("B")
            checksum = zlib.crc32(content, checksum)
            file.write(content)
        file.write(checksum.to_bytes(CHECKSUM, "big"))


def read_checked(path: Path) -> memoryview | None:
    """What `write_checked` wrote, in memory of its own; None if it is not there. A damaged file is deleted."""
    try:
        with path.open("rb") as file:
            content = np.empty(os.fstat(file.fileno()).st_size, np.uint8).data
            whole = file.readinto(content) == len(content) >= CHECKSUM
    except OSError:
        return None
    end = len(content) - CHECKSUM
    if whole and zlib.crc32(content[:end]).to_bytes(CHECKSUM, "big") == content[end:]:
        return content[:end]
    with suppress(OSError):
        path.unlink()
    return None


def checksum_of(path: Path) -> str:
    """The checksum of a whole file, for files that carry it in their name."""
    with path.open("rb") as file:
        checksum = 0
        while part := file.read(1 << 20):
            checksum = zlib.crc32(part, checksum)
    return f"{checksum:08x}"


def drop_abandoned(folder: Path) -> None:
    """Delete what a process that was killed had begun to write, once nobody can be writing it any more."""
    for path in folder.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > ABANDONED:
                path.unlink()
