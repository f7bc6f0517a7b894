"""Opening balances: ratings carried in from before the log, and an office's base corrections."""

from typing import Any

import numpy as np

from schemes.drivers.by_period.articles import appears_anew, carried_in, games_carried
from schemes.drivers.by_period.rating import MOST_GAMES
from schemes.drivers.by_period.tables import ListContext, Rating
from schemes.kernels.arithmetic import half_up
from schemes.kernels.articles import loop
from schemes.kernels.calendar import Calendar
from schemes.kernels.columns import Records, records
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import RATING_ENDED, Column, Facts, known_by, made_once

HIGHEST = 32000


@made_once
def carried_of(facts: Facts, calendar: Calendar, first: int) -> Records:
    """The carried-in ratings for lists from `first` on, each for the first list dated on or after its day, in order."""
    wanted = slice(known_by(facts.carried_day, calendar.date(first - 1).toordinal()).stop, None)
    number = calendar.numbers(facts.carried_day[wanted].astype(np.int64) - 1) + 1
    return records(
        number=number, player=facts.carried_player[wanted], rating_x100=facts.carried_rating_x100[wanted],
        games=facts.carried_games[wanted], peak_x100=facts.carried_peak_x100[wanted], is_first=_firsts(facts)[wanted],
    )[np.argsort(number, kind="stable")]  # fmt: skip


def _firsts(facts: Facts) -> Column:
    """For each carried-in rating, whether it is the player's first, or the first since the rating ended."""
    player = facts.carried_player
    order = np.argsort(facts.carried_player, kind="stable")
    follows = player[order][1:] == player[order][:-1]
    first = np.ones(len(player), np.bool_)
    first[order[1:]] = ~follows | (facts.carried_rating_x100[order][:-1] == RATING_ENDED)
    return first


@loop
def carry_all(
    versions: Any, context: ListContext, carried: Records, people: Records, work: Rating
) -> None:
    """All ratings of a list that were carried in or ended, in order; the highest rating follows the last of them."""
    p = versions[context.version]
    newest = work.history[context.number - context.base]
    before = work.history[context.number - 1 - context.base]
    for row in carried:
        take_back(before[row.player], newest[row.player], work.cards[row.player])
    for row in carried:
        carry_in(
            p, context, row, int(people[row.player].sex), newest[row.player], work.cards[row.player]
        )
    for row in carried:
        numbers = newest[row.player]
        numbers.peak = max(int(numbers.peak), int(numbers.rating))


@loop
def take_back(before: Any, numbers: Fields, card: Fields) -> None:
    """Undo a highest rating or a fall that games gave on a list where another rating is carried in.

    Neither was published.
    """
    numbers.peak = before.peak
    if before.rating > 0 and numbers.rating == 0:
        numbers.rating = before.rating
        numbers.games = min(int(before.games) + int(card.on_list), MOST_GAMES)


@loop
def carry_in(
    p: Fields, context: ListContext, row: Fields, sex: int, numbers: Fields, card: Fields
) -> None:
    """A rating carried in takes the place of rating and pool; one that ended leaves a player who begins anew."""
    card.pool = -1
    if row.rating_x100 == RATING_ENDED:
        numbers.rating, numbers.games, card.first_event = 0, 0, 0
        return
    rating = min(carried_in(p, int(row.rating_x100), sex), HIGHEST)
    games = games_carried(
        p, int(row.games), row.is_first > 0, card.on_record > 0, int(numbers.games)
    )
    if row.peak_x100 >= 0:
        numbers.peak = min(half_up(int(row.peak_x100), 100), HIGHEST)
    if numbers.rating == 0 or appears_anew(p):
        card.since = context.number
    numbers.rating, numbers.games = rating, min(games, MOST_GAMES) if rating > 0 else 0
    if rating > 0:
        card.first_event = 0
