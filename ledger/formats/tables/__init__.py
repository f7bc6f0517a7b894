"""Tables in csv and xlsx: players, titles, opening ratings, tournaments, entries, results, byes."""

from ledger.formats.tables.kinds import KINDS, LANGUAGES, Column, Kind
from ledger.formats.tables.read import read, recognises

__all__ = ["KINDS", "LANGUAGES", "Column", "Kind", "read", "recognises"]
