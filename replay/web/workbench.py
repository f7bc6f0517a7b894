"""The appeals workbench: choose a game, or hand in a file, and see who changes. Nothing is appended here."""

from collections.abc import Sequence
from datetime import date
from itertools import groupby

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ledger.errors import LedgerError
from ledger.events import GameVoided, Result
from projections import Snapshot
from projections.find import find_tournaments, nearest, tournament_details
from projections.standings import tournament_of
from replay.answers import columns, kinds
from replay.answers.html import TableSection
from replay.answers.language import tr
from replay.answers.names import names_in, shown_names
from replay.answers.paper import Paper, Remarks, Section
from replay.answers.table import Column, Row, Table
from replay.office.office import Office
from replay.questions.tournament_rounds import STAGE_NAMES
from replay.questions.tournaments import all_tournaments
from replay.web.appeal_answers import AppealAnswer, answered, decision, decision_in_log
from replay.web.asked import Asked, address, appeal_address
from replay.web.claims import (
    CHANGES,
    MOST,
    SWAPPED,
    VOID,
    claimed,
    claimed_game,
    correction_of,
    packed,
    read_as_sent,
)
from replay.web.page import Anchor, Data, Field, Form, Page, table_data
from replay.web.sent import sent_content
from schemes.standings import Game
from wording import say

MOST_FOUND = 100
NEWEST = 10  # tournaments that are offered before anybody has typed

GAMES = (
    Column("board", kinds.COUNT),
    Column("game", kinds.NAME),
    Column("result", kinds.WORD),
)
SAYS = (*CHANGES, "reason", "ref")
ABOUT_LISTS = ("scheme", "date", "every", "trace")


def appeal_page(office: Office, asked: Asked) -> Page | Data:
    """From the tournament to the game to the answer; or from a file to the answer."""
    _check(asked)
    if asked.get("events"):
        return _answer(office, asked, None)
    snapshot = office.snapshot()
    tournament = asked.get("tournament")
    if tournament is None:
        return _start(snapshot, asked)
    game = claimed_game(snapshot, asked)
    if game is not None:
        return _answer(office, asked, game)
    number = snapshot.tournaments.number(tournament)
    if number is None:
        return _candidates(snapshot, asked, tournament)
    return _choose(snapshot, asked, number)


def appeal_paper(office: Office, asked: Asked) -> Paper:
    """The decision, to be printed and signed."""
    _check(asked)
    if span := asked.get("accepted"):
        return decision_in_log(office, asked, span)
    claim = claimed(office, asked)
    if claim is None:
        raise HTTPException(
            404, tr("an appeal that claims nothing has no paper → choose a game at /appeal")
        )
    return decision(office, asked, claim)


def _check(asked: Asked) -> None:
    if asked.known:
        raise LedgerError(
            tr("an appeal is about all that is known now"), remedy=tr("leave out known")
        )


# Choosing


def _start(snapshot: Snapshot, asked: Asked) -> Page:
    played = [each for each in all_tournaments(snapshot) if each.end <= date.today()][:NEWEST]
    rows = [{"tournament": each.tournament, "detail": each.place} for each in played]
    newest = _tournaments(snapshot, asked, rows, say("Newest tournaments"))
    return Page(
        title=tr("Appeal"),
        lead=tr("Choose a game and say what it should have been: the desk shows who changes, on which lists, and "
                "through whom. Nothing is appended."),
        forms=[_search(asked), _file_form()],
        sections=[newest] if rows else [],
        only_now=True,
    )  # fmt: skip


def _search(asked: Asked) -> Form:
    field = Field(
        "tournament", tr("Tournament (name or id)"), asked.get("tournament") or "", live="/appeal"
    )
    return Form("/appeal", [field], tr("Find"))


def _file_form() -> Form:
    """Anything else that an appeal can be: what `appeal FILE` takes."""
    fields = [
        Field("text", tr("Events (JSON Lines), a report or a table"), lines=6),
        Field("file", tr("or a file"), type="file"),
        Field("ref", tr("Reference of the decision")),
    ]
    return Form(
        "/appeal/file", fields, tr("Who changes?"), title=tr("Paste or send a file"), method="post"
    )


def _candidates(snapshot: Snapshot, asked: Asked, text: str) -> Page:
    """Tournaments that a text may mean."""
    found = find_tournaments(snapshot, text)
    pairs = zip(found[:MOST_FOUND], tournament_details(snapshot, found[:MOST_FOUND]), strict=True)
    rows = [{"tournament": one.id, "detail": told} for one, told in pairs]
    near = "; ".join(" ".join(pair) for pair in nearest(snapshot, "tournament", text))
    nothing = [
        tr("Nothing fits."),
        *([tr("Written much like it: {names}", names=near)] if near else []),
    ]
    sections: list[Section] = [Remarks("", nothing)]
    if rows:
        sections = [_tournaments(snapshot, asked, rows, say("Which tournament?"))]
    return Page(
        title=tr("Appeal"),
        forms=[_search(asked)],
        sections=sections,
        only_now=True,
    )


def _tournaments(snapshot: Snapshot, asked: Asked, rows: Sequence[Row], title: str) -> TableSection:
    """Tournaments, each leading to its games."""
    table = Table((columns.TOURNAMENT, columns.DETAIL), rows, title)
    leads = {"tournament": lambda row: asked.again(tournament=row["tournament"])}
    return TableSection(table, names_in(snapshot, table), leads)


def _choose(snapshot: Snapshot, asked: Asked, number: int) -> Page:
    """The games of a tournament, by round."""
    facts = tournament_of(snapshot, number)
    names = shown_names(
        snapshot, [player for game in facts.games for player in (game.first, game.second)]
    )

    stages = list(STAGE_NAMES)

    def when(game: Game) -> tuple[int, int]:
        return stages.index(game.stage), game.round

    def row(game: Game) -> Row:
        players = f"{names.get(game.first, game.first)} – {names.get(game.second, game.second)}"
        address = appeal_address(facts.id, game.stage, game.round, game.board)
        return {"board": game.board, "game": players, "result": game.result, "address": address}

    leads = {"game": lambda row: row["address"]}
    tables = [
        TableSection(
            Table(GAMES, [row(game) for game in games], _round(stages[place[0]], place[1])),
            leads=leads,
        )
        for place, games in groupby(
            sorted(facts.games, key=lambda game: (*when(game), game.board)), when
        )
    ]
    return Page(
        title=tr("Appeal: {name}", name=snapshot.tournaments.registration(number).name),
        crumbs=[Anchor(tr("Appeal"), asked.to("appeal"))],
        lead=tr("Which game should have been another?")
        if tables
        else tr("No game of it is recorded."),
        facts=[(tr("tournament"), Anchor(tr("its table"), asked.to("tournaments", facts.id)))],
        forms=[_search(asked)],
        sections=tables,
        only_now=True,
    )


def _round(stage: str, number: int) -> str:
    if stage == "main":
        return tr("Round {number}", number=number)
    said = tr(say("{stage}, round {round}", stage=STAGE_NAMES[stage], round=number))
    return said[:1].upper() + said[1:]


# Answering


def _answer(office: Office, asked: Asked, game: Game | None) -> Page | Data:
    claim = claimed(office, asked)
    if claim is None:
        answer = None
    else:
        answer = answered(office, asked, claim)
    if asked.form:
        return table_data(asked.form, answer.table if answer else Table((), []))
    title, facts = _about(office.snapshot(), asked, game)
    if answer is not None:
        paper = address("/appeal/paper", asked.query)
        facts = [
            *facts,
            *(
                [] if game else answer.facts
            ),  # a game stands on the page as it is and as it is claimed to be
            (tr("decision"), Anchor(tr("the paper, to be printed and signed"), paper)),
        ]
        facts += _acceptance(asked)
    return Page(
        title=title,
        template="appeal.html",
        content=_workbench(office.snapshot(), asked, game, answer),
        lead=tr(
            "Nothing is appended: the log is replayed once as it is, and once as if this stood in it."
        ),
        facts=facts,
        forms=[
            *([_question(office.snapshot(), asked, game)] if game else []),
            *([_which(asked)] if answer else []),
        ],
        sections=answer.sections if answer else [],
        data=("csv", "json") if answer else (),
        only_now=True,
    )


class Workbench(Struct, frozen=True):
    """The disputed game as it is recorded and as it is claimed to be, the answer, and the decision."""

    recorded: str
    claimed: str
    answer: AppealAnswer | None
    accept: Sequence[
        tuple[str, str]
    ] = ()  # hidden fields of the decision; none: it cannot be accepted here
    reason: str = ""
    ref: str = ""


def _workbench(
    snapshot: Snapshot, asked: Asked, game: Game | None, answer: AppealAnswer | None
) -> Workbench:
    recorded = ""
    claim = ""
    if game is not None:
        names = shown_names(snapshot, [game.first, game.second])
        first = names.get(game.first, game.first)
        second = names.get(game.second, game.second)
        recorded = f"{first} {game.result} {second}"
        if answer is not None:
            claim = _claim_in_words(snapshot, asked, game)
    accept: list[tuple[str, str]] = []
    if answer is not None and answer.facts and asked.visitor.may("recorder"):
        left = (*ABOUT_LISTS, "reason", "ref")
        accept = [(name, value) for name, value in asked.query if name not in left]
    return Workbench(
        recorded, claim, answer, accept, asked.get("reason") or "", asked.get("ref") or ""
    )


def _claim_in_words(snapshot: Snapshot, asked: Asked, game: Game) -> str:
    """The game as the claim has it: with the colours swapped, the points stay with the players."""
    event = correction_of(snapshot, asked, game)
    if isinstance(event, GameVoided):
        return tr("void: never played")
    first = event.first or game.first
    second = event.second or game.second
    names = shown_names(snapshot, [first, second])
    return f"{names.get(first, first)} {event.result} {names.get(second, second)}"


def _acceptance(asked: Asked) -> list[tuple[str, object]]:
    """For whoever may append; others are told to sign in, where people can."""
    visitor = asked.visitor
    accept = address(
        "/office/appeal", [(name, value) for name, value in asked.query if name not in ABOUT_LISTS]
    )
    if visitor.may("recorder"):
        return [(tr("accept"), Anchor(tr("append it, with reason and reference"), accept))]
    if visitor.person is None and visitor.can_sign_in:
        return [
            (tr("accept"), Anchor(tr("sign in to append it, with reason and reference"), accept))
        ]
    return []


def _about(
    snapshot: Snapshot, asked: Asked, game: Game | None
) -> tuple[str, list[tuple[str, object]]]:
    """The title and what is recorded."""
    if game is None:
        return tr(
            "Appeal: the events of {file}", file=asked.get("file") or tr("the pasted text")
        ), []
    tournament = asked.get("tournament") or ""
    names = shown_names(snapshot, [game.first, game.second])
    number = snapshot.tournaments.number(tournament)
    assert number is not None, "its game was found"
    event = snapshot.tournaments.registration(number)
    first, second = (
        Anchor(names.get(each, each), asked.to("players", each))
        for each in (game.first, game.second)
    )
    return tr(
        "Appeal: {name}, round {round}, board {board}",
        name=event.name,
        round=game.round,
        board=game.board,
    ), [
        (tr("tournament"), Anchor(event.name, asked.to("tournaments", tournament))),
        (tr("first"), first),
        (tr("second"), second),
    ]


def _question(snapshot: Snapshot, asked: Asked, game: Game) -> Form:
    """What the game should have been; what is left alone stays as recorded."""
    names = shown_names(snapshot, [game.first, game.second])
    same = ("", tr("as recorded"))
    results = [
        same,
        *((each.value, each.value) for each in Result),
        (VOID, tr("void: never played")),
    ]
    colours = [same, (SWAPPED, tr("swapped; the points stay with the players"))]
    fields = [
        Field("result", tr("Result should have been"), asked.get("result") or "", results),
        Field("colours", tr("Colours"), asked.get("colours") or "", colours),
        Field(
            "first",
            tr("First player"),
            asked.get("first") or "",
            hint=names.get(game.first, game.first),
        ),
        Field(
            "second",
            tr("Second player"),
            asked.get("second") or "",
            hint=names.get(game.second, game.second),
        ),
        Field("reason", tr("Reason"), asked.get("reason") or ""),
        Field("ref", tr("Reference of the decision"), asked.get("ref") or ""),
    ]
    return Form(asked.path, fields, tr("Who changes?"), asked.hidden(*SAYS, "trace"))


def _which(asked: Asked) -> Form:
    """Which lists are looked at."""
    schemes = [
        ("", tr("every list that can change")),
        *((name, name) for name in asked.schemes.names),
    ]
    every = [("", tr("those published, and the newest")), ("1", tr("every list since"))]
    fields = [
        Field("scheme", tr("Scheme"), asked.get("scheme") or "", schemes),
        Field("date", tr("Up to the list in force on"), asked.get("date") or "", hint=tr("today")),
        Field("every", tr("Lists"), asked.get("every") or "", every),
        Field("trace", tr("Show the path to (id or name)"), asked.get("trace") or ""),
    ]
    hidden = asked.hidden(*(field.name for field in fields))
    return Form(asked.path, fields, tr("Show"), hidden, tr("Which lists, and the path to whom"))


async def take_file(request: Request) -> Response:
    """A file or pasted text becomes an address, which can be sent and bookmarked. Nothing of it is stored.

    It is read here, for whoever has sent it; the address has the events as plain lines.
    """
    too_large = tr("this is too large for the desk → send only the events that are disputed")
    file, content, fields = await sent_content(request, 2 * MOST, too_large)
    words = {"ref": fields.get("ref", "").strip(), "file": file}
    content = content or fields.get("text", "").encode()
    if not content.strip():
        raise LedgerError(
            tr("neither a text nor a file was sent"),
            remedy=tr("paste the events, or choose a file"),
        )
    desk = request.app.state.desk

    def events() -> str:
        with desk.office() as office:
            lines = read_as_sent(office, desk.uploads, file, content)
        return packed(lines, tr("send only the events that are disputed"))

    given = [(name, value) for name, value in words.items() if value]
    return RedirectResponse(
        address("/appeal", [("events", await run_in_threadpool(events)), *given]), 303
    )
