"""Long work beside the pages: an import or a sweep runs in a thread of its own, and its page shows how far it has come.

    job = jobs.start("Import of x.trf", work, stoppable=True)    # raises HTTPException 503 if too many are running
    return Elsewhere(job.address)

`work` gets a function like `progress` of the terminal: `with progress("reading", total) as advance: advance(done)`. It
returns a page, a PageWithRows (a page with rows), or the address at which the answer stands; what it raises is shown.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from enum import StrEnum
from threading import Event, Lock, Thread
from time import monotonic

import duckdb
from msgspec import Struct
from starlette.exceptions import HTTPException

from ledger.errors import LedgerError, Problem
from replay.answers.language import tr
from replay.answers.table import Table
from replay.office.office import Progress
from replay.web.error_pages import own_mistake
from replay.web.page import Page, Reached
from replay.world.limits import looking, too_much_memory
from wording import say

AT_ONCE = 2  # so many run side by side, for pages must go on
LONG_QUESTIONS = 4
LONG_OF_ONE_READER = 2  # and so many questions that take longer than a page may wait
KEPT = 50  # so many that have ended can still be looked at
UNSEEN = 30  # seconds after which a question ends whose page nobody looks at
CLOSING = 1.5  # seconds that work may still take once the desk is stopped


class JobState(StrEnum):
    """How a job stands."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class Stopped(Exception):
    """Raised inside the work when somebody has stopped it."""


class PageWithRows(Struct, frozen=True):
    """A page, and its rows as data."""

    page: Page
    table: Table


Result = Page | PageWithRows | str
Work = Callable[[Progress], Result]


class Job:
    """A piece of work. One with an owner is seen by that person and by publishers, any other by everybody."""

    def __init__(
        self,
        title: str,
        answers: str,
        position: int,
        *,
        stoppable: bool,
        owner: str = "",
        seconds: float | None = None,
        closing: Event | None = None,
    ) -> None:
        """With `seconds` it is a question of a reader: it may take so long, and ends when nobody looks any more.

        Once `closing` is set, the desk is stopped, and all work with it: what was begun is not appended.
        """
        self.owner = owner
        self._seconds = seconds
        self._seen = monotonic()
        self._closing = closing or Event()
        self._ends = None if seconds is None else self._seen + seconds
        self.error: Exception | None = None
        self.reader = ""
        self.id = secrets.token_urlsafe(16)
        self.title = title
        self.stoppable = stoppable
        self.answers = answers
        self.position = position
        self.state = JobState.RUNNING
        self.reached = Reached()
        self.result: Result | None = None
        self.problems: Sequence[Problem] = ()
        self._stop = Event()
        self._thread: Thread | None = None

    @property
    def address(self) -> str:
        """Where its progress is shown."""
        return f"/jobs/{self.id}"

    @property
    def is_question(self) -> bool:
        return self._seconds is not None

    def run(self, work: Work, ended: Callable[[], None] = lambda: None) -> None:
        """Begin in another thread, in the language of whoever began it."""
        run = copy_context().run
        self._thread = Thread(
            target=run, args=(self._work, work, ended), name=f"job {self.title}", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Stop at the next step, if stopping does no harm."""
        if self.stoppable:
            self._stop.set()

    @property
    def is_stopping(self) -> bool:
        """Whether somebody has stopped it, while it is still on its way to the next step."""
        return self.state is JobState.RUNNING and self._stop.is_set()

    def seen(self) -> None:
        """Somebody looks at its page."""
        self._seen = monotonic()

    def look(self) -> None:
        """Raise if the work must end; each list of a replay and each step of its progress look here."""
        if self._stop.is_set() or self._closing.is_set():
            raise Stopped
        if self._ends is None:
            return
        now = monotonic()
        if now > self._ends:
            raise LedgerError(
                say(
                    "this takes longer than the {seconds} s that a question may take here",
                    seconds=self._seconds,
                ),
                remedy=say("ask for an earlier day, or use the command"),
            )
        if self.reader and now - self._seen > UNSEEN:
            raise Stopped

    def wait(self, seconds: float | None = None) -> None:
        """Until it has ended, or at most so long."""
        if self._thread is not None:
            self._thread.join(seconds)

    @contextmanager
    def progress(self, doing: str, total: int | None = None) -> Iterator[Callable[..., None]]:
        """Note how far the work has come; once the job is stopped, each step raises Stopped."""

        def advance(done: int, in_all: int | None = total) -> None:
            self.reached = Reached(doing, done, in_all)
            self.look()

        advance(0)
        yield advance

    def _work(self, work: Work, ended: Callable[[], None]) -> None:
        try:
            with looking(self.look):
                self.result = work(self.progress)
            if self._stop.is_set():
                self.state = JobState.STOPPED
            else:
                self.state = JobState.DONE
        except Stopped:
            self.state = JobState.STOPPED
        except Exception as error:
            if isinstance(error, MemoryError | duckdb.OutOfMemoryException):
                self.error = too_much_memory()
            else:
                self.error = error
            self.problems = self._problems(self.error)
            self.state = JobState.FAILED
        finally:
            ended()

    def _problems(self, error: Exception) -> Sequence[Problem]:
        if isinstance(error, LedgerError):
            return error.problems
        if isinstance(error, HTTPException):
            return [Problem("", error.detail, "")]
        if self.is_question and not self.reader:
            return ()  # whoever waits for the answer is told
        return [own_mistake(self.title, error)]


class Jobs:
    """The jobs of a desk, the newest last. They are in memory: a desk that is started again has none."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._changing = Lock()
        self.closing = Event()

    def start(
        self,
        title: str,
        work: Work,
        *,
        answers: str = "",
        position: int = 0,
        stoppable: bool = False,
        owner: str = "",
    ) -> Job:
        """Begin a job. `answers` is the address of its question, if it has one, asked of the log at `position`.

        `owner` is the person who appends something by it; a question that anybody may ask has none.
        Stopping must be safe at each step: what was begun leaves nothing behind.
        """
        with self._changing:
            running = [each for each in self._running() if not each.is_question]
            if len(running) >= AT_ONCE:
                raise HTTPException(503, _too_many(running))
            job = Job(
                title, answers, position, stoppable=stoppable, owner=owner, closing=self.closing
            )
            self._keep(job)
        job.run(work)
        return job

    def keep(self, job: Job, reader: str) -> None:
        """A question of a reader takes long: from now on it is a job with a page. Few may."""
        with self._changing:
            running = [each for each in self._running() if each.is_question]
            of_reader = Counter(each.reader for each in running)[reader]
            if len(running) >= LONG_QUESTIONS or of_reader >= LONG_OF_ONE_READER:
                raise HTTPException(503, _too_many(running))
            job.reader = reader
            job.seen()
            self._keep(job)

    def _keep(self, job: Job) -> None:
        self._jobs[job.id] = job
        ended = [each for each in self._jobs.values() if each.state is not JobState.RUNNING]
        for old in ended[: max(0, len(ended) - KEPT)]:
            del self._jobs[old.id]

    @property
    def number_running(self) -> int:
        """How many jobs have not ended yet."""
        with self._changing:
            return len(self._running())

    def _running(self) -> list[Job]:
        return [job for job in self._jobs.values() if job.state is JobState.RUNNING]

    def forget(self) -> None:
        """Let go of all jobs that have ended, with their answers."""
        with self._changing:
            self._jobs = {job.id: job for job in self._running()}

    def knows(self, address: str) -> bool:
        """Whether a job answers an address, or did."""
        return any(each.answers == address for each in list(self._jobs.values()))

    def get(self, identity: str) -> Job:
        job = self._jobs.get(identity)
        if job is None:
            raise HTTPException(
                404, tr("there is no such job, or it is no longer kept → ask again")
            )
        return job

    def answering(
        self, addresses: Collection[str], position: int, *, stopped: bool = False, owner: str = ""
    ) -> Job | None:
        """The job that answers a question, or has answered it while the log had no more events than now.

        `addresses` are those of the question; `stopped` takes what a job had found when it was stopped, too.
        """
        asked = owner, position
        there = [each for each in list(self._jobs.values()) if each.answers in addresses]
        there = [each for each in there if (each.owner, each.position) == asked]
        states = {JobState.RUNNING, JobState.DONE}
        fits = (
            each
            for each in reversed(there)
            if each.state in states or (stopped and each.result is not None)
        )
        return next(fits, None)

    def close(self) -> None:
        """End all work, and wait for it for a moment. An append is a transaction: all of it or nothing."""
        self.closing.set()
        until = monotonic() + CLOSING
        for job in list(self._jobs.values()):
            job.wait(max(0, until - monotonic()))


def _too_many(running: Sequence[Job]) -> str:
    titles = tr("; ").join(tr("work of the office") if job.owner else job.title for job in running)
    return tr(
        "so much is being worked on already: {titles} → ask again when one of them is done",
        titles=titles,
    )
