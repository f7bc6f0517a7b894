"""Series of tournaments: who is in which group after each edition."""

from collections.abc import Sequence

from msgspec import Struct
from starlette.exceptions import HTTPException

from ledger.events import TournamentRegistered
from projections.groups import all_series, in_series
from replay.answers import columns, kinds
from replay.answers.html import TableSection
from replay.answers.language import tr
from replay.answers.names import names_in
from replay.answers.paper import Remarks
from replay.answers.table import Column, Names, Row, Table
from replay.office.office import Office
from replay.papers.facts import log_facts, readings_text
from replay.questions.tournament_table import series_groups
from replay.web.asked import Asked
from replay.web.page import Anchor, Data, Page, table_data
from schemes.standings import Membership
from wording import say

RULES = "hk-open"
SERIES = (Column("series", kinds.WORD), Column("tournaments", kinds.COUNT))
GROUPS = {"A": say("Group A"), "provisional A": say("provisional A"), "B": say("Group B")}


class GroupMembers(Struct, frozen=True):
    """Who is in a group after an edition."""

    title: str
    members: Sequence[Membership]


class SeriesEdition(Struct, frozen=True):
    """An edition of a series: its tournaments, and the groups after it."""

    number: int
    tournaments: Sequence[TournamentRegistered]
    groups: Sequence[GroupMembers]


class SeriesView(Struct, frozen=True):
    """A series, the newest edition first."""

    editions: Sequence[SeriesEdition]
    names: Names


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
    shown = TableSection(table, leads={"series": lambda row: asked.to("groups", row["series"])})
    return Page(
        title=tr("Series of tournaments"),
        lead=tr(
            "A tournament that is held again and again in groups: players move between them after each edition."
        ),
        template="groups.html",
        content=SeriesView([], Names()),
        sections=[shown] if rows else [],
        data=("csv", "json"),
    )


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
    everybody = Table(columns.GROUPS, members)
    notes = [tr(note) for note in history.notes]
    return Page(
        title=tr("Series {series}", series=series),
        lead=tr("Promotion and relegation by hk-open part 8; the newest edition first."),
        crumbs=[Anchor(tr("Series of tournaments"), asked.to("groups"))],
        template="groups.html",
        content=SeriesView(
            _editions(list(found.values()), history.members), names_in(snapshot, everybody)
        ),
        sections=[Remarks(tr("Remarks"), notes)] if notes else [],
        receipt=[
            ("readings", readings_text(readings)),
            *log_facts(snapshot, office.checkpoint(snapshot.position)),
        ],
        data=("csv", "json"),
    )


def _editions(
    events: Sequence[TournamentRegistered], members: Sequence[Membership]
) -> list[SeriesEdition]:
    """The editions, the newest first; each with its tournaments and everybody's group."""
    numbers = {event.edition or 0 for event in events} | {each.edition for each in members}
    editions = []
    for number in sorted(numbers, reverse=True):
        here = sorted((one for one in events if (one.edition or 0) == number), key=_group_of)
        groups = [
            GroupMembers(
                title, [one for one in members if (one.edition, one.group) == (number, group)]
            )
            for group, title in GROUPS.items()
        ]
        editions.append(SeriesEdition(number, here, groups))
    return editions


def _group_of(event: TournamentRegistered) -> str:
    return event.group or ""
