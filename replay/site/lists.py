"""Published lists for the public site: made again from the log, and what each says that the one before did not."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct

from ledger.errors import LedgerError
from replay.answers.language import tr
from replay.answers.speech import day_in_words
from replay.difference.rows import list_difference
from replay.lists.list_files import Publication
from replay.lists.rating_list import COLUMNS, RatingList
from replay.lists.since_published import published_list
from replay.office.office import Office
from schemes import Scheme
from wording import say

_PLAIN = re.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_OLD_NEWS = (
    "rank",
    "games",
)  # a new rank, or that there are no games any more, is no news of a player


class PublishedList(Struct, frozen=True):
    """A list on record, made again."""

    published: Publication
    made: RatingList  # its rows are those of the table alone: `PublishedData.whole` has them all
    mark: str  # a digest of what it says: its root, and the names as they can be read
    place: int  # among the lists of the site, in the order in which they were published

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


class PlayerNews(Struct, frozen=True, gc=False):
    """What a list says that is new of a player; the change is in units of the list, since the list before."""

    at: int  # the place of the list
    row: PlayerRow
    change: int | None


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


def player_rows(table: Any) -> Iterator[PlayerRow]:
    """The rows of a list, or of a part of it."""
    columns = [table[name].to_pylist() for name in table.column_names]
    at = table.column_names.index("rating")
    columns[at] = [None if value is None else str(value) for value in columns[at]]
    for row in zip(*columns, strict=True):
        cells: tuple[Any, ...] = (*row[: len(COLUMNS)], row[len(COLUMNS) :])
        yield PlayerRow(*cells)


def units(scheme: Scheme, ratings: Any) -> Any:
    """Ratings as whole numbers of the list's smallest unit."""
    if scheme.decimals == 0:
        return pc.cast(ratings, pa.int64())
    return pc.cast(
        pc.multiply(ratings, pa.scalar(10**scheme.decimals, pa.decimal128(6, 0))), pa.int64()
    )


def changes_since(each: PublishedList, before: PublishedList | None) -> Any:
    """By how much every player of a list moved since another list; null of whoever was not on it."""
    table = each.made.table
    if before is None:
        return pa.nulls(len(table), pa.int64())
    difference = list_difference(before.made.table, table)
    return pa.array(difference.change, mask=~difference.both)


def news(each: PublishedList, last: PublishedList | None) -> Any:
    """For each row, whether it says something else than `last`, the list that this one follows or revises."""
    table = each.made.table
    if last is None:
        return pa.array(np.ones(len(table), np.bool_))
    then = last.made.table
    places = pc.index_in(table["player"], value_set=pa.array(then["player"].combine_chunks()))
    same = pc.is_valid(places)
    for name in table.column_names:
        if name in _OLD_NEWS or name not in then.column_names:
            continue
        same = pc.and_(same, _equal(table[name], pc.take(then[name], places)))
    games = table["games"]
    idle = pc.or_(_equal(games, pc.take(then["games"], places)), pc.equal(games, 0))
    return pc.invert(pc.and_(same, pc.fill_null(idle, True)))


def _equal(here: Any, there: Any) -> Any:
    both_missing = pc.and_(pc.is_null(here), pc.is_null(there))
    return pc.or_(pc.fill_null(pc.equal(here, there), False), both_missing)


def gone_since(each: PublishedList, last: PublishedList | None) -> Iterator[PlayerRow]:
    """Whoever was on the last list and is on this one no more."""
    if last is None:
        return
    players = each.made.table["player"]
    then = last.made.table
    gone = then.filter(
        pc.is_null(pc.index_in(then["player"], value_set=pa.array(players.combine_chunks())))
    )
    for row in player_rows(gone.sort_by("player")):
        yield PlayerRow(
            None, row.player, row.name, row.title, row.federation, row.sex, row.born, None, None, None,
            "gone", tuple(None for _ in row.further),
        )  # fmt: skip


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
    seen: dict[str, int] = {}
    for each in given:
        seen[each.casefold()] = seen.get(each.casefold(), 0) + 1
    return {
        each: each if _PLAIN.fullmatch(each) and seen[each.casefold()] == 1
        else "_" + hashlib.sha256(each.encode()).hexdigest()[:20]
        for each in given
    }  # fmt: skip
