"""Series of tournaments: who is in which group after each edition."""

from starlette.exceptions import HTTPException

from projections.groups import all_series, in_series
from replay.answers.language import tr
from replay.answers.paper import PlainTable, Remarks, Section
from replay.answers.paper.facts import log_facts, readings_text
from replay.answers.shown_names import shown_names
from replay.office.office import Office
from replay.questions.tournament_table import series_groups
from replay.web.asked import Asked
from replay.web.page import Anchor, Data, Page, rows_data

RULES = "hk-open"
COLUMNS = ("edition", "player", "group")
EDITIONS = ("edition", "group", "tournament", "name", "start")


def all_groups_page(office: Office, asked: Asked) -> Page | Data:
    """All series that tournaments name."""
    snapshot = asked.snapshot(office)
    rows = [
        (Anchor(each, asked.to("groups", each)), len(in_series(snapshot, each)))
        for each in all_series(snapshot)
    ]
    if asked.form:
        return rows_data(asked.form, ("series", "tournaments"), rows)
    nothing = Remarks("", [tr("No tournament names a series.")])
    sections: list[Section] = [PlainTable("", ("series", "tournaments"), rows) if rows else nothing]
    return Page(title=tr("Series of tournaments"), sections=sections, data=("csv", "json"))


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
    if asked.form:
        return rows_data(
            asked.form,
            COLUMNS,
            [(each.edition, each.player, each.group) for each in history.members],
        )
    names = shown_names(snapshot, [each.player for each in history.members])
    members = [
        (each.edition, each.player, Anchor(names.get(each.player) or each.player, asked.to("players", each.player)),
         each.group, each.reason)
        for each in sorted(history.members, key=lambda one: -one.edition)
    ]  # fmt: skip
    editions = [
        (event.edition, event.group or "", Anchor(event.tournament, asked.to("tournaments", event.tournament)),
         event.name, str(event.start))
        for event in sorted(found.values(), key=lambda one: (-(one.edition or 0), one.group or ""))
    ]  # fmt: skip
    return Page(
        title=tr("Series {series}: groups after each edition", series=series),
        lead=tr("Promotion and relegation by hk-open part 8; the newest edition first."),
        sections=[
            *(
                [
                    PlainTable(
                        tr("Groups"), ("edition", "player", "name", "group", "reason"), members
                    )
                ]
                if members
                else []
            ),
            *([Remarks(tr("Remarks"), history.notes)] if history.notes else []),
            PlainTable(tr("Tournaments"), EDITIONS, editions),
        ],
        receipt=[
            ("readings", readings_text(readings)),
            *log_facts(snapshot, office.checkpoint(snapshot.position)),
        ],
        data=("csv", "json"),
    )
