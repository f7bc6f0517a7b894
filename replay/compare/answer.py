"""Two lists compared: the rows, the summary by cause, or why there are no causes."""

from datetime import date

from msgspec.structs import replace

from ledger.errors import LedgerError
from replay.answers.answer import Answer, Remark
from replay.answers.table import Column, Names, Table
from replay.compare import report
from replay.compare.causes import split
from replay.compare.side import Side, sides
from replay.office.office import Office
from replay.questions.names import names_in
from replay.which import WhichList
from schemes import scheme as scheme_of
from wording import joined, say

Sides = tuple[Side, Side]


def sides_of(
    office: Office | None,
    texts: tuple[WhichList | str, WhichList | str],
    name: str | None = None,
    day: date | None = None,
    *,
    rate_as: bool = False,
) -> Sides:
    """The two lists that are compared, written as the command takes them. Two files need no office."""
    one, other = (_rated_as(side, rate_as) for side in sides(office, texts, name, day))
    return one, other


def side_by_side(
    office: Office | None, asked: Sides, *, by_cause: bool = False, every: bool = False
) -> Answer:
    """The rows of two lists that differ, and by which causes, if they have causes in common."""
    one, other = asked
    why = report.why_no_causes(one, other)
    if why and by_cause:
        raise LedgerError(
            say("--by-cause goes with two lists of one scheme, made from the log"), remedy=why
        )
    further: tuple[Table, ...] = ()
    if office is None or not (isinstance(one, WhichList) and isinstance(other, WhichList)) or why:
        rows = report.plain_rows(office, one, other, every=every)
    else:
        found = split(office, one, other)
        rows = report.rows(found, scheme_of(one.scheme), every=every)
        further = (report.summary(found),)
    columns: tuple[Column, ...] = report.COLUMNS
    if by_cause:
        columns = report.COLUMNS_BY_CAUSE
        rows = report.by_cause(rows)
    table = Table(columns, rows, say("Player by player"))
    return Answer(
        "compare/1",
        joined(" → ", (one.title(), other.title())),
        table,
        further=further,
        remarks=_remarks(office, asked, table, why),
        names=Names() if office is None else names_in(office.snapshot(), table),
    )


def _remarks(office: Office | None, asked: Sides, table: Table, why: str) -> list[Remark]:
    """Why there are no causes, and why nothing changes."""
    remarks = []
    if why:
        remarks.append(Remark("no-causes", why))
    if not table.rows and office is not None:
        from replay.explain.why_not import why_alike

        remarks.append(
            Remark("nothing-changes", say("nothing changes: {why}", why=why_alike(office, *asked)))
        )
    return remarks


def _rated_as(side: Side, rate_as: bool) -> Side:
    """--rate-as holds for both sides; a file is as it is."""
    if rate_as and isinstance(side, WhichList):
        return replace(side, rate_as=True)
    return side
