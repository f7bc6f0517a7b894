"""What append refuses: one function for each type, giving the standing of its stream, or None for a duplicate."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

from msgspec import UNSET
from msgspec.structs import fields

from ledger import events as ev
from ledger.book import Book, Objection
from ledger.checkpoint import Checkpoint
from ledger.errors import LedgerError
from ledger.standing import GameKey, PlayerStanding, Standing, TournamentStanding, game_key
from ledger.stored import decode_stored, stream_of

Judge = Callable[[Book, Any, bytes], Standing | None]

WITHDRAWABLE = (
    ev.FoulRecorded,
    ev.ByeRecorded,
    ev.PlayerEntered,
    ev.AbsenceExcused,
    ev.TitleAwarded,
    ev.TitleRevoked,
    ev.RatingCarriedIn,
    ev.PlayerTransferred,
    ev.PlayerDeceased,
    ev.InactivityDeclared,
    ev.ActivityResumed,
    ev.ReportReceived,
)


def known_player(book: Book, player: str) -> PlayerStanding:
    standing = book.player(player)
    if not standing.version:
        raise unknown_player(player)
    return standing


def unknown_player(player: str) -> Objection:
    return Objection(
        f"unknown player {player!r}", "register the player first (PlayerRegistered), in an earlier line or file"
    )


def open_tournament(book: Book, tournament: str) -> TournamentStanding:
    """A tournament that is registered; the caller still has to ask whether it is voided."""
    standing = book.tournament(tournament)
    if not standing.version:
        raise Objection(
            f"unknown tournament {tournament!r}",
            "register the tournament first (TournamentRegistered), in an earlier line or file",
        )
    return standing


def refuse_voided(book: Book, standing: TournamentStanding, tournament: str) -> None:
    if standing.voided:
        raise Objection(
            f"tournament {tournament!r} is voided ({book.cite(standing.voided)})",
            "register it under another id, if it was played after all",
        )


def is_repeated(book: Book, standing: Standing, body: bytes) -> bool:
    """Is an event with the same content in the stream? If it was withdrawn since, say so."""
    at = None if standing.seen is None else standing.seen.get(hash(body))
    if at is None or not book.is_same(at, body):
        return False
    warn_withdrawn(book, standing, at)
    return True


def warn_withdrawn(book: Book, standing: Standing, at: int) -> None:
    if standing.is_withdrawn(at):
        book.warning = Objection(
            f"skipped: the same event stands at position {at} and was withdrawn since",
            "add a ref or a note to record it anew",
        )


def refuse_clumsy_id(name: str, what: str) -> None:
    if name != name.strip() or not name.isprintable():
        raise Objection(f"{what} id {name!r} begins or ends with a space, or has unprintable characters in it")


# Players


def player_registered(book: Book, event: ev.PlayerRegistered, body: bytes) -> Standing | None:
    standing = book.player(event.player)
    if standing.version:
        if book.is_same(standing.registered, body):
            return None
        raise Objection(
            f"player {event.player!r} exists already with other data ({book.cite(standing.registered)})",
            "append a PlayerCorrected if the registration was wrong, or use another id",
        )
    refuse_clumsy_id(event.player, "player")
    book.known.add(event.player)
    book.players[event.player] = standing
    return standing


def about_player(book: Book, event: Any, body: bytes) -> Standing | None:
    """Events that only need their player."""
    standing = known_player(book, event.player)
    return None if is_repeated(book, standing, body) else standing


def player_deceased(book: Book, event: ev.PlayerDeceased, body: bytes) -> Standing | None:
    standing = known_player(book, event.player)
    if is_repeated(book, standing, body):
        return None
    if standing.deceased:
        raise Objection(
            f"the death of {event.player!r} is already recorded ({book.cite(standing.deceased)})",
            "withdraw that event first (EventWithdrawn) if its date is wrong",
        )
    return standing


def players_merged(book: Book, event: ev.PlayersMerged, body: bytes) -> Standing | None:
    if event.kept == event.duplicate:
        raise Objection(f"player {event.kept!r} cannot be merged with itself", "name two different ids")
    duplicate = known_player(book, event.duplicate)
    if is_repeated(book, duplicate, body):
        return None
    if duplicate.merged_into is not None:
        raise Objection(f"player {event.duplicate!r} is already merged into {duplicate.merged_into!r}")
    kept: str | None = event.kept
    while kept is not None:
        if kept == event.duplicate:
            raise Objection(
                f"player {event.kept!r} is already merged into {event.duplicate!r}", "a merge cannot go in a circle"
            )
        kept = known_player(book, kept).merged_into
    return duplicate


def title_revoked(book: Book, event: ev.TitleRevoked, body: bytes) -> Standing | None:
    standing = known_player(book, event.player)
    if is_repeated(book, standing, body):
        return None
    if all(title != event.title for title, _ in standing.titles):
        held = ", ".join(sorted({title for title, _ in standing.titles})) or "none"
        raise Objection(
            f"title {event.title!r} was never awarded to {event.player!r} (awarded: {held})",
            "revoke it under the id and the code it was awarded under",
        )
    return standing


def player_corrected(book: Book, event: ev.PlayerCorrected, body: bytes) -> Standing | None:
    refuse_empty_correction(event)
    return about_player(book, event, body)


def rating_carried_in(book: Book, event: ev.RatingCarriedIn, body: bytes) -> Standing | None:
    for name, value in (("rating", event.rating), ("peak", event.peak)):
        if value is not None:
            refuse_odd_number(name, value, 10_000)
    return about_player(book, event, body)


def refuse_odd_number(name: str, value: Decimal, limit: int) -> None:
    if not value.is_finite() or not 0 <= value < limit:
        raise Objection(f"{name} {value} is out of range", f"give a number from 0 to {limit}")
    exponent = value.normalize().as_tuple().exponent
    if isinstance(exponent, int) and exponent < -6:
        raise Objection(f"{name} {value} has more than six decimals")


def refuse_empty_correction(event: ev.PlayerCorrected | ev.TournamentCorrected) -> None:
    names = [field.name for field in fields(event) if field.default is UNSET]
    if all(getattr(event, name) is UNSET for name in names):
        raise Objection("the correction names nothing that was wrong", f"give one or more of: {', '.join(names)}")


# Tournaments


def tournament_registered(book: Book, event: ev.TournamentRegistered, body: bytes) -> Standing | None:
    standing = book.tournament(event.tournament)
    if standing.version:
        if book.is_same(standing.registered, body):
            return None
        raise Objection(
            f"tournament {event.tournament!r} exists already with other data ({book.cite(standing.registered)})",
            "append a TournamentCorrected if the registration was wrong, or use another id",
        )
    refuse_clumsy_id(event.tournament, "tournament")
    refuse_frame(event.start, event.end)
    if event.hours_per_day is not None:
        refuse_odd_number("hours_per_day", event.hours_per_day, 24)
    book.tournaments[event.tournament] = standing
    return standing


def refuse_frame(start: Any, end: Any) -> None:
    if end < start:
        raise Objection(f"end {end} is before start {start}", "give the last day as end, the first as start")


def tournament_corrected(book: Book, event: ev.TournamentCorrected, body: bytes) -> Standing | None:
    refuse_empty_correction(event)
    standing = open_tournament(book, event.tournament)
    if is_repeated(book, standing, body):
        return None
    refuse_voided(book, standing, event.tournament)
    rounds, start, end = standing.frame_after(event)
    refuse_frame(start, end)
    if isinstance(event.hours_per_day, Decimal):
        refuse_odd_number("hours_per_day", event.hours_per_day, 24)
    last = standing.last_round()
    if rounds < last:
        raise Objection(
            f"{rounds} rounds, but round {last} is recorded already", "void or withdraw what is recorded beyond first"
        )
    return standing


def about_tournament(book: Book, event: Any, body: bytes) -> TournamentStanding | None:
    """Events that only need their tournament."""
    standing = open_tournament(book, event.tournament)
    if is_repeated(book, standing, body):
        return None
    refuse_voided(book, standing, event.tournament)
    return standing


def player_entered(book: Book, event: ev.PlayerEntered, body: bytes) -> Standing | None:
    standing = open_tournament(book, event.tournament)
    at = standing.entries.get(event.player)
    if at is not None and book.is_same(at, body):
        return None
    if _was_withdrawn(book, standing, body):
        return None
    refuse_voided(book, standing, event.tournament)
    if not book.knows(event.player):
        raise unknown_player(event.player)
    if at is not None:
        raise Objection(
            f"player {event.player!r} is already entered with other data ({book.cite(at)})",
            "withdraw that entry first (EventWithdrawn)",
        )
    return standing


def _was_withdrawn(book: Book, standing: Standing, body: bytes) -> bool:
    """An entry or a bye that was withdrawn and comes again unchanged."""
    for at in standing.withdrawn or ():
        if book.is_same(at, body):
            warn_withdrawn(book, standing, at)
            return True
    return False


def bye_recorded(book: Book, event: ev.ByeRecorded, body: bytes) -> Standing | None:
    standing = open_tournament(book, event.tournament)
    at = standing.busy.get(event.round, {}).get(event.player)
    if at is not None and book.is_same(at, body):
        return None
    if _was_withdrawn(book, standing, body):
        return None
    refuse_voided(book, standing, event.tournament)
    if not book.knows(event.player):
        raise unknown_player(event.player)
    refuse_beyond(standing, event.round)
    refuse_busy(book, standing, event.round, (event.player,))
    return standing


def foul_recorded(book: Book, event: ev.FoulRecorded, body: bytes) -> Standing | None:
    standing = about_tournament(book, event, body)
    if standing is None:
        return None
    if not book.knows(event.player):
        raise unknown_player(event.player)
    if event.stage == "main":
        refuse_beyond(standing, event.round)
    return standing


def tournament_closed(book: Book, event: ev.TournamentClosed, body: bytes) -> Standing | None:
    standing = about_tournament(book, event, body)
    if standing is None:
        return None
    if standing.closed:
        raise Objection(
            f"tournament {event.tournament!r} is already closed, with other data ({book.cite(standing.closed)})",
            "append a RankingCorrected if the ranking was wrong",
        )
    refuse_ranking(book, event.ranking or ())
    return standing


def ranking_corrected(book: Book, event: ev.RankingCorrected, body: bytes) -> Standing | None:
    standing = about_tournament(book, event, body)
    if standing is None:
        return None
    if not standing.closed:
        raise Objection(
            f"tournament {event.tournament!r} has no ranking to correct: it is not closed",
            "append a TournamentClosed with the ranking",
        )
    refuse_ranking(book, event.ranking)
    return standing


def refuse_ranking(book: Book, ranking: Iterable[str]) -> None:
    placed: set[str] = set()
    for player in ranking:
        if player in placed:
            raise Objection(f"player {player!r} stands twice in the ranking", "name every player once")
        placed.add(player)
        if not book.knows(player):
            raise unknown_player(player)


def tournament_voided(book: Book, event: ev.TournamentVoided, body: bytes) -> Standing | None:
    return about_tournament(book, event, body)


# Games


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
    return standing


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


def refuse_beyond(standing: TournamentStanding, number: int) -> None:
    if number > standing.rounds:
        raise Objection(
            f"round {number}, but the tournament has {standing.rounds} rounds",
            "correct the round, or append a TournamentCorrected with more rounds",
        )


def refuse_busy(
    book: Book, standing: TournamentStanding, number: int, players: Iterable[str], besides: int = 0
) -> None:
    """One game or bye for each player in a main round."""
    busy = standing.busy.get(number, {})
    for player in players:
        at = busy.get(player)
        if at is not None and at != besides:
            there = book.recall(at)
            what = f"a {there.kind} bye" if isinstance(there, ev.ByeRecorded) else f"board {_board(there)}"
            raise Objection(
                f"player {player!r} already has {what} in round {number} ({book.cite(at)})",
                "a player has one game or one bye in a main round",
            )


def _board(event: Any) -> int:
    return int(event.board)


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


# Withdrawals and lists


def event_withdrawn(book: Book, event: ev.EventWithdrawn, body: bytes) -> Standing | None:
    found = book.source.located(event.withdraws)
    if found is None:
        raise Objection(f"there is no event at position {event.withdraws} yet", "rating-ledger log shows positions")
    stream, state = found
    standing = book.by_stream(stream)
    if is_repeated(book, standing, body):
        return None
    target = decode_stored(state)
    if not isinstance(target, WITHDRAWABLE):
        raise Objection(
            f"position {event.withdraws} is a {type(target).__name__}, which cannot be withdrawn",
            _instead(target),
        )
    if standing.withdrawn and event.withdraws in standing.withdrawn:
        raise Objection(
            f"position {event.withdraws} is already withdrawn ({book.cite(standing.withdrawn[event.withdraws])})"
        )
    if isinstance(standing, TournamentStanding):
        refuse_voided(book, standing, stream.removeprefix("tournament/"))
    return standing


def _instead(event: Any) -> str:
    if isinstance(event, ev.GameRecorded | ev.GameCorrected | ev.GameVoided):
        return "append a GameCorrected or a GameVoided"
    if hasattr(event, "tournament"):
        return "append a TournamentCorrected, RankingCorrected or TournamentVoided"
    if isinstance(event, ev.PlayerRegistered | ev.PlayerCorrected):
        return "append a PlayerCorrected"
    return "only what has no correction of its own can be withdrawn"


def list_published(book: Book, event: ev.ListPublished, body: bytes) -> Standing | None:
    stream = stream_of(event)
    standing = book.list(stream)
    if is_repeated(book, standing, body):
        return None
    try:
        checkpoint = Checkpoint.parse(event.checkpoint)
    except LedgerError as error:
        raise Objection(error.problems[0].wrong, error.problems[0].remedy) from error
    if checkpoint.size != event.at_position:
        raise Objection(f"the checkpoint is for {checkpoint.size} events, the list for position {event.at_position}")
    if checkpoint.root != book.source.root(event.at_position):
        raise Objection(
            f"the checkpoint does not fit this log at position {event.at_position}",
            "the list was published from another log; publish it from this one",
        )
    book.lists[stream] = standing
    return standing


JUDGES: dict[type, Judge] = {
    ev.PlayerRegistered: player_registered,
    ev.PlayerTransferred: about_player,
    ev.PlayerDeceased: player_deceased,
    ev.PlayersMerged: players_merged,
    ev.TitleAwarded: about_player,
    ev.TitleRevoked: title_revoked,
    ev.PlayerCorrected: player_corrected,
    ev.RatingCarriedIn: rating_carried_in,
    ev.TournamentRegistered: tournament_registered,
    ev.TournamentCorrected: tournament_corrected,
    ev.PlayerEntered: player_entered,
    ev.GameRecorded: game_recorded,
    ev.ByeRecorded: bye_recorded,
    ev.FoulRecorded: foul_recorded,
    ev.TournamentClosed: tournament_closed,
    ev.ReportReceived: about_tournament,
    ev.AbsenceExcused: about_player,
    ev.InactivityDeclared: about_player,
    ev.ActivityResumed: about_player,
    ev.GameCorrected: game_corrected,
    ev.GameVoided: game_voided,
    ev.TournamentVoided: tournament_voided,
    ev.RankingCorrected: ranking_corrected,
    ev.EventWithdrawn: event_withdrawn,
    ev.ListPublished: list_published,
}
