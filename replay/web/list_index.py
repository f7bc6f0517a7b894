"""All lists that can be asked for: of every regulation the newest ones, and those that were published."""

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from ledger.errors import LedgerError
from projections import Snapshot
from replay.answers import columns, kinds
from replay.answers.language import tr
from replay.answers.table import Column, Table
from replay.office.office import Office, schemes_in_use
from replay.rules_choice import day_of
from replay.web.asked import Asked
from replay.web.navigation import title_of
from replay.web.page import Data, Elsewhere, Field, Form, Page, schemes_that_work, table_data
from wording import say

STATE = Column("state", kinds.codes({"published": say("published")}))
COLUMNS = (columns.SCHEME, columns.LIST_DATE, STATE)


class KnownLists(Struct, frozen=True):
    """The lists of one regulation, the newest first, and which of them were published."""

    scheme: str
    title: str
    days: Sequence[date]
    published: frozenset[date]


def lists_page(office: Office, asked: Asked) -> Page | Data | Elsewhere:
    """The lists that can be asked for."""
    name = asked.get("scheme")
    on = asked.get("on")
    if name and on:
        return Elsewhere(asked.to("lists", name, day_of(on)))
    snapshot = asked.snapshot(office)
    working, left_out = schemes_that_work(office.schemes)
    known = [_known_lists(snapshot, asked, each.name) for each in working]
    if asked.form:
        rows = [
            {
                "scheme": each.scheme,
                "list_date": day,
                "state": "published" if day in each.published else "",
            }
            for each in known
            for day in each.days
        ]
        return table_data(asked.form, Table(COLUMNS, rows))
    used = schemes_in_use(office.schemes, snapshot) or [each.scheme for each in known]
    schemes = [(each.scheme, each.title) for each in known]
    fields = [
        Field("scheme", tr("Regulation"), name or used[0], schemes),
        Field("on", tr("List in force on"), str(date.today()), type="date"),
    ]
    return Page(
        title=tr("Rating lists"),
        lead=tr("The newest lists of the regulations that this ledger uses, and all that were published. "
                "Any other list can be asked for."),
        template="lists.html",
        content=[each for each in known if each.scheme in used],
        forms=[Form("/lists", fields, tr("Show"), asked.hidden("scheme", "on"))],
        sections=left_out,
        data=("csv", "json"),
    )  # fmt: skip


def _known_lists(snapshot: Snapshot, asked: Asked, name: str) -> KnownLists:
    """The lists of the last year by the calendar, and the published ones."""
    published = frozenset(map(date.fromordinal, snapshot.published(name)))
    days = set[date]()
    try:
        chosen = asked.schemes[name]
        rules = asked.rules_of(name)
        number, newest = chosen.list_in_force(rules, date.today())
        calendar = chosen.calendar(rules)
        days = {newest, *(calendar.date(number - back) for back in range(len(calendar.days) + 1))}
    except LedgerError as error:
        if error.code != "regulation":
            raise  # else those that were published are shown
    newest_first = sorted(days | published, reverse=True)
    return KnownLists(name, title_of(asked.schemes, name), newest_first, published)
