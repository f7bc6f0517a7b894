"""Readings: the places where a regulation leaves room, what we read there, and what else could be read."""

from collections.abc import Mapping
from difflib import get_close_matches

from msgspec import Struct

from schemes.kernels.errors import rules_error
from wording import say


class Reading(Struct, frozen=True):
    """One open question of a regulation. The first choice is the one in force; a choice with a text is available."""

    name: str
    article: str
    question: str
    choices: dict[str, str]

    @property
    def force(self) -> str:
        """The choice in force."""
        return next(iter(self.choices))

    @property
    def alternatives(self) -> tuple[str, ...]:
        """The choices that a replay can be asked for instead."""
        return tuple(self.choices)[1:]

    def index(self, choice: str) -> int:
        """The choice as the whole number that rules see: 0 is the reading in force."""
        return tuple(self.choices).index(choice)


def choose(register: tuple[Reading, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """Every reading with its choice, those of `chosen` replaced; unknown names and choices are refused."""
    by_name = {reading.name: reading for reading in register}
    for name, choice in chosen.items():
        if name not in by_name:
            raise rules_error(say("unknown reading {name!r}", name=name), nearest(name, by_name))
        if choice not in by_name[name].choices:
            raise rules_error(
                say("reading {name} cannot be {choice!r}", name=name, choice=choice),
                nearest(choice, by_name[name].choices),
            )
    return {reading.name: chosen.get(reading.name, reading.force) for reading in register}


def nearest(word: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """What to do about a word that is not known: the nearest one, or all of them."""
    close = get_close_matches(word, list(known), n=1)
    if close:
        return say("did you mean {name!r}?", name=close[0])
    names = sorted(known)
    shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    if names:
        return say("known: {known}", known=shown)
    return say("there are none")
