"""The worklist of the office, the first steps of an empty ledger, and what is shown after something was appended."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from starlette.exceptions import HTTPException

from ledger.errors import Problem, told_once
from replay.answers.language import language, tr, tr_n
from replay.answers.paper import Remarks, Section
from replay.files.tables import KINDS, SheetKind
from replay.files.templates import write_csv_template, write_workbook_template
from replay.office.appending import Judged
from replay.office.imports import FileImport
from replay.office.office import Office, Progress
from replay.questions.worklist import Worklist, worklist
from replay.web.asked import Asked
from replay.web.events import EventRow, shown_events
from replay.web.office_work import worked_out
from replay.web.open_appeals import AppealRow, appeal_rows
from replay.web.page import Data, Elsewhere, Page
from replay.web.sent import Sent
from schemes import Scheme
from wording.visible import visible_lines

SHOWN = 100  # events on a page


class WorklistPage(Struct, frozen=True):
    """What waits: reports, and what the ledger itself says."""

    waiting: Sequence[FileImport]
    appeals: Sequence[AppealRow]
    unreadable: Sequence[Problem]
    "Appeals that are kept and cannot be read."
    work: Worklist
    corrections: Sequence[EventRow]
    may_publish: bool

    @property
    def sentence(self) -> str:
        """What waits, in one sentence."""
        reports = tr_n("{number} report waits", "{number} reports wait", len(self.waiting))
        open_names = sum(one.status.open for one in self.waiting)
        names = tr_n("{number} name to decide", "{number} names to decide", open_names)
        lists = tr_n(
            "{number} published list no longer says what the log says",
            "{number} published lists no longer say what the log says",
            len(self.work.differing),
        )
        appeals = tr_n("{number} appeal is open", "{number} appeals are open", len(self.appeals))
        parts = []
        if self.waiting:
            parts.append(reports)
        if open_names:
            parts.append(names)
        if self.appeals:
            parts.append(appeals)
        if self.work.differing:
            parts.append(lists)
        return tr("; ").join(parts) or tr("Nothing waits.")


class AppendedEvents(Struct, frozen=True):
    """Events that were appended just now."""

    rows: Sequence[EventRow]
    more: str
    duplicates: str
    paper: str


class FirstSteps(Struct, frozen=True):
    """What to do with an empty ledger: which steps are done."""

    players: int
    tournaments: int
    games: int
    schemes: Sequence[Scheme]
    waiting: Sequence[FileImport]

    @property
    def step(self) -> int:
        """The step that comes now."""
        if not self.players:
            return 1
        return 2 if not self.games else 3


def _worked_out(sent: Sent) -> Worklist | Elsewhere:
    """The worklist of today, in the reader's language; it stays as long as nothing is appended."""
    desk = sent.desk

    def work(progress: Progress) -> Worklist:
        with desk.office(progress) as office:
            return worklist(office)

    key = ("worklist", desk.log.head, date.today(), language())
    result: Worklist | Elsewhere = worked_out(sent, key, tr("Looking what waits"), work, "/office")
    return result


def office_page(office: Office, asked: Asked, sent: Sent) -> Page | Elsewhere:
    """The worklist; as long as the ledger has no games, the first steps."""
    waiting = [one for one in sent.desk.imports.all() if one.is_waiting]
    snapshot = office.snapshot()
    has_games = bool(len(snapshot.known.rows("games", "tournament")["tournament"]))
    if not has_games:
        steps = FirstSteps(
            len(snapshot.people), len(snapshot.tournaments), 0, office.schemes.working(), waiting
        )
        title = tr("Welcome. Your first list is four steps away")
        return Page(title=title, template="first_steps.html", content=steps)
    work = _worked_out(sent)
    if isinstance(work, Elsewhere):
        return work
    corrections = shown_events(office, asked, work.corrections)
    kept = [one for one in sent.desk.appeals.all() if not one.dismissed]
    appeals = appeal_rows(office, asked, kept)
    unreadable = sent.desk.appeals.unreadable()
    may_publish = sent.person.may("publisher")
    content = WorklistPage(waiting, appeals, unreadable, work, corrections, may_publish)
    return Page(title=tr("Worklist"), template="worklist.html", content=content)


def tables_page(office: Office, asked: Asked, sent: Sent) -> Data:
    """An empty table to fill in: a workbook with a sheet for each kind, or one kind as csv."""
    name = asked.words["name"]
    kind = KINDS.get(name) if asked.form == "csv" else None
    if name != "all.xlsx" and kind is None:
        raise HTTPException(404, tr("there is no table {name!r}", name=name))
    with TemporaryDirectory(prefix="rating-ledger-table-") as folder:
        file = Path(folder) / "table"
        if kind is not None:
            write_csv_template(file, kind)
            return Data("csv", file.read_bytes(), f"{name}.csv")
        titles = sorted({title for one in office.schemes.working() for title in one.titles})
        write_workbook_template(file, list(KINDS.values()), {"title": titles})
        return Data("xlsx", file.read_bytes(), "rating-ledger.xlsx")


def records_page(office: Office, asked: Asked, sent: Sent) -> Page:
    """Everything that can be recorded by hand, one event at a time."""
    kinds = [
        (f"/office/record/{one.command}", tr(in_words(one)), tr(one.says)) for one in KINDS.values()
    ]
    return Page(
        title=tr("Record one event"),
        lead=tr(
            "Everything that is appended here says that {name} recorded it.", name=sent.person.name
        ),
        template="records.html",
        content=kinds,
    )


def in_words(kind: SheetKind) -> str:
    """What a kind of event is called."""
    return kind.command.replace("-", " ")


def appended_page(
    office: Office, asked: Asked, judged: Judged, title: str, paper: str = ""
) -> Page:
    """Where the events stand now, and what is worth saying about them; `paper` is the address of a decision."""
    done = judged.done
    positions: Sequence[int] = ()
    more = duplicates = ""
    if done.appended:
        positions = range(done.first, min(done.head, done.first - 1 + SHOWN) + 1)
    if done.appended > SHOWN:
        more = tr("the first {shown} of {number}", shown=SHOWN, number=done.appended)
    if done.duplicates:
        duplicates = tr_n(
            "{number} event is in the log already.",
            "{number} events are in the log already.",
            done.duplicates,
        )
    return Page(
        title=title,
        lead=_appended(judged),
        template="appended.html",
        content=AppendedEvents(shown_events(office, asked, positions), more, duplicates, paper),
        sections=remarks_section(judged.remarks),
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


def remarks_section(remarks: Sequence[Problem]) -> list[Section]:
    """What is worth saying, each kind once; remarks stop nothing."""
    told = [visible_lines(tr(line)) for line in told_once(remarks, in_full=1)]
    if remarks:
        return [Remarks(tr("Remarks"), told)]
    return []
