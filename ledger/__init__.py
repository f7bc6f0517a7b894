"""What happened: events, the immutable log, and the proofs that it was not changed."""

from ledger.append import Appended, Noted
from ledger.checkpoint import Checkpoint
from ledger.errors import LedgerError, Problem, Refused
from ledger.events import EVENT_TYPES, AnyEvent, Event
from ledger.log import Log
from ledger.place import open_log
from ledger.proof import Consistency, Proof
from ledger.wire_format import content, decode_stored, encode_content, stream_of

__all__ = [
    "EVENT_TYPES",
    "AnyEvent",
    "Appended",
    "Checkpoint",
    "Consistency",
    "Event",
    "LedgerError",
    "Log",
    "Noted",
    "Problem",
    "Proof",
    "Refused",
    "content",
    "decode_stored",
    "encode_content",
    "open_log",
    "stream_of",
]
