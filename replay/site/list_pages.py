"""The pages of a published list: five hundred players on each, with the change since the list before."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec
import pyarrow.compute as pc
from markupsafe import Markup, escape

from replay.answers.days import day_in_words
from replay.answers.language import heading, tr, tr_n, word
from replay.answers.paper.facts import list_receipt
from replay.site.folder import Known, Make
from replay.site.lists import (
    PlayerRow,
    PublishedList,
    changes_since,
    list_before,
    player_rows,
    same_day,
)
from replay.site.pages import card, page, template
from replay.site.players import change_mark, signed
from replay.web.page import Anchor

if TYPE_CHECKING:
    from replay.site.build import Site

ROWS = 500  # on one page of a list
DATA_ROWS = 20_000  # in one file of the rows that are filtered and sorted in the browser
COLUMNS = (
    ("rank", "num"),
    ("name", ""),
    ("federation", ""),
    ("born", "num least"),
    ("rating", "num"),
    ("change", "num"),
    ("games", "num least"),
    ("K", "num less"),
    ("status", "less"),
)


class ListPages:
    """The pages of one list, in the reader's language."""

    def __init__(self, site: "Site", listed: PublishedList) -> None:
        self._site = site
        self._listed = listed
        self._before = list_before(listed, site.lists)
        self._pages = max(1, -(-len(listed.made) // ROWS))
        self._is_newest = site.newest[listed.name] is listed

    def files(self) -> Iterator[tuple[str, Make]]:
        """Its pages; the newest list stands at a lasting address, too, with rows to be filtered."""
        listed = self._listed
        changes = changes_since(listed, self._before)
        for number in range(1, self._pages + 1):
            start = ROWS * (number - 1)
            here = listed.made.table.slice(start, ROWS)
            rows = list(player_rows(here))
            moved = changes.slice(start, ROWS).to_pylist()
            key = self._site.key(*self._neighbours(), number, self._pages, self._is_newest, rows, moved,
                                 [self._site.chinese(row.player) for row in rows])  # fmt: skip
            make = partial(self._page, number, rows, moved)
            yield f"lists/{self._file(number)}", Known(make, key)
            if number == 1 and self._is_newest:
                yield f"lists/{listed.name}.html", Known(partial(make, lasting=True), key)

    def _neighbours(self) -> list[object]:
        """What a page says of other publications."""
        site = self._site
        same = [(one.stem, str(one.recorded)) for one in same_day(self._listed, site.lists)]
        after = self._after
        return [self._listed.stem, same, self._before and self._before.stem, after and after.stem]

    @cached_property
    def _after(self) -> PublishedList | None:
        """The list of the next day that was published."""
        later = [
            one for one in self._site.lists
            if one.name == self._listed.name and one.day > self._listed.day and one.published.is_first
        ]  # fmt: skip
        return min(later, key=lambda one: one.order, default=None)

    def _file(self, number: int) -> str:
        if number == 1:
            return f"{quote(self._listed.stem)}.html"
        return f"{quote(self._listed.stem)}.page-{number}.html"

    def _page(
        self, number: int, rows: list[PlayerRow], moved: list[int | None], lasting: bool = False
    ) -> bytes:
        listed = self._listed
        made = listed.made
        path = f"lists/{self._file(number)}"
        if lasting:
            path = f"lists/{listed.name}.html"
        place = self._site.place(path)
        title = tr("{scheme}: list of {date}", scheme=tr(listed.scheme.title), date=listed.title)
        lead = tr_n(
            "List of {day}: {number} player, {active} of them active.",
            "List of {day}: {number} players, {active} of them active.",
            len(made),
            day=day_in_words(listed.day),
            active=pc.sum(pc.equal(made.table["status"], "active")).as_py() or 0,
        )
        same = same_day(listed, self._site.lists)
        at = same.index(listed)
        main = template(
            "list.html", title=title, scheme_title=tr(listed.scheme.title), lead=lead, top=place.top,
            status=tr("published on {day}", day=day_in_words(listed.recorded)), rows=rows,
            revised_by=self._link(tr("revised on {day}"), same[at + 1 :][-1:]),
            revises=self._link(tr("first published on {day}"), same[max(at - 1, 0) : at]),
            before=self._neighbour(self._before), after=self._neighbour(self._after),
            headings=[(name, heading(name), style) for name, style in self._columns],
            table_rows=Markup("").join(
                self._row(row, change, place.to) for row, change in zip(rows, moved, strict=True)
            ),
            federations=self._federations, number=number, pages=self._pages, file=self._file,
            data_rows=listed.name if self._is_newest else "", data_files=self._data_count,
            receipt=list_receipt(replace(made)), stem=listed.stem,
            data=[(name.partition(".")[2] or name, f"{place.root}lists/{quote(name)}")
                  for name in listed.published.names],
        )  # fmt: skip
        scripts = f'<script src="{place.root}assets/list.js" defer></script>\n'
        return page(place, title, main, task="home", head=card(place, title, lead) + scripts)

    @property
    def _columns(self) -> list[tuple[str, str]]:
        further = [(column.name, "num less") for column in self._listed.scheme.columns]
        return [*COLUMNS, *further]

    def _link(self, text: str, others: list[PublishedList]) -> Anchor | None:
        for other in others:
            return Anchor(
                text.format(day=day_in_words(other.recorded)), f"{quote(other.stem)}.html"
            )
        return None

    def _neighbour(self, other: PublishedList | None) -> Anchor | None:
        if other is None:
            return None
        return Anchor(other.title, f"{quote(other.stem)}.html")

    def _row(self, row: PlayerRow, change: int | None, to: Any) -> Markup:
        title = f'<span class="t">{escape(word("title", row.title))}</span>' if row.title else ""
        name = escape(self._site.shown_name(row.player, row.name))
        moved = change_mark(signed(self._listed.scheme, change))
        cells = [
            f'<td class="num">{row.rank}</td><th scope="row">{title}'
            f'<a href="{escape(to("players", row.player))}">{name}</a></th>'
            f'<td class="fed">{escape(row.federation)}</td><td class="num least">{row.born or ""}</td>'
            f'<td class="num strong">{row.rating}</td><td class="num">{moved}</td>'
            f'<td class="num least">{row.games}</td><td class="num less">{row.k}</td>'
            f'<td class="less">{escape(tr(row.status))}</td>'
        ]
        cells += [
            f'<td class="num less">{"" if value is None else escape(value)}</td>'
            for value in row.further
        ]
        status = f'data-status="{escape(row.status)}" data-status-text="{escape(tr(row.status))}"'
        return Markup(f"<tr {status}>{''.join(cells)}</tr>\n")

    @cached_property
    def _federations(self) -> list[str]:
        return sorted(filter(None, set(self._listed.made.table["federation"].to_pylist())))

    @property
    def _data_count(self) -> int:
        return max(1, -(-len(self._listed.made) // DATA_ROWS))

    def data_files(self) -> Iterator[tuple[str, Make]]:
        """All rows of the newest list, for filters and sorting without a server; the same in every language."""
        changes = changes_since(self._listed, self._before)
        for part in range(self._data_count):
            make = partial(self._data_part, part, changes)
            key = self._site.key(self._listed.stem, part, replace(self._listed.made).digest)
            yield f"lists/{self._listed.name}.rows-{part + 1}.js", Known(make, key)

    def _data_part(self, part: int, changes: Any) -> bytes:
        start = part * DATA_ROWS
        table = self._listed.made.table.slice(start, DATA_ROWS)
        moved = changes.slice(start, DATA_ROWS).to_pylist()
        scheme = self._listed.scheme
        rows = [
            (row.rank, row.player, self._site.pages["players", row.player], row.name,
             self._site.chinese_any(row.player), row.title, row.federation, row.sex, row.born, row.rating,
             signed(scheme, change), row.games, row.k, row.status, *map(_plain, row.further))
            for row, change in zip(player_rows(table), moved, strict=True)
        ]  # fmt: skip
        lines = msgspec.json.encode(rows).replace(b"],[", b"],\n[")
        return b"globalThis.ROWS = (globalThis.ROWS ?? []).concat(" + lines + b");\n"


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, int):
        return value
    return str(value)
