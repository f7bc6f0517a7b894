"""Which rules a list is made by, as somebody wrote them: version, changed parameters, readings, reforms."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from urllib.parse import quote, unquote

from msgspec import Struct

from ledger.errors import LedgerError, unreadable
from schemes import Rules, Scheme
from schemes.kernels.rules import Reform, combined, reform_from_toml, reform_from_words
from wording import say

_ESCAPED = re.compile("%(2B|25)", re.IGNORECASE)
_TOML = say("give a TOML file with the changes (rating-ledger help reforms)")

Pair = tuple[str, str]


class RulesChoice(Struct, frozen=True):
    """Which rules, as somebody wrote them; by default those in force."""

    version: str | None = None  # this version for everything, whatever its date
    changes: tuple[str, ...] = ()  # name=value
    readings: tuple[str, ...] = ()  # name=choice
    reforms: tuple[
        Path | str | Reform, ...
    ] = ()  # a TOML file, the text of one, or what Python made
    since: date | None = None  # the day from which the changes hold

    @classmethod
    def parse(cls, words: Iterable[str]) -> "RulesChoice":
        """The words between plus signs."""
        version = None
        since = None
        changes = []
        readings = []
        reforms: list[Path | str] = []
        for written in words:
            word = unescaped(written)
            if word.startswith("version="):
                version = word.removeprefix("version=")
            elif word.startswith("set:"):
                changes.append(word.removeprefix("set:"))
            elif word.startswith("from="):
                since = day_of(word.removeprefix("from="))
            elif word.startswith("reading:"):
                readings.append(word.removeprefix("reading:"))
            elif word.startswith("reform:"):
                reforms.append(Path(word.removeprefix("reform:")))
            elif word.startswith("reform="):
                reforms.append(unquote(written.removeprefix("reform=")))
            else:
                raise LedgerError(
                    say("+{word} is no change of rules", word=word),
                    remedy=say("use +version=, +set:, +from=, +reading:, +reform:, +rate-as"),
                )
        return cls(version, tuple(changes), tuple(readings), tuple(reforms), since)

    @classmethod
    def from_query(cls, pairs: Iterable[Pair]) -> "RulesChoice":
        """The words of an address; of several with one name that are not changes the last."""
        pairs = list(pairs)
        last = dict(pairs)
        changes = [
            f"{key.removeprefix('set.')}={value}" for key, value in pairs if key.startswith("set.")
        ]
        readings = [
            f"{key.removeprefix('reading.')}={value}"
            for key, value in pairs
            if key.startswith("reading.")
        ]
        since = None
        if "from" in last:
            since = day_of(last["from"])
        reforms: tuple[str, ...] = ()
        if "reform" in last:
            reforms = (last["reform"],)
        return cls(last.get("version"), tuple(changes), tuple(readings), reforms, since)

    @classmethod
    def under(cls, readings: Mapping[str, str] | None) -> "RulesChoice":
        """The rules in force under the readings of an office; these are no reform, so they have no name as one."""
        if not readings:
            return IN_FORCE
        return cls(reforms=(Reform(readings=dict(readings)),))

    def __bool__(self) -> bool:
        """Whether it changes the rules."""
        return bool(self.version or self.changes or self.readings or self.reforms)

    def reform(self, name: str, *, swept: bool = False) -> Reform:
        """All changes as one reform of a scheme; `swept`: the day also holds for the values of a sweep."""
        if self.since is not None and not self.changes and not swept:
            raise LedgerError(
                say("{option} goes with {where}", option="--from", where="--set"),
                remedy=say("a --reform file names its own days; a reading holds always"),
            )
        reforms = [_reform(reform, name) for reform in self.reforms]
        return combined([*reforms, reform_from_words(self.changes, self.readings, self.since)])

    def of(self, scheme: Scheme, *, swept: bool = False) -> Rules:
        """The rules of a scheme under this choice, all of it checked."""
        return scheme.rules(self.reform(scheme.name, swept=swept), self.version)

    def words(self) -> str:
        """The choice as text, after plus signs."""
        words = [] if self.version is None else [f"version={escaped(self.version)}"]
        for reform in self.reforms:
            if isinstance(reform, Path):
                words.append(f"reform:{escaped(str(reform))}")
            elif isinstance(reform, str):
                words.append(f"reform={quote(reform, safe='')}")
            else:
                words += [f"reading:{escaped(reading)}" for reading in _readings_alone(reform)]
        words += [f"set:{escaped(change)}" for change in self.changes]
        words += [f"reading:{escaped(reading)}" for reading in self.readings]
        if self.since is not None:
            words.append(f"from={self.since}")
        return "".join(f"+{word}" for word in words)

    def query(self) -> list[Pair]:
        """The choice as words of an address, where a file stands as its text."""
        pairs = [] if self.version is None else [("version", self.version)]
        readings = list(self.readings)
        texts = []
        for reform in self.reforms:
            if isinstance(reform, Reform):
                readings += _readings_alone(reform)
            else:
                texts.append(_text(reform))
        if len(texts) > 1:
            raise TypeError("an address has room for one reform")
        pairs += [_pair("set", change) for change in self.changes]
        pairs += [_pair("reading", reading) for reading in readings]
        if self.since is not None:
            pairs.append(("from", str(self.since)))
        return [*pairs, *(("reform", text) for text in texts)]


IN_FORCE = RulesChoice()


def day_of(day: date | str) -> date:
    """A day as somebody writes it, or as a program has it; of a moment its day."""
    if isinstance(day, datetime):
        return day.date()
    if isinstance(day, date):
        return day
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise LedgerError(
            say("{text!r} is not a day", text=day), remedy=say("write a day as 2025-11-30")
        ) from None


def escaped(value: str) -> str:
    """A value between plus signs."""
    return value.replace("%", "%25").replace("+", "%2B")


def unescaped(word: str) -> str:
    return _ESCAPED.sub(lambda match: "+" if match[1].upper() == "2B" else "%", word)


def _pair(kind: str, word: str) -> Pair:
    name, _, value = word.partition("=")
    return f"{kind}.{name}", value


def _readings_alone(reform: Reform) -> list[str]:
    """The readings of an office as words; any other reform that Python made has none."""
    if reform.name or reform.changes or reform.dates:
        raise TypeError(
            "a reform made in Python has no words: write it as a file, or as the text of one"
        )
    return [f"{name}={choice}" for name, choice in reform.readings.items()]


def _reform(reform: Path | str | Reform, name: str) -> Reform:
    if isinstance(reform, Reform):
        return reform
    return reform_from_toml(_text(reform), name)


def _text(source: Path | str) -> str:
    if isinstance(source, str):
        return source
    try:
        return source.read_text(encoding="utf-8")
    except OSError as error:
        raise unreadable(source, error, _TOML) from None
    except UnicodeDecodeError:
        raise LedgerError(
            say("the reform is not UTF-8 text"), place=str(source), remedy=_TOML
        ) from None
