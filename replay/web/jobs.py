"""Long work beside the pages: an import or a sweep runs in a thread of its own, and its page shows how far it has come.

    job = jobs.start("Import of x.trf", work, stoppable=True)    # raises HTTPException 503 if too many are running
    return Elsewhere(job.address)

`work` gets a function like `replay.terminal.progress`: `with progress("reading", total) as advance: advance(done)`. It
returns a page, a PageWithRows (a page with rows), or the address at which the answer stands; what it raises is shown.
"""

import logging
import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from enum import StrEnum
from threading import Event, Lock, Thread
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ledger.errors import LedgerError, Problem
from replay.language import tr, tr_n
from replay.office import Office, Progress
from replay.web.asked import Asked
from replay.web.office_file import Visitor
from replay.web.page import Data, Elsewhere, Form, Page, Reached, document_data, rows_data
from replay.web.responses import SignInNeeded, elsewhere, visitor_of
from replay.web.sent import SMALL, sent_form
from schemes import SchemeError
from wording import say

AT_ONCE = 2  # so many run side by side, for pages must go on
KEPT = 50  # so many that have ended can still be looked at


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
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


Result = Page | PageWithRows | str
Work = Callable[[Progress], Result]


class Job:
    """A piece of work. One with an owner is seen by that person and by publishers, any other by everybody."""

    def __init__(self, title: str, answers: str, position: int, *, stoppable: bool, owner: str = "") -> None:
        self.owner = owner
        self.id, self.title, self.stoppable = secrets.token_urlsafe(16), title, stoppable
        self.answers, self.position = answers, position
        self.state, self.reached = JobState.RUNNING, Reached()
        self.result: Result | None = None
        self.problems: Sequence[Problem] = ()
        self._stop = Event()
        self._thread: Thread | None = None

    @property
    def address(self) -> str:
        """Where its progress is shown."""
        return f"/jobs/{self.id}"

    def run(self, work: Work) -> None:
        """Begin in another thread, in the language of whoever began it."""
        self._thread = Thread(target=copy_context().run, args=(self._work, work), name=f"job {self.title}")
        self._thread.start()

    def stop(self) -> None:
        """Stop at the next step, if stopping does no harm."""
        if self.stoppable:
            self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Until it has ended, or at most so long."""
        if self._thread is not None:
            self._thread.join(seconds)

    @contextmanager
    def progress(self, doing: str, total: int | None = None) -> Iterator[Callable[..., None]]:
        """Note how far the work has come; once the job is stopped, each step raises Stopped."""

        def advance(done: int, in_all: int | None = total) -> None:
            self.reached = Reached(doing, done, in_all)
            if self._stop.is_set():
                raise Stopped

        advance(0)
        yield advance

    def _work(self, work: Work) -> None:
        try:
            self.result = work(self.progress)
            self.state = JobState.STOPPED if self._stop.is_set() else JobState.DONE
        except Stopped:
            self.state = JobState.STOPPED
        except (LedgerError, SchemeError) as error:
            self._fail(error.problems if isinstance(error, LedgerError) else [Problem("", error.wrong, error.remedy)])
        except Exception as error:
            self._fail([own_mistake(self.title, error)])

    def _fail(self, problems: Sequence[Problem]) -> None:
        self.problems, self.state = problems, JobState.FAILED


def own_mistake(what: str, error: Exception) -> Problem:
    """A mistake of ours: the log of the server has all of it."""
    logging.getLogger("rating-ledger").error("%s", what, exc_info=error)
    wrong = say("this is a mistake in rating-ledger, not yours: {error}", error=f"{type(error).__name__}: {error}")
    return Problem("", wrong, say("please report it"))


class Jobs:
    """The jobs of a desk, the newest last. They are in memory: a desk that is started again has none."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._changing = Lock()

    def start(
        self, title: str, work: Work, *, answers: str = "", position: int = 0, stoppable: bool = False, owner: str = ""
    ) -> Job:
        """Begin a job. `answers` is the address of its question, if it has one, asked of the log at `position`.

        `owner` is the person who appends something by it; a question that anybody may ask has none.
        Stopping must be safe at each step: what was begun leaves nothing behind.
        """
        with self._changing:
            running = [job for job in self._jobs.values() if job.state is JobState.RUNNING]
            if len(running) >= AT_ONCE:
                raise HTTPException(503, _too_many(running))
            job = Job(title, answers, position, stoppable=stoppable, owner=owner)
            self._jobs[job.id] = job
            ended = [each for each in self._jobs.values() if each.state is not JobState.RUNNING]
            for old in ended[: max(0, len(ended) - KEPT)]:
                del self._jobs[old.id]
        job.run(work)
        return job

    def get(self, identity: str) -> Job:
        job = self._jobs.get(identity)
        if job is None:
            raise HTTPException(404, tr("there is no such job, or it is no longer kept → ask again"))
        return job

    def answering(self, addresses: Collection[str], position: int, *, stopped: bool = False) -> Job | None:
        """The job that answers a question, or has answered it while the log had no more events than now.

        `addresses` are those of the question; `stopped` takes what a job had found when it was stopped, too.
        """
        there = [each for each in list(self._jobs.values()) if each.answers in addresses and each.position == position]
        states = {JobState.RUNNING, JobState.DONE}
        fits = (each for each in reversed(there) if each.state in states or (stopped and each.result is not None))
        return next(fits, None)

    def close(self) -> None:
        """Stop what may be stopped, and wait for the rest."""
        for job in list(self._jobs.values()):
            job.stop()
            job.wait()


def _job_for(jobs: Jobs, identity: str, visitor: Visitor) -> Job:
    """A job that the visitor may look at."""
    job = jobs.get(identity)
    if job.owner and visitor.person is None:
        raise SignInNeeded
    if job.owner not in ("", visitor.name) and not visitor.may("publisher"):
        told = tr("this is the work of somebody else")
        raise HTTPException(403, f"{told} → {tr('whoever began it, and publishers, can look at it')}")
    return job


def _too_many(running: Sequence[Job]) -> str:
    titles = "; ".join(tr("work of the office") if job.owner else job.title for job in running)
    return tr("so much is being worked on already: {titles} → ask again when one of them is done", titles=titles)


# Pages


def job_page(jobs: Jobs, office: Office, asked: Asked) -> Page | Data | Elsewhere:
    """How far a job has come; when it is done, its answer."""
    job = _job_for(jobs, asked.words["job"], asked.visitor)
    if asked.form == "json":
        return document_data(_document(job))
    if job.state is JobState.RUNNING:
        return _running(job)
    if asked.get("poll"):
        return Elsewhere(asked.path)
    if job.state is JobState.DONE and (job.answers or isinstance(job.result, str)):
        return Elsewhere(job.answers or str(job.result))
    found = shown(job, asked)
    return replace(found, only_now=True) if isinstance(found, Page) else found  # what it knows stood when it began


def shown(job: Job, asked: Asked) -> Page | Data:
    """The answer of a job that has ended."""
    if isinstance(job.result, PageWithRows):
        found = job.result
        return rows_data(asked.form, found.columns, found.rows) if asked.form else found.page
    if isinstance(job.result, Page):
        return job.result
    title = tr("Stopped: {title}", title=job.title) if job.state is JobState.STOPPED else job.title
    return Page(title=title, lead=_how_it_ended(job), problems=job.problems, data=("json",), only_now=True)


async def stop_job(jobs: Jobs, request: Request) -> Response:
    """Stop a job that can be stopped; its page says how it stands. Where people sign in, its form has a token."""
    job = _job_for(jobs, request.path_params["job"], visitor_of(request))
    if request.app.state.options.access is not None:
        await sent_form(request, SMALL)
    job.stop()
    return elsewhere(request, job.address)


def _running(job: Job) -> Page:
    stop = Form(f"{job.address}/stop", (), tr("Stop"), method="post")
    return Page(
        title=job.title,
        lead=tr("This goes on while you look at other pages; the address of this page leads back to it."),
        reached=job.reached,
        forms=[stop] if job.stoppable else [],
        data=("json",),
        only_now=True,
    )


def _how_it_ended(job: Job) -> str:
    if job.state is JobState.FAILED:
        return tr_n("There is a problem.", "There are {number} problems.", len(job.problems))
    return tr("It was stopped before it was done; nothing of it is left behind.")


def _document(job: Job) -> dict[str, Any]:
    """What a program needs to follow a job."""
    return {
        "title": job.title, "state": job.state.value, "doing": job.reached.doing, "done": job.reached.done,
        "total": job.reached.total, "answer": job.answers or (job.result if isinstance(job.result, str) else None),
        "problems": [tr(each.text) for each in job.problems],
    }  # fmt: skip
