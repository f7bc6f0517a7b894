"""The second pass over a list: each player's rated games to a rating, every change booked under its cause.

The replay runs these loops compiled; `explain` runs `rate_player` traced, with the same arguments.
"""

from typing import Any

from schemes.kernels import causes as cause
from schemes.kernels.articles import loop
from schemes.kernels.by_period.articles import (
    change_in_event,
    enough_games,
    event_counts,
    first_rating,
    gain,
    games_on_first_list,
    games_with_first_rating,
    high_enough,
    k_from,
    k_of_player,
    k_within_limit,
    k_year,
    kept_rating,
    peak_after_fall,
    pooled_on,
    rating_from_elsewhere,
    ratings_from,
    rounded_change,
    rounded_in_event,
)
from schemes.kernels.by_period.elsewhere import rating_elsewhere
from schemes.kernels.by_period.judging import gather, judge
from schemes.kernels.by_period.reasons import POOL_LOW, POOL_SMALL, RATED
from schemes.kernels.by_period.tables import SCORED_ELSEWHERE, ListContext, Played, Rating, Span, Workspace
from schemes.kernels.columns import Records
from schemes.kernels.inputs import Column

MOST_GAMES = 32000  # a count of games goes no further
GAMES, ROUNDING, FIRST, FLOOR = cause.GAMES, cause.ROUNDING, cause.FIRST, cause.FLOOR


@loop
def rate_list(versions: Any, context: ListContext, order: Column, played: Played, work: Workspace) -> tuple[int, int]:
    """Judge the games of a list's tournaments, gather them by player and rate everybody; how many sides and players."""
    written, begin = judge(versions, context, order, played, work.judging), 0
    players = gather(work.judging.judged, written, work.rating.sides, work.place, work.touched)
    for i in range(players):
        player = work.touched[i]
        end = work.place[player]
        who = Span(player, played.people[player].born, begin, end)
        rate_player(versions, context, played.events, work.rating, who)
        work.place[player] = 0
        begin = end
    return written, players


@loop
def rate_player(versions: Any, context: ListContext, events: Records, work: Rating, who: Span) -> None:
    """A player's new rating on the list from the rated games gathered for it; 0 is unrated."""
    numbers, card = work.history[context.number - context.base, who.player], work.cards[who.player]
    p, causes = versions[context.version], min(who.player, len(work.causes) - 1)
    before, games = int(numbers.rating), who.end - who.begin
    if before == 0:
        before = begin_from_elsewhere(p, context, events[work.sides[who.begin].event], work, who.player)
        work.causes[causes, FIRST] += 100 * before
    if before == 0:
        added = pool_events(versions, context, events, work, who)
        if added > 0:
            card.on_list, card.last_game = added, context.number
            rate_first(p, context, work.pool, numbers, card)
            work.causes[causes, FIRST] += 100 * int(numbers.rating)
        return
    exact, change = period_change(versions, context, events, work.sides, work.history, who)
    card.on_list, card.last_game, card.on_record = games, context.number, 1
    settle(p, numbers, kept_rating(p, before + change), games)
    work.causes[causes, GAMES] += exact
    work.causes[causes, ROUNDING] += 100 * change - exact
    work.causes[causes, FLOOR] += 100 * (int(numbers.rating) - before - change)


@loop
def begin_from_elsewhere(p: Any, context: ListContext, event: Any, work: Rating, player: int) -> int:
    """Give an unrated player the rating of another scheme's list, at the start of the first event; 0: there is none.

    It counts as the rating on the list before this one, with no games so far.
    """
    rating = rating_from_elsewhere(p, rating_elsewhere(work.elsewhere, player, int(event.in_force)))
    if rating > 0:
        card = work.cards[player]
        card.pool, card.since, card.first_event = -1, context.number, 0
        for row in range(context.number - 1 - context.base, context.number + 1 - context.base):
            numbers = work.history[row, player]
            numbers.rating, numbers.games = rating, 0
            numbers.peak = max(int(numbers.peak), rating)
    return rating


# A rated player


@loop
def period_change(
    versions: Any, context: ListContext, events: Records, sides: Records, history: Records, who: Span
) -> tuple[int, int]:
    """The change over all tournaments of the list: in hundredths before rounding, and rounded."""
    exact, total, begin = 0, 0, who.begin
    while begin < who.end:
        end = event_end(sides, begin, who.end)
        event = events[sides[begin].event]
        p = versions[event.version]
        k = k_in_event(p, context, event, history, who, end - begin)
        own = own_row(history, who.player, ratings_from(p, int(event.in_force), context.number - 1), context)
        gains = sum_of_gains(p, int(history[own, who.player].rating), sides, begin, end)
        change = change_in_event(p, k, gains)
        exact += change
        total += rounded_in_event(p, change)
        begin = end
    return exact, rounded_change(versions[context.version], total)


@loop
def event_end(sides: Records, begin: int, end: int) -> int:
    """Where the games of an event end that begin at a place."""
    at = begin
    while at < end and sides[at].event == sides[begin].event:
        at += 1
    return at


@loop
def own_row(history: Records, player: int, number: int, context: ListContext) -> int:
    """The row with a player's own numbers of a list; who was unrated on it takes the list before this one."""
    row = number - context.base
    return row if history[row, player].rating > 0 else context.number - 1 - context.base


@loop
def k_in_event(p: Any, context: ListContext, event: Any, history: Records, who: Span, event_games: int) -> int:
    """K of a player in an event."""
    row = own_row(history, who.player, k_from(p, int(event.in_force), context.number - 1), context)
    own, year = history[row, who.player], k_year(p, int(event.year), context.year)
    k = k_of_player(p, int(own.rating), int(own.games), int(own.peak), int(who.born), year)
    return k_within_limit(p, k, int(who.end - who.begin), event_games)


@loop
def sum_of_gains(p: Any, own: int, sides: Records, begin: int, end: int) -> int:
    """What the games of an event give before K."""
    total = 0
    for i in range(begin, end):
        total += gain(p, own, int(sides[i].opponent), 50 * int(sides[i].score))
    return total


@loop
def settle(p: Any, numbers: Any, rating: int, games: int) -> None:
    """Write down a rated player's new rating; an unrated player begins anew."""
    if rating > 0:
        numbers.rating = rating
        numbers.games = min(int(numbers.games) + games, MOST_GAMES)
        numbers.peak = max(int(numbers.peak), rating)
    else:
        numbers.rating, numbers.games = 0, 0
        numbers.peak = peak_after_fall(p, int(numbers.peak))


# An unrated player


@loop
def pool_events(versions: Any, context: ListContext, events: Records, work: Rating, who: Span) -> int:
    """Add an unrated player's events of the list to the pool; the games added."""
    added, begin, sides, card = 0, who.begin, work.sides, work.cards[who.player]
    while begin < who.end:
        end = event_end(sides, begin, who.end)
        event = events[sides[begin].event]
        p = versions[event.version]
        opponents, score = sums(sides, begin, end)
        elsewhere = sides[begin].counts == SCORED_ELSEWHERE
        if event_counts(p, 50 * score, card.first_event == 0, elsewhere):
            entry = work.pool[work.pool_size[0]]
            entry.event = sides[begin].event
            entry.day = pooled_on(p, context.day, int(event.end))
            entry.games, entry.opponents, entry.score, entry.previous = end - begin, opponents, score, card.pool
            card.pool = work.pool_size[0]
            work.pool_size[0] += 1
            added += end - begin
        else:
            for i in range(begin, end):
                sides[i].counts = 0
        card.first_event = 1
        begin = end
    return added


@loop
def sums(sides: Records, begin: int, end: int) -> tuple[int, int]:
    """The opponents' ratings and the half points of some games."""
    opponents, score = 0, 0
    for i in range(begin, end):
        opponents += int(sides[i].opponent)
        score += int(sides[i].score)
    return opponents, score


@loop
def pool_total(pool: Records, newest: int, window_from: int) -> tuple[int, int, int]:
    """Games, sum of the opponents' ratings and half points of what counted after a day."""
    games, opponents, score = 0, 0, 0
    at = newest
    while at >= 0:
        entry = pool[at]
        if entry.day > window_from:
            games += int(entry.games)
            opponents += int(entry.opponents)
            score += int(entry.score)
        at = int(entry.previous)
    return games, opponents, score


@loop
def rating_from_pool(p: Any, pool: Records, newest: int, window_from: int) -> tuple[int, int, int]:
    """The games pooled, the rating they give (0: none), and why they give none."""
    games, opponents, score = pool_total(pool, newest, window_from)
    if games == 0 or not enough_games(p, games):
        return games, 0, POOL_SMALL
    rating = first_rating(p, games, opponents, 50 * score)
    if rating == 0:
        return games, 0, POOL_SMALL
    if not high_enough(p, rating):
        return games, 0, POOL_LOW
    return games, rating, RATED


@loop
def rate_first(p: Any, context: ListContext, pool: Records, numbers: Any, card: Any) -> None:
    """Give an unrated player a first rating if the pool is large and good enough."""
    games, rating, _ = rating_from_pool(p, pool, int(card.pool), context.window_from)
    if rating == 0:
        return
    numbers.rating = rating
    numbers.games = min(games_with_first_rating(p, games), MOST_GAMES)
    numbers.peak = max(int(numbers.peak), rating)
    card.on_list = games_on_first_list(p, int(card.on_list), games)
    card.since, card.pool, card.first_event, card.on_record = context.number, -1, 0, 1
