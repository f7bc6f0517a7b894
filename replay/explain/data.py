"""An explanation as data: a tree of steps, each with its article, its sentence, what that speaks of, and its answer.

Answers are numbers where they are numbers; sentences are in English, whoever reads them.
"""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from numbers import Integral
from string import Formatter
from typing import Annotated

from msgspec import Meta, Struct

from schemes import Node
from schemes.kernels.amounts import Amount
from wording import Reference, Wording

_FORMATTER = Formatter()
_PART = re.compile(r"part\d+")  # of texts that are joined: a place, not a name

Value = object
"""A number with the digits that the regulation shows, a day, or a word."""
Unit = Annotated[str, Meta(extra_json_schema={"enum": ["points", "score", "share"]})]


class ExplainedStep(Struct, frozen=True, omit_defaults=True):
    """A step of an explanation and those below it; what a step does not have is left out."""

    text: str
    "The sentence, in English."
    values: dict[str, Value] = {}
    "What the sentence speaks of, by name."
    article: str = ""
    value: Value = ""
    "The answer."
    unit: Unit = ""
    position: int | None = None
    "Where the log has what the step speaks of; of a game that was corrected, its record."
    below: tuple["ExplainedStep", ...] = ()


def step_of(node: Node) -> ExplainedStep:
    """A line of an explanation as data."""
    values: dict[str, Value] = {}
    position = None
    for name, value in _values(node.text):
        if isinstance(value, Reference) and value.page == "log":
            position = position or int(value)
        else:
            values.setdefault(name, _value(value))
    unit = ""
    if isinstance(node.value, Amount):
        unit = node.value.unit
    return ExplainedStep(
        text=str(node.text),
        values=values,
        article=str(node.article),
        value=_value(node.value),
        unit=unit,
        position=position,
        below=tuple(step_of(below) for below in node.below),
    )


def _values(text: str) -> Iterator[tuple[str, object]]:
    """What a sentence speaks of, by name; a sentence inside a sentence gives what it speaks of itself."""
    if not isinstance(text, Wording):
        return
    for _, field, _, _ in _FORMATTER.parse(text.pattern):  # not all that was given is said
        if not field:
            continue
        value, _ = _FORMATTER.get_field(field, (), text.values)
        if isinstance(value, Wording) and value.values:
            yield from _values(value)
        elif not _PART.fullmatch(field) and str(value):
            yield field, value


def _value(value: object) -> Value:
    if isinstance(value, Amount):
        return Decimal(value.units).scaleb(-value.decimals)
    if isinstance(value, Integral):  # of a column
        return int(value)
    if isinstance(value, date | Decimal):
        return value
    if isinstance(value, Reference) and value.page == "tournaments":
        return value.id
    return str(value)
