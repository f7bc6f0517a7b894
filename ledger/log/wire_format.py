"""How an event is stored: JSON with a fixed-width head, so that order and identity can be read by slicing."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import msgspec
from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.events import (
    AnyEvent,
    FederationReinstated,
    FederationSuspended,
    KeyAnnounced,
    KeyRevoked,
    ListPublished,
    PlayersMerged,
    RatingCarriedIn,
    TournamentCorrected,
    TournamentRegistered,
)
from wording import say

FORMAT = 2  # 1 is the first, where names stood in the log: it is read and exported, not appended to
# {"v":2,"recorded":"2026-11-16T03:05:30.123456Z", and then the event's own JSON without its first brace.
VERSION_HEADS = (b'{"v":2,', b'{"v":1,')
RECORDED = slice(19, 46)
HEAD_LENGTH = 48
KEYS = "keys/log"  # the stream of the keys that sign checkpoints
DIGITS = 100  # before or after the point: more than any number of an office has

_decoder = msgspec.json.Decoder(AnyEvent)
_encoder = msgspec.json.Encoder(order="deterministic", decimal_format="number")
decode_event: Callable[[bytes], AnyEvent] = _decoder.decode
_decode_lines = _decoder.decode_lines
_encode = _encoder.encode
# type → its fields that are exact decimals
_DECIMALS: dict[type, tuple[str, ...]] = {
    RatingCarriedIn: ("rating", "peak", "deviation", "volatility"),
    TournamentRegistered: ("hours_per_day",),
    TournamentCorrected: ("hours_per_day",),
}


def encode_content(event: AnyEvent) -> bytes:
    """The event's own JSON: the same bytes for the same event, without position and recorded."""
    if event.position is not None or event.recorded is not None:
        event = replace(event, position=None, recorded=None)
    if type(event) in _DECIMALS:
        event = _plain_decimals(event)
    return _encode(event)


def identity(event: AnyEvent, body: bytes) -> bytes:
    """The content that tells whether two events are the same: all of it but who recorded it.

    The first `,"by":` is the event's own: only `names` can hold another one, which stands behind it, and a quotation
    mark within a text is escaped.
    """
    if event.by is None:
        return body
    return body.replace(b',"by":' + _encode(event.by), b"", 1)


def head(recorded: datetime) -> bytes:
    """The fixed-width beginning of a stored event; format version and time of the append."""
    return b'{"v":%d,"recorded":"%s",' % (FORMAT, instant(recorded))


def instant(moment: datetime) -> bytes:
    """A UTC time that sorts as text."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0").encode()


def content(state: bytes) -> bytes:
    """The event's own JSON out of its stored bytes."""
    return b"{" + state[HEAD_LENGTH:]


def recorded_of(state: bytes) -> datetime:
    """When a stored event was recorded."""
    return datetime.fromisoformat(state[RECORDED].decode())


def decode_stored(state: bytes) -> AnyEvent:
    """A stored event with its recorded time."""
    if state[:7] not in VERSION_HEADS:
        raise (
            LedgerError(
                say("an event is stored in a format this version cannot read"),
                excerpt=state[:60].decode("utf-8", "replace"),
                remedy=say(
                    "use a newer rating-ledger; if there is none, run verify: the event may have been tampered with"
                ),
            )
        )
    return decode_event(b"{" + state[7:])


def decode_batch(states: Sequence[bytes]) -> list[AnyEvent]:
    """Many stored events in one go."""
    lines = b"\n".join([b"{" + state[7:] for state in states])
    if not all(map(_is_ours, states)):
        return [decode_stored(state) for state in states]
    return _decode_lines(lines)


def decode_contents(states: Sequence[bytes]) -> list[AnyEvent]:
    """Many stored events without their recorded times: the quickest way to look at all."""
    events = _decode_lines(b"{" + b"\n{".join([state[HEAD_LENGTH:] for state in states]))
    if len(events) != len(states):
        raise msgspec.ValidationError("line ends within an event")
    return events


def is_head(start: bytes) -> bool:
    """Is this how a stored event begins, up to the name of its type?"""
    try:
        return (
            start[7:] == head(recorded_of(start))[7:] + b'"type":"' and start[:7] in VERSION_HEADS
        )
    except ValueError:
        return False


def _is_ours(state: bytes) -> bool:
    return state.startswith(VERSION_HEADS)


def stream_of(event: AnyEvent) -> str:
    """The stream an event belongs to. A withdrawal stands in the stream of what it withdraws."""
    tournament: str | None = getattr(event, "tournament", None)
    if tournament is not None:
        return "tournament/" + tournament
    player: str | None = getattr(event, "player", None)
    if player is not None:
        return "player/" + player
    if isinstance(event, ListPublished):
        return f"list/{event.scheme}/{event.list_date.isoformat()}"
    if isinstance(event, PlayersMerged):
        return "player/" + event.duplicate
    if isinstance(event, FederationSuspended | FederationReinstated):
        return "federation/" + event.federation
    if isinstance(event, KeyAnnounced | KeyRevoked):
        return KEYS
    raise ValueError("a withdrawal stands in the stream of what it withdraws")


def _plain_decimals(event: Any) -> Any:
    """2450.50 and 24505e-1 are one number and get one spelling."""
    changed: dict[str, object] = {}
    for field in _DECIMALS[type(event)]:
        value = getattr(event, field)
        if isinstance(value, Decimal) and (spelt := plain(value)) is not value:
            changed[field] = spelt
    if type(event) is not RatingCarriedIn and (awards := event.points):
        changed["points"] = tuple(replace(award, points=plain(award.points)) for award in awards)
    if changed:
        return replace(event, **changed)
    return event


def plain(value: Decimal) -> Decimal:
    """The same number without needless zeros, exactly; what is far out of range is left for the judgement."""
    if str(value).isdigit() or not value.is_finite():
        return value
    if value and abs(value.adjusted()) > DIGITS:
        return value
    text = format(value, "f") if value else "0"
    return Decimal(text.rstrip("0").removesuffix(".") if "." in text else text)
