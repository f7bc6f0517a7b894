"""The page of a published list: its first players, with the change since the list before; a script shows the others."""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING
from urllib.parse import quote

import pyarrow.compute as pc
from markupsafe import Markup, escape

from replay.answers.language import heading, tr, tr_n
from replay.answers.speech import day_in_words
from replay.papers.facts import list_receipt
from replay.site.folder import Known, Make
from replay.site.list_rows import RowsOfList
from replay.site.lists import (
    PlayerRow,
    PublishedList,
    changes_since,
    list_before,
    player_rows,
    same_day,
)
from replay.site.pages import card, page, template
from replay.site.players import change_mark
from replay.web.page import Anchor

if TYPE_CHECKING:
    from replay.site.build import Site

ROWS = 500  # in the page itself
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
    """The page of one list in the reader's language, and its rows."""

    def __init__(self, site: "Site", listed: PublishedList) -> None:
        self._site = site
        self._listed = listed
        self._before = list_before(listed, site.lists)
        self._is_newest = site.newest[listed.name] is listed

    def files(self) -> Iterator[tuple[str, Make]]:
        """Its page in the reader's language; the newest list stands at a lasting address, too."""
        listed = self._listed
        rows = list(player_rows(listed.made.table.slice(0, ROWS)))
        moved = changes_since(listed, self._before).slice(0, ROWS).to_pylist()
        names = [self._site.chinese(row.player) for row in rows]
        key = self._site.key(*self._neighbours(), listed.mark, names)
        make = partial(self._page, rows, moved)
        yield f"lists/{quote(listed.stem)}.html", Known(make, key)
        if self._is_newest:
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

    def _page(self, rows: list[PlayerRow], moved: list[int | None], lasting: bool = False) -> bytes:
        listed = self._listed
        made = listed.made
        path = f"lists/{quote(listed.stem)}.html"
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
            federations=self._federations, shown=len(rows), count=len(made), scheme=listed.name,
            data_files=RowsOfList(self._site, listed).count,
            statuses=[(status, tr(status)) for status in ("active", "inactive")],
            receipt=list_receipt(made, self._site.receipt(listed)), stem=listed.stem,
            data=[(name.partition(".")[2], f"{place.root}lists/{quote(name)}")
                  for name in self._site.data_names(listed).values()],
        )  # fmt: skip
        names = ("fold-table.js", "find.js", "rows.js", "list.js")
        scripts = "".join(
            f'<script src="{place.root}assets/{name}" defer></script>\n' for name in names
        )
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

    def _row(self, row: PlayerRow, change: int | None, to: Callable[..., str]) -> Markup:
        title = f'<span class="t">{escape(tr(row.title))}</span>' if row.title else ""
        name = escape(self._site.shown_name(row.player, row.name))
        moved = change_mark(self._listed.scheme, change)
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
        return Markup(f"<tr>{''.join(cells)}</tr>\n")

    @cached_property
    def _federations(self) -> list[str]:
        return sorted(filter(None, set(self._listed.made.table["federation"].to_pylist())))
