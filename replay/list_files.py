"""A list as a file of another kind than csv or json: parquet, a spreadsheet, FIDE's fixed-width form."""

from pathlib import Path

import msgspec

from ledger.errors import LedgerError
from replay.rating_list import RatingList

ENDINGS = (".parquet", ".xlsx", ".txt")


def write_list(made: RatingList, out: Path, top: int | None = None) -> None:
    """Write a list by the file's ending, its receipt with it where the form has room."""
    ending = out.suffix.lower()
    rows = made.rows[:top]
    receipt = msgspec.to_builtins(made.receipt)
    if ending == ".parquet":
        import pyarrow.parquet as pq

        note = {"rating-ledger receipt": msgspec.json.encode(made.receipt).decode()}
        pq.write_table(made.table.slice(0, top).replace_schema_metadata(note), out)
    elif ending == ".xlsx":
        from replay.spreadsheet import write_sheet

        write_sheet(out, made.table.column_names, rows, receipt)
    elif made.scheme.name != "fide-standard":
        raise LedgerError(
            f"{made.scheme.name} has no fixed-width form", place=str(out), remedy="use .csv, .json, .parquet or .xlsx"
        )
    else:
        from replay.fide_form import fide_text

        out.write_text(fide_text(made.table.column_names, rows, made.list_date), encoding="utf-8")
