"""cxa-rapid: the compiled replay against the same rules in plain Python, and the time to compile them."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.row import Row, at_least, at_most
from schemes import scheme
from schemes.calendar import EPOCH
from schemes.cxa_rapid.admission import ENTRY, Entries, admit, gather
from schemes.cxa_rapid.columns import world
from schemes.cxa_rapid.parameters import cells
from schemes.cxa_rapid.period import rate_all
from schemes.inputs import Facts, Games, Inputs, Players, Rows, Tournaments
from schemes.parameters import unpacked

GAMES = int(os.environ.get("BENCH_GAMES_CXA", "1000000"))
A_TOURNAMENT, FIELD, PLAYERS, LISTS = 200, 40, 20_000, 10
START = int((np.datetime64("2021-11-01") - np.datetime64("1970-01-01")).astype(int)) + EPOCH


def measure() -> Iterator[Row]:
    """Speed of a million games over ten lists, and of the first use."""
    cxa, rules = scheme("cxa-rapid"), scheme("cxa-rapid").rules()
    replay(made_up(A_TOURNAMENT * LISTS))  # compile
    inputs = made_up(GAMES)
    compiled = min(timed(inputs) for _ in range(3)) / GAMES
    plain = plain_per_game(made_up(A_TOURNAMENT * LISTS * 2), cxa, rules)
    yield at_most(f"cxa-rapid: {GAMES:,} games replayed, per game", compiled * 1e9, 250, " ns")
    yield at_least("cxa-rapid: compiled / plain Python", plain / compiled, 100, "x")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        yield at_most("cxa-rapid: first use compiles", first_use(folder), 10, " s")
        yield at_most("cxa-rapid: later use, from the cache on disk", first_use(folder), 2, " s")


def made_up(games: int) -> Inputs:
    """Tournaments of 40 players and 200 games, spread evenly over the lists; one player in five begins unrated."""
    dice = np.random.default_rng(1)
    tournaments = max(games // A_TOURNAMENT, 1)
    start = START + np.arange(tournaments) * (365 * LISTS // 2) // tournaments
    field = dice.integers(0, PLAYERS - FIELD, tournaments).repeat(A_TOURNAMENT)
    first = dice.integers(0, FIELD, len(field))
    second = (first + dice.integers(1, FIELD, len(field))) % FIELD
    old = np.flatnonzero(np.arange(PLAYERS) % 5 > 0)
    return Inputs(
        players=Players(
            born=np.zeros(PLAYERS, np.int16), sex=(1 + np.arange(PLAYERS) % 2).astype(np.int8),
            deceased=np.full(PLAYERS, 10**9, np.int32),
        ),
        tournaments=papers(start),
        games=Games(
            offset=np.arange(tournaments + 1) * A_TOURNAMENT, round=np.ones(len(field), np.int16),
            board=np.arange(len(field), dtype=np.int32), stage=np.zeros(len(field), np.int8),
            first=(field + first).astype(np.int32), second=(field + second).astype(np.int32),
            result=dice.integers(0, 6, len(field)).astype(np.int8), day=start.repeat(A_TOURNAMENT).astype(np.int32),
        ),
        facts=Facts(
            carried_player=old.astype(np.int32), carried_day=np.full(len(old), START - 31, np.int32),
            carried_rating_x100=(200_000 + dice.integers(0, 6000, len(old)) * 10).astype(np.int32),
            federation_player=np.arange(PLAYERS, dtype=np.int32), federation_code=np.zeros(PLAYERS, np.int16),
            federation_day=np.zeros(PLAYERS, np.int32), federations=("CHN",),
        ),
        rows=Rows(
            rank_tournament=np.arange(tournaments, dtype=np.int32), rank_player=field[::A_TOURNAMENT].astype(np.int32),
            rank=np.ones(tournaments, np.int16),
        ),
    )  # fmt: skip


def papers(start: Any) -> Tournaments:
    count = len(start)
    missing, no = np.full(count, -1, np.int32), np.zeros(count, np.bool_)
    return Tournaments(
        start=start, end=start, registered=start - 100, base=missing, increment=missing, arbiters=missing, team=no,
        late_approved=no, order=np.arange(count, dtype=np.int32),
    )  # fmt: skip


def replay(inputs: Inputs) -> Any:
    cxa, rules = scheme("cxa-rapid"), scheme("cxa-rapid").rules()
    assignment = cxa.assign(inputs.tournaments, rules)
    first, last = int(assignment.first.min()) - 1, int(assignment.first.max())
    return cxa.run(inputs, rules, assignment, cxa.start(len(inputs.players)), first, last)


def timed(inputs: Inputs) -> float:
    begin = time.process_time()
    replay(inputs)
    return time.process_time() - begin


def plain_per_game(inputs: Inputs, cxa: Any, rules: Any) -> float:
    """One list over the same rules, not compiled."""
    assignment = cxa.assign(inputs.tournaments, rules)
    given = world(inputs, rules, assignment.version)
    versions = unpacked([cells(version.parameters, rules.readings) for version in rules.versions])
    chosen = np.arange(len(inputs.tournaments))
    codes = np.zeros((2, len(inputs.games)), np.int16)
    state = cxa.start(len(inputs.players))
    begin = time.process_time()
    own = np.zeros(len(inputs.players), np.int64)
    at, champions = np.zeros(len(own) + 1, np.int64), np.zeros(len(own), np.int64)
    admit(versions, given.people, given.tournaments, given.games, own, chosen, codes, state["why"], at)
    rows = np.zeros(at[-1], ENTRY).view(np.recarray)
    gather(versions, given.games, given.tournaments, chosen, codes, at[:-1].copy(), champions, rows)
    span = cxa.span(rules, int(assignment.first[0]))
    carried = np.full(len(inputs.players), -1, np.int64)
    rate_all(
        versions, given.people, given.tournaments.rows, span, own, Entries(at, rows), carried,
        state["rating"], state["games"], state["why"],
    )  # fmt: skip
    return (time.process_time() - begin) / len(inputs.games)


def first_use(cache: str) -> float:
    """Processor time of a small replay in a process of its own, beyond that of starting it."""
    program = (
        "import time, bench.cxa, numba; inputs = bench.cxa.made_up(2000); begin = time.process_time();"
        "bench.cxa.replay(inputs); print(time.process_time() - begin)"
    )
    world_of = {**os.environ, "RATING_LEDGER_CACHE": cache}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=world_of, capture_output=True, text=True, check=True)
    return float(done.stdout)
