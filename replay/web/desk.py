"""One ledger, many requests at once: each gets an office of its own over one read model and one snapshot."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from ledger import open_log
from replay.office import Office, RecentSnapshots
from replay.web.jobs import Jobs
from replay.web.scenarios import KeptAnswers
from replay.web.uploads import Uploads

SNAPSHOTS = 3  # what was known at so many moments is kept between requests


class Desk:
    """A ledger that stays open. What is costly to read is kept between requests, and caught up when the log grows."""

    def __init__(self, place: str | Path) -> None:
        self.place, self.log = place, open_log(place)
        self.jobs, self.uploads, self.answers = Jobs(), Uploads(), KeptAnswers()
        self._kept: Office | None = None
        self._reading = Lock()

    @contextmanager
    def office(self) -> Iterator[Office]:
        """An office for one request, with all that the log has."""
        mine = self._caught_up().for_another_thread()
        try:
            yield mine
        finally:
            mine.states.settle()

    def _caught_up(self) -> Office:
        """One request reads what the log has gained; meanwhile the others answer from what was known before."""
        kept = self._kept
        if kept is not None and kept.model.head == self.log.head:
            return kept
        if not self._reading.acquire(blocking=kept is None):
            assert kept is not None
            return kept
        try:
            if self._kept is None or self._kept.model.head != self.log.head:
                fresh = Office(self.place, log=self.log)
                fresh.stays_open, fresh.recent = True, RecentSnapshots(SNAPSHOTS)
                fresh.snapshot()
                self._kept = fresh  # the one before is closed when its last request has ended
            return self._kept
        finally:
            self._reading.release()

    def close(self) -> None:
        self.jobs.close()
        self.uploads.close()
        if self._kept is not None:
            self._kept.let_go()
        self.log.close()
