"""Cross-tables as programs and people print them: they become the same events as a report.

reader        a file: its sheets, what is told beside them, events
layout        where the heading is, which columns there are, which form the table has
marks         what one cell of a round says
progress      a table with a column for each round
square        a round robin: everybody against everybody
pairs         a list of pairs with results, such as a knockout's
sheet_report  the report that a sheet becomes, with places in it
"""

from replay.files.crosstables.reader import read

__all__ = ["read"]
