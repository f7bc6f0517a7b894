"""What people wait for: whole commands in fresh processes, on a small ledger and on a big made-up federation.

BENCH_GAMES says how many games the federation has (1,000,000; decision 9 of the architecture speaks of 5,000,000).
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import msgspec

from ledger.events import GameCorrected, GameRecorded, TournamentVoided
from replay.office.office import Office
from tests.bench.federation import federation
from tests.bench.row import Row, at_most

GAMES = int(os.environ.get("BENCH_GAMES", "1000000"))
LAST = date(2034, 3, 1)
SCHEMES = ("fide-standard", "cxa-rapid", "malaysia")


def measure() -> Iterator[Row]:
    """All waits in one run."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        yield from small(Path(folder))
        yield from big(Path(folder))


def small(folder: Path) -> Iterator[Row]:
    """A ledger of a few tournaments."""
    asked(folder, "demo", str(folder / "demo"))
    with tempfile.TemporaryDirectory(prefix="bench-") as cache:
        first = [
            asked(folder / "demo", "list", each, "2025-12-01", cache=cache)[0] for each in SCHEMES
        ]
        again = [
            asked(folder / "demo", "list", each, "2025-12-01", cache=cache)[0] for each in SCHEMES
        ]
    compiling = max(one - other for one, other in zip(first, again, strict=True))
    yield at_most(
        "first use of a scheme compiles its rules, the slowest of three", compiling, 5, " s"
    )
    cpu = min(asked(folder / "demo", "list", "fide-standard", "2025-12-01")[1] for _ in range(3))
    yield at_most("list of a small ledger, processor time", cpu, 0.5, " s")


def big(folder: Path) -> Iterator[Row]:
    """A federation with many games; limits are for 5,000,000."""
    place = federation(players=max(GAMES // 25, 100), games=GAMES, years=10)
    list_command = ("list", "fide-standard", str(LAST))
    shutil.rmtree(place / "model")
    shutil.rmtree(place / "states", ignore_errors=True)
    with_model = asked(place, *list_command)[0]
    shutil.rmtree(place / "states")
    cold, _, peak = asked(place, *list_command)
    scan = asked(place, "scan")[0]
    scale = GAMES / 5_000_000
    yield at_most(f"read model of {GAMES:,} games", with_model - cold, 12 * max(scale, 0.2), " s")
    yield at_most("first list in a fresh process", cold, 2, " s")
    yield at_most("the same / a process that scans the columns with DuckDB", cold / scan, 4, "x")
    yield at_most("its memory", peak / 1e6, 4000, " MB")
    yield at_most("the same list again", asked(place, *list_command)[0], 2, " s")
    turned, voided = appeals(place, folder)
    yield at_most(
        "appeal: a result of the last year turned round", asked(place, "appeal", turned)[0], 2, " s"
    )
    yield at_most(
        "appeal: a tournament of the last year voided", asked(place, "appeal", voided)[0], 2, " s"
    )
    year = [f"fide-standard@{LAST.replace(year=LAST.year - back)}" for back in (1, 0)]
    yield at_most("two lists a year apart, by cause", asked(place, "compare", *year)[0], 4, " s")
    whatif = asked(
        place, "whatif", *list_command[1:], "--set", "k.normal=25", "-o", str(folder / "w.json")
    )[0]
    yield at_most("what-if with its measures", whatif, 6, " s")


def appeals(place: Path, folder: Path) -> tuple[str, str]:
    """Files with a game of the last year turned round, and with a whole tournament voided."""
    with Office(place) as office:
        tournaments = office.snapshot().tournaments.table
        number = int(abs(tournaments.start - (LAST.toordinal() - 180)).argmin())
        events = office.log.stream(f"tournament/{tournaments.ids[number]}")
        game = next(
            event
            for _, event in events
            if isinstance(event, GameRecorded) and event.result == "1-0"
        )
    turned = GameCorrected(
        date=LAST, tournament=game.tournament, round=game.round, board=game.board, stage=game.stage,
        result=type(game.result)("0-1"), reason="bench",
    )  # fmt: skip
    voided = TournamentVoided(date=LAST, tournament=game.tournament, reason="bench")
    files = folder / "turned.jsonl", folder / "voided.jsonl"
    for file, event in zip(files, (turned, voided), strict=True):
        file.write_bytes(msgspec.json.encode(event) + b"\n")
    return str(files[0]), str(files[1])


SCAN = """
import sys; from replay.office.office import Office
with Office(sys.argv[1]) as office:
    office.model.query("SELECT * FROM {games}")
"""


def asked(place: Path, *words: str, cache: str | None = None) -> tuple[float, float, float]:
    """Wall time, processor time and peak memory (bytes) of a command in a process of its own."""
    command = [
        sys.executable,
        "-c",
        "from replay.commands.main import main; main()",
        "--ledger",
        str(place),
        *words,
    ]
    if words == ("scan",):
        command = [sys.executable, "-c", SCAN, str(place)]
    environment = {**os.environ, **({"RATING_LEDGER_CACHE": cache} if cache else {})}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment
    )
    seconds, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, cpu, 1024.0 * after.ru_maxrss
