"""From a tournament by its name to the game that an appeal is about, or from a file; then the workbench answers."""

from collections.abc import Sequence
from datetime import date
from itertools import groupby

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ledger.errors import LedgerError
from projections import Snapshot
from projections.find import find_tournaments, nearest, tournament_details
from projections.standings import tournament_of
from replay.answers import columns, kinds
from replay.answers.html import TableSection
from replay.answers.language import tr
from replay.answers.names import names_in, shown_names
from replay.answers.paper import Remarks, Section
from replay.answers.table import Column, Row, Table
from replay.office.kept_appeals import KeptAppeals
from replay.office.office import Office
from replay.questions.event_words import RESULTS
from replay.questions.tournament_rounds import STAGE_NAMES
from replay.questions.tournaments import all_tournaments
from replay.web.asked import Asked, address, appeal_address
from replay.web.claims import MOST, claimed_game, packed, read_as_sent
from replay.web.page import Anchor, Data, Field, Form, Page
from replay.web.sent import sent_content
from replay.web.workbench import answer_page, check_words
from schemes.standings import Game
from wording import say

MOST_FOUND = 100
NEWEST = 10  # tournaments that are offered before anybody has typed
GAMES = (
    Column("board", kinds.COUNT),
    Column("game", kinds.NAME),
    Column("result", kinds.WORD),
)


def appeal_page(appeals: KeptAppeals, office: Office, asked: Asked) -> Page | Data:
    """From the tournament to the game to the answer; or from a file to the answer."""
    check_words(asked)
    if asked.get("events"):
        return answer_page(appeals, office, asked, None)
    snapshot = office.snapshot()
    tournament = asked.get("tournament")
    if tournament is None:
        return _start(snapshot, asked)
    game = claimed_game(snapshot, asked)
    if game is not None:
        return answer_page(appeals, office, asked, game)
    number = snapshot.tournaments.number(tournament)
    if number is None:
        return _candidates(snapshot, asked, tournament)
    return _choose(snapshot, asked, number)


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
        result = RESULTS[game.result]
        return {"board": game.board, "game": players, "result": result, "address": address}

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
