"""The second pass over a list: each player's rated games to a rating, every change booked under its cause.

The replay runs these loops compiled; `explain` runs `rate_player` traced, with the same arguments.
"""

from typing import Any

from schemes.drivers.by_period.articles import (
    bonus_in_event,
    change_in_event,
    event_counts,
    expected_score,
    games_on_first_list,
    games_with_first_rating,
    k_from,
    k_within_limit,
    k_year,
    peak_after_fall,
    pooled_on,
    ratings_from,
    rounded_change,
    rounded_in_event,
)
from schemes.drivers.by_period.judging import begins_with, gather, judge
from schemes.drivers.by_period.tables import (
    SCORED_ELSEWHERE,
    ListContext,
    Played,
    Span,
    Workspace,
)
from schemes.kernels.articles import loop
from schemes.kernels.causes import ABSENCE, CHANGE, EXPECTED, FIRST, MET, TITLE
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import Column
from schemes.rating.articles import (
    Player,
    absence_deduction,
    gain,
    k_of_player,
    kept_rating,
    lifted,
    rating_in_game,
    rating_of_gathered,
)
from schemes.rating.held_titles import titles_on
from schemes.rating.settling import note, settled

MOST_GAMES = 32000  # a count of games goes no further


@loop
def rate_list(
    versions: Any, context: ListContext, order: Column, played: Played, work: Workspace
) -> tuple[int, int]:
    """Judge the games of a list's tournaments, gather them by player and rate everybody; how many sides and players."""
    written = judge(versions, context, order, played, work)
    begin = 0
    players = gather(work.judged, written, work.sides, work.place, work.touched)
    for i in range(players):
        player = work.touched[i]
        end = work.place[player]
        who = Span(player, begin, end)
        rate_player(versions, context, played, work, who)
        work.place[player] = 0
        begin = end
    return written, players


@loop
def rate_player(
    versions: Any, context: ListContext, played: Played, work: Workspace, who: Span
) -> None:
    """A player's new rating on the list from the rated games gathered for it; 0 is unrated."""
    player = played.players[who.player]
    p = versions[context.version]
    before = int(player.rating)
    games = who.end - who.begin
    if before == 0:
        before = begin(p, context, played, work, who)
        note(p, work.causes, who.player, FIRST, before)
    if before == 0:
        added = pool_events(versions, context, played, work, who)
        if added > 0:
            player.on_list = added
            player.last_game = context.number
            rate_first(p, context, work.pool, player)
            note(p, work.causes, who.player, FIRST, int(player.rating))
        return
    gains = period_change(versions, context, played, work.sides, work.history, work.effects, who)
    player.on_list = games
    player.last_game = context.number
    player.on_record = 1
    causes = work.causes[min(who.player, len(work.causes) - 1)]
    settle(p, player, settled(p, before, int(player.sex), gains, causes), games)


@loop
def begin(p: Fields, context: ListContext, played: Played, work: Workspace, who: Span) -> int:
    """Give an unrated player a rating that needs no games, at the start of the first event; 0: there is none.

    It counts as the rating on the list before this one, with no games so far.
    """
    event = played.events[work.sides[who.begin].event]
    rating = begins_with(p, event, played, work.elsewhere, who.player, int(event.in_force))
    if rating > 0:
        player = played.players[who.player]
        player.pool = -1
        player.since = context.number
        player.first_event = 0
        player.rating = rating
        player.games = 0
        player.peak = max(int(player.peak), rating)
        before = work.history[context.number - 1 - context.base, who.player]
        before.rating = rating
        before.games = 0
        before.peak = player.peak
    return rating


# A rated player


@loop
def period_change(
    versions: Any,
    context: ListContext,
    played: Played,
    sides: Records,
    history: Records,
    effects: Column,
    who: Span,
) -> tuple[int, int, int]:
    """The change over all tournaments of the list: of games and places in hundredths, and all of it rounded."""
    exact = 0
    bonus = 0
    total = 0
    at = who.begin
    events = played.events
    further = played.further
    has_titles = len(played.titles.day) > 0
    before = history[context.number - 1 - context.base, who.player]
    person = played.players[who.player]
    while at < who.end:
        number = sides[at].event
        begin = at
        event = events[number]
        p = versions[event.version]
        titles = titles_on(played.titles, who.player, int(event.start)) if has_titles else 0
        k_row = history[
            k_from(p, int(event.in_force), context.number - 1) - context.base, who.player
        ]
        row = history[
            ratings_from(p, int(event.in_force), context.number - 1) - context.base, who.player
        ]
        rating = int(row.rating) if row.rating > 0 else int(before.rating)
        k = k_in_event(p, context, event, k_row if k_row.rating > 0 else before, person, titles)
        gains = 0
        while at < who.end:
            side = sides[at]
            if side.event != number:
                break
            own = rating_in_game(p, further[side.game // 2], rating, side.game % 2 == 0)
            gained = gain(p, own, int(side.opponent), 50 * int(side.score))
            if len(effects) > 0:
                effect = effects[side.game]
                effect[MET] = side.opponent
                effect[EXPECTED] = expected_score(p, own, int(side.opponent))
                effect[CHANGE] = gained
            gains += gained
            at += 1
        k = k_within_limit(p, k, int(who.end - who.begin), at - begin)
        given = bonus_of(p, played, number, who.player, rating, k) if p.gives_bonus else 0
        change = change_in_event(p, k, gains)
        if len(effects) > 0:
            for place in range(begin, at):
                effect = effects[sides[place].game]
                effect[CHANGE] = change_in_event(p, k, effect[CHANGE])
        exact += change
        bonus += given
        total += rounded_in_event(p, change + given)
    return exact, bonus, rounded_change(versions[context.version], total)


@loop
def bonus_of(p: Fields, played: Played, number: int, player: int, rating: int, k: int) -> int:
    """What a player's place in a tournament gives, in hundredths; 0 for a player who is not ranked."""
    event = played.events[number]
    ranks = played.ranks
    for row in range(ranks.offset[number], ranks.offset[number + 1]):
        if ranks.player[row] == player:
            return bonus_in_event(
                p, int(ranks.rank[row]), event.national > 0, event.team > 0, rating, k
            )
    return 0


@loop
def event_end(sides: Records, begin: int, end: int) -> int:
    """Where the games of an event end that begin at a place."""
    at = begin
    while at < end and sides[at].event == sides[begin].event:
        at += 1
    return at


@loop
def k_in_event(
    p: Fields, context: ListContext, event: Fields, own: Fields, person: Fields, titles: int
) -> int:
    """K of a player with these numbers in an event, before the limit of K times games."""
    year = k_year(p, int(event.year), context.year)
    who: Any = Player(
        int(own.rating), int(own.games), int(own.peak), int(person.born), int(person.sex), titles, 0
    )
    return k_of_player(p, who, year)


@loop
def settle(p: Fields, player: Fields, rating: int, games: int) -> None:
    """Write down a rated player's new rating; an unrated player begins anew."""
    if rating > 0:
        player.rating = rating
        player.games = min(int(player.games) + games, MOST_GAMES)
        player.peak = max(int(player.peak), rating)
    else:
        player.rating, player.games = 0, 0
        player.peak = peak_after_fall(p, int(player.peak))


@loop
def deduct_all(
    p: Fields, a_year_ago: int, excused: Column, players: Records, causes: Column
) -> None:
    """On the first list of a year: what the year cost those who had no rated game in it, booked under its cause."""
    for number in range(len(players)):
        cost = deduct(p, players[number], a_year_ago, excused[number] > 0)
        note(p, causes, number, ABSENCE, -cost)


@loop
def deduct(p: Fields, player: Fields, a_year_ago: int, excused: bool) -> int:
    """What a year without a rated game costs a player who was rated before it."""
    before = int(player.rating)
    if before == 0 or excused or max(int(player.since), int(player.last_game)) > a_year_ago:
        return 0
    settle(p, player, kept_rating(p, before - absence_deduction(p, before), int(player.sex)), 0)
    return before - int(player.rating)


@loop
def lift_all(
    p: Fields, context: ListContext, awards: Records, played: Played, causes: Column
) -> None:
    """What the titles of a period make of ratings, in the order of their awards, booked under its cause."""
    for award in awards:
        change = lift(p, context, award, played, played.players[award.player])
        note(p, causes, award.player, TITLE, change)


@loop
def lift(p: Fields, context: ListContext, award: Fields, played: Played, player: Fields) -> int:
    """What a title adds to the rating of a player who holds it on the eve of the list."""
    before = int(player.rating)
    player.titles = titles_on(played.titles, award.player, context.day - 1)
    level = int(award.level)
    if before == 0 or player.titles & (1 << level) == 0:
        return 0
    player.rating = lifted(p, before, player, 1 << level, level, int(award.day))
    player.peak = max(int(player.peak), int(player.rating))
    return int(player.rating) - before


# An unrated player


@loop
def pool_events(
    versions: Any, context: ListContext, played: Played, work: Workspace, who: Span
) -> int:
    """Add an unrated player's events of the list to the pool; the games added."""
    added = 0
    begin = who.begin
    sides = work.sides
    player = played.players[who.player]
    while begin < who.end:
        end = event_end(sides, begin, who.end)
        event = played.events[sides[begin].event]
        p = versions[event.version]
        opponents, score = sums(sides, begin, end)
        elsewhere = sides[begin].counts == SCORED_ELSEWHERE
        if event_counts(p, 50 * score, player.first_event == 0, elsewhere):
            entry = work.pool[work.pool_size[0]]
            entry.event = sides[begin].event
            entry.day = pooled_on(p, context.day, int(event.end))
            entry.games = end - begin
            entry.opponents = opponents
            entry.score = score
            entry.previous = player.pool
            player.pool = work.pool_size[0]
            work.pool_size[0] += 1
            added += end - begin
        else:
            for i in range(begin, end):
                sides[i].counts = 0
        player.first_event = 1
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
def rating_from_pool(
    p: Fields, pool: Records, newest: int, window_from: int
) -> tuple[int, int, int]:
    """The games pooled, the rating they give (0: none), and why they give none."""
    games, opponents, score = pool_total(pool, newest, window_from)
    rating, why = rating_of_gathered(p, games, opponents, 50 * score)
    return games, rating, why


@loop
def rate_first(p: Fields, context: ListContext, pool: Records, player: Fields) -> None:
    """Give an unrated player a first rating if the pool is large and good enough."""
    games, rating, _ = rating_from_pool(p, pool, int(player.pool), context.window_from)
    if rating == 0:
        return
    player.rating = rating
    player.games = min(games_with_first_rating(p, games), MOST_GAMES)
    player.peak = max(int(player.peak), rating)
    player.on_list = games_on_first_list(p, int(player.on_list), games)
    player.since = context.number
    player.pool = -1
    player.first_event = 0
    player.on_record = 1
