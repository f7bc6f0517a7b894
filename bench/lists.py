"""Lists of a big federation: cold, again, after a correction, a month later; the read model; memory."""

import gc
import os
import resource
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

from bench.federation import federation
from bench.row import Row, at_least, at_most
from ledger import open_log
from ledger.events import GameCorrected, GameRecorded
from projections import Supposed, open_model
from replay.desk import Desk
from replay.rating_list import make_list

LAST = date(2034, 3, 1)
LIMITS = {
    "after a correction in the last year": 0.2,
    "after a correction in the middle year": 0.7,
    "one new month": 0.1,
}
BIG = bool(os.environ.get("BENCH_BIG"))  # 20,000,000 games: an hour to make, once


def measure() -> Iterator[Row]:
    """All figures of lists in one run, each against the scan of the same columns or the cold list."""
    place = federation()
    yield from fide(place)
    yield read_model(place)
    peak = in_child(cold_peak, place)
    yield at_most("peak memory of a replay, 5,000,000 games", peak / 1e6, 1500, " MB")
    per_game = in_child(cold_time, place) / 5_000_000
    for scheme, on in (("cxa-rapid", date(2026, 10, 1)), ("malaysia", date(2026, 10, 31))):
        small = federation(players=40_000, games=1_000_000, years=4, scheme=scheme)
        ratio = in_child(cold_time, small, scheme, on) / 1_000_000 / per_game
        yield at_most(f"{scheme}, 1,000,000 games: time per game / fide-standard", ratio, 10, "x")
    if BIG:
        huge = federation(players=500_000, games=20_000_000, years=20)
        last = date(2044, 3, 1)
        yield at_most("peak memory, 20,000,000 games", in_child(cold_peak, huge, last) / 1e6, 4000, " MB")
        ratio = in_child(cold_time, huge, "fide-standard", last) / 20_000_000 / per_game
        yield at_most("time per game at 20,000,000 / at 5,000,000 games", ratio, 1.5, "x")


def fide(place: Path) -> Iterator[Row]:
    turns = [(in_child(cold_time, place), in_child(scan_once, place)) for _ in range(5)]  # in turn: the machine drifts
    first, once = map(median, zip(*turns, strict=True))
    yield at_most("cold list / one scan of the same columns into numpy", first / once, 4, "x")
    with Desk(place) as desk:
        loaded(desk)
        scan = best(lambda: scanned(desk), 3)
        turns = [one_turn(desk, place, turn) for turn in range(4)]
        seconds = {name: min(turn[name] for turn in turns) for name in turns[0]}
        cold, first = seconds["cold"], seconds["cold, first question"]
        yield at_most("the same, both in a process that did so before", cold / scan, 4, "x")
        yield at_most("the same again / cold", best(lambda: ask(desk), 3) / cold, 0.1, "x")
        for name, limit in LIMITS.items():
            yield at_most(f"{name} / cold", seconds[name] / cold, limit, "x")
        for name, limit in LIMITS.items():
            yield at_most(f"{name} / cold, first question", seconds[f"{name}, first question"] / first, limit, "x")


def one_turn(desk: Desk, place: Path, turn: int) -> dict[str, float]:
    """Seconds of everything once: the machine drifts, so that what is compared is measured in turn.

    A first question is one for which no facts are loaded yet, on either side: that of a command.
    """
    seconds = {"cold": cold_list(desk)}
    desk.states.settle()
    for name, back in (("last", 6), ("middle", 60)):
        what = f"after a correction in the {name} year"
        seconds[what] = resumed(place, back, 2 * turn)
        seconds[f"{what}, first question"] = resumed(place, back, 2 * turn + 1, load=False)
    seconds["one new month"] = new_month(desk)
    seconds["one new month, first question"] = new_month(desk, place)
    return seconds | {"cold, first question": first_cold(desk, place)}


def first_cold(desk: Desk, place: Path) -> float:
    forget(desk)
    return first_list(place)


def first_list(place: Path) -> float:
    """Seconds of the last list, asked at a desk that has only opened its read model."""
    with Desk(place) as fresh:
        _ = fresh.model
        return timed(lambda: ask(fresh))


def resumed(place: Path, months_back: int, turn: int, *, load: bool = True) -> float:
    """Seconds of the list after a correction; each turn corrects something else, so that no state is reused."""
    with Desk(place) as other:
        if load:
            loaded(other)
        corrected(other, months_back, turn)
        if not load:
            other._last = None  # what was looked up for the correction is forgotten
        return timed(partial(ask, other))


def new_month(desk: Desk, place: Path | None = None) -> float:
    """Seconds of a list when the one of the month before was there; with a place, asked at a fresh desk."""
    forget(desk)
    ask(desk, date(2034, 2, 1))
    desk.states.settle()  # that was a month ago
    return timed(lambda: ask(desk)) if place is None else first_list(place)


def cold_list(desk: Desk, scheme: str = "fide-standard", on: date = LAST) -> float:
    """Seconds of a list without stored states; rules and facts are loaded."""
    forget(desk)
    return timed(lambda: desk.list(scheme, on))


def forget(desk: Desk) -> None:
    """Throw all states away, also those that are still being written."""
    desk.states.settle()
    shutil.rmtree(str(desk.states.folder), ignore_errors=True)


def ask(desk: Desk, on: date = LAST) -> Any:
    return desk.list("fide-standard", on)


def loaded(desk: Desk, scheme: str = "fide-standard") -> None:
    """Rules and facts are loaded: what is measured afterwards is neither."""
    make_list(desk.replay(scheme, date(2024, 5, 1)), "")


def scanned(desk: Desk) -> Any:
    """The columns a replay reads, out of DuckDB into numpy."""
    names = ("tournament", "position", "round", "board", "stage", "first", "second", "result", "day")
    query = ", ".join(f'"{name}"' for name in names)
    table = desk.model.query(f"SELECT {query} FROM {{games}}")
    return [table[name].to_numpy() for name in names]


def corrected(desk: Desk, months_back: int, turn: int = 0) -> None:
    """As if a game of a tournament so long before the end had been corrected just now."""
    year, month = divmod(LAST.year * 12 + LAST.month - 1 - months_back, 12)
    wanted = date(year, month + 1, 1).toordinal()
    snapshot = desk.snapshot()
    number = int(abs(snapshot.tournaments.table.start - wanted).argmin())
    stream = desk.log.stream(f"tournament/{snapshot.tournaments.table.ids[number]}")
    game = next(event for _, event in stream if isinstance(event, GameRecorded) and event.result == "1-0")
    change = GameCorrected(
        date=LAST, tournament=game.tournament, round=game.round, board=game.board, stage=game.stage,
        result=type(game.result)("0-1"), reason=f"bench {turn}",
    )  # fmt: skip
    desk.__dict__["model"] = Supposed(desk.model, [(desk.model.head + 1, change)])


def read_model(place: Path) -> Row:
    """Building the read model of the first million events against reading them as typed events."""
    part = 1_000_000

    class Beginning:
        def __init__(self, log: Any) -> None:
            self.head, self.root, self._log = part, log.root, log

        def read_states(self, after: int = 0, until: int | None = None) -> Any:
            return self._log.read_states(after, min(until or part, part))

    folder = place.parent / "read-model"
    with open_log(place) as log:
        reading = best(lambda: sum(1 for _ in log.read(until=part)), 2)
        building = best(
            lambda: (shutil.rmtree(folder, ignore_errors=True), open_model(Beginning(log), folder).close()), 2
        )
    shutil.rmtree(folder, ignore_errors=True)
    return at_least("log to read model / reading typed events (speed)", reading / building, 1 / 3, "x")


def scan_once(place: Path) -> float:
    """Seconds of the first scan in a fresh process, DuckDB opened and warmed by a small question."""
    with Desk(place) as desk:
        desk.model.query("SELECT count(*) FROM {players}")
        return timed(lambda: scanned(desk))


def cold_time(place: Path, scheme: str = "fide-standard", on: date = LAST) -> float:
    """Seconds of a cold list in a fresh process, its rules already compiled and loaded."""
    with Desk(place) as desk:
        forget(desk)  # else the first list would be at hand, and no rule loaded to make it
        loaded(desk, scheme)
        return cold_list(desk, scheme, on)


def cold_peak(place: Path, on: date = LAST) -> float:
    """Bytes at the peak of a process that makes a cold list, mapped files included."""
    shutil.rmtree(place / "states", ignore_errors=True)
    with Desk(place) as desk:
        desk.list("fide-standard", on)
    return peak()


def peak() -> float:
    """Bytes at the peak of this process; what its parent held before is not counted, where the system can tell."""
    with suppress(OSError):
        lines = Path("/proc/self/status").read_text().splitlines()
        return 1024.0 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0


def in_child(work: Callable[..., float], *values: Any) -> float:
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(work, values)


def timed(work: Callable[[], Any]) -> float:
    gc.collect()
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def best(work: Callable[[], Any], times: int) -> float:
    return min(timed(work) for _ in range(times))
