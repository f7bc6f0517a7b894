"""National events: to which year they belong, and who took part in them. Taking part saves from the deduction."""

import numpy as np

from schemes.kernels.by_game.events import closing_days, first_days, years
from schemes.kernels.columns import Records, is_rated, records, tournament_of_games
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
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import Given

BYE, HALF_BYE = 0, 1


def national_years(tournaments: Tournaments, rules: Rules) -> tuple[Column, Column]:
    """The year to which each tournament would belong as a national event, and the day it is booked there."""
    closed = closing_days(tournaments)
    days = {"closed": closed, "started": tournaments.start, "registered": tournaments.registered}
    year = years(np.asarray(days[rules.readings["national-year"]], np.int64))
    return year, np.clip(closed, first_days(year), first_days(year + 1) - 1)


def presences(given: Given) -> Records:
    """Who took part in national events that took place, and the events themselves, by the day it is booked."""
    inputs, rules, assignment = given.inputs, given.rules, given.assignment
    asked = is_rated(assignment) if rules.readings["national-events"] == "rated" else np.asarray(assignment.first) >= 0
    national = asked & (np.asarray(inputs.tournaments.national) > 0) & took_place(inputs)
    tournament, player = _present(inputs, rules, national)
    events = np.flatnonzero(national)
    year, booked = national_years(inputs.tournaments, rules)
    day = np.concatenate([booked[tournament], booked[events]])
    who = np.concatenate([player, np.full(len(events), -1)])
    which = np.concatenate([year[tournament], year[events]])
    return records(day=day, player=who, year=which)[np.argsort(day, kind="stable")]


def took_place(inputs: Inputs) -> Column:
    """Which tournaments took place: those that were closed, and those with a game on record."""
    held = np.array(inputs.tournaments.was_closed)
    held[tournament_of_games(inputs)] = True
    return held


def _present(inputs: Inputs, rules: Rules, national: Column) -> tuple[Column, Column]:
    """Tournament and player of everybody who took part in a national event, some more than once."""
    games, rows = inputs.games, inputs.rows
    of_game = tournament_of_games(inputs)
    here = np.flatnonzero(national[of_game])
    result, of_game = np.asarray(games.result)[here], of_game[here]
    played_only = rules.readings["taking-part"] == "played"
    played = (result <= DRAW) | (result == BOTH_LOST)
    first = played if played_only else (result != FIRST_ABSENT) & (result != BOTH_ABSENT)
    second = played if played_only else (result != SECOND_ABSENT) & (result != BOTH_ABSENT)
    of_bye, kind = np.asarray(rows.bye_tournament, np.int64), np.asarray(rows.bye_kind)
    bye = (kind == BYE) | ((kind == HALF_BYE) & (rules.readings["half-bye"] == "yes"))
    bye &= national[of_bye] & (not played_only)
    return (
        np.concatenate([of_game[first], of_game[second], of_bye[bye]]),
        np.concatenate([games.first[here][first], games.second[here][second], np.asarray(rows.bye_player)[bye]]),
    )


def excuses(inputs: Inputs) -> Records:
    """Excuses act on the day on which the year they excuse would cost something."""
    day = first_days(np.asarray(inputs.facts.excused_year, np.int64) + 1)
    every = records(day=day, player=inputs.facts.excused_player, year=inputs.facts.excused_year)
    return every[np.argsort(day, kind="stable")]
