"""What is refused of games, their corrections and their voiding."""

from ledger import events as ev
from ledger.book import Book, Objection
from ledger.judgement.grounds import (
    is_repeated,
    open_tournament,
    refuse_beyond,
    refuse_busy,
    refuse_voided,
    unknown_player,
)
from ledger.standing import GameKey, Standing, TournamentStanding, game_key


def game_recorded(book: Book, event: ev.GameRecorded, body: bytes) -> Standing | None:
    standing = open_tournament(book, event.tournament)
    key = game_key(event)
    at = standing.games.get(key)
    if at is not None or key in standing.buried:
        if _game_is_repeated(book, standing, key, body):
            return None
        if at is not None and not standing.voided:
            raise _second_result(book, standing, event, key)
    if standing.voided:
        refuse_voided(book, standing, event.tournament)
    first, second = event.first, event.second
    if first == second:
        raise Objection(f"{first!r} cannot play against himself", "give the opponent's id")
    known = book.known
    if first not in known and not book.knows(first):
        raise unknown_player(first)
    if second not in known and not book.knows(second):
        raise unknown_player(second)
    if event.stage == "main":
        if event.round > standing.rounds:
            refuse_beyond(standing, event.round)
        busy = standing.busy.get(event.round)
        if busy and (first in busy or second in busy):
            refuse_busy(book, standing, event.round, (first, second))
    if not standing.start <= event.date <= standing.end:
        _warn_outside(book, standing, event)
    return standing


def _warn_outside(book: Book, standing: TournamentStanding, event: ev.GameRecorded) -> None:
    """Games are rated by the tournament's days, so a wrong day is easily overlooked."""
    span = f"which lasts from {standing.start} to {standing.end}"
    book.warning = Objection(
        f"a game on {event.date} is outside of tournament {event.tournament!r}, {span}",
        "check the day; if the tournament's days are wrong, append a TournamentCorrected",
    )


def _game_is_repeated(book: Book, standing: TournamentStanding, key: GameKey, body: bytes) -> bool:
    at = standing.games.get(key)
    if at is not None and book.is_same(at, body):
        return True
    for at in standing.buried.get(key, ()):
        if book.is_same(at, body):
            book.warning = Objection(
                f"skipped: the same game stands at position {at} and was voided since",
                "add a ref or a note to record it anew",
            )
            return True
    return False


def _second_result(book: Book, standing: TournamentStanding, event: ev.GameRecorded, key: GameKey) -> Objection:
    there = book.recall(standing.games[key])
    assert isinstance(there, ev.GameRecorded)
    first, second = standing.players_of(key, book.recall)
    corrected = f", corrected at position {standing.corrected[key]}" if key in standing.corrected else ""
    return Objection(
        f"conflict: {named(event)} is already recorded: {first} {there.result.value} {second} "
        f"({book.cite(standing.games[key])}{corrected})",
        "append a GameCorrected if that result is wrong",
    )


def named(event: ev.GameRecorded | ev.GameCorrected | ev.GameVoided) -> str:
    """A game by its name."""
    stage = "" if event.stage == "main" else f" ({event.stage})"
    return f"round {event.round}{stage}, board {event.board} of {event.tournament!r}"


def live_game(book: Book, event: ev.GameCorrected | ev.GameVoided) -> TournamentStanding:
    standing = open_tournament(book, event.tournament)
    refuse_voided(book, standing, event.tournament)
    key = game_key(event)
    if key not in standing.games:
        if key in standing.voids:
            raise Objection(
                f"{named(event)} is voided ({book.cite(standing.voids[key])})", "record it anew with a GameRecorded"
            )
        raise Objection(f"there is no game in {named(event)}", "check tournament, stage, round and board")
    return standing


def game_corrected(book: Book, event: ev.GameCorrected, body: bytes) -> Standing | None:
    standing = open_tournament(book, event.tournament)
    if is_repeated(book, standing, body):
        _warn_superseded(book, standing, event, body)
        return None
    standing = live_game(book, event)
    key = game_key(event)
    for player in (event.first, event.second):
        if player is not None and not book.knows(player):
            raise unknown_player(player)
    if event.first or event.second:
        before = standing.players_of(key, book.recall)
        first, second = event.first or before[0], event.second or before[1]
        if first == second:
            raise Objection(f"{first!r} cannot play against himself", "correct both sides")
        if event.stage == "main":
            refuse_busy(book, standing, event.round, (first, second), besides=standing.games[key])
    return standing


def _warn_superseded(book: Book, standing: TournamentStanding, event: ev.GameCorrected, body: bytes) -> None:
    at = (standing.seen or {})[hash(body)]
    if standing.corrected.get(game_key(event)) != at:
        book.warning = Objection(
            f"skipped: the same correction stands at position {at}, but it was overtaken since",
            "add a ref or a note to correct the game again",
        )


def game_voided(book: Book, event: ev.GameVoided, body: bytes) -> Standing | None:
    standing = open_tournament(book, event.tournament)
    if is_repeated(book, standing, body):
        if game_key(event) in standing.games:
            book.warning = Objection(
                "skipped: the same voiding is in the log, but the game was recorded anew since",
                "add a ref or a note to void it again",
            )
        return None
    return live_game(book, event)
