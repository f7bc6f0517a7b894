"""Pages of the desk on a ledger of many games, once it is loaded: what a reader waits for, over the network.

The limit is that of decision 9 of the architecture. The first answer of a kind loads what all later ones rest on. The
same pages of a small ledger come before: the rules are compiled once after an installation, which no reader waits for.
"""

import os
import shutil
import statistics
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from replay.questions.questions import Questions
from replay.web.app import DeskOptions
from replay.web.desk import Desk
from replay.web.server import address_of, listen, server
from tests.bench.federation import federation
from tests.bench.row import Row, at_most

GAMES = int(os.environ.get("BENCH_GAMES", "1000000"))
DAY = date(2026, 10, 1)
LIMIT = 300  # milliseconds
FIRST = 10  # seconds
TIMES = 5


def measure() -> Iterator[Row]:
    """Every kind of page, and the slowest first answer."""
    compile_rules()
    place = federation(players=max(GAMES // 25, 100), games=GAMES, years=10)
    asked = pages(place)
    shutil.rmtree(
        place / "states", ignore_errors=True
    )  # which choosing the addresses left: the desk replays all games
    with running(place) as address:
        first = {}
        for name, path in asked.items():
            first[name] = waited(address + path) / 1000
            again = statistics.median(waited(address + path) for _ in range(TIMES))
            yield at_most(f"{name}, {GAMES:,} games", again, LIMIT, " ms")
        slowest = max(first, key=first.__getitem__)
        yield at_most(
            f"the slowest first answer, with everything to load: {slowest}",
            first[slowest],
            FIRST,
            " s",
        )


def compile_rules() -> None:
    """Ask for every page of a small ledger."""
    small = federation(players=100, games=1_000, years=10)
    with running(small) as address:
        for path in pages(small).values():
            waited(address + path)


def pages(place: Path) -> dict[str, str]:
    """An address of each kind."""
    with Questions(place) as office:
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
        "words in the log": "/log?q=open+corrected",
        "search": "/find?" + urllib.parse.urlencode({"q": name}),
        "list in Chinese": f"/lists/fide-standard/{DAY}?language=zh-Hans",
        "player in Chinese": f"/players/{player}?language=zh-Hans",
    }


def waited(address: str) -> float:
    """Milliseconds until the whole answer is there."""
    began = time.perf_counter()
    with urllib.request.urlopen(address, timeout=120) as answer:
        answer.read()
    return (time.perf_counter() - began) * 1000


@contextmanager
def running(place: Path, options: DeskOptions = DeskOptions()) -> Iterator[str]:
    """A desk over a ledger on a free port, and its address."""
    desk, sock = Desk(place), listen("127.0.0.1", 0)
    serving = server(desk, options)
    thread = threading.Thread(target=serving.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        yield address_of(sock).rstrip("/")
    finally:
        serving.should_exit = True
        thread.join()
        sock.close()
        desk.close()
