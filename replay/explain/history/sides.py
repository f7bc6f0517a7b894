"""What games changed, for one player or for everybody: the ratings they were rated with, what was expected, the change.

A change is known where K × (score − expected) over the rated games of a list is what the list books for games; so is
what was expected, where ratings move from game to game and not from list to list. What a tournament changed is known
there too, and where a list has games of no other and nothing else was booked.
"""

from decimal import Decimal

import numpy as np
from msgspec import Struct

from replay.explain.history.lines import ListLines
from replay.world.games import SeenGames
from schemes.kernels.causes import FIRST, GAMES
from schemes.kernels.inputs import BOTH_LOST, DRAW, FIRST_WINS, OUTCOMES, SECOND_WINS, Column

NOT_KNOWN = np.iinfo(np.int32).min
_SCORES_X2 = np.full((2, len(OUTCOMES)), -1, np.int8)  # of the second side and the first
_SCORES_X2[1, [FIRST_WINS, DRAW, SECOND_WINS, BOTH_LOST]] = 2, 1, 0, 0
_SCORES_X2[0, [FIRST_WINS, DRAW, SECOND_WINS, BOTH_LOST]] = 0, 1, 2, 0


class SeenChanges(Struct, frozen=True):
    """Games as their players saw them, with what they changed, in hundredths."""

    games: SeenGames
    rating: Column
    "Of the opponent, in units of the list; 0 for none."
    score_x2: Column
    "−1 where the game was not played."
    expected: Column
    "−1 where nothing is."
    change: Column
    tournament_change: Column
    "What the tournament of the game changed for the player; both `NOT_KNOWN` where it is not known."


def sides_of(lines: ListLines, player: int | None) -> SeenChanges:
    """The games of a player, or of everybody by player."""
    games = lines.games.seen(player)
    people = np.union1d(games.player, games.opponent)
    own = np.searchsorted(people, games.player)
    other = np.searchsorted(people, games.opponent)
    size = len(own)
    ratings = np.zeros((2, size), np.int32)
    k = np.zeros(size, np.int64)
    booked = np.zeros(size, np.int64)
    alone = np.zeros(size, np.bool_)
    for place, (shown, causes) in enumerate(lines.of_some(people)):
        used = np.flatnonzero(games.used == place)
        ratings[0, used] = shown[0, own[used]]
        ratings[1, used] = shown[0, other[used]]
        here = np.flatnonzero(games.at == place)
        k[here] = shown[2, own[here]]
        booked[here] = causes[own[here], GAMES]
        alone[here] = ~causes[own[here], FIRST:].any(axis=1)
    score_x2 = _SCORES_X2[games.is_first.astype(np.int8), games.result]
    is_rated = games.is_rated
    expected = _expected(lines, ratings)
    comparable = is_rated & (score_x2 >= 0) & (expected >= 0)
    change = np.where(comparable, k * (50 * score_x2.astype(np.int64) - expected), 0)

    by_list = _groups(games.player, games.at)
    sums = np.bincount(by_list, weights=np.where(is_rated, change, 0))[by_list]
    whole = np.bincount(by_list, weights=is_rated & ~comparable)[by_list] == 0
    adds_up = comparable & whole & (sums == booked)
    if (
        lines.world.scheme.any_day
    ):  # ratings move between lists: the list before is used where it adds up
        expected = np.where(adds_up, expected, -1)

    by_event = _groups(games.player, games.tournament)
    event_sums = np.bincount(by_event, weights=np.where(adds_up, change, 0))[by_event]
    event_known = np.bincount(by_event, weights=is_rated & ~adds_up)[by_event] == 0
    only = alone & _is_same(by_list, games.tournament, is_rated)
    only &= _is_same(by_event, games.at, is_rated)
    of_event = np.where(only, booked, NOT_KNOWN)
    return SeenChanges(
        games=games,
        rating=ratings[1],
        score_x2=score_x2,
        expected=expected,
        change=np.where(adds_up, change, NOT_KNOWN),
        tournament_change=np.where(event_known & is_rated, event_sums, of_event).astype(np.int64),
    )


def _groups(player: Column, other: Column) -> Column:
    """A number for each pair of a player and something else."""
    keys = player.astype(np.int64) << 32 | (other.astype(np.int64) + 1)
    groups: Column = np.unique(keys, return_inverse=True)[1]
    return groups


def _is_same(group: Column, value: Column, mask: Column) -> Column:
    """Whether all entries of a group have one value, of those in a mask."""
    one = np.full(group.max(initial=-1) + 1, -1, np.int64)
    one[group[mask]] = value[mask]
    same: Column = np.bincount(group, weights=mask & (value != one[group]))[group] == 0
    return same


def _expected(lines: ListLines, ratings: Column) -> Column:
    """What the ratings of both predict for a game, where the regulation says so."""
    shares = np.full(ratings.shape[1], -1, np.int64)
    both = np.flatnonzero((ratings[0] > 0) & (ratings[1] > 0))
    world = lines.world
    parameters = world.rules.versions[-1].parameters
    expected = world.scheme.expected(ratings[0, both], ratings[1, both], parameters)
    if expected is not None:
        shares[both] = expected
    return shares


def points(hundredths: int) -> Decimal | None:
    """Points with one decimal, or with two where one is not enough."""
    if hundredths == NOT_KNOWN:
        return None
    exact = Decimal(hundredths).scaleb(-2)
    shorter = exact.quantize(Decimal("0.1"))
    if shorter == exact:
        return shorter
    return exact
