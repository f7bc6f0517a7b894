"""One event by form: the same kinds, columns and judgement as the command `record`, shown before it is appended."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from msgspec.structs import replace
from starlette.exceptions import HTTPException

from ledger.errors import LedgerError, Problem
from ledger.text import whole_number
from replay.answers.language import language, tr
from replay.answers.speech import worded
from replay.files.tables import KINDS, SheetKind, TableColumn
from replay.files.tables import cells as read_as
from replay.files.tables.meanings import sentence, takes_names
from replay.office.appending import Judged, append_with_remarks
from replay.office.office import Office
from replay.office.recording import PLACE, Recording
from replay.web.asked import Asked
from replay.web.office_pages import appended_page, in_words, remarks_section
from replay.web.page import Field, Form, Page
from replay.web.sent import Sent

KIND_OF = {kind.command: kind for kind in KINDS.values()}
_OF_RANKINGS = ("rank", "player")  # a ranking is typed as a whole
_LAST = ("date", "ref", "note")


def record_page(office: Office, asked: Asked, sent: Sent) -> Page:
    """A form for one event; then the event as `log` shows it; then where it stands in the log."""
    kind = KIND_OF.get(asked.words["kind"])
    if kind is None:
        raise HTTPException(
            404,
            tr("{kind!r} cannot be recorded → /office has what can be", kind=asked.words["kind"]),
        )
    title = tr("Record: {kind}", kind=tr(in_words(kind)))
    if sent.fields is None:
        return Page(title=title, lead=tr(kind.says), forms=[_form(kind, asked, dict(asked.query))])
    try:
        recording = Recording(
            office, kind, typed(kind, sent.fields), sent.person.name, lambda name: None
        )
        confirmed = sent.get("confirmed")
        if (seen_until := whole_number(confirmed)) is not None:
            recording.seen_until = seen_until  # a form that is sent twice says the same twice
        judged = append_with_remarks(
            office.log, sent.desk.place, recording.items(), dry_run=not confirmed
        )
    except LedgerError as error:
        problems = [_at_field(each) for each in error.problems]
        return Page(
            title=title,
            lead=tr(kind.says),
            problems=problems,
            forms=[_form(kind, asked, sent.fields)],
        )
    if confirmed or not judged.done.appended:
        sent.desk.note_append(sent.person.name, judged.done)
        return appended_page(office, asked, judged, title)
    return _to_confirm(kind, asked, sent, recording, judged)


def _to_confirm(
    kind: SheetKind, asked: Asked, sent: Sent, recording: Recording, judged: Judged
) -> Page:
    """The event as it would stand; the form remembers the log that it was shown beside."""
    typed_again = [(name, value) for name, value in (sent.fields or {}).items() if value.strip()]
    confirm = Form(
        asked.path,
        (),
        tr("Append it"),
        [*typed_again, ("confirmed", str(recording.seen_until))],
        method="post",
    )
    return Page(
        title=tr("Append this?"),
        lead=tr("Nothing is stored yet."),
        facts=[(worded(label), worded(text)) for label, text in recording.shown()],
        forms=[
            confirm,
            replace(_form(kind, asked, sent.fields or {}), title=tr("Change it"), folded=True),
        ],
        sections=remarks_section(judged.remarks),
    )


def typed(kind: SheetKind, fields: Mapping[str, str]) -> dict[str, Any]:
    """What was typed, by the fields of the event; what was left empty is not said."""
    columns = [column.field for column in _columns(kind)]
    texts: dict[str, Any] = {
        name: text.strip() for name, text in fields.items() if name in columns and text.strip()
    }
    ranking = [line.strip() for line in fields.get("ranking", "").splitlines() if line.strip()]
    return texts | ({"ranking": ranking} if kind.is_ranking and ranking else {})


def _at_field(problem: Problem) -> Problem:
    return replace(problem, place=problem.place.removeprefix(PLACE).removeprefix(": "))


def _columns(kind: SheetKind) -> list[TableColumn]:
    return [
        column for column in kind.columns if not (kind.is_ranking and column.field in _OF_RANKINGS)
    ]


def _form(kind: SheetKind, asked: Asked, values: Mapping[str, str]) -> Form:
    return Form(asked.path, list(_fields(kind, values)), tr("Check"), method="post")


def _says(kind: SheetKind, column: TableColumn) -> str:
    """What a field means; the words it takes are there to be chosen."""
    said = tr(sentence(kind, column))
    if column.can_be_removed:
        said = tr("{said}; none takes it away", said=said)
    if takes_names(kind, column):
        return tr("{said} (id or name)", said=said)
    return said


def _fields(kind: SheetKind, values: Mapping[str, str]) -> Iterator[Field]:
    """What is needed first, the day, the reference and a note last."""
    for column in sorted(
        _columns(kind), key=lambda column: (column.field in _LAST, not column.is_needed)
    ):
        is_day = column.read is read_as.day
        name = column.field
        yield Field(
            name, column.header(language()), values.get(name, date.today().isoformat() if name == "date" else ""),
            [("", ""), *((word, word) for word in column.choices)] if column.choices else (),
            type="date" if is_day else "text", needed=column.is_needed, says=_says(kind, column),
        )  # fmt: skip
    if kind.is_ranking:
        says = tr(
            "One player in each line, the best first, by id or name; = before one: the place of the line above"
        )
        yield Field("ranking", tr("Ranking"), values.get("ranking", ""), lines=8, says=says)
