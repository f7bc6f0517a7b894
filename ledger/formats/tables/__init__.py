"""Tables in csv and xlsx: every kind of event but the publication of a list can come from one."""

from ledger.formats.tables.columns import LANGUAGES, Kind, TableColumn
from ledger.formats.tables.kinds import KINDS
from ledger.formats.tables.reader import read, recognises

__all__ = ["KINDS", "LANGUAGES", "Kind", "TableColumn", "read", "recognises"]
