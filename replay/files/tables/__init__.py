"""Tables in csv and xlsx: every kind of event but the publication of a list can come from one.

- sheets: of a file, with `workbook` and `html` · printed: a table as text · headings: which table, which columns
- kinds: of a season, `decisions` of an office, `rankings` · columns, tournament_columns: with `meanings` for the help
- cells: how one is read, with `date_columns` · who: is meant · reader: rows as events
"""

from replay.files.tables.columns import LANGUAGES, SheetKind, TableColumn
from replay.files.tables.kinds import KINDS
from replay.files.tables.reader import in_order, read

__all__ = ["KINDS", "LANGUAGES", "SheetKind", "TableColumn", "in_order", "read"]
