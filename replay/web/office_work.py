"""Work of the office that may take long: a job does it, and its result is kept as long as nothing has changed."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any

from replay.office.office import Progress
from replay.web.jobs import JobState
from replay.web.page import Elsewhere
from replay.web.sent import Sent

PATIENCE = 1.5  # seconds to wait for the answer itself, before a page with progress is shown
MOST_KEPT = 24


class KeptResults:
    """The results that were asked for last."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Any] = {}
        self._changing = Lock()

    def get(self, key: Hashable) -> Any:
        return self._kept.get(key)

    def keep(self, key: Hashable, result: Any) -> None:
        with self._changing:
            self._kept[key] = result
            for old in list(self._kept)[:-MOST_KEPT]:
                del self._kept[old]

    def forget(self) -> None:
        """Let go of all: somebody was erased, whose name may stand in one."""
        with self._changing:
            self._kept.clear()


def worked_out(
    sent: Sent, key: Hashable, title: str, work: Callable[[Progress], Any], address: str = ""
) -> Any:
    """The result of some work; Elsewhere, to the page of its job, if it takes longer than a page may wait.

    `address` is where the result is asked for: the job's page leads back there. Work without one does something, and
    its result is the address where that is shown.
    """
    desk = sent.desk
    person = sent.person.name
    result = desk.results.get(key)
    if result is not None:
        return result
    position = desk.log.head
    if address:
        running = desk.jobs.answering({address}, position, owner=person)
        if running is not None and running.state is JobState.RUNNING:
            return Elsewhere(running.address)

    def run(progress: Progress) -> str:
        made = work(progress)
        desk.results.keep(key, made)
        return address or str(made)

    job = desk.jobs.start(
        title, run, answers=address, position=position, stoppable=True, owner=person
    )
    job.wait(PATIENCE)
    if job.error is not None:
        raise job.error
    result = desk.results.get(key)
    if result is None:
        return Elsewhere(job.address)
    return result
