"""Rules in force: the dated versions of a scheme, resolved once per replay; reforms are overlays over them."""

import hashlib
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

import msgspec
from msgspec import Struct

from schemes.kernels.errors import rules_error
from schemes.kernels.parameters import changed
from schemes.kernels.readings import nearest
from schemes.kernels.toml import read_toml
from wording import say

ALWAYS = date.min
FOREVER = date.max
_BETWEEN = ", "  # words in the name of a reform
VERSION = "versions."  # before the name of a version: the day on which it begins


class Version(Struct, frozen=True):
    """A dated version of a regulation: it holds for what starts on `since` or later."""

    name: str
    since: date
    parameters: Any


class Change(Struct, frozen=True):
    """Parameters with other values, in a range of days (the last day included)."""

    values: dict[str, Any]
    since: date = ALWAYS
    until: date = FOREVER


class Reform(Struct, frozen=True):
    """A small overlay over a scheme: other parameters, other readings, versions dated otherwise."""

    name: str = ""
    changes: tuple[Change, ...] = ()
    readings: dict[str, str] = {}
    dates: dict[str, date] = {}

    def __bool__(self) -> bool:
        return bool(self.changes or self.readings or self.dates)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters and readings that it changes."""
        names = [name for change in self.changes for name in change.values]
        return tuple(dict.fromkeys([*names, *self.readings]))


class _File(Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """A reform as a TOML file."""

    name: str = ""
    scheme: str | None = None
    since: date = ALWAYS
    until: date = FOREVER
    set: dict[str, Any] = {}
    readings: dict[str, str] = {}
    versions: dict[str, date] = {}
    change: tuple["_FileChange", ...] = ()


class _FileChange(Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    set: dict[str, Any]
    since: date = ALWAYS
    until: date = FOREVER


class Rules(Struct, frozen=True):
    """The versions of a scheme on a time line, with the readings chosen. Everything a list depends on but the log."""

    scheme: str
    versions: tuple[Version, ...]
    readings: dict[str, str]
    reform: str = ""
    changed: tuple[str, ...] = ()  # the parameters and readings that the reform changes

    @property
    def fingerprint(self) -> str:
        """A hash of all of it: equal rules, equal fingerprint."""
        content = (self.scheme, self.versions, sorted(self.readings.items()))
        return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()

    def index(self, day: date) -> int:
        """Which version holds for what starts on a day; −1 before the first."""
        return sum(version.since <= day for version in self.versions) - 1

    def at(self, day: date) -> Version | None:
        """The version in force on a day."""
        index = self.index(day)
        if index >= 0:
            return self.versions[index]
        return None

    def latest(self, day: date) -> Version:
        """The version in force on a day, the first one before that."""
        return self.versions[max(self.index(day), 0)]


def reform_from_toml(text: str, scheme: str) -> Reform:
    """Read a reform; what is misspelt or of the wrong kind is refused with its path."""
    try:
        data = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise rules_error(
            say("not a TOML file: {error}", error=str(error)),
            say("see rating-ledger help reforms for an example"),
        ) from None
    if isinstance(data.get("set", {}), dict):
        flat = {**data, "set": dotted(data.get("set", {}))}
    else:
        flat = data
    for number, change in enumerate(
        data.get("change", ()) if isinstance(data.get("change"), list) else ()
    ):
        if isinstance(change, dict) and isinstance(change.get("set"), dict):
            flat["change"][number] = {**change, "set": dotted(change["set"])}
    try:
        file = msgspec.convert(flat, _File)
    except msgspec.ValidationError as error:
        raise rules_error(
            say("reform: {error}", error=str(error)),
            say("keys: name, scheme, from, until, set, readings, versions, change"),
        ) from None
    if file.scheme not in (None, scheme):
        raise rules_error(
            say(
                "this reform is for {scheme!r}, not for {other!r}", scheme=file.scheme, other=scheme
            )
        )
    first = (Change(file.set, file.since, file.until),) if file.set else ()
    rest = tuple(Change(change.set, change.since, change.until) for change in file.change)
    _refuse_twice(
        [
            (f"{name} ({c.since} to {c.until})", value)
            for c in first + rest
            for name, value in c.values.items()
        ]
    )
    return Reform(file.name or "reform", first + rest, file.readings, file.versions)


def reform_from_words(
    words: Sequence[str], readings: Sequence[str] = (), since: date | None = None
) -> Reform:
    """`--set name=value` and `--reading name=choice` as a reform; `since` is `--from`."""
    pairs = (
        [_pair(word, "--set") for word in words],
        [_pair(word, "--reading") for word in readings],
    )
    for each in pairs:
        _refuse_twice(each)
    values = dict(pairs[0])
    chosen = dict(pairs[1])
    dates = {
        name.removeprefix(VERSION): day_of(value)
        for name, value in values.items()
        if name.startswith(VERSION)
    }
    values = {name: value for name, value in values.items() if not name.startswith(VERSION)}
    changes = (Change(dict(values), since or ALWAYS),) if values else ()
    return Reform(_BETWEEN.join([*words, *readings]), changes, chosen, dates)


def reform_of_receipt(written: str, readings: Collection[str]) -> Reform:
    """The changes of `--set`, from the name that `reform_from_words` gave them: receipts have it on record.

    Readings stand in a receipt apart.
    """
    words = [word for word in written.split(_BETWEEN) if word]
    return reform_from_words([word for word in words if word.partition("=")[0] not in readings])


def combined(reforms: Sequence[Reform]) -> Reform:
    """Several reforms as one, later ones over earlier ones."""
    kept = [reform for reform in reforms if reform]
    return Reform(
        " + ".join(reform.name for reform in kept if reform.name),
        tuple(change for reform in kept for change in reform.changes),
        {name: choice for reform in kept for name, choice in reform.readings.items()},
        {name: day for reform in kept for name, day in reform.dates.items()},
    )


def overlaid(versions: tuple[Version, ...], reform: Reform) -> tuple[Version, ...]:
    """The versions with a reform laid over them: dated anew, split where a change begins or ends, values replaced."""
    by_name = {version.name: version for version in versions}
    for name in reform.dates:
        if name not in by_name:
            raise rules_error(say("unknown version {name!r}", name=name), nearest(name, by_name))
    moved = sorted(
        (msgspec.structs.replace(v, since=reform.dates.get(v.name, v.since)) for v in versions),
        key=lambda v: v.since,
    )
    for change in reform.changes:
        if change.until < change.since:
            raise rules_error(
                say(
                    "a change that ends ({until}) before it begins ({since})",
                    until=change.until,
                    since=change.since,
                )
            )
        for name, value in change.values.items():  # also of a change that no version falls into
            changed(versions[-1].parameters, name, value)
    return tuple(_joined(_changed(part, reform) for part in _split(moved, reform)))


def _split(versions: Sequence[Version], reform: Reform) -> list[Version]:
    """Cut the time line wherever a change begins or ends."""
    edges = {change.since for change in reform.changes if change.since != ALWAYS}
    edges |= {
        change.until + timedelta(days=1) for change in reform.changes if change.until != FOREVER
    }
    days = sorted(
        {version.since for version in versions}
        | {edge for edge in edges if edge > versions[0].since}
    )
    whole = [([v for v in versions if v.since <= day][-1], day) for day in days]
    return [msgspec.structs.replace(version, since=day) for version, day in whole]


def _joined(parts: Iterable[Version]) -> Iterator[Version]:
    """Parts of one version that say the same are one: a change to what holds anyway leaves no trace."""
    last: Version | None = None
    for part in parts:
        if last is None or (part.name, part.parameters) != (last.name, last.parameters):
            last = part
            yield part


def _changed(version: Version, reform: Reform) -> Version:
    parameters = version.parameters
    for change in reform.changes:
        if change.since <= version.since <= change.until or (
            change.since == ALWAYS and change.until == FOREVER
        ):
            for name, value in change.values.items():
                parameters = changed(parameters, name, value)
    if parameters == version.parameters:
        return version
    return msgspec.structs.replace(version, parameters=parameters, name=f"{version.name}*")


def _pair(word: str, option: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise rules_error(
            say("{option} {word!r} is not name=value", option=option, word=word),
            say("for example {option} k.top=12", option=option),
        )
    return name.strip(), value.strip()


def _refuse_twice(pairs: Sequence[tuple[str, Any]]) -> None:
    """One reform cannot give one thing two values."""
    seen: dict[str, Any] = {}
    for name, value in pairs:
        if seen.setdefault(name, value) != value:
            raise rules_error(
                say(
                    "{name} is set twice: {one} and {other}", name=name, one=seen[name], other=value
                ),
                say("keep one of them"),
            )


def day_of(text: str) -> date:
    """A day that somebody has written."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise rules_error(
            say("{text!r} is not a date", text=text), say("write it as 2024-03-01")
        ) from None


def dotted(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """TOML tables as dotted names: [set.k] top = 12 is k.top."""
    flat: dict[str, Any] = {}
    for name, value in table.items():
        flat |= (
            dotted(value, f"{prefix}{name}.")
            if isinstance(value, dict)
            else {f"{prefix}{name}": value}
        )
    return flat
