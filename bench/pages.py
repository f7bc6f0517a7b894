"""Pages of the desk on a ledger of many games, once it is loaded: what a reader waits for, over the network.

The limit is that of decision 9 of the architecture. The first answer of a kind loads what all later ones rest on.
"""

import os
import statistics
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from bench.federation import federation
from bench.row import Row, at_most
from replay.office import Office
from replay.web.desk import Desk
from replay.web.server import address_of, listen, server

GAMES = int(os.environ.get("BENCH_GAMES", "1000000"))
DAY = date(2026, 10, 1)
LIMIT = 300
TIMES = 5


def measure() -> Iterator[Row]:
    """Every kind of page, and the slowest first answer."""
    place = federation(players=max(GAMES // 25, 100), games=GAMES, years=10)
    with running(place) as address:
        first = []
        for name, path in pages(place).items():
            first.append(waited(address + path))
            again = statistics.median(waited(address + path) for _ in range(TIMES))
            yield at_most(f"{name}, {GAMES:,} games", again, LIMIT, " ms")
        yield at_most("the slowest first answer, with everything to load", max(first) / 1000, 20, " s")


def pages(place: Path) -> dict[str, str]:
    """An address of each kind."""
    with Office(place) as office:
        made, tournaments = office.list("fide-standard", DAY), office.snapshot().tournaments.table
        player, name = (made.table[column][len(made) // 2].as_py() for column in ("player", "name"))
        tournament = tournaments.ids[int(abs(tournaments.start - (DAY.toordinal() - 180)).argmin())]
    middle = max(1, len(made) // 200)
    return {
        "home page": "/",
        "list": f"/lists/fide-standard/{DAY}",
        "page in the middle of a list": f"/lists/fide-standard/{DAY}?page={middle}",
        "list with a filter": f"/lists/fide-standard/{DAY}?sex=F&age=..20",
        "player": f"/players/{player}",
        "explanation of a rating": f"/players/{player}/fide-standard/{DAY}",
        "tournament": f"/tournaments/{tournament}",
        "log": "/log",
        "log of a player": f"/log?player={player}",
        "search": "/find?" + urllib.parse.urlencode({"q": name}),
    }


def waited(address: str) -> float:
    """Milliseconds until the whole answer is there."""
    began = time.perf_counter()
    with urllib.request.urlopen(address, timeout=120) as answer:
        answer.read()
    return (time.perf_counter() - began) * 1000


@contextmanager
def running(place: Path) -> Iterator[str]:
    """A desk over a ledger on a free port, and its address."""
    desk, sock = Desk(place), listen("127.0.0.1", 0)
    serving = server(desk)
    thread = threading.Thread(target=serving.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        yield address_of(sock).rstrip("/")
    finally:
        serving.should_exit = True
        thread.join()
        sock.close()
        desk.close()
