"""Articles 7.1.2, 7.2.2 and 10: the rows of a list that a state stands for."""

from typing import Any, NamedTuple

import numpy as np

from schemes.calendar import Calendar
from schemes.fide_standard.change import k_by_case
from schemes.fide_standard.columns import At
from schemes.fide_standard.first_rating import first_rating, high_enough
from schemes.fide_standard.listing import (
    MEMBER,
    NO_MEMBER,
    SUSPENDED_MEMBER,
    is_active,
    is_member,
    is_published,
    shown_active,
)
from schemes.fide_standard.period import pool_total
from schemes.fide_standard.reasons import ENDED, FALLEN, NO_NEW_GAME, POOL_LOW, POOL_SMALL, RATED
from schemes.fide_standard.state import PUBLISHED, pool_of
from schemes.inputs import RATING_ENDED, Column, Facts, Inputs, Players, fixed, known_by, made_once
from schemes.rule import compiled, rule
from schemes.scheme import Listed, State

UNKNOWN = -1  # nothing to show


class Known(NamedTuple):
    """What is known of players on the list date."""

    born: Column
    federation: Column  # NO_MEMBER, MEMBER, SUSPENDED_MEMBER
    declared: Column  # the list in force when inactivity was declared that stands, −1 none
    ended: Column  # 1 if the rating ended and no other was carried in since


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


def federations_on(facts: Facts, day: int) -> Column:
    """What each federation, by its code, is on a day; the last row is for players without one."""
    member = np.array([NO_MEMBER if name == "" else MEMBER for name in (*facts.federations, "")], np.int32)
    told = known_by(facts.suspension_day, day)
    for code, begins in zip(facts.suspension_code[told].tolist(), facts.suspension_begins[told].tolist(), strict=True):
        member[code] = SUSPENDED_MEMBER if begins else MEMBER
    return member


@made_once
def registered(facts: Facts, players: int) -> Column:
    """The code of each player's federation at registration; −1 for none."""
    federation = np.full(players, -1, np.int16)
    told = known_by(facts.federation_day, 0)
    federation[facts.federation_player[told]] = facts.federation_code[told]
    return federation


def known_on(inputs: Inputs, players: Players, calendar: Calendar, day: int) -> Known:
    """What is known on a day; rows are in the order of their days, so that the last one holds."""
    f, count = inputs.facts, len(players)
    federation, declared, ended = registered(f, count).copy(), np.full(count, -1, np.int32), np.zeros(count, np.int8)
    moved = slice(known_by(f.federation_day, 0).stop, known_by(f.federation_day, day).stop)
    federation[f.federation_player[moved]] = f.federation_code[moved]
    told = known_by(f.declared_day, day)
    numbers = calendar.numbers(f.declared_day[told])
    declared[f.declared_player[told]] = np.where(f.declared_active[told], -1, numbers)
    carried = known_by(f.carried_day, day)
    ended[f.carried_player[carried]] = f.carried_rating_x100[carried] == RATING_ENDED
    return Known(
        fixed(players.born, np.int32), fixed(federations_on(f, day)[federation], np.int32),
        fixed(declared, np.int32), fixed(ended, np.int8),
    )  # fmt: skip


@rule("")
def unrated_reason(p: Any, at: At, was_rated: bool, ended: int, newest: int, pool: Any) -> int:
    """Why an unrated player has no rating; UNKNOWN for somebody nothing is known of."""
    if newest < 0:
        if ended > 0:
            return ENDED
        return FALLEN if was_rated else UNKNOWN
    games, opponents, score = pool_total(pool, newest, at.window_from)
    if games < p.first_games:
        return POOL_SMALL
    return POOL_LOW if high_enough(p, first_rating(p, games, opponents, score)) == 0 else NO_NEW_GAME


@rule("")
def fill_rows(versions: Any, at: At, lists_a_year: int, known: Known, seen: Seen, pool: Any, rows: Row) -> None:
    """The rows of players."""
    p = versions[at.version]
    for player in range(len(seen.rating)):
        rating, games, peak = int(seen.rating[player]), int(seen.games[player]), int(seen.peak[player])
        if rating == 0:
            was_rated = peak > 0 or seen.since[player] > 0
            rows.reason[player] = unrated_reason(p, at, was_rated, known.ended[player], int(seen.pool[player]), pool)
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
