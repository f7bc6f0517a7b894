"""The games of two worlds by list: who met whom on which list, and which games are not the same in both."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct

from projections.known import row_by_row
from projections.sources import GameKey
from replay.world.world import Walk, World
from schemes.kernels.inputs import STAGES, Column
from schemes.kernels.order import games_in_order
from schemes.kernels.scheme import Stop
from wording import joined, say


class ListedGame(Struct, frozen=True):
    """A game on one of the lists (by its place among the stops; −1 on none), and for which sides it is rated."""

    key: GameKey
    first: int
    second: int
    result: int
    at: int
    rated: tuple[bool, bool]

    def side(self, player: int) -> int:
        if player == self.first:
            return 0
        return 1

    def opponent(self, player: int) -> int:
        if player == self.first:
            return self.second
        return self.first

    def rated_for(self, player: int) -> bool:
        return player in (self.first, self.second) and self.rated[self.side(player)]


class SeenGames(Struct, frozen=True):
    """Games as one of their players saw them, as columns.

    `at` is the place of the list on which a game is (−1: on none), `used` that of the list whose ratings it is rated
    with (negative if it is older than all; with a list for any day: the list before), `reason` the code why it is not
    rated for the player (0 if it is); `counts` says whether it is on a list and rated for either. `side` is twice the
    row of the game, + 1 for the second side.
    """

    side: Column
    tournament: Column
    stage: Column
    round: Column
    board: Column
    player: Column
    opponent: Column
    is_first: Column
    result: Column
    at: Column
    used: Column
    reason: Column
    counts: Column

    @property
    def is_rated(self) -> Column:
        rated: Column = (self.at >= 0) & (self.reason == 0)
        return rated


class GameChange(Struct, frozen=True):
    """A game that is not the same in both worlds; None where it is not there or not rated."""

    before: ListedGame | None
    after: ListedGame | None


class GamesByList:
    """The games of one world, to be looked up by list and player."""

    def __init__(self, world: World, walk: Walk, stops: Sequence[Stop]) -> None:
        assert walk.watch.verdicts is not None
        self._games = walk.given.inputs.games
        self._verdicts = walk.watch.verdicts
        self._tournaments = walk.given.inputs.tournaments
        self._any_day = world.scheme.any_day
        self._stops = stops
        self._reach = world.assignment.reach

    @cached_property
    def _at(self) -> Column:
        """For each game the place of its list among the stops; −1 if it is on none."""
        numbers = self._verdicts.list_number
        if self._any_day:
            days = np.array([stop.day for stop in self._stops])
            at = np.searchsorted(days, self._games.day)
            return np.where((numbers >= 0) & (at < len(days)), at, -1)
        first = self._stops[0].number
        last = self._stops[-1].number
        return np.where((numbers >= first) & (numbers <= last), numbers - first, -1)

    @cached_property
    def _by_list(self) -> tuple[Column, Column]:
        """The rows of all games by list (inside a list in order of play), and where each list begins."""
        if self._any_day:
            rows = games_in_order(self._games, self._tournaments)[0]
        else:
            rows = np.arange(len(self._games))
        rows = rows[np.argsort(self._at[rows], kind="stable")]
        return rows, np.searchsorted(self._at[rows], np.arange(len(self._stops) + 1))

    def of(self, at: int, players: Column) -> Iterator[ListedGame]:
        """The games on a list in which any of the players (given as a mask) plays."""
        rows, begins = self._by_list
        here = rows[begins[at] : begins[at + 1]]
        here = here[players[self._games.first[here]] | players[self._games.second[here]]]
        return self._made(here)

    def of_player(self, player: int) -> Iterator[ListedGame]:
        """The games of a player."""
        return self._made(
            np.flatnonzero((self._games.first == player) | (self._games.second == player))
        )

    def seen(self, players: Column) -> SeenGames:
        """The games of some players, given as a mask, as they saw them: by player."""
        g = self._games
        of_first = np.flatnonzero(players[g.first])
        of_second = np.flatnonzero(players[g.second])
        rows = np.concatenate((of_first, of_second))
        order = np.lexsort((rows, np.concatenate((g.first[of_first], g.second[of_second]))))
        rows = rows[order]
        is_first = order < len(of_first)
        tournament = np.searchsorted(g.offset, rows, side="right") - 1
        at = self._at[rows]
        first = self._verdicts.first[rows]
        second = self._verdicts.second[rows]
        return SeenGames(
            side=2 * rows + np.logical_not(is_first),
            tournament=tournament,
            stage=g.stage[rows],
            round=g.round[rows],
            board=g.board[rows],
            player=np.where(is_first, g.first[rows], g.second[rows]),
            opponent=np.where(is_first, g.second[rows], g.first[rows]),
            is_first=is_first,
            result=g.result[rows],
            at=at,
            used=self._lists_before(rows, tournament, at),
            reason=np.where(is_first, first, second),
            counts=(at >= 0) & ((first == 0) | (second == 0)),
        )

    def _lists_before(self, rows: Column, tournament: Column, at: Column) -> Column:
        """The places of the lists that the games are rated with; with a list for any day, of the one before."""
        if self._any_day:
            days = np.array([stop.day for stop in self._stops])
            return np.searchsorted(days, self._games.day[rows]) - 1
        used = self._reach[tournament] - self._stops[0].number
        return np.where(at >= 0, np.minimum(used, at), used)

    def in_tournament(self, tournament: int) -> dict[GameKey, ListedGame]:
        """The games of a tournament that are on some list and rated for somebody, by key."""
        offset = self._games.offset
        if tournament + 1 >= len(offset):
            return {}
        games = self._made(np.arange(offset[tournament], offset[tournament + 1]))
        return {game.key: game for game in games if game.at >= 0 and any(game.rated)}

    def is_rated(self, key: GameKey, player: int) -> bool:
        """Whether a game is on some list and rated for a player."""
        games = self._looked_up.get(key[0])
        if games is None:
            games = self._looked_up[key[0]] = self.in_tournament(key[0])
        return key in games and games[key].rated_for(player)

    @cached_property
    def _looked_up(self) -> dict[int, dict[GameKey, ListedGame]]:
        return {}

    def used(self, key: GameKey) -> int:
        """The place of the list whose ratings a game is rated with; negative if it is older than all stops."""
        return int(self._reach[key[0]]) - self._stops[0].number

    def _made(self, rows: Column) -> Iterator[ListedGame]:
        g = self._games
        verdicts = self._verdicts
        tournament = np.searchsorted(g.offset, rows, side="right") - 1
        columns = (
            tournament,
            *(c[rows] for c in (g.stage, g.round, g.board, g.first, g.second, g.result, self._at)),
        )
        rated = (verdicts.first[rows] == 0, verdicts.second[rows] == 0)
        for *key, first, second, result, at, one, other in row_by_row((*columns, *rated)):
            yield ListedGame(tuple(key), first, second, result, at, (one, other))


def changes(
    before: GamesByList, after: GamesByList, tournaments: Column
) -> dict[GameKey, GameChange]:
    """The games of some tournaments that are not the same in both worlds."""
    differing: dict[GameKey, GameChange] = {}
    for tournament in tournaments.tolist():
        one = before.in_tournament(tournament)
        other = after.in_tournament(tournament)
        for key in sorted(one.keys() | other.keys()):
            if one.get(key) != other.get(key):
                differing[key] = GameChange(one.get(key), other.get(key))
    return differing


def place(key: GameKey) -> str:
    """Where a game was played, without its tournament."""
    text = say("round {round} board {board}", round=key[2], board=key[3])
    if STAGES[key[1]] == "main":
        return text
    return joined(" ", (say(STAGES[key[1]]), text))


def place_values(key: GameKey) -> dict[str, object]:
    """The same as data."""
    _, stage, round_, board = key
    return {"stage": STAGES[stage], "round": round_, "board": board}
