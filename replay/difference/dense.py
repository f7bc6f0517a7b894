"""What a list shows of everybody, by player number: the form in which lists are compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from schemes.kernels.inputs import Column
from schemes.kernels.scheme import State, Stop

if TYPE_CHECKING:
    import pyarrow as pa

    from replay.world.world import Replayed, World


@dataclass(frozen=True, eq=False)
class DenseList:
    """A list by player number; zeros for players who are not on it. Ratings are in units of the list."""

    decimals: int
    rating: Column
    games: Column
    k: Column
    listed: Column
    active: Column
    behind: Column  # the rating of the scheme's state, also where the list does not show it

    @classmethod
    def of(
        cls, world: "World", state: State, stop: Stop, players: int | None = None
    ) -> "DenseList":
        """The list that a state stands for, with a place for each of so many players."""
        rows = world.listed(state, stop)
        ratings = world.scheme.ratings(state)
        count = players or len(ratings)
        here = np.flatnonzero(rows.published)
        numbers = rows.player[here]

        def dense(column: Column) -> Column:
            whole = np.zeros(count, column.dtype)
            whole[numbers] = column[here]
            return whole

        listed = np.zeros(count, np.bool_)
        listed[numbers] = True
        return cls(
            decimals=world.scheme.decimals,
            rating=dense(rows.rating),
            games=dense(rows.games),
            k=dense(rows.k),
            listed=listed,
            active=dense(rows.active),
            behind=padded(ratings, count),
        )

    @classmethod
    def of_replay(cls, replayed: "Replayed", players: int | None = None) -> "DenseList":
        """The list at which a replay stopped."""
        return cls.of(replayed.world, replayed.state, replayed.stop, players)

    @classmethod
    def of_ratings(cls, ratings: Mapping[str, Decimal], ids: Sequence[str]) -> "DenseList":
        """A list of which nothing is known but the ratings, by place among some ids."""
        places = max((-int(each.as_tuple().exponent) for each in ratings.values()), default=0)
        units = [int(ratings.get(player, Decimal(0)).scaleb(places)) for player in ids]
        listed = np.array([player in ratings for player in ids], np.bool_)
        return cls._of_units(places, np.array(units, np.int64), listed)

    @classmethod
    def of_table(cls, table: "pa.Table", ids: "pa.Array") -> "DenseList":
        """The ratings of a list of which the rows are known, by place among some ids; both are Arrow's."""
        import pyarrow as pa
        import pyarrow.compute as pc

        rating = table["rating"]
        decimals = getattr(rating.type, "scale", 0)
        if decimals:
            unit = pa.scalar(Decimal(10) ** decimals, pa.decimal128(decimals + 1, 0))
            rating = pc.multiply(rating, unit)
        there = pc.index_in(ids, value_set=table["player"].combine_chunks())
        units = rating.cast(pa.int64()).combine_chunks().take(there)
        shown = units.fill_null(0).to_numpy(zero_copy_only=False)
        return cls._of_units(decimals, shown, units.is_valid().to_numpy(zero_copy_only=False))

    @classmethod
    def _of_units(cls, decimals: int, rating: Column, listed: Column) -> "DenseList":
        """A list of which nothing is known but ratings, in its units."""
        nothing = np.zeros(len(rating), np.int32)
        return cls(decimals, rating, nothing, nothing, listed, nothing.astype(np.bool_), rating)

    def __len__(self) -> int:
        return len(self.rating)

    def only(self, players: Column) -> "DenseList":
        """The same of some players, given by number, in their order."""
        return DenseList(
            decimals=self.decimals,
            rating=self.rating[players],
            games=self.games[players],
            k=self.k[players],
            listed=self.listed[players],
            active=self.active[players],
            behind=self.behind[players],
        )

    @property
    def hundredths(self) -> Column:
        """The ratings in hundredths of a point."""
        return self.in_hundredths(self.rating)

    @property
    def hidden(self) -> Column:
        """By how much what the list shows is more than the rating behind it, in hundredths."""
        hidden: Column = self.hundredths - self.in_hundredths(self.behind)
        return hidden

    def hundredths_of(self, player: int) -> int:
        """The rating of one player in hundredths of a point."""
        return int(self.rating[player]) * 100 // int(10**self.decimals)

    def in_hundredths(self, units: Column) -> Column:
        """Units of the list as hundredths of a point."""
        whole: Column = np.asarray(units, np.int64) * 100 // 10**self.decimals
        return whole


def padded(column: Column, players: int) -> Column:
    """A column with a place for each of so many players."""
    if len(column) == players:
        return column
    return np.concatenate([column, np.zeros(players - len(column), column.dtype)])
