"""What the loops over a list work on: tables of whole numbers, each of one type so that the loops compile once."""

from typing import Any, NamedTuple

import numpy as np

from schemes.calendar import EPOCH
from schemes.inputs import FEMALE, MATCH, Column, Inputs, Players, fixed, made_once
from schemes.scheme import Assignment


class At(NamedTuple):
    """Where a replay stands: one list."""

    number: int
    day: int
    year: int
    previous_day: int  # of the list before
    window_from: int  # 7.1.4: pooled is what counted after this day
    version: int  # in force on the list date
    base: int  # list number of the first row of the history


def _table(*fields: tuple[str, Any]) -> Any:
    return np.dtype(list(fields), align=True)


# A tournament: `in_force` is the list at its start, `first_list` the first that rates games of it.
EVENT = _table(
    ("version", np.int32), ("in_force", np.int32), ("first_list", np.int32), ("start", np.int32), ("end", np.int32),
    ("year", np.int32), ("rounds", np.int32), ("seconds", np.int32), ("increment", np.int32), ("registered", np.int32),
    ("long", np.int8), ("match", np.int8), ("official", np.int8), ("late_approved", np.int8), ("rate_all", np.int8),
)  # fmt: skip
PERSON = _table(("born", np.int32), ("woman", np.int8))
# A rated side of a game: the opponent's rating, the score in half points, twice the game's place (+ 1: second side).
# `counts` is 0 in an event that does not count (8.2.1), SCORED_ELSEWHERE if another game of the event gave points.
SIDE = _table(
    ("player", np.int32), ("event", np.int32), ("opponent", np.int16), ("score", np.int8), ("counts", np.int8),
    ("game", np.int32),
)  # fmt: skip
SCORED_ELSEWHERE = 2
# A player's card beside the published numbers: the list of the last rated game, the list on which the player appeared,
# games rated on this list, 8.2.1: whether an unrated player's first event is over, the newest entry of the pool (−1),
# 8.3.3: whether a game ever counted for a rating.
CARD = _table(
    ("last_game", np.int32), ("since", np.int32), ("pool", np.int32), ("on_list", np.int16), ("first_event", np.int8),
    ("on_record", np.int8),
)  # fmt: skip
# 7.1.4: the games of an unrated player in an event: sum of the opponents' ratings, half points, the entry before.
ENTRY = _table(
    ("event", np.int32), ("day", np.int32), ("opponents", np.int32), ("previous", np.int32),
    ("games", np.int16), ("score", np.int16),
)  # fmt: skip
RATING, GAMES, PEAK = range(3)  # columns of a list in the history: rating (0 unrated), games towards 30, highest ever


class Boards(NamedTuple):
    """Games, those of tournament t from offset[t] to offset[t + 1]."""

    offset: Column
    first: Column
    second: Column
    result: Column
    stage: Column
    day: Column


class Entrants(NamedTuple):
    """Entered players, those of tournament t from offset[t] to offset[t + 1]."""

    offset: Column
    player: Column


class Marks(NamedTuple):
    """Verdicts, or empty columns if nobody asks."""

    first: Column
    second: Column
    tournament: Column
    list_number: Column


def table(kind: Any, count: int, **columns: Any) -> Any:
    """A table of a kind; columns that are not given are 0."""
    rows = np.zeros(count, kind)
    for name, column in columns.items():
        rows[name] = column
    return rows.view(np.recarray)


def years(days: Column) -> Column:
    """The calendar years of days."""
    return (days.astype(np.int64) - EPOCH).astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970


def days_left_in_month(days: Column) -> Column:
    """How many days of the month come after a day; for many days."""
    dates = (days.astype(np.int64) - EPOCH).astype("datetime64[D]")
    next_month = (dates.astype("datetime64[M]") + 1).astype("datetime64[D]")
    left: Column = (next_month - dates).astype(np.int64) - 1
    return left


def events_of(inputs: Inputs, assignment: Assignment, in_force: Column, long: Column) -> Any:
    """The tournaments as the loops read them."""
    t = inputs.tournaments
    names = ("start", "end", "rounds", "increment", "registered", "official", "late_approved", "rate_all")
    return table(
        EVENT, len(t), version=assignment.version, in_force=in_force, first_list=assignment.first, year=years(t.start),
        long=long, seconds=t.base, match=t.format == MATCH, **{name: getattr(t, name) for name in names},
    )  # fmt: skip


def boards_of(inputs: Inputs) -> Boards:
    """The games as the loops read them."""
    g = inputs.games
    offset = g.offset if len(g.offset) else np.zeros(len(inputs.tournaments) + 1, np.int64)
    return Boards(
        fixed(offset, np.int64), fixed(g.first, np.int32), fixed(g.second, np.int32),
        fixed(g.result, np.int8), fixed(g.stage, np.int8), fixed(g.day, np.int32),
    )  # fmt: skip


def entrants_of(inputs: Inputs) -> Entrants:
    """The entries as the loops read them."""
    rows = inputs.rows
    offset = np.zeros(len(inputs.tournaments) + 1, np.int64)
    np.cumsum(np.bincount(rows.entrant_tournament, minlength=len(inputs.tournaments)), out=offset[1:])
    return Entrants(fixed(offset, np.int64), fixed(rows.entrant_player, np.int32))


@made_once
def people_of(players: Players) -> Any:
    """The players as the loops read them."""
    return table(PERSON, len(players), born=players.born, woman=players.sex == FEMALE)
