"""Results to standard output or a file, in the form the user asked for; the same bytes every time."""

import csv
import io
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from ledger.errors import LedgerError

Format = Literal["table", "csv", "json"]
Row = Sequence[Any]


def emit(
    columns: Sequence[str],
    rows: Iterable[Row],
    *,
    form: Format | None = None,
    out: Path | None = None,
    title: str = "",
) -> None:
    """Print or write rows: a table on a terminal, csv otherwise, unless told."""
    rows = list(rows)
    if out is not None:
        write_file(columns, rows, out, form)
        return
    chosen = form or ("table" if sys.stdout.isatty() else "csv")
    if chosen == "table":
        print_table(columns, rows, title)
    else:
        sys.stdout.write(as_text(columns, rows, chosen))


def as_text(columns: Sequence[str], rows: Iterable[Row], form: Format) -> str:
    """Rows as csv (LF line ends) or json (an array of objects)."""
    if form == "json":
        import msgspec

        return (
            msgspec.json.format(
                msgspec.json.Encoder(decimal_format="number").encode(
                    [dict(zip(columns, row, strict=True)) for row in rows]
                )
            ).decode()
            + "\n"
        )
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def print_table(columns: Sequence[str], rows: Iterable[Row], title: str = "") -> None:
    """A table for people: numbers to the right; where the terminal is narrow, only the widest texts are cut."""
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table

    texts = [["" if value is None else str(value) for value in row] for row in rows]
    width = None if sys.stdout.isatty() else 10_000
    console = Console(width=width, highlight=False, markup=False, emoji=False)
    widths = [
        max([cell_len(column), *(cell_len(line) for row in texts for line in row[index].splitlines())])
        for index, column in enumerate(columns)
    ]
    spare = console.width - 2 * (len(columns) - 1) - sum(widths)
    table = Table(title=title or None, title_justify="left", header_style="bold", box=None, pad_edge=False)
    for index, column in enumerate(columns):
        numeric = bool(texts) and all(_is_number(row[index]) for row in texts if row[index])
        cut = spare < 0 and widths[index] == max(widths)
        table.add_column(column, justify="right" if numeric else "left", no_wrap=not cut, overflow="fold")
    for row in texts:
        table.add_row(*row)
    console.print(table)


def write_file(columns: Sequence[str], rows: Sequence[Row], out: Path, form: Format | None = None) -> None:
    """Write by the file's ending: .csv, .json, .parquet, .xlsx."""
    if not out.absolute().parent.is_dir():
        raise LedgerError("cannot be written: its folder is not there", place=str(out), remedy="make the folder first")
    ending = form or out.suffix.removeprefix(".").lower()
    if ending in ("csv", "json"):
        out.write_text(as_text(columns, rows, ending), encoding="utf-8", newline="\n")  # type: ignore[arg-type]
    elif ending == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.table({name: [row[i] for row in rows] for i, name in enumerate(columns)}), out)
    elif ending == "xlsx":
        from replay.spreadsheet import write_sheet

        write_sheet(out, columns, rows)
    else:
        raise LedgerError(
            f"cannot write a {out.suffix or 'file without ending'}",
            place=str(out),
            remedy="use .csv, .json, .parquet or .xlsx",
        )


def _is_number(text: str) -> bool:
    return text.removeprefix("-").removeprefix("+").replace(".", "", 1).isdigit()
