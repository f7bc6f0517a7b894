"""A language in which every text of the program is in other letters: what is left in ours went past the catalogue.

Data stay as they are: names and ids of the ledger, codes of the rules, whatever was typed.
"""

import re
import string
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from ledger import EVENT_TYPES, events, open_log
from projections.views import COLUMNS
from replay.answers import language
from replay.commands.main import COMMANDS
from replay.files import FORMATS
from replay.files.tables import KINDS
from schemes import scheme, scheme_names
from schemes.declared.parameters import UNITS
from schemes.kernels.parameters import parameters
from schemes.standings import REGISTERS
from wording.catalogues import translations

CODE = "zh-Hans"  # the language whose place it takes
WORD = re.compile(r"[A-Za-z][A-Za-z]+")
LETTERS = str.maketrans({letter: chr(ord(letter) + 0xFEE0) for letter in string.ascii_letters})
# No words: digests and keys (any letters can stand in them), options, ids with hyphens, files and addresses.
SHAPES = re.compile(
    r"(?:sha256:|\S+\+[0-9a-f]{8}\+)?[A-Za-z0-9+/]{40,}=*(?![.\w])|--[a-z][\w-]*|[\w:/.~#+-]*\w+(?:[-._/=:][\w#*+-]+)+/?"
)
# What files and messages of others say, where it is shown as it stands there.
# And the names that Unicode gives to characters.
QUOTED = re.compile(
    r"`[^`]*`|'[^']*'|\"[^\"]*\"|“[^”]*”|[A-Z][A-Z -]+ \(U\+[0-9A-F]+\)|0x[0-9a-f]+|<\w+>"
)
# The program, the federation, the switch; titles as lists have them; values as --set takes them; forms of files.
NAMES = {
    "Rating", "Ledger", "FIDE", "English", "EN", "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "true", "false",
    "none", "SQL", "JSON", "Lines", "csv", "json", "html", "xlsx", "parquet", "txt",
}  # fmt: skip


class OtherLetters(NullTranslations):
    """Whatever the catalogue has is said in other letters, with its values where they were."""

    def __init__(self, catalogue: GNUTranslations) -> None:
        super().__init__()
        self._known: Any = catalogue._catalog  # type: ignore[attr-defined]

    def gettext(self, message: str) -> str:
        return turned(message) if message in self._known else message

    def ngettext(self, one: str, many: str, number: int) -> str:
        if (one, 0) in self._known:
            return turned(one if number == 1 else many)
        return super().ngettext(one, many, number)

    def pgettext(self, context: str, message: str) -> str:
        return turned(message) if f"{context}\x04{message}" in self._known else message


def turned(text: str) -> str:
    """A text in other letters; the names of its values stay."""
    parts = re.split(r"(\{[^{}]*\})", text)
    return "".join(part if part.startswith("{") else part.translate(LETTERS) for part in parts)


@pytest.fixture
def other_letters(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The code of the language."""
    made = OtherLetters(translations(language.CATALOGUES / CODE / "LC_MESSAGES"))
    real = language._catalogue
    monkeypatch.setattr(
        language, "_catalogue", lambda code: made if code.startswith("zh") else real(code)
    )
    yield CODE


def left_over(text: str, known: set[str]) -> set[str]:
    """The words of a text that are in our letters, and neither data nor quoted."""
    cells = [cell for cell in re.split(r"\s{2,}", text.strip()) if cell not in known]
    plain = QUOTED.sub(" ", SHAPES.sub(" ", "  ".join(cells)))
    return set(WORD.findall(plain)) - known


def words_in(value: Any) -> set[str]:
    """Every word of some data."""
    if isinstance(value, dict):
        return {word for pair in value.items() for word in words_in(pair)}
    if isinstance(value, list | tuple | set):
        return {word for each in value for word in words_in(each)}
    return set(WORD.findall(str(value)))


def data_of(ledger: Path) -> set[str]:
    """What the federation calls things, and the ids of rules, readings and parameters, whole and word by word."""
    with open_log(ledger) as log:
        told = [_values(event) for _, event in log.read(0, log.head)]
        return NAMES | words_in(told) | words_in(log.origin) | ids() | words_in(scheme_names())


def _values(event: Any) -> list[Any]:
    """The values of an event, without the names of its fields and what is a word of ours."""
    ours = {"type", "format", "event", "standings", "national", "kind", "stage"}
    return [value for field, value in msgspec.to_builtins(event).items() if field not in ours]


def ids() -> set[str]:
    """Names of readings, their choices and parameters."""
    chosen = [scheme(name) for name in scheme_names()]
    registers = [*(each.readings for each in chosen), *REGISTERS.values()]
    choices = {
        name for register in registers for one in register for name in (one.name, *one.choices)
    }
    versions = [version for each in chosen for version in each.versions]
    return choices | {one.name for version in versions for one in parameters(version.parameters)}


def typed() -> set[str]:
    """What is typed in files and forms, word by word: events, their fields and choices, tables, commands, views."""
    structs = [*EVENT_TYPES.values(), events.Award, events.TimeControl]
    hints = [get_type_hints(kind, include_extras=True) for kind in structs]
    choices = [each for each in vars(events).values() if get_origin(each) is Literal]
    tables = [
        [kind.name, kind.command, [(column.headers, column.choices) for column in kind.columns]]
        for kind in KINDS.values()
    ]
    views = [(name, view.names) for name, view in COLUMNS.items()]
    named = [[*EVENT_TYPES], [*COMMANDS], [*FORMATS], [*UNITS], *map(list, hints)]
    return words_in([*named, *map(get_args, choices), tables, views])
