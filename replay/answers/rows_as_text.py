"""Rows as text, as answers were before they were data. To be removed: see `answer`."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from msgspec import Struct

_NUMBERS = frozenset(
    {"rating", "before", "after", "change"}
)  # written as text at the scheme's own precision
_DAYS = frozenset({"list_date", "date"})


class RowsAsText(Struct, frozen=True, repr_omit_defaults=True):
    """What was asked in a line, the columns of the command's csv, and the rows."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.rows)} row{'' if len(self.rows) == 1 else 's'}>"

    def __len__(self) -> int:
        return len(self.rows)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """pandas, polars and DuckDB take the answer as it is."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> Any:
        """An Arrow table; ratings are whole numbers or exact decimals, never floats."""
        import pyarrow as pa

        columns = [[row[at] for row in self.rows] for at in range(len(self.columns))]
        return pa.table(
            [_as_array(name, values) for name, values in zip(self.columns, columns, strict=True)],
            list(self.columns),
        )

    def to_pandas(self) -> Any:
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        import polars

        return polars.from_arrow(self.to_arrow())


def _as_array(name: str, values: Sequence[Any]) -> Any:
    """A column with its type: days, ratings, or whatever the values are; empty cells are null."""
    import pyarrow as pa

    given = [None if value == "" else value for value in values]
    if name in _DAYS:
        return pa.array(
            [date.fromisoformat(v) if isinstance(v, str) else v for v in given], pa.date32()
        )
    if name in _NUMBERS or any(isinstance(value, float) for value in given):  # halves of a point
        numbers = [None if value is None else Decimal(str(value)) for value in given]
        places = max(
            (-int(number.as_tuple().exponent) for number in numbers if number is not None),
            default=0,
        )
        if places:
            return pa.array(numbers, pa.decimal128(18, places))
        return pa.array(map(_whole, numbers), pa.int64())
    return pa.array(given, None if any(value is not None for value in given) else pa.string())


def _whole(number: Decimal | None) -> int | None:
    if number is None:
        return None
    return int(number)
