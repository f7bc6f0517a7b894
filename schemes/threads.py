"""Whether a replay may divide its work among threads: not where every processor has a replay of its own already."""

_shared = False


def share_processors() -> None:
    """From now on replays in this process keep to one thread."""
    global _shared
    _shared = True


def may_divide() -> bool:
    """Whether there are processors to spare."""
    return not _shared
