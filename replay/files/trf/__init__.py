"""Tournament report files (TRF06, TRF16, TRF26): reading and writing.

Both: `heading` name, days, rounds, clocks · `days` · `points`, `team_points` what results are worth · `extensions` and
`kept` lines that other programs skip or the ledger has no field for.
Reading: `parse` lines by code and column · `games` two halves make one · `events` · `reader` all of it.
Writing: `export` out of a ledger · `story` of a tournament, `corrected` as it holds now · `crosstable` · `sheet` ·
`write`.
"""

from replay.files.trf.reader import ReportReading, read, read_report
from replay.files.trf.write import columns_only, write_report

__all__ = ["ReportReading", "columns_only", "read", "read_report", "write_report"]
