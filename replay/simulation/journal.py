"""The office's journal: what was recorded on which day, written out in that order as time goes on."""

from collections import Counter
from datetime import date
from functools import lru_cache
from typing import BinaryIO

import msgspec

# Hours of the office's day, so that within a day nothing is used before it is entered.
PLAYERS, NOTICES, REGISTRATIONS, ENTRIES, REPORTS, CORRECTIONS = (
    hour * 3600 for hour in (7, 8, 9, 10, 11, 17)
)


@lru_cache(maxsize=20_000)
def iso(day: int) -> str:
    """A day (its ordinal) as text."""
    return date.fromordinal(day).isoformat()


def stamp(day: int, second: int) -> str:
    """The time of an entry, UTC."""
    return f"{iso(day)}T{second // 3600:02d}:{second % 3600 // 60:02d}:{second % 60:02d}Z"


class Journal:
    """Blocks of lines by the day and second they were recorded; whole days leave in order."""

    def __init__(self, out: BinaryIO, opening: int, stamped_until: int) -> None:
        self._out = out
        self.opening = opening
        self._stamped_until = stamped_until
        self._days: dict[int, list[tuple[int, int, bytes]]] = {}
        self._blocks = 0
        self.counts: Counter[str] = Counter()
        self.last = opening

    def enter(self, kind: str, day: int, recorded: int, second: int, /, **fields: object) -> None:
        """One event, true on `day`, recorded on another; never before the ledger was opened."""
        recorded = max(recorded, self.opening)
        event = {"type": kind, "date": iso(day)}
        if self._is_stamped(recorded):
            event["recorded"] = stamp(recorded, second)
        self.enter_lines(recorded, second, msgspec.json.encode(event | fields) + b"\n", {kind: 1})

    def recorded(self, day: int, second: int) -> str:
        """The time of an entry as a field of a line; nothing where the importing log's clock is to give it."""
        if self._is_stamped(day):
            return f'"recorded":"{stamp(day, second)}",'
        return ""

    def _is_stamped(self, day: int) -> bool:
        return day <= self._stamped_until

    def enter_lines(self, recorded: int, second: int, lines: bytes, counts: dict[str, int]) -> None:
        """Lines made elsewhere, all stamped with this day and second."""
        self._blocks += 1
        self._days.setdefault(recorded, []).append((second, self._blocks, lines))
        self.counts.update(counts)

    def write_until(self, day: int) -> None:
        """Write every day before this one. Nothing may be entered for them any more."""
        for done in sorted(recorded for recorded in self._days if recorded < day):
            for _second, _block, lines in sorted(self._days.pop(done)):
                self._out.write(lines)
            self.last = done

    def write_all(self) -> None:
        self.write_until(max(self._days, default=self.opening) + 1)
