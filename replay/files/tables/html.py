"""Tables of a saved web page as rows of cells; the headings before a table are rows of their own."""

import re
from html.parser import HTMLParser
from typing import Any

from ledger.errors import LedgerError
from replay.files.limits import MOST_TABLES
from wording import say
from wording.errors import at

Row = tuple[int, list[Any]]
_HEADINGS = frozenset(("title", "h1", "h2", "h3", "h4", "h5", "caption"))
_SILENT = frozenset(("script", "style"))
_BREAKS = frozenset(("br", "p", "div", "td", "th"))
# Vega's pages say by classes what a cell holds: parts of a player's cell become columns of their own, and a result
# with the colour (f: not played) stands before the opponent as in Vega's own text, +W12
_PARTS = {"title-box": "Title", "sex": "Sex", "rating": "Rtg", "fed": "Fed"}
_PASSED_OVER = frozenset(("sort-num",))
_RESULT = "res"
_SIGNS = {"1": "+", "½": "=", "0": "-"}
_COLOURS = {"cw": "W", "cb": "B", "cf": "F"}
_NOTHING = ("-", "0")  # no title, no rating
_FLAG = re.compile(r"flag/([a-z]{3})\.png")


class _Table:
    """A table while it is read."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.cells: list[str] = []
        self.text: list[str] | None = None
        self.span = 1
        self.parts: dict[str, list[str]] = {}

    def end_cell(self) -> None:
        if self.text is not None:
            self.cells += [_plain(self.text)] + [""] * (self.span - 1)
            self.text = None

    def end_row(self, line: int) -> None:
        self.end_cell()
        if not self.parts.keys().isdisjoint(_PARTS) and self.rows:
            self._end_parts()
        if any(self.cells):
            self.rows.append((line, self.cells))
        self.cells = []
        self.parts = {}

    def _end_parts(self) -> None:
        """The parts of the player's cell stand at the end of the row, under headings of their own."""
        heading = self.rows[0][1]
        for part, name in _PARTS.items():
            if name not in heading:
                heading.append(name)
            place = heading.index(name)
            self.cells += [""] * (place + 1 - len(self.cells))
            text = _plain(self.parts.get(part, []))
            self.cells[place] = "" if text in _NOTHING else text


def _plain(texts: list[str]) -> str:
    return " ".join("".join(texts).split())


class _Page(HTMLParser):
    """All tables of a page that have more than one row, with the headings that stand before them."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self._place = place
        self._open: list[_Table] = []
        self._heading: list[str] | None = None
        self._silent = 0
        self._part: list[str] | None = None  # of a cell, up to the end of its element
        self._above: list[Row] = []
        self._title: list[
            Row
        ] = []  # after the headings: it is that of the whole site, on many pages
        self.tables: list[list[Row]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line = self.getpos()[0]
        if tag in _SILENT:
            self._silent += 1
        elif tag == "table":
            if len(self._open) == MOST_TABLES:
                wrong = say("more than {most} tables inside each other", most=MOST_TABLES)
                raise LedgerError(
                    wrong, place=at(self._place, line), remedy=say("copy the table into a sheet")
                )
            self._open.append(_Table())
        elif tag in _HEADINGS:
            self._heading = []
        elif self._open:
            self._in_table(tag, attrs, line)

    def _in_table(self, tag: str, attrs: list[tuple[str, str | None]], line: int) -> None:
        table = self._open[-1]
        if tag == "tr":
            table.end_row(line)
        elif tag in ("td", "th"):
            table.end_cell()
            span = dict(attrs).get("colspan") or "1"
            table.span = min(int(span), 1000) if span.isdecimal() else 1
            table.text = []
        elif table.text is not None:
            self._in_cell(table, table.text, tag, dict(attrs))

    def _in_cell(
        self, table: _Table, text: list[str], tag: str, attrs: dict[str, str | None]
    ) -> None:
        named = attrs.get("class") or ""
        if named in _PARTS or named in _PASSED_OVER or named == _RESULT:
            self._part = table.parts[named] = []
        elif named in _COLOURS:
            result = _plain(table.parts.get(_RESULT, []))
            text.append(_SIGNS.get(result, result) + _COLOURS[named])
        elif tag == "img" and (flag := _FLAG.search(attrs.get("src") or "")):
            table.parts.setdefault("fed", []).append(flag[1].upper())
        elif named.endswith(("female", "male")):
            table.parts["sex"] = ["F" if named.endswith("female") else "M"]
        elif tag in _BREAKS:
            text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        line = self.getpos()[0]
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag in _HEADINGS and self._heading is not None:
            text = _plain(self._heading)
            if text and tag == "title":
                self._title = [(line, [text])]
            elif text:
                self._above.append((line, [text]))
            self._heading = None
        elif tag == "div":
            self._part = None
        elif tag == "tr" and self._open:
            self._open[-1].end_row(line)
        elif tag == "table" and self._open:
            self._end_table(line)

    def _end_table(self, line: int) -> None:
        """A table of one row inside a cell is how a page lays the cell out: its text belongs to the cell."""
        table = self._open.pop()
        table.end_row(line)
        outer = self._open[-1] if self._open else None
        if len(table.rows) > 1:
            self.tables.append([*self._above, *self._title, *table.rows])
        elif table.rows and outer is not None and outer.text is not None:
            outer.text += [" ", *(f"{cell} " for cell in table.rows[0][1])]

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._heading is not None:
            self._heading.append(data)
        elif self._part is not None:
            self._part.append(data)
        elif self._open and self._open[-1].text is not None:
            self._open[-1].text.append(data)


def tables_of(text: str, place: str) -> list[list[Row]]:
    """The tables of a page: rows with the lines they stand in."""
    page = _Page(place)
    page.feed(text)
    page.close()
    return [_told_apart(table) for table in page.tables]


def _told_apart(rows: list[Row]) -> list[Row]:
    """Rows by their lines; where several stand in one line, as on pages of chess-results, they are counted."""
    if len({line for line, _ in rows}) == len(rows):
        return rows
    return [(number, cells) for number, (_, cells) in enumerate(rows, 1)]
