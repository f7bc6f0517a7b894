"""Series of tournaments: who is in which group after each edition."""

from starlette.exceptions import HTTPException

from projections.groups import all_series, in_series
from replay.answers import columns, kinds
from replay.answers.html import TableSection
from replay.answers.language import tr
from replay.answers.paper import Remarks, Section
from replay.answers.paper.facts import log_facts, readings_text
from replay.answers.table import Column, Row, Table
from replay.office.office import Office
from replay.questions.names import names_in
from replay.questions.tournament_table import series_groups
from replay.web.asked import Asked
from replay.web.page import Data, Page, table_data
from wording import say

RULES = "hk-open"
SERIES = (Column("series", kinds.WORD), Column("tournaments", kinds.COUNT))
EDITIONS = (
    Column("edition", kinds.RANK),
    Column("group", kinds.WORD),
    columns.TOURNAMENT,
    Column("start", kinds.DAY),
)


def all_groups_page(office: Office, asked: Asked) -> Page | Data:
    """All series that tournaments name."""
    snapshot = asked.snapshot(office)
    rows = [
        {"series": each, "tournaments": len(in_series(snapshot, each))}
        for each in all_series(snapshot)
    ]
    table = Table(SERIES, rows)
    if asked.form:
        return table_data(asked.form, table)
    shown: Section = Remarks("", [tr("No tournament names a series.")])
    if rows:
        shown = TableSection(table, leads={"series": lambda row: asked.to("groups", row["series"])})
    return Page(title=tr("Series of tournaments"), sections=[shown], data=("csv", "json"))


def groups_page(office: Office, asked: Asked) -> Page | Data:
    """Who is A, provisional A or B after each edition, and why."""
    snapshot = asked.snapshot(office)
    series = asked.words["series"]
    found = in_series(snapshot, series)
    if not found:
        raise HTTPException(
            404,
            tr(
                "there is no series {series!r} → {names}",
                series=series,
                names=", ".join(all_series(snapshot)) or tr("none is named"),
            ),
        )
    readings = dict(asked.list_words.rules.reform(RULES).readings) if asked.scheme == RULES else {}
    history = series_groups(snapshot, series, readings)
    members: list[Row] = [
        {"edition": each.edition, "player": each.player, "group": each.group, "reason": each.reason}
        for each in history.members
    ]
    if asked.form:
        return table_data(asked.form, Table(columns.GROUPS[:-1], members))
    newest_first = sorted(members, key=lambda row: -row["edition"])
    groups = Table(columns.GROUPS, newest_first, say("Groups"))
    editions = [
        {
            "edition": event.edition,
            "group": event.group,
            "tournament": event.tournament,
            "start": event.start,
        }
        for event in sorted(found.values(), key=lambda one: (-(one.edition or 0), one.group or ""))
    ]
    tournaments = Table(EDITIONS, editions, say("Tournaments"))
    return Page(
        title=tr("Series {series}: groups after each edition", series=series),
        lead=tr("Promotion and relegation by hk-open part 8; the newest edition first."),
        sections=[
            *([TableSection(groups, names_in(snapshot, groups))] if members else []),
            *([Remarks(tr("Remarks"), history.notes)] if history.notes else []),
            TableSection(tournaments, names_in(snapshot, tournaments)),
        ],
        receipt=[
            ("readings", readings_text(readings)),
            *log_facts(snapshot, office.checkpoint(snapshot.position)),
        ],
        data=("csv", "json"),
    )
