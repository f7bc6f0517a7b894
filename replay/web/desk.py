"""One ledger, many requests at once: each gets an office of its own over one read model and one snapshot."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import duckdb

from ledger import open_log
from ledger.errors import LedgerError
from ledger.item import Appended
from ledger.log.follow import LogFollower
from ledger.log.place import cache_folder
from ledger.persons.seal import ERASED
from projections import Snapshot
from replay.office.imports import Imports
from replay.office.kept_appeals import KeptAppeals
from replay.office.office import Office, Progress, RecentSnapshots, schemes_in_use
from replay.web.asked import Asked
from replay.web.jobs import Jobs
from replay.web.journal import DeskJournal
from replay.web.navigation import question_in_words
from replay.web.office_work import KeptResults
from replay.web.scenarios import KeptAnswers
from replay.web.turns import DeskQuestions
from replay.web.uploads import Uploads
from schemes import Schemes
from schemes.kernels.compiler import caches

HEALTH = 1.0  # seconds that the log has to say how long it is
SNAPSHOTS = 3  # what was known at so many moments is kept between requests


class Desk:
    """A ledger that stays open. What is costly to read is kept between requests, and caught up when the log grows."""

    def __init__(
        self, place: str | Path, lists: Path | None = None, journal: DeskJournal | None = None
    ) -> None:
        """`lists` is the folder for files of published lists, where a ledger has none of its own."""
        self.journal = journal or DeskJournal()
        self.place = place
        self.lists = lists
        self.schemes = Schemes.of_ledger(place)
        self.log = open_log(place)
        self.jobs = Jobs()
        self.uploads = Uploads()
        folder = cache_folder(place, self.log, caches())
        self.imports = Imports(folder)
        self.appeals = KeptAppeals(folder)
        self.results = KeptResults()
        self.answers = KeptAnswers()
        self.questions = DeskQuestions(self.jobs, lambda: self.log.head, self._in_words)
        self._kept: Office | None = None
        self._in_use: tuple[int, list[str]] | None = None  # as of a position
        self._reading = Lock()
        self._health = ThreadPoolExecutor(
            1, "health"
        )  # of its own: it answers when all others are busy
        self._asking: Future[dict[str, Any]] | None = None

    @contextmanager
    def office(self, progress: Progress | None = None) -> Iterator[Office]:
        """An office for one request, with all that the log has."""
        mine = self._caught_up().for_another_thread(progress)
        try:
            yield mine
        finally:
            mine.settle()

    def _in_words(self, asked: Asked) -> str:
        """What an address asks for, with names as soon as the ledger was read once."""
        if self._kept is None:
            return question_in_words(asked)
        with self.office() as office:
            return question_in_words(asked, office.snapshot())

    @property
    def known_until(self) -> int:
        """The position up to which the desk has read the log; 0 before the first question."""
        if self._kept is None:
            return 0
        return self._kept.model.head

    def schemes_in_use(self) -> list[str]:
        """The schemes that the ledger uses, for menus; as long as it uses none, all of them."""
        kept = self._kept
        if kept is None:
            return list(self.schemes.names)
        if self._in_use is None or self._in_use[0] != kept.model.head:
            used = schemes_in_use(self.schemes, kept.snapshot())
            self._in_use = kept.model.head, used or list(self.schemes.names)
        return self._in_use[1]

    def _caught_up(self) -> Office:
        """One request reads what the log has gained; meanwhile the others answer from what was known before.

        They wait for it if somebody was erased: no page shows the name any more.
        """
        kept = self._kept
        if kept is not None and kept.model.head == self.log.head:
            return kept
        if not self._reading.acquire(
            blocking=kept is None or self.log.has_erasures(kept.model.head)
        ):
            assert kept is not None
            return kept
        try:
            if self._kept is None or self._kept.model.head != self.log.head:
                fresh = Office(self.place, log=self.log, lists=self.lists)
                fresh.stays_open = True
                fresh.recent = RecentSnapshots(SNAPSHOTS)
                fresh.snapshot()
                if self._kept is not None and self.log.has_erasures(self._kept.model.head):
                    self._forget_names(fresh.snapshot())
                self._kept = fresh  # the one before is closed when its last request has ended
            return self._kept
        finally:
            self._reading.release()

    def note_append(self, person: str, done: Appended) -> None:
        """Who has appended what goes to the log of the desk."""
        if done.appended:
            self.journal.appended(person, self.log, done.first, done.first + done.appended - 1)

    def _forget_names(self, snapshot: Snapshot) -> None:
        """Somebody was erased: files that were sent and answers that are kept may have the name in them."""

        def is_erased(player: str) -> bool:
            number = snapshot.people.number(player)
            return number is not None and snapshot.people.names[number].as_py() == ERASED

        self.imports.forget()
        self.appeals.forget(is_erased)
        self.results.forget()
        self.jobs.forget()
        self.answers.forget()

    async def health(self) -> dict[str, Any]:
        """Origin and newest position; without them if the log does not answer within a second."""
        if self._asking is None or self._asking.done():
            self._asking = self._health.submit(
                lambda: {"origin": self.log.origin, "position": self.log.head}
            )
        done, _ = await asyncio.wait([asyncio.wrap_future(self._asking)], timeout=HEALTH)
        if done:
            return next(iter(done)).result()
        return {}

    @contextmanager
    def following(self) -> Iterator[None]:
        """Meanwhile the read model is caught up as soon as the log grows, and not only when somebody asks."""
        follower = LogFollower(self.log, self.log.head)
        thread = Thread(target=self._keep_up, args=(follower,), name="follows the log")
        try:
            thread.start()  # whoever stops the desk while it starts must not leave this thread behind
            yield
        finally:
            follower.stop()
            if thread.ident is not None:
                thread.join()

    def _keep_up(self, follower: LogFollower) -> None:
        for position, _ in follower:
            if self._kept is None or self._kept.model.head < position:
                with suppress(LedgerError):  # whoever asks is told
                    self._caught_up()

    def close(self) -> None:
        self._health.shutdown(wait=False, cancel_futures=True)
        self.jobs.close()
        self.uploads.close()
        self.imports.end()
        if self._kept is not None:
            with suppress(
                duckdb.Error
            ):  # a question that is not over yet has it; it ends with the process
                self._kept.let_go()
        self.log.close()
