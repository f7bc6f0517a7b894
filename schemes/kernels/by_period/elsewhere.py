"""Ratings on the lists of another scheme, as input of this one."""

import numpy as np

from schemes.kernels.arithmetic import half_up
from schemes.kernels.articles import loop
from schemes.kernels.by_period.tables import RatedElsewhere
from schemes.kernels.calendar import Calendar
from schemes.kernels.inputs import Facts, fixed, made_once


@made_once
def elsewhere_of(facts: Facts, calendar: Calendar, players: int) -> RatedElsewhere:
    """The ratings of each player on the lists of another scheme, by the first own list dated on or after theirs."""
    order = np.argsort(facts.elsewhere_player, kind="stable")  # by player, then by day as before
    counts = np.bincount(facts.elsewhere_player, minlength=players)[:players]
    number = calendar.numbers(facts.elsewhere_day[order].astype(np.int64) - 1) + 1
    return RatedElsewhere(
        fixed(np.concatenate(([0], np.cumsum(counts))), np.int64), fixed(number, np.int64),
        fixed(facts.elsewhere_rating_x100[order], np.int64),
    )  # fmt: skip


@loop
def rating_elsewhere(elsewhere: RatedElsewhere, player: int, number: int) -> int:
    """The rating of a player on the other scheme's list that is in force on a list of this one; 0: none."""
    at, begin = elsewhere.offset[player + 1] - 1, elsewhere.offset[player]
    while at >= begin and elsewhere.number[at] > number:
        at -= 1
    return half_up(int(elsewhere.rating[at]), 100) if at >= begin else 0
