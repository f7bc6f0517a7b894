"""The loop over tournaments, in the order of their last days: who is in one, what became of its games, new ratings."""

from typing import Any, NamedTuple

from schemes.drivers.in_sequence.articles import (
    expectation,
    next_rating,
    note_carried,
    note_rated,
    value_players,
)
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import loop
from schemes.kernels.causes import CARRIED, CHANGE, ENDED, EXPECTED, FIRST, GAMES, MET
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.kernels.fixed_point import ONE
from schemes.kernels.inputs import RATING_ENDED, Column
from schemes.rating.articles import is_counted
from schemes.rating.reasons import FORFEIT, GATHERED, NO_RATING, OPPONENT_UNRATED, RATED
from schemes.rating.results import score_of
from schemes.rating.settling import carry_in, note

# What the record of a player says, too; `since` and `last_game` are days.
KEPT = {"pool": -1}  # the newest game kept, −1 none
WORKING = (
    "entered", "stage",
    "value",  # the rating that counts for the opponents
    "own", "moves",  # the number that moves until its expectation is the score, and whether it does
    "played", "score", "opponents", "expected",
)  # fmt: skip
# Players with a rating are established. A first rating comes from games against those, or (second stage) against
# players who get one in the first stage.
UNRATED, ESTABLISHED, FIRST_STAGE, SECOND_STAGE = range(4)
CARRIES, EVALUATES = range(2)  # kinds of events, in the order of a day


class Seen(NamedTuple):
    """What happened."""

    # day, year, oldest (day of a kept game that counts), version, games, games_end
    tournaments: Records
    games: Records  # first, second, result
    carried: Records  # day, version, player, rating_x100, games, peak_x100
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
    effects: Column  # by side of a game: see `Effects`; no rows if nobody asks


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
def evaluate(p: Fields, seen: Seen, sheets: Sheets, tournament: Fields, number: int) -> None:
    """One tournament as a whole."""
    enter(p, seen, sheets, tournament, number)
    value_players(p, seen, sheets, tournament)
    for at in range(sheets.present_count[0]):
        card = sheets.cards[sheets.present[at]]
        if card.stage == ESTABLISHED:
            card.own = card.rating
    sum_up(p, seen, sheets, tournament)
    judge(p, seen, sheets, tournament)
    conclude(p, sheets, tournament)
    if len(sheets.effects) > 0:
        note_effects(p, seen, sheets, tournament)


@loop
def enter(p: Fields, seen: Seen, sheets: Sheets, tournament: Fields, number: int) -> None:
    """List everybody who played a game; players with a rating are established."""
    sheets.present_count[0] = 0
    for row in range(tournament.games, tournament.games_end):
        if not is_counted(p, seen.games[row].result):
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
def add_kept(p: Fields, sheets: Sheets, card: Fields, oldest: int, expects: bool) -> None:
    """Add the games kept of an unrated player that are not too old to the sums."""
    at = card.pool
    while at >= 0 and sheets.kept[at].day >= oldest:
        add(card, sheets.kept[at].opponents, sheets.kept[at].score)
        if expects:
            card.expected += expectation(p, card.own, sheets.kept[at].opponents)
        at = sheets.kept[at].previous


@loop
def sum_up(p: Fields, seen: Seen, sheets: Sheets, tournament: Fields) -> None:
    """Sum up scores and expectations of everybody who has or gets a rating, in games against each other."""
    clear(sheets)
    for row in range(tournament.games, tournament.games_end):
        if not is_counted(p, seen.games[row].result):
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
def judge(p: Fields, seen: Seen, sheets: Sheets, tournament: Fields) -> None:
    """Write down what became of each game, for both sides; games of players who get no rating are kept."""
    for row in range(tournament.games, tournament.games_end):
        for side in range(2):
            player, opponent = sides(seen, row, side)
            card = sheets.cards[player]
            other = sheets.cards[opponent]
            if not is_counted(p, seen.games[row].result):
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
    """Keep a game against somebody who has a rating, or got one in the first stage."""
    at = sheets.kept_count[0]
    entry = sheets.kept[at]
    entry.opponents = opponent.rating if opponent.stage == ESTABLISHED else opponent.value
    entry.score = score_x100
    entry.day = day
    entry.previous = card.pool
    card.pool = at
    sheets.kept_count[0] = at + 1


@loop
def conclude(p: Fields, sheets: Sheets, tournament: Fields) -> None:
    """Give everybody present the new rating and index."""
    for at in range(sheets.present_count[0]):
        player = sheets.present[at]
        card = sheets.cards[player]
        if card.stage == UNRATED or card.played == 0:
            continue
        if card.stage == ESTABLISHED:
            new = next_rating(p, card, tournament.year)
        else:
            new = int(card.value)
        note(p, sheets.causes, player, GAMES if card.rating > 0 else FIRST, new - card.rating)
        card.rating = new
        card.peak = max(card.peak, new)
        card.pool = -1
        note_rated(p, card)
        card.games += card.played
        card.last_game = tournament.day
        if card.since == 0:
            card.since = tournament.day


@loop
def note_effects(p: Fields, seen: Seen, sheets: Sheets, tournament: Fields) -> None:
    """Write down with each rated game what was expected, and what the tournament changed for those with a rating."""
    for row in range(tournament.games, tournament.games_end):
        for side in range(2):
            player, opponent = sides(seen, row, side)
            card = sheets.cards[player]
            verdict_of_side = sheets.first[row] if side == 0 else sheets.second[row]
            if verdict_of_side != RATED:
                continue
            effect = sheets.effects[2 * row + side]
            met = sheets.cards[opponent].value
            effect[MET] = met
            effect[EXPECTED] = half_away_from_zero(expectation(p, card.own, met), ONE // 100)
            if card.stage == ESTABLISHED:
                effect[CHANGE] = p.worth * (card.rating - card.own)


@loop
def carry(p: Fields, fact: Fields, sheets: Sheets) -> None:
    """Carry in a rating, or end one: it replaces what was."""
    card = sheets.cards[fact.player]
    before = int(card.rating)
    card.pool = -1
    carry_in(p, fact, card)
    note_carried(p, card, before)
    why = ENDED if fact.rating_x100 == RATING_ENDED else CARRIED
    note(p, sheets.causes, fact.player, why, card.rating - before)
