"""Figures about a running desk, in the text form of Prometheus: for programs on this machine, and for whoever is
signed in. They name nobody."""

import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from ipaddress import ip_address
from pathlib import Path
from threading import Lock

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from replay.web.desk import Desk
from replay.web.responses import UNCACHED, visitor_of

CONTENT = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.05, 0.1, 0.5, 2.0, 10.0)  # seconds
_STATM = Path("/proc/self/statm")  # Linux: sizes of this process, in pages


class Figure(Struct, frozen=True):
    """One figure, or several of one kind that are told apart by what stands behind the name."""

    name: str
    kind: str  # counter, gauge or histogram
    meaning: str
    values: Mapping[str, float]

    @property
    def text(self) -> str:
        """The figure as Prometheus reads it."""
        name = f"rating_ledger_{self.name}"
        lines = [f"# HELP {name} {self.meaning}", f"# TYPE {name} {self.kind}"]
        lines += [f"{name}{which} {value:.15g}" for which, value in self.values.items()]
        return "".join(f"{line}\n" for line in lines)


class RequestCounts:
    """Counts the requests of a desk since it was started."""

    def __init__(self) -> None:
        self.started = time.time()
        self._counting = Lock()
        self._statuses: Counter[int] = Counter()
        self._within: Counter[float] = Counter()
        self._seconds = 0.0

    def count(self, status: int, seconds: float) -> None:
        """A request that was answered."""
        with self._counting:
            self._statuses[status] += 1
            self._seconds += seconds
            for bound in BOUNDS:
                self._within[bound] += seconds <= bound

    def figures(self) -> Iterator[Figure]:
        """Requests by status, and how long they took."""
        with self._counting:
            total = self._statuses.total()
            statuses = {f'{{status="{status}"}}': n for status, n in self._statuses.items()}
            times: dict[str, float] = {
                f'_bucket{{le="{bound:g}"}}': self._within[bound] for bound in BOUNDS
            }
            times |= {'_bucket{le="+Inf"}': total, "_sum": self._seconds, "_count": total}
        yield Figure("requests_total", "counter", "Requests answered, by status.", statuses)
        yield Figure("request_seconds", "histogram", "Time to answer a request.", times)
        started = {"": self.started}
        yield Figure("started_seconds", "gauge", "When the desk was started, Unix time.", started)


async def metrics(request: Request) -> Response:
    """The figures of this desk. For others than local and signed-in readers there is no such page."""
    if not _may_read(request):
        raise HTTPException(404)
    state = request.app.state
    desk: Desk = state.desk
    position = (await desk.health()).get("position")
    figures = [*state.counts.figures(), *_of_process()]
    if position is not None:  # the log answered in time
        figures += await run_in_threadpool(lambda: list(_of_ledger(desk, position)))
    text = "".join(figure.text for figure in figures)
    return Response(text, headers={**UNCACHED, "content-type": CONTENT})


def _may_read(request: Request) -> bool:
    """Whoever is signed in, and programs on this machine; a proxy says for whom it asks."""
    if visitor_of(request).person is not None:
        return True
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:  # a proxy named something else than an address
        return False


def _of_process() -> Iterator[Figure]:
    times = os.times()
    used = {"": times.user + times.system}
    yield Figure("cpu_seconds_total", "counter", "Processor time of the desk.", used)
    if _STATM.exists():
        pages = int(_STATM.read_text().split()[1])
        memory = {"": pages * os.sysconf("SC_PAGE_SIZE")}
        yield Figure("memory_bytes", "gauge", "Memory that the desk holds.", memory)


def _of_ledger(desk: Desk, position: int) -> Iterator[Figure]:
    program = {f'{{version="{version("rating-ledger")}"}}': 1}
    yield Figure("info", "gauge", "The version of the program.", program)
    yield Figure("log_position", "gauge", "The newest position of the log.", {"": position})
    known = {"": desk.known_until}
    yield Figure("read_position", "gauge", "Up to where the desk has read the log.", known)
    published = {"": len(desk.log.published())}
    yield Figure("published_lists", "gauge", "Lists that were published.", published)
    if position:
        recorded = {"": desk.log.recorded(position).timestamp()}
        yield Figure(
            "last_event_seconds", "gauge", "When the last event came, Unix time.", recorded
        )
    running = {"": desk.jobs.number_running}
    yield Figure("jobs_running", "gauge", "Long work that is going on.", running)
