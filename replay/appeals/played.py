"""The games of two worlds by list: who met whom on which list, and which games are not the same in both."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from projections.snapshot import Column
from replay.appeals.world import Stop, Walk
from schemes.compiler import jit
from schemes.inputs import STAGES, fixed
from schemes.order import games_in_order

Key = tuple[int, int, int, int]  # tournament, stage, round, board


class Game(Struct, frozen=True):
    """A game on one of the lists (by its place among the stops; −1 on none), and for which sides it is rated."""

    key: Key
    first: int
    second: int
    result: int
    at: int
    rated: tuple[bool, bool]

    def side(self, player: int) -> int:
        return 0 if player == self.first else 1

    def opponent(self, player: int) -> int:
        return self.second if player == self.first else self.first

    def rated_for(self, player: int) -> bool:
        return player in (self.first, self.second) and self.rated[self.side(player)]


class Change(Struct, frozen=True):
    """A game that is not the same in both worlds; None where it is not there or not rated."""

    before: Game | None
    after: Game | None

    @property
    def key(self) -> Key:
        game = self.after or self.before
        assert game is not None
        return game.key


class Moved:
    """Whose rating is another, on which list (by its place among the stops)."""

    def __init__(self, by_list: Iterable[Column]) -> None:
        keys = [(at << 32) + players.astype(np.int64) for at, players in enumerate(by_list)]
        self._keys = np.concatenate([*keys, np.zeros(0, np.int64)])  # in order: of a list they are in order, too

    def has(self, at: Column, players: Column) -> Column:
        """For lists and players beside them."""
        keys = (at.astype(np.int64) << 32) + players
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        found: Column = self._keys[places] == keys if len(self._keys) else np.zeros(len(keys), np.bool_)
        return found


class Carrying(NamedTuple):
    """Rows of games that may carry a difference; beside them, of which it is not sure that the other world has them
    with the same verdict, and where those of untouched tournaments are there."""

    rows: Column
    unsure: Column
    there: Column


class Played:
    """The games of one world, to be looked up by list and player."""

    def __init__(self, walk: Walk, stops: Sequence[Stop]) -> None:
        self._games, self._verdicts, self._tournaments = walk.inputs.games, walk.verdicts, walk.inputs.tournaments
        self._stops, self._any_day = stops, walk.world.scheme.any_day
        self._assignment = walk.world.assignment
        self._by_key: dict[int, dict[Key, Game]] = {}
        self.nth: dict[Key, int] = {}  # of games given out: which of its tournament's games it is

    def _at(self, rows: Column) -> Column:
        """For games by their rows the places of their lists among the stops; −1 if they are on none."""
        numbers = self._verdicts.list_number[rows]
        if self._any_day:
            days = np.array([stop.day for stop in self._stops])
            at = np.searchsorted(days, self._games.day[rows])
            return np.where((numbers >= 0) & (at < len(days)), at, -1)
        first, last = self._stops[0].number, self._stops[-1].number
        return np.where((numbers >= first) & (numbers <= last), numbers - first, -1)

    @cached_property
    def _in_order(self) -> tuple[Column, Column]:
        """All rows in order of play, and the places of their lists."""
        rows: Column = games_in_order(self._games, self._tournaments)[0]
        return rows, self._at(rows)

    def carrying(
        self, at: int, players: Column, other: "Played", moved: "Moved", first: Column, touched: Column
    ) -> "Carrying":
        """The rows of a list's games of players (a mask) that may carry a difference: a look at all before one at each.

        That is those of touched tournaments (a mask, too); those of somebody who had moved on the list that they are
        rated with, or who has another first rating here; and those with another verdict in the other world.
        """
        rows = self._rows(at, players)
        tournament = self._tournament(rows)
        used = np.asarray(self._assignment.reach)[tournament] - self._stops[0].number
        unsure = touched[tournament]
        rest = np.flatnonzero(~unsure)  # of tournaments with the same games in both worlds
        there = rows[rest] + (other._games.offset[tournament[rest]] - self._games.offset[tournament[rest]])
        unsure[rest] = (other._at(there) != self._at(rows[rest])) | ~self._same_sides(rows[rest], other, there)
        carries = unsure.copy()
        for side in (self._games.first[rows], self._games.second[rows]):
            carries |= (used >= 0) & moved.has(np.minimum(used, at), side)
            if len(first):
                carries |= np.isin(side, first)
        return Carrying(rows[carries], unsure[carries], there[unsure[rest]])

    def in_doubt(self, rows: Column, touched: Column, at: int, players: Column) -> Column:
        """Of some rows and all of touched tournaments those of a list's games in which any of the players plays."""
        games = self._games
        known = touched[touched + 1 < len(games.offset)].tolist()
        rows = np.unique(np.concatenate([rows, *(np.arange(*games.offset[each : each + 2]) for each in known)]))
        found: Column = rows[(self._at(rows) == at) & (players[games.first[rows]] | players[games.second[rows]])]
        return found

    def _same_sides(self, rows: Column, other: "Played", there: Column) -> Column:
        """Whether games are rated for the same sides here and there."""
        mine, theirs = self._verdicts, other._verdicts
        same: Column = ((mine.first[rows] == 0) == (theirs.first[there] == 0)) & (
            (mine.second[rows] == 0) == (theirs.second[there] == 0)
        )
        return same

    def _rows(self, at: int, players: Column) -> Column:
        """The rows of a list's games in which any of the players (a mask) plays; on any day, in order of play."""
        games, found = self._games, np.zeros(0, np.int64)
        if self._any_day:
            rows, places = self._in_order
            rows = rows[places == at]
            found = rows[players[games.first[rows]] | players[games.second[rows]]]
        elif len(games):
            number, a = self._stops[0].number + at, self._assignment
            here = np.flatnonzero((a.first <= number) & (a.last >= number))
            begins, ends = games.offset[here], games.offset[here + 1]
            found = np.empty(int((ends - begins).sum()), np.int64)
            columns = (fixed(column, np.int32) for column in (self._verdicts.list_number, games.first, games.second))
            count = jit(_playing)(fixed(begins, np.int64), fixed(ends, np.int64), number, *columns, players, found)
            found = found[:count]
        return found

    def of(self, at: int, players: Column, among: Column | None = None) -> Iterator[Game]:
        """The games on a list in which any of the players (given as a mask) plays, in order of play."""
        rows = self._rows(at, players) if among is None else among
        for row, game in zip(rows.tolist(), self._given_out(rows), strict=True):
            self.nth[game.key] = row - int(self._games.offset[game.key[0]])
            yield game

    def in_tournament(self, tournament: int) -> dict[Key, Game]:
        """The games of a tournament that are on some list, by key."""
        offset = self._games.offset
        if tournament + 1 >= len(offset):
            return {}
        rows = range(int(offset[tournament]), int(offset[tournament + 1]))
        found = self._by_key.get(tournament)
        if found is None:
            games = self._given_out(np.arange(rows.start, rows.stop))
            found = {game.key: game for game in games if game.at >= 0 and any(game.rated)}
            self._by_key[tournament] = found
        return found

    def is_rated(self, key: Key, player: int, nth: int) -> bool:
        """Whether a game is there, on some list, and rated for a player; most likely it is the nth here, too."""
        tournament, stage, round_, board = key
        begin, end = self._games.offset[tournament : tournament + 2].tolist()
        games, likely = self._games, begin + nth
        if likely < end and (games.board[likely], games.round[likely], games.stage[likely]) == (board, round_, stage):
            return self._rated_for(likely, player)
        there = (games.board[begin:end] == board) & (games.round[begin:end] == round_)
        rows = begin + np.flatnonzero(there & (games.stage[begin:end] == stage))
        return any(self._rated_for(row, player) for row in rows)

    def _rated_for(self, row: int, player: int) -> bool:
        games, verdicts = self._games, self._verdicts
        if self._at(np.array([row]))[0] < 0:
            return False
        sides = (games.first[row], verdicts.first[row]), (games.second[row], verdicts.second[row])
        return next((bool(verdict == 0) for who, verdict in sides if who == player), False)

    def _tournament(self, rows: Column) -> Column:
        """The tournaments of games by their rows."""
        found: Column = np.searchsorted(self._games.offset, rows, side="right") - 1
        return found

    def _given_out(self, rows: Column) -> Iterator[Game]:
        """Games by their rows."""
        g, verdicts = self._games, self._verdicts
        places = (column[rows] for column in (g.stage, g.round, g.board))
        keys = zip(*(column.tolist() for column in (self._tournament(rows), *places)), strict=True)
        rated = zip((verdicts.first[rows] == 0).tolist(), (verdicts.second[rows] == 0).tolist(), strict=True)
        sides = (column[rows] for column in (g.first, g.second, g.result))
        others = (column.tolist() for column in (*sides, self._at(rows)))
        return itertools.starmap(
            lambda key, first, second, result, at, sides: Game(key, first, second, result, at, sides),
            zip(keys, *others, rated, strict=True),
        )

    def used(self, game: Game) -> int:
        """The place of the list whose ratings a game is rated with; negative if it is older than all stops."""
        return int(self._assignment.reach[game.key[0]]) - self._stops[0].number


def changes(before: Played, after: Played, touched: Column) -> dict[Key, Change]:
    """The games of touched tournaments that are not the same in both worlds."""
    found: dict[Key, Change] = {}
    for tournament in touched.tolist():
        one, other = before.in_tournament(tournament), after.in_tournament(tournament)
        for key in sorted(one.keys() | other.keys()):
            if one.get(key) != other.get(key):
                found[key] = Change(one.get(key), other.get(key))
    return found


def _playing(
    begins: Column, ends: Column, wanted: int, number: Column, first: Column, second: Column, players: Column,
    rows: Column,
) -> int:  # fmt: skip
    """Write down the rows of a list's games, of tournaments between begins and ends, in which any of the players plays;
    how many they are."""
    count = 0
    for tournament in range(len(begins)):
        for row in range(begins[tournament], ends[tournament]):
            if number[row] == wanted and (players[first[row]] or players[second[row]]):
                rows[count] = row
                count += 1
    return count


def place(key: Key) -> str:
    """Where a game was played, without its tournament."""
    stage = "" if STAGES[key[1]] == "main" else f"{STAGES[key[1]]} "
    return f"{stage}round {key[2]} board {key[3]}"
