"""The preview of an import: what would be appended, in words; what is not rated and why; and who would move."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from ledger.append.description import event_line
from ledger.errors import LedgerError, Problem
from ledger.events import AnyEvent
from replay.answers.html import TableSection
from replay.answers.language import tr
from replay.office.import_reading import ImportReading
from replay.office.imports import FileImport
from replay.office.office import Office, Progress
from replay.questions.expected import ExpectedList, expected
from replay.web.asked import Asked
from replay.web.office_import import appending, import_of, in_words, next_step, reading_of
from replay.web.office_work import worked_out
from replay.web.page import Elsewhere, Page
from replay.web.sent import Sent

SHOWN = 200  # events


class PreviewStep(Struct, frozen=True):
    """The third step."""

    import_: FileImport
    reading: ImportReading
    parts: Sequence[str]  # 1 tournament, 904 games, 5 new players
    lists: Sequence[ExpectedList]
    events: Sequence[tuple[str, AnyEvent, str]]
    number: int  # of events
    differences: TableSection | None = None

    @property
    def not_rated(self) -> list[tuple[str, object]]:
        """Tournaments that a regulation does not rate, each with the title of the regulation."""
        return [(one.title, each) for one in self.lists for each in one.not_rated]


def preview_page(office: Office, asked: Asked, sent: Sent) -> Page | Elsewhere:
    """What would be appended; sending the form appends it."""
    one = import_of(asked, sent)
    if not one.is_waiting:
        return Elsewhere(f"/office/import/{one.id}")
    problems: Sequence[Problem] = ()
    if sent.fields is not None:
        done = _append(sent, one)
        if isinstance(done, Elsewhere):
            return done
        problems = done
        one = import_of(asked, sent)
    reading = reading_of(sent, one)
    if isinstance(reading, Elsewhere):
        return reading
    if reading.status.state in ("wrong", "people"):
        return next_step(sent, one)
    lists = _expected(sent, one, reading)
    if isinstance(lists, Elsewhere):
        return lists
    return Page(
        title=tr("{name}: preview", name=reading.status.title or one.name),
        problems=problems,
        template="import_preview.html",
        content=_content(one, reading, lists),
    )


def _append(sent: Sent, one: FileImport) -> Elsewhere | Sequence[Problem]:
    """Append the import, or say what is missing or wrong."""
    reading = reading_of(sent, one)
    if isinstance(reading, Elsewhere):
        return reading
    if reading.status.state == "corrects":
        reason = sent.get("reason")
        if not reason:
            wrong = tr("corrections need a reason")
            return [Problem(tr("Reason"), wrong, tr("say why what is known is corrected"))]
        words = {**one.words, "reason": reason}
        if sent.get("ref"):
            words["ref"] = sent.get("ref")
        one = sent.desk.imports.change(one.id, sent.person.name, words=words)
    try:
        done = appending(sent, one)
    except LedgerError as error:
        again = reading_of(sent, one)  # the log may have grown: the file is judged again
        if isinstance(again, Elsewhere) or again.status.state == "wrong":
            return next_step(sent, one)
        return error.problems
    return done if isinstance(done, Elsewhere) else Elsewhere(done)


def _expected(
    sent: Sent, one: FileImport, reading: ImportReading
) -> Sequence[ExpectedList] | Elsewhere:
    """On which lists it counts, and who would move."""
    desk = sent.desk
    if reading.corrections is not None:
        items = list(reading.corrections.items)
    else:
        assert reading.judged is not None
        done = reading.judged.done
        items = [item for _, item in done.noted]
        if len(items) < done.appended:  # of a large file not every event is at hand
            return ()

    if not items:
        return ()

    def work(progress: Progress) -> tuple[ExpectedList, ...]:
        with desk.office(progress) as office, progress(tr("working out who moves"), None):
            return tuple(expected(office, office.log.rehearse(items)))

    key = ("expected", one.id, one.revision, desk.log.head)
    address = f"/office/import/{one.id}/preview"
    lists: Sequence[ExpectedList] | Elsewhere = worked_out(
        sent, key, tr("Preview of {name}", name=one.name), work, address
    )
    return lists


def _content(one: FileImport, reading: ImportReading, lists: Sequence[ExpectedList]) -> PreviewStep:
    if reading.corrections is not None:
        answer = reading.corrections.answer
        known = [("", event) for event in reading.fresh]
        differences = TableSection(answer.table, answer.names) if answer.table else None
    else:
        assert reading.judged is not None
        noted = reading.judged.done.noted
        known = [(str(place), item.event) for place, item in noted if item.event is not None]
        differences = None
    kinds = Counter(type(event).__name__ for _, event in known)
    if reading.judged is not None and len(known) < reading.judged.done.appended:
        kinds = Counter(reading.kinds)
    shown = [(place, event, event_line(event)) for place, event in known[:SHOWN]]
    return PreviewStep(one, reading, in_words(kinds), lists, shown, kinds.total(), differences)
