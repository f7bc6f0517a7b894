"""Tables in csv and xlsx: every kind of event but the publication of a list can come from one."""

from replay.files.tables.columns import LANGUAGES, SheetKind, TableColumn
from replay.files.tables.kinds import KINDS
from replay.files.tables.reader import read

__all__ = ["KINDS", "LANGUAGES", "SheetKind", "TableColumn", "read"]
