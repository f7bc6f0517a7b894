"""`--sweep name=values`: a range with a step, or a list, as the texts that `--set` takes."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from schemes.kernels.errors import rules_error
from wording import say

MOST = 10_000  # combinations of one sweep
_EXAMPLE = say("for example k.top=5..20:1, and cap=300,400,none")


def axes_of(words: Sequence[str]) -> dict[str, list[str]]:
    """The values of each name; refused whole if anything is wrong with it."""
    axes: dict[str, list[str]] = {}
    combinations = 1
    for word in words:
        name, equals, text = word.partition("=")
        name = name.strip()
        if not equals or not name or not text.strip():
            raise rules_error(say("{word!r} is not name=values", word=word), _EXAMPLE)
        if name in axes:
            raise rules_error(
                say("{name!r} is named twice", name=name),
                say("put all of its values into one"),
            )
        axes[name] = [value for part in _parts(text) for value in _values(part, word)]
        if len(set(axes[name])) < len(axes[name]):
            raise rules_error(say("{word!r} has a value twice", word=word), _EXAMPLE)
        combinations *= len(axes[name])
    if combinations > MOST:
        raise rules_error(
            say("a sweep of {combinations} combinations is too large", combinations=combinations),
            say("at most {most}: take larger steps", most=MOST),
        )
    return axes


def _parts(text: str) -> list[str]:
    """Split at commas, but not inside brackets: [30,25] is one value."""
    parts = [""]
    depth = 0
    for letter in text:
        depth += (letter in "[{(") - (letter in "]})")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _values(part: str, word: str) -> list[str]:
    if not part:
        raise rules_error(say("{word!r} has an empty value", word=word), _EXAMPLE)
    if ".." not in part or part.startswith(("[", "{", '"')):
        return [part]
    ends, _, step_text = part.partition(":")
    low_text, _, high_text = ends.partition("..")
    try:
        low = Decimal(low_text)
        high = Decimal(high_text)
        step = Decimal(step_text or "1")
    except InvalidOperation:
        raise rules_error(say("{part!r} is not from..to:step", part=part), _EXAMPLE) from None
    if not (low.is_finite() and high.is_finite() and step.is_finite()) or step <= 0 or high < low:
        raise rules_error(
            say("{part!r} goes nowhere", part=part), say("from <= to, and a step above 0")
        )
    if (high - low) / step > MOST:
        raise rules_error(
            say("{part!r} has too many values", part=part),
            say("at most {most}: take a larger step", most=MOST),
        )
    count = int((high - low) / step) + 1
    return [f"{(low + n * step).normalize():f}" for n in range(count)]
