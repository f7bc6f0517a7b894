"""The evaluation of a tournament: who is in it, newcomers, exceptional performances, new ratings."""

from typing import Any, NamedTuple

import numpy as np

from schemes.dwz.articles import (
    age,
    coefficient,
    expectation,
    factor_x100,
    first_rating,
    has_enough_games,
    is_exceptional,
    is_full,
    iteration_begins,
    iteration_step,
    not_below_least,
    performance_begins,
    rating_by_coefficient,
    rating_by_factor,
)
from schemes.dwz.parameters import Numbers
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import loop
from schemes.kernels.causes import CARRIED, ENDED, FIRST, GAMES
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.kernels.fixed_point import ONE
from schemes.kernels.inputs import RATING_ENDED, Column
from schemes.rating.reasons import FORFEIT, GATHERED, NO_RATING, OPPONENT_UNRATED, RATED
from schemes.rating.results import HALF, is_forfeit, score_of
from schemes.rating.settling import note

OF_STATE = {
    "rating": 0,
    "index": 0,
    "elsewhere": 0,
    "games": 0,
    "pool": -1,
}  # of each player, and of a new one
CARD = np.dtype(  # a player: what the state knows, and what an evaluation works out
    [(name, np.int64) for name in (
        *OF_STATE,  # rating 0: none; elsewhere: the rating is not a DWZ; pool: the newest game kept, −1 none
        "born", "sex", "entered", "stage",
        "value",  # the rating that counts for the opponents
        "own", "moves",  # the number that moves until its expectation is the score, and whether it does
        "played", "score", "opponents", "expected", "new",
    )]
)  # fmt: skip
UNRATED, ESTABLISHED, FIRST_STAGE, SECOND_STAGE = range(4)
CARRIES, EVALUATES = range(2)  # kinds of events, in the order of a day
MOST_ROUNDS = 1000


class Seen(NamedTuple):
    """What happened."""

    # day, year, oldest (day of a kept game that counts), version, games, games_end
    tournaments: Records
    games: Records  # first, second, result
    carried: Records  # version, player, rating_x100, games
    events: Records  # day, kind, at: what acts, in order


class Sheets(NamedTuple):
    """What the loops work on and write down."""

    cards: Records  # one per player
    kept: Records  # games of unrated players, an entry of their pools for each
    kept_count: Column  # one number
    present: Column  # the players of the tournament at hand
    present_count: Column  # one number
    first: Column  # verdicts on games
    second: Column
    causes: Column


@loop
def play(versions: Any, seen: Seen, sheets: Sheets, begin: int, end: int) -> None:
    """Let the events from one to another act on the ratings."""
    for number in range(begin, end):
        event = seen.events[number]
        if event.kind == EVALUATES:
            tournament = seen.tournaments[event.at]
            evaluate(versions[tournament.version], seen, sheets, tournament, event.at)
        else:
            fact = seen.carried[event.at]
            carry(versions[fact.version], fact, sheets)


@loop
def evaluate(p: Numbers, seen: Seen, sheets: Sheets, tournament: Fields, number: int) -> None:
    """One tournament as a whole (2.2.2)."""
    enter(seen, sheets, tournament, number)
    rate_newcomers(p, seen, sheets, tournament)
    if find_exceptions(p, seen, sheets, tournament):
        rate_newcomers(p, seen, sheets, tournament)  # with their performances (3.6.3)
    for at in range(sheets.present_count[0]):
        card = sheets.cards[sheets.present[at]]
        if card.stage == ESTABLISHED:
            card.own = card.rating
    sum_up(p, seen, sheets, tournament)
    judge(seen, sheets, tournament)
    conclude(p, sheets, tournament)


@loop
def enter(seen: Seen, sheets: Sheets, tournament: Fields, number: int) -> None:
    """List everybody who played a game; players with a rating are established."""
    sheets.present_count[0] = 0
    for row in range(tournament.games, tournament.games_end):
        if is_forfeit(seen.games[row].result):
            continue
        for player in (seen.games[row].first, seen.games[row].second):
            card = sheets.cards[player]
            if card.entered != number + 1:
                sheets.present[sheets.present_count[0]] = player
                sheets.present_count[0] += 1
                card.entered = number + 1
                card.stage = ESTABLISHED if card.rating > 0 else UNRATED
                card.value = card.rating
                card.own = card.rating
                card.moves = 0


@loop
def rate_newcomers(p: Numbers, seen: Seen, sheets: Sheets, tournament: Fields) -> None:
    """Give first ratings: both stages are chosen, all newcomers moved together, low ratings lifted (3.4)."""
    for at in range(sheets.present_count[0]):
        card = sheets.cards[sheets.present[at]]
        card.moves = 0
        if card.rating == 0:
            card.stage = UNRATED
    found = choose(p, seen, sheets, tournament, FIRST_STAGE) + choose(
        p, seen, sheets, tournament, SECOND_STAGE
    )
    if found == 0:
        return
    settle(p, seen, sheets, tournament)
    for at in range(sheets.present_count[0]):
        card = sheets.cards[sheets.present[at]]
        card.moves = 0
        if card.stage >= FIRST_STAGE:
            card.value = first_rating(p, card.own)


@loop
def choose(p: Numbers, seen: Seen, sheets: Sheets, tournament: Fields, stage: int) -> int:
    """Choose the newcomers of a stage: unrated players with enough games against the stages before. How many."""
    clear(sheets)
    for row in range(tournament.games, tournament.games_end):
        if is_forfeit(seen.games[row].result):
            continue
        for side in range(2):
            player, opponent = sides(seen, row, side)
            if (
                sheets.cards[player].stage == UNRATED
                and UNRATED < sheets.cards[opponent].stage < stage
            ):
                add(
                    sheets.cards[player],
                    sheets.cards[opponent].value,
                    score_of(seen.games[row].result, side == 0),
                )
    found = 0
    for at in range(sheets.present_count[0]):
        card = sheets.cards[sheets.present[at]]
        if card.stage != UNRATED:
            continue
        add_kept(p, sheets, card, tournament.oldest, False)
        if has_enough_games(p, card.played, card.score):
            card.own = iteration_begins(p, card.opponents, card.played, card.score)
            card.stage = stage
            card.moves = 1
            found += 1
    for at in range(sheets.present_count[0]):
        card = sheets.cards[sheets.present[at]]
        if card.stage == stage:
            card.value = card.own
    return found


@loop
def sides(seen: Seen, row: int, side: int) -> tuple[int, int]:
    """The player of a side and the opponent."""
    first = seen.games[row].first
    second = seen.games[row].second
    if side == 0:
        return (first, second)
    return (second, first)


@loop
def clear(sheets: Sheets) -> None:
    """Set the sums of everybody present to zero."""
    for at in range(sheets.present_count[0]):
        card = sheets.cards[sheets.present[at]]
        card.played, card.score, card.opponents, card.expected = 0, 0, 0, 0


@loop
def add(card: Fields, opponent: int, score_x100: int) -> None:
    """Add a game against an opponent of this rating to a player's sums."""
    card.played += 1
    card.score += score_x100
    card.opponents += opponent


@loop
def add_kept(p: Numbers, sheets: Sheets, card: Fields, oldest: int, expects: bool) -> None:
    """Add the games kept of an unrated player that are not too old (4.1.1) to the sums."""
    at = card.pool
    while at >= 0 and sheets.kept[at].day >= oldest:
        add(card, sheets.kept[at].opponents, sheets.kept[at].score)
        if expects:
            card.expected += expectation(p, card.own, sheets.kept[at].opponents)
        at = sheets.kept[at].previous


@loop
def sum_up(p: Numbers, seen: Seen, sheets: Sheets, tournament: Fields) -> None:
    """Sum up scores and expectations of everybody who has or gets a rating, in games against each other."""
    clear(sheets)
    for row in range(tournament.games, tournament.games_end):
        if is_forfeit(seen.games[row].result):
            continue
        for side in range(2):
            player, opponent = sides(seen, row, side)
            card = sheets.cards[player]
            other = sheets.cards[opponent]
            if card.stage != UNRATED and other.stage != UNRATED:
                add(card, other.value, score_of(seen.games[row].result, side == 0))
                card.expected += expectation(p, card.own, other.value)
    for at in range(sheets.present_count[0]):
        card = sheets.cards[sheets.present[at]]
        if card.stage >= FIRST_STAGE:
            add_kept(p, sheets, card, tournament.oldest, True)


@loop
def settle(p: Numbers, seen: Seen, sheets: Sheets, tournament: Fields) -> None:
    """Move all ratings that are looked for at once, by whole points, until each expectation is the score."""
    for _ in range(MOST_ROUNDS):
        sum_up(p, seen, sheets, tournament)
        moved = False
        for at in range(sheets.present_count[0]):
            card = sheets.cards[sheets.present[at]]
            if card.moves == 1:
                add_draw(p, card)
                step = iteration_step(p, card.played, card.score, card.expected)
                card.own += step
                moved = moved or step != 0
                if card.stage >= FIRST_STAGE:
                    card.value = card.own
        if not moved:
            break


@loop
def add_draw(p: Numbers, card: Fields) -> None:
    """Add a draw against the mean of the opponents, if the score is full and the rules say so (3.6.2)."""
    if is_full(p, card.played, card.score):
        mean = half_away_from_zero(card.opponents, card.played)
        card.expected += expectation(p, card.own, mean)
        add(card, mean, HALF)


@loop
def find_exceptions(p: Numbers, seen: Seen, sheets: Sheets, tournament: Fields) -> bool:
    """Whether somebody's performance is far above the rating: it counts for the opponents (3.6)."""
    sum_up(p, seen, sheets, tournament)
    for at in range(sheets.present_count[0]):
        card = sheets.cards[sheets.present[at]]
        if card.stage == ESTABLISHED and card.played >= p.performance_games:
            card.own = performance_begins(p, card.opponents, card.played, card.score)
            card.moves = (
                1
                if is_full(p, card.played, card.score) or 0 < card.score < 100 * card.played
                else 0
            )
    settle(p, seen, sheets, tournament)
    found = False
    for at in range(sheets.present_count[0]):
        card = sheets.cards[sheets.present[at]]
        card.moves = 0
        if card.stage == ESTABLISHED and is_exceptional(p, card.rating, card.own):
            card.value = card.own
            found = True
    return found


@loop
def judge(seen: Seen, sheets: Sheets, tournament: Fields) -> None:
    """Write down what became of each game, for both sides; games of players who get no rating are kept."""
    for row in range(tournament.games, tournament.games_end):
        for side in range(2):
            player, opponent = sides(seen, row, side)
            card = sheets.cards[player]
            other = sheets.cards[opponent]
            if is_forfeit(seen.games[row].result):
                code = FORFEIT
            else:
                code = verdict(card.stage, other.stage)
            if side == 0:
                sheets.first[row] = code
            else:
                sheets.second[row] = code
            if code == GATHERED:
                keep(
                    sheets, card, other, score_of(seen.games[row].result, side == 0), tournament.day
                )


@loop
def verdict(own: int, opponent: int) -> int:
    """What became of a game for a side."""
    if own != UNRATED:
        if opponent != UNRATED:
            return RATED
        return OPPONENT_UNRATED
    if opponent in (ESTABLISHED, FIRST_STAGE):
        return GATHERED
    return NO_RATING


@loop
def keep(sheets: Sheets, card: Fields, opponent: Fields, score_x100: int, day: int) -> None:
    """Keep a game against somebody who has a rating, or got it in the first stage (3.4.2)."""
    at = sheets.kept_count[0]
    entry = sheets.kept[at]
    entry.opponents = opponent.rating if opponent.stage == ESTABLISHED else opponent.value
    entry.score = score_x100
    entry.day = day
    entry.previous = card.pool
    card.pool = at
    sheets.kept_count[0] = at + 1


@loop
def conclude(p: Numbers, sheets: Sheets, tournament: Fields) -> None:
    """Give everybody present the new rating and index."""
    for at in range(sheets.present_count[0]):
        player = sheets.present[at]
        card = sheets.cards[player]
        if card.stage == UNRATED or card.played == 0:
            continue
        new = next_rating(p, card, tournament.year)
        note(p, sheets.causes, player, GAMES if card.rating > 0 else FIRST, new - card.rating)
        card.index = card.index + 1 if card.rating > 0 else 1
        card.rating = new
        card.elsewhere = 0
        card.pool = -1
        card.games += card.played


@loop
def next_rating(p: Numbers, card: Fields, year: int) -> int:
    """The rating after the tournament."""
    if card.stage != ESTABLISHED:
        return int(card.value)
    is_below = card.score * (ONE // 100) < card.expected
    index = p.index_counted if card.elsewhere == 1 else card.index
    years = age(card.born, year)
    if p.by_factor == 1:
        k = factor_x100(p, card.rating, years, index, is_below)
        return not_below_least(p, rating_by_factor(p, card.rating, k, card.score, card.expected))
    e = coefficient(p, card.rating, years, index, is_below)
    return not_below_least(
        p, rating_by_coefficient(p, card.rating, e, card.played, card.score, card.expected)
    )


@loop
def carry(p: Numbers, fact: Fields, sheets: Sheets) -> None:
    """Carry in a rating, or end one: it replaces what was; a first one has the index of a rating from elsewhere."""
    card = sheets.cards[fact.player]
    before = sheets.cards[fact.player].rating
    ended = fact.rating_x100 == RATING_ENDED
    card.rating = 0 if ended else max((fact.rating_x100 + 50) // 100, 1)
    card.pool = -1
    if ended:
        card.index, card.elsewhere = 0, 0
    elif before == 0:
        card.index = p.index_from_elsewhere
        card.elsewhere = 1 if p.read_carried_in == 1 else 0
    if ended or fact.games >= 0:
        card.games = 0 if ended else fact.games
    note(p, sheets.causes, fact.player, ENDED if ended else CARRIED, card.rating - before)
