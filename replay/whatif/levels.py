"""Inflation: the mean rating of the active listed players, a few lists a year."""

from dataclasses import dataclass
from datetime import date

from replay.whatif.trail import Trail

DAYS_A_YEAR = 365.25


@dataclass(frozen=True)
class Level:
    """A list: its date, its active published players, their mean rating in points."""

    day: date
    players: int
    mean: float


def levels(trail: Trail, unit: int) -> list[Level]:
    """The levels of lists that have somebody on them."""
    rows = zip(trail.day.tolist(), trail.players.tolist(), trail.total.tolist(), strict=True)
    return [Level(date.fromordinal(day), players, total / players / unit) for day, players, total in rows if players]


def inflation(levels: list[Level]) -> float | None:
    """Points a year between the first and the last level."""
    if len(levels) < 2:
        return None
    years = (levels[-1].day - levels[0].day).days / DAYS_A_YEAR
    return (levels[-1].mean - levels[0].mean) / years


def yearly(levels: list[Level]) -> list[Level]:
    """The first level, and the last of every year."""
    last = {level.day.year: level for level in levels}
    return sorted({level.day: level for level in [*levels[:1], *last.values()]}.values(), key=lambda level: level.day)
