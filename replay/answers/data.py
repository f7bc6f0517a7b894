"""Tables for programs: csv, json, Arrow and Parquet. The same bytes in every language.

Numbers are numbers, days are ISO days, codes are codes; what is a sentence is in English. Only the headings of csv
follow `--language`, where somebody asked for it by name.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.text import to_cell
from replay.answers.kinds import Kind
from replay.answers.language import file_headings
from replay.answers.speech import number
from replay.answers.table import Cause, Joined, Table

if TYPE_CHECKING:
    import pyarrow as pa

_PIECE = 1000  # rows of csv at a time


def csv_of(table: Table) -> Iterator[str]:
    """A table as csv (LF line ends), a thousand rows at a time. What a spreadsheet would run gets an apostrophe."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(file_headings(table.names))
    for count, cells in enumerate(table.cells(), 1):
        writer.writerow(
            [_cell(column.kind, value) for column, value in zip(table.columns, cells, strict=True)]
        )
        if count % _PIECE == 0:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()


def _cell(kind: Kind, value: object) -> object:
    """A value in a csv file."""
    if value is None:
        return ""
    if isinstance(value, Joined):
        texts = [_english(kind, part) for kind, part in value.parts]
        return to_cell("; ".join(filter(None, texts)))
    if isinstance(value, Mapping) or kind.data == "reasons":
        return to_cell(_english(kind, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, str):
        return to_cell(str(value))
    return value


def _english(kind: Kind, value: object) -> str:
    """Codes, and amounts by code, in English words."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return "; ".join(
            f"{_english(kind, code)} {number(part, sign=True)}" for code, part in value.items()
        )
    if kind.data == "reasons" and isinstance(value, Iterable):
        return "; ".join(str(reason.text) for reason in value)
    return str(kind.words.get(str(value), value))


def json_of(table: Table) -> str:
    """A table as an array of objects."""
    encoder = msgspec.json.Encoder(decimal_format="number", enc_hook=in_data)
    apart = table.apart
    rows = [dict(zip(apart.names, map(_json_value, cells), strict=True)) for cells in apart.cells()]
    return msgspec.json.format(encoder.encode(rows)).decode() + "\n"


def _json_value(value: object) -> object:
    if isinstance(value, datetime):
        return moment(value)
    if value == "":
        return None
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_json_value(part) for part in value]
    if isinstance(value, Cause):
        return {"code": value.code, **value.values}
    return value


def moment(value: datetime) -> str:
    """A time, always with its microseconds, in UTC."""
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def in_data(value: object) -> str:
    """A sentence (`say`) is text in data, in English."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"data have no {type(value).__name__}")


def arrow_table(table: Table) -> "pa.Table":
    """A table as Arrow: ratings are whole numbers or exact decimals, never floats."""
    import pyarrow as pa

    apart = table.apart
    arrays = [_array(column.kind, apart.column(column.name)) for column in apart.columns]
    return pa.table(arrays, list(apart.names))


def _array(kind: Kind, values: Sequence[Any]) -> "pa.Array":
    import pyarrow as pa

    if kind.data == "day":
        return pa.array(values, pa.date32())
    if kind.data == "moment":
        return pa.array(values, pa.timestamp("us", "UTC"))
    if kind.data == "whole":
        return pa.array(values, pa.int64())
    if kind.data == "number":
        return _numbers(values)
    if kind.data in ("amounts", "reasons"):
        return pa.array(
            [None if value is None else _cell(kind, value) for value in values], pa.string()
        )
    if kind.data == "text":
        return pa.array(
            [None if value is None or value == "" else str(value) for value in values], pa.string()
        )
    if all(value is None for value in values):
        return pa.array(values, pa.string())
    return pa.array(values)


def _numbers(values: Sequence[Any]) -> "pa.Array":
    """Whole numbers, or decimals with as many digits as the longest has."""
    import pyarrow as pa

    decimals = [Decimal(value) for value in values if value is not None]
    places = max((-int(value.as_tuple().exponent) for value in decimals), default=0)
    if places <= 0:
        return pa.array([None if value is None else int(value) for value in values], pa.int64())
    exact = [None if value is None else Decimal(value) for value in values]
    return pa.array(exact, pa.decimal128(18, places))
