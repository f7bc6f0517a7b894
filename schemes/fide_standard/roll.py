"""Articles 7.1.2, 7.2.2 and 10: the rows of a list that a state stands for."""

from typing import Any, NamedTuple

import numpy as np

from schemes.calendar import Calendar
from schemes.fide_standard.change import k_by_case
from schemes.fide_standard.columns import At
from schemes.fide_standard.first_rating import first_rating, high_enough
from schemes.fide_standard.listing import is_active, is_member, is_published
from schemes.fide_standard.period import pool_total
from schemes.fide_standard.reasons import FALLEN, NO_NEW_GAME, POOL_LOW, POOL_SMALL, RATED
from schemes.fide_standard.state import PUBLISHED, pool_of
from schemes.inputs import Column, Facts, Inputs, Players, fixed, known_by, made_once
from schemes.rule import compiled, rule
from schemes.scheme import Listed, State

UNKNOWN = -1  # nothing to show


class Known(NamedTuple):
    """What is known of players on the list date."""

    born: Column
    federation: Column  # 0 none
    declared: Column  # the list in force when inactivity was declared that stands, −1 none


class Seen(NamedTuple):
    """What the list shows something of: the published numbers of players, and some of their cards."""

    rating: Column
    games: Column
    peak: Column
    last_game: Column
    since: Column
    pool: Column


class Row(NamedTuple):
    """What the list shows of players."""

    k: Column
    active: Column
    reason: Column


def is_some(facts: Facts) -> Column:
    """For each federation by its code, 1; 0 for that of who has none."""
    return np.array([*(name != "" for name in facts.federations), False], np.int32)


@made_once
def registered(facts: Facts, players: int) -> Column:
    """Whether players had a federation when they were registered."""
    federation = np.zeros(players, np.int32)
    told = known_by(facts.federation_day, 0)
    federation[facts.federation_player[told]] = is_some(facts)[facts.federation_code[told]]
    return federation


def known_on(inputs: Inputs, players: Players, calendar: Calendar, day: int) -> Known:
    """Federations and declarations as of a day; rows are in the order of their days, so that the last one holds."""
    f = inputs.facts
    federation, declared = registered(f, len(players)).copy(), np.full(len(players), -1, np.int32)
    moved = slice(known_by(f.federation_day, 0).stop, known_by(f.federation_day, day).stop)
    federation[f.federation_player[moved]] = is_some(f)[f.federation_code[moved]]
    told = known_by(f.declared_day, day)
    numbers = calendar.numbers(f.declared_day[told])
    declared[f.declared_player[told]] = np.where(f.declared_active[told], -1, numbers)
    return Known(fixed(players.born, np.int32), fixed(federation, np.int32), fixed(declared, np.int32))


@rule("")
def unrated_reason(p: Any, at: At, peak: int, newest: int, pool: Any) -> int:
    """Why an unrated player has no rating; UNKNOWN for somebody nothing is known of."""
    if newest < 0:
        return FALLEN if peak > 0 else UNKNOWN
    games, opponents, score = pool_total(pool, newest, at.window_from)
    if games < p.first_games:
        return POOL_SMALL
    return POOL_LOW if high_enough(p, first_rating(p, games, opponents, score)) == 0 else NO_NEW_GAME


@rule("7.2.2")
def shown_active(p: Any, active: int, declared: int, last_game: int) -> int:
    """An office's declaration of inactivity holds beside what the lists tell, until it is resumed."""
    if declared < 0 or (p.read_declared != 0 and last_game > declared):
        return active
    return 0


@rule("")
def fill_rows(versions: Any, at: At, lists_a_year: int, known: Known, seen: Seen, pool: Any, rows: Row) -> None:
    """The rows of players."""
    p = versions[at.version]
    for player in range(len(seen.rating)):
        rating, games, peak = int(seen.rating[player]), int(seen.games[player]), int(seen.peak[player])
        if rating == 0:
            rows.reason[player] = unrated_reason(p, at, peak, int(seen.pool[player]), pool)
            continue
        rows.k[player] = k_by_case(p, rating, games, peak, int(known.born[player]), at.year)
        last, since = int(seen.last_game[player]), int(seen.since[player])
        active = is_active(p, at.number, at.year, last, last // lists_a_year, since, since // lists_a_year)
        rows.active[player] = shown_active(p, active, int(known.declared[player]), last)
        reason = is_published(p, rating)
        rows.reason[player] = reason if reason != RATED else is_member(int(known.federation[player]))


def rows_of(state: State, inputs: Inputs, versions: Any, calendar: Calendar, at: At) -> Listed:
    """Everybody with a rating or on the way to one, who is alive on the list date."""
    numbers = {name: fixed(state[name], np.int16) for name in PUBLISHED}
    cards = {name: fixed(state[name], np.int32) for name in ("last_game", "since", "pool")}
    known = known_on(inputs, inputs.players, calendar, at.day)
    count = len(numbers["rating"])
    rows = Row(np.zeros(count, np.int32), np.zeros(count, np.int8), np.full(count, UNKNOWN, np.int16))
    compiled(fill_rows)(versions, at, len(calendar.days), known, Seen(**numbers, **cards), pool_of(state), rows)
    player = np.flatnonzero((rows.reason != UNKNOWN) & (inputs.players.deceased > at.day))
    return Listed(
        player, state["rating"][player].astype(np.int64), state["on_list"][player].astype(np.int64),
        rows.k[player].astype(np.int64), rows.active[player] > 0, rows.reason[player] == RATED, rows.reason[player],
    )  # fmt: skip
