"""Tables of players, titles, tournaments, entries, results and byes as events."""

from collections.abc import Iterator
from datetime import date as Date
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from ledger.errors import LedgerError, Problem
from ledger.events import AnyEvent, PlayerRegistered
from ledger.formats import Item
from ledger.formats.encoding import decode_table, reference
from ledger.formats.known import LedgerLookup
from ledger.formats.options import ReadOptions
from ledger.formats.tables.date_columns import DateForms, UnclearColumn
from ledger.formats.tables.kinds import KINDS, Kind, TableColumn, plain
from ledger.formats.tables.sheets import Cells, Sheet, first_row, open_sheets

_HELP_SHEETS = frozenset(("help", "说明", "說明", "receipt", "凭据", "憑據"))
_NOTHING = object()
_REMEMBERED = 100_000
_ENDINGS = (".csv", ".tsv", ".xlsx", ".xlsm")


# where it is, what it is, and which of its cells were read before
PlacedColumn = tuple[int, TableColumn, dict[Any, Any]]


class Layout(NamedTuple):
    """A sheet whose heading was understood: where each column is."""

    sheet: Sheet
    kind: Kind
    columns: list[PlacedColumn]
    forms: DateForms


def recognises(path: Path, head: bytes) -> bool:
    """A table ends in .csv, .tsv or .xlsx, is a workbook, or begins with the heading of a known table."""
    if path.suffix.lower() in _ENDINGS:
        return True
    if head.startswith(b"PK\x03\x04"):
        return b"[Content_Types].xml" in head
    try:
        _, cells = first_row(decode_table(head, str(path))[0])
    except LedgerError:
        return False
    return _kind([cell.strip() for cell in cells], "") is not None


def read(path: Path, options: ReadOptions) -> Iterator[Item]:
    """The rows of all sheets as events, in the order in which they can be appended."""
    place = options.called(path)
    ref = reference(path, place)
    layouts: list[Layout] = []
    for sheet in open_sheets(path, place, options.encoding):
        if sheet.name.strip().casefold() in _HELP_SHEETS:
            continue
        found = _layout(sheet, path, options)
        if isinstance(found, Layout):
            layouts.append(found)
        else:
            yield from (Item(problem.place, problem.excerpt, None, problem) for problem in found)
    order = list(KINDS)
    for layout in sorted(layouts, key=lambda layout: order.index(layout.kind.name)):
        yield from _items(layout, options, ref)


def _layout(sheet: Sheet, path: Path, options: ReadOptions) -> Layout | list[Problem]:
    """Understand the heading: the first row that has anything in it. An empty sheet gives neither."""
    row, cells = next(((row, cells) for row, cells in sheet.rows if _is_filled(cells)), (0, []))
    if not cells:
        return []
    headers = [str(cell).strip() for cell in cells]
    kind = _kind(headers, f"{sheet.name} {path.stem}")
    if kind is None:
        known = "; ".join(f"{kind.name}: {', '.join(sorted(kind.needed))}" for kind in KINDS.values())
        remedy = f"`rating-ledger template results.xlsx` makes an empty one ({known})"
        return [Problem(sheet.where(row), "not the heading of a known table", remedy, ", ".join(headers)[:110])]
    columns, problems = _columns(sheet, kind, row, headers)
    given = {column.field for _, column, _ in columns}
    for missing in sorted(kind.needed - given - ({"date"} if options.date else set())):
        remedy = "add it, or give --date for the whole file" if missing == "date" else "add it"
        problems.append(Problem(sheet.where(row), f"no column {missing!r} in a table of {kind.name}", remedy))
    return problems or Layout(sheet, kind, columns, DateForms(sheet, row, options.dates))


def _kind(headers: list[str], hint: str) -> Kind | None:
    """The kind whose needed columns are there (a date may be told), with most headers known; a name decides a tie."""
    words = [plain(header) for header in headers if header]
    best: tuple[int, int, Kind] | None = None
    for kind in KINDS.values():
        known = kind.known_headers()
        fields = {known[word].field for word in words if word in known}
        if kind.needed - {"date"} <= fields:
            named = any(name.casefold() in hint.casefold() for name in (kind.name, *kind.title))
            score = (len(fields), int(named), kind)
            best = score if best is None or score[:2] > best[:2] else best
    return best[2] if best else None


def _columns(sheet: Sheet, kind: Kind, row: int, headers: list[str]) -> tuple[list[PlacedColumn], list[Problem]]:
    known = kind.known_headers()
    columns: list[PlacedColumn] = []
    problems: list[Problem] = []
    for place, header in enumerate(headers):
        column = known.get(plain(header))
        if not header or header.startswith("#"):
            continue
        if column is None:
            close = get_close_matches(plain(header), list(known), 1)
            meant = f"did you mean {known[close[0]].field!r}? " if close else ""
            remedy = f"{meant}a column to be passed over begins with #"
            problems.append(Problem(sheet.where(row, place), f"unknown column {header!r} in {kind.name}", remedy))
        elif any(other.field == column.field for _, other, _ in columns):
            problems.append(Problem(sheet.where(row, place), f"a second column for {column.field!r}: {header!r}"))
        else:
            columns.append((place, column, {}))
    return columns, problems


def _is_filled(cells: Cells) -> bool:
    return any(cell != "" and not (isinstance(cell, str) and cell.isspace()) for cell in cells)


def _items(layout: Layout, options: ReadOptions, ref: str) -> Iterator[Item]:
    sheet = layout.sheet
    width = max(place for place, _, _ in layout.columns) + 1
    refused: set[Problem] = set()  # columns that are refused as a whole
    for row, cells in sheet.rows:
        if not _is_filled(cells):
            continue
        if len(cells) < width:
            cells = cells + [""] * (width - len(cells))
        where = sheet.where(row) if sheet.name else row
        try:
            made = _event(layout, row, cells, options, ref)
        except UnclearColumn as unclear:
            if unclear.problem in refused:
                continue
            made = unclear.problem
            refused.add(made)
        excerpt = ", ".join(map(str, cells))[:200]
        if isinstance(made, Problem):
            yield Item(made.place, excerpt, None, made)
        else:
            yield Item(where, excerpt, _as_known(made, options.known))


def _event(layout: Layout, row: int, cells: Cells, options: ReadOptions, ref: str) -> AnyEvent | Problem:
    sheet, kind = layout.sheet, layout.kind
    fields: dict[str, Any] = {"type": kind.event.__name__, "ref": ref}
    if options.date is not None:
        fields["date"] = options.date
    for place, column, read_before in layout.columns:
        cell = cells[place]
        try:
            value = read_before.get((type(cell), cell))
            if value is None:
                value = layout.forms.read(column, place, cell) if _is_filled([cell]) else _NOTHING
                read_before[type(cell), cell] = value
                if len(read_before) > _REMEMBERED:
                    read_before.clear()
        except UnclearColumn:
            raise
        except ValueError as error:
            return Problem(sheet.where(row, place), f"{column.field}: {error}")
        if value is not _NOTHING:
            _put(fields, column.field, value)
        elif column.is_needed and column.field not in fields:
            return Problem(sheet.where(row, place), f"no {column.field}", "fill in the cell")
    try:
        return msgspec.convert(fields, kind.event, builtin_types=(Date, Decimal))
    except msgspec.ValidationError as error:
        return Problem(sheet.where(row), f"a row of {kind.name}: {error}")


def _put(fields: dict[str, Any], field: str, value: Any) -> None:
    if "." in field:
        outer, _, inner = field.partition(".")
        fields.setdefault(outer, {})[inner] = value
    else:
        fields[field] = value


def _as_known(event: AnyEvent, known: LedgerLookup) -> AnyEvent:
    """The event as the log has it, if it is there; a player with the same data, whatever the day of registration."""
    if not isinstance(event, PlayerRegistered):
        return known.as_recorded(event)
    there = known.player(event.player)
    if there is None:
        return event
    same = replace(event, date=there.date, ref=there.ref, note=there.note, by=there.by, position=None, recorded=None)
    is_same = same == replace(there, position=None, recorded=None)
    return (known.registration(event.player) if is_same else None) or event
