"""An explanation as data: a tree of steps, each with its article, its sentence, what that speaks of, and its answer.

Answers are numbers where they are numbers; sentences are in English, whoever reads them.
"""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from numbers import Integral
from string import Formatter
from typing import Any

from schemes import Node
from schemes.kernels.amounts import Amount
from wording import Wording

_FORMATTER = Formatter()
_PART = re.compile(r"part\d+")  # of texts that are joined: a place, not a name


def step_data(node: Node) -> dict[str, Any]:
    """A step and those below it; what a step does not have is left out."""
    values: dict[str, Any] = {}
    for name, value in _values(node.text):
        values.setdefault(name, value)  # of a game that was corrected, the position of its record
    unit = ""
    if isinstance(node.value, Amount):
        unit = node.value.unit
    step = {
        "text": str(node.text),
        "values": values,
        "article": str(node.article),
        "value": _value(node.value),
        "unit": unit,
        "below": [step_data(below) for below in node.below],
    }
    return {name: value for name, value in step.items() if value not in ("", {}, [])}


def _values(text: str) -> Iterator[tuple[str, Any]]:
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
            yield field, _value(value)


def _value(value: Any) -> Any:
    """A number with the digits that the regulation shows, a day, or a word."""
    if isinstance(value, Amount):
        return Decimal(value.units).scaleb(-value.decimals)
    if isinstance(value, Integral):  # of a column
        return int(value)
    if isinstance(value, date | Decimal):
        return value
    return str(value)
