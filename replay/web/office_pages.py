"""The office's first page, and what is shown after something was appended."""

from collections.abc import Sequence
from datetime import date

import numpy as np

from ledger.errors import Problem, told_once
from projections import Snapshot
from replay.answers.language import tr, tr_n
from replay.answers.paper import PlainTable, Remarks, Section
from replay.files.tables import KINDS, SheetKind
from replay.office.appending import Judged
from replay.office.office import Office
from replay.questions.log_rows import log_rows
from replay.web.asked import Asked, address
from replay.web.events import about
from replay.web.office_file import Role
from replay.web.page import Anchor, Page
from replay.web.sent import Sent
from wording.visible import visible_lines

SHOWN = 200  # events on a page
TO_CLOSE = 20  # tournaments


def office_page(office: Office, asked: Asked, sent: Sent) -> Page:
    """What can be done here."""
    doors = [
        (Anchor(text, where), says) for role, text, where, says in _doors() if sent.person.may(role)
    ]
    kinds = [
        (Anchor(tr(in_words(kind)), f"/office/record/{kind.command}"), tr(kind.says))
        for kind in KINDS.values()
    ]
    return Page(
        title=tr("Office"),
        lead=tr(
            "Everything that is appended here says that {name} recorded it.", name=sent.person.name
        ),
        sections=[
            PlainTable("", (tr("what"), tr("how")), doors),
            *_to_close(office.snapshot()),
            PlainTable(tr("Record one event"), (tr("event"), tr("what it says")), kinds),
        ],
    )


def in_words(kind: SheetKind) -> str:
    """What a kind of event is called."""
    return kind.command.replace("-", " ")


def _doors() -> list[tuple[Role, str, str, str]]:
    """(role, text, address, what it is for)"""
    return [
        (
            "recorder",
            tr("Import a file"),
            "/office/import",
            tr("results, reports, players …, with a preview"),
        ),
        (
            "recorder",
            tr("Register a player"),
            "/office/record/player",
            tr("id, name, sex, and what else is known"),
        ),
        (
            "recorder",
            tr("Close a tournament"),
            "/office/record/closing",
            tr("with its ranking, if there is one"),
        ),
        (
            "recorder",
            tr("Accept an appeal"),
            "/appeal",
            tr("begin at the workbench: who would change?"),
        ),
        ("publisher", tr("Publish a list"), "/office/publish", tr("its receipt is shown first")),
    ]


def _to_close(snapshot: Snapshot) -> list[Section]:
    """Tournaments that have ended and are not closed, those that ended last first."""
    known = snapshot.tournaments
    table = known.table
    ended = (table.end < date.today().toordinal()) & ~table.was_closed
    ended[list(known.voided)] = False
    numbers = np.flatnonzero(ended)
    newest = numbers[np.argsort(-table.end[numbers], kind="stable")][:TO_CLOSE].tolist()
    registered = known.registrations(newest)
    rows = [
        (
            Anchor(each.tournament, f"/tournaments/{each.tournament}"),
            each.name,
            date.fromordinal(int(table.end[number])),
            Anchor(
                tr("close"), address("/office/record/closing", [("tournament", each.tournament)])
            ),
        )
        for number in newest
        for each in (registered[number],)
    ]
    title = tr("Ended and not closed")
    if rows:
        return [PlainTable(title, (tr("tournament"), tr("name"), tr("end"), ""), rows)]
    return []


def appended_page(
    office: Office, asked: Asked, judged: Judged, title: str, said: Sequence[str] = ()
) -> Page:
    """Where the events stand now, and what is worth saying about them."""
    done = judged.done
    rows = (
        log_rows(office.log, (done.first - 1, min(done.head, done.first - 1 + SHOWN)))
        if done.appended
        else []
    )
    shown = [
        (Anchor(f"#{row[0]}", f"/log/{row[0]}"), row[2], row[3], about(row, asked), tr(row[5]))
        for row in rows
    ]
    there = tr_n(
        "{number} event is in the log already.",
        "{number} events are in the log already.",
        done.duplicates,
    )
    lines = [*said, *([there] if done.duplicates else [])]
    columns = (tr("position"), tr("date"), tr("event"), tr("about"), tr("what it says"))
    return Page(
        title=title,
        lead=_appended(judged),
        sections=[
            *([Remarks("", lines)] if lines else []),
            *(
                [PlainTable(tr("In the log"), columns, shown, _more(done.appended))]
                if shown
                else []
            ),
            *remarks_section(judged.remarks),
            PlainTable(
                "",
                (tr("go on"),),
                [(Anchor(tr("Office"), "/office"),), (Anchor(tr("The log"), "/log"),)],
            ),
        ],
    )


def _appended(judged: Judged) -> str:
    done = judged.done
    if not done.appended:
        return tr("Nothing was appended.")
    if done.appended == 1:
        return tr("Appended at position {position}.", position=done.head)
    return tr(
        "{number} events appended, positions {first} to {last}.",
        number=done.appended,
        first=done.first,
        last=done.head,
    )


def _more(number: int) -> str:
    if number > SHOWN:
        return tr("the first {shown} of {number}", shown=SHOWN, number=number)
    return ""


def remarks_section(remarks: Sequence[Problem]) -> list[Section]:
    """What is worth saying, each kind once; remarks stop nothing."""
    told = [visible_lines(tr(line)) for line in told_once(remarks, in_full=1)]
    if remarks:
        return [Remarks(tr("Remarks"), told)]
    return []
