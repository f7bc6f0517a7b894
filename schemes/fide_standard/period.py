"""The second pass over a list: each player's rated games to a rating. Loops over the rules of articles 7 and 8.

The replay runs these loops compiled; `explain` runs `rate_player` traced, with the same arguments.
"""

from typing import Any

from schemes.fide_standard.change import game_change, k_by_case, k_within_limit, rounded_change
from schemes.fide_standard.columns import GAMES, PEAK, RATING, SCORED_ELSEWHERE, At
from schemes.fide_standard.first_rating import enough_games, event_counts, first_rating, high_enough, in_window
from schemes.fide_standard.judging import ratings_row
from schemes.fide_standard.listing import has_fallen
from schemes.inputs import Column
from schemes.rule import rule

MOST_GAMES = 32000  # a count of games goes no further; it only matters below 30


@rule("")
def event_end(sides: Any, begin: int, end: int) -> int:
    """Where the games of an event end that begin at a place."""
    at = begin
    while at < end and sides[at].event == sides[begin].event:
        at += 1
    return at


@rule("8.3.3")
def k_list_row(p: Any, at: At, in_force: int) -> int:
    """The row of the history that gives K for a tournament."""
    return in_force - at.base if p.read_k_from == 0 else at.number - 1 - at.base


@rule("8.2.4")
def rated_row(history: Column, player: int, row: int, at: At) -> int:
    """The row to take a player's own numbers from: the list before if the player was unrated at the start."""
    return row if history[row, RATING, player] > 0 else at.number - 1 - at.base


@rule("8.3.2")
def event_change(
    p: Any, at: At, event: Any, sides: Any, begin: int, end: int, player: int, born: int, period_games: int,
    history: Column,
) -> int:  # fmt: skip
    """K times the sum of score less expectation; who was unrated at the start takes the list before (8.2.4)."""
    row = rated_row(history, player, ratings_row(p, at, int(event.in_force)), at)
    k_row = rated_row(history, player, k_list_row(p, at, int(event.in_force)), at)
    year = int(event.year) if p.read_k_year == 0 else at.year
    rating, games, peak = history[k_row, RATING, player], history[k_row, GAMES, player], history[k_row, PEAK, player]
    k = k_by_case(p, int(rating), int(games), int(peak), born, year)
    k = k_within_limit(p, k, period_games if p.read_limit_games == 0 else end - begin)
    own = int(history[row, RATING, player])
    change = 0
    for i in range(begin, end):
        change += game_change(p, own, int(sides[i].opponent), int(sides[i].score))
    return k * change


@rule("")
def period_change(
    versions: Any, at: At, events: Any, sides: Any, begin: int, end: int, player: int, born: int, history: Column
) -> int:
    """The change of a rated player over all tournaments of the list, rounded."""
    once = versions[at.version].read_rounding == 0
    total = 0
    i = begin
    while i < end:
        stop = event_end(sides, i, end)
        event = events[sides[i].event]
        change = event_change(versions[event.version], at, event, sides, i, stop, player, born, end - begin, history)
        total += change if once else 100 * rounded_change(change)
        i = stop
    return rounded_change(total)


@rule("")
def pool_event(p: Any, at: At, event: Any, sides: Any, begin: int, end: int, card: Any, entry: Any) -> int:
    """An entry of the pool for an unrated player's event; 0 if the event does not count (8.2.1)."""
    opponents, score = 0, 0
    for i in range(begin, end):
        opponents += int(sides[i].opponent)
        score += int(sides[i].score)
    elsewhere = 1 if sides[begin].counts == SCORED_ELSEWHERE else 0
    counts = event_counts(p, score, 1 - int(card.first_event), elsewhere)
    card.first_event = 1
    if counts > 0:
        entry.event = sides[begin].event
        entry.day = at.day if p.read_window == 0 else min(int(event.end), at.day)
        entry.games = end - begin
        entry.opponents = opponents
        entry.score = score
        entry.previous = card.pool
    return counts


@rule("")
def pool_events(
    versions: Any, at: At, events: Any, sides: Any, begin: int, end: int, card: Any, pool: Any, size: Column
) -> int:
    """Add an unrated player's events of the list to the pool; the games added."""
    added = 0
    i = begin
    while i < end:
        stop = event_end(sides, i, end)
        event = events[sides[i].event]
        if pool_event(versions[event.version], at, event, sides, i, stop, card, pool[size[0]]) > 0:
            card.pool = size[0]
            size[0] += 1
            added += stop - i
        else:
            for j in range(i, stop):
                sides[j].counts = 0
        i = stop
    return added


@rule("7.1.4")
def pool_total(pool: Any, newest: int, window_from: int) -> tuple[int, int, int]:
    """Games, sum of the opponents' ratings and half points of what is still pooled."""
    games, opponents, score = 0, 0, 0
    at = newest
    while at >= 0:
        entry = pool[at]
        if in_window(int(entry.day), window_from) > 0:
            games += int(entry.games)
            opponents += int(entry.opponents)
            score += int(entry.score)
        at = int(entry.previous)
    return games, opponents, score


@rule("")
def rate_first(p: Any, at: At, added: int, player: int, newest: Column, card: Any, pool: Any) -> int:
    """Give an unrated player a first rating if the pool is large and good enough; the rating, 0 for none."""
    games, opponents, score = pool_total(pool, int(card.pool), at.window_from)
    if enough_games(p, games, added) == 0:
        return 0
    rating = first_rating(p, games, opponents, score)
    if high_enough(p, rating) == 0:
        return 0
    newest[RATING, player] = rating
    newest[GAMES, player] = min(games, MOST_GAMES) if p.read_k_games == 0 else 0
    newest[PEAK, player] = max(int(newest[PEAK, player]), rating)
    card.since = at.number
    card.pool = -1
    card.first_event = 0
    card.on_record = 1
    if p.read_first_list_games != 0:
        card.on_list = games
    return rating


@rule("")
def rate_unrated(
    versions: Any, at: At, events: Any, sides: Any, begin: int, end: int, player: int,
    newest: Column, card: Any, pool: Any, size: Column,
) -> int:  # fmt: skip
    """What a list makes of an unrated player: pooled games, and a rating if they are enough."""
    added = pool_events(versions, at, events, sides, begin, end, card, pool, size)
    if added == 0:
        return 0
    card.on_list = added
    card.last_game = at.number
    return rate_first(versions[at.version], at, added, player, newest, card, pool)


@rule("")
def settle(p: Any, rating: int, games: int, player: int, newest: Column) -> int:
    """Write down a rated player's new rating; below the floor the player is unrated and begins anew."""
    if has_fallen(p, rating) > 0:
        newest[RATING, player] = 0
        newest[GAMES, player] = 0
        if p.read_k_peak != 0:
            newest[PEAK, player] = 0
        return 0
    newest[RATING, player] = rating
    newest[GAMES, player] = min(int(newest[GAMES, player]) + games, MOST_GAMES)
    newest[PEAK, player] = max(int(newest[PEAK, player]), rating)
    return rating


@rule("")
def rate_player(
    versions: Any, at: At, events: Any, sides: Any, begin: int, end: int, player: int, born: int,
    history: Column, newest: Column, card: Any, pool: Any, size: Column,
) -> int:  # fmt: skip
    """A player's new rating on the list from the rated games gathered for it; 0 is unrated."""
    before = int(history[at.number - 1 - at.base, RATING, player])
    if before == 0:
        return rate_unrated(versions, at, events, sides, begin, end, player, newest, card, pool, size)
    card.on_list = end - begin
    card.last_game = at.number
    card.on_record = 1
    change = period_change(versions, at, events, sides, begin, end, player, born, history)
    return settle(versions[at.version], before + change, end - begin, player, newest)


@rule("")
def rate_everybody(
    versions: Any, at: At, events: Any, people: Any, sides: Any, touched: Column, place: Column, history: Column,
    newest: Column, cards: Any, pool: Any, size: Column,
) -> None:  # fmt: skip
    """Rate the players with a rated game on the list, one after the other."""
    begin = 0
    for player in touched:
        end = int(place[player])
        rate_player(
            versions, at, events, sides, begin, end, int(player), int(people[player].born), history, newest,
            cards[player], pool, size,
        )  # fmt: skip
        begin = end
