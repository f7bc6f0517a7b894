"""Published lists for the public site: made again from the log, and which of them stand beside one another."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct

from ledger.errors import LedgerError
from replay.answers.language import tr
from replay.answers.speech import day_in_words
from replay.difference.dense import DenseList
from replay.difference.difference import Difference
from replay.lists.list_files import Publication
from replay.lists.rating_list import COLUMNS, RatingList
from replay.lists.since_published import published_list
from replay.office.office import Office
from schemes import Scheme
from schemes.kernels.inputs import Column
from wording import say

_PLAIN = re.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


@dataclass(frozen=True, eq=False)
class PublishedList:
    """A list on record, made again."""

    published: Publication
    made: RatingList  # its rows are those of the table alone: `PublishedData.whole` has them all
    mark: str  # a digest of what it says: its root, and the names as they can be read
    place: int  # among the lists of the site, in the order in which they were published
    everybody: pa.Array  # the ids of all players of the site, in the order of their bytes

    @cached_property
    def players(self) -> Column:
        """Whom each row is about: the place among everybody."""
        ids = self.made.table["player"]
        return np.asarray(pc.index_in(ids, value_set=self.everybody).to_numpy(), np.int32)

    @cached_property
    def rows(self) -> Column:
        """The row of everybody; −1 for whoever is not on the list."""
        rows = np.full(len(self.everybody), -1, np.int32)
        rows[self.players] = np.arange(len(self.players), dtype=np.int32)
        return rows

    @cached_property
    def dense(self) -> DenseList:
        """The ratings of everybody, in units of the list."""
        return DenseList.of_table(self.made.table, self.everybody)

    @property
    def name(self) -> str:
        return self.made.scheme.name

    @property
    def scheme(self) -> Scheme:
        return self.made.scheme

    @property
    def day(self) -> date:
        return self.made.list_date

    @property
    def root(self) -> str:
        """What it was published with: the root of its tree, or the digest of its csv file."""
        return self.published.event.root or str(self.published.event.digest)

    @property
    def stem(self) -> str:
        """The name of its files, without their endings."""
        return self.published.names[0].removesuffix(".csv")

    @property
    def order(self) -> tuple[date, int]:
        """By the day of the list, then by when it was published."""
        return self.day, self.published.position

    @property
    def recorded(self) -> date:
        """The day on which it was published."""
        assert self.published.event.recorded is not None
        return self.published.event.recorded.date()

    @property
    def title(self) -> str:
        if self.published.is_first:
            return day_in_words(self.day)
        return tr(
            "{date}, revised on {day}", date=day_in_words(self.day), day=day_in_words(self.recorded)
        )


class PlayerRow(Struct, frozen=True, gc=False):
    """A player on a list. Without a rating the player is on it no more."""

    rank: int | None
    player: str
    name: str
    title: str
    federation: str
    sex: str
    born: int | None
    rating: str | None
    games: int | None
    k: int | None
    status: str
    further: tuple[Any, ...] = ()

    @property
    def further_plain(self) -> list[int | str | None]:
        """The further columns as data."""
        return [one if one is None or isinstance(one, int) else str(one) for one in self.further]


def made_again(office: Office, published: Publication) -> RatingList:
    """A published list; refused if the log does not give it any more."""
    made, is_same = published_list(office, published)
    if not is_same:
        event = published.event
        wrong = say(
            "the {scheme} list of {date} (#{position}) is not reproduced from the log",
            scheme=event.scheme,
            date=event.list_date,
            position=published.position,
        )
        raise LedgerError(wrong, remedy=say("rating-ledger verify says what differs"))
    return made


def player_rows(table: pa.Table) -> Iterator[PlayerRow]:
    """The rows of a list, or of a part of it."""
    columns = [table[name].to_pylist() for name in table.column_names]
    at = table.column_names.index("rating")
    columns[at] = [None if value is None else str(value) for value in columns[at]]
    for row in zip(*columns, strict=True):
        cells: tuple[Any, ...] = (*row[: len(COLUMNS)], row[len(COLUMNS) :])
        yield PlayerRow(*cells)


def changes_since(each: PublishedList, before: PublishedList | None) -> pa.Array:
    """By how much every player of a list moved since another list; null of whoever was not on it."""
    if before is None:
        return pa.nulls(len(each.made), pa.int64())
    difference = Difference((), before.dense, each.dense)
    return pa.array(difference.change[each.players], mask=~difference.both[each.players])


def covers(other: PublishedList, each: PublishedList) -> bool:
    """Does another list of the scheme know all that a list knows, up to its day and beyond?"""
    later = (other.made.position, other.published.position) > (
        each.made.position,
        each.published.position,
    )
    return other.name == each.name and later and other.day >= each.day


def list_before(each: PublishedList, lists: Iterable[PublishedList]) -> PublishedList | None:
    """The newest list of an earlier day that had been published by then."""
    earlier = [
        one for one in lists
        if one.name == each.name and one.day < each.day
        and one.published.position < each.published.position
    ]  # fmt: skip
    return max(earlier, key=lambda one: one.order, default=None)


def same_day(each: PublishedList, lists: Iterable[PublishedList]) -> list[PublishedList]:
    """Every publication of a list, in the order in which they were published."""
    return [one for one in lists if (one.name, one.day) == (each.name, each.day)]


def newest_lists(lists: Iterable[PublishedList]) -> dict[str, PublishedList]:
    """The list in force of each scheme."""
    return {each.name: each for each in sorted(lists, key=lambda one: one.order)}


def file_names(ids: Iterable[str]) -> dict[str, str]:
    """A file name for each id: itself, or a digest where that is no safe name or differs in case alone."""
    given = list(ids)
    seen = Counter(map(str.casefold, given))
    return {
        each: each if seen[each.casefold()] == 1 and _PLAIN.fullmatch(each)
        else "_" + hashlib.sha256(each.encode()).hexdigest()[:20]
        for each in given
    }  # fmt: skip
