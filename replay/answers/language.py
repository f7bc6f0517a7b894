"""What people read, in their language. Texts stand in the code in English; `tr` gives them in the reader's language.

The catalogues are replay/answers/locale/LANGUAGE/LC_MESSAGES/messages.po; `make texts` brings them up to date.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Any

from msgspec import Struct

from ledger.errors import LedgerError
from wording import Wording, say

LANGUAGES = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"}
CATALOGUES = Path(__file__).parent / "locale"
WORDS = frozenset({  # columns with our own words
    "title", "status", "kind", "decided_by", "stage", "state", "what", "measure", "group", "in_force", "says",
    "question", "role", "result", "article", "field", "since", "sex",
})  # fmt: skip
_TRADITIONAL = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")


class Language(Struct, frozen=True):
    """A language that was chosen. `by_name`: somebody asked for it, so that data files get its headings, too."""

    code: str = "en"
    by_name: bool = False


class Catalogue(Struct, frozen=True):
    """Translations by English text; those of counted texts by the text for one, a form for each plural."""

    texts: dict[str, str]
    counted: dict[str, Sequence[str]]
    plural: Callable[[int], int]


ENGLISH = Language()
_reader: ContextVar[Language] = ContextVar("reader", default=ENGLISH)


def language() -> str:
    """The reader's language: en, zh-Hans or zh-Hant."""
    return _reader.get().code


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


def tr(text: str, /, **values: Any) -> str:
    """A text in the reader's language, with `{name}` replaced by the values; what `say` made is said again."""
    if isinstance(text, Wording):
        return _said_again(text)
    catalogue = _catalogue(language())
    if catalogue is None:
        found = text
    else:
        found = catalogue.texts.get(text, text)
    if values:
        return found.format(**_in_language(values))
    return found


def _said_again(wording: Wording) -> str:
    if language() == "en":
        return str(wording)
    values = dict(wording.values)
    if wording.many:
        return tr_n(wording.pattern, wording.many, values.pop("number"), **values)
    return tr(wording.pattern, **values)


def _in_language(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tr(value) if isinstance(value, Wording) else value for name, value in values.items()}


def said(text: str) -> str:
    """Marks a constant as a text for people; it stays English, and `tr` gives it where it is shown."""
    return text


def tr_n(one: str, many: str, number: int, /, **values: Any) -> str:
    """The text for one thing or for many; `{number}` is how many."""
    catalogue = _catalogue(language())
    values = {"number": number, **_in_language(values)}
    if catalogue is None or one not in catalogue.counted:
        return (one if number == 1 else many).format(**values)
    return catalogue.counted[one][catalogue.plural(number)].format(**values)


def heading(column: str) -> str:
    """The heading of a column for people."""
    return tr(column.replace("_", " "))


def word(column: str, value: Any) -> Any:
    """A cell for people: what `say` made, and the words of our own that some columns have, in the reader's language."""
    if isinstance(value, Wording) or language() == "en" or not isinstance(value, str):
        return plain(value)
    if column in WORDS:
        ways = (value, value.replace("_", " "))
        return next((found for way in ways if (found := tr(way)) != way), value)
    if column == "why":  # the article, and what it says
        article, _, text = value.partition(": ")
        return f"{word('article', article)}: {tr(text)}"
    if column == "type":
        return tr(event_in_words(value))
    return value


def plain(value: Any) -> Any:
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
        return [heading(each) for each in columns]
    return columns


def file_word(column: str, value: Any) -> Any:
    """A cell of a sheet for people: in the language of its headings."""
    if _reader.get().by_name:
        return word(column, value)
    return plain(value)


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
    found = re.fullmatch(r"q=([01](?:\.\d{1,3})?)", weight.strip())
    return (float(found[1]) if found else 1.0), tag.strip()


@cache
def _catalogue(code: str) -> Catalogue | None:
    """The translations of a language, read once; English has none."""
    if code == "en":
        return None
    from babel.messages.pofile import read_po

    with (CATALOGUES / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        read = read_po(file, locale=code.replace("-", "_"))
    texts: dict[str, str] = {}
    counted: dict[str, Sequence[str]] = {}
    for each in read:
        if each.id and each.string and not each.fuzzy:
            if isinstance(each.id, str):
                texts[each.id] = str(each.string)
            elif all(each.string):
                counted[each.id[0]] = each.string
    return Catalogue(texts, counted, c2py(read.plural_expr))
