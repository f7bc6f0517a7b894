"""What happens, in the order in which it acts: columns for the rules, and one block per day and kind of event."""

from datetime import date
from typing import Any, NamedTuple

import numpy as np

from schemes.calendar import EPOCH
from schemes.inputs import (
    BOTH_ABSENT,
    BOTH_LOST,
    DRAW,
    FIRST_ABSENT,
    MAIN,
    SECOND_ABSENT,
    Column,
    Inputs,
    Tournaments,
    recorded_results,
)
from schemes.malaysia.articles import TITLES
from schemes.malaysia.reasons import RATED
from schemes.order import games_in_order
from schemes.rules import Rules
from schemes.scheme import Assignment

ABSENCE, CARRIED, REVOKED, AWARDED, GAMES, BONUSES, PRESENCE, EXCUSES = range(8)
BYE, HALF_BYE = 0, 1
SMALL: dict[str, Any] = {
    "round_number": np.int16,
    "main": np.int8,
    "result": np.int8,
    "level": np.int8,
    "held": np.int8,
}

Records = Any  # a numpy record array: one compact row per event, which compiled rules read field by field


class Story(NamedTuple):
    """Everything that acts on ratings, in records sorted by day and, inside a day, by the order in which it acts."""

    tournaments: Records  # version, rounds
    games: Records  # day, tournament, first, second, row, round_number, main, result
    carried: Records  # day, player, rating_x100, games, peak_x100
    titles: Records  # day, player, level, held
    bonuses: Records  # day, tournament, player, rank
    presences: Records  # day, player (−1: the event itself), year
    excuses: Records  # day, player, year


def story(inputs: Inputs, rules: Rules, assignment: Assignment) -> Story:
    """The inputs as the rules want them: sorted, in fixed types, without what no version covers."""
    return Story(
        records(version=assignment.version, rounds=inputs.tournaments.rounds),
        _games(inputs, rules, assignment),
        _carried(inputs),
        _titles(inputs),
        _bonuses(inputs, rules, assignment),
        _presences(inputs, rules, assignment),
        _excuses(inputs),
    )


def blocks(told: Story, rules: Rules, players: int, until: int) -> Records:
    """The days of a story up to one, cut into blocks of one day and kind in the order of settled point 3.

    Every 1 January after the first day is a block of absence; `year` is the year before, `january` its first day.
    """
    titles_early = rules.readings["title-day"] == "same-day"
    phases = [
        (EXCUSES, 0, told.excuses.day),
        (GAMES, 5, told.games.day),
        (CARRIED, 2, told.carried.day),
        (REVOKED, 3, told.titles.day),
        (AWARDED, 4 if titles_early else 8, told.titles.day),
        (BONUSES, 4 if rules.readings["bonus-moment"] == "before-games" else 6, told.bonuses.day),
        (PRESENCE, 10, told.presences.day),  # of the new year: after an absence deducted on the same day
    ]
    rows = [row for kind, phase, days in phases for row in _runs(kind, phase, days)]
    absence_phase = 9 if rules.readings["absence-moment"] == "last" else 1
    first_day = min((row[0] for row in rows), default=until)
    rows += [(day, absence_phase, ABSENCE, 0, players) for day in _new_years(first_day, until)]
    table = np.array(sorted(row for row in rows if row[0] <= until), dtype=np.int64).reshape(-1, 5)
    day, _, kind, begin, end = np.ascontiguousarray(table.T)
    year = years(day) - 1
    return records(
        day=day, kind=kind, begin=begin, end=end, version=version_on(day, rules), year=year, january=first_days(year)
    )


def years(days: Column) -> Column:
    """The years of days."""
    dates = (np.asarray(days, np.int64) - EPOCH).astype("datetime64[D]")
    return np.asarray(dates.astype("datetime64[Y]").astype(np.int64) + 1970)


def first_days(of_years: Column) -> Column:
    """1 January of years."""
    januaries = (np.asarray(of_years, np.int64) - 1970).astype("datetime64[Y]").astype("datetime64[D]")
    return januaries.astype(np.int64) + EPOCH


def version_on(days: Column, rules: Rules) -> Column:
    """Which version holds on each day; −1 before the first."""
    since = np.array([version.since.toordinal() for version in rules.versions], dtype=np.int64)
    return np.searchsorted(since, days, side="right") - 1


def closing_days(tournaments: Tournaments) -> Column:
    """The day each tournament was closed; one that never was counts as closed on its last day."""
    closed = np.asarray(tournaments.closed, np.int64)
    return np.where(closed > 0, closed, tournaments.end)


def national_years(tournaments: Tournaments, rules: Rules) -> tuple[Column, Column]:
    """The year to which each tournament would belong as a national event, and the day it is booked there."""
    closed = closing_days(tournaments)
    days = {"closed": closed, "started": tournaments.start, "registered": tournaments.registered}
    year = years(np.asarray(days[rules.readings["national-year"]], np.int64))
    return year, np.clip(closed, first_days(year), first_days(year + 1) - 1)


def _games(inputs: Inputs, rules: Rules, assignment: Assignment) -> Records:
    games = inputs.games
    result = games.result if rules.readings["fouls"] == "lost" else recorded_results(inputs)
    rows, tournament = games_in_order(games, inputs.tournaments)
    covered = counted(assignment)[tournament]
    if not covered.all():
        rows, tournament = rows[covered], tournament[covered]
    return records(
        day=games.day[rows],
        tournament=tournament,
        first=games.first[rows],
        second=games.second[rows],
        row=rows,
        round_number=games.round[rows],  # a record has a method `round`
        main=games.stage[rows] == MAIN,
        result=result[rows],
    )


def _carried(inputs: Inputs) -> Records:
    facts = inputs.facts
    return records(
        day=facts.carried_day,
        player=facts.carried_player,
        rating_x100=facts.carried_rating_x100,
        games=facts.carried_games,
        peak_x100=facts.carried_peak_x100,
    )


def _titles(inputs: Inputs) -> Records:
    """Only the titles that fix a first rating, as levels."""
    facts = inputs.facts
    levels = np.array([TITLES.index(code) if code in TITLES else -1 for code in facts.titles] or [-1])
    level = levels[np.asarray(facts.title_code, np.int64)]
    every = records(day=facts.title_day, player=facts.title_player, level=level, held=facts.title_held)
    return every[level >= 0]


def _bonuses(inputs: Inputs, rules: Rules, assignment: Assignment) -> Records:
    """The rankings of national events on their closing days."""
    rows, tournaments = inputs.rows, inputs.tournaments
    tournament, rank = np.asarray(rows.rank_tournament, np.int64), np.asarray(rows.rank)
    day = closing_days(tournaments)[tournament]
    every = records(day=day, tournament=tournament, player=rows.rank_player, rank=rank)
    order = np.lexsort((rank, np.asarray(tournaments.order)[tournament], day))
    gives = counted(assignment) & (np.asarray(tournaments.national) > 0)
    if rules.readings["team-bonus"] == "none":
        gives &= ~np.asarray(tournaments.team)
    return every[order[gives[tournament[order]]]]


def _presences(inputs: Inputs, rules: Rules, assignment: Assignment) -> Records:
    """Who took part in national events that took place, and the events themselves, by the day it is booked."""
    asked = counted(assignment) if rules.readings["national-events"] == "rated" else np.asarray(assignment.first) >= 0
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


def _excuses(inputs: Inputs) -> Records:
    """Excuses act on the day on which the year they excuse would cost something."""
    day = first_days(np.asarray(inputs.facts.excused_year, np.int64) + 1)
    every = records(day=day, player=inputs.facts.excused_player, year=inputs.facts.excused_year)
    return every[np.argsort(day, kind="stable")]


def tournament_of_games(inputs: Inputs) -> Column:
    """The tournament of each game."""
    sizes = np.diff(inputs.games.offset) if len(inputs.games.offset) else np.zeros(0, np.int64)
    return np.repeat(np.arange(len(sizes)), sizes)


def counted(assignment: Assignment) -> Column:
    """Which tournaments are rated: those assigned to some list under this scheme and under some version."""
    return np.asarray((assignment.first >= 0) & (assignment.reason == RATED))


def _runs(kind: int, phase: int, days: Column) -> list[tuple[int, int, int, int, int]]:
    """One (day, phase, kind, begin, end) for every day that occurs."""
    if not len(days):
        return []
    begins = np.concatenate([[0], np.flatnonzero(np.diff(days)) + 1])
    ends = np.concatenate([begins[1:], [len(days)]])
    return [(int(days[begin]), phase, kind, int(begin), int(end)) for begin, end in zip(begins, ends, strict=True)]


def _new_years(first_day: int, until: int) -> list[int]:
    """Every 1 January after a day, up to another."""
    first, last = date.fromordinal(first_day).year + 1, date.fromordinal(until).year
    return [date(year, 1, 1).toordinal() for year in range(first, last + 1)]


def records(**columns: Any) -> Records:
    """Columns side by side, each in the fixed type of its name: one record per row."""
    dtype = np.dtype([(name, SMALL.get(name, np.int32)) for name in columns], align=True)
    table = np.empty(len(next(iter(columns.values()))), dtype)
    for name, column in columns.items():
        table[name] = column
    return table.view(np.recarray)
