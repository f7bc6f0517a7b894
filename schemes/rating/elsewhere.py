"""Ratings on the lists of another scheme, as input of this one."""

from typing import NamedTuple

import numpy as np

from schemes.kernels.articles import loop
from schemes.kernels.calendar import Calendar
from schemes.kernels.columns import by_owner, newest_row
from schemes.kernels.inputs import Column, Facts, fixed, made_once


class RatedElsewhere(NamedTuple):
    """Ratings on the lists of another scheme: those of player p from offset[p] to offset[p + 1], oldest first."""

    offset: Column
    since: Column  # from when on it counts: a day, or the number of a list of this scheme
    rating_x100: Column


@made_once
def elsewhere_of(facts: Facts, players: int, calendar: Calendar | None = None) -> RatedElsewhere:
    """The ratings of each player by day; with a calendar by the first own list dated on or after theirs."""
    order, offset = by_owner(facts.elsewhere_player, players)  # by player, then by day as before
    since = facts.elsewhere_day[order].astype(np.int64)
    since = since if calendar is None else calendar.numbers(since - 1) + 1
    return RatedElsewhere(
        offset, fixed(since, np.int64),
        fixed(facts.elsewhere_rating_x100[order], np.int64),
    )  # fmt: skip


@loop
def rating_elsewhere(elsewhere: RatedElsewhere, player: int, when: int) -> int:
    """The rating of a player on the other scheme's list that is in force at a time, in hundredths; 0: none."""
    row = newest_row(elsewhere.offset, elsewhere.since, player, when)
    if row < 0:
        return 0
    return int(elsewhere.rating_x100[row])
