"""The events of the log as rows that people read: all, or those about a player, a tournament, of a type."""

from collections.abc import Iterator
from difflib import get_close_matches

from ledger import EVENT_TYPES, AnyEvent, LedgerError, Log
from ledger.description import detail, mentions, subject
from ledger.events import EventWithdrawn, GameCorrected, GameRecorded, GameVoided, TournamentVoided
from ledger.wire_format import decode_stored

COLUMNS = ("position", "recorded", "date", "type", "subject", "detail")
LogRow = tuple[int, str, str, str, str, str]
# what can concern a player without naming the player
_UNNAMED = (EventWithdrawn, GameCorrected, GameVoided, TournamentVoided)


def log_rows(
    log: Log,
    between: tuple[int, int],
    player: str | None = None,
    tournament: str | None = None,
    kind: type[AnyEvent] | None = None,
) -> Iterator[LogRow]:
    """Events after one position and up to another, in the order of the log."""
    for position, event in _candidates(log, *between, player, tournament):
        if kind is None or isinstance(event, kind):
            yield _row(position, event)


def _row(position: int, event: AnyEvent) -> LogRow:
    recorded = "" if event.recorded is None else event.recorded.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    kind = event.__class__.__name__
    return position, recorded, event.date.isoformat(), kind, subject(event), detail(event)


def _candidates(
    log: Log, after: int, last: int, player: str | None, tournament: str | None
) -> Iterator[tuple[int, AnyEvent]]:
    if tournament is not None:
        concerns = PlayerEvents(log, player or "").concern
        for position, event in log.stream(f"tournament/{tournament}"):
            if after < position <= last and (player is None or concerns(event, position)):
                yield position, event
    elif player is not None:
        yield from _of_player(log, after, last, player)
    else:
        yield from log.read(after, last)


def _of_player(log: Log, after: int, last: int, player: str) -> Iterator[tuple[int, AnyEvent]]:
    """What names the player has the name in its bytes, or escapes in it: little else is decoded."""
    signs = (player.encode(), b"\\", *(f'"type":"{kind.__name__}"'.encode() for kind in _UNNAMED))
    concerns = PlayerEvents(log, player).concern
    for batch in log.read_stored(after, last):
        for position, stream, state in batch:
            if any(sign in state for sign in signs):
                event = decode_stored(state)
                if stream == f"player/{player}" or concerns(event, position):
                    yield position, event


class PlayerEvents:
    """Says which events are about a player: also corrections and voidings of the player's games."""

    def __init__(self, log: Log, player: str) -> None:
        self._log, self._player = log, player
        self._streams: dict[str, list[tuple[int, AnyEvent]]] = {}

    def concern(self, event: AnyEvent, position: int) -> bool:
        """Whether an event names the player, or changes or withdraws one that does."""
        if mentions(event, self._player):
            return True
        if isinstance(event, EventWithdrawn):
            return self.concern(self._log.event(event.withdraws), event.withdraws)
        if isinstance(event, TournamentVoided):
            return any(mentions(each, self._player) for _, each in self._events_of(event.tournament))
        return isinstance(event, GameCorrected | GameVoided) and self._changes_own_game(event, position)

    def _changes_own_game(self, event: GameCorrected | GameVoided, position: int) -> bool:
        """Whether the game, as it stood before the change, was the player's."""
        sides: list[str | None] = [None, None]
        for at, each in self._events_of(event.tournament):
            if at < position and isinstance(each, GameRecorded | GameCorrected) and _place(each) == _place(event):
                sides = [each.first or sides[0], each.second or sides[1]]
        return self._player in sides

    def _events_of(self, tournament: str) -> list[tuple[int, AnyEvent]]:
        """What the log says about a tournament, read once."""
        if tournament not in self._streams:
            self._streams[tournament] = list(self._log.stream(f"tournament/{tournament}"))
        return self._streams[tournament]


def _place(event: GameRecorded | GameCorrected | GameVoided) -> tuple[str, int, int]:
    return event.stage, event.round, event.board


def known_type(name: str | None) -> type[AnyEvent] | None:
    if name is None:
        return None
    if name not in EVENT_TYPES:
        close = get_close_matches(name, EVENT_TYPES, 1, 0.4)
        remedy = f"did you mean {close[0]}?" if close else f"known are: {', '.join(EVENT_TYPES)}"
        raise LedgerError(f"unknown type {name!r}", remedy=remedy)
    return EVENT_TYPES[name]
