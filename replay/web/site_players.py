"""A player on the public site: the rating on every published list, and a plot of it."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any

from msgspec import Struct

from replay.history.lines import Line
from replay.history.plot import svg, told
from replay.history.rows import HistoryRow
from replay.language import tr
from replay.paper import Picture, Section, Table
from replay.paper.lists import RATING
from replay.web.page import Anchor
from schemes import Scheme

COLUMNS = ("list of", "rating", "change", "title", "games", "K", "status")


class ListedPlayer(Struct, frozen=True):
    """A player's row on a published list; `title` and `href` are those of the list."""

    scheme: Scheme
    list_date: date
    title: str
    href: str
    row: Sequence[Any]

    @property
    def name(self) -> str:
        return str(self.row[2])

    @property
    def about(self) -> list[str]:
        """What tells the player from another."""
        _, _, _, title, federation, sex, born, *_ = self.row
        return [text for text in (title, federation, tr("born {year}", year=born) if born else "", sex) if text]

    @property
    def units(self) -> int:
        """The rating in units of the list."""
        return int(Decimal(self.row[RATING] or 0).scaleb(self.scheme.decimals))


class PublishedRatings(Struct, frozen=True):
    """The ratings of a player on the published lists of a scheme, for a plot."""

    scheme: Scheme
    player: str
    name: str
    rows: list[HistoryRow]

    @property
    def lead(self) -> str:
        return tr("rating on the published lists")

    @property
    def dots(self) -> str:
        return tr("Dots are published lists.")

    def has_dot(self, row: HistoryRow) -> bool:
        return True


def player_sections(player: str, entries: Sequence[ListedPlayer]) -> Iterator[Section]:
    """For each scheme a plot and a table of the published lists; `entries` in the order of publication."""
    for name in sorted({entry.scheme.name for entry in entries}):
        here = [entry for entry in entries if entry.scheme.name == name]
        newest = sorted({entry.list_date: entry for entry in here}.values(), key=lambda entry: entry.list_date)
        changes = [None, *(after.units - before.units for before, after in pairwise(newest))]
        rows = [_plotted(entry, change) for entry, change in zip(newest, changes, strict=True)]
        found = PublishedRatings(newest[0].scheme, player, newest[-1].name, rows)
        if len(rows) > 1:
            yield Picture(told(found), f"history-{name}", svg(found))
        by_title = {entry.title: change for entry, change in zip(newest, changes, strict=True)}
        cells = [_cells(entry, by_title.get(entry.title)) for entry in reversed(here)]
        columns = (*COLUMNS, *(column.name for column in newest[0].scheme.columns))
        yield Table(tr(newest[0].scheme.title), columns, cells, tr("change: since the published list before"))


def _plotted(entry: ListedPlayer, change: int | None) -> HistoryRow:
    games, k, status, *_ = entry.row[RATING + 1 :]
    return HistoryRow(entry.list_date, Line(entry.units, games or 0, k or 0, status), change, [], [])


def _cells(entry: ListedPlayer, change: int | None) -> tuple[object, ...]:
    moved = "" if change is None else ("+" if change > 0 else "") + entry.scheme.shown(change)
    return Anchor(entry.title, entry.href), str(entry.row[RATING]), moved, entry.row[3], *entry.row[RATING + 1 :]
