"""malaysia game by game: compiled against the same rule in C, and against its own plain-Python form."""

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bench.row import Row, at_least, at_most
from schemes.inputs import NEVER, Games, Inputs, Players, Tournaments
from schemes.malaysia import scheme
from schemes.malaysia.parameters import compiled_cells, plain_cells
from schemes.malaysia.period import opened, play
from schemes.malaysia.timeline import Records, Story, blocks, story
from schemes.rule import compiled

GAMES, PLAYERS, PER_EVENT, ROUNDS, SEED = 1_000_000, 50_000, 450, 9, 20240301
PLAIN = 20_000  # so many of the games for the slow form
FIRST_DAY = 735_000
SOURCE = Path(__file__).with_name("malaysia_rule.c")


def rows() -> Iterator[Row]:
    """All figures of malaysia in one run."""
    yield at_most("malaysia: first use, compiled and kept on disk", first_use(), 10, " s")
    inputs, rules = made_up(), scheme.rules()
    told = story(inputs, rules, scheme.assign(inputs.tournaments, rules))
    days = blocks(told, rules, PLAYERS, int(told.games.day[-1]))
    days = days[days.kind == days.kind[0]]  # games only: the made-up events are not national
    fast, book = timed_fresh(lambda b, c: compiled(play)(compiled_cells(rules), told, b, c, days, 0, len(days)))
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        in_c, c_book = timed_fresh(in_c_form(Path(folder), rules, told))
    assert book.tolist() == c_book.tolist(), "C and the compiled rules disagree"
    some = days[days.end <= PLAIN]
    plain_games = int(some.end[-1])
    slow, slow_book = timed_fresh(lambda b, c: play(plain_cells(rules), told, b, c, some, 0, len(some)), 1)
    _, fast_book = timed_fresh(lambda b, c: compiled(play)(compiled_cells(rules), told, b, c, some, 0, len(some)), 1)
    assert slow_book.tolist() == fast_book.tolist(), "plain and compiled rules disagree"
    yield at_least(f"malaysia: {GAMES:,} games compiled / in C (gcc -O2), speed", in_c / fast, 0.5, "x")
    yield at_least("malaysia: compiled / plain Python, speed per game", slow / plain_games / (fast / GAMES), 100, "x")


measure = rows


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
    return Inputs(
        players=Players(born=np.zeros(PLAYERS, np.int16), deceased=never),
        tournaments=Tournaments(
            start=start, end=start + 1, registered=start, closed=start + 1, was_closed=zeros == 0,
            rounds=np.full(events, ROUNDS), national=zeros, first_game=start, last_game=start + 1,
            order=np.arange(events),
        ),
        games=Games(
            offset=offset, round=place // per_round + 1, board=place % per_round + 1, stage=np.zeros(GAMES, np.int8),
            first=first, second=second, result=random.choice(6, GAMES, p=[0.36, 0.3, 0.3, 0.02, 0.01, 0.01]), day=day,
        ),
    )  # fmt: skip


def timed_fresh(run: Callable[[Records, Any], object], times: int = 5) -> tuple[float, Records]:
    """The best time over a fresh book, and the book afterwards."""
    best = float("inf")
    for _ in range(times):
        _, book, closed = opened(scheme.start(PLAYERS))
        began = time.perf_counter()
        run(book, closed)
        best = min(best, time.perf_counter() - began)
    return best, book


def in_c_form(folder: Path, rules: Any, told: Story) -> Callable[[Records, Any], object]:
    """The C file compiled, bound to the same records."""
    library = folder / "rule.so"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE)], check=True)
    function = ctypes.CDLL(str(library)).play
    given = plain_cells(rules)[0]
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
    numbers = np.concatenate([np.atleast_1d(np.asarray(getattr(given, name), np.int64)) for name in names])

    def run(book: Records, _: Any) -> object:
        addresses = [ctypes.c_void_p(array.ctypes.data) for array in (numbers, told.tournaments, book, told.games)]
        return function(*addresses, ctypes.c_int64(len(told.games)))

    return run


def first_use() -> float:
    """Seconds of the first replay in a new process with an empty cache, imports aside."""
    code = (
        "import time; from bench.malaysia import compile_all; t = time.perf_counter(); compile_all(); "
        "print(time.perf_counter() - t)"
    )
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        environment = {**os.environ, "RATING_LEDGER_CACHE": folder}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout)


def compile_all() -> None:
    """Everything a list of this scheme compiles: the replay and the column of K."""
    rules, inputs = scheme.rules(), Inputs(players=Players(born=np.zeros(1, np.int16), deceased=np.full(1, NEVER)))
    assignment = scheme.assign(inputs.tournaments, rules)
    state = scheme.run(inputs, rules, assignment, scheme.start(1), 24_000, 24_000)
    scheme.listed(state, inputs.players, inputs, rules, 24_000, FIRST_DAY)
