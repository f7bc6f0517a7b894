"""A regulation without code, read from its file: every mistake of it at once, each with its line."""

import hashlib
import re
import tomllib
import types
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from schemes.declared.lines import Lines
from schemes.declared.parameters import UNITS, WHY_NOT, Named, Table
from schemes.kernels.errors import rules_error
from schemes.kernels.parameters import changed, said_of
from schemes.kernels.readings import Reading, nearest
from schemes.kernels.rules import Version, dotted
from schemes.kernels.toml import read_toml
from wording import joined, say
from wording.errors import LedgerError, Problem, at


class Mistake(Struct, frozen=True):
    """One thing that is wrong with a file."""

    path: tuple[str, ...]
    wrong: str
    remedy: str = ""


def refusal(path: Path, text: str, mistakes: Sequence[Mistake]) -> LedgerError:
    """All mistakes of a file as one error, in the order of their lines."""
    lines = Lines(text)
    placed = sorted(((lines.of(each.path), each) for each in mistakes), key=lambda told: told[0])
    problems = [Problem(at(path, line), each.wrong, each.remedy) for line, each in placed]
    told = joined("\n", [problem.text for problem in problems])
    return LedgerError(told, code="rules", problems=problems)


class Amendment(Table, frozen=True, rename={"since": "from"}):
    """A later version: what it changes."""

    version: str
    since: date
    set: dict[str, Any]


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to an open question, and what it changes; the first answer changes nothing."""

    says: str
    set: dict[str, Any] = {}


class OpenQuestion(Table, frozen=True):
    """A place where the regulation leaves room."""

    question: str
    choices: dict[str, Choice]


class FileHeading(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"since": "from"}
):
    """What a file says of itself, beside its rules."""

    title: str
    unit: Literal["period", "tournament", "game"]
    decimals: Literal[0, 1, 2] = 0
    version: str = "base"
    since: date
    titles: dict[str, str] = {}
    amendments: tuple[Amendment, ...] = ()
    readings: dict[str, OpenQuestion] = {}


class Declaration(Struct, frozen=True):
    """A regulation without code."""

    path: Path
    heading: FileHeading
    versions: tuple[Version, ...]
    digest: str = ""  # of the text

    @property
    def name(self) -> str:
        """The name of the regulation: that of its file."""
        return self.path.stem

    @property
    def first(self) -> Any:
        """The rules of the first version."""
        return self.versions[0].parameters

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The register of open questions."""
        return tuple(
            Reading(
                name,
                each.article,
                each.question,
                {choice: told.says for choice, told in each.choices.items()},
            )
            for name, each in self.heading.readings.items()
        )

    @property
    def title_codes(self) -> tuple[str, ...]:
        """The titles that the file names, each a level: those that give first ratings, those of K, all others."""
        rules = [version.parameters for version in self.versions]
        grades = [
            each for r in rules for each in (*r.first.titles, *getattr(r.first, "outside", ()))
        ]
        by_k = [code for r in rules for case in r.k for code in case.titles]
        return tuple(
            dict.fromkeys(
                [*(code for each in grades for code in each.codes), *by_k, *self.heading.titles]
            )
        )

    def article(self, table: str) -> str:
        """The article that a table stands in; the cases of K and the grades of titles each have their own."""
        found = getattr(self.first, table, None)
        every = found if isinstance(found, tuple) else (found,)
        return ", ".join(
            dict.fromkeys(each.article for each in every if each is not None and each.article)
        )


def text_of(path: Path) -> tuple[str, Path]:
    """What stands in a file, beside its path."""
    try:
        return path.read_bytes().decode(), path
    except OSError as error:
        raise rules_error(
            f"{path}: {error.strerror or error}", say("name a file that can be read")
        ) from None
    except UnicodeDecodeError:
        raise rules_error(
            say("{path}: not UTF-8 text", path=path), say("save it as UTF-8")
        ) from None


def declaration(text: str, path: Path) -> Declaration:
    """The regulation that a text declares; its name is that of the file. All mistakes are told at once."""
    from schemes.declared.contradictions import contradictions  # it looks at declarations

    try:
        data = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line ([0-9]+)", str(error))
        raise LedgerError(
            say("not a TOML file: {error}", error=str(error)),
            say("see rating-ledger help declared for the form"),
            place=at(path, int(line[1])) if line else str(path),
            code="rules",
        ) from None
    reader = _Reader()
    found = reader.declared(path, data)
    wrong = {each.path[:1] for each in reader.mistakes}
    if found is None:
        more = []
    else:
        more = [each for each in contradictions(found) if each.path[:1] not in wrong]
    if found is None or reader.mistakes or more:
        raise refusal(path, text, [*reader.mistakes, *more])
    return msgspec.structs.replace(found, digest=hashlib.sha256(text.encode()).hexdigest())


class _Reader:
    """Structs from the data of a file; what does not fit is noted."""

    def __init__(self) -> None:
        self.mistakes: list[Mistake] = []
        self.unit = ""

    def declared(self, path: Path, data: dict[str, Any]) -> Declaration | None:
        own = {key: value for key, value in data.items() if key in _names(FileHeading)}
        heading = self.struct(FileHeading, own, ())
        self.unit = str(data.get("unit"))
        kind = UNITS.get(self.unit)
        if kind is None:
            known = {
                *_names(FileHeading),
                *(word for rules in UNITS.values() for word in rules.__struct_fields__),
            }
            for word in data.keys() - known:
                self.mistakes.append(
                    Mistake(
                        (word,),
                        say("unknown word {word!r}", word=word),
                        nearest(word, dict.fromkeys(known)),
                    )
                )
            return None
        rest = {key: value for key, value in data.items() if key not in own}
        rules = self.struct(kind, rest, ())
        if heading is None:
            return None
        if self.mistakes:  # what can be read is looked at all the same
            return Declaration(path, heading, (Version(heading.version, heading.since, rules),))
        self._check_readings(heading, rules)
        return Declaration(path, heading, self._versions(heading, rules))

    def _versions(self, heading: FileHeading, rules: Struct) -> tuple[Version, ...]:
        """The first version, and each later one as an amendment of the one before."""
        versions = [Version(heading.version, heading.since, rules)]
        for number, each in enumerate(heading.amendments):
            path: tuple[str, ...] = ("amendments", str(number))
            if each.since <= versions[-1].since:
                wrong = say(
                    "version {version} of {since} does not come after {before}",
                    version=each.version,
                    since=each.since,
                    before=versions[-1].since,
                )
                self.mistakes.append(
                    Mistake(
                        (*path, "from"), wrong, say("write versions in the order of their dates")
                    )
                )
            versions.append(
                Version(
                    each.version, each.since, self._amended(versions[-1].parameters, each.set, path)
                )
            )
        names = [version.name for version in versions]
        for number, name in enumerate(names[1:]):
            if name in names[: number + 1]:
                path = ("amendments", str(number), "version")
                self.mistakes.append(
                    Mistake(
                        path,
                        say("two versions are called {name!r}", name=name),
                        say("give each a name of its own"),
                    )
                )
        return tuple(versions)

    def _amended(self, rules: Struct, values: Mapping[str, Any], path: tuple[str, ...]) -> Struct:
        for name, value in dotted(values).items():
            try:
                rules = changed(rules, name, value)
            except LedgerError as error:
                self.mistakes.append(
                    Mistake((*path, "set", *name.split(".")), error.wrong, error.remedy)
                )
        return rules

    def _check_readings(self, heading: FileHeading, rules: Struct) -> None:
        for name, each in heading.readings.items():
            for number, (choice, told) in enumerate(each.choices.items()):
                path = ("readings", name, "choices", choice)
                self._amended(rules, told.set, path)
                if number == 0 and told.set:
                    wrong = say(
                        "the first choice of reading {name} is the one in force: it cannot set anything",
                        name=name,
                    )
                    self.mistakes.append(
                        Mistake(path, wrong, say("write its values in the tables of the file"))
                    )
                if number > 0 and not told.set:
                    wrong = say(
                        "choice {choice} of reading {name} sets nothing", choice=choice, name=name
                    )
                    self.mistakes.append(
                        Mistake(path, wrong, say("say what it changes, or leave it out"))
                    )

    def struct(self, kind: type[Struct], data: Any, path: tuple[str, ...], **given: Any) -> Any:
        """A table of the file; None if something in it is wrong, but for the rules as a whole."""
        if not isinstance(data, dict):
            self.mistakes.append(
                Mistake(
                    path,
                    say("{name} must be a table", name=_joined(path)),
                    say("write [{name}]", name=_joined(path)),
                )
            )
            return None
        noted = len(self.mistakes)
        names = _names(kind)
        for word in data:
            if word not in names or word in given:
                self._unknown(kind, word, path)
        values = dict(given)
        for word, field in names.items():
            if word in data and word not in given:
                values[field.name] = self.value(_hint(kind, field.name), data[word], (*path, word))
            elif field.required and word not in given:
                self.mistakes.append(
                    Mistake(
                        path,
                        say("{name} is missing", name=_joined((*path, word))),
                        _what(kind, field.name),
                    )
                )
        if len(self.mistakes) == noted:
            return kind(**values)
        if kind in UNITS.values():
            return kind(**dict.fromkeys(kind.__struct_fields__) | values)
        return None

    def value(self, hint: Any, value: Any, path: tuple[str, ...]) -> Any:
        """The value of a word, or a table below it."""
        kind = _struct_in(hint)
        if kind is None:
            return self._plain(hint, value, path)
        if get_origin(hint) is dict and isinstance(value, dict):
            return {name: self.struct(kind, each, (*path, name)) for name, each in value.items()}
        if get_origin(hint) is tuple and issubclass(kind, Named) and isinstance(value, dict):
            if not value:
                self.mistakes.append(
                    Mistake(
                        path,
                        say("{name} has no case", name=_joined(path)),
                        say("write [{name}.NAME]", name=_joined(path)),
                    )
                )
            return tuple(
                self.struct(kind, each, (*path, name), name=name) for name, each in value.items()
            )
        if get_origin(hint) is tuple and not issubclass(kind, Named) and isinstance(value, list):
            return tuple(
                self.struct(kind, each, (*path, str(number))) for number, each in enumerate(value)
            )
        if get_origin(hint) in (dict, tuple):
            if get_origin(hint) is dict or issubclass(kind, Named):
                form = f"[{_joined(path)}.NAME]"
            else:
                form = None
            remedy = say("write {form}", form=form or f"[[{_joined(path)}]]")
            self.mistakes.append(
                Mistake(path, say("{name} must be tables with names", name=_joined(path)), remedy)
            )
            return None
        return self.struct(kind, value, path)

    def _plain(self, hint: Any, value: Any, path: tuple[str, ...]) -> Any:
        try:
            return msgspec.convert(value, hint)
        except msgspec.ValidationError as error:
            words = _words(hint)
            if words and isinstance(value, str):
                remedy = nearest(str(value), dict.fromkeys(words))
            else:
                remedy = ""
            if words and not remedy.startswith("did"):
                remedy = say("one of {words}", words=", ".join(words))
            shown = repr(value) if isinstance(value, str) else str(value)
            wrong = say(
                "{name} cannot be {shown}: {said}",
                name=_joined(path),
                shown=shown,
                said=said_of(error),
            )
            self.mistakes.append(Mistake(path, wrong, remedy))
            return None

    def _unknown(self, kind: type[Struct], word: str, path: tuple[str, ...]) -> None:
        name = _joined((*path, word))
        units = [unit for unit, rules in UNITS.items() if _has(rules, (*path, word))]
        wrong = say("unknown word {name!r}", name=name)
        remedy = nearest(
            word, dict.fromkeys([*_names(kind), *(() if path else _names(FileHeading))])
        )
        if units:
            why = WHY_NOT.get((self.unit, name), "")
            wrong = say(
                "unit {unit} has no {name}", unit=self.unit, name=name if path else f"[{name}]"
            )
            if why:
                wrong = joined(": ", (wrong, say(why)))
            remedy = say("units that have it: {units}", units=", ".join(units))
        self.mistakes.append(Mistake((*path, word), wrong, remedy))


def _has(rules: type[Struct], path: Sequence[str]) -> bool:
    """Whether a unit has a table, or a word in a table."""
    if path[0] not in rules.__struct_fields__:
        return False
    table = _struct_in(_hint(rules, path[0]))
    return len(path) == 1 or (len(path) == 2 and table is not None and path[1] in _names(table))


def _joined(path: Sequence[str]) -> str:
    return ".".join(path)


def _names(kind: type[Struct]) -> dict[str, Any]:
    """The words of a table, as they are written."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _hint(kind: type[Struct], name: str) -> Any:
    return get_type_hints(kind, include_extras=True)[name]


def _what(kind: type[Struct], name: str) -> str:
    metas = getattr(_hint(kind, name), "__metadata__", ())
    return next((each.description for each in metas if getattr(each, "description", None)), "")


def _struct_in(hint: Any) -> type[Struct] | None:
    """The kind of table that a hint speaks of, also in `tuple[X, ...]` and `dict[str, X]`."""
    if get_origin(hint) in (tuple, dict):
        return next(
            (
                part
                for part in get_args(hint)
                if isinstance(part, type) and issubclass(part, Struct)
            ),
            None,
        )
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint
    return None


def _words(hint: Any) -> list[str]:
    """The words that a value can be."""
    return list(_every_word(hint))


def _every_word(hint: Any) -> Iterator[str]:
    if get_origin(hint) is Literal:
        yield from (str(word) for word in get_args(hint))
    elif get_origin(hint) in (Union, types.UnionType) or hasattr(hint, "__metadata__"):
        for part in get_args(hint):
            yield from _every_word(part)
