"""Accepting an appeal: the events that the workbench showed are appended, with reason and reference."""

from collections.abc import Mapping

from msgspec.structs import replace

from ledger import Log
from ledger.append.append import as_items
from ledger.append.description import detail, subject
from ledger.errors import LedgerError, Problem
from ledger.item import Item, Items
from replay.answers.html import TableSection
from replay.answers.language import tr
from replay.answers.table import Table
from replay.office.appending import append_with_remarks, own_item
from replay.office.office import Office
from replay.questions.log_rows import LOG
from replay.web.asked import Asked, address
from replay.web.claims import Claimed, claimed
from replay.web.office_pages import appended_page
from replay.web.page import Anchor, Field, Form, Page
from replay.web.sent import Sent
from wording import say

_NAME = "appeal"
CLAIMED = tuple(column for column in LOG if column.name in ("type", "subject", "detail"))
_DECIDED = ("reason", "ref")


def accept_page(office: Office, asked: Asked, sent: Sent) -> Page:
    """What is to be accepted, and the decision; once it is sent, where the events stand in the log.

    The words are those of /appeal: a game and what it should have been, or a file.
    """
    words = {
        name: value for name, value in (sent.fields or dict(asked.query)).items() if value.strip()
    }
    claim = claimed(office, words)
    if claim is None:
        wrong = tr("no appeal was handed over")
        return Page(
            title=_title(),
            problems=[Problem("", wrong, tr("begin at /appeal, and accept it from there"))],
        )
    if sent.fields is None:
        return _question(claim, words)
    missing = [name for name in _DECIDED if not words.get(name)]
    if missing:
        problem = Problem(
            ", ".join(missing), tr("a decision has a reason and a reference"), tr("fill in both")
        )
        return _question(claim, words, (problem,))
    try:
        judged = append_with_remarks(
            office.log,
            sent.desk.place,
            _decided(claim, words["ref"], office.log),
            dry_run=False,
            by=sent.person.name,
        )
    except LedgerError as error:
        return _question(claim, words, error.problems)
    sent.desk.note_append(sent.person.name, judged.done)
    done = judged.done
    paper = ""
    if done.appended:
        paper = address("/appeal/paper", [("accepted", f"{done.first}..{done.head}")])
    return appended_page(office, asked, judged, tr("Appeal accepted"), paper)


def _title() -> str:
    return tr("Accept an appeal")


def _question(claim: Claimed, words: Mapping[str, str], problems: tuple[Problem, ...] = ()) -> Page:
    fields = [
        Field(
            "reason",
            tr("Reason"),
            words.get("reason", ""),
            needed=True,
            says=tr("why it is decided so"),
        ),
        Field(
            "ref",
            tr("Reference"),
            words.get("ref", ""),
            needed=True,
            says=tr("the decision's document"),
        ),
    ]
    kept = [(name, value) for name, value in words.items() if name not in _DECIDED]
    rows = [
        {"type": type(event).__name__, "subject": subject(event), "detail": detail(event)}
        for item in as_items(claim)
        if (event := item.event)
    ]
    return Page(
        title=_title(),
        lead=tr(
            "These events are appended as of today. What was recorded before stays in the log."
        ),
        facts=[(tr("who changes"), Anchor(tr("the workbench"), address("/appeal", words.items())))],
        problems=problems,
        forms=[
            Form("/office/appeal", fields, tr("Accept: append the events"), kept, method="post")
        ],
        sections=[TableSection(Table(CLAIMED, rows, say("The events")))],
    )


def _decided(claim: Claimed, ref: str, log: Log) -> Items:
    """The events with the reference of the decision, where they have none of their own."""

    def decided(item: Item) -> Item:
        event = item.event
        if event is None or event.ref is not None:
            return item
        return item._replace(event=replace(event, ref=ref), encoded=None)

    return Items(
        getattr(claim, "name", _NAME), (decided(own_item(item, log)) for item in as_items(claim))
    )
