"""Import with a preview: a file is sent, judged and shown; then exactly that file is appended."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ledger import Log
from ledger.append.appenders import appender_of
from ledger.append.description import detail, subject
from ledger.errors import LedgerError, Problem
from ledger.events import AnyEvent, ListPublished
from ledger.item import Item, Items
from replay.answers.language import tr, tr_n
from replay.answers.paper import PlainTable, Section
from replay.files import ReadOptions, format_of, open_file
from replay.files.known import KnownLedger
from replay.office.appending import (
    LARGE,
    Judged,
    append_with_remarks,
    list_days,
    snapshot_of,
)
from replay.office.office import Office, Progress
from replay.rules_choice import day_of
from replay.web.asked import Asked
from replay.web.desk import Desk
from replay.web.office_pages import SHOWN, appended_page, remarks_section
from replay.web.office_who import MOST_DECIDED, decided, names_form, open_names, who_is_who
from replay.web.page import Elsewhere, Field, Form, Page
from replay.web.sent import Sent
from replay.web.uploads import Upload
from schemes import Schemes

PATIENCE = 1.5  # seconds to wait for the answer itself, before a page with progress is shown
MOST_PROBLEMS = 100  # on a page
_TEXTS = ("tournament", "encoding", "dates", "ratings_as", "list_kind")
_DAYS = ("registered", "received", "date", "list_date")


def import_page(office: Office, asked: Asked, sent: Sent) -> Page | Elsewhere:
    """A form for a file; once it is sent, its preview."""
    if sent.fields is None:
        return _import_page(asked.schemes)
    if sent.file is None:
        return _import_page(
            asked.schemes, [Problem("", tr("no file was sent"), tr("choose a file"))], sent
        )
    try:
        options = _options(asked.schemes, sent)
        upload = sent.desk.uploads.keep(sent.person.name, sent.file, options, office.log.head)
    except LedgerError as error:
        return _import_page(asked.schemes, error.problems, sent)
    return _preview_job(sent, upload)


def upload_page(office: Office, asked: Asked, sent: Sent) -> Elsewhere:
    """The preview of a file that was sent before; or, if that was confirmed, its import."""
    upload = sent.desk.uploads.get(asked.words["upload"], sent.person.name)
    if sent.fields is None:
        return _preview_job(sent, upload)
    if sent.get("decided"):
        return _preview_job(sent, decided(sent.desk.uploads, office, upload, sent.fields))
    desk = sent.desk

    def work(progress: Progress) -> Page:
        return _imported(desk, asked, upload, progress)

    return begun(desk, tr("Import of {name}", name=upload.name), work, upload.person)


def _preview_job(sent: Sent, upload: Upload) -> Elsewhere:
    desk = sent.desk
    title = tr("Preview of {name}", name=upload.name)
    return begun(desk, title, lambda progress: _previewed(desk, upload, progress), upload.person)


def begun(desk: Desk, title: str, work: Any, person: str) -> Elsewhere:
    """Begin a job of a person, and go to its page; short work is done by then."""
    job = desk.jobs.start(title, work, owner=person)
    job.wait(PATIENCE)
    return Elsewhere(job.address)


# The form


def _import_page(schemes: Schemes, problems: Any = (), sent: Sent | None = None) -> Page:
    fields = [*_fields(sent), *_open_questions(schemes.names, sent)]
    return Page(
        title=tr("Import"),
        lead=tr("A table (csv, xlsx), a report (TRF), games (PGN), a rating list or events (JSON Lines). First you see "
                "what would be appended; nothing is stored before you say so."),
        problems=problems,
        forms=[Form("/office/import", fields, tr("Preview"), method="post")],
    )  # fmt: skip


def _fields(sent: Sent | None) -> list[Field]:
    typed = sent.get("ref") if sent else ""
    return [
        Field("file", tr("File"), type="file", needed=True),
        Field(
            "ref",
            tr("Reference"),
            typed,
            says=tr("for every event that has none; else reports name the file"),
        ),
    ]


def _open_questions(schemes: Sequence[str], sent: Sent | None) -> list[Field]:
    """What a file may leave open."""
    forms = ("ymd", "dmy", "mdy")
    fields = [
        Field("tournament", tr("Tournament ID"), says=tr("reports and games")),
        Field(
            "rated",
            tr("Rated by"),
            hint=",".join(schemes[:2]),
            says=tr("reports and games: schemes, with commas"),
        ),
        Field(
            "registered",
            tr("Registered on"),
            type="date",
            says=tr("reports and games: the tournament's day"),
        ),
        Field("received", tr("Received on"), type="date", says=tr("reports")),
        Field("date", tr("Date"), type="date", says=tr("tables: for rows without one")),
        Field(
            "dates",
            tr("Form of dates"),
            choices=_choices(forms),
            says=tr("where 3/4/2026 can be read in two ways"),
        ),
        Field(
            "ratings_as",
            tr("Carry ratings into"),
            choices=_choices(schemes),
            says=tr("reports and games"),
        ),
        Field("list_date", tr("Day of the list"), type="date", says=tr("rating lists")),
        Field("list_kind", tr("Kind of list"), choices=_choices(("standard", "rapid", "blitz"))),
        Field("encoding", tr("Encoding"), hint="latin-1", says=tr("old files")),
    ]
    if sent:
        return [replace(each, value=sent.get(each.name)) for each in fields]
    return fields


def _choices(words: Any) -> list[tuple[str, str]]:
    return [("", ""), *((word, word) for word in words)]


def _options(schemes: Schemes, sent: Sent) -> ReadOptions:
    """How the file is to be read, in the words of `import`."""
    given: dict[str, Any] = {name: sent.get(name) or None for name in _TEXTS}
    given |= {name: day_of(text) if (text := sent.get(name)) else None for name in _DAYS}
    rated = tuple(part.strip() for part in sent.get("rated").split(",") if part.strip())
    if given["ratings_as"]:
        given["list_in_force"] = list_days(schemes, given["ratings_as"])
    ref = sent.get("ref") or None
    return ReadOptions(
        **given, rated=rated or None, ref=ref, scheme_of_fide_list=schemes.of_fide_list
    )


# Judging and appending


class OwnItems(Items):
    """The items of a file as this person may append them: in their own name, now, and no publications."""

    def __init__(self, items: Items, log: Log, matched: Sequence[tuple[str, str]]) -> None:
        """`matched`: names in the file, each with the id that it is taken for; filled while it is read."""
        super().__init__(items.name, iter(items))
        self._log = log
        self.matched = matched
        self.kinds: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Item]:
        for item in self._items:
            own = own_item(item, self._log)
            if own.event is not None:
                self.kinds[type(own.event).__name__] += 1
            yield own


def own_item(item: Item, log: Log) -> Item:
    """An item as somebody at the desk may append it, or what is wrong with it."""
    event = item.event
    if event is None or _stands(log, event):
        return item
    if isinstance(event, ListPublished):
        wrong = tr("a list is not published by a file")
        remedy = tr("leave the line out, and publish the list")
        return item._replace(event=None, problem=Problem("", wrong, remedy))
    if appender_of(event) == "owner":
        wrong = tr("a {type} is for the owner of the ledger", type=type(event).__name__)
        remedy = tr("leave the line out; erase and keys are commands of the owner")
        return item._replace(event=None, problem=Problem("", wrong, remedy))
    if event.position is not None or event.recorded is not None:
        wrong = tr("this event was recorded elsewhere: it has a position or a time of recording")
        remedy = tr("leave both out; a whole export is imported with the command")
        return item._replace(event=None, problem=Problem("", wrong, remedy))
    if event.by is None:
        return item
    return item._replace(event=replace(event, by=None), encoded=None)


def _stands(log: Log, event: AnyEvent) -> bool:
    """Whether this is the very event of the log: readers hand it on, so that it is recognised and not appended."""
    position = event.position
    return position is not None and 1 <= position <= log.head and log.event(position) == event


def _judge(
    desk: Desk, upload: Upload, progress: Progress, *, dry_run: bool
) -> tuple[Judged, OwnItems]:
    """Read the file and judge it, or append it; what is worth saying while it is read goes to the remarks."""
    said: list[Problem] = []
    matched: list[tuple[str, str]] = []
    options = replace(
        upload.options,
        warn=said.append,
        matched=lambda name, player: matched.append((name, player)),
    )
    options.refuse_unused(format_of(path, None, upload.name) for path in [upload.path])
    known = snapshot_of(desk.place, desk.log)
    read = open_file(upload.path, options, desk.log, name=upload.name, open_snapshot=known)
    items = OwnItems(read, desk.log, matched)
    with progress(tr("reading {name}", name=upload.name), None) as advance:
        judged = append_with_remarks(
            desk.log, desk.place, items, dry_run=dry_run, by=upload.person, advance=advance,
            large=upload.path.stat().st_size > LARGE,
        )  # fmt: skip
    return replace(judged, remarks=[*said, *judged.remarks]), items


def _previewed(desk: Desk, upload: Upload, progress: Progress) -> Page:
    """What would be appended. Nothing is stored."""
    title = tr("Preview: {name}", name=upload.name)
    try:
        judged, items = _judge(desk, upload, progress, dry_run=True)
    except LedgerError as error:
        return _undecided(desk, upload, _refused(desk, title, error))
    append = Form(f"/office/import/{upload.id}", (), tr("Append this file"), method="post")
    return Page(
        title=title,
        lead=_would_be(judged),
        facts=[(tr("recorded by"), upload.person)],
        forms=[append] if judged.done.appended else [],
        sections=[
            _totals(judged, items),
            *who_is_who(
                KnownLedger(desk.log, snapshot_of(desk.place, desk.log)),
                _events(judged),
                items.matched,
            ),
            *_rows(judged),
            *remarks_section(judged.remarks),
        ],
    )


def _undecided(desk: Desk, upload: Upload, refused: Page) -> Page:
    """A file whose names leave open who is meant is not sent again: its names are decided here."""
    rows = open_names(upload, desk.log, snapshot_of(desk.place, desk.log))
    if not rows:
        return refused
    told = tr_n(
        "{number} name leaves open who it is; nothing is stored. Decide, and see the preview again.",
        "{number} names leave open who they are; nothing is stored. Decide, and see the preview again.",
        len(rows),
    )
    if len(rows) > MOST_DECIDED:
        more = tr("The first {number} are shown.", number=MOST_DECIDED)
    else:
        more = ""
    lead = " ".join(filter(None, (told, more)))
    return replace(refused, lead=lead, forms=[names_form(upload, rows), *_folded(refused.forms)])


def _folded(forms: Sequence[Form]) -> list[Form]:
    return [replace(form, title=tr("Send another file"), folded=True) for form in forms]


def _imported(desk: Desk, asked: Asked, upload: Upload, progress: Progress) -> Page:
    title = tr("Import of {name}", name=upload.name)
    grown = desk.log.head - upload.head
    again = tr("The log has grown since the file was sent, so the file was judged again.")
    try:
        judged, _ = _judge(desk, upload, progress, dry_run=False)
    except LedgerError as error:
        return _refused(desk, title, error, again if grown else "")
    desk.uploads.drop(upload)
    desk.note_append(upload.person, judged.done)
    with desk.office() as office:
        return appended_page(office, asked, judged, title, [again] if grown else [])


def _refused(desk: Desk, title: str, error: LedgerError, said: str = "") -> Page:
    """A file that cannot be appended: everything that is wrong with it, and a place to send it again."""
    told = tr_n(
        "There is a problem; nothing was stored.",
        "There are {number} problems; nothing was stored.",
        len(error.problems),
    )
    if len(error.problems) > MOST_PROBLEMS:
        more = tr("The first {number} are shown.", number=MOST_PROBLEMS)
    else:
        more = ""
    lead = " ".join(text for text in (said, told, more) if text)
    page = _import_page(desk.schemes, error.problems[:MOST_PROBLEMS])
    return replace(page, title=title, lead=lead)


def _would_be(judged: Judged) -> str:
    done = judged.done
    there = tr_n(
        "{number} event is in the log already.",
        "{number} events are in the log already.",
        done.duplicates,
    )
    if not done.appended:
        return tr("Nothing would be appended.") + (f" {there}" if done.duplicates else "")
    told = tr_n(
        "{number} event would be appended.", "{number} events would be appended.", done.appended
    )
    return " ".join([told, *([there] if done.duplicates else []), tr("Nothing is stored yet.")])


def _events(judged: Judged) -> list[AnyEvent]:
    return [item.event for _, item in judged.done.noted if item.event is not None]


def _totals(judged: Judged, items: OwnItems) -> PlainTable:
    """How many events of each kind are in the file, and how many of them are new. Of large files not all are noted."""
    done = judged.done
    if not done.duplicates:
        noted = items.kinds
    else:
        noted = Counter(type(event).__name__ for event in _events(judged))
    is_whole = noted.total() == done.appended
    kinds = sorted(items.kinds.items(), key=lambda pair: (-pair[1], pair[0]))
    rows = [(kind, number, *([noted[kind]] if is_whole else [])) for kind, number in kinds]
    sums = (tr("all"), items.kinds.total(), *([done.appended] if is_whole else []))
    columns = (tr("event"), tr("in the file"), *([tr("would be appended")] if is_whole else []))
    return PlainTable(tr("In the file"), columns, [*rows, sums])


def _rows(judged: Judged) -> list[Section]:
    """The events as the log will show them."""
    noted = judged.done.noted
    rows = [
        (place, event.date, type(event).__name__, subject(event), detail(event))
        for place, item in noted[:SHOWN]
        if (event := item.event) is not None
    ]
    columns = (tr("place"), tr("date"), tr("event"), tr("about"), tr("what it says"))
    note = tr("{shown} of {number}", shown=len(rows), number=judged.done.appended)
    title = tr("What would be appended")
    if rows:
        return [PlainTable(title, columns, rows, note if len(rows) < judged.done.appended else "")]
    return []
