"""Which list is meant: one value for every question, with one grammar.

`ListWords` is what somebody wrote, in words (`fide-standard@2025-10-01~2025-10-31+set:k.normal=24`), in the options of
a command, in an address or in keywords of Python. `WhichList` is what it comes to in a ledger.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Protocol, TypedDict

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import LedgerError
from replay.rules_choice import IN_FORCE, Pair, RulesChoice, day_of, escaped, unescaped
from schemes import Rules, Schemes
from schemes.kernels.rules import Reform
from wording import say

FORMS = (
    "SCHEME@DATE[#POSITION|~KNOWN][+version=V][+set:NAME=VALUE][+from=DATE][+reading:NAME=CHOICE][+reform:FILE]"
    "[+rate-as]"
)
_HEAD = re.compile(
    r"(?P<name>[A-Za-z][\w-]*)?(?P<day>@?\d{4}-\d\d-\d\d)?(?:#(?P<position>\d+)|~(?P<known>.+))?"
)

Known = int | str | date | None  # a position; a day, a time or #POSITION; all that is known


class DatedLog(Protocol):
    """What is needed to find the list that words mean."""

    @property
    def schemes(self) -> Schemes: ...
    def position(self, known: Known) -> int: ...
    def checked_day(self, day: date, rules: Rules | None = None) -> date: ...


class AsKnown(Protocol):
    """Whatever rests on the log up to a position, perhaps with the games of other schemes."""

    @property
    def position(self) -> int: ...
    @property
    def rate_as(self) -> bool: ...


class ListKeywords(TypedDict, total=False):
    """The keywords of Python; by default all that is known now, and the rules in force."""

    known: Known
    version: str | None  # this version for everything
    reform: Reform | None  # changed parameters and readings
    readings: Mapping[str, str] | None
    rate_as: bool  # the games of other schemes, too, as if they were approved for this one


class ListWords(Struct, frozen=True):
    """Which list, as somebody wrote it; None where another side, or today, decides."""

    scheme: str | None = None
    day: date | None = None
    known: int | str | None = None
    rules: RulesChoice = IN_FORCE
    rate_as: bool = False

    @classmethod
    def parse(cls, text: str) -> "ListWords":
        """Take words apart: scheme, day, knowledge, then rules after plus signs."""
        head, *rules = text.split("+")
        match = _HEAD.fullmatch(unescaped(head))
        if match is None:
            raise LedgerError(
                say("{text!r} is not a list to compare", text=text),
                remedy=say("write it as {forms}, or name a csv file", forms=FORMS),
            )
        day = None
        if match["day"]:
            day = day_of(match["day"].removeprefix("@"))
        known = match["known"]
        if match["position"]:
            known = f"#{match['position']}"
        rate_as = "rate-as" in rules
        return cls(
            match["name"],
            day,
            known,
            RulesChoice.parse(word for word in rules if word != "rate-as"),
            rate_as,
        )

    @classmethod
    def from_query(
        cls, query: Iterable[Pair], name: str | None = None, day: date | None = None
    ) -> "ListWords":
        """The words of an address; the scheme and the day may stand in its path."""
        pairs = list(query)
        last = dict(pairs)
        rules = RulesChoice.from_query(pairs)
        return cls(
            name or last.get("scheme"), day, last.get("known"), rules, last.get("rate-as") == "yes"
        )

    @classmethod
    def from_python(cls, text: str, day: date | str | None, keywords: ListKeywords) -> "ListWords":
        """The name of a scheme, or words; a day, and keywords, which go before the words."""
        words = cls(text)
        if re.search("[@#~+]", text):
            words = cls.parse(text)
        if day is not None:
            day = day_of(day)
        known = known_in_words(keywords.get("known"))
        if known is None:
            known = words.known
        version = keywords.get("version") or words.rules.version
        reforms = list(words.rules.reforms)
        reform = keywords.get("reform")
        if reform is not None:
            reforms.append(reform)
        reforms += RulesChoice.under(keywords.get("readings")).reforms
        rules = replace(words.rules, version=version, reforms=tuple(reforms))
        return cls(
            words.scheme,
            day or words.day,
            known,
            rules,
            keywords.get("rate_as", False) or words.rate_as,
        )

    def filled(self, name: str | None, day: date | None) -> "ListWords":
        """With a scheme and a day where it has none."""
        return replace(self, scheme=self.scheme or name, day=self.day or day)

    def resolved(self, ledger: DatedLog) -> "WhichList":
        """The list that is meant in a ledger; by default that of today, with all that is known."""
        if self.scheme is None:
            raise LedgerError(
                say("which scheme?"),
                remedy=say("give --scheme, or write the side as {forms}", forms=FORMS),
            )
        rules = self.rules.of(ledger.schemes[self.scheme])
        day = ledger.checked_day(self.day or date.today(), rules)
        return WhichList(
            self.scheme, day, ledger.position(self.known), rules, self.rate_as, self.rules
        )

    def as_given(self, schemes: Schemes) -> "WhichList":
        """The list of words that a `WhichList` gave: its day and its position were checked then."""
        assert self.scheme is not None and self.day is not None and isinstance(self.known, int)
        rules = self.rules.of(schemes[self.scheme])
        return WhichList(self.scheme, self.day, self.known, rules, self.rate_as, self.rules)

    def words(self) -> str:
        """The same as text, which `parse` reads."""
        text = self.scheme or ""
        if self.day is not None:
            text += f"@{self.day}"
        if isinstance(self.known, int):
            text += f"#{self.known}"
        elif self.known is not None:
            text += escaped(self.known if re.fullmatch(r"#\d+", self.known) else f"~{self.known}")
        text += self.rules.words()
        if self.rate_as:
            text += "+rate-as"
        return text

    def query(self) -> list[Pair]:
        """The same as words of an address; the day stands in its path."""
        pairs = []
        if self.scheme is not None:
            pairs.append(("scheme", self.scheme))
        if self.known is not None:
            pairs.append(("known", f"#{self.known}" if isinstance(self.known, int) else self.known))
        pairs += self.rules.query()
        if self.rate_as:
            pairs.append(("rate-as", "yes"))
        return pairs


class WhichList(Struct, frozen=True):
    """Which list is meant, as a ledger makes it: scheme, day, what is known, rules, and whose games count."""

    scheme: str
    day: date
    position: int
    rules: Rules
    rate_as: bool = False  # the games of other schemes, too, as if they were approved for this one
    choice: RulesChoice | None = None  # how the rules were chosen, if words led to them

    @property
    def written(self) -> ListWords:
        """What somebody would write for it."""
        choice = self.choice
        if choice is None:
            choice = IN_FORCE
            assert not self.rules.reform, "changed rules have words of their own"
        return ListWords(self.scheme, self.day, self.position, choice, self.rate_as)

    def words(self) -> str:
        return self.written.words()

    def query(self) -> list[Pair]:
        return self.written.query()

    @property
    def other_rules(self) -> str:
        """Which rules were chosen instead of those in force, as somebody wrote them; empty if none were."""
        version = self.choice.version if self.choice is not None else None
        chosen = [f"version={version}"] if version is not None else []
        if self.rules.reform:
            chosen.append(self.rules.reform)
        return ", ".join(chosen)

    def title(self) -> str:
        """The list in a line: which one, what was known, what was changed."""
        title = say(
            "{scheme}, list in force on {date}, {known}",
            scheme=self.scheme,
            date=self.day,
            known=known_text(self),
        )
        return self.with_rules(title)

    def with_rules(self, title: str) -> str:
        """A title, and the rules if they are not those in force."""
        if not self.other_rules:
            return title
        return say("{list}, other rules: {rules}", list=title, rules=self.other_rules)


def known_in_words(known: Known) -> int | str | None:
    """A day or a time as text, as it stands in words, addresses and options."""
    if isinstance(known, date):
        return known.isoformat()
    return known


def known_text(answer: AsKnown) -> str:
    """What an answer rests on: the log up to a position, perhaps with the games of other schemes."""
    sentence = say("as known at #{position}", position=answer.position)
    if answer.rate_as:
        return say("{known}, with the games of other schemes", known=sentence)
    return sentence
