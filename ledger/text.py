"""Text from outside: which characters an event may not have, what csv does, numbers, words in many texts."""

import re
import unicodedata

from wording.visible import UNSAFE

_PLAIN_JSON = bytes(range(0x20, 0x5C)) + bytes(
    range(0x5D, 0x7F)
)  # ASCII without the backslash of escapes
FORMULA_SIGNS = ("=", "+", "-", "@")
_FORMULA_JSON = re.compile(rb'"[=+\-@]')
_NO_FORMULA = re.compile(r"[+-]\d+(\.\d+)?|[+-]/[+-]")  # a number; a forfeit
_C0 = (
    "NULL|START OF HEADING|START OF TEXT|END OF TEXT|END OF TRANSMISSION|ENQUIRY|ACKNOWLEDGE|ALERT|BACKSPACE|"
    "CHARACTER TABULATION|LINE FEED|LINE TABULATION|FORM FEED|CARRIAGE RETURN|SHIFT OUT|SHIFT IN|DATA LINK ESCAPE|"
    "DEVICE CONTROL ONE|DEVICE CONTROL TWO|DEVICE CONTROL THREE|DEVICE CONTROL FOUR|NEGATIVE ACKNOWLEDGE|"
    "SYNCHRONOUS IDLE|END OF TRANSMISSION BLOCK|CANCEL|END OF MEDIUM|SUBSTITUTE|ESCAPE|INFORMATION SEPARATOR FOUR|"
    "INFORMATION SEPARATOR THREE|INFORMATION SEPARATOR TWO|INFORMATION SEPARATOR ONE"
)
_DELETE_AND_C1 = (
    "DELETE|PADDING CHARACTER|HIGH OCTET PRESET|BREAK PERMITTED HERE|NO BREAK HERE|INDEX|NEXT LINE|"
    "START OF SELECTED AREA|END OF SELECTED AREA|CHARACTER TABULATION SET|CHARACTER TABULATION WITH JUSTIFICATION|"
    "LINE TABULATION SET|PARTIAL LINE FORWARD|PARTIAL LINE BACKWARD|REVERSE LINE FEED|SINGLE SHIFT TWO|"
    "SINGLE SHIFT THREE|DEVICE CONTROL STRING|PRIVATE USE ONE|PRIVATE USE TWO|SET TRANSMIT STATE|CANCEL CHARACTER|"
    "MESSAGE WAITING|START OF GUARDED AREA|END OF GUARDED AREA|START OF STRING|"
    "SINGLE GRAPHIC CHARACTER INTRODUCER|SINGLE CHARACTER INTRODUCER|CONTROL SEQUENCE INTRODUCER|"
    "STRING TERMINATOR|OPERATING SYSTEM COMMAND|PRIVACY MESSAGE|APPLICATION PROGRAM COMMAND"
)
_CONTROLS = dict(enumerate(_C0.split("|"))) | dict(
    enumerate(_DELETE_AND_C1.split("|"), 0x7F)
)  # Python names none


def is_plain(encoded: bytes) -> bool:
    """Is this JSON printable and without escapes? Then no text in it has an unsafe character."""
    return not encoded.translate(None, _PLAIN_JSON) or (
        b"\\" not in encoded and encoded.decode().isprintable()
    )


def lines_with(whole: bytes, sign: bytes) -> list[int]:
    """The lines of a text that have these letters, from 0 on; far quicker than looking at each line by itself."""
    lines = []
    number = 0
    begin = 0
    at = whole.find(sign)
    while at >= 0:
        number += whole.count(b"\n", begin, at)
        lines.append(number)
        begin = whole.find(b"\n", at) + 1
        if not begin:
            break
        number += 1
        at = whole.find(sign, begin)
    return lines


def may_begin_formula(encoded: bytes) -> bool:
    """Does any text in this JSON begin with a sign of a formula?"""
    return _FORMULA_JSON.search(encoded) is not None


def unsafe(text: str, allowed: str = "") -> str | None:
    """The first character that no text of an event may have."""
    return next((match[0] for match in UNSAFE.finditer(text) if match[0] not in allowed), None)


def character_name(sign: str) -> str:
    """A character by its Unicode name and number: ESCAPE (U+001B)."""
    code = ord(sign)
    if 0xD800 <= code <= 0xDFFF:
        surrogate = "LONE SURROGATE"
    else:
        surrogate = "UNNAMED CHARACTER"
    name = _CONTROLS.get(code) or unicodedata.name(sign, surrogate)
    return f"{name} (U+{code:04X})"


def to_cell(text: str) -> str:
    """A text for a csv file that a spreadsheet may open: an apostrophe before what it would run."""
    if _is_formula(text.lstrip("'")):
        return f"'{text}"
    return text


def from_cell(text: str) -> str:
    """What `to_cell` was given."""
    if text.startswith("'") and _is_formula(text.lstrip("'")):
        return text[1:]
    return text


def _is_formula(text: str) -> bool:
    return text.startswith(FORMULA_SIGNS) and not _NO_FORMULA.fullmatch(text)


def whole_number(text: str, digits: int = 18) -> int | None:
    """The number that a text of digits is; None for any other text, and for one of too many digits."""
    if text.isascii() and text.isdigit() and len(text) <= digits:
        return int(text)
    return None


def counted(count: int, what: str) -> str:
    """A number of things: `1 row`, `8 rows`."""
    return f"{count} {what}{'' if count == 1 else 's'}"
