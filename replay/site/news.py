"""What each published list says that is new of each player.

It is kept as columns, sorted by player, and only pages that are made read rows from them: in most months most players
have nothing new, and half a million of them cost little so.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct
from msgspec.structs import replace

from replay.difference.difference import Difference
from replay.lists.rating_list import COLUMNS
from replay.site.lists import PlayerRow, PublishedList, list_before, newest_lists, same_day
from schemes.kernels.inputs import Column

NOT_KNOWN = np.iinfo(np.int32).min
_OLD_NEWS = (
    "rank",
    "games",
)  # a new rank, or that there are no games any more, is no news of a player


class PlayerNews(Struct, frozen=True, gc=False):
    """What a list says that is new of a player; the change is in units of the list, since the list before."""

    at: int  # the place of the list
    row: PlayerRow
    change: int | None


class News:
    """The news of everybody, by player and by the days of the lists."""

    def __init__(self, lists: Sequence[PublishedList], everybody: pa.Array) -> None:
        self._lists = lists
        self.everybody = everybody
        order = sorted(lists, key=lambda one: one.order)
        self._orders = np.zeros(len(lists), np.int32)
        self._orders[[one.place for one in order]] = np.arange(len(lists))
        found = np.hstack([_of_nobody(), *(_of_list(one, lists) for one in lists)])
        for name, newest in newest_lists(lists).items():
            found = np.hstack([found, *self._after_revisions(name, newest, found)])
        found = found[:, np.lexsort((self._orders[found[1]], found[0]))]
        self.player, self.at, self.source, self.row, self.change = found
        self.starts = np.searchsorted(self.player, np.arange(len(everybody) + 1))

    def _after_revisions(self, name: str, newest: PublishedList, news: Column) -> Iterator[Column]:
        """Whoever is moved by a revised list has a row of the newest list, too: that is the rating in force."""
        mine = [one.place for one in self._lists if one.name == name]
        revisions = [at for at in mine if not self._lists[at].published.is_first]
        if not revisions:
            return
        here = np.flatnonzero(np.isin(news[1], mine))
        here = here[np.lexsort((self._orders[news[1, here]], news[0, here]))]
        ends = np.flatnonzero(np.diff(news[0, here], append=-1))
        last = news[:, here[ends]]
        wanted = np.isin(last[1], revisions) & (last[1] != newest.place)
        rows = newest.rows[last[0, wanted]]
        yield _rows_of(newest, rows[rows >= 0], self._lists)

    def __len__(self) -> int:
        """How many players there are."""
        return len(self.everybody)

    def of(self, number: int) -> list[PlayerNews]:
        """What lists say that is new of a player, given by the place among everybody."""
        return [self._read(at) for at in range(self.starts[number], self.starts[number + 1])]

    def _read(self, place: int) -> PlayerNews:
        at = int(self.at[place])
        source = int(self.source[place])
        row = int(self.row[place])
        cells = [column[row].as_py() for column in self._columns[source]]
        fields: tuple[Any, ...] = (*cells[: len(COLUMNS)], tuple(cells[len(COLUMNS) :]))
        own = PlayerRow(*fields)
        if source != at:
            nothing = tuple(None for _ in own.further)
            gone = replace(
                own, rank=None, rating=None, games=None, k=None, status="gone", further=nothing
            )
            return PlayerNews(at, gone, None)
        change = int(self.change[place])
        shown = replace(own, rating=str(own.rating))
        return PlayerNews(at, shown, None if change == NOT_KNOWN else change)

    @cached_property
    def _columns(self) -> list[list[pa.Array]]:
        """The columns of each list."""
        return [
            [column.combine_chunks() for column in one.made.table.columns] for one in self._lists
        ]

    def newest(self, name: str) -> pa.Array:
        """What the newest list that says something of a player has in a column, for everybody."""
        last = self.starts[1:] - 1
        values = []
        places = []
        for one in self._lists:
            here = np.flatnonzero(self.source[last] == one.place)
            values.append(
                one.made.table[name].combine_chunks().take(pa.array(self.row[last[here]]))
            )
            places.append(here)
        if not values:
            return pa.array([], pa.string())
        return pa.concat_arrays(values).take(pa.array(np.argsort(np.concatenate(places))))


def _of_nobody() -> Column:
    return np.zeros((5, 0), np.int32)


def _of_list(each: PublishedList, lists: Sequence[PublishedList]) -> Column:
    """What a list says that the one which it follows or revises did not; and who is gone since."""
    revised = [one for one in same_day(each, lists) if one.place < each.place]
    last = revised[-1] if revised else list_before(each, lists)
    news = _rows_of(each, np.flatnonzero(_is_news(each, last)), lists)
    if last is None:
        return news
    gone = last.rows[Difference((), last.dense, each.dense).gone]
    told = (last.players[gone], each.place, last.place, gone, NOT_KNOWN)
    return np.hstack([news, _columns(told)])


def _rows_of(each: PublishedList, rows: Column, lists: Sequence[PublishedList]) -> Column:
    """Rows of a list as news, with the change since the list before."""
    players = each.players[rows]
    change = np.full(len(rows), NOT_KNOWN, np.int64)
    before = list_before(each, lists)
    if before is not None:
        difference = Difference((), before.dense, each.dense)
        both = difference.both[players]
        change[both] = difference.change[players[both]]
    return _columns((players, each.place, each.place, rows, change))


def _columns(columns: Sequence[Any]) -> Column:
    """Columns of the same length; a number stands for a whole column."""
    return np.stack(np.broadcast_arrays(*columns)).astype(np.int32)


def _is_news(each: PublishedList, last: PublishedList | None) -> Column:
    """For each row, whether it says something else than `last`, the list that this one follows or revises."""
    table = each.made.table
    if last is None:
        return np.ones(len(table), np.bool_)
    then = last.made.table
    places = last.rows[each.players]
    there = pa.array(places, mask=places < 0)
    same = pa.array(places >= 0)
    for name in table.column_names:
        if name in _OLD_NEWS or name not in then.column_names:
            continue
        same = pc.and_(same, is_equal(table[name], pc.take(then[name], there)))
    games = table["games"]
    idle = pc.or_(is_equal(games, pc.take(then["games"], there)), pc.equal(games, 0))
    is_old = pc.and_(same, pc.fill_null(idle, True)).combine_chunks()
    return ~np.asarray(is_old.to_numpy(zero_copy_only=False))


def is_equal(here: pa.ChunkedArray, there: pa.ChunkedArray) -> pa.ChunkedArray:
    """Whether two columns have the same value, or none, in each place."""
    both_missing = pc.and_(pc.is_null(here), pc.is_null(there))
    return pc.or_(pc.fill_null(pc.equal(here, there), False), both_missing)
