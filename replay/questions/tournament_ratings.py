"""The ratings of a tournament's players: at its start, what the list on which it counts made of them, performances."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

import numpy as np
from msgspec import Struct

from replay.difference.difference import exact
from replay.explain.history import all_lines
from replay.explain.history.lines import ListLines
from replay.explain.history.sides import points, sides_of
from replay.office.office import Office
from replay.questions.player_games import Number, performance
from replay.questions.tournament_rounds import PlayerRound
from replay.world.world import World
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import Stop

_SCORES_X2 = {"win": 2, "draw": 1, "loss": 0}


class RatingMove(Struct, frozen=True):
    """A player's rating when the tournament began, and what the list made of it on which the tournament counts.

    Without a rating before that list, `first` is the first rating. `others` says how many other tournaments count for
    the player on the same list: `change` is that of all of them, `share` what this one changed, where that is known.
    """

    before: Number | None = None
    change: Number | None = None
    first: Number | None = None
    others: int = 0
    share: Decimal | None = None


class TournamentRatings(Struct, frozen=True):
    """The ratings of all players by one regulation, and the list that they count on."""

    scheme: str
    moves: Mapping[str, RatingMove] = {}
    list_date: date | None = None
    is_to_come: bool = False
    "The list is later than today's: the changes are as it stands."


def ratings_of(
    office: Office, world: World, number: int, players: Mapping[str, int]
) -> TournamentRatings:
    """The ratings of some players, given with their numbers."""
    scheme = world.scheme.name
    known = all_lines(office, world, date.today())
    if known is None or not players:
        return TournamentRatings(scheme)
    numbers = np.array(list(players.values()), np.int64)
    before = known.shown(_in_force(world, known, number), numbers)
    first = int(world.assignment.first[number])
    is_to_come = first > known.stops[-1].number
    lines = known
    if is_to_come:
        lines = ListLines(world, office.states, _stops(world, number))
    last = int(world.assignment.last[number])
    counted = [at for at, stop in enumerate(lines.stops) if first <= stop.number <= last]
    if first < 0 or not counted:
        return TournamentRatings(scheme, _moves(world, players, before))
    made = (lines.shown(counted[0] - 1, numbers), lines.shown(counted[-1], numbers))
    moves = _moves(world, players, before, made, _played(lines, counted, number, numbers))
    day = date.fromordinal(lines.stops[counted[-1]].day)
    return TournamentRatings(scheme, moves, day, is_to_come)


def _played(
    lines: ListLines, counted: Sequence[int], number: int, players: Column
) -> dict[int, tuple[int, Decimal | None]]:
    """Of each player with a game that some lists rate: how many other tournaments they rate, what this one changed."""
    sides = sides_of(lines, players)
    games = sides.games
    here = games.is_rated & np.isin(games.at, counted)
    own = here & (games.tournament == number)
    changes = dict(
        zip(games.player[own].tolist(), sides.tournament_change[own].tolist(), strict=True)
    )
    return {
        player: (
            len(np.unique(games.tournament[here & (games.player == player)])) - 1,
            points(change, lines.world.scheme),
        )
        for player, change in changes.items()
    }


def _in_force(world: World, lines: ListLines, number: int) -> int:
    """The place of the list in force when the tournament began; −1 before all lists."""
    start = int(world.snapshot.tournaments.table.start[number])
    limit = start - 1 if world.scheme.any_day else start
    return sum(stop.day <= limit for stop in lines.stops) - 1


def _stops(world: World, number: int) -> list[Stop]:
    """The lists on which the tournament counts."""
    first = int(world.assignment.first[number])
    last = int(world.assignment.last[number])
    return world.scheme.stops(world.rules, first, last)


def _moves(
    world: World,
    players: Mapping[str, int],
    before: Column,
    made: tuple[Column, Column] | None = None,
    played: Mapping[int, tuple[int, Decimal | None]] = {},
) -> dict[str, RatingMove]:
    decimals = world.scheme.decimals
    moves = {}
    for at, (player, person) in enumerate(players.items()):
        rating = exact(int(before[at]), decimals) if before[at] > 0 else None
        change = None
        first = None
        if made is not None and person in played:
            old = int(made[0][at])
            new = int(made[1][at])
            if old > 0 and new > 0:
                change = exact(new - old, decimals)
            elif new > 0:
                first = exact(new, decimals)
        others, share = played.get(person, (0, None))
        if not others or change is None:
            share = None  # the change says it already, or there is none
        moves[player] = RatingMove(rating, change, first, others, share)
    return moves


def performances(
    results: Mapping[str, Sequence[PlayerRound]], ratings: Mapping[str, Number | None]
) -> dict[str, int]:
    """The performances against rated opponents met over the board."""
    performance_of = {}
    for player, rounds in results.items():
        met = [
            (opponent, _SCORES_X2[one.outcome])
            for one in rounds
            if one.outcome in _SCORES_X2 and (opponent := ratings.get(one.opponent or ""))
        ]
        performed = performance(met)
        if performed is not None:
            performance_of[player] = performed
    return performance_of
