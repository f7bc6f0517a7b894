"""Who took part in which events of which year: it saves from the deduction for an absent year."""

from typing import NamedTuple

import numpy as np

from schemes.drivers.by_game.events import closing_days, first_days
from schemes.kernels.columns import Records, records, tournament_of_games
from schemes.kernels.inputs import (
    BOTH_ABSENT,
    BOTH_LOST,
    DRAW,
    FIRST_ABSENT,
    SECOND_ABSENT,
    Column,
    Inputs,
    Tournaments,
)

BYE, HALF_BYE = 0, 1


class Attendance(NamedTuple):
    """Which events save from the deduction, and what taking part in one is."""

    events: Column  # by tournament: whether it is one of them
    year: Column  # by tournament: the year to which it belongs
    # only a game over the board is taking part; else a game not forfeited, or a bye
    played_only: bool = False
    half_byes: bool = False  # a half-point bye is taking part, too


def booking_days(tournaments: Tournaments, year: Column) -> Column:
    """The day on which taking part in a tournament is booked: that of its closing, in the year it belongs to."""
    return np.clip(closing_days(tournaments), first_days(year), first_days(year + 1) - 1)


def presences_of(inputs: Inputs, attendance: Attendance) -> Records:
    """Who took part in the events that took place, and the events themselves, by the day it is booked."""
    held = attendance.events & took_place(inputs)
    tournament, player = _present(inputs, held, attendance)
    events = np.flatnonzero(held)
    booked = booking_days(inputs.tournaments, attendance.year)
    day = np.concatenate([booked[tournament], booked[events]])
    who = np.concatenate([player, np.full(len(events), -1)])
    which = np.concatenate([attendance.year[tournament], attendance.year[events]])
    return records(day=day, player=who, year=which)[np.argsort(day, kind="stable")]


def took_place(inputs: Inputs) -> Column:
    """Which tournaments took place: those that were closed, and those with a game on record."""
    held = np.array(inputs.tournaments.was_closed)
    held[tournament_of_games(inputs)] = True
    return held


def _present(inputs: Inputs, held: Column, attendance: Attendance) -> tuple[Column, Column]:
    """Tournament and player of everybody who took part in one of some events, some more than once."""
    games = inputs.games
    rows = inputs.rows
    of_game = tournament_of_games(inputs)
    here = np.flatnonzero(held[of_game])
    result = np.asarray(games.result)[here]
    of_game = of_game[here]
    played = (result <= DRAW) | (result == BOTH_LOST)
    first = played if attendance.played_only else (result != FIRST_ABSENT) & (result != BOTH_ABSENT)
    second = (
        played if attendance.played_only else (result != SECOND_ABSENT) & (result != BOTH_ABSENT)
    )
    of_bye = np.asarray(rows.bye_tournament, np.int64)
    kind = np.asarray(rows.bye_kind)
    bye = (kind == BYE) | ((kind == HALF_BYE) & attendance.half_byes)
    bye &= held[of_bye] & (not attendance.played_only)
    return (
        np.concatenate([of_game[first], of_game[second], of_bye[bye]]),
        np.concatenate(
            [games.first[here][first], games.second[here][second], np.asarray(rows.bye_player)[bye]]
        ),
    )


def excuses_of(inputs: Inputs) -> Records:
    """Excuses act on the day on which the year they excuse would cost something."""
    day = first_days(np.asarray(inputs.facts.excused_year, np.int64) + 1)
    every = records(day=day, player=inputs.facts.excused_player, year=inputs.facts.excused_year)
    return every[np.argsort(day, kind="stable")]
