"""What the loops over a list work on: tables of whole numbers, each of one type so that the loops compile once."""

from typing import Any, NamedTuple

import numpy as np

from schemes.kernels.calendar import years
from schemes.kernels.columns import Records, as_records, by_owner, records
from schemes.kernels.inputs import (
    KNOCKOUT,
    MATCH,
    ROUND_ROBIN,
    Column,
    Inputs,
    fixed,
)
from schemes.kernels.scheme import Assignment, Given, Verdicts
from schemes.rating.elsewhere import RatedElsewhere
from schemes.rating.held_titles import HeldTitles


class ListContext(NamedTuple):
    """The list that is made."""

    number: int
    day: int
    year: int
    previous_day: int  # of the list before
    window_from: int  # pooled is what counted after this day
    version: int  # in force on the list date
    base: int  # list number of the first row of the history


def _table(**fields: Any) -> Any:
    return np.dtype(list(fields.items()), align=True)


i8 = np.int8
i16 = np.int16
i32 = np.int32
# A tournament: `in_force` is the list at its start, `first_list` the first that rates games of it.
EVENT = _table(
    version=i32, in_force=i32, first_list=i32, start=i32, end=i32, year=i32, rounds=i32, seconds=i32, increment=i32,
    registered=i32, hours_x100=i32, long=i8, match=i8, team=i8, national=i8, official=i8, late_approved=i8, rate_all=i8,
    series=i8,
)  # fmt: skip
# What lists publish of a player, and later tournaments look back to: rating (0 unrated), rated games, highest rating.
NUMBERS = _table(rating=i16, games=i16, peak=i16)
# A rated side of a game: the opponent's rating, the score in half points, twice the game's place (+ 1: second side).
# `counts` is 0 in an event that is left out, SCORED_ELSEWHERE if a game of the event that is not rated gave points.
SIDE = _table(player=i32, event=i32, opponent=i16, score=i8, counts=i8, game=i32)
SCORED_ELSEWHERE = 2
# The newest day on which a player played in a tournament (1 + its number), and the games on that day.
ON_DAY = _table(event=i32, day=i32, games=i32)
NO_FIELDS = _table(none=i8)
# What the record of a player says, too; `last_game` and `since` are numbers of lists.
KEPT = {
    "pool": -1,  # the newest entry of the pool
    "on_list": 0,  # games rated on this list
    "first_event": 0,  # whether an unrated player's first event is over
    "on_record": 0,  # whether a game ever counted for a rating
}


class Played(NamedTuple):
    """What was played: games and entered players, those of tournament t from offset[t] to offset[t + 1]."""

    events: Records
    players: Records
    offset: Column
    first: Column
    second: Column
    result: Column
    stage: Column
    day: Column
    entrant_offset: Column
    entrant: Column
    further: Records  # the further fields of games that the regulation declares
    ranks: "Ranks"
    titles: HeldTitles


class Ranks(NamedTuple):
    """The places of players, those of tournament t from offset[t] to offset[t + 1]."""

    offset: Column
    player: Column
    rank: Column


class Workspace(NamedTuple):
    """What the loops over a list write on."""

    history: Records  # the numbers of everybody, a row for each list
    elsewhere: RatedElsewhere
    judged: Records  # rated sides in the order of games
    sides: Records  # the same by player
    ends: Column  # by player: 1 if the rating ends on the list
    scored: Column  # by player: 1 + the last tournament with points in a game that is not rated
    on_day: Records  # by player: what `busiest_day` counts on
    marks: Verdicts  # empty columns if nobody asks
    pool: Records
    pool_size: Column  # one number
    causes: Column  # a row for each player, or a single one that nobody reads
    effects: Column  # by side of a game: see `Effects`; no rows if nobody asks
    place: Column  # by player: where the sides end; 0 between lists
    touched: Column  # players with a rated game on the list


class Span(NamedTuple):
    """A player and the rated sides begin … end − 1 of the player on the list."""

    player: int
    begin: int
    end: int


def table(kind: Any, count: int, **columns: Any) -> Records:
    """A table of a kind; columns that are not given are 0."""
    rows = np.zeros(count, kind)
    for name, column in columns.items():
        rows[name] = column
    return as_records(rows)


def played_of(
    given: Given, results: Column, events: Records, titles: HeldTitles, players: Records
) -> Played:
    """Tournaments, players, games, entries and places as the loops read them."""
    g = given.inputs.games
    rows = given.inputs.rows
    count = len(given.inputs.tournaments)
    offset = g.offset if len(g.offset) else np.zeros(count + 1, np.int64)
    order, ranked = by_owner(rows.rank_tournament, count)
    ranks = Ranks(
        ranked,
        fixed(rows.rank_player[order], np.int32),
        fixed(rows.rank[order], np.int32),
    )
    return Played(
        events, players, fixed(offset, np.int64), fixed(g.first, np.int32),
        fixed(g.second, np.int32), fixed(results, np.int8), fixed(g.stage, np.int8), fixed(g.day, np.int32),
        by_owner(rows.entrant_tournament, count)[1], fixed(rows.entrant_player, np.int32),
        records(**g.further) if g.further else table(NO_FIELDS, len(g)), ranks, titles,
    )  # fmt: skip


def events_of(inputs: Inputs, assignment: Assignment, in_force: Column, long: Column) -> Records:
    """The tournaments."""
    t = inputs.tournaments
    names = (
        "start", "end", "rounds", "increment", "registered", "hours_x100", "official", "late_approved", "rate_all",
        "team",
    )  # fmt: skip
    return table(
        EVENT, len(t), version=assignment.version, in_force=in_force, first_list=assignment.first, year=years(t.start),
        long=long, seconds=t.base, match=t.format == MATCH, national=t.national > 0,
        series=_series_of(inputs),
        **{name: getattr(t, name) for name in names},
    )  # fmt: skip


def _series_of(inputs: Inputs) -> Column:
    """Which tournaments consist of series of games between two: knockouts, and round robins of two players."""
    t = inputs.tournaments
    g = inputs.games
    series = np.asarray(t.format == KNOCKOUT)
    for number in np.flatnonzero(t.format == ROUND_ROBIN).tolist():
        here = slice(*g.offset[number : number + 2].tolist())
        series[number] = len(np.union1d(g.first[here], g.second[here])) == 2
    return series
