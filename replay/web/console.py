"""The SQL console: one SELECT over the documented views, in the same sandbox as the command's."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any

from ledger.errors import LedgerError
from projections.views import COLUMNS
from replay.answers.language import tr, tr_n
from replay.answers.paper import PlainTable, Section
from replay.office.office import Office
from replay.web.asked import Asked
from replay.web.page import Data, Field, Form, Page, rows_data
from wording import say

SECONDS = 20  # that a query may run
AT_ONCE = 2  # so many run side by side
SHOWN = 500  # rows on a page
MOST_ROWS = 100_000  # as data
EXAMPLE = "SELECT federation, count(*) AS players FROM players GROUP BY 1 ORDER BY 2 DESC, 1"
_running = BoundedSemaphore(AT_ONCE)


def sql_page(office: Office, asked: Asked) -> Page | Data:
    """A query and its answer."""
    text = asked.get("q")
    columns, rows, number = _answer(office, asked, text) if text else ([], [], 0)
    if asked.form:
        if number > MOST_ROWS:
            raise LedgerError(
                say("the answer has more than {most} rows", most=MOST_ROWS),
                remedy=say("add LIMIT {most}, or use the command", most=MOST_ROWS),
            )
        return rows_data(asked.form, columns, rows)
    return Page(
        title="SQL",
        lead=tr(
            "One SELECT, read-only, over the views below; at most {seconds} seconds.",
            seconds=SECONDS,
        ),
        forms=[
            Form(
                asked.path,
                [Field("q", tr("Query"), text or EXAMPLE, lines=5)],
                tr("Run"),
                asked.hidden("q"),
            )
        ],
        sections=[*_answered(columns, rows, number), _views()],
        data=("csv", "json") if columns else (),
    )


def _answer(
    office: Office, asked: Asked, text: str
) -> tuple[list[str], list[tuple[Any, ...]], int]:
    """Columns, the rows that are wanted, and how many there are; those beyond the limit are never made."""
    with _turn():
        table = office.sql(text, known=asked.known, seconds=SECONDS, most=MOST_ROWS + 1)
    columns = table.column_names
    wanted = table.slice(0, MOST_ROWS if asked.form else SHOWN)
    if columns:
        rows = list(zip(*(wanted[name].to_pylist() for name in columns), strict=True))
    else:
        rows = []
    return columns, rows, table.num_rows


@contextmanager
def _turn() -> Iterator[None]:
    """Few queries at once: each may need the whole machine, and pages must go on."""
    if not _running.acquire(timeout=SECONDS):
        raise LedgerError(say("too many queries are running"), remedy=say("ask again in a moment"))
    try:
        yield
    finally:
        _running.release()


def _answered(columns: list[str], rows: list[tuple[Any, ...]], number: int) -> list[Section]:
    if not columns:
        return []
    if number > MOST_ROWS:
        return [
            PlainTable(
                tr("More than {most:,} rows", most=MOST_ROWS),
                columns,
                rows,
                tr("the first {shown}", shown=SHOWN),
            )
        ]
    more = tr("the first {shown} of {all:,} rows; csv and json have all", shown=SHOWN, all=number)
    title = tr_n("{number:,} row", "{number:,} rows", number)
    return [PlainTable(title, columns, rows, more if number > SHOWN else "")]


def _views() -> PlainTable:
    rows = [(name, ", ".join(schema.names)) for name, schema in COLUMNS.items()]
    return PlainTable(tr("Views"), ("view", "columns"), rows)
