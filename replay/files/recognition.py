"""How a file shows which format it has: by its first bytes and its ending. No reader is loaded to see it."""

import re
import zipfile
from collections.abc import Callable
from typing import TYPE_CHECKING

from ledger.errors import LedgerError
from wording import say

if TYPE_CHECKING:
    from replay.files.input import InputFile
    from replay.files.tables.sheets import Sheet

MARK = b"\xef\xbb\xbf"  # before UTF-8
_TRF_CODE = re.compile(rb"[0-9A-Z#]{3}")
_TRF_TELLING = frozenset((b"001", b"012", b"022", b"042", b"052", b"062", b"###"))
_PGN_TAG = re.compile(rb'\s*\[\s*[A-Z]\w*\s+"')
_TABLES = (".csv", ".tsv", ".xlsx", ".xlsm", ".html", ".htm")
_ZIP = b"PK\x03\x04"
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"


def is_json_lines(file: "InputFile") -> bool:
    """JSON Lines begin with {, or the name ends in .jsonl, .ndjson or .json."""
    return file.head.removeprefix(MARK).lstrip()[:1] == b"{" or _ending(file) in (
        ".jsonl",
        ".ndjson",
        ".json",
    )


def is_report(file: "InputFile") -> bool:
    """A report ends in .trf or .trfx, or its first lines begin with codes of three characters."""
    if b"\0" in file.head:
        return False
    if _ending(file) in (".trf", ".trfx"):
        return True
    lines = [line for line in re.split(rb"[\r\n]+", file.head.removeprefix(MARK)) if line.strip()]
    codes = [line[:4].rstrip() for line in lines]
    return all(_TRF_CODE.fullmatch(code) for code in codes[:3]) and not _TRF_TELLING.isdisjoint(
        codes
    )


def is_archive(file: "InputFile") -> bool:
    """An archive of games ends in .pgn or begins with a tag."""
    return _ending(file) == ".pgn" or _PGN_TAG.match(file.head.removeprefix(MARK)) is not None


def is_fide_list(file: "InputFile") -> bool:
    """A list of FIDE is recognised by its heading or XML root, also inside a zip with one file."""
    start = file.head.removeprefix(MARK).lstrip()
    if start[:9].lower() in (b"id number", b'"id numbe') or b"<playerslist" in file.head[:1000]:
        return True
    if (
        start[:8].lower().strip(b'"').startswith((b"fideid", b"fide_id"))
        and b"country" in start[:200].lower()
    ):
        return True
    if not start.startswith(_ZIP):
        return False
    from replay.files.fide.rows import only_member

    try:
        with zipfile.ZipFile(file.path) as packed:
            return only_member(packed) is not None
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def is_crosstable(file: "InputFile") -> bool:
    """A cross-table has rounds, opponents or pairs in the heading of a sheet; our own table of results has not."""
    from replay.files.crosstables.layout import layout_of

    try:
        layouts = [layout_of(sheet) for sheet in file.sheets]
        is_one = any(layout is not None and layout.form != "people" for layout in layouts)
        return is_one and "results" not in map(_own_table, file.sheets)
    except LedgerError:
        if _is_called_table(file):  # then what is wrong with it is what the user has to hear
            raise
        return False


def is_player_list(file: "InputFile") -> bool:
    """A list of players has a heading with a name and something else of a person, and is no table of ours."""
    from replay.files.people.columns import list_layout

    try:
        layouts = [list_layout(sheet, file.columns, file.path.stem) for sheet in file.sheets]
        return any(layouts) and not any(map(_own_table, file.sheets))
    except LedgerError:
        if _is_called_table(file):  # then what is wrong with it is what the user has to hear
            raise
        return False


def is_table(file: "InputFile") -> bool:
    """A table ends in .csv, .tsv, .xlsx or .html, is a workbook, or begins with the heading of a known table."""
    if _is_called_table(file):
        return True
    try:
        return any(map(_own_table, file.sheets))
    except LedgerError:
        return False


def _is_called_table(file: "InputFile") -> bool:
    """Whether the name or the packing says that it is a table, whatever stands in it."""
    if _ending(file) in _TABLES:
        return True
    return (
        file.head.startswith(_ZIP)
        and b"[Content_Types].xml" in file.head
        and b"word/" not in file.head
    )


def _own_table(sheet: "Sheet") -> str | None:
    """The table of ours whose whole heading is the first row of a sheet; None if it is none."""
    from replay.files.tables.headings import is_whole, kind_of

    _, cells = sheet.heading()
    headers = [str(cell).strip() for cell in cells]
    kind = kind_of(headers, sheet.name)
    if kind is None or not is_whole(kind, headers):
        return None
    return kind.name


def _ending(file: "InputFile") -> str:
    return file.path.suffix.lower()


def remedy_for(file: "InputFile") -> str:
    """What to do with a file that no reader takes: most are of another program, which can save it otherwise."""
    head = file.head
    if head.startswith(_OLD_OFFICE):
        return say(
            "this is an old workbook (.xls) or one with a password: save it as .xlsx, without a password"
        )
    if head.startswith(_ZIP) and b"opendocument.spreadsheet" in head:
        return say("this is a sheet of LibreOffice (.ods): save it as .xlsx or .csv")
    if head.startswith(b"%PDF") or (head.startswith(_ZIP) and b"word/" in head):
        return say(
            "this is a document for reading: ask for the report (TRF) or the sheet it was made from, "
            "or copy its table into a spreadsheet"
        )
    if head.startswith(_ZIP):
        return say("this is a zip of several files: unpack it and import the files one by one")
    if b"\0" in head:
        return say(
            "this is the file of another program: let that program write a report (TRF), a sheet or a PGN archive"
        )
    if b"USCF ID" in head or b"Pair | Player Name" in head:
        return say(
            "this is a wallchart of US Chess: copy it into a spreadsheet, one row for each player, with the columns "
            "No, Name, ID, Rating, R1, R2 … (W12, L3, D5, bye) and Pts"
        )
    return say(
        "copy a table of players or results into a spreadsheet, one row for each player; "
        "--format names a format that is not recognised"
    )


# name → how it is recognised; asked in this order
RECOGNISED: dict[str, "Callable[[InputFile], bool]"] = {
    "jsonl": is_json_lines,
    "trf": is_report,
    "pgn": is_archive,
    "fide-list": is_fide_list,
    "crosstable": is_crosstable,
    "player-list": is_player_list,
    "table": is_table,
}
