"""Rows that were made from events here and are held in memory: read as columns, without a word of SQL."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from projections.rows import Numbering
from projections.tables import GAME, Columns, game_key
from schemes.kernels.inputs import Column


class HeldRows:
    """The rows of some events, table by table."""

    def __init__(self, tables: Mapping[str, pa.Table]) -> None:
        self.tables = tables
        self._columns: dict[tuple[str, str], Any] = {}

    def columns(self, table: str, *names: str) -> Columns:
        """Columns of a table in the order of the log."""
        for name in names:
            if (table, name) not in self._columns:
                self._columns[table, name] = self._column(table, name)
        return {name: self._columns[table, name] for name in names}

    def _column(self, table: str, name: str) -> Any:
        rows = self.tables[table]
        position = rows["position"].to_numpy()
        if np.all(position[1:] > position[:-1]):
            return as_column(rows[name])
        return as_column(rows[name].take(np.argsort(position)))  # events of several kinds

    @cached_property
    def _games(self) -> Columns:
        """By tournament, round, board and stage; of one game in the order of the log, as they come."""
        games = self.columns("games", "position", "tournament", *GAME)
        order = np.argsort(game_key(games), kind="stable")
        return {name: column[order] for name, column in games.items()}

    def games(self, lowest: int, highest: int) -> Columns:
        """The games of tournaments lowest … highest, by tournament."""
        begin, end = np.searchsorted(self._games["tournament"], [lowest, highest + 1])
        return {name: column[begin:end] for name, column in self._games.items()}

    def games_by_tournament(self, until: int) -> Columns:
        """Of each tournament with games by a position: the newest of them, and the first and last day of play."""
        games = self.columns("games", "tournament", "position", "day")
        known = slice(0, int(np.searchsorted(games["position"], until, side="right")))
        tournament, at = np.unique(games["tournament"][known], return_inverse=True)
        newest = np.zeros(len(tournament), np.int64)
        first = np.full(len(tournament), np.iinfo(np.int32).max, np.int32)
        last = np.full(len(tournament), -1, np.int32)
        np.maximum.at(newest, at, games["position"][known])
        np.minimum.at(first, at, games["day"][known])
        np.maximum.at(last, at, games["day"][known])
        return {
            "tournament": tournament,
            "position": newest,
            "first_game": first,
            "last_game": last,
        }

    def numbering(self, kind: str) -> Numbering:
        """The numbers that the players (or tournaments) have; newcomers get the next ones."""
        registered = self.tables[f"{kind}s"]

        def look_up(ids: pa.Array) -> pa.Table:
            there = registered.filter(pc.is_in(registered[f"{kind}_id"], ids))
            return pa.table({"id": there[f"{kind}_id"], "number": there[kind]})

        return Numbering(len(registered), look_up)


def as_column(column: pa.ChunkedArray) -> Any:
    """Numbers in numpy (read-only), texts and lists in Arrow."""
    if pa.types.is_integer(column.type) or pa.types.is_boolean(column.type):
        numbers: Column = np.asarray(column.to_numpy())
        numbers.flags.writeable = False
        return numbers
    return pa.concat_arrays([pa.array([], column.type), *column.chunks])
