"""The appeals workbench: choose a game, or hand in a file, and see who changes. Nothing is appended here."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from starlette.exceptions import HTTPException

from ledger.errors import LedgerError
from ledger.events import GameVoided, Result
from projections import Snapshot
from projections.standings import tournament_of
from replay.answers.language import tr
from replay.answers.names import shown_names
from replay.answers.paper import Paper
from replay.answers.table import Table
from replay.office.kept_appeals import KeptAppeal, KeptAppeals
from replay.office.office import Office
from replay.questions.event_words import RESULTS
from replay.web.appeal_answers import AppealAnswer, answered, decision, decision_in_log
from replay.web.asked import Asked, address, appeal_address
from replay.web.claims import (
    CHANGES,
    SWAPPED,
    VOID,
    claimed,
    correction_of,
)
from replay.web.navigation import title_of
from replay.web.page import Data, Field, Form, Page, table_data
from schemes.standings import Game

SAYS = (*CHANGES, "reason", "ref")
ABOUT_LISTS = ("scheme", "date", "every", "trace")


def appeal_paper(office: Office, asked: Asked) -> Paper:
    """The decision, to be printed and signed."""
    check_words(asked)
    if span := asked.get("accepted"):
        return decision_in_log(office, asked, span)
    claim = claimed(office, asked)
    if claim is None:
        raise HTTPException(
            404, tr("an appeal that claims nothing has no paper → choose a game at /appeal")
        )
    return decision(office, asked, claim)


def check_words(asked: Asked) -> None:
    if asked.known:
        raise LedgerError(
            tr("an appeal is about all that is known now"), remedy=tr("leave out known")
        )


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


def answer_page(
    appeals: KeptAppeals, office: Office, asked: Asked, game: Game | None
) -> Page | Data:
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
