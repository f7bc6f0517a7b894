"""Tables of big and of many tournaments, by both regulations."""

import random
import tempfile
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from bench.row import Row, at_most
from ledger import open_log
from ledger.events import (
    AnyEvent,
    GameRecorded,
    PlayerEntered,
    PlayerRegistered,
    Result,
    TournamentClosed,
    TournamentRegistered,
)
from projections import Snapshot, open_model
from projections.standings import computed_rankings, standings_of

DAY = date(2022, 1, 1)
RESULTS = (Result("1-0"), Result("0-1"), Result("1/2-1/2"))


def measure() -> Iterator[Row]:
    """Seconds for one table of 500 players and 11 rounds, and for the rankings of 2,000 tournaments of 40."""
    with tempfile.TemporaryDirectory() as folder, open_log(Path(folder) / "ledger", create=True) as log:
        log.append(_events(2000))
        model = open_model(log, None)
        snapshot = Snapshot(model)
        for number, rules in enumerate(("hk-open", "wxf")):
            seconds, _ = _timed(lambda number=number: standings_of(snapshot, number))
            yield at_most(f"standings: {rules}, 500 players, 11 rounds", seconds, 0.8, " s")
        seconds, found = _timed(lambda: computed_rankings(snapshot, range(2, 2002)))
        assert len(found) == 2000
        yield at_most("standings: rankings of 2,000 tournaments of 40 players, 7 rounds", seconds, 20, " s")
        model.close()


def _timed(work):  # type: ignore[no-untyped-def]
    begin = time.perf_counter()
    found = work()
    return time.perf_counter() - begin, found


def _events(many: int) -> Iterator[AnyEvent]:
    lots = random.Random(5)
    players = [f"p{number:04}" for number in range(500)]
    yield from (PlayerRegistered(date=DAY, player=player, name=player, sex="M") for player in players)
    yield from _tournament("big-hk", "hk-open", players, 11, lots)
    yield from _tournament("big-wxf", "wxf", players, 11, lots)
    for number in range(many):
        rules = "wxf" if number % 2 else "hk-open"
        yield from _tournament(f"t{number}", rules, lots.sample(players, 40), 7, lots)


def _tournament(name: str, rules: str, players: list[str], rounds: int, lots: random.Random) -> Iterator[AnyEvent]:
    end = DAY + timedelta(days=rounds)
    yield TournamentRegistered(
        date=DAY, tournament=name, name=name, start=DAY, end=end, rounds=rounds, rated=(), standings=rules
    )
    for number, player in enumerate(players, 1):
        yield PlayerEntered(date=DAY, tournament=name, player=player, number=number)
    for round_ in range(1, rounds + 1):
        order = lots.sample(players, len(players))
        for board in range(1, len(players) // 2 + 1):
            yield GameRecorded(
                date=DAY + timedelta(days=round_), tournament=name, round=round_, board=board,
                first=order[2 * board - 2], second=order[2 * board - 1], result=lots.choice(RESULTS),
            )  # fmt: skip
    yield TournamentClosed(date=end, tournament=name)
