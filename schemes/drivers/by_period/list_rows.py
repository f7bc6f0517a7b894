"""The rows of the list that a state stands for."""

from typing import TYPE_CHECKING

import numpy as np

from schemes.drivers.by_period.rating import rating_from_pool
from schemes.drivers.by_period.replay import list_context
from schemes.kernels.articles import loop
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import RATING_ENDED, Column, known_by
from schemes.kernels.scheme import Given, Listed, State, Stop
from schemes.rating.held_titles import held_on, held_titles_of
from schemes.rating.listing import NOTHING
from schemes.rating.listing import listed as listed_players
from schemes.rating.players import players_of
from schemes.rating.pools import pool_of
from schemes.rating.reasons import ENDED, FALLEN, NO_NEW_GAME, RATED

if TYPE_CHECKING:
    from schemes.drivers.by_period.scheme import PeriodScheme


def listed(scheme: "PeriodScheme", given: Given, state: State, stop: Stop) -> Listed:
    """Everybody with a rating or on the way to one, who is alive on the list date."""
    context = list_context(scheme, given.rules, stop.number, 0)
    rows = _rows_of(scheme, given, state, stop)
    work = scheme.at_work(given.rules, len(rows))
    p = work.versions[context.version]
    why = np.full(len(rows), NOTHING)
    work.loop(say_why)(p, context.window_from, rows, _ended(given, stop.day), pool_of(state), why)
    return listed_players(scheme, given, stop, rows, state["on_list"], why)


def _rows_of(scheme: "PeriodScheme", given: Given, state: State, stop: Stop) -> Records:
    """What is known of every player on the list date."""
    rows = players_of(scheme, state, given.inputs.players)
    titles = held_titles_of(given.inputs.facts, len(rows), scheme.titles_that_count)
    rows.titles = held_on(titles, stop.day)
    return rows


def _ended(given: Given, day: int) -> Column:
    """Whether the last that was carried in of each player is the end of a rating."""
    facts = given.inputs.facts
    carried = known_by(facts.carried_day, day)
    ended = np.zeros(len(given.inputs.players), np.bool_)
    ended[facts.carried_player[carried]] = facts.carried_rating_x100[carried] == RATING_ENDED
    return ended


@loop
def say_why(
    p: Fields, window_from: int, players: Records, ended: Column, pool: Records, why: Column
) -> None:
    """Why players have no rating, as far as there is something to say of them."""
    for number in range(len(players)):
        player = players[number]
        if player.rating > 0:
            why[number] = RATED
        elif player.pool >= 0:
            code = rating_from_pool(p, pool, int(player.pool), window_from)[2]
            why[number] = code if code != RATED else NO_NEW_GAME
        elif ended[number]:
            why[number] = ENDED
        elif player.peak > 0 or player.since > 0:
            why[number] = FALLEN
