"""A player on the public site: the published lists on which something changed, and a plot of the rating.

Lists on which nothing changed are left out, so that a new month changes the pages of those whom it moves.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from replay.answers.language import tr
from replay.answers.paper import Picture, PlainTable, Section
from replay.answers.paper.lists import RATING
from replay.explain.history.lines import Line
from replay.explain.history.plot import svg, told
from replay.explain.history.rows import HistoryRow
from replay.site.lists import PublishedList
from replay.web.page import Anchor
from schemes import Scheme

NAME = 2
GAMES = RATING + 1
ListRows = Mapping[str, Sequence[Any]]  # by player
COLUMNS = ("list of", "rating", "change", "title", "games", "K", "status")


class ListedPlayer(Struct, frozen=True):
    """A player's row on a published list; `title` and `href` are those of the list, `change` is in its units."""

    scheme: Scheme
    order: tuple[date, int]  # by the day of the list, then by when it was published
    title: str
    href: str
    row: Sequence[Any]
    change: int | None

    @property
    def list_date(self) -> date:
        return self.order[0]

    @property
    def name(self) -> str:
        return str(self.row[2])

    @property
    def shown(self) -> str:
        """The rating and whether the player is active; or that there is none."""
        status = tr(self.row[GAMES + 2])
        if self.row[RATING] is None:
            return status
        return f"{self.row[RATING]} ({status})"

    @property
    def about(self) -> list[str]:
        """What tells the player from another."""
        _, _, _, title, federation, sex, born, *_ = self.row
        return [
            text
            for text in (title, federation, tr("born {year}", year=born) if born else "", sex)
            if text
        ]

    @property
    def units(self) -> int:
        """The rating in units of the list."""
        return _units(self.scheme, self.row)


def rows_of(each: PublishedList) -> ListRows:
    columns = (each.made.table[name].to_pylist() for name in each.made.table.column_names)
    return {row[1]: row for row in zip(*columns, strict=True)}


def changed_rows(
    each: PublishedList, rows: ListRows, before: ListRows, last: ListRows
) -> Iterator[ListedPlayer]:
    """Players of whom a list says something else than `last`, the one it follows or revises.

    Whoever is on it no more has a row that says so. Changes count from `before`, the list of an earlier day.
    """
    for player, row in rows.items():
        if player not in last or _differs(last[player], row):
            yield listed_player(each, row, before)
    for player in sorted(last.keys() - rows.keys()):
        was = last[player]
        gone = (
            None,
            *was[1:RATING],
            None,
            None,
            None,
            tr("not on this list"),
            *[None] * (len(was) - RATING - 4),
        )
        yield listed_player(each, gone, {})


def listed_player(each: PublishedList, row: Sequence[Any], before: ListRows) -> ListedPlayer:
    """A player's row on a list, with the change since the list before."""
    scheme = each.made.scheme
    then = before.get(row[1])
    if then is None:
        change = None
    else:
        change = _units(scheme, row) - _units(scheme, then)
    return ListedPlayer(
        scheme, each.order, each.title, f"../lists/{quote(each.stem)}.html", row, change
    )


def newest_entry(entries: Sequence[ListedPlayer]) -> ListedPlayer:
    """The row on the newest list: a revision of an earlier month is older, whenever it was published."""
    return max(entries, key=lambda entry: entry.order)


def ratings_in_force(entries: Sequence[ListedPlayer]) -> list[tuple[str, Anchor]]:
    """The rating on the newest list of each scheme."""
    facts = []
    for name in sorted({entry.scheme.name for entry in entries}):
        newest = newest_entry([entry for entry in entries if entry.scheme.name == name])
        facts.append((name, Anchor(newest.shown, f"../lists/{quote(name)}.html")))
    return facts


def add_newest_rows(
    players: Mapping[str, list[ListedPlayer]],
    listed: PublishedList,
    rows: ListRows,
    before: ListRows,
    revisions: set[tuple[date, int]],
) -> None:
    """Give those whose last row is of a revised earlier list a row of the newest list."""
    for player, entries in players.items():
        last = max(
            (one.order for one in entries if one.scheme.name == listed.name), default=listed.order
        )
        if last < listed.order and player in rows and last in revisions:
            entries.append(listed_player(listed, rows[player], before))


def _differs(last: Sequence[Any], row: Sequence[Any]) -> bool:
    """Whether a row says something new: not of the rank, nor that there are no games any more."""
    same = last[NAME:GAMES] == row[NAME:GAMES] and last[GAMES + 1 :] == row[GAMES + 1 :]
    return not same or bool(row[GAMES] and row[GAMES] != last[GAMES])


def _units(scheme: Scheme, row: Sequence[Any]) -> int:
    return int(Decimal(row[RATING] or 0).scaleb(scheme.decimals))


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
    """For each scheme a plot and a table of the published lists, the newest first; revisions stand with their list."""
    for name in sorted({entry.scheme.name for entry in entries}):
        here = sorted(
            (entry for entry in entries if entry.scheme.name == name), key=lambda entry: entry.order
        )
        newest = {entry.list_date: entry for entry in here}.values()
        scheme = here[0].scheme
        rows = [_plotted(entry) for entry in newest]
        found = PublishedRatings(scheme, player, here[-1].name, rows)
        if sum(bool(entry.units) for entry in newest) > 1:
            yield Picture(told(found), f"history-{name}", svg(found))
        columns = (*COLUMNS, *(column.name for column in scheme.columns))
        note = tr(
            "change: since the published list before; lists on which nothing changed are left out"
        )
        yield PlainTable(
            tr(scheme.title), columns, [_cells(entry) for entry in reversed(here)], note
        )


def _plotted(entry: ListedPlayer) -> HistoryRow:
    games, k, status, *_ = entry.row[GAMES:]
    return HistoryRow(
        entry.list_date, Line(entry.units, games or 0, k or 0, status), entry.change, {}, []
    )


def _cells(entry: ListedPlayer) -> tuple[object, ...]:
    if entry.change is None:
        moved = ""
    else:
        moved = ("+" if entry.change > 0 else "") + entry.scheme.shown(entry.change)
    if entry.row[RATING] is None:
        rating = ""
    else:
        rating = str(entry.row[RATING])
    return Anchor(entry.title, entry.href), rating, moved, entry.row[3], *entry.row[GAMES:]
