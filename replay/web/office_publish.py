"""Publishing a list: its receipt and what has changed since it was published before are shown first."""

from collections.abc import Mapping
from datetime import date

from ledger.errors import LedgerError, Problem
from replay.answers.language import tr, tr_n
from replay.answers.paper import PlainTable, Section
from replay.lists.list_files import publications
from replay.lists.publish import ahead_of_time, publish
from replay.lists.rating_list import RatingList
from replay.lists.since_published import compared_with, is_list_of
from replay.office.key_files import given_key
from replay.office.office import Office, Progress, is_to_come
from replay.rules_choice import RulesChoice, day_of
from replay.web.asked import Asked, address
from replay.web.desk import Desk
from replay.web.office_import import begun
from replay.web.page import Anchor, Elsewhere, Field, Form, Page
from replay.web.publications import changes_section
from replay.web.sent import Sent
from replay.which import ListWords
from schemes import Schemes
from schemes.kernels.rules import reform_from_words


def publish_page(office: Office, asked: Asked, sent: Sent) -> Page | Elsewhere:
    """Choose a list, see its receipt, publish it."""
    if sent.fields is None:
        return _question(office.schemes, dict(asked.query))
    fields = dict(sent.fields)
    person = sent.person.name
    desk = sent.desk
    try:
        name = sent.get("scheme")
        on = day_of(sent.get("date"))
        _check(office.schemes, name, office.checked_day(on), _readings(fields))
        if is_to_come(on) and not sent.get("ahead"):
            raise ahead_of_time(name, on)
    except LedgerError as error:
        return _question(office.schemes, fields, error.problems)
    title = tr("{scheme}: list of {date}", scheme=name, date=on)
    if sent.get("digest"):
        return begun(
            desk, title, lambda progress: _published(desk, fields, person, progress), person
        )
    return begun(desk, title, lambda progress: _previewed(desk, fields, progress), person)


def _question(
    schemes: Schemes, typed: Mapping[str, str], problems: tuple[Problem, ...] = ()
) -> Page:
    today = date.today().isoformat()
    fields = [
        Field("scheme", tr("Scheme"), typed.get("scheme", ""), [(each, each) for each in schemes.names], needed=True),
        Field("date", tr("Date of the list"), typed.get("date", today), type="date", needed=True),
        Field("reading", tr("Another reading"), typed.get("reading", ""), hint="name=choice"),
        Field("ahead", tr("Ahead of time"), typed.get("ahead", ""), type="checkbox",
              says=tr("For a list whose day is still to come: what is recorded until then will not be on it.")),
    ]  # fmt: skip
    form = Form("/office/publish", fields, tr("Show its receipt"), method="post")
    return Page(
        title=tr("Publish a list"),
        lead=tr(
            "First you see what the list is made from; nothing is published before you say so."
        ),
        problems=problems,
        forms=[form],
    )


def _readings(fields: Mapping[str, str]) -> Mapping[str, str] | None:
    words = [word for word in fields.get("reading", "").replace(",", " ").split() if word]
    if words:
        return reform_from_words((), words).readings
    return None


def _check(schemes: Schemes, name: str, on: date, readings: Mapping[str, str] | None) -> None:
    """Refuse a day on which the scheme has no list."""
    chosen = schemes[name]
    _, listed = chosen.list_in_force(chosen.rules(readings=readings), on)
    if listed != on:
        wrong = tr("{scheme} has no list on {date}", scheme=name, date=on)
        raise LedgerError(wrong, remedy=tr("the list in force then is that of {date}", date=listed))


def _previewed(desk: Desk, fields: Mapping[str, str], progress: Progress, said: str = "") -> Page:
    """The receipt of the list, and what has changed since it was published before."""
    name = fields["scheme"]
    on = day_of(fields["date"])
    readings = _readings(fields)
    with desk.office() as office, progress(tr("making the list"), None):
        made = office.list(ListWords(name, on, rules=RulesChoice.under(readings)).resolved(office))
        sections, revised = _since(office, made)
    hidden = [("scheme", name), ("date", str(on)), ("reading", fields.get("reading", "")),
              ("ahead", fields.get("ahead", "")), ("digest", made.digest)]  # fmt: skip
    if revised:
        button = tr("Publish the revised list")
    else:
        button = tr("Publish it")
    new = sections is not None
    here = address(
        f"/lists/{name}/{on}",
        [(f"reading.{each}", choice) for each, choice in (readings or {}).items()],
    )
    return Page(
        title=tr("{scheme}: list of {date}", scheme=name, date=on),
        lead=" ".join(text for text in (said, _stands(new)) if text),
        facts=[
            (tr("list"), Anchor(tr_n("{number} row", "{number} rows", made.receipt.rows), here))
        ],
        forms=[Form("/office/publish", (), button, hidden, method="post")] if new else [],
        sections=[*(sections or []), _receipt(made)],
    )


def _stands(new: bool) -> str:
    if new:
        return tr("Nothing is published yet.")
    return tr("This list is published already, and has not changed since.")


def _since(office: Office, made: RatingList) -> tuple[list[Section] | None, bool]:
    """What has changed since the list was published before (None: nothing), and whether it was."""
    earlier = publications(office.log, made.scheme.name, made.list_date)
    if not earlier:
        return [], False
    if is_list_of(earlier[-1].event, made):
        return None, True
    last = earlier[-1]
    title = tr("Changed since it was published at #{position}", position=last.position)
    return changes_section(compared_with(office, last, made), title), True


def _receipt(made: RatingList) -> PlainTable:
    told = made.receipt
    readings = ", ".join(f"{name}={choice}" for name, choice in told.readings.items())
    rows = [
        (tr("regulation and version"), f"{told.scheme}, {told.version}"),
        (tr("readings"), readings or tr("as in force")),
        (tr("rules"), told.rules),
        (tr("known"), tr("all events up to #{position}", position=told.position)),
        (tr("rows"), told.rows),
        (tr("digest of the list's csv"), told.digest),
    ]
    return PlainTable(tr("Receipt"), (tr("what"), tr("value")), rows)


def _published(desk: Desk, fields: Mapping[str, str], person: str, progress: Progress) -> Page:
    """Publish the list that was shown; if the log has grown so that it is another one, show that instead."""
    name = fields["scheme"]
    on = day_of(fields["date"])
    readings = _readings(fields)
    with desk.office() as office, progress(tr("publishing"), None):
        which = ListWords(name, on, rules=RulesChoice.under(readings)).resolved(office)
        if office.list(which).digest != fields["digest"]:
            said = tr("The log has grown, and this is another list than the one you saw.")
            return _previewed(desk, fields, progress, said)
        done = publish(
            office, name, on, readings=readings, revised=True, ahead=bool(fields.get("ahead")),
            by=person, key=given_key(None),
        )  # fmt: skip
    if done.position is None:
        return Page(title=tr("{scheme}: list of {date}", scheme=name, date=on), lead=_stands(False))
    desk.journal.appended(person, desk.log, done.position, done.position)
    if done.revises:
        again = [(tr("revises"), Anchor(f"#{done.revises}", f"/published/{done.revises}"))]
    else:
        again = []
    return Page(
        title=tr("Published: {scheme}, list of {date}", scheme=name, date=on),
        lead=tr("Published at position {position}.", position=done.position),
        facts=[
            (tr("publication"), Anchor(f"#{done.position}", f"/published/{done.position}")),
            *again,
            (tr("list"), Anchor(tr("the list"), f"/lists/{name}/{on}")),
            (tr("files"), ", ".join(path.name for path in done.files) or tr("none")),
        ],
        sections=[_receipt(done.made)],
    )
