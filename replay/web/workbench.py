"""The appeals workbench: choose a game, or hand in a file, and see who changes. Nothing is appended here."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace
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
from replay.office.kept_appeals import KeptAppeal, KeptAppeals
from replay.office.office import Office
from replay.questions.event_words import RESULTS
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
from replay.web.navigation import title_of
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


def appeal_page(appeals: KeptAppeals, office: Office, asked: Asked) -> Page | Data:
    """From the tournament to the game to the answer; or from a file to the answer."""
    _check(asked)
    if asked.get("events"):
        return _answer(appeals, office, asked, None)
    snapshot = office.snapshot()
    tournament = asked.get("tournament")
    if tournament is None:
        return _start(snapshot, asked)
    game = claimed_game(snapshot, asked)
    if game is not None:
        return _answer(appeals, office, asked, game)
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


# Answering


class RoundGame(Struct, frozen=True):
    """A game of the round, to be chosen in the place of the one that is disputed."""

    board: int
    players: str
    result: str
    href: str
    is_chosen: bool


class Workbench(Struct, frozen=True):
    """The disputed game as it is recorded and as it is claimed to be, the answer, and the decision."""

    title: str
    "What it is about: a tournament, or the events of a file."
    recorded: str = ""
    claimed: str = ""
    fields: Sequence[Field] = ()
    "What the game should have been."
    players: Sequence[Field] = ()
    "Who should have sat at the board."
    hidden: Sequence[tuple[str, str]] = ()
    games: Sequence[RoundGame] = ()
    all_games: str = ""
    answer: AppealAnswer | None = None
    which: Form | None = None
    traces: Sequence[tuple[str, str]] = ()
    "Hidden fields of the question whose path is shown."
    every: str = ""
    paper: str = ""
    decides: Sequence[tuple[str, str]] = ()
    "Hidden fields of the decision; none: it cannot be decided here."
    sign_in: str = ""
    kept: KeptAppeal | None = None
    reason: str = ""
    ref: str = ""


def _answer(appeals: KeptAppeals, office: Office, asked: Asked, game: Game | None) -> Page | Data:
    claim = claimed(office, asked)
    answer = None
    if claim is not None:
        answer = answered(office, asked, claim)
    if asked.form:
        return table_data(asked.form, answer.table if answer else Table((), []))
    bench = Workbench(
        title=tr("the events of {file}", file=asked.get("file") or tr("the pasted text")),
        answer=answer,
        kept=_kept(appeals, asked),
        reason=asked.get("reason") or "",
        ref=asked.get("ref") or "",
    )
    if game is not None:
        bench = _with_game(bench, office.snapshot(), asked, game)
    if answer is not None:
        bench = _with_decision(bench, asked)
    return Page(
        title=tr("Appeal: {about}", about=bench.title),
        template="appeal.html",
        content=bench,
        data=("csv", "json") if answer else (),
        only_now=True,
    )


def _kept(appeals: KeptAppeals, asked: Asked) -> KeptAppeal | None:
    """The open appeal that the address goes on with, for the office alone."""
    if not asked.visitor.may("recorder"):
        return None
    kept = appeals.get(asked.get("appeal") or "")
    if kept is None or kept.dismissed:
        return None
    return kept


def _with_game(bench: Workbench, snapshot: Snapshot, asked: Asked, game: Game) -> Workbench:
    """The game, the others of its round, and what it should have been."""
    tournament = asked.get("tournament") or ""
    number = snapshot.tournaments.number(tournament)
    assert number is not None, "its game was found"
    facts = tournament_of(snapshot, number)
    round_ = [each for each in facts.games if (each.stage, each.round) == (game.stage, game.round)]
    names = shown_names(snapshot, [one for each in round_ for one in (each.first, each.second)])
    title = tr(
        "{name}, round {round}, board {board}",
        name=snapshot.tournaments.registration(number).name,
        round=game.round,
        board=game.board,
    )
    claim = _claim_in_words(snapshot, asked, game) if bench.answer else ""
    return replace(
        bench,
        title=title,
        recorded=_in_words(names, game.first, game.result, game.second),
        claimed=claim,
        fields=_question(asked),
        players=_sides(asked, names, game),
        hidden=asked.hidden(*SAYS, "trace"),
        games=[
            RoundGame(
                each.board,
                f"{names.get(each.first, each.first)} – {names.get(each.second, each.second)}",
                RESULTS[each.result],
                appeal_address(tournament, each.stage, each.round, each.board),
                each is game or each == game,
            )
            for each in sorted(round_, key=lambda each: each.board)
        ],
        all_games=address("/appeal", [("tournament", tournament)]),
    )


def _in_words(names: Mapping[str, str], first: str, result: str, second: str) -> str:
    return f"{names.get(first, first)} {RESULTS[result]} {names.get(second, second)}"


def _claim_in_words(snapshot: Snapshot, asked: Asked, game: Game) -> str:
    """The game as the claim has it: with the colours swapped, the points stay with the players."""
    event = correction_of(snapshot, asked, game)
    if isinstance(event, GameVoided):
        return tr("void: never played")
    first = event.first or game.first
    second = event.second or game.second
    return _in_words(shown_names(snapshot, [first, second]), first, event.result, second)


def _with_decision(bench: Workbench, asked: Asked) -> Workbench:
    """Which lists are looked at, the paper, and the decision for whoever may append; others are told to sign in."""
    visitor = asked.visitor
    plain = [(name, value) for name, value in asked.query if name not in ABOUT_LISTS]
    decides: Sequence[tuple[str, str]] = ()
    sign_in = ""
    if visitor.may("recorder"):
        decides = [(name, value) for name, value in plain if name not in ("reason", "ref")]
        decides.append(("ground", bench.reason))
    elif visitor.person is None and visitor.can_sign_in:
        sign_in = address("/office/appeal", plain)
    return replace(
        bench,
        which=_which(asked),
        traces=asked.hidden("trace"),
        every=asked.again(every=None if asked.get("every") else "1"),
        paper=address("/appeal/paper", asked.query),
        decides=decides,
        sign_in=sign_in,
    )


def _question(asked: Asked) -> list[Field]:
    """What the game should have been; what is left alone stays as recorded."""
    same = ("", tr("as recorded"))
    results = [same, *((each.value, RESULTS[each.value]) for each in Result)]
    results.append((VOID, tr("void: never played")))
    colours = [same, (SWAPPED, tr("swapped; the points stay with the players"))]
    return [
        Field("result", tr("The result should be"), asked.get("result") or "", results),
        Field("colours", tr("Colours"), asked.get("colours") or "", colours),
        Field("reason", tr("Grounds"), asked.get("reason") or ""),
        Field("ref", tr("Reference"), asked.get("ref") or ""),
    ]


def _sides(asked: Asked, names: Mapping[str, str], game: Game) -> list[Field]:
    """Who should have sat at the board, by name or id."""
    sides = [
        ("first", tr("First player"), game.first),
        ("second", tr("Second player"), game.second),
    ]
    return [
        Field(side, label, asked.get(side) or "", hint=names.get(player, player))
        for side, label, player in sides
    ]


def _which(asked: Asked) -> Form:
    """Which lists are looked at."""
    schemes = [
        ("", tr("every list that can change")),
        *((name, title_of(asked.schemes, name)) for name in asked.schemes.names),
    ]
    every = [("", tr("those published, and the newest")), ("1", tr("every list since"))]
    fields = [
        Field("scheme", tr("Regulation"), asked.get("scheme") or "", schemes),
        Field("date", tr("Up to the list in force on"), asked.get("date") or "", hint=tr("today")),
        Field("every", tr("Lists"), asked.get("every") or "", every),
    ]
    hidden = asked.hidden(*(field.name for field in fields))
    return Form("/appeal", fields, tr("Show"), hidden, tr("Which lists"))


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
