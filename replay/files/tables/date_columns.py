"""The form in which the dates of a column are written: one for the whole column, and never a guess."""

from collections.abc import Iterator
from typing import Any

from ledger.errors import Problem
from replay.files.dates import FORMS, readings
from replay.files.tables.cells import UnclearDate, date_text
from replay.files.tables.columns import TableColumn
from replay.files.tables.sheets import Sheet
from wording import either, say


class UnclearColumn(ValueError):
    """The dates of a column can be read in several forms, or in none."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.wrong)
        self.problem = problem


class DateForms:
    """The date forms of the columns of a sheet, worked out when a cell is unclear; `told` is the user's, for all."""

    def __init__(self, sheet: Sheet, heading: int, told: str | None) -> None:
        self._sheet = sheet
        self._heading = heading
        self._told = told
        self._found: dict[int, str | Problem] = {}

    def read(self, column: TableColumn, place: int, cell: Any) -> Any:
        """Read a cell; if it is an unclear date, in the form of its column."""
        try:
            return column.read(cell)
        except UnclearDate:
            if place not in self._found:
                self._found[place] = self._told or self._form(column, place)
        form = self._found[place]
        if isinstance(form, Problem):
            raise UnclearColumn(form)
        return column.read(cell, form)

    def _form(self, column: TableColumn, place: int) -> str | Problem:
        """The one form that fits all dates of the column."""
        forms: tuple[str, ...] = FORMS
        unclear: tuple[int, str] | None = None
        for row, text in self._dates(place):
            days = readings(text)
            if not (left := tuple(form for form in forms if form in days)):
                wrong = say(
                    "{field}: {text!r} is not written like the dates above it ({forms})",
                    field=column.field,
                    text=text,
                    forms=either(forms),
                )
                return Problem(
                    self._sheet.where(row, place),
                    wrong,
                    say("write all dates of a column in one form"),
                )
            forms = left
            if unclear is None and len(set(days.values())) > 1:
                unclear = row, text
        assert unclear is not None
        row, text = unclear
        meant = {form: readings(text)[form] for form in forms}
        if len(set(meant.values())) == 1:
            return forms[0]
        both = either(f"{day} ({form})" for form, day in meant.items())
        wrong = say(
            "{field}: {text!r} can be {both}, and nothing in the column says which",
            field=column.field,
            text=text,
            both=both,
        )
        remedy = say("say it with --dates {forms}; 2026-11-30 is always clear", forms=either(forms))
        return Problem(self._sheet.where(row, place), wrong, remedy)

    def _dates(self, place: int) -> Iterator[tuple[int, str]]:
        """The dates of a column that are text, each once, with its row."""
        seen: set[str] = set()
        for row, cells in self._sheet.rows():
            if row > self._heading and place < len(cells) and isinstance(cells[place], str):
                text = date_text(cells[place])
                if text not in seen and readings(text):
                    seen.add(text)
                    yield row, text
