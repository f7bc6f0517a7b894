"""What people read, in their language. Texts stand in the code in English; `tr` gives them in the reader's language."""

from typing import Any


def tr(text: str, **values: Any) -> str:
    """A text in the reader's language, with `{name}` replaced by the values."""
    return text.format(**values) if values else text


def tr_n(one: str, many: str, number: int, **values: Any) -> str:
    """The text for one thing or for many; `{number}` is how many."""
    return tr(one if number == 1 else many, number=number, **values)
