"""Tables in csv and xlsx: players, titles, opening ratings, tournaments, entries, results, byes."""

from ledger.formats.tables.kinds import KINDS, LANGUAGES, Kind, TableColumn
from ledger.formats.tables.reader import read, recognises

__all__ = ["KINDS", "LANGUAGES", "Kind", "TableColumn", "read", "recognises"]
