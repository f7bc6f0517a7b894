"""The loop over tournaments, in the order of their last days: who is in one, what became of its games, new ratings."""

from typing import Any, NamedTuple

from schemes.drivers.by_game.events import Events
from schemes.drivers.in_sequence.articles import (
    expectation,
    next_rating,
    note_carried,
    note_rated,
    value_players,
)
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import loop
from schemes.kernels.causes import CHANGE, EXPECTED, FIRST, GAMES, MET
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.kernels.fixed_point import ONE
from schemes.kernels.inputs import Column
from schemes.rating.articles import is_counted
from schemes.rating.reasons import FORFEIT, GATHERED, NO_RATING, OPPONENT_UNRATED, RATED
from schemes.rating.results import score_of
from schemes.rating.settling import carry_in as carry_rating
from schemes.rating.settling import note

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


class Sheets(NamedTuple):
    """What the loops work on and write down."""

    players: Records
    last_year: Column  # these as in the book of the driver by game
    causes: Column
    kept: Records  # games of unrated players, an entry of their pools for each
    kept_count: Column  # one number
    present: Column  # the players of the tournament at hand
    present_count: Column  # one number
    first: Column  # verdicts on games
    second: Column
    effects: Column  # by side of a game: see `Effects`; no rows if nobody asks


@loop
def play_games(versions: Any, events: Events, sheets: Sheets, begin: int, end: int) -> None:
    """The tournaments with these games, one after the other."""
    at = begin
    while at < end:
        number = events.games[at].tournament
        tournament = events.tournaments[number]
        evaluate(versions[tournament.version], events, sheets, tournament, number)
        at = tournament.games_end


@loop
def evaluate(p: Fields, events: Events, sheets: Sheets, tournament: Fields, number: int) -> None:
    """One tournament as a whole."""
    enter(p, events, sheets, tournament, number)
    value_players(p, events, sheets, tournament)
    for at in range(sheets.present_count[0]):
        card = sheets.players[sheets.present[at]]
        if card.stage == ESTABLISHED:
            card.own = card.rating
    sum_up(p, events, sheets, tournament)
    judge(p, events, sheets, tournament)
    conclude(p, sheets, tournament)
    if len(sheets.effects) > 0:
        note_effects(p, events, sheets, tournament)


@loop
def enter(p: Fields, events: Events, sheets: Sheets, tournament: Fields, number: int) -> None:
    """List everybody who played a game; players with a rating are established."""
    sheets.present_count[0] = 0
    for row in range(tournament.games, tournament.games_end):
        if not is_counted(p, events.games[row].result):
            continue
        for player in (events.games[row].first, events.games[row].second):
            card = sheets.players[player]
            if card.entered != number + 1:
                sheets.present[sheets.present_count[0]] = player
                sheets.present_count[0] += 1
                card.entered = number + 1
                card.stage = ESTABLISHED if card.rating > 0 else UNRATED
                card.value = card.rating
                card.own = card.rating
                card.moves = 0


@loop
def sides(events: Events, row: int, side: int) -> tuple[int, int]:
    """The player of a side and the opponent."""
    first = events.games[row].first
    second = events.games[row].second
    if side == 0:
        return (first, second)
    return (second, first)


@loop
def clear(sheets: Sheets) -> None:
    """Set the sums of everybody present to zero."""
    for at in range(sheets.present_count[0]):
        card = sheets.players[sheets.present[at]]
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
def sum_up(p: Fields, events: Events, sheets: Sheets, tournament: Fields) -> None:
    """Sum up scores and expectations of everybody who has or gets a rating, in games against each other."""
    clear(sheets)
    for row in range(tournament.games, tournament.games_end):
        if not is_counted(p, events.games[row].result):
            continue
        for side in range(2):
            player, opponent = sides(events, row, side)
            card = sheets.players[player]
            other = sheets.players[opponent]
            if card.stage != UNRATED and other.stage != UNRATED:
                add(card, other.value, score_of(events.games[row].result, side == 0))
                card.expected += expectation(p, card.own, other.value)
    for at in range(sheets.present_count[0]):
        card = sheets.players[sheets.present[at]]
        if card.stage >= FIRST_STAGE:
            add_kept(p, sheets, card, tournament.oldest, True)


@loop
def judge(p: Fields, events: Events, sheets: Sheets, tournament: Fields) -> None:
    """Write down what became of each game, for both sides; games of players who get no rating are kept."""
    for row in range(tournament.games, tournament.games_end):
        for side in range(2):
            player, opponent = sides(events, row, side)
            card = sheets.players[player]
            other = sheets.players[opponent]
            if not is_counted(p, events.games[row].result):
                code = FORFEIT
            else:
                code = verdict(card.stage, other.stage)
            if side == 0:
                sheets.first[events.games[row].row] = code
            else:
                sheets.second[events.games[row].row] = code
            if code == GATHERED:
                keep(
                    sheets,
                    card,
                    other,
                    score_of(events.games[row].result, side == 0),
                    tournament.day,
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
        card = sheets.players[player]
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
def note_effects(p: Fields, events: Events, sheets: Sheets, tournament: Fields) -> None:
    """Write down with each rated game what was expected, and what the tournament changed for those with a rating."""
    for row in range(tournament.games, tournament.games_end):
        game = events.games[row].row
        for side in range(2):
            player, opponent = sides(events, row, side)
            card = sheets.players[player]
            if (sheets.first if side == 0 else sheets.second)[game] != RATED:
                continue
            effect = sheets.effects[2 * game + side]
            met = sheets.players[opponent].value
            effect[MET] = met
            effect[EXPECTED] = half_away_from_zero(expectation(p, card.own, met), ONE // 100)
            if card.stage == ESTABLISHED:
                effect[CHANGE] = p.worth * (card.rating - card.own)


@loop
def carry_in(p: Fields, fact: Fields, card: Fields) -> None:
    """A rating that is carried in or ended takes the place of kept games, too."""
    before = int(card.rating)
    card.pool = -1
    carry_rating(p, fact, card)
    note_carried(p, card, before)
