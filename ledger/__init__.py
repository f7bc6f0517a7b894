"""What happened: events, the immutable log, and the proofs that it was not changed.

- events: everything that can happen · item: an event or a problem at a place of a file · errors
- text: characters from outside · names: names as people type them · whole_file: files that appear whole or not at all
- append/: an event is judged, then it stands in the log · log/: all events in order
- tree/: proofs · persons/: what is private about persons
"""

from ledger.errors import LedgerError, Problem
from ledger.events import EVENT_TYPES, AnyEvent, Event
from ledger.item import Appended, Noted
from ledger.log.log import Log
from ledger.log.place import open_log
from ledger.log.wire_format import content, decode_stored, encode_content, stream_of
from ledger.tree.checkpoint import Checkpoint
from ledger.tree.proof import Consistency, Proof

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
    "content",
    "decode_stored",
    "encode_content",
    "open_log",
    "stream_of",
]
