"""What an address asks for, as known when and under which rules; and links that keep it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cached_property
from itertools import starmap
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup, escape
from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.text import whole_number
from projections import Snapshot
from replay.answers.html import in_words
from replay.answers.language import LANGUAGES, tr
from replay.answers.speech import short_title
from replay.office.office import Office, before_rules, is_to_come, to_come
from replay.rules_choice import IN_FORCE, RulesChoice, day_of
from replay.web.office_file import Visitor
from replay.which import ListWords, WhichList
from replay.world.world import World
from schemes import Rules, Schemes
from schemes.kernels.readings import nearest
from schemes.standings import REGISTERS
from wording import Reference, say, values_in

Pairs = Sequence[tuple[str, str]]
MOST_PAGES = 1_000_000


class Asked:
    """An address, taken apart."""

    def __init__(
        self,
        path: str,
        words: Mapping[str, str],
        query: Pairs,
        form: str = "",
        visitor: Visitor = Visitor(),
        schemes: Schemes | None = None,
        publisher: str = "",
    ) -> None:
        """`words` are the parts of the path that name something; `form` is csv, json or nothing for a page.

        `schemes` are the regulations that the ledger knows; an address that is only written needs none.
        """
        self.path = path
        self.words = words
        self.form = form
        self.visitor = visitor
        self.publisher = publisher  # the name of the office
        self.schemes = schemes or Schemes()
        self.query = _with_position([(name, value) for name, value in query if value.strip()])

    def get(self, name: str) -> str | None:
        """A word of the query; of several the last."""
        return dict(self.query).get(name)

    @cached_property
    def scheme(self) -> str | None:
        """The scheme that the page is about, or that its rules are meant for."""
        return self.words.get("scheme") or self.get("scheme")

    @cached_property
    def rules_words(self) -> list[tuple[str, str]]:
        """The words that change the rules."""
        whole = ("version", "from", "reform")
        return [(n, v) for n, v in self.query if n in whole or n.startswith(("reading.", "set."))]

    @property
    def rate_as(self) -> bool:
        return self.get("rate-as") == "yes"

    @property
    def known(self) -> str | None:
        """As known then: a day, a time or #POSITION; None: all that is known."""
        return self.get("known")

    @cached_property
    def list_words(self) -> ListWords:
        """Which list the address means, without the day."""
        return ListWords.from_query(self.query, self.scheme)

    def check(self) -> None:
        """Refuse rules that are meant for no scheme, or for one that does not exist."""
        if (given := self.get("rate-as")) not in (None, "yes"):
            raise LedgerError(
                say("rate-as={given} is unknown", given=given),
                remedy=say("write rate-as=yes, or leave it out"),
            )
        if self.rules_words and self.scheme is None:
            name = self.rules_words[0][0]
            raise LedgerError(
                say("{name} changes the rules of which scheme?", name=name),
                remedy=say("add scheme=NAME to the address"),
            )
        if (language := self.get("language")) is not None and language not in LANGUAGES:
            raise LedgerError(
                say("there is no language {language!r} here", language=language),
                remedy=say("use {languages}", languages=", ".join(LANGUAGES)),
            )
        known = (*self.schemes.names, *REGISTERS)
        if self.scheme is not None and self.scheme not in known:
            raise LedgerError(
                say("there are no rules {scheme!r}", scheme=self.scheme),
                remedy=nearest(self.scheme, known),
            )

    def rules_of(self, name: str) -> Rules:
        """The rules of a scheme: those in force, or as changed if the change is meant for it."""
        return self._choice_of(name).of(self.schemes[name])

    def _choice_of(self, name: str) -> RulesChoice:
        if name == self.scheme:
            return self.list_words.rules
        return IN_FORCE

    def which(self, office: Office, name: str, day: date | None = None) -> WhichList:
        """The list of a scheme on a day; by default that of the path."""
        words = replace(
            self.list_words, scheme=name, day=day or self.on, rules=self._choice_of(name)
        )
        return words.resolved(office)

    def world(self, office: Office, name: str) -> World:
        return office.world(self.which(office, name))

    def snapshot(self, office: Office) -> Snapshot:
        """What is known; with rate-as, tournaments count as if they were approved for all schemes."""
        return office.snapshot(self.known, rate_as=self.rate_as)

    @property
    def on(self) -> date:
        """The day that the path names; else today."""
        if "on" in self.words:
            return day_of(self.words["on"])
        return date.today()

    @property
    def changed(self) -> list[str]:
        """What is not as known and in force now, in words; for the banner of a page."""
        known = self.get("known")
        scheme_name = self.scheme
        lines = []
        if known:
            lines.append(
                tr("As known at {known}.", known=known)
                if "#" in known
                else tr("As known on {known}.", known=known)
            )
        if self.rate_as:
            lines.append(
                tr("With the games of other schemes, as if they were approved for this one.")
            )
        if self.rules_words:
            rules = ", ".join(starmap(_in_short, self.rules_words))
            scheme = short_title(scheme_name or "", scheme_name or "")
            lines.append(tr("Other rules of {scheme}: {rules}.", scheme=scheme, rules=rules))
        return lines

    @property
    def remarks_on_days(self) -> list[str]:
        """That a day which the address names is still to come, or before all rules; for the banner of a page.

        The page that publishes a list says it itself.
        """
        if self.path == "/office/publish":
            return []
        named = [self.words.get("on"), *(self.get(name) for name in ("a", "b", "date"))]
        days = list[date]()
        for text in filter(None, named):
            with suppress(LedgerError):  # the page itself says what is wrong with it
                days.append(day_of(text))
        remarks = [to_come(day) for day in days if is_to_come(day)]
        with suppress(LedgerError):
            rules = self.rules_of(self.scheme) if self.scheme else None
            remarks += [remark for day in days if rules for remark in before_rules(rules, day)]
        return remarks

    def kept(self) -> list[tuple[str, str]]:
        """The words that every link to another page keeps."""
        then = self.get("known")  # as it was sent: a page may refuse it
        known = [("known", then)] if then else []
        if self.rules_words and self.scheme:
            meant_for = [("scheme", self.scheme)]
        else:
            meant_for = []
        others = [(name, value) for name, value in self.query if name in ("rate-as", "language")]
        return [*known, *meant_for, *self.rules_words, *others]

    def with_links(self, text: str) -> str:
        """A sentence in which events, players and tournaments lead to their pages."""
        links = self._links_in(text)
        if not links:
            return escape(in_words(text))
        words = "|".join(re.escape(word) for word in sorted(links, key=len, reverse=True))
        parts = re.split(f"({words})", in_words(text))
        return Markup("").join(links.get(part, escape(part)) for part in parts)

    def links_in(self, text: str) -> str:
        """The events, players and tournaments that a sentence names, as links."""
        return Markup(", ").join(self._links_in(text).values())

    def _links_in(self, text: str) -> dict[str, Markup]:
        addresses = {}
        for value in values_in(text):
            if isinstance(value, Reference):
                word = f"#{value}" if value.page == "log" else value.shown
                addresses[word] = self.to(value.page, value.id)
        return {
            word: Markup('<a href="{}">{}</a>').format(address, word)
            for word, address in addresses.items()
        }

    def to(self, *parts: object, **query: object) -> str:
        """The address of another page, as known then and under the same rules."""
        path = "/" + "/".join(quote(str(part), safe="") for part in parts)
        kept = [
            (name, value)
            for name, value in self.kept()
            if not (name == "scheme" and value in map(str, parts))
        ]
        asked = {name: value for name, value in [*kept, *query.items()] if value is not None}
        return address(path, asked.items())

    def again(self, form: str = "", **query: object) -> str:
        """The address of this page with some words changed (None: left out), or of the same answer as data."""
        words: dict[str, Any] = dict(self.query) | query
        path = self.path + (f".{form}" if form else "")
        return address(path, [(name, value) for name, value in words.items() if value is not None])

    def in_language(self, code: str) -> str:
        """The address that chooses a language for all pages, and comes back to this one."""
        return address(f"/language/{code}", [("back", self.again(self.form, language=None))])

    def plain(self) -> str:
        """The address of this page with all that is known and the rules in force."""
        changed = {name for name, _ in self.rules_words} | {"known", "rate-as"}
        return address(
            self.path, [(name, value) for name, value in self.query if name not in changed]
        )

    def hidden(self, *replaced: str) -> list[tuple[str, str]]:
        """The words that a form hands on as they are; a new question begins at its first page."""
        return [(name, value) for name, value in self.query if name not in (*replaced, "page")]

    @property
    def page(self) -> int:
        """The number of the page of a long answer, from 1 on."""
        text = self.get("page") or "1"
        number = whole_number(text)
        if number is None or not 1 <= number <= MOST_PAGES:
            raise LedgerError(
                say("page {text!r} is no page", text=text), remedy=say("use 1 or more")
            )
        return number


def _with_position(query: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """`at=168` of the slider is `known=#168`."""
    at = dict(query).get("at")
    if at is None:
        return query
    return [
        *((name, value) for name, value in query if name not in ("at", "known")),
        ("known", f"#{at}"),
    ]


def _in_short(name: str, value: str) -> str:
    """A word of an address for the banner; a whole file is named only."""
    if name == "reform":
        return name
    return f"{name} = {value}"


def appeal_address(tournament: str, stage: str, round_: int, board: int) -> str:
    """Where the appeal about a game is worked on."""
    place = {"tournament": tournament, "stage": stage, "round": round_, "board": board}
    return address("/appeal", place.items())


def address(path: str, query: Iterable[tuple[str, object]]) -> str:
    words = urlencode([(name, str(value)) for name, value in query], quote_via=quote)
    if words:
        return f"{path}?{words}"
    return path
