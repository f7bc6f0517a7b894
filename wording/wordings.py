"""Wordings: English texts that know how they were made, and the functions that make them."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any


class Reference(str):
    """An id inside a sentence: renderers say its name, and pages lead to it.

    One that has its name with it says both where nothing can be clicked; pages show the name alone.
    """

    page: str
    id: str
    name: str

    def __new__(cls, page: str, about: object, name: str = "") -> "Reference":
        """`page` is the kind of its pages: players, tournaments, schemes, log."""
        made = super().__new__(cls, f"{about} {name}" if name else str(about))
        made.page = page
        made.id = str(about)
        made.name = name
        return made

    @classmethod
    def player(cls, player: str, name: str = "") -> "Reference":
        return cls("players", player, name)

    @classmethod
    def tournament(cls, tournament: str, name: str = "") -> "Reference":
        return cls("tournaments", tournament, name)

    @classmethod
    def position(cls, position: int) -> "Reference":
        """An event, by its place in the log."""
        return cls("log", position)

    @property
    def shown(self) -> str:
        """What a page says."""
        return self.name or self.id

    def __reduce__(self) -> tuple[object, ...]:
        return Reference, (self.page, self.id, self.name)


class Wording(str):
    """An English text that knows its pattern, the pattern for many things (if it counts), and the values put in.

    `context` tells texts apart that are the same in English only.
    """

    __slots__ = ("context", "many", "pattern", "values")
    pattern: str
    many: str
    values: Mapping[str, Any]
    context: str

    def __new__(
        cls, pattern: str, many: str, values: Mapping[str, Any], context: str = ""
    ) -> "Wording":
        chosen = many if many and values["number"] != 1 else pattern
        made = super().__new__(cls, chosen.format(**values) if values else chosen)
        made.pattern = str(pattern)
        made.many = many
        made.values = values
        made.context = context
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return Wording, (self.pattern, self.many, self.values, self.context)


def say(text: str, /, **values: object) -> str:
    """A text (a `Wording`) with `{name}` replaced by the values, which may be wordings themselves."""
    if isinstance(text, Wording) and not values:
        return text
    return Wording(text, "", values)


def say_as(context: str, text: str, /, **values: object) -> str:
    """A text with a meaning of its own: `say_as("cause", "games")` is no heading, and no count of games."""
    return Wording(text, "", values, context)


def say_n(one: str, many: str, number: int, /, **values: object) -> str:
    """The text for one thing or for many; `{number}` is how many."""
    return Wording(one, many, {"number": number, **values})


PUNCTUATION = {  # by context: what stands between the parts of a text, where languages differ in it
    "joined": (
        say_as("joined", ": "),
        say_as("joined", "; "),
        say_as("joined", ", "),
        say_as("joined", ". "),
    ),
    "enumerated": (say_as("enumerated", ", "),),
}


def joined(between: str, parts: Iterable[str]) -> str:
    """Texts one after the other; of what stands between them, punctuation is that of the reader's language."""
    return _between(between, parts, "joined")


def enumerated(parts: Iterable[str]) -> str:
    """Things of one kind, one after the other: `A, B, C`."""
    return _between(", ", parts, "enumerated")


def _between(between: str, parts: Iterable[str], context: str) -> str:
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Wording(between.join(f"{{{name}}}" for name in values), "", values, context)


def with_values(text: Any, change: Callable[[Any], Any]) -> Any:
    """A sentence with other values in it, and in the sentences inside of it; what is no sentence is a value itself."""
    if not isinstance(text, Wording):
        return change(text)
    values = {name: with_values(value, change) for name, value in text.values.items()}
    return Wording(text.pattern, text.many, values, text.context)


def values_in(text: Any) -> list[object]:
    """What a sentence, or a row of them, speaks of, also in the sentences inside of it."""
    if isinstance(text, Wording):
        return values_in([*text.values.values()])
    if isinstance(text, tuple | list):
        return [one for value in text for one in values_in(value)]
    return [text]


def message_of(error: Exception) -> str:
    """What an error says: the wording that it was made with, if there is one."""
    if error.args and isinstance(error.args[0], Wording):
        return error.args[0]
    return str(error)


def either(parts: Iterable[str]) -> str:
    """One or another: `a or b or c`."""
    return reduce(lambda one, other: say("{one} or {other}", one=one, other=other), parts)


def together(parts: Iterable[str]) -> str:
    """All of them: `a and b and c`."""
    return reduce(lambda one, other: say("{one} and {other}", one=one, other=other), parts)
