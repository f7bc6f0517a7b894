"""What happens, in the order in which it acts: columns for the rules, and one block per day and kind of event."""

from datetime import date
from typing import Any, NamedTuple

import numpy as np

from schemes.calendar import EPOCH
from schemes.inputs import BOTH_ABSENT, DRAW, FIRST_ABSENT, SECOND_ABSENT, Column, Inputs, Tournaments
from schemes.malaysia.articles import TITLES
from schemes.order import games_in_order
from schemes.rules import Rules
from schemes.scheme import Assignment

ABSENCE, CARRIED, REVOKED, AWARDED, GAMES, BONUSES, PRESENCE, EXCUSES = range(8)
BYE, HALF_BYE = 0, 1


class Story(NamedTuple):
    """Everything that acts on ratings, each kind sorted by day and, inside a day, by the order in which it acts."""

    version: Column  # per tournament: index of the version
    rounds: Column
    game_day: Column
    game_tournament: Column
    game_round: Column
    game_main: Column
    game_first: Column
    game_second: Column
    game_result: Column
    game_row: Column  # position in the inputs
    carried_day: Column
    carried_player: Column
    carried_x100: Column
    carried_games: Column
    carried_peak_x100: Column
    title_day: Column
    title_player: Column
    title_level: Column
    title_held: Column
    bonus_day: Column
    bonus_tournament: Column
    bonus_player: Column
    bonus_rank: Column
    presence_day: Column
    presence_player: Column  # −1: the event itself
    presence_year: Column
    excuse_day: Column
    excuse_player: Column
    excuse_year: Column


class Blocks(NamedTuple):
    """Runs of rows of one day and kind, in the order of settled point 3."""

    day: Column
    kind: Column
    begin: Column
    end: Column
    version: Column  # of the day
    year: Column  # of an absence
    year_begins: Column


def story(inputs: Inputs, rules: Rules, assignment: Assignment) -> Story:
    """The inputs as the rules want them: sorted, in fixed types, without what no version covers."""
    return Story(
        _whole(assignment.version, np.int32),
        _whole(inputs.tournaments.rounds, np.int32),
        *_games(inputs, assignment),
        *_carried(inputs),
        *_titles(inputs),
        *_bonuses(inputs, assignment),
        *_presences(inputs, rules, assignment),
        *_excuses(inputs),
    )


def blocks(told: Story, rules: Rules, players: int, until: int) -> Blocks:
    """The days of a story up to one, cut into blocks; every 1 January after the first day is one of absence."""
    titles_early = rules.readings["title-day"] == "same-day"
    phases = [
        (EXCUSES, 0, told.excuse_day),
        (GAMES, 5, told.game_day),
        (CARRIED, 2, told.carried_day),
        (REVOKED, 3, told.title_day),
        (AWARDED, 4 if titles_early else 8, told.title_day),
        (BONUSES, 4 if rules.readings["bonus-moment"] == "before-games" else 6, told.bonus_day),
        (PRESENCE, 7, told.presence_day),
    ]
    rows = [row for kind, phase, days in phases for row in _runs(kind, phase, days)]
    absence_phase = 9 if rules.readings["absence-moment"] == "last" else 1
    first_day = min((row[0] for row in rows), default=until)
    rows += [(day, absence_phase, ABSENCE, 0, players) for day in _new_years(first_day, until)]
    table = np.array(sorted(row for row in rows if row[0] <= until), dtype=np.int64).reshape(-1, 5)
    day, _, kind, begin, end = np.ascontiguousarray(table.T)
    year = years(day) - 1
    return Blocks(day, kind, begin, end, version_on(day, rules), year, first_days(year))


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


def _games(inputs: Inputs, assignment: Assignment) -> tuple[Column, ...]:
    games = inputs.games
    rows, tournament = games_in_order(games, inputs.tournaments)
    covered = counted(assignment)[tournament]
    if not covered.all():
        rows, tournament = rows[covered], tournament[covered]
    return (
        games.day[rows].astype(np.int32),
        tournament.astype(np.int32),
        games.round[rows].astype(np.int32),
        games.stage[rows] == 0,
        games.first[rows].astype(np.int32),
        games.second[rows].astype(np.int32),
        games.result[rows].astype(np.int8),
        rows,
    )


def _carried(inputs: Inputs) -> tuple[Column, ...]:
    facts = inputs.facts
    columns = (
        facts.carried_day, facts.carried_player, facts.carried_rating_x100, facts.carried_games,
        facts.carried_peak_x100,
    )  # fmt: skip
    return tuple(_whole(column, np.int32) for column in columns)


def _titles(inputs: Inputs) -> tuple[Column, ...]:
    """Only the titles that fix a first rating, as levels."""
    facts = inputs.facts
    levels = np.array([TITLES.index(code) if code in TITLES else -1 for code in facts.titles] or [-1], np.int32)
    level = levels[np.asarray(facts.title_code, np.int64)]
    ours = level >= 0
    return (
        _whole(facts.title_day, np.int32)[ours],
        _whole(facts.title_player, np.int32)[ours],
        level[ours],
        np.asarray(facts.title_held, np.bool_)[ours],
    )


def _bonuses(inputs: Inputs, assignment: Assignment) -> tuple[Column, ...]:
    """The rankings of national events on their closing days."""
    rows, tournaments = inputs.rows, inputs.tournaments
    tournament = _whole(rows.rank_tournament, np.int32)
    counts = (np.asarray(tournaments.national) > 0)[tournament] & counted(assignment)[tournament]
    tournament, player, rank = (
        tournament[counts],
        _whole(rows.rank_player, np.int32)[counts],
        _whole(rows.rank, np.int32)[counts],
    )
    day = closing_days(tournaments)[tournament].astype(np.int32)
    order = np.lexsort((rank, np.asarray(tournaments.order)[tournament], day))
    return day[order], tournament[order], player[order], rank[order]


def _presences(inputs: Inputs, rules: Rules, assignment: Assignment) -> tuple[Column, ...]:
    """Who took part in national events, and the events themselves, by the day it is booked."""
    national = counted(assignment) & (np.asarray(inputs.tournaments.national) > 0)
    tournament, player = _present(inputs, rules, national)
    events = np.flatnonzero(national)
    year, booked = national_years(inputs.tournaments, rules)
    day = np.concatenate([booked[tournament], booked[events]])
    who = np.concatenate([player, np.full(len(events), -1)])
    which = np.concatenate([year[tournament], year[events]])
    order = np.argsort(day, kind="stable")
    return tuple(column[order].astype(np.int32) for column in (day, who, which))


def _present(inputs: Inputs, rules: Rules, national: Column) -> tuple[Column, Column]:
    """Tournament and player of everybody who took part in a national event, some more than once."""
    games, rows = inputs.games, inputs.rows
    of_game = tournament_of_games(inputs)
    here = np.flatnonzero(national[of_game])
    result, of_game = np.asarray(games.result)[here], of_game[here]
    played_only = rules.readings["taking-part"] == "played"
    first = result <= DRAW if played_only else (result != FIRST_ABSENT) & (result != BOTH_ABSENT)
    second = result <= DRAW if played_only else (result != SECOND_ABSENT) & (result != BOTH_ABSENT)
    of_bye, kind = np.asarray(rows.bye_tournament, np.int64), np.asarray(rows.bye_kind)
    bye = (kind == BYE) | ((kind == HALF_BYE) & (rules.readings["half-bye"] == "yes"))
    bye &= national[of_bye] & (not played_only)
    return (
        np.concatenate([of_game[first], of_game[second], of_bye[bye]]),
        np.concatenate([games.first[here][first], games.second[here][second], np.asarray(rows.bye_player)[bye]]),
    )


def _excuses(inputs: Inputs) -> tuple[Column, ...]:
    """Excuses act on the day on which the year they excuse would cost something."""
    year = _whole(inputs.facts.excused_year, np.int64)
    day = first_days(year + 1)
    order = np.argsort(day, kind="stable")
    columns = (day, _whole(inputs.facts.excused_player, np.int32), year)
    return tuple(column[order].astype(np.int32) for column in columns)


def tournament_of_games(inputs: Inputs) -> Column:
    """The tournament of each game."""
    sizes = np.diff(inputs.games.offset) if len(inputs.games.offset) else np.zeros(0, np.int64)
    return np.repeat(np.arange(len(sizes)), sizes)


def counted(assignment: Assignment) -> Column:
    """Which tournaments count: assigned to some list (so rated under this scheme), under some version."""
    return (np.asarray(assignment.first) >= 0) & (np.asarray(assignment.version) >= 0)


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


def _whole(column: Column, dtype: Any) -> Column:
    return np.array(column, dtype=dtype)
