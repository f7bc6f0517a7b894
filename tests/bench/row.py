"""One line of the table of measurements."""

from typing import NamedTuple


class Row(NamedTuple):
    """A name, what was measured, what it must keep to (both as text), and whether it does."""

    name: str
    measured: str
    limit: str
    ok: bool


def at_most(name: str, value: float, limit: float, unit: str = "") -> Row:
    return Row(name, f"{value:.2f}{unit}", f"<= {limit:g}{unit}", value <= limit)


def at_least(name: str, value: float, limit: float, unit: str = "") -> Row:
    return Row(name, f"{value:.2f}{unit}", f">= {limit:g}{unit}", value >= limit)
