"""What each tournament changed where ratings move from game to game: read off the days between which it was played.

The lists of months cannot tell two tournaments of one month apart; the ratings on the days before and after can.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

import numpy as np

from replay.explain.history.lines import ListLines
from replay.office.office import Office
from replay.world.world import World
from schemes.kernels.causes import CARRIED, ENDED, FIRST, FLOOR, GAMES, ROUNDING
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import Stop

_MIXED = [FIRST, CARRIED, ENDED, FLOOR]  # booked beside games, these leave open what the games did


def changes_by_day(
    office: Office, world: World, player: int, tournaments: Sequence[int]
) -> Mapping[int, Decimal]:
    """What tournaments changed for a player, without those that were played on the same days as others."""
    lines = day_lines(office, world, tournaments)
    if lines is None:
        return {}
    return changes_of(lines, player)


def day_lines(office: Office, world: World, tournaments: Sequence[int]) -> ListLines | None:
    """The lists of the days before tournaments began, and of those on which they ended."""
    table = world.snapshot.tournaments.table
    days = {int(table.start[number]) - 1 for number in tournaments}
    days |= {int(table.end[number]) for number in tournaments}
    stops = tuple(_stops(world, days))
    if not stops:
        return None
    about = world.scheme.name, world.rules.fingerprint, stops
    return world.snapshot.remembered(
        "lines of days", lambda: ListLines(world, office.states, stops), about
    )


def _stops(world: World, days: set[int]) -> list[Stop]:
    stops = [world.stop(date.fromordinal(day)) for day in sorted(days)]
    return [stop for stop in stops if stop.number >= world.keys.first]


def changes_of(lines: ListLines, player: int) -> Mapping[int, Decimal]:
    """What tournaments changed for a player: the sums of the spans in which the player met nobody elsewhere."""
    unit = Decimal(1).scaleb(-lines.world.scheme.decimals)  # games move such ratings by whole units
    booked = [causes[0].copy() for _, causes in lines.of_some(np.array([player]))]
    changes: dict[int, Decimal] = {}
    unknown: set[int] = set()
    for at, together in _spans(lines, player).items():
        causes = booked[at]
        if at == 0 or len(together) > 1 or np.any(causes[_MIXED]):
            unknown |= together
            continue
        (tournament,) = together
        hundredths = int(causes[GAMES]) + int(causes[ROUNDING])
        change = Decimal(hundredths).scaleb(-2).quantize(unit)
        changes[tournament] = changes.get(tournament, Decimal(0)) + change
    return {number: changes[number] for number in changes.keys() - unknown}


def _spans(lines: ListLines, player: int) -> Mapping[int, set[int]]:
    """The tournaments with rated games of a player in each span between two stops."""
    games = lines.games.seen(player)
    rated: Column = np.flatnonzero(games.is_rated)
    spans: dict[int, set[int]] = {}
    for at, tournament in zip(
        games.at[rated].tolist(), games.tournament[rated].tolist(), strict=True
    ):
        spans.setdefault(at, set()).add(tournament)
    return spans
