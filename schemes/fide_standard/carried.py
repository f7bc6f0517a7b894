"""Opening balances: ratings carried in from before the log, and an office's base corrections."""

from typing import Any, NamedTuple

import numpy as np

from schemes.arithmetic import half_up
from schemes.calendar import Calendar
from schemes.fide_standard.columns import GAMES, PEAK, RATING, At
from schemes.fide_standard.listing import has_fallen
from schemes.fide_standard.period import MOST_GAMES
from schemes.inputs import Column, Facts, fixed, known_by, made_once
from schemes.rule import rule

ESTABLISHED = 30  # games of one whose opening balance does not say how many
HIGHEST = 32000


class Carried(NamedTuple):
    """Carried-in ratings in the order of the lists they are for; −1 where something was not given."""

    list_number: Column
    player: Column
    rating_x100: Column
    games: Column
    peak_x100: Column
    first: Column  # 1 for a player's first one


@made_once
def carried_from(facts: Facts, calendar: Calendar, first: int) -> Carried:
    """The carried-in ratings for lists from `first` on, each for the first list dated on or after its day."""
    wanted = slice(known_by(facts.carried_day, calendar.date(first - 1).toordinal()).stop, None)
    numbers = calendar.numbers(facts.carried_day[wanted].astype(np.int64) - 1) + 1
    order = np.argsort(numbers, kind="stable")
    player = facts.carried_player[wanted]
    begins = np.zeros(len(numbers), np.int8)
    if len(player):
        begins[np.unique(player, return_index=True)[1]] = 1
        earlier = np.zeros(int(facts.carried_player.max()) + 1, np.bool_)
        earlier[facts.carried_player[: wanted.start]] = True
        begins[earlier[player]] = 0
    return Carried(
        fixed(numbers[order], np.int32), fixed(player[order], np.int32),
        fixed(facts.carried_rating_x100[wanted][order], np.int64), fixed(facts.carried_games[wanted][order], np.int32),
        fixed(facts.carried_peak_x100[wanted][order], np.int64), fixed(begins[order], np.int8),
    )  # fmt: skip


@rule("7.1")
def carry_in(
    p: Any, at: At, rating_x100: int, games: int, peak_x100: int, first: int, player: int, newest: Column, card: Any
) -> int:
    """The rating on its list, in place of rating and pool; below the floor that is unrated."""
    rating = min(half_up(rating_x100, 100), HIGHEST)
    card.pool = -1
    if games < 0:
        games = ESTABLISHED if first > 0 else int(newest[GAMES, player])
    peak = int(newest[PEAK, player]) if peak_x100 < 0 else min(half_up(peak_x100, 100), HIGHEST)
    newest[PEAK, player] = max(peak, rating)
    if has_fallen(p, rating) > 0:
        newest[RATING, player] = 0
        newest[GAMES, player] = 0
        return 0
    if newest[RATING, player] == 0:
        card.since = at.number
    card.first_event = 0
    newest[RATING, player] = rating
    newest[GAMES, player] = min(games, MOST_GAMES)
    return rating


@rule("")
def carry_all(versions: Any, at: At, carried: Carried, begin: int, end: int, newest: Column, cards: Any) -> None:
    """All carried-in ratings of a list, in log order."""
    p = versions[at.version]
    for i in range(begin, end):
        player = int(carried.player[i])
        carry_in(
            p, at, int(carried.rating_x100[i]), int(carried.games[i]), int(carried.peak_x100[i]),
            int(carried.first[i]), player, newest, cards[player],
        )  # fmt: skip
