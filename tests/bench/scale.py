"""What ledgers of different sizes cost: `python -m tests.bench.scale 1000000 5000000` writes docs/scale.md's table.

Each command runs in a process of its own, one after the other. Processor time counts everything that the command did,
also in helper processes, however busy the machine is; memory is the largest resident size of one of its processes.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from tests.bench.waits import LAST

LIST = ("list", "fide-standard", str(LAST), "--format", "csv")


class Cost(NamedTuple):
    """What one command cost."""

    step: str
    cpu: float
    seconds: float
    memory: float  # bytes


def main(arguments: Sequence[str]) -> None:
    """Measure ledgers of the given sizes, one line of Markdown for each command and each folder."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", type=int, nargs="+", help="how many games the federations have")
    asked.add_argument(
        "--folder", type=Path, default=Path(tempfile.gettempdir()), help="a disk with room for them"
    )
    asked.add_argument(
        "--ledger", type=Path, help="the folder of a ledger to copy, instead of making one up"
    )
    given = asked.parse_args(arguments)
    print(
        "| games | what | processor s | elapsed s | memory MB | size MB |\n| --- | --- | --- | --- | --- | --- |"
    )
    with tempfile.TemporaryDirectory(prefix="scale-", dir=given.folder) as folder:
        list(measured(1_000, Path(folder)))  # compiles the rules, which is kept
    for games in given.games:
        with tempfile.TemporaryDirectory(prefix="scale-", dir=given.folder) as folder:
            for line in measured(games, Path(folder), given.ledger):
                print(f"| {games:,} | {line}", flush=True)


def measured(games: int, folder: Path, ledger: Path | None = None) -> Iterator[str]:
    """Make or copy a ledger and ask what an office asks; rows of the table."""
    place, exported = folder / "ledger", folder / "parquet"
    if ledger is None:
        yield from made_up(games, folder, place)
    else:
        place.mkdir()
        for name in ("log.sqlite", "keys.sqlite"):
            shutil.copy(ledger / name, place)
    yield row_of(cost("first list, with the read model made", place, *LIST), place / "model")
    yield row_of(cost("the same list again", place, *LIST), place / "states")
    shutil.rmtree(place / "states")
    yield row_of(cost("the whole history replayed", place, *LIST))
    (folder / "week.jsonl").write_text("\n".join(a_tournament()) + "\n")
    yield row_of(cost("import of one more tournament", place, "import", str(folder / "week.jsonl")))
    yield row_of(cost("the list after it", place, *LIST))
    whatif = ("whatif", *LIST[1:3], "--set", "k.normal=25", "-o", str(folder / "answer.json"))
    yield row_of(cost("what-if with its measures", place, *whatif))
    sweep = ("whatif", *LIST[1:3], "--sweep", "k.normal=16..25:1", "-o", str(folder / "sweep.csv"))
    yield row_of(cost("a sweep of ten scenarios", place, *sweep))
    yield row_of(cost("export --parquet", place, "export", "--parquet", str(exported)), exported)
    yield row_of(cost("verify", place, "verify"))


def made_up(games: int, folder: Path, place: Path) -> Iterator[str]:
    """Simulate a federation and import it."""
    file = folder / "events.jsonl"
    size = ("--games", str(games), "--players", str(max(games // 25, 100)), "--years", "10")
    yield row_of(cost("simulate", place, "simulate", *size, "--seed", "1", "-o", str(file)), file)
    cost("init", place, "init")
    yield row_of(cost("import", place, "import", str(file)), place / "log.sqlite")
    file.unlink()


def a_tournament() -> Iterator[str]:
    """The events of ten newcomers who play a round robin two weeks before the last list."""
    day = LAST - timedelta(days=14)
    given = {
        "type": "PlayerRegistered",
        "date": str(day),
        "sex": "M",
        "federation": "NED",
        "born": 1990,
    }
    players = [f"scale-{number}" for number in range(10)]
    yield from (json.dumps({**given, "player": player, "name": player}) for player in players)
    about = {"date": str(day), "tournament": "scale"}
    registered = {
        "start": str(day),
        "end": str(day),
        "rounds": 9,
        "format": "roundrobin",
        "rated": ["fide-standard"],
    }
    yield json.dumps({**about, **registered, "type": "TournamentRegistered", "name": "Scale"})
    for turn in range(9):
        order = [
            players[0],
            *players[turn + 1 :],
            *players[1 : turn + 1],
        ]  # one stays, the others move on
        for board in range(5):
            pairing = {
                "round": turn + 1,
                "board": board + 1,
                "first": order[board],
                "second": order[9 - board],
            }
            yield json.dumps({**about, **pairing, "type": "GameRecorded", "result": "1-0"})
    yield json.dumps({**about, "type": "TournamentClosed"})


def cost(step: str, place: Path, *words: str) -> Cost:
    """Run a command; an error stops the measurement."""
    command = [
        sys.executable,
        "-c",
        "from replay.commands.main import main; main()",
        "--ledger",
        str(place),
        *words,
    ]
    began = time.perf_counter()
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        raise SystemExit(f"exit {started.returncode}: {' '.join(command[2:])}")
    return Cost(
        step, used.ru_utime + used.ru_stime, time.perf_counter() - began, 1024.0 * used.ru_maxrss
    )


def row_of(spent: Cost, made: Path | None = None) -> str:
    """A row of the table; `made` is the file or folder whose size it shows."""
    files = (
        []
        if made is None
        else [made]
        if made.is_file()
        else [path for path in made.rglob("*") if path.is_file()]
    )
    size = f"{sum(path.stat().st_size for path in files) / 1e6:,.0f}" if made else ""
    return f"{spent.step} | {spent.cpu:.1f} | {spent.seconds:.1f} | {spent.memory / 1e6:,.0f} | {size} |"


if __name__ == "__main__":
    main(sys.argv[1:])
