"""Who may append which event: one table for the desk and for the database that many offices share."""

from typing import Literal

from ledger.events import AnyEvent, KeyAnnounced, KeyRevoked, ListPublished, PersonErased

Appender = Literal["recorder", "publisher", "owner"]
# Every other event is for recorders. An owner works with the command line, beside the keys. On PostgreSQL members of
# DATABASE_office are recorders and publishers, and members of DATABASE_admin act for the owner.
_APPENDERS: dict[type, Appender] = {
    ListPublished: "publisher",
    PersonErased: "owner",
    KeyAnnounced: "owner",
    KeyRevoked: "owner",
}
OWNERS_EVENTS = tuple(kind.__name__ for kind, appender in _APPENDERS.items() if appender == "owner")


def appender_of(event: AnyEvent) -> Appender:
    """The role that it takes to append an event."""
    return _APPENDERS.get(type(event), "recorder")
