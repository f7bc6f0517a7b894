"""malaysia game by game: compiled against the same rules in C."""

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from schemes.drivers.by_game.events import GAMES as GAMES_OF_DAY
from schemes.drivers.by_game.events import Events, blocks
from schemes.drivers.by_game.loops import Book, play
from schemes.kernels.inputs import NEVER, Games, Inputs, Players, Tournaments
from schemes.kernels.scheme import Given
from schemes.malaysia import scheme
from tests.bench.row import Row, at_least

GAMES, PLAYERS, PER_EVENT, ROUNDS, SEED = 1_000_000, 50_000, 450, 9, 20240301
TURNS = 15
FIRST_DAY = 735_000
SOURCE = Path(__file__).with_name("malaysia_rule.c")


def measure() -> Iterator[Row]:
    """The compiled loops against C, over the same records."""
    inputs, rules = made_up(), scheme.rules()
    given = Given(inputs, rules, scheme.assign(inputs.tournaments, rules))
    events = scheme.events(given)
    days = blocks(events, scheme.order_of_day(rules), rules, PLAYERS, int(events.games.day[-1]))
    days = days[days.kind == GAMES_OF_DAY]  # the made-up events are not national
    loops, versions = scheme.articles.compiled(play), scheme.versions_of(rules)
    fast = c_time = float("inf")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        in_c = in_c_form(Path(folder), rules, events)
        for _ in range(TURNS):  # they take turns, because a shared machine is slow at times
            time_now, book = timed(
                lambda fresh: loops(versions, events, fresh, days, 0, len(days)), given
            )
            fast = min(fast, time_now)
            time_now, c_book = timed(in_c, given)
            c_time = min(c_time, time_now)
    assert book.players.tolist() == c_book.players.tolist(), "C and the compiled rules disagree"
    yield at_least(
        f"malaysia: {GAMES:,} games compiled / in C (gcc -O2), speed", c_time / fast, 0.6, "x"
    )


def made_up() -> Inputs:
    """Events of 100 players and nine rounds, one after the other, with every result and all sorts of titles."""
    random = np.random.default_rng(SEED)
    events = -(-GAMES // PER_EVENT)
    start = FIRST_DAY + np.arange(events) * 2
    number = np.arange(GAMES)
    place = number % PER_EVENT
    per_round = PER_EVENT // ROUNDS
    first = random.integers(0, PLAYERS, GAMES)
    second = (first + random.integers(1, PLAYERS, GAMES)) % PLAYERS
    day = start[number // PER_EVENT] + (place // per_round) // 5
    offset = np.minimum(np.arange(events + 1) * PER_EVENT, GAMES)
    zeros, never = np.zeros(events, np.int8), np.full(PLAYERS, NEVER)
    minus = zeros - 1
    return Inputs(
        players=Players(born=np.zeros(PLAYERS, np.int16), sex=np.zeros(PLAYERS, np.int8), deceased=never),
        tournaments=Tournaments(
            start=start, end=start + 1, registered=start, closed=start + 1, was_closed=zeros == 0,
            rounds=np.full(events, ROUNDS), national=zeros, first_game=start, last_game=start + 1,
            order=np.arange(events), report=minus, base=minus, increment=minus, hours_x100=minus, arbiters=minus,
            moves=zeros, team=zeros, official=zeros, hybrid=zeros, approved=zeros, late_approved=zeros,
        ),
        games=Games(
            offset=offset, round=place // per_round + 1, board=place % per_round + 1, stage=np.zeros(GAMES, np.int8),
            first=first, second=second, result=random.choice(6, GAMES, p=[0.36, 0.3, 0.3, 0.02, 0.01, 0.01]), day=day,
        ),
    )  # fmt: skip


def timed(run: Callable[[Book], object], given: Given) -> tuple[float, Book]:
    """The time of a run over a fresh book, and the book afterwards."""
    _, book = scheme.opened(given, scheme.start(PLAYERS))
    began = time.perf_counter()
    run(book)
    return time.perf_counter() - began, book


def in_c_form(folder: Path, rules: Any, told: Events) -> Callable[[Book], object]:
    """The C file compiled, bound to the same records."""
    library = folder / "rule.so"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE)], check=True)
    function = ctypes.CDLL(str(library)).play
    given = scheme.plain_versions_of(rules)[0]
    names = (
        "k",
        "k_from",
        "k_forever",
        "k_forever_from",
        "last_rounds",
        "last_addition",
        "table_end",
        "first",
        "table",
    )
    numbers = np.concatenate(
        [np.atleast_1d(np.asarray(getattr(given, name), np.int64)) for name in names]
    )

    def run(book: Book) -> object:
        arrays = (numbers, told.tournaments, book.players, told.games)
        addresses = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
        return function(*addresses, ctypes.c_int64(len(told.games)))

    return run
