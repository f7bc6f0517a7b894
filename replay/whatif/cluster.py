"""Sweeps on a Dask cluster: each scenario is a task of plain data, done by a worker that has a copy of an export.

Loaded for `--cluster` only. The scheduler gives the tasks of a worker that was lost to others.
"""

import hashlib
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ledger import Log
from ledger.errors import LedgerError
from projections.parquet import read_manifest
from replay.whatif.answer import Measures
from replay.whatif.sweep import Outcome, Sweep, Task, held_scenarios, measured
from replay.world.keys import code_digest
from schemes import Scheme
from wording import say

RETRIES = 2  # of a task that failed: another worker may be able to do it
PATIENCE = 10  # seconds, to reach the scheduler and a first worker
_EXTRA = "pip install 'rating-ledger[cluster]'"


class Cluster:
    """A Dask cluster that can do the sweeps of a ledger, whose export is in a place that all workers can read."""

    def __init__(self, address: str, place: str) -> None:
        """Nothing is asked of the cluster yet; refused if the package that speaks with it is not installed."""
        try:
            import distributed  # noqa: F401
        except ImportError:
            wrong = say("--cluster needs the package distributed, which is not installed")
            raise LedgerError(wrong, remedy=_EXTRA) from None
        self.address = address
        if "://" in place:
            self.place = place
        else:
            self.place = str(Path(place).resolve())

    def run(self, sweep: Sweep, log: Log, warn: Callable[[str], None]) -> Iterator[Outcome]:
        """The outcomes as they come; `warn` is told of workers that were lost."""
        from distributed import KilledWorker, as_completed

        tasks = sweep.tasks(self.place, self._digest(log, sweep.scenarios.snapshot.position))
        program = program_digest(sweep.scenarios.scheme)
        with _connected(self.address) as client:
            futures = client.map(worked, tasks, program=program, retries=RETRIES, pure=False)
            numbers = {future.key: index for index, future in enumerate(futures)}
            try:
                for future in as_completed(futures, loop=client.loop):
                    yield Outcome(numbers[future.key], future.result())
            except (KilledWorker, CancelledError, TimeoutError) as error:
                warn(say("the cluster gave up: {error}", error=str(error)))
                raise BrokenProcessPool from error
            for worker in _lost(client, set(numbers)):
                warn(say("worker {worker} was lost; others did its scenarios", worker=worker))

    def _digest(self, log: Log, position: int) -> str:
        """The digest of the export, which must be of this ledger and know what is asked."""
        manifest = read_manifest(self.place)
        own = manifest.origin == log.origin and manifest.position <= log.head
        if not own or manifest.root != log.root(manifest.position).hex():
            wrong = say(
                "is an export of another ledger ({origin}, position {position})",
                origin=manifest.origin,
                position=manifest.position,
            )
            raise LedgerError(
                wrong,
                place=self.place,
                remedy=say("write one: rating-ledger export --parquet FOLDER"),
            )
        if manifest.open:
            wrong = say("has names in it, and workers would keep them")
            remedy = say("they need none: write an export without --open")
            raise LedgerError(wrong, place=self.place, remedy=remedy)
        if manifest.position < position:
            wrong = say(
                "the export ends at position {position}, and position {asked} is asked for",
                position=manifest.position,
                asked=position,
            )
            remedy = say(
                "write a new one: rating-ledger export --parquet FOLDER; or add --known '#{position}'",
                position=manifest.position,
            )
            raise LedgerError(wrong, place=self.place, remedy=remedy)
        return manifest.digest


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    from distributed import Client

    logging.getLogger("distributed.client").setLevel(
        logging.CRITICAL
    )  # of a lost scheduler it writes tracebacks
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        remedy = say("give the address that `dask scheduler` prints, such as tcp://host:8786")
        raise LedgerError(
            say("no scheduler answers: {error}", error=str(error)), place=address, remedy=remedy
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise LedgerError(
                say("the cluster has no worker"), place=address, remedy=f"dask worker {address}"
            ) from None
        yield client


def worked(task: Task, program: str) -> Measures:
    """In a worker: do a task; what goes wrong is told with the name of the worker."""
    from distributed import get_worker

    try:
        scenarios = held_scenarios(
            task
        )  # opens the export, and with it the regulations it declares
        if program_digest(scenarios.scheme) != program:
            remedy = say(
                "install the same version of the program and of its regulations on every machine"
            )
            raise LedgerError(say("runs another version of the program"), remedy=remedy)
        return measured(task)
    except Exception as error:
        if isinstance(error, LedgerError):
            said = error.text
        else:
            said = f"{type(error).__name__}: {error}"
        here = get_worker()
        place = say("worker {name} at {address}", name=here.name, address=here.address)
        raise LedgerError(said, place=place) from error


def program_digest(scheme: Scheme) -> str:
    """What the measures of a scheme depend on beside the export: the code here and that of the regulation."""
    digest = hashlib.blake2b(f"{code_digest()} {scheme.digest}".encode(), digest_size=20)
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _lost(client: Any, keys: set[str]) -> list[str]:
    """The workers that went away while they were doing some of our tasks."""
    events = [
        event for _, event in client.get_events("all") if event.get("action") == "remove-worker"
    ]
    return [event["worker"] for event in events if keys & set(event.get("processing-tasks", ()))]
