"""Publishing a list: who moves, what is missing and what differs from the last publication are shown first.

/office/publish                              which list
/office/publish?scheme=NAME&date=DAY         the list before it is published; from here it is
/office/published/POSITION                   what was published, with its receipt
"""

from collections.abc import Mapping, Sequence
from datetime import date

from markupsafe import Markup
from msgspec import Struct
from starlette.exceptions import HTTPException

from ledger.errors import LedgerError, Problem
from ledger.text import whole_number
from replay.answers.language import tr
from replay.answers.names import named, with_names
from replay.answers.speech import day_in_words
from replay.lists.list_files import Publication, all_publications
from replay.lists.publish import ahead_of_time, publish
from replay.office.imports import FileImport
from replay.office.key_files import given_key
from replay.office.office import Office, Progress, is_to_come, schemes_in_use
from replay.questions.publication import Prepared, prepared
from replay.questions.worklist import ListToCome, next_list
from replay.rules_choice import RulesChoice, day_of
from replay.web.asked import Asked, address
from replay.web.event_links import EventLinks
from replay.web.events import EventRow, shown_events
from replay.web.navigation import title_of
from replay.web.office_work import worked_out
from replay.web.page import Elsewhere, Field, Page
from replay.web.sent import Sent
from replay.which import ListWords
from schemes.kernels.rules import reform_from_words


class ChooseList(Struct, frozen=True):
    """Which list is to be published: the next ones, or any other."""

    next_lists: Sequence[ListToCome]
    fields: Sequence[Field]


class PublishStep(Struct, frozen=True):
    """A list before it is published."""

    prepared: Prepared
    scheme: str
    day: date
    reading: str
    waiting: Sequence[FileImport]
    corrections: Sequence[EventRow] = ()
    said: str = ""  # why the list is shown again
    note: str = ""
    changed_since: str = ""  # how the last list would be another today
    why: Mapping[str, Markup] = {}  # by player, why those that are named are new or gone


class PublishedStep(Struct, frozen=True):
    """A list that was published just now."""

    title: str
    published: Publication
    revises: int | None


def publish_page(office: Office, asked: Asked, sent: Sent) -> Page | Elsewhere:
    """Choose a list, see what it is, publish it."""
    words = dict(sent.fields if sent.fields is not None else asked.query)
    if not words.get("scheme"):
        return _choose(office, words)
    try:
        name = words["scheme"]
        on = day_of(words.get("date", ""))
        _check(office, name, office.checked_day(on), readings_of(words))
    except LedgerError as error:
        return _choose(office, words, error.problems)
    if sent.fields is None:
        return _previewed(asked, sent, words)
    if not sent.get("digest"):
        shown = [
            (word, value) for word in ("scheme", "date", "reading") if (value := sent.get(word))
        ]
        return Elsewhere(address("/office/publish", shown))
    return _publish(office, asked, sent, words)


def _choose(office: Office, words: Mapping[str, str], problems: Sequence[Problem] = ()) -> Page:
    schemes = [(name, title_of(office.schemes, name)) for name in office.schemes.names]
    today = date.today().isoformat()
    fields = [
        Field("scheme", tr("Regulation"), words.get("scheme", ""), schemes, needed=True),
        Field("date", tr("Date of the list"), words.get("date", today), type="date", needed=True),
        Field("reading", tr("Another reading"), words.get("reading", ""), hint="name=choice"),
    ]
    used = schemes_in_use(office.schemes, office.snapshot())
    return Page(
        title=tr("Publish a list"),
        lead=tr(
            "First you see who moves and what is missing; nothing is published before you say so."
        ),
        problems=problems,
        template="publish_choose.html",
        content=ChooseList([next_list(office, name) for name in used], fields),
    )


def readings_of(words: Mapping[str, str]) -> Mapping[str, str] | None:
    """The readings that were chosen other than in force."""
    chosen = words.get("reading", "").replace(",", " ").split()
    if chosen:
        return reform_from_words((), chosen).readings
    return None


def _check(office: Office, name: str, on: date, readings: Mapping[str, str] | None) -> None:
    """Refuse a day on which the scheme has no list."""
    chosen = office.schemes[name]
    _, listed = chosen.list_in_force(chosen.rules(readings=readings), on)
    if listed != on:
        wrong = tr("{scheme} has no list on {date}", scheme=name, date=on)
        raise LedgerError(wrong, remedy=tr("the list in force then is that of {date}", date=listed))


# Before


def _previewed(
    asked: Asked,
    sent: Sent,
    words: Mapping[str, str],
    said: str = "",
    problems: Sequence[Problem] = (),
) -> Page | Elsewhere:
    """The list as it would be, and all that is worth knowing about it."""
    desk = sent.desk
    name = words["scheme"]
    on = day_of(words["date"])
    readings = readings_of(words)

    def work(progress: Progress) -> Prepared:
        with desk.office(progress) as office, progress(tr("making the list"), None):
            return prepared(office, name, on, readings)

    kept = [(word, words[word]) for word in ("scheme", "date", "reading") if words.get(word)]
    here = address("/office/publish", kept)
    key = ("publish", name, on, words.get("reading", ""), desk.log.head)
    result = worked_out(sent, key, tr("{scheme}: list of {date}", scheme=name, date=on), work, here)
    if isinstance(result, Elsewhere):
        return result
    waiting = [one for one in desk.imports.all() if one.is_waiting]
    with desk.office() as office:
        corrections = shown_events(office, asked, result.corrections)
        changed_since = ""
        if (since := result.changed_since) is not None:
            names = named(office.snapshot(), since.ratings_then)
            changed_since = with_names(since.extent, names)
        links = EventLinks(office.snapshot(), asked, [one.text for one in result.comings.values()])
        why = {player: links.html(one.text) for player, one in result.comings.items()}
    content = PublishStep(
        result,
        name,
        on,
        words.get("reading", ""),
        waiting,
        corrections,
        said,
        words.get("note", ""),
        changed_since,
        why,
    )
    title = tr("{scheme}, {date}", scheme=tr(result.title), date=day_in_words(on))
    template = "publish.html"
    if result.revised is not None:
        title = tr("{list}: revision {number}", list=title, number=result.revision)
        template = "publish_revision.html"
    return Page(title=title, problems=problems, template=template, content=content)


def _publish(
    office: Office, asked: Asked, sent: Sent, words: Mapping[str, str]
) -> Page | Elsewhere:
    """Publish the list that was seen; if the log has grown so that it is another one, show that instead."""
    name = words["scheme"]
    on = day_of(words["date"])
    readings = readings_of(words)
    if is_to_come(on) and not words.get("ahead"):
        wrong = ahead_of_time(name, on).problems[0].wrong
        problem = Problem("", wrong, tr("tick the box if it is to be published all the same"))
        return _previewed(asked, sent, words, problems=[problem])
    which = ListWords(name, on, rules=RulesChoice.under(readings)).resolved(office)
    if office.list(which).digest != words["digest"]:
        said = tr("The log has grown, and this is another list than the one you saw.")
        return _previewed(asked, sent, words, said)
    desk = sent.desk
    person = sent.person.name

    def work(progress: Progress) -> str:
        with desk.office(progress) as own, progress(tr("publishing"), None):
            done = publish(
                own, name, on, readings=readings, revised=True, ahead=bool(words.get("ahead")),
                by=person, key=given_key(None), reason=sent.get("note") or None,
            )  # fmt: skip
        if done.position is None:
            return address("/office/publish", [("scheme", name), ("date", on)])
        desk.journal.appended(person, desk.log, done.position, done.position)
        return f"/office/published/{done.position}"

    key = ("published", name, on, words.get("reading", ""), desk.log.head)
    title = tr("Publishing {scheme}, list of {date}", scheme=name, date=day_in_words(on))
    try:
        done = worked_out(sent, key, title, work)
    except LedgerError as error:
        problems = error.problems
        if error.code == "no-reason":
            remedy = tr("say why this list is revised")
            problems = (Problem(tr("Why this list is revised"), problems[0].wrong, remedy),)
        return _previewed(asked, sent, words, problems=problems)
    return done if isinstance(done, Elsewhere) else Elsewhere(done)


# After


def published_page(office: Office, asked: Asked, sent: Sent) -> Page:
    """What was published, with its receipt, and what comes next."""
    position = whole_number(asked.words["position"])
    every = list(all_publications(office.log))
    published = next((one for one in every if one.position == position), None)
    if published is None:
        raise HTTPException(404, tr("no list was published there → /published has them all"))
    event = published.event
    earlier = [
        one.position
        for one in every
        if (one.event.scheme, one.event.list_date) == (event.scheme, event.list_date)
        and one.position < published.position
    ]
    title = tr(office.schemes[event.scheme].title)
    return Page(
        title=tr("{scheme}, {date} is published", scheme=title, date=day_in_words(event.list_date)),
        template="publish_done.html",
        content=PublishedStep(title, published, earlier[-1] if earlier else None),
    )
