"""The rows of the list that a state stands for."""

from typing import TYPE_CHECKING

import numpy as np

from schemes.drivers.by_period.rating import rating_from_pool
from schemes.drivers.by_period.replay import list_context
from schemes.kernels.articles import loop
from schemes.kernels.columns import Records, records
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import RATING_ENDED, Column, known_by
from schemes.kernels.scheme import Given, Listed, State, Stop
from schemes.rating.held_titles import held_on, held_titles_of
from schemes.rating.listing import NOTHING
from schemes.rating.listing import listed as listed_players
from schemes.rating.pools import pool_of
from schemes.rating.reasons import ENDED, FALLEN, NO_NEW_GAME, RATED

if TYPE_CHECKING:
    from schemes.drivers.by_period.scheme import PeriodScheme

OF_STATE = ("rating", "games", "peak", "last_game", "since", "pool")


def listed(scheme: "PeriodScheme", given: Given, state: State, stop: Stop) -> Listed:
    """Everybody with a rating or on the way to one, who is alive on the list date."""
    context = list_context(scheme, given.rules, stop.number, 0)
    rows = _rows_of(scheme, given, state, stop)
    work = scheme.at_work(given.rules, len(rows))
    p = work.versions[context.version]
    work.loop(say_why)(p, context.window_from, rows, pool_of(state))
    return listed_players(scheme, given, stop, rows, state["on_list"], rows.why)


def _rows_of(scheme: "PeriodScheme", given: Given, state: State, stop: Stop) -> Records:
    """What is known of every player on the list date."""
    people = given.inputs.players
    facts = given.inputs.facts
    carried = known_by(facts.carried_day, stop.day)
    ended = np.zeros(len(people), np.int8)
    ended[facts.carried_player[carried]] = facts.carried_rating_x100[carried] == RATING_ENDED
    titles: Column = held_on(held_titles_of(facts, len(people), scheme.titles_that_count), stop.day)
    return records(
        **{name: state[name] for name in OF_STATE}, born=people.born, sex=people.sex, titles=titles,
        outside=np.zeros(len(people)), ended=ended, why=np.full(len(people), NOTHING),
    )  # fmt: skip


@loop
def say_why(p: Fields, window_from: int, rows: Records, pool: Records) -> None:
    """Why players have no rating, as far as there is something to say of them."""
    for row in rows:
        if row.rating > 0:
            row.why = RATED
        elif row.pool >= 0:
            why = rating_from_pool(p, pool, int(row.pool), window_from)[2]
            row.why = why if why != RATED else NO_NEW_GAME
        elif row.ended > 0:
            row.why = ENDED
        elif row.peak > 0 or row.since > 0:
            row.why = FALLEN
