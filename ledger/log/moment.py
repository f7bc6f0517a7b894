"""A point in the log, as people give it: a day, a time, or #POSITION."""

from datetime import UTC, date, datetime, time

from ledger.errors import LedgerError
from ledger.log.log import Log
from ledger.text import whole_number
from wording import say


def position_known(log: Log, text: str) -> int:
    """The last position known at a moment: a day counts to its end, times are UTC unless they say otherwise."""
    if text.startswith("#"):
        return _position(log, text)
    return log.position_at(_moment(text, time.max))


def position_before(log: Log, text: str) -> int:
    """The last position before a moment: a day counts from its beginning."""
    if text.startswith("#"):
        return _position(log, text) - 1
    moment = _moment(text, time.min)
    position = log.position_at(moment)
    while position and log.recorded(position) == moment:
        position -= 1
    return position


def _position(log: Log, text: str) -> int:
    position = whole_number(text[1:])
    if position is None:
        raise LedgerError(
            say("{text!r} is not a position", text=text), remedy=say("write it as #1234")
        )
    if position > log.head:
        raise LedgerError(
            say("there is no position {digits} yet", digits=text[1:]),
            remedy=say("the newest is #{head}", head=log.head),
        )
    return position


def _moment(text: str, at: time) -> datetime:
    try:
        if len(text) == 10:
            return datetime.combine(date.fromisoformat(text), at, UTC)
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise LedgerError(
            say("{text!r} is neither a day, a time nor a position", text=text),
            remedy=say("write 2026-11-30, 2026-11-30T18:00:00Z or #1234"),
        ) from None
