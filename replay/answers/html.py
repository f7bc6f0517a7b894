"""Tables and facts in html: for papers, the desk and the public site, by the kinds of their columns.

A player or tournament is shown by name, with the id beside it, and leads to its page where there is one. `Links` says
where pages are: the desk and the site each have their own, a paper has none.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from itertools import groupby
from operator import attrgetter
from typing import ClassVar

from markupsafe import Markup, escape
from msgspec import Struct

from replay.answers import kinds
from replay.answers.kinds import Kind
from replay.answers.language import language, tr
from replay.answers.speech import day_in_words, spoken
from replay.answers.table import Column, Names, Row, Table
from wording import Reference, with_values
from wording.visible import visible

Links = Callable[[str, object], str]
"""The address of a page (its kind, and which one), or nothing."""
Lead = Callable[[Row], str]
"""The address that a row leads to, or nothing."""


class TableSection(Struct, frozen=True):
    """A table of an answer on a page, with the names that people know."""

    kind: ClassVar = "tablesection"

    table: Table
    names: Names = Names()
    leads: Mapping[str, Lead] = {}
    "Column → where its values lead, if not to the page of their kind."

    @property
    def title(self) -> str:
        return self.table.title

    @property
    def groups(self) -> list[tuple[str, list[Column]]]:
        """The columns under their common headings; nothing if none has one."""
        if not any(column.group for column in self.table.columns):
            return []
        return [
            (group, list(columns))
            for group, columns in groupby(self.table.columns, key=attrgetter("group"))
        ]


_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def on_page(remedy: str, fields: Mapping[str, str] = {}) -> str:
    """What to do, for somebody at a page, where options of the command line are fields of a form or cannot be given.

    `fields` are the fields of the form at hand: name → label.
    """
    options = _OPTION.findall(str(remedy))
    if not options:
        return tr(remedy)
    names = [option.removeprefix("--").replace("-", "_") for option in options]
    labels = [fields[name] for name in names if name in fields]
    if labels:
        return tr(
            "fill in below: {fields}; or send a corrected file",
            fields=", ".join(dict.fromkeys(labels)),
        )
    return tr("this can only be said to the command: ask whoever runs the desk")


def in_words(text: str) -> str:
    """A sentence for a page or a paper: names instead of ids, and days as people write them."""
    return tr(with_values(text, _for_readers))


def _for_readers(value: object) -> object:
    if isinstance(value, Reference):
        return value.shown
    if isinstance(value, date):
        return day_in_words(value)
    return value


def no_links(page: str, value: object) -> str:
    """A paper leads nowhere."""
    return ""


def cell(section: TableSection, column: Column, row: Row, links: Links = no_links) -> Markup:
    """A value of a table as html."""
    value = column.value(row)
    if value is None:
        return Markup("")
    kind = column.kind
    text = kind.prefix + visible(_said(kind, section.names.in_value(value, language())))
    name = _name(column, value, section.names)
    shown = escape(name or text)
    href = ""
    if column.name in section.leads:
        href = section.leads[column.name](row)
    elif kind.page:
        href = links(kind.page, value)
    if href:
        shown = Markup('<a href="{}">{}</a>').format(href, shown)
    if name and name != text:
        return Markup('{} <span class="id">{}</span>').format(shown, text)
    return shown


def _said(kind: Kind, value: object) -> str:
    """A value as pages and papers show it: a day in words, a minus as wide as a digit."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return day_in_words(value)
    text = spoken(kind, value)
    if isinstance(value, int | Decimal) or kind.data == "amounts":
        return text.replace("-", "−")
    return text


def _name(column: Column, value: object, names: Names) -> str:
    """What people call a player or a tournament, where it is known."""
    if column.kind is kinds.PLAYER:
        return visible(names.player(str(value), language()))
    if column.kind is kinds.TOURNAMENT:
        return visible(names.tournaments.get(str(value), ""))
    return ""


def sign_of(column: Column, value: int | Decimal | None) -> str:
    """The class of a change: up, down or the same."""
    if not column.kind.sign or value is None:
        return ""
    if value == 0:
        return "same"
    return "up" if value > 0 else "down"
