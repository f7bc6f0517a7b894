"""What an append costs on PostgreSQL and on SQLite: `python -m tests.bench.offices` appends tournaments in turn.

Appends to one log take turns, so their length is what bounds many offices. Processor time is that of this process and
of the server; the disk's own waiting for a commit comes on top.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import psutil

from ledger import Log, open_log
from ledger.events import AnyEvent, GameRecorded, PlayerRegistered, TournamentRegistered
from tests.postgres_server import PostgresServer

DAY, ROUNDS, BOARDS = date(2024, 5, 1), 9, 25


def main(appends: int) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as folder,
        open_log(Path(folder) / "ledger", create=True) as log,
    ):
        print(row_of("SQLite", log, appends, lambda: 0.0))
    server = PostgresServer()
    try:
        with open_log(server.address(server.new_database()), create=True) as log:
            print(row_of("PostgreSQL", log, appends, lambda: spent_by(server)))
    finally:
        server.throw_away()


def row_of(name: str, log: Log, appends: int, elsewhere: Callable[[], float]) -> str:
    """Append tournaments; a line about what one of them cost."""
    log.append(
        [
            PlayerRegistered(date=DAY, player=f"P{n}", name=f"P{n}", sex="F")
            for n in range(2 * BOARDS)
        ]
    )
    works = [tournament(number) for number in range(appends)]
    here, there, began = time.process_time(), elsewhere(), time.perf_counter()
    for events in works:
        log.append(events)
    here, there, seconds = (
        time.process_time() - here,
        elsewhere() - there,
        time.perf_counter() - began,
    )
    costs = f"{1e3 * here / appends:.1f} ms here, {1e3 * there / appends:.1f} ms in the server"
    elapsed = f"{1e3 * seconds / appends:.1f} ms elapsed"
    return f"{name}: {appends} appends of {len(works[0])} events: each {costs}, {elapsed}"


def tournament(number: int) -> list[AnyEvent]:
    """A tournament of 225 games, as an office sends it in."""
    name = f"T{number}"
    registered = TournamentRegistered(
        date=DAY,
        tournament=name,
        name=name,
        start=DAY,
        end=DAY,
        rounds=ROUNDS,
        rated=("fide-standard",),
    )
    games = [
        GameRecorded(
            date=DAY, tournament=name, round=turn + 1, board=board + 1, first=f"P{board}",
            second=f"P{BOARDS + (board + turn) % BOARDS}", result="1-0",
        )
        for turn in range(ROUNDS)
        for board in range(BOARDS)
    ]  # fmt: skip
    return [registered, *games]


def spent_by(server: PostgresServer) -> float:
    """Processor seconds of a server's processes."""
    first = psutil.Process(int((server.folder / "data" / "postmaster.pid").read_text().split()[0]))
    times = [each.cpu_times() for each in (first, *first.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
