"""The SQL console: one SELECT over the documented views, in the same sandbox as the command's.

A query that cannot be answered stays where it was typed, with what is wrong above it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import BoundedSemaphore

from msgspec import Struct

from ledger.errors import LedgerError, Problem
from projections.views import COLUMNS
from replay.answers.language import tr
from replay.answers.table import Table
from replay.office.office import Office
from replay.questions.sql import as_answer, query
from replay.web.asked import Asked
from replay.web.page import Data, Page, table_data
from wording import say

SECONDS = 20  # that a query may run
AT_ONCE = 2  # so many run side by side
SHOWN = 500  # rows on a page
MOST_ROWS = 100_000  # as data
EXAMPLES = {
    say("Players by federation"): (
        "SELECT federation, count(*) AS players FROM players GROUP BY 1 ORDER BY 2 DESC, 1"
    ),
    say("Busiest players"): (
        "SELECT p.name, p.federation, count(*) AS games\n"
        "FROM games g JOIN players p ON p.player IN (g.first, g.second)\n"
        "GROUP BY 1, 2 ORDER BY games DESC, 1 LIMIT 20"
    ),
    say("Games that a regulation left out, and why"): (
        "SELECT scheme, article, reason, count(*) AS games FROM unrated GROUP BY 1, 2, 3 ORDER BY games DESC"
    ),
    say("Results by the side that moves first"): (
        "SELECT result, count(*) AS games FROM games GROUP BY 1 ORDER BY 2 DESC"
    ),
    say("Tournaments that are not closed"): (
        'SELECT tournament, name, "end" FROM tournaments WHERE closed IS NULL AND NOT void ORDER BY "end" DESC'
    ),
    say("Titles by year"): (
        "SELECT year(date) AS year, title, count(*) AS awarded FROM titles GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC"
    ),
}
EXAMPLE = next(iter(EXAMPLES.values()))
_running = BoundedSemaphore(AT_ONCE)


class QueryAnswer(Struct, frozen=True):
    """The rows that are wanted, and how many there are."""

    table: Table = Table((), ())
    number: int = 0


class Console(Struct, frozen=True):
    """A query as it was typed, its answer, and what there is to ask."""

    text: str
    answer: QueryAnswer
    examples: Mapping[str, str]
    views: Mapping[str, Sequence[tuple[str, str]]]
    is_wrong: bool = False
    most: int = MOST_ROWS
    shown: int = SHOWN


def sql_page(office: Office, asked: Asked) -> Page | Data:
    """A query and its answer; a query that is wrong is kept, with what is wrong with it."""
    text = (asked.get("q") or "").replace("\r\n", "\n")  # as a browser sends lines
    answer = QueryAnswer()
    problems: Sequence[Problem] = ()
    try:
        if text:
            answer = _answer(office, asked, text)
    except LedgerError as error:
        if asked.form:
            raise
        problems = error.problems
    if asked.form:
        if answer.number > MOST_ROWS:
            raise LedgerError(
                say("the answer has more than {most} rows", most=MOST_ROWS),
                remedy=say("add LIMIT {most}, or ask for less", most=MOST_ROWS),
            )
        return table_data(asked.form, answer.table)
    views = {
        name: [(field.name, str(field.type)) for field in schema]
        for name, schema in COLUMNS.items()
    }
    return Page(
        title=tr("Ask in SQL"),
        lead=tr(
            "One SELECT over {number} views of the ledger. Nothing can be written. A query may take {seconds} seconds.",
            number=len(views),
            seconds=SECONDS,
        ),
        problems=problems,
        template="sql.html",
        content=Console(text or EXAMPLE, answer, EXAMPLES, views, bool(problems)),
        data=("csv", "json") if answer.table.columns else (),
        status=400 if problems else 200,
    )


def _answer(office: Office, asked: Asked, text: str) -> QueryAnswer:
    """The answer to a query; rows beyond the limit are never made."""
    with _turn():
        found = query(office, text, known=asked.known, seconds=SECONDS, most=MOST_ROWS + 1)
    wanted = found.slice(0, MOST_ROWS if asked.form else SHOWN)
    table = as_answer(wanted).whole().table
    assert table is not None
    return QueryAnswer(table, found.num_rows)


@contextmanager
def _turn() -> Iterator[None]:
    """Few queries at once: each may need the whole machine, and pages must go on."""
    if not _running.acquire(timeout=SECONDS):
        raise LedgerError(say("too many queries are running"), remedy=say("ask again in a moment"))
    try:
        yield
    finally:
        _running.release()
