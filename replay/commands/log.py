"""log and export: looking at the events, and writing them out."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

from cyclopts import Parameter

from ledger import Log, open_log
from ledger.moment import position_before, position_known
from replay.commands.options import current_place, only_with
from replay.log_rows import COLUMNS, LogRow, known_type, log_rows
from replay.output import Output, whole_file
from replay.terminal import progress, remark


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

    kind = known_type(type)
    player = None if player is None else named("player", player)
    tournament = None if tournament is None else named("tournament", tournament)
    with open_log(current_place()) as opened:
        after = position_before(opened, from_) if from_ else 0
        last = position_known(opened, until) if until else opened.head
        rows = _or_told(log_rows(opened, (after, last), player, tournament, kind), player, tournament)
        shown = map(_brief, rows) if output.is_table else rows
        output.rows(COLUMNS, shown, keep=("type", "subject", "detail"))


def _or_told(rows: Iterator[LogRow], player: str | None, tournament: str | None) -> Iterator[LogRow]:
    """The rows; if there is none, a word on the side, because an id may be mistyped."""
    first = next(rows, None)
    if first is not None:
        yield first
        yield from rows
    else:
        about = [f"{what} {name!r}" for what, name in (("player", player), ("tournament", tournament)) if name]
        remark(f"no event{' of ' + ' and '.join(about) if about else ''} in that part of the log\n")


def _brief(row: LogRow) -> LogRow:
    """For the eye: recorded to the second."""
    return row[0], row[1][:19].replace("T", " "), *row[2:]
