"""Opening balances: ratings carried in from before the log, and an office's base corrections."""

from typing import Any, NamedTuple

import numpy as np

from schemes.arithmetic import half_up
from schemes.calendar import Calendar
from schemes.fide_standard.columns import GAMES, PEAK, RATING, At
from schemes.fide_standard.listing import has_fallen
from schemes.fide_standard.period import MOST_GAMES
from schemes.inputs import RATING_ENDED, Column, Facts, fixed, known_by, made_once
from schemes.rule import rule

ESTABLISHED = 30  # games of a player whose opening balance does not say how many
HIGHEST = 32000


class Carried(NamedTuple):
    """Carried-in ratings in the order of the lists they are for; −1 where something was not given."""

    list_number: Column
    player: Column
    rating_x100: Column  # RATING_ENDED: the rating ended
    games: Column
    peak_x100: Column
    first: Column  # 1 for a player's first one, or the first since the rating ended


@made_once
def carried_from(facts: Facts, calendar: Calendar, first: int) -> Carried:
    """The carried-in ratings for lists from `first` on, each for the first list dated on or after its day."""
    wanted = slice(known_by(facts.carried_day, calendar.date(first - 1).toordinal()).stop, None)
    numbers = calendar.numbers(facts.carried_day[wanted].astype(np.int64) - 1) + 1
    order = np.argsort(numbers, kind="stable")
    return Carried(
        fixed(numbers[order], np.int32), fixed(facts.carried_player[wanted][order], np.int32),
        fixed(facts.carried_rating_x100[wanted][order], np.int64), fixed(facts.carried_games[wanted][order], np.int32),
        fixed(facts.carried_peak_x100[wanted][order], np.int64), fixed(firsts(facts)[wanted][order], np.int8),
    )  # fmt: skip


def firsts(facts: Facts) -> Column:
    """For each carried-in rating, whether it is the player's first, or the first since the rating ended."""
    player, order = facts.carried_player, np.argsort(facts.carried_player, kind="stable")
    follows = player[order][1:] == player[order][:-1]
    first = np.ones(len(player), np.int8)
    first[order[1:]] = ~follows | (facts.carried_rating_x100[order][:-1] == RATING_ENDED)
    return first


@rule("7.1")
def end_rating(player: int, newest: Column, card: Any) -> int:
    """The office's list no longer carries the player: unrated, no pool, no games; the highest rating is kept."""
    newest[RATING, player] = 0
    newest[GAMES, player] = 0
    card.pool = -1
    card.first_event = 0
    return 0


@rule("8.3.3")
def games_on_record(games: int, first: int, on_record: int, own_count: int) -> int:
    """The games of a player whose rating is carried in: those given, else the log's own count. With a first rating and
    no rated game on record the player counts as established."""
    if games >= 0:
        return games
    return ESTABLISHED if first > 0 and on_record == 0 else own_count


@rule("")
def take_back(player: int, before: Column, newest: Column, card: Any) -> None:
    """Undo a highest rating or a fall that games gave on a list where another rating is carried in: neither was
    published."""
    newest[PEAK, player] = before[PEAK, player]
    if before[RATING, player] > 0 and newest[RATING, player] == 0:
        newest[RATING, player] = before[RATING, player]
        newest[GAMES, player] = min(int(before[GAMES, player]) + int(card.on_list), MOST_GAMES)


@rule("7.1")
def carry_in(
    p: Any, at: At, rating_x100: int, games: int, peak_x100: int, first: int, player: int, newest: Column, card: Any
) -> int:
    """The rating on its list, in place of rating and pool; below the floor that is unrated."""
    rating = min(half_up(rating_x100, 100), HIGHEST)
    card.pool = -1
    games = games_on_record(games, first, int(card.on_record), int(newest[GAMES, player]))
    if peak_x100 >= 0:
        newest[PEAK, player] = min(half_up(peak_x100, 100), HIGHEST)
    if newest[RATING, player] == 0 or p.read_carried_inactive == 0:
        card.since = at.number
    if has_fallen(p, rating) > 0:
        newest[RATING, player] = 0
        newest[GAMES, player] = 0
        return 0
    card.first_event = 0
    newest[RATING, player] = rating
    newest[GAMES, player] = min(games, MOST_GAMES)
    return rating


@rule("")
def carry_all(versions: Any, at: At, carried: Carried, begin: int, end: int, history: Column, cards: Any) -> None:
    """All ratings of a list that were carried in or ended, in order; the highest rating follows the last of them."""
    p, before, newest = versions[at.version], history[at.number - 1 - at.base], history[at.number - at.base]
    for i in range(begin, end):
        player = int(carried.player[i])
        take_back(player, before, newest, cards[player])
    for i in range(begin, end):
        player = int(carried.player[i])
        if carried.rating_x100[i] == RATING_ENDED:
            end_rating(player, newest, cards[player])
            continue
        carry_in(
            p, at, int(carried.rating_x100[i]), int(carried.games[i]), int(carried.peak_x100[i]),
            int(carried.first[i]), player, newest, cards[player],
        )  # fmt: skip
    for player in carried.player[begin:end]:
        newest[PEAK, player] = max(newest[PEAK, player], newest[RATING, player])
