"""Opening balances: ratings carried in from before the log, and an office's base corrections."""

from typing import Any

import numpy as np

from schemes.drivers.by_period.articles import appears_anew, carried_in, games_carried
from schemes.drivers.by_period.rating import MOST_GAMES
from schemes.drivers.by_period.tables import ListContext
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
    versions: Any, context: ListContext, carried: Records, players: Records, history: Records
) -> None:
    """All ratings of a list that were carried in or ended, in order; the highest rating follows the last of them."""
    p = versions[context.version]
    before = history[context.number - 1 - context.base]
    for row in carried:
        take_back(before[row.player], players[row.player])
    for row in carried:
        carry_in(p, context, row, players[row.player])
    for row in carried:
        player = players[row.player]
        player.peak = max(int(player.peak), int(player.rating))


@loop
def take_back(before: Any, player: Fields) -> None:
    """Undo a highest rating or a fall that games gave on a list where another rating is carried in.

    Neither was published.
    """
    player.peak = before.peak
    if before.rating > 0 and player.rating == 0:
        player.rating = before.rating
        player.games = min(int(before.games) + int(player.on_list), MOST_GAMES)


@loop
def carry_in(p: Fields, context: ListContext, row: Fields, player: Fields) -> None:
    """A rating carried in takes the place of rating and pool; one that ended leaves a player who begins anew."""
    player.pool = -1
    if row.rating_x100 == RATING_ENDED:
        player.rating, player.games, player.first_event = 0, 0, 0
        return
    rating = min(carried_in(p, int(row.rating_x100), int(player.sex)), HIGHEST)
    games = games_carried(
        p, int(row.games), row.is_first > 0, player.on_record > 0, int(player.games)
    )
    if row.peak_x100 >= 0:
        player.peak = min(half_up(int(row.peak_x100), 100), HIGHEST)
    if player.rating == 0 or appears_anew(p):
        player.since = context.number
    player.rating, player.games = rating, min(games, MOST_GAMES) if rating > 0 else 0
    if rating > 0:
        player.first_event = 0
