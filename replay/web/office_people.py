"""Who is who in a file that was sent: one table of all names, and what the office decides about them."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup, escape
from msgspec import Struct

from ledger.errors import LedgerError, Problem
from ledger.names import folded
from replay.answers.language import sentences, tr, tr_n
from replay.office.import_reading import ImportReading
from replay.office.imports import FileImport, NameChoice
from replay.office.office import Office
from replay.office.who_is_who import PeopleByName, Row, WhoIsWho
from replay.web.asked import Asked, address
from replay.web.office_import import import_of, next_step, reading_of
from replay.web.page import Elsewhere, Page
from replay.web.sent import Sent
from wording import say

CASES = 150  # names that are decided on one page; then come the next ones
OTHER = "other"


class Case(Struct, frozen=True):
    """A name as the page shows it. `is_open`: it is to be decided, or to be decided anew."""

    row: Row
    is_open: bool
    search: str = ""  # what was looked for in its place

    @property
    def reason(self) -> str:
        """Why a decision is needed, in words."""
        return tr("; ").join(_reasons(self.row))

    @property
    def value(self) -> str:
        """Which of the choices is marked; nothing as long as nobody has decided."""
        choice = self.row.choice
        if choice is None:
            return OTHER if self.search else ""
        return choice.player if choice.action == "same" else choice.action


class PeopleStep(Struct, frozen=True):
    """The second step: names to decide, new players, and those that were matched."""

    import_: FileImport
    who: WhoIsWho
    cases: Sequence[Case]
    new: Sequence[Case]
    matched: Sequence[Case]
    left: Sequence[Row]
    later: int  # names that have no place on this page
    is_insisting: bool  # somebody wanted to go on before everything was decided

    def marked(self, text: str, other: str) -> Markup:
        """A text with what differs from another one marked."""
        return marked(text, other)


def people_page(office: Office, asked: Asked, sent: Sent) -> Page | Elsewhere:
    """All names of a file. Sending the form keeps what was decided; `go` goes on if nothing is left."""
    one = import_of(asked, sent)
    if not one.is_waiting:
        return Elsewhere(f"/office/import/{one.id}")
    problems: Sequence[Problem] = ()
    opened = asked.get("open") or ""
    insists = False
    if sent.fields is not None:
        try:
            one = _decide(office, sent, one)
        except LedgerError as error:
            problems = error.problems
        if sent.get("open"):
            here = f"/office/import/{one.id}/people"
            return Elsewhere(address(here, [("open", sent.get("open"))]) + f"#{sent.get('anchor')}")
        insists = bool(sent.get("go"))
    reading = reading_of(sent, one)
    if isinstance(reading, Elsewhere):
        return reading
    if sent.get("later") and not problems:
        return Elsewhere("/office")
    if insists and not reading.who.open and not problems:
        return next_step(sent, one)
    if not reading.who.rows:
        return next_step(sent, one)
    return _page(one, reading, opened, problems, insists=insists)


def _page(
    one: FileImport,
    reading: ImportReading,
    opened: str,
    problems: Sequence[Problem],
    *,
    insists: bool,
) -> Page:
    who = reading.who

    def case(row: Row) -> Case:
        search = one.searches.get(row.key, "")
        is_open = row.is_open or row.key == opened
        return Case(row, is_open, search)

    decide = [case(row) for row in who.group("decide")]
    decide.sort(key=lambda one: not one.is_open)
    content = PeopleStep(
        one, who, decide[:CASES], [case(row) for row in who.group("new")],
        [case(row) for row in who.group("matched")], who.open, max(0, len(decide) - CASES), insists,
    )  # fmt: skip
    return Page(
        title=tr("{name}: who is who", name=reading.status.title or one.name),
        lead=_lead(one, who),
        problems=problems,
        template="import_people.html",
        content=content,
        status=400 if problems else 200,
    )


def _lead(one: FileImport, who: WhoIsWho) -> str:
    names = tr_n(
        "{number} name stands in {file}.",
        "{number} names stand in {file}.",
        len(who.rows),
        file=one.name,
    )
    matched = tr_n(
        "{number} is matched already.", "{number} are matched already.", len(who.group("matched"))
    )
    left = tr_n("{number} needs you.", "{number} need you.", len(who.open))
    later = tr(
        "Everything can be changed until the report is appended, and nothing is stored in the log yet."
    )
    return sentences((names, matched, left if who.open else "", later))


# What was decided


def _decide(office: Office, sent: Sent, one: FileImport) -> FileImport:
    """Keep what the form says. A name that was typed is looked up: it never becomes an id."""
    fields = sent.fields or {}
    reading = reading_of(sent, one)
    if isinstance(
        reading, Elsewhere
    ):  # the log has grown, and it takes a while to read the file anew
        raise LedgerError(tr("the file is being read again"), remedy=tr("send the form once more"))
    choices = {row.key: row.choice for row in reading.who.rows if row.choice and row.is_chosen}
    searches = dict(one.searches)
    people = PeopleByName(office.snapshot())
    problems: list[Problem] = []
    for row in reading.who.rows:
        try:
            _take(row, fields, choices, searches, people, sent.person.name)
        except LedgerError as error:
            problems += error.problems
    for row in reading.who.group("new") if fields.get("accept_new") else ():
        choices.setdefault(row.key, NameChoice("new", by=sent.person.name))
    for row in reading.who.single if fields.get("single") else ():
        if row.key not in choices:
            choices[row.key] = NameChoice("same", row.candidates[0].player, sent.person.name)
    kept = sent.desk.imports.change(one.id, sent.person.name, choices=choices, searches=searches)
    if problems:
        raise LedgerError(problems[0].wrong, problems[0].remedy, place=problems[0].place)
    return kept


def _take(
    row: Row,
    fields: Mapping[str, str],
    choices: dict[str, NameChoice],
    searches: dict[str, str],
    people: PeopleByName,
    by: str,
) -> None:
    """What the form says about one name."""
    value = fields.get(f"is.{row.key}", "")
    if not value:
        return
    if value == "new":
        choices[row.key] = NameChoice("new", by=by)
    elif value == "skip":
        choices[row.key] = NameChoice("skip", by=by)
    elif value == OTHER:
        _look_up(row, fields.get(f"other.{row.key}", "").strip(), choices, searches, people, by)
    elif people.number(value) is not None:
        if row.choice is None or row.choice.player != value or row.key in choices:
            choices[row.key] = NameChoice("same", value, by)
        searches.pop(row.key, None)
    else:
        wrong = tr("{player!r} is not in the ledger", player=value)
        raise LedgerError(wrong, place=row.person.name, remedy=tr("choose somebody else"))


def _look_up(
    row: Row,
    text: str,
    choices: dict[str, NameChoice],
    searches: dict[str, str],
    people: PeopleByName,
    by: str,
) -> None:
    """Somebody else: an id, or a name that one player has; several are shown to choose from."""
    if not text:
        choices.pop(row.key, None)
        return
    matches = people.search(row.person, text)
    exact = [one for one in matches if one.player == text]
    if exact or len(matches) == 1:
        choices[row.key] = NameChoice("same", (exact or matches)[0].player, by)
        searches.pop(row.key, None)
        return
    choices.pop(row.key, None)
    searches[row.key] = text
    if not matches:
        wrong = tr("nobody in the ledger is called {text!r}", text=text)
        remedy = tr("look for a part of the name, or say that the player is new")
        raise LedgerError(wrong, place=row.person.name, remedy=remedy)


# In words


def _reasons(row: Row) -> Iterator[str]:
    twins = ", ".join(row.twins)
    rivals = ", ".join(row.rivals)
    for reason in row.reasons:
        if reason == "twice" and row.person.number:
            yield tr("twice in this report, also no. {numbers}", numbers=twins)
        elif reason == "twice":
            yield tr("twice in this file, also as {names}", names=twins)
        elif reason == "taken" and row.person.number:
            yield tr("no. {numbers} is the same player: only one can be", numbers=rivals)
        elif reason == "taken":
            yield tr("{names} is the same player: only one can be", names=rivals)
        elif reason == "number":
            yield _about_number(row)
        elif reason == "several":
            count = sum(one.same_name for one in row.candidates)
            yield tr("{number} players are called so", number=count)
        else:
            yield tr(_REASONS[reason])


_REASONS = {
    "letters": say("one letter differs"),
    "words": say("a part of the name differs"),
    "year": say("year of birth differs"),
    "no-year": say("no year of birth to compare"),
    "federation": say("federation differs"),
}


def _about_number(row: Row) -> str:
    given = row.person.given
    if any(one.player == given for one in row.candidates):
        return tr("the number {number} belongs to another name", number=given)
    return tr("the number {number} is not in the ledger, a similar player is", number=given)


def marked(text: str, other: str) -> Markup:
    """A text with what differs from another one marked."""
    if folded(text) == folded(other) and text == other:
        return escape(text)
    start = 0
    while start < min(len(text), len(other)) and text[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(text), len(other)) - start and text[-1 - end] == other[-1 - end]:
        end += 1
    middle = text[start : len(text) - end]
    if not middle:
        return escape(text)
    return Markup("{}<mark>{}</mark>{}").format(text[:start], middle, text[len(text) - end :])
