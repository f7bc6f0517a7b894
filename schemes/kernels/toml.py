"""TOML out of strangers' hands: what would take Python's reader minutes or gigabytes is refused before it begins."""

import re
import tomllib
from decimal import Decimal
from typing import Any

LONGEST = 1_000_000  # characters
_MOST_PARTS = 20  # of a dotted key
_DEEPEST = 20  # brackets in brackets
_MOST_DIGITS = 100
_TEXTS = re.compile(
    r"\"\"\".*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z)|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*", re.DOTALL
)
_WRONG = (
    (
        re.compile(rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{_MOST_PARTS}}}"),
        f"a key of over {_MOST_PARTS} parts",
    ),
    (re.compile(rf"(?<!\d)[\d_]{{{_MOST_DIGITS + 1}}}"), f"a number of over {_MOST_DIGITS} digits"),
    (re.compile(r"(?<=\d)[eE][+-]?\d{4}"), "a number that is too large"),
)


def read_toml(text: str) -> dict[str, Any]:
    """The data of a TOML text, fractions as exact decimals; whatever is wrong with it is a TOMLDecodeError."""
    if len(text) > LONGEST:
        raise tomllib.TOMLDecodeError(f"over {LONGEST:,} characters")
    bare = _TEXTS.sub(_blank, text)
    for pattern, wrong in _WRONG:
        if found := pattern.search(bare):
            raise _error(wrong, bare, found.start())
    _refuse_deep(bare)
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        # Python's own words for it, "Cannot overwrite a value", lead nobody to the line to delete
        said = str(error).replace("Cannot overwrite a value", "the same name stands there twice")
        raise tomllib.TOMLDecodeError(said) from None


def _blank(found: re.Match[str]) -> str:
    """Texts as a word, comments as nothing, with their line ends."""
    word = "" if found[0].startswith("#") else "_"
    return word + "\n" * found[0].count("\n")


def _refuse_deep(bare: str) -> None:
    depth = 0
    for bracket in re.finditer(r"[\[\]{}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > _DEEPEST:
            raise _error("brackets are nested too deeply", bare, bracket.start())


def _error(wrong: str, bare: str, at: int) -> tomllib.TOMLDecodeError:
    line = bare.count("\n", 0, at) + 1
    return tomllib.TOMLDecodeError(f"{wrong} (at line {line})")
