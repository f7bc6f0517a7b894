"""Standings of a tournament from the log, by its own rules."""

from projections.snapshot import Snapshot


def computed_ranking(snapshot: Snapshot, number: int) -> list[tuple[int, int]]:
    """(rank, player number) of a tournament's final table by its standings rules."""
    return []
