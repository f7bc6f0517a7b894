"""What people read, in their language. Texts stand in the code in English; `tr` gives them in the reader's language.

The catalogues are replay/answers/locale/LANGUAGE/LC_MESSAGES/messages.po; `make texts` brings them up to date.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from wording import PUNCTUATION, Wording, say, say_as
from wording.catalogues import translations
from wording.errors import LedgerError

Value = TypeVar("Value")

LANGUAGES = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"}
CATALOGUES = Path(__file__).parent / "locale"
_CHINESE_DAY = re.compile(r"(\d+年)?\d+月\d+日")  # is written without a space before or after it
_TRADITIONAL = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")


class Language(Struct, frozen=True):
    """A language that was chosen. `by_name`: somebody asked for it, so that data files get its headings, too."""

    code: str = "en"
    by_name: bool = False


ENGLISH = Language()
_reader: ContextVar[Language] = ContextVar("reader", default=ENGLISH)


def language() -> str:
    """The reader's language: en, zh-Hans or zh-Hant."""
    return _reader.get().code


def reads_chinese() -> bool:
    """Whether the reader prefers names that are written in Chinese."""
    return language().startswith("zh")


def speak(code: str, *, by_name: bool = False) -> None:
    """The language from now on, in this context and the tasks that it starts."""
    _reader.set(Language(_known(code), by_name))


def speak_for_data() -> None:
    """English from now on, unless somebody asked for another language by name: programs read data."""
    if not _reader.get().by_name:
        _reader.set(ENGLISH)


@contextmanager
def speaking(code: str, *, by_name: bool = False) -> Iterator[None]:
    """The language of one reader, such as a request to the desk."""
    token = _reader.set(Language(_known(code), by_name))
    try:
        yield
    finally:
        _reader.reset(token)


def _known(code: str) -> str:
    if code not in LANGUAGES:
        wrong = say("there is no language {language!r} here", language=code)
        raise LedgerError(wrong, remedy=say("use {languages}", languages=", ".join(LANGUAGES)))
    return code


def tr(text: str, /, **values: object) -> str:
    """A text in the reader's language, with `{name}` replaced by the values; what `say` made is said again."""
    if isinstance(text, Wording):
        return _said_again(text)
    return _filled_in(_pattern(text), values)


def _said_again(wording: Wording) -> str:
    if language() == ENGLISH.code:
        return str(wording)  # as it was made
    catalogue = _catalogue(language())
    if wording.many:
        pattern = catalogue.ngettext(wording.pattern, wording.many, wording.values["number"])
    elif wording.context in PUNCTUATION:
        pattern = _punctuated(wording)
    elif wording.context:
        pattern = catalogue.pgettext(wording.context, wording.pattern)
    else:
        pattern = _pattern(wording.pattern)
    return _filled_in(pattern, wording.values)


def _punctuated(wording: Wording) -> str:
    """Placeholders between the marks of the reader's language."""
    catalogue = _catalogue(language())
    pattern = wording.pattern
    for mark in PUNCTUATION[wording.context]:
        pattern = pattern.replace(mark, catalogue.pgettext(wording.context, mark))
    return pattern


def _pattern(text: str) -> str:
    """What the catalogue has for a text; for an empty one it would have its own header."""
    if text:
        return _catalogue(language()).gettext(text)
    return text


def _filled_in(pattern: str, values: Mapping[str, object]) -> str:
    """A pattern with its values, those that are wordings in the reader's language."""
    if not values:
        return pattern
    shown = {name: plain(value) for name, value in values.items()}
    for name, value in shown.items():
        if isinstance(value, str) and _CHINESE_DAY.fullmatch(value):
            pattern = pattern.replace(f" {{{name}}}", f"{{{name}}}")
            pattern = pattern.replace(f"{{{name}}} ", f"{{{name}}}")
    return pattern.format(**shown)


def tr_n(one: str, many: str, number: int, /, **values: object) -> str:
    """The text for one thing or for many; `{number}` is how many."""
    return _said_again(Wording(one, many, {"number": number, **values}))


def sentences(texts: Iterable[str]) -> str:
    """Sentences one after the other; in Chinese nothing stands between them."""
    return ("" if reads_chinese() else " ").join(filter(None, texts))


def between_words() -> str:
    """What stands between the words of a row of them."""
    return tr(say_as("enumerated", ", "))


def heading(column: str) -> str:
    """The heading of a column for people."""
    return tr(column.replace("_", " "))


def plain(value: Value) -> Value | str:
    """A value for a file: what `say` made becomes a text in the reader's language."""
    if isinstance(value, Wording):
        return tr(value)
    return value


def event_in_words(name: str) -> str:
    """GameCorrected → game corrected."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


def file_headings(columns: Sequence[str]) -> Sequence[str]:
    """The headings of a csv file: programs rely on the English ones, so others only for whoever asked for them."""
    chosen = _reader.get()
    if chosen.by_name and chosen.code != "en":
        return [heading(column) for column in columns]
    return columns


def accepted(header: str) -> str | None:
    """The language that a browser's Accept-Language likes best among ours."""
    liked = [_weighed(part) for part in header.split(",") if part.strip()]
    for _, tag in sorted(liked, key=lambda one: -one[0]):
        if tag.startswith("zh"):
            if tag.startswith(_TRADITIONAL):
                return "zh-Hant"
            return "zh-Hans"
        if tag.split("-")[0] == "en":
            return "en"
    return None


def _weighed(part: str) -> tuple[float, str]:
    tag, _, weight = part.strip().lower().partition(";")
    match = re.fullmatch(r"q=([01](?:\.\d{1,3})?)", weight.strip())
    return (float(match[1]) if match else 1.0), tag.strip()


@cache
def _catalogue(code: str) -> NullTranslations:
    """The translations of a language, read once; English has none."""
    if code == "en":
        return NullTranslations()
    return translations(CATALOGUES / code / "LC_MESSAGES")
