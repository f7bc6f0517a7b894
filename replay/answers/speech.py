"""Values as people read them: in the language of the reader, by the kind of their column. Every renderer uses it."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal

from replay.answers.kinds import Kind
from replay.answers.language import tr
from replay.answers.table import Joined
from wording import Wording, say


def spoken(kind: Kind, value: object) -> str:
    """A value as people read it; nothing for None."""
    if value is None or value == "":
        return ""
    if isinstance(value, Joined):
        texts = [spoken(each, part) for each, part in value.parts]
        return "; ".join(filter(None, texts))
    if kind.data == "amounts" and isinstance(value, Mapping):
        return "; ".join(
            f"{_word(kind, code)} {number(amount, sign=True)}" for code, amount in value.items()
        )
    if kind.data == "reasons" and isinstance(value, Iterable):
        return "; ".join(worded(reason.text) for reason in value)
    if kind.words and isinstance(value, str):
        return _word(kind, value)
    if isinstance(value, bool):
        return tr(say("yes")) if value else tr(say("no"))
    if isinstance(value, int | Decimal):
        return f"{number(value, sign=kind.sign)}{kind.suffix}"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}"
    if isinstance(value, date):
        return value.isoformat()
    return worded(value)


def worded(value: object) -> str:
    """A value outside a table: what `say` made in the reader's language, anything else as it is."""
    if isinstance(value, Wording):
        return tr(value)
    return str(value)


def number(value: int | Decimal, *, sign: bool = False) -> str:
    """A number with all its digits, with + before it where that is wanted."""
    text = f"{value:f}" if isinstance(value, Decimal) else str(value)
    if sign and value > 0:
        return f"+{text}"
    return text


def signed(value: int | Decimal) -> str:
    """A change on a page: with a sign that is as wide as a digit."""
    return number(value, sign=True).replace("-", "−")


SHORT_TITLES = {  # what people call a regulation; its title is what the regulation calls itself
    "fide-standard": say("FIDE standard"),
    "fide-rapid": say("FIDE rapid"),
    "fide-blitz": say("FIDE blitz"),
    "cxa-rapid": say("CXA rapid"),
    "malaysia": say("Malaysian xiangqi"),
    "dwz": say("German DWZ"),
    "elo": say("Elo"),
    "glicko-2": say("Glicko-2"),
}


def short_title(name: str, title: str) -> str:
    """A regulation as people call it: where there is no shorter name, by its title."""
    return tr(SHORT_TITLES.get(name, title))


def points_text(value: Decimal) -> str:
    """Points of a tournament: 3½."""
    whole = int(value)
    if value == whole:
        return str(whole)
    if value - whole == Decimal("0.5"):
        return f"{whole or ''}½"
    return number(value)


def _word(kind: Kind, code: str) -> str:
    """The word for a code; a code that nobody has a word for is shown as it is."""
    return tr(kind.words.get(code, code))
