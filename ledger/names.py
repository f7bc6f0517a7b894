"""Names as people type them: compared without regard to case, accents, width, commas and the order of words."""

import unicodedata
from collections.abc import Sequence
from enum import IntEnum

# Letters that Unicode does not take apart into a plain letter and a mark.
PLAIN = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "ı": "i",
    "ħ": "h",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
}
_PLAIN = str.maketrans(PLAIN)


class Likeness(IntEnum):
    """How a name fits what was typed, best first."""

    SAME = 0  # the same words, in any order
    WORDS = 1  # every word typed is a word of the name
    BEGINNINGS = 2  # every word typed begins a word of the name
    PARTS = 3  # every word typed stands somewhere in the name


def folded(text: str) -> str:
    """A text without case, accents and width: `Castro, INÉS` and `Ｃａｓｔｒｏ, Ines` are one."""
    if text.isascii():
        return text.casefold()
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    plain = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return unicodedata.normalize("NFC", plain.translate(_PLAIN))


def words_of(text: str) -> list[str]:
    """The words of a text as it is compared; a name in Chinese characters is one word."""
    return "".join(
        sign if (sign.isalnum() or unicodedata.category(sign).startswith("M")) else " "
        for sign in folded(text)
    ).split()


def name_key(name: str) -> str:
    """The same for names of the same words in any order: `Castro, Inés` and `ines castro`."""
    return " ".join(sorted(words_of(name)))


def name_keys(name: str) -> set[str]:
    """Names that share one of these are the same to a look-up: in any order of words, or written without spaces."""
    return {name_key(name), "".join(words_of(name))}


def likeness(typed: Sequence[str], name: str) -> Likeness | None:
    """How a name fits the words typed (those of `words_of`); None if it does not."""
    whole = folded(name)
    if not typed or not all(word in whole for word in typed):
        if typed and "".join(typed) == "".join(words_of(name)):
            return Likeness.SAME
        return None
    words = words_of(name)
    if sorted(typed) == sorted(words) or "".join(typed) == "".join(words):
        return Likeness.SAME
    if all(word in words for word in typed):
        return Likeness.WORDS
    if all(any(spelling.startswith(word) for spelling in words) for word in typed):
        return Likeness.BEGINNINGS
    return Likeness.PARTS
