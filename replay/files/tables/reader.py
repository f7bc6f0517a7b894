"""Rows of tables as events."""

from collections.abc import Iterator, Sequence
from datetime import date as Date
from decimal import Decimal
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from ledger.append.complaints import complaint
from ledger.errors import Problem
from ledger.events import AnyEvent, EventWithdrawn, PlayerCorrected, PlayerRegistered
from ledger.item import Item, problem_item
from replay.files.input import InputFile
from replay.files.known import KnownLedger
from replay.files.options import ReadOptions
from replay.files.tables.cells import is_none
from replay.files.tables.columns import SheetKind, TableColumn
from replay.files.tables.date_columns import DateForms, UnclearColumn
from replay.files.tables.headings import PlacedColumn, columns_of, kind_of, not_a_table
from replay.files.tables.kinds import KINDS
from replay.files.tables.rankings import RankingRow, rankings
from replay.files.tables.sheets import Cells, Sheet, is_filled
from replay.files.tables.who import PEOPLE, UnclearName, Who
from wording import joined, message_of, say

_NO_TABLES = frozenset(("help", "说明", "說明", "receipt", "凭据", "憑據", "choices"))
_ORDER = {name: number for number, name in enumerate(KINDS)}
_NOTHING = object()
_REMEMBERED = 100_000
_BUILTIN = (Date, Decimal)


class Layout(NamedTuple):
    """A sheet whose heading was understood: where each column is."""

    sheet: Sheet
    row: int
    kind: SheetKind
    columns: list[PlacedColumn]
    forms: DateForms
    told: dict[str, Any]  # fields that every row has, unless it says otherwise
    who: Who


def read(file: InputFile, options: ReadOptions) -> Iterator[Item]:
    """The rows of all sheets as events, in the order in which they can be appended."""
    told: dict[str, Any] = {"ref": options.ref or file.reference}
    if options.date is not None:
        told["date"] = options.date
    who = Who(options)
    items = _all_items(file, options, told, who)
    if options.write_players is not None:
        for _ in items:
            continue
        who.hand_out()
    yield from items
    who.remark(file.name)


def in_order(files: Sequence[InputFile]) -> list[InputFile]:
    """Files as they are, but tables of one kind each in the order in which they can be appended: players first.

    So `import *.csv` takes a season, whatever the files are called.
    """
    places = {file: _ORDER[kind.name] for file in files if (kind := _only_kind(file)) is not None}
    tables = iter(sorted(places, key=lambda table: places[table]))
    return [next(tables) if file in places else file for file in files]


def _only_kind(file: InputFile) -> SheetKind | None:
    """The kind of a file with a single table."""
    if file.form != "table" or len(file.sheets) != 1:
        return None
    (sheet,) = file.sheets
    _, cells = sheet.heading()
    return kind_of([str(cell).strip() for cell in cells], sheet.name, file.path.stem)


def _all_items(
    file: InputFile, options: ReadOptions, told: dict[str, Any], who: Who
) -> Iterator[Item]:
    layouts: list[Layout] = []
    for sheet in file.sheets:
        if sheet.name.strip().casefold() in _NO_TABLES:
            continue
        found = _layout(sheet, file.path.stem, options, told, who)
        if isinstance(found, Layout):
            layouts.append(found)
        else:
            yield from map(problem_item, found)
    for layout in sorted(layouts, key=lambda layout: _ORDER[layout.kind.name]):
        for item in _items(layout):
            if item.event is not None:
                who.registered(item.event)
                event = with_other_names(item.event, options.known)
                item = item._replace(event=_as_known(event, options.known), given=event)
            yield item


def _layout(
    sheet: Sheet, name: str, options: ReadOptions, told: dict[str, Any], who: Who
) -> Layout | list[Problem]:
    """Understand the heading: the first row that has anything in it. An empty sheet gives neither."""
    row, cells = sheet.heading()
    if not cells:
        return []
    headers = [str(cell).strip() for cell in cells]
    kind = kind_of(headers, sheet.name, name)
    if kind is None:
        return [not_a_table(sheet, row, headers)]
    passed_over = options.warn if options.ignore_unknown else None
    columns, problems = columns_of(sheet, kind, row, headers, told, passed_over=passed_over)
    forms = DateForms(sheet, row, options.dates)
    return problems or Layout(sheet, row, kind, columns, forms, told, who)


def _items(layout: Layout) -> Iterator[Item]:
    rows = _rows(layout)
    for row in rankings(layout.sheet, rows) if layout.kind.is_ranking else rows:
        given = row.fields
        where = layout.sheet.where(row.number)
        made = given if isinstance(given, Problem) else converted(layout.kind, given, where)
        if isinstance(made, Problem):
            yield Item(made.place, row.excerpt, None, made)
        else:
            yield Item(where if layout.sheet.name else row.number, row.excerpt, made)


def _rows(layout: Layout) -> Iterator[RankingRow]:
    """The rows that have anything in them; a column that is refused as a whole is told once."""
    width = max(place for place, _, _ in layout.columns) + 1
    refused: set[Problem] = set()
    for row, cells in layout.sheet.rows():
        if row <= layout.row or not is_filled(cells):
            continue
        if len(cells) < width:
            cells = cells + [""] * (width - len(cells))
        try:
            fields = _fields(layout, row, cells)
        except UnclearColumn as unclear:
            if unclear.problem in refused:
                continue
            fields = unclear.problem
            refused.add(fields)
        yield RankingRow(row, ", ".join(map(str, cells))[:200], fields)


def _fields(layout: Layout, row: int, cells: Cells) -> dict[str, Any] | Problem:
    """The fields of the event that a row is."""
    sheet = layout.sheet
    fields = {"type": layout.kind.event.__name__, **layout.told}
    for place, column, read_before in layout.columns:
        cell = cells[place]
        try:
            value = read_before.get((type(cell), cell))
            if value is None:
                value = _value(layout, column, place, cell) if is_filled([cell]) else _NOTHING
                read_before[type(cell), cell] = value
                if len(read_before) > _REMEMBERED:
                    read_before.clear()
        except UnclearColumn:
            raise
        except ValueError as error:
            wrong = joined(": ", (column.field, message_of(error)))
            remedy = error.remedy if isinstance(error, UnclearName) else ""
            return Problem(sheet.where(row, place), wrong, remedy)
        if value is not _NOTHING:
            put(fields, column.field, value)
        elif column.is_needed and column.field not in fields:
            return Problem(
                sheet.where(row, place),
                say("no {field}", field=column.field),
                say("fill in the cell"),
            )
    return fields


def _value(layout: Layout, column: TableColumn, place: int, cell: Any) -> Any:
    if column.can_be_removed and is_none(cell):
        return None
    value = layout.forms.read(column, place, cell)
    if column.field in PEOPLE and layout.kind.event is not PlayerRegistered:
        return layout.who.player(value)
    if column.field == "tournament" and "name" not in layout.kind.needed:
        return layout.who.tournament(value)
    return value


def put(fields: dict[str, Any], field: str, value: Any) -> None:
    """Set a field; `names.en` is a part of one."""
    if "." in field:
        outer, _, inner = field.partition(".")
        fields.setdefault(outer, {})[inner] = value
    else:
        fields[field] = value


def converted(kind: SheetKind, fields: dict[str, Any], place: str) -> AnyEvent | Problem:
    """The event with these fields, or what is wrong with them."""
    try:
        return msgspec.convert(fields, kind.event, builtin_types=_BUILTIN)
    except msgspec.ValidationError as error:
        wrong, remedy = complaint(msgspec.json.encode(fields), error)
        return Problem(place, wrong, remedy)


def with_other_names(event: AnyEvent, known: KnownLedger) -> AnyEvent:
    """A correction of the name in one language leaves the names in others as they are."""
    if not isinstance(event, PlayerCorrected) or not isinstance(event.names, dict):
        return event
    person = known.player(event.player)
    return replace(event, names={**((person and person.names) or {}), **event.names})


def _as_known(event: AnyEvent, known: KnownLedger) -> AnyEvent:
    """The event as the log has it, if it is there; a player with the same data, whatever the day of registration."""
    if isinstance(event, EventWithdrawn):
        return event
    if not isinstance(event, PlayerRegistered):
        return known.as_recorded(event)
    there = known.player(event.player)
    if there is None:
        return event
    told = replace(
        event,
        date=there.date,
        ref=None,
        note=None,
        by=None,
        position=None,
        recorded=None,
        names=event.names or None,
    )
    if told != there:
        return event
    return known.registration(event.player) or event
