"""Deciding an appeal: it is allowed, and its events are appended; or dismissed, and the paper says why.

    /office/appeal            the appeals that are open, and those that were dismissed
    /office/appeal?…          with the words of /appeal: on to the workbench, for somebody who has just signed in
    /office/appeal/ID/paper   the paper of one that was dismissed, as it was signed

What is decided later is kept: it is on the worklist until somebody decides it.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace
from starlette.exceptions import HTTPException

from ledger import Log
from ledger.append.append import as_items
from ledger.errors import LedgerError, Problem
from ledger.events import AnyEvent
from ledger.item import Item, Items
from replay.answers.language import tr
from replay.appeals import appealed
from replay.office.appending import append_with_remarks, own_item
from replay.office.kept_appeals import Dismissal, KeptAppeal, new_appeal
from replay.office.office import Office
from replay.office.recording import players_of
from replay.papers.decision import Decided, DecisionPaper, changed_games
from replay.web.asked import Asked, address
from replay.web.claims import Claimed, claimed, claimed_game
from replay.web.office_pages import appended_page
from replay.web.open_appeals import AppealRow, appeal_rows
from replay.web.page import Data, Elsewhere, Page, html
from replay.web.sent import Sent
from replay.web.workbench import answer_page

_NAME = "appeal"
_OF_THE_FORM = ("decision", "open", "ground", "appeal")


class AppealsPage(Struct, frozen=True):
    """What is open, and what was dismissed."""

    open: Sequence[AppealRow]
    dismissed: Sequence[AppealRow]
    unreadable: Sequence[Problem]


def decide_page(office: Office, asked: Asked, sent: Sent) -> Page | Elsewhere:
    """All appeals; once a decision is sent, what came of it."""
    if sent.fields is not None:
        return _decided_page(office, asked, sent)
    if asked.get("events") or asked.get("tournament"):
        return Elsewhere(address("/appeal", asked.query))
    rows = appeal_rows(office, asked, sent.desk.appeals.all())
    dismissed = [row for row in rows if row.kept.dismissed]
    still_open = [row for row in rows if not row.kept.dismissed]
    content = AppealsPage(still_open, dismissed, sent.desk.appeals.unreadable())
    return Page(title=tr("Appeals"), template="appeals.html", content=content)


def dismissal_paper(office: Office, asked: Asked, sent: Sent) -> Data:
    """The paper of an appeal that was dismissed."""
    paper = sent.desk.appeals.paper(asked.words["appeal"])
    if paper is None:
        raise HTTPException(404, tr("this appeal was not dismissed, or is no longer kept"))
    return Data("html", paper)


def _decided_page(office: Office, asked: Asked, sent: Sent) -> Page | Elsewhere:
    fields = {name: value.strip() for name, value in (sent.fields or {}).items() if value.strip()}
    words = {name: value for name, value in fields.items() if name not in _OF_THE_FORM}
    kept = sent.desk.appeals.get(fields.get("appeal", ""))
    claim = claimed(office, {**words, "reason": fields.get("ground") or words.get("reason", "")})
    if claim is None:
        wrong = tr("no appeal was handed over")
        remedy = tr("begin at /appeal, and decide it from there")
        return Page(title=tr("Decide an appeal"), problems=[Problem("", wrong, remedy)])
    try:
        if fields.get("open"):
            return _keep(office, sent, words, kept)
        _check_decision(fields)
        if fields["decision"] == "dismiss":
            return _dismiss(office, asked, sent, claim, words, kept)
        return _allow(office, asked, sent, words, kept)
    except LedgerError as error:
        return _asked_again(office, asked, sent, fields, error.problems)


def _check_decision(fields: Mapping[str, str]) -> None:
    """Nothing is decided in silence."""
    if fields.get("decision") not in ("allow", "dismiss"):
        raise LedgerError(
            tr("it is not said what is decided"), remedy=tr("choose: allow it, or dismiss it")
        )
    missing = [name for name in ("reason", "ref") if not fields.get(name)]
    if missing:
        raise LedgerError(
            tr("a decision has grounds and a reference"),
            place=", ".join(map(tr, missing)),
            remedy=tr("fill in both"),
        )


def _asked_again(
    office: Office, asked: Asked, sent: Sent, fields: Mapping[str, str], problems: Sequence[Problem]
) -> Page:
    """The workbench with what was typed, and what is wrong with it."""
    words = [(name, value) for name, value in fields.items() if name not in _OF_THE_FORM[:3]]
    again = Asked("/appeal", {}, words, "", asked.visitor, asked.schemes, asked.publisher)
    try:
        game = claimed_game(office.snapshot(), again)
        page = answer_page(sent.desk.appeals, office, again, game)
    except LedgerError:  # nothing can be worked out about it
        page = Page(title=tr("Decide an appeal"))
    assert isinstance(page, Page), "no data was asked for"
    return replace(page, problems=problems, data=())


def _allow(
    office: Office, asked: Asked, sent: Sent, words: Mapping[str, str], kept: KeptAppeal | None
) -> Page:
    """The events stand in the log, with the reason and the reference of the decision."""
    claim = claimed(office, words)
    assert claim is not None, "something is claimed"
    judged = append_with_remarks(
        office.log,
        sent.desk.place,
        _with_ref(claim, words["ref"], office.log),
        dry_run=False,
        by=sent.person.name,
    )
    done = judged.done
    sent.desk.note_append(sent.person.name, done)
    if kept is not None:
        sent.desk.appeals.drop(kept.id)
    paper = ""
    if done.appended:
        paper = address("/appeal/paper", [("accepted", f"{done.first}..{done.head}")])
    return appended_page(office, asked, judged, tr("Appeal allowed"), paper)


def _with_ref(claim: Claimed, ref: str, log: Log) -> Items:
    """The events with the reference of the decision, where they have none of their own."""

    def decided(item: Item) -> Item:
        event = item.event
        if event is None or event.ref is not None:
            return item
        return item._replace(event=replace(event, ref=ref), encoded=None)

    return Items(
        getattr(claim, "name", _NAME), (decided(own_item(item, log)) for item in as_items(claim))
    )


def _dismiss(
    office: Office,
    asked: Asked,
    sent: Sent,
    claim: Claimed,
    words: Mapping[str, str],
    kept: KeptAppeal | None,
) -> Elsewhere:
    """Nothing is appended; the paper is kept as it is now."""
    entries = office.log.rehearse(claim)
    one = _appeal(office, sent, words, kept)
    with appealed(office, entries) as appeal:
        paper = DecisionPaper(
            appeal, [], words["ref"], Decided.DISMISSED, asked.publisher, words["reason"]
        ).paper()
    dismissal = Dismissal(sent.person.name, datetime.now(UTC), words["reason"], words["ref"])
    sent.desk.appeals.dismiss(one, dismissal, html("sheet.html", paper=paper))
    return Elsewhere("/office/appeal")


def _keep(
    office: Office, sent: Sent, words: Mapping[str, str], kept: KeptAppeal | None
) -> Elsewhere:
    """It is on the worklist until somebody decides it."""
    one = _appeal(office, sent, words, kept)
    sent.desk.appeals.keep(one)
    return Elsewhere(address("/appeal", [*one.words, ("appeal", one.id)]))


def _appeal(
    office: Office, sent: Sent, words: Mapping[str, str], kept: KeptAppeal | None
) -> KeptAppeal:
    """An appeal as it is kept: what it claims, and whom it is about."""
    claim = claimed(office, words)
    assert claim is not None, "something is claimed"
    players, tournaments = _about(office, office.log.rehearse(claim))
    pairs = list(words.items())
    if kept is not None and not kept.dismissed:
        return replace(kept, words=pairs, players=players, tournaments=tournaments)
    return new_appeal(pairs, players, tournaments, sent.person.name)


def _about(
    office: Office, entries: list[tuple[int, AnyEvent]]
) -> tuple[Sequence[str], Sequence[str]]:
    """The players whom events name or whose games they change, and their tournaments."""
    if not entries:
        raise LedgerError(tr("every event of it is in the log already: there is nothing to decide"))
    with appealed(office, entries) as appeal:
        touched = appeal.touched.tolist()
        players = [
            appeal.player_id(player)
            for game in changed_games(appeal.before, appeal.after, touched)
            for side in filter(None, (game.before, game.after))
            for player in side[:2]
        ]
        tournaments = [str(appeal.after.tournaments.table.ids[number]) for number in touched]
    players += [player for _, event in entries for player in players_of(event)]
    return sorted(set(players)), tournaments
