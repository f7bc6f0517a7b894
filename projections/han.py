"""Chinese characters for the search: traditional and simplified are one, and names are found by their pinyin.

The table is read when a name or a text has Chinese characters in it, and not before.
"""

import re
from functools import cache
from itertools import islice, product
from pathlib import Path

from msgspec import Struct

_TABLE = Path(__file__).parent / "han.txt"
_HAN = re.compile("[\u4e00-\u9fff]+")
MOST_READINGS = 4  # so many ways to read a name are searched


class HanTable(Struct, frozen=True):
    """The readings of characters, without tones, and the simplified forms of traditional ones."""

    readings: dict[str, list[str]]
    simplified: dict[int, str]


@cache
def _table() -> HanTable:
    readings: dict[str, list[str]] = {}
    simplified: dict[int, str] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        reading, _, signs = line.partition(" ")
        if reading == "=":
            simplified = {ord(signs[at]): signs[at + 1] for at in range(0, len(signs), 2)}
        elif reading != "#":
            for sign in signs:
                readings.setdefault(sign, []).append(reading)
    return HanTable(readings, simplified)


def has_han(text: str) -> bool:
    """Whether a text has Chinese characters in it."""
    return not text.isascii() and _HAN.search(text) is not None


def simplified(text: str) -> str:
    """A text with simplified characters for traditional ones."""
    if not has_han(text):
        return text
    return text.translate(_table().simplified)


def traditional_pairs() -> dict[str, str]:
    """Every traditional character with the simplified one that it is searched as."""
    return {chr(sign): other for sign, other in _table().simplified.items()}


def pinyin(name: str) -> list[str]:
    """How a Chinese name is read: `wang haitao`; several where characters can be read in several ways."""
    signs = "".join(_HAN.findall(name))
    if not signs:
        return []
    readings = _table().readings
    ways = product(*(readings.get(sign, [""]) for sign in signs))
    return [f"{first} {''.join(rest)}".strip() for first, *rest in islice(ways, MOST_READINGS)]
