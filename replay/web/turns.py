"""Questions of readers: answered at once, or, where that takes longer than a page may wait, by a job.

A question ends when its time is over, when its reader has gone, and when the desk is stopped: the replay looks at each
list whether it must. Few of one reader are worked on side by side, so that nobody keeps the others waiting.
"""

import asyncio
from asyncio import FIRST_COMPLETED, Semaphore
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from replay.answers.language import language, tr
from replay.office.office import Progress
from replay.web.asked import Asked
from replay.web.jobs import Job, Jobs, JobState
from replay.web.navigation import question_in_words
from replay.web.page import Elsewhere

AT_ONCE = 8
OF_ONE_READER = 4  # questions that are worked on side by side
WAITING = 100  # so many wait for their turn; more are refused
PATIENCE = 2.0  # seconds; what takes longer becomes a job
LONGEST = 120.0  # seconds that a question may take


class Gone(Exception):
    """Nobody waits for the answer any more."""


class ReaderTurns(Struct):
    """The turns of one reader, and how many of their questions run or wait."""

    free: Semaphore
    users: int = 0


class DeskQuestions:
    """Whose turn it is. `answer` is called in the event loop, the work itself runs in threads of its own."""

    def __init__(
        self, jobs: Jobs, head: Callable[[], int], in_words: Callable[[Asked], str]
    ) -> None:
        self._jobs = jobs
        self._head = head
        self._in_words = in_words
        self._all = Semaphore(AT_ONCE)
        self._readers: dict[str, ReaderTurns] = {}
        self.patience = PATIENCE
        self.longest = LONGEST

    async def answer(self, request: Request, asked: Asked, work: Callable[[Progress], Any]) -> Any:
        """What the work finds; or, if it takes long, where its progress is shown. Data are waited for to the end.

        A page asks for its pictures all at once: they wait for their turns, and none is refused for the others.
        """
        here = asked.again(asked.form, language=language())
        if (known := await self._answered(here, asked)) is not None:
            return known
        reader = asked.visitor.name or (request.client.host if request.client else "")
        leaving = asyncio.ensure_future(_left(request))
        job = Job(question_in_words(asked), here, 0, stoppable=True, owner=asked.visitor.name, seconds=self.longest,
                  closing=self._jobs.closing)  # fmt: skip
        ended = asyncio.Event()
        ending = asyncio.ensure_future(ended.wait())
        patience = None if asked.form == "svg" else self.patience
        try:
            async with self._turn(reader):
                _begin(job, work, self._head, ended)
                await asyncio.wait({ending, leaving}, timeout=patience, return_when=FIRST_COMPLETED)
                if leaving.done() and not ending.done():
                    job.stop()
                    await ending  # until then it has its turn
            if not ending.done():
                job.title = await run_in_threadpool(self._in_words, asked)
                self._jobs.keep(job, reader)
                if not asked.form:
                    return Elsewhere(job.address)
                await asyncio.wait({ending, leaving}, return_when=FIRST_COMPLETED)
        except BaseException:
            job.stop()  # too much is being worked on, or the desk is stopped
            raise
        finally:
            leaving.cancel()
            ending.cancel()
        if job.state is JobState.RUNNING:
            job.stop()
        return _found(job)

    async def _answered(self, here: str, asked: Asked) -> Any:
        """The answer of a job to this very question, while the log has no more events."""
        if not self._jobs.knows(here):
            return None
        head = await run_in_threadpool(self._head)
        job = self._jobs.answering([here], head, owner=asked.visitor.name)
        if job is None or not job.is_question:
            return None
        if job.state is JobState.RUNNING:
            return Elsewhere(f"{job.address}.json" if asked.form else job.address)
        return _found(job)

    @asynccontextmanager
    async def _turn(self, reader: str) -> AsyncIterator[None]:
        if sum(each.users for each in self._readers.values()) >= AT_ONCE + WAITING:
            raise HTTPException(
                503, tr("too many questions wait for an answer → ask again in a moment")
            )
        own = self._readers.setdefault(reader, ReaderTurns(Semaphore(OF_ONE_READER)))
        own.users += 1
        try:
            async with own.free, self._all:
                yield
        finally:
            own.users -= 1
            if not own.users:
                self._readers.pop(reader, None)


def _begin(
    job: Job, work: Callable[[Progress], Any], head: Callable[[], int], ended: asyncio.Event
) -> None:
    """Run the work in a thread of its own; `ended` is set in the event loop."""
    loop = asyncio.get_running_loop()

    def known_work(progress: Progress) -> Any:
        job.position = head()
        return work(progress)

    def tell() -> None:
        with suppress(RuntimeError):  # the loop has ended before it
            loop.call_soon_threadsafe(ended.set)

    job.run(known_work, tell)


def _found(job: Job) -> Any:
    if job.state is JobState.DONE:
        return job.result
    if job.error is not None:
        raise job.error
    raise Gone


async def _left(request: Request) -> None:
    """Until the reader has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        continue
