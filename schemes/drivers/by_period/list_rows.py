"""The rows of the list that a state stands for."""

from typing import TYPE_CHECKING, Any

import numpy as np

from schemes.drivers.by_period.articles import declaration_holds, list_verdict
from schemes.drivers.by_period.rating import rating_from_pool
from schemes.drivers.by_period.replay import list_context
from schemes.drivers.by_period.state import PER_PLAYER, PUBLISHED, pool_of
from schemes.drivers.by_period.tables import CARD, NUMBERS, ListContext, table
from schemes.kernels.articles import loop
from schemes.kernels.columns import Records
from schemes.kernels.inputs import RATING_ENDED, Column, Facts, Inputs, known_by, made_once
from schemes.kernels.scheme import Given, Listed, State, Stop
from schemes.rating.articles import Player, is_active, k_of_player
from schemes.rating.held_titles import held_on, held_titles_of
from schemes.rating.reasons import ENDED, FALLEN, NO_NEW_GAME, RATED

if TYPE_CHECKING:
    from schemes.drivers.by_period.scheme import PeriodScheme

UNKNOWN = -1  # nothing to show
KNOWN = np.dtype(
    [
        (name, np.int32)
        for name in (
            "born",
            "sex",
            "federation",
            "declared",
            "ended",
            "titles",
            "k",
            "active",
            "reason",
        )
    ]
)
ROW = np.dtype(
    [(name, kind[name]) for kind in (NUMBERS, CARD, KNOWN) for name in kind.names or ()], align=True
)
NO_MEMBER, MEMBER, SUSPENDED_MEMBER = range(3)  # what a player's federation is on the list date


def listed(scheme: "PeriodScheme", given: Given, state: State, stop: Stop) -> Listed:
    """Everybody with a rating or on the way to one, who is alive on the list date."""
    context = list_context(scheme, given.rules, stop.number, 0)
    rows = rows_of(scheme, given, state, stop)
    work = scheme.at_work(given.rules, len(rows))
    work.loop(fill_rows)(work.versions, context, rows, pool_of(state))
    player = np.flatnonzero((rows.reason != UNKNOWN) & (given.inputs.players.deceased > stop.day))
    rating, on_list, k, games, active, reason = (
        rows[name][player] for name in ("rating", "on_list", "k", "games", "active", "reason")
    )
    wide = [np.asarray(column, np.int64) for column in (rating, on_list, k)]
    further = scheme.further_columns(given.rules, context.version, wide[0], games)
    return Listed(
        player,
        wide[0],
        wide[1],
        wide[2],
        active > 0,
        reason == RATED,
        np.asarray(reason, np.int16),
        further,
    )


def rows_of(scheme: "PeriodScheme", given: Given, state: State, stop: Stop) -> Records:
    """What is known of every player on the list date, and room for what the list shows."""
    numbers = {name: state[name] for name in (*PUBLISHED, *PER_PLAYER)}
    known = _known_on(given.inputs, stop.day)
    known["declared"] = np.where(
        known["declared"] < 0, -1, scheme.calendar(given.rules).numbers(known["declared"])
    )
    people = given.inputs.players
    titles = held_on(
        held_titles_of(given.inputs.facts, len(people), scheme.titles_that_count), stop.day
    )
    return table(
        ROW,
        len(people),
        **numbers,
        born=people.born,
        sex=people.sex,
        **known,
        titles=titles,
        reason=UNKNOWN,
    )


def _known_on(inputs: Inputs, day: int) -> dict[str, Column]:
    """Federation, standing declaration of inactivity (its day, −1 none) and end of rating, as known on a day.

    Facts are in the order of their days, so that the last one holds.
    """
    f = inputs.facts
    count = len(inputs.players)
    federation = _registered(f, count).copy()
    declared = np.full(count, -1, np.int64)
    ended = np.zeros(count, np.int8)
    moved = slice(known_by(f.federation_day, 0).stop, known_by(f.federation_day, day).stop)
    federation[f.federation_player[moved]] = f.federation_code[moved]
    told = known_by(f.declared_day, day)
    declared[f.declared_player[told]] = np.where(f.declared_active[told], -1, f.declared_day[told])
    carried = known_by(f.carried_day, day)
    ended[f.carried_player[carried]] = f.carried_rating_x100[carried] == RATING_ENDED
    return {"federation": _federations_on(f, day)[federation], "declared": declared, "ended": ended}


def _federations_on(facts: Facts, day: int) -> Column:
    """What each federation, by its code, is on a day; the last row is for players without one."""
    member = np.array(
        [NO_MEMBER if name == "" else MEMBER for name in (*facts.federations, "")], np.int32
    )
    told = known_by(facts.suspension_day, day)
    for code, begins in zip(
        facts.suspension_code[told].tolist(), facts.suspension_begins[told].tolist(), strict=True
    ):
        member[code] = SUSPENDED_MEMBER if begins else MEMBER
    return member


@made_once
def _registered(facts: Facts, players: int) -> Column:
    """The code of each player's federation at registration; −1 for none."""
    federation = np.full(players, -1, np.int16)
    told = known_by(facts.federation_day, 0)
    federation[facts.federation_player[told]] = facts.federation_code[told]
    return federation


@loop
def fill_rows(versions: Any, context: ListContext, rows: Records, pool: Records) -> None:
    """The rows of players."""
    p = versions[context.version]
    for row in rows:
        if row.rating > 0:
            fill_rated(p, context, row)
        elif row.pool >= 0:
            why = rating_from_pool(p, pool, int(row.pool), context.window_from)[2]
            row.reason = why if why != RATED else NO_NEW_GAME
        elif row.ended > 0:
            row.reason = ENDED
        elif row.peak > 0 or row.since > 0:
            row.reason = FALLEN


@loop
def fill_rated(p: Any, context: ListContext, row: Any) -> None:
    """The row of a rated player: K for a tournament that starts on the list date, and whether the player is active."""
    rating = int(row.rating)
    last = int(row.last_game)
    sex = int(row.sex)
    player = Player(rating, int(row.games), int(row.peak), int(row.born), sex, int(row.titles), 0)
    row.k = k_of_player(p, player, context.year)
    active = is_active(p, context.number, last, int(row.since))
    row.active = active and (row.declared < 0 or not declaration_holds(p, int(row.declared), last))
    row.reason = list_verdict(p, rating, sex, int(row.federation))
