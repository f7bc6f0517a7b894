"""The command subscribe: the events as they come."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Annotated

from cyclopts import Parameter

from ledger import Log, open_log
from ledger.append.description import event_line
from ledger.errors import LedgerError
from ledger.log.follow import LogFollower
from replay.answers.language import tr
from replay.answers.terminal import give, hint, notice
from replay.commands.options import current_place
from replay.questions.log_rows import exported
from wording import say


def subscribe(
    *,
    from_: Annotated[int | None, Parameter(name="--from")] = None,
    json: bool = False,
) -> None:
    """Follow the log: show each event as it is appended, by whichever office, until Ctrl-C.

    Parameters
    ----------
    from_
        Begin with the event at this position (default: with the next one that is appended).
    json
        JSON Lines, as export writes them.
    """
    if from_ is not None and from_ < 1:
        raise LedgerError(
            say("--from {value} is no position", value=from_), remedy=say("positions begin at 1")
        )
    with open_log(current_place()) as log, suppress(KeyboardInterrupt):
        log.tell = notice
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        after = log.head if from_ is None else from_ - 1
        hint(
            "following {origin} from position {position}; Ctrl-C stops it",
            origin=log.origin,
            position=after + 1,
        )
        give(_lines(LogFollower(log, after), _json if json else partial(_readable, log)))
    hint("stopped")


def _lines(events: LogFollower, line: Callable[[int, bytes], str]) -> Iterator[str]:
    for position, state in events:
        yield line(position, state)
        sys.stdout.flush()


def _json(position: int, state: bytes) -> str:
    return exported(position, state).decode()


def _readable(log: Log, position: int, _: bytes) -> str:
    event = log.event(position)
    recorded = "" if event.recorded is None else f"{event.recorded:%Y-%m-%d %H:%M:%S}"
    return f"{position} {recorded} {event.date} {tr(event_line(event))}\n"
