"""What games changed: the ratings they were rated with, what was expected, the change.

The replay writes it down as it rates. Some regulations rate each game, some each tournament as a whole, some all games
of a period together: then a tournament's part is known where a list has games of no other and nothing else was booked.
"""

from decimal import Decimal

import numpy as np
from msgspec import Struct

from replay.explain.history.lines import ListLines
from replay.world.games import SeenGames
from schemes.kernels.causes import (
    BY_GAME,
    BY_NOTHING,
    BY_TOURNAMENT,
    CHANGE,
    EXPECTED,
    FIRST,
    GAMES,
    MET,
    NOT_KNOWN,
)
from schemes.kernels.inputs import BOTH_LOST, DRAW, FIRST_WINS, OUTCOMES, SECOND_WINS, Column
from schemes.kernels.scheme import Scheme

_SCORES_X2 = np.full((2, len(OUTCOMES)), -1, np.int8)  # of the second side and the first
_SCORES_X2[1, [FIRST_WINS, DRAW, SECOND_WINS, BOTH_LOST]] = 2, 1, 0, 0
_SCORES_X2[0, [FIRST_WINS, DRAW, SECOND_WINS, BOTH_LOST]] = 0, 1, 2, 0


class SeenChanges(Struct, frozen=True):
    """Games as their players saw them, with what they changed, in hundredths."""

    games: SeenGames
    rating: Column
    "Of the opponent on the list that the game looks back to, in units of the list; 0 for none."
    met: Column
    "Of the opponent as the game was rated; 0 where it was not."
    as_listed: Column
    "Whether the game was rated with the ratings of both players on that list."
    score_x2: Column
    "−1 where the game was not played."
    expected: Column
    "−1 where nothing is."
    change: Column
    tournament_change: Column
    "What the tournament of the game changed for the player; both `NOT_KNOWN` where it is not known."
    rated_by: Column
    "By what the tournament is rated: each game by itself, all of its games together, or with all games of a period."


def sides_of(lines: ListLines, players: Column) -> SeenChanges:
    """The games of some players, given by their numbers, by player."""
    chosen = np.zeros(len(lines.world.snapshot.people), np.bool_)
    chosen[players] = True
    games = lines.games.seen(chosen)
    people = np.union1d(games.player, games.opponent)
    own = np.searchsorted(people, games.player)
    other = np.searchsorted(people, games.opponent)
    size = len(own)
    ratings = np.zeros((2, size), np.int32)
    booked = np.zeros(size, np.int64)
    alone = np.zeros(size, np.bool_)
    for place, (shown, causes) in enumerate(lines.of_some(people)):
        used = np.flatnonzero(games.used == place)
        ratings[0, used] = shown[0, own[used]]
        ratings[1, used] = shown[0, other[used]]
        here = np.flatnonzero(games.at == place)
        booked[here] = causes[own[here], GAMES]
        alone[here] = ~causes[own[here], FIRST:].any(axis=1)

    effects = lines.effects.table[games.side]
    of_others = lines.effects.table[games.side ^ 1]
    rated_by = lines.effects.rated_by[games.tournament]
    is_rated = games.is_rated
    is_known = is_rated & (effects[:, CHANGE] != NOT_KNOWN)
    change = np.where(is_known & (rated_by == BY_GAME), effects[:, CHANGE], NOT_KNOWN)

    by_list = grouped(games.player, games.at)
    by_event = grouped(games.player, games.tournament)
    of_event = np.bincount(by_event, weights=np.where(change == NOT_KNOWN, 0, change))[by_event]
    has_all = np.bincount(by_event, weights=is_rated & (change == NOT_KNOWN))[by_event] == 0
    if (
        not lines.world.scheme.any_day
    ):  # of lists on fixed days the booked sum is exact, be the games rounded
        only = alone & is_same(by_list, games.tournament, is_rated)
        only &= is_same(by_event, games.at, is_rated)
        of_event = np.where(only, booked, of_event)
        has_all |= only & (rated_by == BY_NOTHING)
    of_event = np.where(is_known & (rated_by == BY_TOURNAMENT), effects[:, CHANGE], of_event)
    has_all |= is_known & (rated_by == BY_TOURNAMENT)
    return SeenChanges(
        games=games,
        rating=ratings[1],
        met=effects[:, MET],
        as_listed=(effects[:, MET] == ratings[1]) & (of_others[:, MET] == ratings[0]),
        score_x2=_SCORES_X2[games.is_first.astype(np.int8), games.result],
        expected=np.where(is_rated, effects[:, EXPECTED], -1),
        change=change,
        tournament_change=np.where(has_all & is_rated, of_event, NOT_KNOWN).astype(np.int64),
        rated_by=rated_by,
    )


def grouped(player: Column, other: Column) -> Column:
    """A number for each pair of a player and something else."""
    keys = player.astype(np.int64) << 32 | (other.astype(np.int64) + 1)
    groups: Column = np.unique(keys, return_inverse=True)[1]
    return groups


def is_same(group: Column, value: Column, mask: Column) -> Column:
    """Whether all entries of a group have one value, of those in a mask."""
    one = np.full(group.max(initial=-1) + 1, -1, np.int64)
    one[group[mask]] = value[mask]
    same: Column = np.bincount(group, weights=mask & (value != one[group]))[group] == 0
    return same


def points(hundredths: int, scheme: Scheme | None = None) -> Decimal | None:
    """Points with one decimal, or two where one is not enough; with those of the rating, if games move that."""
    if hundredths == NOT_KNOWN:
        return None
    exact = Decimal(hundredths).scaleb(-2)
    if scheme is not None and scheme.any_day:
        return exact.quantize(Decimal(1).scaleb(-scheme.decimals))
    shorter = exact.quantize(Decimal("0.1"))
    if shorter == exact:
        return shorter
    return exact
