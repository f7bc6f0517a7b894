"""Files that appear whole or not at all: written beside their place, then renamed into it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

PREFIX = "writing-"
ABANDONED = 24 * 3600  # seconds


@contextmanager
def taking_the_place_of(path: Path) -> Iterator[Path]:
    """A path to write to, which then takes the place of another; nothing is left of it if that fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{PREFIX}{uuid4().hex}{path.suffix}")
    try:
        yield fresh
        fresh.replace(path)
    finally:
        for left in (fresh, fresh.with_name(fresh.name + ".wal")):
            with suppress(OSError):
                left.unlink()


def drop_abandoned(folder: Path) -> None:
    """Delete what a process that was killed had begun to write, once nobody can be writing it any more."""
    for path in folder.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > ABANDONED:
                path.unlink()
