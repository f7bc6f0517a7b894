"""The first step of an import: a file is sent, its problems are shown, and what it leaves open is asked."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import LedgerError, Problem
from replay.answers.language import tr
from replay.files import InputFile
from replay.files.people.columns import list_layout
from replay.files.people.profile import profile_in_words
from replay.office.import_reading import DAYS, TEXTS, ImportReading, read_options
from replay.office.imports import FileImport
from replay.office.office import Office
from replay.web.navigation import title_of
from replay.web.page import Field, Page
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


def check_words(office: Office, words: Mapping[str, str]) -> None:
    """Refuse what was typed and cannot be understood."""
    read_options(office.schemes, words)
    profile_in_words(words.get("columns", ""))


def words_sent(sent: Sent) -> dict[str, str]:
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


def file_page(sent: Sent, problems: Sequence[Problem] = ()) -> Page:
    words = words_sent(sent)
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


def problem_page(office: Office, sent: Sent, one: FileImport, reading: ImportReading) -> Page:
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
