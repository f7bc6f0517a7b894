"""Importing a file in four steps: the file, who is who, the preview, and what came of it.

    /office/import              send a file; those that wait or were appended lately
    /office/import/ID           what is wrong with the file; or, once it was appended, what came of it
    /office/import/ID/people    who is who (replay/web/office_people.py)
    /office/import/ID/preview   what would be appended, and what it would change; from here it is appended
    /office/import/ID/discard   throw it away

An import is kept beside the ledger from the first step on: it can be left and continued, by anybody of the office.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from starlette.exceptions import HTTPException

from ledger.errors import LedgerError, Problem
from replay.answers.language import tr, tr_n
from replay.answers.names import named, with_names
from replay.answers.speech import day_in_words
from replay.lists.since_published import SincePublished, lists_that_differ
from replay.office.import_reading import ImportDesk, ImportReading
from replay.office.imports import FileImport, ImportOutcome, NameChoice
from replay.office.office import Office, Progress, silent
from replay.web.asked import Asked, address
from replay.web.navigation import title_of
from replay.web.office_sent_file import check_words, file_page, problem_page, words_sent
from replay.web.office_work import worked_out
from replay.web.page import Anchor, Elsewhere, Page
from replay.web.sent import Sent


class DoneStep(Struct, frozen=True):
    """What came of an import."""

    import_: FileImport
    outcome: ImportOutcome
    parts: Sequence[str]  # 1 tournament, 904 games
    differing: Sequence[Anchor]  # published lists that would be different today, to their revisions
    waiting: Sequence[FileImport]


def import_page(office: Office, asked: Asked, sent: Sent) -> Page | Elsewhere:
    """A form for a file; once it is sent, the import begins."""
    if sent.fields is None:
        return file_page(sent)
    if sent.file is None:
        return file_page(sent, [Problem("", tr("no file was sent"), tr("choose a file"))])
    words = words_sent(sent)
    try:
        check_words(office, words)
        new = sent.desk.imports.keep(sent.person.name, sent.file, words, office.log.head)
    except LedgerError as error:
        return file_page(sent, error.problems)
    return next_step(sent, new)


def next_step(sent: Sent, one: FileImport) -> Elsewhere:
    """Where an import goes on, as it stands now."""
    reading = reading_of(sent, one)
    if isinstance(reading, Elsewhere):
        return reading
    return Elsewhere(f"/office/import/{one.id}{_step(reading)}")


def _step(reading: ImportReading) -> str:
    if reading.status.state == "wrong":
        return ""
    if reading.status.state == "people":
        return "/people"
    return "/preview"


def reading_of(sent: Sent, one: FileImport) -> ImportReading | Elsewhere:
    """What came of reading an import, as it was decided so far and as the ledger is now."""
    desk = sent.desk

    def work(progress: Progress) -> ImportReading:
        with desk.office(progress) as office:
            return ImportDesk(office, desk.imports, progress).read(one)

    key = ("import", one.id, one.revision, desk.log.head)
    title = tr("Reading {name}", name=one.name)
    result: ImportReading | Elsewhere = worked_out(
        sent, key, title, work, f"/office/import/{one.id}"
    )
    return result


def import_of(asked: Asked, sent: Sent) -> FileImport:
    """The import that an address names."""
    one = sent.desk.imports.get(asked.words["upload"])
    if one is None:
        raise HTTPException(
            404, tr("this import is no longer kept → the worklist at /office shows what waits")
        )
    return one


def one_import_page(office: Office, asked: Asked, sent: Sent) -> Page | Elsewhere:
    """What is wrong with a file, or what came of it; one that is neither goes on where it stands."""
    one = import_of(asked, sent)
    if one.outcome is not None:
        return done_page(office, sent, one)
    if sent.fields is not None:
        one = _told_more(office, sent, one)
    reading = reading_of(sent, one)
    if isinstance(reading, Elsewhere):
        return reading
    if reading.status.state != "wrong":
        return Elsewhere(f"/office/import/{one.id}{_step(reading)}")
    return problem_page(office, sent, one, reading)


def _told_more(office: Office, sent: Sent, one: FileImport) -> FileImport:
    """What the file leaves open was answered, or a corrected file was sent in its place."""
    if sent.file is not None:
        choices = _choices_by_name(ImportDesk(office, sent.desk.imports, silent).read(one), one)
        return sent.desk.imports.exchange(one.id, sent.person.name, sent.file, choices)
    words = words_sent(sent)
    try:
        check_words(office, words)
    except LedgerError as error:
        raise HTTPException(400, tr(error.text)) from None
    return sent.desk.imports.change(one.id, sent.person.name, words=words)


def _choices_by_name(reading: ImportReading, one: FileImport) -> Mapping[str, NameChoice]:
    """What was decided about the names of a file, for a corrected one: rows may have other numbers there."""
    rows = reading.who.rows
    if not rows:  # its names could not even be read: what was decided earlier is by name already
        return one.choices
    names = Counter(row.person.name for row in rows)
    return {
        row.person.name: row.choice
        for row in rows
        if row.choice and row.is_chosen and names[row.person.name] == 1
    }


def discard_page(office: Office, asked: Asked, sent: Sent) -> Elsewhere:
    """Throw an import away: its file is deleted, and nothing of it is in the log."""
    one = import_of(asked, sent)
    if sent.fields is not None and one.is_waiting:
        outcome = ImportOutcome(by=sent.person.name, at=datetime.now(UTC))
        sent.desk.imports.close(one.id, outcome, "discarded")
    return Elsewhere("/office/import")


# What came of it


def done_page(office: Office, sent: Sent, one: FileImport) -> Page:
    """What was appended, which published lists differ now, and what comes next."""
    outcome = one.outcome
    assert outcome is not None
    differing: list[Anchor] = []
    if outcome.last:
        differing = [_different(office, since) for since in lists_that_differ(office)]
    waiting = [other for other in sent.desk.imports.all() if other.is_waiting]
    return Page(
        title=_what_came_of(one),
        template="import_done.html",
        content=DoneStep(one, outcome, in_words(outcome.kinds), differing, waiting),
    )


def _different(office: Office, since: SincePublished) -> Anchor:
    """A published list that would be different today, and where its revision is seen."""
    event = since.published.event
    text = tr(
        "The published list of {date}, {scheme}, would be different today: {extent}",
        date=day_in_words(event.list_date),
        scheme=title_of(office.schemes, event.scheme),
        extent=with_names(since.extent, named(office.snapshot(), since.ratings_then)),
    )
    shown = [("scheme", event.scheme), ("date", event.list_date.isoformat())]
    return Anchor(text, address("/office/publish", shown))


def _what_came_of(one: FileImport) -> str:
    name = one.status.title or one.name
    if one.status.state == "discarded":
        return tr("{name} was discarded", name=name)
    assert one.outcome is not None
    if one.outcome.last:
        return tr("{name} is in the log", name=name)
    return tr("{name}: nothing was appended", name=name)


def in_words(kinds: Mapping[str, int]) -> list[str]:
    """How many events of each kind, as people say it; the others are counted together."""
    rest = dict(kinds)
    tournaments = rest.pop("TournamentRegistered", 0)
    games = rest.pop("GameRecorded", 0)
    players = rest.pop("PlayerRegistered", 0)
    corrected = rest.pop("GameCorrected", 0) + rest.pop("GameVoided", 0)
    others = sum(rest.values())
    texts = []
    if tournaments:
        texts.append(tr_n("{number} tournament", "{number} tournaments", tournaments))
    if games:
        texts.append(tr_n("{number} game", "{number} games", games))
    if players:
        texts.append(tr_n("{number} new player", "{number} new players", players))
    if corrected:
        texts.append(tr_n("{number} corrected game", "{number} corrected games", corrected))
    if others:
        texts.append(tr_n("{number} other event", "{number} other events", others))
    return texts


def appending(sent: Sent, one: FileImport) -> Any:
    """Append an import: a job does it, and the page of the import says what came of it."""
    desk = sent.desk
    person = sent.person.name
    address = f"/office/import/{one.id}"

    def work(progress: Progress) -> str:
        with desk.office(progress) as office, desk.imports.appending:
            now = desk.imports.get(one.id)
            if now is not None and now.is_waiting:
                judged = ImportDesk(office, desk.imports, progress).append(now, person)
                desk.note_append(person, judged.done)
        return address

    key = ("append", one.id, one.revision, desk.log.head)
    return worked_out(sent, key, tr("Appending {name}", name=one.name), work)
