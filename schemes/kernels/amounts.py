"""Numbers as people read them, which know what they are: the whole number, its decimals and its unit."""

from typing import Any


class Amount(str):
    """A number as people read it, such as ½, −0.28 or .92, with the number itself."""

    __slots__ = ("decimals", "unit", "units")
    units: int
    decimals: int
    unit: str

    def __new__(cls, text: str, units: int, decimals: int = 0, unit: str = "") -> "Amount":
        """`units` are the number without its decimal point: −28 with two decimals for −0.28."""
        made = super().__new__(cls, text)
        made.units = units
        made.decimals = decimals
        made.unit = unit
        return made

    def __reduce__(self) -> Any:
        return Amount, (str(self), self.units, self.decimals, self.unit)


def decimal(units: int, decimals: int, unit: str = "") -> Amount:
    """A whole number with so many of its digits behind the decimal point."""
    text = str(units)
    if decimals:
        sign = "-" if units < 0 else ""
        whole, part = divmod(abs(units), 10**decimals)
        text = f"{sign}{whole}.{part:0{decimals}d}"
    return Amount(text, units, decimals, unit)
