"""Sweeps: one what-if for every combination of values, over all cores, one row of measures each."""

import itertools
import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextvars import copy_context
from decimal import Decimal
from pathlib import Path
from threading import Event, Lock

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from replay.answers import kinds
from replay.answers.answer import Answer
from replay.answers.table import Column, Table, rows_table
from replay.office.office import Office
from replay.rules_choice import IN_FORCE, RulesChoice
from replay.whatif.answer import Measures
from replay.whatif.exported import ExportedLedger
from replay.whatif.scenarios import Scenarios
from replay.which import ListWords
from replay.world.limits import look
from schemes import Rules
from schemes.kernels.errors import rules_error
from schemes.kernels.readings import nearest
from schemes.kernels.rules import combined, reform_from_words
from wording import say

LOOK = 0.5  # seconds between two looks whether a sweep must end
FEW = 4  # cores: so many threads of one process are still worth while
MEASURES = Measures.__struct_fields__
_COUNTED = {"changed": kinds.COUNT, "games": kinds.COUNT}
_ON_OWN_GAMES = ("log_loss", "brier")
_LARGE_IS_BEST = ("rank_correlation",)
_NEAR_NOTHING_IS_BEST = ("mean_change", "inflation", "inflation_before")


class Task(Struct, frozen=True):
    """One what-if as plain data: any machine that can open the place can do it."""

    place: str
    which: ListWords  # as a list gave them
    truth: str | None = None
    digest: str = ""  # of the export that the place has instead of a ledger


class Outcome(Struct, frozen=True):
    """A combination and what came of it."""

    index: int
    measures: Measures


def measured(task: Task) -> Measures:
    """Do one task, in a process or in a worker of a cluster."""
    scenarios = held_scenarios(task)
    return scenarios.ask(task.which.rules.of(scenarios.scheme)).measures


_held: dict[tuple[object, ...], Scenarios] = {}
_preparing = Lock()


def held_scenarios(task: Task) -> Scenarios:
    """What a task has in common with others; a process that does several keeps the ledger open and the real world."""
    real = replace(task.which, rules=IN_FORCE)
    key = (task.place, task.digest, real, task.truth)
    with _preparing:  # workers of a cluster may have several threads
        if key not in _held:
            _held.clear()
            truth = None if task.truth is None else Path(task.truth)
            ledger = ExportedLedger(task.place, task.digest) if task.digest else Office(task.place)
            scenarios = Scenarios(ledger, real.as_given(ledger.schemes), truth)
            scenarios.prepare()
            _held[key] = scenarios
        return _held[key]


class Sweep:
    """Many what-ifs over a ledger; those that cannot be are refused before any runs."""

    def __init__(self, scenarios: Scenarios, choices: Sequence[RulesChoice]) -> None:
        self.scenarios = scenarios
        self.choices = choices
        self.rules = [choice.of(scenarios.scheme) for choice in choices]  # refuses what cannot be

    def run(
        self, place: str | None, processes: int | None = None
    ) -> Generator[Outcome, None, None]:
        """The outcomes as they come, over all cores.

        Up to a few cores by threads of this process, which load nothing twice; by processes if there are more, for what
        is not compiled stands in line, or if they are asked for. Without a place that they could open all is done here.
        """
        cores = min(processes or _cores(), len(self.choices))
        if place is None or cores == 1 or (processes is None and cores <= FEW):
            yield from self._in_threads(cores if processes is None else 1)
        else:
            yield from _in_parallel(self.tasks(place), cores)

    def _in_threads(self, threads: int) -> Iterator[Outcome]:
        self.scenarios.prepare()
        stopped = Event()

        def go_on(*_: int) -> None:
            if stopped.is_set():
                raise CancelledError

        def ask(rules: Rules) -> Measures:
            return self.scenarios.ask(rules, advance=go_on).measures

        with ThreadPoolExecutor(threads) as pool:
            try:
                running = {
                    pool.submit(
                        copy_context().run, ask, rules
                    ): index  # it ends when the question must
                    for index, rules in enumerate(self.rules)
                }
                for done in _completed(running):
                    yield Outcome(running[done], done.result())
            except BaseException:
                stopped.set()  # each stops after the list it is at
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def tasks(self, place: str, digest: str = "") -> list[Task]:
        """All what-ifs as plain data, over the ledger at a place or, with a digest, over an export of it."""
        scenarios = self.scenarios
        real = replace(scenarios.which.written, known=scenarios.snapshot.position)
        truth = None if scenarios.truth_file is None else str(scenarios.truth_file.resolve())
        return [Task(place, replace(real, rules=choice), truth, digest) for choice in self.choices]


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _in_parallel(tasks: Sequence[Task], workers: int) -> Iterator[Outcome]:
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context(
        "spawn"
    )  # a fork would copy threads of DuckDB and the compiler half-way
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_work)
    try:
        running = {pool.submit(measured, task): index for index, task in enumerate(tasks)}
        for done in _completed(running):
            yield Outcome(running[done], done.result())
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    pool.shutdown()


def _completed(running: Iterable[Future[Measures]]) -> Iterator[Future[Measures]]:
    """Each as it ends; meanwhile a look whether the whole sweep must."""
    waiting = set(running)
    while waiting:
        done, waiting = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
        look()
        yield from done


def _begin_work() -> None:
    """In a process of a sweep: the parent sees to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def ranked(outcomes: Sequence[Outcome], measure: str) -> list[Outcome]:
    """The best first by a measure (of a loss: by what is gained on the same games); those that have none last."""

    def key(outcome: Outcome) -> tuple[bool, float, int]:
        value = getattr(outcome.measures, measure)
        if value is None:
            return True, 0.0, outcome.index
        if (
            measure in _ON_OWN_GAMES
        ):  # rows rest on different games: what counts is the gain on those of both worlds
            value -= getattr(outcome.measures, f"{measure}_before")
        sign = -1 if measure in _LARGE_IS_BEST else 1
        return (
            False,
            abs(value) if measure in _NEAR_NOTHING_IS_BEST else sign * value,
            outcome.index,
        )

    return sorted(outcomes, key=key)


def check_measure(name: str) -> None:
    """Refuse a measure to sort by that is none."""
    if name not in MEASURES:
        raise rules_error(say("unknown measure {name!r}", name=name), nearest(name, MEASURES))


def choices_of(
    rules: RulesChoice, name: str, combinations: Sequence[dict[str, str]]
) -> list[RulesChoice]:
    """The rules of each combination over common ones."""
    base = rules.reform(name, swept=True)
    made = []
    for values in combinations:
        words = [
            f"{name}={value}" for name, value in values.items() if not name.startswith(READING)
        ]
        readings = [
            f"{name.removeprefix(READING)}={v}"
            for name, v in values.items()
            if name.startswith(READING)
        ]
        reform = combined([base, reform_from_words(words, readings, rules.since)])
        made.append(RulesChoice(rules.version, reforms=(reform,)))
    return made


READING = "reading."


def every(axes: dict[str, list[str]]) -> list[dict[str, str]]:
    """All combinations, the last axis running fastest."""
    return [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]


Finished = Callable[[int], None]


def collected(outcomes: Iterator[Outcome], finished: Finished) -> tuple[list[Outcome], bool]:
    """All outcomes, and whether that is all: Ctrl-C, or a process that was killed, keeps what is done."""
    kept: list[Outcome] = []
    try:
        for outcome in outcomes:
            kept.append(outcome)
            finished(len(kept))
    except (KeyboardInterrupt, BrokenProcessPool):
        return kept, False
    return kept, True


def sweep_columns(axes: Iterable[str], sort: str) -> tuple[Column, ...]:
    """The values that were tried, then the measures."""
    tried = [Column(name, kinds.WORD, name, kept=True) for name in axes]
    measures = [
        Column(name, _COUNTED.get(name, kinds.NUMBER), kept=name == sort) for name in MEASURES
    ]
    return (*tried, *measures)


def sweep_table(
    name: str, combinations: Sequence[dict[str, str]], outcomes: Sequence[Outcome], sort: str
) -> Table:
    """What each combination gives, the best by a measure first."""
    rows = [
        row(combinations[outcome.index], outcome.measures) for outcome in ranked(outcomes, sort)
    ]
    title = say(
        "{scheme}: {number} of {all} combinations, best {measure} first",
        scheme=name,
        number=len(rows),
        all=len(combinations),
        measure=say(sort.replace("_", " ")),
    )
    return rows_table(sweep_columns(combinations[0], sort), rows, title)


def sweep_answer(
    scenarios: Scenarios,
    rules: RulesChoice,
    axes: dict[str, list[str]],
    *,
    sort: str = "log_loss",
) -> Answer:
    """Every combination of values tried on a ledger, and what each does."""
    check_measure(sort)
    combinations = every(axes)
    choices = choices_of(rules, scenarios.scheme.name, combinations)
    outcomes = list(Sweep(scenarios, choices).run(None))
    table = sweep_table(scenarios.scheme.name, combinations, outcomes, sort)
    return Answer("sweep/1", table.title, table)


def row(values: dict[str, str], measures: Measures) -> tuple[object, ...]:
    """A line of the table: the values, then the measures."""
    return (*values.values(), *map(rounded, msgspec.structs.astuple(measures)))


def rounded(value: float | None) -> Decimal | int | None:
    """Six decimals are more than any measure means."""
    if isinstance(value, float):
        return Decimal(str(round(value, 6)))
    return value
