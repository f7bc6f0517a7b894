"""Importing a file in four steps: the file, who is who, the preview, and what came of it.

    /office/import              send a file; those that wait or were appended lately
    /office/import/ID           what is wrong with the file; or, once it was appended, what came of it
    /office/import/ID/people    who is who (replay/web/office_people.py)
    /office/import/ID/preview   what would be appended, and what it would change; from here it is appended
    /office/import/ID/discard   throw it away

An import is kept beside the ledger from the first step on: it can be left and continued, by anybody of the office.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from starlette.exceptions import HTTPException

from ledger.errors import LedgerError, Problem
from replay.answers.language import tr, tr_n
from replay.answers.names import named
from replay.answers.speech import day_in_words
from replay.files import InputFile
from replay.files.people.columns import list_layout
from replay.files.people.profile import profile_in_words
from replay.lists.since_published import SincePublished, lists_that_differ
from replay.office.import_reading import DAYS, TEXTS, ImportDesk, ImportReading, read_options
from replay.office.imports import FileImport, ImportOutcome
from replay.office.office import Office, Progress
from replay.web.asked import Asked, address
from replay.web.navigation import title_of
from replay.web.office_work import worked_out
from replay.web.page import Anchor, Elsewhere, Field, Page
from replay.web.publications import extent_in_words
from replay.web.sent import Sent
from schemes import Schemes
from wording import say

WORDS = (*TEXTS, *DAYS, "rated", "ref", "ignore_unknown", "skip_broken", "columns")
COLUMN = "column."  # before a heading of the file: what the column holds
LEFT_OUT = "-"
MEANINGS = {
    "name": say("name"),
    "last_name": say("last name"),
    "first_name": say("first name"),
    "name_en": say("name in Latin letters"),
    "id": say("id"),
    "fide_id": say("FIDE ID"),
    "federation": say("federation"),
    "sex": say("sex"),
    "born": say("born"),
    "title": say("title"),
    "women_title": say("women's title"),
    "rating": say("rating"),
    "national_rating": say("national rating"),
    "rapid": say("rapid rating"),
    "blitz": say("blitz rating"),
    "games": say("games"),
}
"""What a column of a list of players may hold (people.columns.TAKEN), in words."""
SHOWN = 12  # imports
MOST_PROBLEMS = 100  # on a page


class FileStep(Struct, frozen=True):
    """The first step: what is asked about a file, and the imports that are there."""

    fields: Sequence[Field]
    imports: Sequence[FileImport]
    most: int
    is_open: bool = False  # something was typed about how the file is to be read


class ProblemStep(Struct, frozen=True):
    """A file that cannot be read: what is wrong, line by line, and what may be said about it here."""

    import_: FileImport
    problems: Sequence[Problem]
    more: int
    fields: Sequence[Field]
    columns: Sequence[Field]  # headings that nobody understands, to be assigned
    has_grown: bool  # the log, since the file was sent: the file was judged again

    @property
    def labels(self) -> dict[str, str]:
        """What each field of the form is called."""
        return {field.name: field.label for field in self.fields}

    @property
    def is_asking(self) -> bool:
        """Whether something can be said here that helps; readers call it by the options of the command."""
        return any("--" in str(problem.remedy) for problem in self.problems)


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
        return _file_page(sent)
    if sent.file is None:
        return _file_page(sent, [Problem("", tr("no file was sent"), tr("choose a file"))])
    words = _words(sent)
    try:
        _check(office, words)
        new = sent.desk.imports.keep(sent.person.name, sent.file, words, office.log.head)
    except LedgerError as error:
        return _file_page(sent, error.problems)
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
    return _problem_page(office, sent, one, reading)


def _told_more(office: Office, sent: Sent, one: FileImport) -> FileImport:
    """What the file leaves open was answered, or a corrected file was sent in its place."""
    words = _words(sent)
    try:
        _check(office, words)
    except LedgerError as error:
        raise HTTPException(400, tr(error.text)) from None
    return sent.desk.imports.change(one.id, sent.person.name, words=words)


def _check(office: Office, words: Mapping[str, str]) -> None:
    """Refuse what was typed and cannot be understood."""
    read_options(office.schemes, words)
    profile_in_words(words.get("columns", ""))


def _words(sent: Sent) -> dict[str, str]:
    """What was said about a file; columns that were assigned one by one are part of the profile."""
    words = {name: value for name in WORDS if (value := sent.get(name))}
    assigned = [
        f"{name.removeprefix(COLUMN)} = {value.removeprefix(LEFT_OUT)}"
        for name, value in (sent.fields or {}).items()
        if name.startswith(COLUMN) and value
    ]
    if assigned:
        words["columns"] = "; ".join([*filter(None, [words.get("columns")]), *assigned])
    return words


def discard_page(office: Office, asked: Asked, sent: Sent) -> Elsewhere:
    """Throw an import away: its file is deleted, and nothing of it is in the log."""
    one = import_of(asked, sent)
    if sent.fields is not None and one.is_waiting:
        outcome = ImportOutcome(by=sent.person.name, at=datetime.now(UTC))
        sent.desk.imports.close(one.id, outcome, "discarded")
    return Elsewhere("/office/import")


# The file


def _file_page(sent: Sent, problems: Sequence[Problem] = ()) -> Page:
    words = _words(sent)
    imports = sent.desk.imports.all()
    before = next((one.words["columns"] for one in imports if "columns" in one.words), "")
    content = FileStep(
        fields=list(open_questions(sent.desk.schemes, {"columns": before, **words})),
        imports=imports[:SHOWN],
        most=sent.most // 1_000_000,
        is_open=bool(words),
    )
    return Page(
        title=tr("Import a report"),
        lead=tr(
            "A tournament report, a table of results, players or ratings. You see what it says and decide "
            "who is who before anything is stored."
        ),
        problems=problems,
        template="import_file.html",
        content=content,
    )


def _problem_page(office: Office, sent: Sent, one: FileImport, reading: ImportReading) -> Page:
    problems = reading.problems
    content = ProblemStep(
        one,
        problems[:MOST_PROBLEMS],
        len(problems) - MOST_PROBLEMS,
        list(open_questions(office.schemes, one.words)),
        list(_columns_to_assign(sent, one)),
        has_grown=office.log.head > one.head,
    )
    return Page(
        title=tr("{name} cannot be read yet", name=one.name),
        template="import_problem.html",
        content=content,
    )


def _columns_to_assign(sent: Sent, one: FileImport) -> Iterator[Field]:
    """The headings of a list of players that nobody understands, each with what it may mean."""
    known = profile_in_words(one.words.get("columns", "")) or {}
    path = sent.desk.imports.file_of(one)
    choices = [
        ("", tr("not said yet")),
        (LEFT_OUT, tr("leave it out")),
        *((name, tr(text)) for name, text in MEANINGS.items()),
    ]
    try:
        file = InputFile(path, one.name, encoding=one.words.get("encoding"), columns=known)
        if file.form != "player-list":
            return
        layouts = [list_layout(sheet, known, path.stem) for sheet in file.sheets]
    except LedgerError:
        return
    for layout in layouts:
        for heading in layout.unknown if layout else ():
            if heading and heading not in known and not set(heading) & {";", "="}:
                yield Field(f"{COLUMN}{heading}", heading, choices=choices)


def open_questions(schemes: Schemes, words: Mapping[str, str]) -> Iterator[Field]:
    """What a file may leave open, with what was said about it."""
    regulations = [("", ""), *((name, title_of(schemes, name)) for name in schemes.names)]
    left_out = [("", tr("stop")), ("yes", tr("leave them out"))]
    fields = [
        Field("event_name", tr("Name"), says=tr("the tournament")),
        Field("start", tr("First day"), type="date", says=tr("the tournament")),
        Field("end", tr("Last day"), type="date", says=tr("the tournament")),
        Field("rated", tr("Rated by"), choices=regulations, says=tr("if the file does not say so")),
        Field("tournament", tr("Tournament ID"), says=tr("as in the file, or made from its name")),
        Field("registered", tr("Registered on"), type="date", says=tr("the tournament")),
        Field("received", tr("Received on"), type="date", says=tr("the report")),
        Field("ref", tr("Reference"), says=tr("letter, e-mail, file number")),
        Field("date", tr("Date"), type="date", says=tr("tables: for rows without one")),
        Field(
            "dates",
            tr("Form of dates"),
            choices=[
                ("", ""),
                ("ymd", tr("year, month, day")),
                ("dmy", tr("day, month, year")),
                ("mdy", tr("month, day, year")),
            ],
            says=tr("where 3/4/2026 can be read in two ways"),
        ),
        Field(
            "ignore_unknown",
            tr("Columns that are not understood"),
            choices=left_out,
            says=tr("tables"),
        ),
        Field(
            "columns",
            tr("Meaning of columns"),
            says=tr("lists of players: heading = field; an empty field leaves the column out"),
        ),
        Field(
            "skip_broken",
            tr("Games that cannot be read"),
            choices=left_out,
            says=tr("archives of games"),
        ),
        Field(
            "ratings_as",
            tr("Carry its ratings into"),
            choices=regulations,
            says=tr("for players who have none there"),
        ),
        Field("list_date", tr("Day of the list"), type="date", says=tr("rating lists")),
        Field(
            "list_kind",
            tr("Kind of list"),
            choices=_choices(("standard", "rapid", "blitz")),
            says=tr("rating lists"),
        ),
        Field("encoding", tr("Encoding"), hint="latin-1", says=tr("old files")),
    ]
    for field in fields:
        yield replace(field, value=words.get(field.name, ""))


def _choices(words: Sequence[str]) -> list[tuple[str, str]]:
    return [("", ""), *((word, tr(word)) for word in words)]


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
        extent=extent_in_words(since, named(office.snapshot(), since.ratings_then)),
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
