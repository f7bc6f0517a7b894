"""The appeals workbench: choose a game, say what it should have been, and see who changes. Nothing is appended."""

from datetime import date
from typing import Any

from starlette.exceptions import HTTPException

from ledger.errors import LedgerError
from ledger.events import GameCorrected, GameVoided, Result
from projections import Snapshot
from projections.standings import tournament_of
from replay.appeals import answers, appealed
from replay.appeals.report import columns_of, rows_of
from replay.named import unknown
from replay.office import Office
from replay.paper import Remarks, Section, Table
from replay.tournament_table import names_of
from replay.web.asked import Asked, address
from replay.web.page import Anchor, Data, Field, Form, Page, rows_data
from replay.why_not import why_unmoved
from schemes.standings import Game

VOID = "void"
RANKS = ("tournament", "player", "place before", "place after")
_REASON = "supposed on the desk"
_LEAD = "Choose a game and say what it should have been: the desk shows who changes, on which lists, through whom."


def appeal_page(office: Office, asked: Asked) -> Page | Data:
    """From the tournament to the game to the answer."""
    if asked.view.known:
        raise LedgerError("an appeal is about all that is known now", remedy="leave out known")
    snapshot = office.snapshot()
    tournament = asked.get("tournament")
    if tournament is None:
        return _start(asked)
    number = snapshot.tournaments.number(tournament)
    if number is None:
        raise HTTPException(404, str(unknown(snapshot, "tournament", tournament)))
    games = tournament_of(snapshot, number).games
    game = next((each for each in games if place_of(each) == _asked_place(asked)), None)
    if game is None:
        return _choose(snapshot, tournament, games)
    return _answered(office, asked, tournament, game)


def appeal_address(tournament: str, game: Game, **more: str) -> str:
    """Where the appeal about a game is worked on."""
    place = {"stage": game.stage, "round": game.round, "board": game.board}
    return address("/appeal", [("tournament", tournament), *place.items(), *more.items()])


def place_of(game: Game) -> tuple[str, str, str]:
    return game.stage, str(game.round), str(game.board)


def _asked_place(asked: Asked) -> tuple[str | None, ...]:
    return asked.get("stage") or "main", asked.get("round"), asked.get("board")


def _start(asked: Asked) -> Page:
    form = Form(asked.path, [Field("tournament", "Tournament (id)")], "Choose a game")
    return Page(title="Appeal", lead=_LEAD, forms=[form])


def _choose(snapshot: Snapshot, tournament: str, games: tuple[Game, ...]) -> Page:
    names = names_of(snapshot, [player for game in games for player in (game.first, game.second)])
    rows = [
        (Anchor(f"{game.round}.{game.board}", appeal_address(tournament, game)), game.stage,
         names.get(game.first, game.first), game.result, names.get(game.second, game.second))
        for game in games
    ]  # fmt: skip
    table = Table("Which game?", ("game", "stage", "first", "result", "second"), rows)
    return Page(title=f"Appeal: {tournament}", lead=_LEAD, sections=[table])


def _answered(office: Office, asked: Asked, tournament: str, game: Game) -> Page | Data:
    result = asked.get("result")
    columns, rows, sections = _supposed(office, asked, tournament, game, result) if result else ((), [], [])
    if asked.form:
        return rows_data(asked.form, columns, rows)
    return Page(
        title=f"Appeal: {tournament}, round {game.round}, board {game.board}",
        lead="Nothing is appended: the log is replayed once as it is, and once as if this stood in it.",
        facts=[
            ("tournament", Anchor(tournament, asked.to("tournaments", tournament))),
            ("recorded", f"{game.first} {game.result} {game.second}"),
        ],
        forms=[_question(asked, game)],
        sections=sections,
        data=("csv", "json") if result else (),
    )


def _question(asked: Asked, game: Game) -> Form:
    results = [(each.value, each.value) for each in Result if each.value != game.result]
    choices = [*results, (VOID, "void: never played")]
    fields = [Field("result", f"{game.first} – {game.second} should have been", asked.get("result") or "", choices)]
    return Form(asked.path, fields, "Who changes?", asked.hidden("result"))


def _event(tournament: str, game: Game, result: str) -> GameCorrected | GameVoided:
    place: dict[str, Any] = {"tournament": tournament, "round": game.round, "board": game.board, "stage": game.stage}
    if result == VOID:
        return GameVoided(**place, date=date.today(), reason=_REASON)
    if result not in list(Result):
        raise LedgerError(f"{result!r} is no result", remedy=f"use {', '.join(Result)} or {VOID}")
    return GameCorrected(**place, date=date.today(), reason=_REASON, result=Result(result))


def _supposed(
    office: Office, asked: Asked, tournament: str, game: Game, result: str
) -> tuple[tuple[str, ...], list[tuple[str, ...]], list[Section]]:
    """Columns and rows of the command `appeal`, and the same for the page with the standings."""
    entries = office.log.rehearse([_event(tournament, game, result)])
    with appealed(office, entries) as appeal:
        told = [each.told() for each in answers(appeal, date.today())]
        ranks = [(each.tournament, each.player, each.before, each.after) for each in appeal.ranks()]
        names = [each.scheme for each in told]
        why = why_unmoved(office, appeal.before, appeal.after, entries, names, date.today())
    columns, rows = columns_of(told), rows_of(told)
    linked = [(row[0], Anchor(row[1], asked.to("players", row[1])), *row[2:]) for row in rows]
    changed: list[Section] = [Table("Who changes, and through whom", columns, linked)] if rows else []
    nothing: list[Section] = [] if rows else [Remarks("Nothing changes on the lists", why)]
    return columns, rows, [*changed, *nothing, *([Table("Standings", RANKS, ranks)] if ranks else [])]
