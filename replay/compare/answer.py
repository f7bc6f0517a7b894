"""Two lists compared: the rows, the summary by cause, or why there are no causes."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import LedgerError
from replay.answers.language import tr
from replay.answers.rows_as_text import RowsAsText as Answer
from replay.compare import report
from replay.compare.causes import split
from replay.compare.side import Side, sides
from replay.office.office import Office
from replay.which import WhichList
from schemes import scheme as scheme_of
from wording import say

SUMMARY = ("cause", "players", "up", "down", "sum")


class Comparison(Struct, frozen=True):
    """Both sides, the rows that differ, and for each cause how many players and how much."""

    sides: tuple[Side, Side]
    answer: Answer
    causes: list[report.Cells]
    why_no_causes: str = ""

    def __repr__(self) -> str:
        return repr(self.answer)

    @property
    def rows(self) -> Sequence[tuple[Any, ...]]:
        return self.answer.rows

    def to_arrow(self) -> Any:
        """The rows as an Arrow table."""
        return self.answer.to_arrow()


def compared(
    office: Office | None,
    texts: tuple[WhichList | str, WhichList | str],
    name: str | None = None,
    day: date | None = None,
    *,
    by_cause: bool = False,
    every: bool = False,
    rate_as: bool = False,
) -> Comparison:
    """Compare two lists, written as the command takes them. Two files need no office."""
    one, other = (_rated_as(side, rate_as) for side in sides(office, texts, name, day))
    return side_by_side(office, one, other, by_cause=by_cause, every=every)


def side_by_side(office: Office | None, one: Side, other: Side, *, by_cause: bool, every: bool) -> Comparison:
    """The rows of two lists that differ, and by which causes, if they have causes in common."""
    why = report.why_no_causes(one, other)
    if why and by_cause:
        raise LedgerError(say("--by-cause goes with two lists of one scheme, made from the log"), remedy=why)
    title = f"{tr(one.title())} → {tr(other.title())}"
    if by_cause:
        columns = report.by_cause_columns()
    else:
        columns = report.COLUMNS
    if office is None or not (isinstance(one, WhichList) and isinstance(other, WhichList)) or why:
        rows = report.plain_rows(office, one, other, every=every)
        return Comparison((one, other), Answer(title, columns, rows), [], why)
    found = split(office, one, other)
    rows = report.rows(found, scheme_of(one.scheme), by_cause=by_cause, every=every)
    return Comparison((one, other), Answer(title, columns, rows), list(report.summary(found)))


def _rated_as(side: Side, rate_as: bool) -> Side:
    """--rate-as holds for both sides; a file is as it is."""
    if rate_as and isinstance(side, WhichList):
        return replace(side, rate_as=True)
    return side
