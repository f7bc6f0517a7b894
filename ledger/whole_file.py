"""Files that appear whole or not at all (written beside their place and renamed into it), by one process at a time."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from ledger.errors import unreadable


def write_whole(
    path: Path, content: bytes, *, lasting: bool = False, private: bool = False
) -> None:
    """Write a file; `lasting`: it is on the disk, and under its name, before this returns; `private`: for the owner."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"writing-{uuid4().hex}")
    try:
        with open(fresh, "wb", opener=only_for_owner if private else None) as file:
            file.write(content)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    if lasting and os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def read_bytes(file: Path) -> bytes:
    """All of a file that somebody named."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise unreadable(file, error) from None


def private_folder(folder: Path) -> None:
    """Make a folder that only its owner can enter, whatever the umask. One that others could enter is closed."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)


def only_for_owner(path: str, flags: int) -> int:
    """An opener (see `open`) for files that only their owner can read, whatever the umask."""
    return os.open(path, flags, 0o600)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process works on a file or folder."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with path.with_name(path.name + ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
