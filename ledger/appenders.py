"""Who may append which event: one table for the desk and for whoever else lets people append."""

from typing import Literal

from ledger.events import AnyEvent, KeyAnnounced, KeyRevoked, ListPublished, PersonErased

Appender = Literal["recorder", "publisher", "owner"]
# Every other event is for recorders. An owner works with the command line, beside the keys.
_APPENDERS: dict[type, Appender] = {
    ListPublished: "publisher",
    PersonErased: "owner",
    KeyAnnounced: "owner",
    KeyRevoked: "owner",
}


def appender_of(event: AnyEvent) -> Appender:
    """The role that it takes to append an event."""
    return _APPENDERS.get(type(event), "recorder")
