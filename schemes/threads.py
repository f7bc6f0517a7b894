"""Whether a replay may divide its work among threads: not where every processor has a replay of its own already."""

from collections.abc import Iterator
from contextlib import contextmanager

_sharing = 0


def share_processors() -> None:
    """From now on replays in this process keep to one thread."""
    global _sharing
    _sharing += 1


@contextmanager
def processors_shared() -> Iterator[None]:
    """For as long as several replays run side by side in this process."""
    global _sharing
    _sharing += 1
    try:
        yield
    finally:
        _sharing -= 1


def may_divide() -> bool:
    """Whether there are processors to spare."""
    return _sharing == 0
