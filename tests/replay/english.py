"""English that is left over where a reader of Chinese looks; data, names and what has to be typed apart."""

import re
from pathlib import Path
from typing import Any

import msgspec

from ledger import EVENT_TYPES, open_log
from projections.views import COLUMNS as VIEW_COLUMNS
from replay.commands.main import COMMANDS
from schemes import scheme, scheme_names
from schemes.kernels.parameters import parameters
from schemes.standings import REGISTERS

CHINESE = ["zh-Hans"]  # both scripts have the same texts (test_languages.py), so one is looked at
WORD = re.compile(r"[A-Za-z][A-Za-z]+")
# What has to be typed or is copied as it is: options and what follows --x=, ids with hyphens, files and addresses,
# digests, keys, names of environment variables, and whole commands from their name to the end of the sentence.
TYPED = re.compile(
    r"(?:sha256:|\S+\+[0-9a-f]{8}\+)?[A-Za-z0-9+/]{40,}=*"  # first, because a digest may look like anything else
    r"|rating-ledger [^，。；：（）「」\n]*|--[a-z][\w-]*|[\w:/.~#+-]*[\w]+(?:[-._/=:][\w#*+-]+)+/?"
    r"|[A-Z]+(?:_[A-Z]+)+|verify --\S+ \S+|chmod \d+"
)
# What is shown as it stands in a file, what is to be typed, and the names that Unicode gives to characters.
QUOTED = re.compile(r"`[^`]*`|'[^']*'|\"[^\"]*\"|[A-Z][A-Z -]+ \(U\+[0-9A-F]+\)|0x[0-9a-f]+|<\w+>")
NAMES = {
    "Rating",
    "Ledger",
    "FIDE",
    "EN",
    "English",
}  # the program, the federation, a language by its own name
FORMS = {
    "SQL", "SELECT", "JSON", "Lines", "TOML", "csv", "json", "jsonl", "xlsx", "html", "PGN", "TRF", "TLS", "SQLite",
    "PostgreSQL", "FILE", "Ctrl", "MB", "wxf", "hk", "open",
}  # fmt: skip
CODES = {
    "DE",
    "BH",
    "SB",
    "WIN",
    "GM",
    "IM",
    "FM",
    "CM",
    "WGM",
    "WIM",
    "WFM",
    "WCM",
    "HKG",
}  # tie-breaks, titles, a federation
VALUES = {"none", "true", "false"}  # of parameters, as --set takes them
SYMBOLS = {"Ra", "Ro", "We", "BONUS"}  # as the Chinese regulations write them
# Never data, whichever name or note of the ledger has them in it.
COMMON = {
    "to",
    "on",
    "of",
    "the",
    "and",
    "for",
    "born",
    "rated",
    "list",
    "lists",
    "games",
    "with",
    "by",
    "is",
    "known",
}


def words_in(value: Any) -> set[str]:
    """Every word of some data."""
    if isinstance(value, dict):
        return {word for pair in value.items() for word in words_in(pair)}
    if isinstance(value, list | tuple | set):
        return {word for each in value for word in words_in(each)}
    return set(WORD.findall(str(value)))


def data_words(ledger: Path) -> set[str]:
    """What the federation calls things: names, ids, texts of its events; and the ids of rules, readings, parameters."""
    with open_log(ledger) as log:
        told = [_values(event) for _, event in log.read(0, log.head)]
        found = NAMES | FORMS | CODES | VALUES | SYMBOLS | words_in(told) | words_in(log.origin)
    found |= words_in([scheme_names(), list(REGISTERS)])
    for chosen in map(scheme, scheme_names()):
        found |= words_in([[one.name, list(one.choices)] for one in chosen.readings])
        found |= words_in(
            [one.name for version in chosen.versions for one in parameters(version.parameters)]
        )
    for register in REGISTERS.values():
        found |= words_in([[one.name, list(one.choices)] for one in register])
    return found - COMMON


def _values(event: Any) -> list[Any]:
    """The values of an event, without the names of its fields and what is a word of ours."""
    ours = {"type", "format", "event", "standings", "national", "kind", "stage"}
    return [value for field, value in msgspec.to_builtins(event).items() if field not in ours]


def of_the_desk() -> set[str]:
    """Names that are typed at the desk: types of events, views and columns of the SQL console, commands."""
    return words_in(
        [
            EVENT_TYPES,
            list(VIEW_COLUMNS),
            [each.names for each in VIEW_COLUMNS.values()],
            list(COMMANDS),
        ]
    )


def ids() -> set[str]:
    """Names of readings, their choices and parameters: alone in a cell of a table they are ids."""
    chosen = [scheme(name) for name in scheme_names()]
    registers = [*(each.readings for each in chosen), *REGISTERS.values()]
    choices = {
        name for register in registers for one in register for name in (one.name, *one.choices)
    }
    versions = [version for each in chosen for version in each.versions]
    return choices | {one.name for version in versions for one in parameters(version.parameters)}


def left_over(text: str, known: set[str]) -> set[str]:
    """English words in a text that are neither data nor something to be typed."""
    return set(WORD.findall(TYPED.sub(" ", text))) - known


def left_over_in_line(line: str, known: set[str], alone: set[str]) -> set[str]:
    """The same for a line of a table on a terminal; a cell that is an id counts as one."""
    cells = [cell for cell in re.split(r"\s{2,}", line.strip()) if cell not in alone]
    return left_over("  ".join(cells), known)


def left_over_in_message(text: str, known: set[str]) -> set[str]:
    """The same for a message: what it quotes is data, or has to be typed."""
    return left_over(QUOTED.sub(" ", text), known)
