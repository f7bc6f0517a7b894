"""`### ledger` lines: what a report's columns cannot say, kept in comments that other programs skip.

### ledger tournament ID          the tournament's id
### ledger player NUMBER ID       a player's id where it is not his FIDE number
### ledger boards R B=NUMBER …    in round R on board B the player with this number went first
### ledger unentered NUMBER …     played without having been entered
### ledger by NAME                who recorded what the columns say
### ledger open                   the tournament has not been closed
### ledger instead {event}        an event that stands for the one made from the columns
### ledger event {event}          an event beside those (a correction, a foul, a game of another stage)
"""

import re

import msgspec
from msgspec import Struct

from ledger.events import (
    AnyEvent,
    ByeRecorded,
    Event,
    GameRecorded,
    PlayerEntered,
    PlayerRegistered,
    TournamentClosed,
    TournamentRegistered,
)
from ledger.log.json_bounds import bounded
from replay.files.trf.parse import EXTENSION
from replay.files.trf.report import ReportLine, TrfReport
from wording import message_of, say

Key = tuple[object, ...]
_DECODER: "msgspec.json.Decoder[AnyEvent]" = msgspec.json.Decoder(AnyEvent)
_BOARD = re.compile(r"(\d{1,5})=(\d{1,4})")


class Extensions(Struct):
    """All `### ledger` lines of a report."""

    tournament: str | None = None
    players: dict[int, str] = {}
    boards: dict[tuple[int, int], int] = {}
    unentered: set[int] = set()
    is_closed: bool | None = None
    by: str | None = None
    instead: dict[Key, tuple[ReportLine, AnyEvent]] = {}
    added: list[tuple[ReportLine, AnyEvent]] = []


def read_extensions(report: TrfReport) -> Extensions:
    """Read the lines; one that cannot be read is a problem (it was written to be read)."""
    found = Extensions()
    for line in report.extensions:
        word, _, rest = line.text.removeprefix(EXTENSION).strip().partition(" ")
        try:
            _take(found, line, word, rest.strip())
        except (ValueError, msgspec.MsgspecError) as error:
            column = len(EXTENSION) + 1
            report.refuse(
                line,
                column,
                say("a ledger line that cannot be read: {error}", error=message_of(error)),
                say("correct it or remove it"),
            )
    return found


def _take(found: Extensions, line: ReportLine, word: str, rest: str) -> None:
    if word == "tournament" and 0 < len(rest) <= 200:
        found.tournament = rest
    elif word in ("open", "closed"):
        found.is_closed = word == "closed"
    elif word == "by" and rest:
        found.by = rest
    elif word == "player":
        number, _, player = rest.partition(" ")
        if not 0 < len(player.strip()) <= 200:
            raise ValueError(say("an id has 1 to 200 characters"))
        found.players[int(number)] = player.strip()
    elif word == "unentered":
        found.unentered.update(int(number) for number in rest.split())
    elif word == "boards":
        round_, _, pairs = rest.partition(" ")
        for board, number in _BOARD.findall(pairs):
            found.boards[int(round_), int(number)] = int(board)
    elif word in ("instead", "event"):
        event = _DECODER.decode(bounded(rest))
        _keep(found, line, word, event)
    else:
        raise ValueError(say("unknown word {word!r}", word=word))


def _keep(found: Extensions, line: ReportLine, word: str, event: AnyEvent) -> None:
    if event.position is not None or event.recorded is not None:
        raise ValueError(say("position and recorded are the log's own"))
    if not hasattr(event, "tournament") and not isinstance(event, PlayerRegistered):
        raise ValueError(say("{type} is no event of a tournament", type=type(event).__name__))
    key = key_of(event) if word == "instead" else None
    if word == "event":
        found.added.append((line, event))
    elif key is None:
        raise ValueError(say("{type} stands for nothing in the columns", type=type(event).__name__))
    else:
        found.instead[key] = (line, event)


def key_of(event: Event) -> Key | None:
    """What an event made from the columns is known by; None for those that have no columns."""
    match event:
        case TournamentRegistered() | TournamentClosed():
            return (type(event),)
        case PlayerRegistered() | PlayerEntered():
            return (type(event), event.player)
        case ByeRecorded():
            return (ByeRecorded, event.round, event.player)
        case GameRecorded(stage="main"):
            return (GameRecorded, event.round, frozenset((event.first, event.second)))
    return None
