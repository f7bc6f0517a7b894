"""log and export: looking at the events, and writing them out."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

from cyclopts import Parameter

from ledger import EVENT_TYPES, AnyEvent, LedgerError, Log, open_log
from ledger.description import detail, mentions, subject
from ledger.events import EventWithdrawn, GameCorrected, GameRecorded, GameVoided, TournamentVoided
from ledger.moment import position_before, position_known
from ledger.wire_format import decode_stored
from replay.commands.options import current_place, only_with
from replay.output import Output, whole_file
from replay.terminal import progress, remark

COLUMNS = ("position", "recorded", "date", "type", "subject", "detail")
LogRow = tuple[int, str, str, str, str, str]


def export(
    *,
    until: str | None = None,
    trf: str | None = None,
    trf_version: Literal[16, 26] | None = None,
    corrected: Annotated[bool, Parameter(negative=())] = False,
    out: Annotated[Path | None, Parameter(name=["--out", "-o"])] = None,
) -> None:
    """Write the log as JSON Lines, with position and recorded; import reads it back to the same log.

    Parameters
    ----------
    until
        The last position to write, a number; also #POSITION, a day or a time.
    trf
        Write the report (TRF) of this tournament (id or name) instead; import reads it back to the same events.
    trf_version
        Reports: 16 (default) or 26.
    corrected
        Reports: the results as they hold now, corrections as remarks; else as first recorded, corrections after.
    out
        Write to this file.
    """
    if trf is None:
        only_with("a report (--trf)", {"--trf-version": trf_version, "--corrected": corrected})
    with open_log(current_place()) as log, _sink(out) as sink:
        last = log.head if until is None else _until(log, until)
        if trf is not None:
            from replay.commands.files import report_text
            from replay.commands.find import named

            trf = named("tournament", trf)
            sink.write(report_text(log, trf, version=trf_version or 16, corrected=corrected, until=last).encode())
            return
        with progress("exporting", last) as advance:
            for batch in log.read_stored(until=last):
                sink.writelines([b'{"position":%d,%s\n' % (position, state[7:]) for position, _, state in batch])
                advance(batch[-1][0])


def _until(log: Log, text: str) -> int:
    return position_known(log, f"#{text}" if text.isdigit() else text)


@contextmanager
def _sink(out: Path | None) -> Iterator[BinaryIO]:
    """Standard output, or a file that appears only when it is complete."""
    if out is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with whole_file(out) as file:
        yield file


def log(
    *,
    player: str | None = None,
    tournament: str | None = None,
    type: str | None = None,  # noqa: A002 - the option's name
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    until: str | None = None,
    output: Output = Output(),
) -> None:
    """Show the events, readable, in the order of the log.

    Parameters
    ----------
    player
        Only what is about this player (id or name): games and rankings included, and whatever corrects, voids or
        withdraws them.
    tournament
        Only what is about this tournament (id or name).
    type
        Only events of this type, such as GameRecorded.
    from_
        From this moment on: a day or a time (when it was recorded), or #POSITION.
    until
        Up to this moment.
    """
    from replay.commands.find import named

    kind = _known_type(type)
    player = None if player is None else named("player", player)
    tournament = None if tournament is None else named("tournament", tournament)
    with open_log(current_place()) as opened:
        after = position_before(opened, from_) if from_ else 0
        last = position_known(opened, until) if until else opened.head
        chosen = (
            (position, event)
            for position, event in _candidates(opened, after, last, player, tournament)
            if kind is None or isinstance(event, kind)
        )
        rows = _or_told((_row(position, event) for position, event in chosen), player, tournament)
        shown = map(_brief, rows) if output.is_table else rows
        output.rows(COLUMNS, shown, keep=("type", "subject", "detail"))


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


# what can concern a player without naming the player
_UNNAMED = (EventWithdrawn, GameCorrected, GameVoided, TournamentVoided)


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


def _or_told(rows: Iterator[LogRow], player: str | None, tournament: str | None) -> Iterator[LogRow]:
    """The rows; if there is none, a word on the side, because an id may be mistyped."""
    first = next(rows, None)
    if first is not None:
        yield first
        yield from rows
    else:
        about = [f"{what} {name!r}" for what, name in (("player", player), ("tournament", tournament)) if name]
        remark(f"no event{' of ' + ' and '.join(about) if about else ''} in that part of the log\n")


def _row(position: int, event: AnyEvent) -> LogRow:
    recorded = "" if event.recorded is None else event.recorded.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    kind = event.__class__.__name__
    return position, recorded, event.date.isoformat(), kind, subject(event), detail(event)


def _brief(row: LogRow) -> LogRow:
    """For the eye: recorded to the second."""
    return row[0], row[1][:19].replace("T", " "), *row[2:]


def _known_type(name: str | None) -> type[AnyEvent] | None:
    if name is None:
        return None
    if name not in EVENT_TYPES:
        close = get_close_matches(name, EVENT_TYPES, 1, 0.4)
        remedy = f"did you mean {close[0]}?" if close else f"known are: {', '.join(EVENT_TYPES)}"
        raise LedgerError(f"unknown type {name!r}", remedy=remedy)
    return EVENT_TYPES[name]
