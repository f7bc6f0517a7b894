"""Tournament report files (TRF06, TRF16, TRF26): reading and writing."""

from replay.files.trf.reader import ReportReading, read, read_report
from replay.files.trf.write import columns_only, write_report

__all__ = ["ReportReading", "columns_only", "read", "read_report", "write_report"]
