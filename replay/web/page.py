"""A page of the desk, links in its tables, and answers as data."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

from markupsafe import Markup, escape
from msgspec import Struct

from ledger.errors import LedgerError, Problem
from replay.answers.answer import Answer
from replay.answers.data import csv_of, json_of
from replay.answers.language import tr
from replay.answers.output import json_document
from replay.answers.paper import Remarks, Section, environment
from replay.answers.table import Column, Table
from replay.web.asked import Asked
from replay.web.office_file import Visitor
from schemes import Scheme, Schemes
from wording import say
from wording.visible import visible_lines

HERE = Path(__file__).parent
ASSETS = HERE / "assets"


class Anchor(Struct, frozen=True):
    """A text that leads to another page, if there is one. In a table it counts as its text."""

    text: str
    href: str

    def __str__(self) -> str:
        return self.text

    def __html__(self) -> str:
        if self.href:
            return Markup(f'<a href="{escape(self.href)}">{escape(self.text)}</a>')
        return escape(self.text)


def schemes_that_work(schemes: Schemes) -> tuple[list[Scheme], list[Section]]:
    """All regulations that can be loaded, and a section that names the others, if there are any."""
    faults: list[str] = []
    found = schemes.working(lambda fault: faults.append(fault.wrong))
    return found, left_out(faults)


def left_out(faults: Sequence[str]) -> list[Section]:
    """Regulations that fail and are left out, each with what is wrong with it."""
    if faults:
        return [Remarks(tr("Left out: these regulations fail"), faults)]
    return []


class Field(Struct, frozen=True):
    """A field of a form: a text, or one of some choices (value, text)."""

    name: str
    label: str
    value: str = ""
    choices: Sequence[tuple[str, str]] = ()
    hint: str = ""
    lines: int = 1
    live: str = ""  # the address that answers while somebody types, where scripts run
    type: str = "text"  # or password, file, date, checkbox (yes, or nothing)
    needed: bool = False
    says: str = ""  # what the field means, below it
    filled_as: str = ""  # what a browser may fill in by itself: username, current-password


class Form(Struct, frozen=True):
    """Questions that lead to another address. `hidden` words are handed on as they are."""

    action: str
    fields: Sequence[Field]
    button: str
    hidden: Sequence[tuple[str, str]] = ()
    title: str = ""  # with a title the form can be folded
    folded: bool = False  # also if fields of it are filled in
    method: str = "get"  # post: it appends something, or signs somebody in

    @property
    def sends_file(self) -> bool:
        return any(each.type == "file" for each in self.fields)


class Drawings(Struct, frozen=True):
    """Pictures that have addresses of their own, each with what it shows for those who cannot see it."""

    kind: ClassVar = "drawings"

    title: str
    pictures: Sequence[tuple[str, str]]


class Pager(Struct, frozen=True):
    """Where a page stands among those of a long answer."""

    text: str
    before: str | None
    after: str | None


class Reached(Struct, frozen=True):
    """How far long work has come; without a total nobody knows how far it is."""

    doing: str = ""
    done: int = 0
    total: int | None = None


class Status(Struct, frozen=True):
    """Whether something is published, and is still so: a pill that leads to the reasons."""

    text: str
    href: str = ""
    state: Literal["", "changed", "open"] = ""


class ColumnSort(Struct, frozen=True):
    """Where the heading of a column leads, and how the rows are sorted by it now."""

    href: str
    now: Literal["", "ascending", "descending"] = ""


class Sorting(Struct, frozen=True):
    """How the rows of a table are sorted: `sort=born` upwards, `sort=-born` downwards, over all pages."""

    asked: Asked
    by: str
    descending: bool = False

    def of(self, column: Column) -> ColumnSort:
        """A heading; numbers begin with the largest, a second click turns them round."""
        down = column.kind.right
        now: Literal["", "ascending", "descending"] = ""
        if column.name == self.by:
            now = "descending" if self.descending else "ascending"
            down = not self.descending
        words = f"-{column.name}" if down else column.name
        return ColumnSort(self.asked.again(sort=words, page=None), now)


def sorting(asked: Asked, columns: Sequence[Column], default: str) -> Sorting:
    """What the address says about the order; `default` is written as there."""
    text = asked.get("sort") or default
    name = text.removeprefix("-")
    names = [column.name for column in columns]
    if name not in names:
        raise LedgerError(
            say("nothing is sorted by {name!r} here", name=name),
            remedy=say("use one of {names}", names=", ".join(names)),
        )
    return Sorting(asked, name, text.startswith("-"))


class Page(Struct, frozen=True):
    """Everything that stands on a page between its head and its foot.

    A page that deserves more than tables has a template of its own, which extends page.html, and its `content`.
    """

    title: str
    lead: Any = ""
    crumbs: Sequence[Anchor] = ()  # the way to this page
    template: str = ""
    content: Any = None
    facts: Sequence[tuple[str, Any]] = ()
    problems: Sequence[Problem] = ()  # what is wrong with what was sent
    forms: Sequence[Form] = ()
    sections: Sequence[Section | Drawings] = ()
    reached: Reached | None = None  # work that goes on: the page asks again until it is done
    pager: Pager | None = None
    receipt: Sequence[tuple[str, Any]] = ()
    data: Sequence[str] = ()  # the forms in which the same answer can be had as data
    only_now: bool = (
        False  # about the desk itself, or all that is known: there is no "as known then"
    )
    status: int = 200


class Part(Struct, frozen=True):
    """A part of a page, without its frame: a script puts it where it belongs."""

    template: str
    content: Any


class Data(Struct, frozen=True):
    """An answer as data: the bytes of a csv or json file."""

    form: str
    content: bytes
    file: str = ""  # the name under which a browser keeps it; without one it shows it


class Elsewhere(Struct, frozen=True):
    """The answer stands at another address."""

    address: str


def table_data(form: str, table: Table) -> Data:
    """A table as the commands write it."""
    if form == "csv":
        return Data(form, "".join(csv_of(table)).encode())
    return Data(form, json_of(table).encode())


def answer_data(form: str, answer: Answer) -> Data:
    """The rows of an answer as the commands write them."""
    assert answer.table is not None, "an answer without rows is a document"
    return table_data(form, answer.table)


def document_data(value: Any) -> Data:
    """An answer that is no table, as json."""
    return Data("json", json_document(value).encode())


def pager(asked: Asked, page: int, size: int, total: int) -> Pager | None:
    """The pages of so many rows; None if one page holds them all."""
    pages = max(1, -(-total // size))
    if pages == 1:
        return None
    before = None
    if page > 1:
        before = asked.again(page=page - 1 if page > 2 else None)
    return Pager(
        tr("page {page} of {pages}", page=page, pages=pages),
        before,
        asked.again(page=page + 1) if page < pages else None,
    )


def html(
    template: str,
    *,
    root: str = "/",
    search: str = "/find",
    visitor: Visitor = Visitor(),
    publisher: str = "",
    **values: Any,
) -> str:
    """A page by a template of the desk; those of the papers stand behind them. `root` is where assets are below."""
    made = environment(HERE / "templates").get_template(template)
    return visible_lines(
        made.render(root=root, search=search, visitor=visitor, publisher=publisher, **values)
    )
