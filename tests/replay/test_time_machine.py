"""The list is a function of scheme, rules, date and position, and of nothing else."""

import io
import os
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger import open_log
from ledger.events import AnyEvent
from projections import Snapshot, Supposed, open_model
from replay.difference.by_cause import difference_by_cause
from replay.explain.explain import Explainer
from replay.lists.rating_list import make_list
from replay.questions.questions import Questions
from replay.simulation import Federation, simulate
from replay.which import ListWords, WhichList
from replay.world.states import States
from replay.world.world import World, replay
from schemes import Schemes, scheme
from tests.builders import carried, decoded, game_corrected, player

_decoder = msgspec.json.Decoder(AnyEvent)
SCHEMES = ("cxa-rapid", "fide-standard", "malaysia")
DAYS = (date(2024, 10, 1), date(2025, 1, 1), date(2025, 6, 17), date(2026, 1, 1))


def events_of(seed: int, players: int = 60, games: int = 700, years: int = 2) -> list[Any]:
    """The events of a small made-up federation."""
    out = io.BytesIO()
    simulate(Federation(players=players, games=games, years=years, seed=seed, scheme="all"), out)
    return [_decoder.decode(line) for line in out.getvalue().splitlines()]


def log_of(events: list[Any]) -> Any:
    log = open_log(":memory:")
    log.append(events)
    return log


def csv(
    log: Any,
    name: str,
    day: date,
    known: int | None = None,
    states: States | None = None,
    **model: Any,
) -> bytes:
    opened = open_model(log, model.pop("folder", None), **model)
    try:
        world = World(Schemes(), scheme(name).rules(), Snapshot(opened, known))
        replayed = replay(world, states or States(None), day)
        return make_list(replayed, "", every=True).csv
    finally:
        opened.close()


@pytest.fixture(scope="module")
def federation() -> Any:
    return log_of(events_of(7))


@pytest.mark.soak
@pytest.mark.parametrize("name", SCHEMES)
def test_stored_states_and_segments_change_nothing(name: str, tmp_path: Path) -> None:
    """Appended in pieces, asked in between (so that states and segments pile up): each answer is a fresh one's."""
    events = events_of(11)
    log = open_log(":memory:")
    states = States(tmp_path / "states")
    for at in range(0, len(events), len(events) // 9 + 1):
        log.append(events[at : at + len(events) // 9 + 1])
        for day in DAYS:
            piled = csv(log, name, day, states=states, folder=tmp_path / "model")
            assert piled == csv(log, name, day)
    assert list((tmp_path / "states").glob("*.state")), "nothing was kept, so nothing was tested"
    assert len(list((tmp_path / "model").glob("segment-*"))) > 1


@pytest.mark.parametrize("name", SCHEMES)
def test_the_batch_size_of_the_read_model_changes_nothing(
    name: str, federation: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = set()
    for batch in (1_000, 3_333, 10**9):
        monkeypatch.setattr("projections.rows.BATCH", batch)
        answers.add(csv(federation, name, DAYS[-1]))
    assert len(answers) == 1


def test_deleting_or_damaging_model_and_states_costs_only_time(tmp_path: Path) -> None:
    """Thrown away, overwritten with rubbish, or made from another log: the next question is answered all the same."""
    place = tmp_path / "ratings"
    log = open_log(place, create=True)
    log.append(events_of(7))
    log.close()

    def ask() -> bytes:
        with Questions(place) as opened:
            return opened.list("fide-standard", DAYS[-1]).csv

    first = ask()
    shutil.rmtree(place / "model")
    shutil.rmtree(place / "states")
    assert ask() == first
    for path in [*(place / "model").glob("segment-*"), *(place / "states").glob("*.state")]:
        path.write_bytes(b"rubbish" * 1000)
    for path in (place / "states").glob("*.arrow"):
        path.write_bytes(b"rubbish" * 1000)
    assert ask() == first
    other = tmp_path / "other"
    with open_log(other, create=True) as different:
        different.append(events_of(8))
    shutil.copytree(place / "model", other / "model")
    with Questions(other) as opened:
        answer = opened.list("fide-standard", DAYS[-1]).csv
    assert answer == csv_published(events_of(8))


def csv_published(events: list[Any]) -> bytes:
    return Questions(":memory:", log=log_of(events)).list("fide-standard", DAYS[-1]).csv


@pytest.mark.soak
@pytest.mark.parametrize(
    "other",
    [
        {"TZ": "Asia/Kuala_Lumpur", "PYTHONHASHSEED": "1"},
        {
            "LC_ALL": "C",
            "LANG": "C",
            "PYTHONHASHSEED": "2",
            "NUMBA_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
        },
        {"LC_ALL": "C.UTF-8", "TZ": "America/New_York", "PYTHONUTF8": "0"},
    ],
    ids=["east", "posix locale, one thread", "west"],
)
def test_locale_time_zone_threads_and_hash_seed_change_no_byte(
    other: dict[str, str], tmp_path: Path
) -> None:
    place = tmp_path / "ratings"
    with open_log(place, create=True) as log:
        log.append(events_of(7))
    command = [
        sys.executable,
        "-c",
        "import replay.commands.main; replay.commands.main.main()",
        "--ledger",
        str(place),
        "list",
    ]

    def ask(name: str, environment: dict[str, str]) -> bytes:
        done = subprocess.run(
            [*command, name, "2026-01-01", "--format", "csv"],
            capture_output=True,
            env=os.environ | environment,
            check=True,
        )
        return done.stdout

    plain = {name: ask(name, {}) for name in SCHEMES}
    shutil.rmtree(place / "model")
    shutil.rmtree(place / "states")
    assert {name: ask(name, other) for name in SCHEMES} == plain
    assert all(len(answer.splitlines()) > 5 for answer in plain.values())


def test_what_was_only_supposed_leaves_no_trace_in_the_states(tmp_path: Path) -> None:
    """A supposition takes the next position of the log; what really comes at that position is something else."""
    place = tmp_path / "ratings"
    with open_log(place, create=True) as log:
        log.append(events_of(7))
        events = [event for _, event in log.read()]
        fide = {e.tournament for e in events if "fide-standard" in getattr(e, "rated", ())}
        games = [
            e
            for e in events
            if type(e).__name__ == "GameRecorded" and e.result == "1-0" and e.tournament in fide
        ]

    def corrected(game: Any, result: str) -> Any:
        line = f"{game.round}.{game.board} {result}"
        (event,) = decoded(game_corrected(game.tournament, "2026-01-01", line, stage=game.stage))
        return event

    with Questions(place) as opened:
        head = opened.log.head
        entries = [(head + 1 + n, corrected(game, "0-1")) for n, game in enumerate(games)]
        opened.__dict__["model"] = Supposed(opened.model, entries)
        supposed = opened.list("fide-standard", DAYS[-1]).csv
    with open_log(place) as log:
        log.append([corrected(game, "1/2-1/2") for game in games])
        assert log.head == entries[-1][0]
        fresh = csv_published([event for _, event in log.read()])
    with Questions(place) as opened:
        assert opened.list("fide-standard", DAYS[-1]).csv == fresh
    assert supposed != fresh


@pytest.mark.parametrize("name", SCHEMES)
def test_who_was_not_known_yet_is_nowhere_though_later_states_are_stored(
    name: str, tmp_path: Path
) -> None:
    """Many are registered later: states stored since have rows for them, and must do for what was known then."""
    ids = [f"P{number:03}" for number in range(900)]
    early = player(*ids[:40], federation="CHN", date="2025-01-01")
    rated = carried(name, "2025-01-01", dict.fromkeys(ids[:40], 2000))
    later = player(*ids[40:], federation="CHN", date="2025-09-01")
    events = decoded(*early, *rated, *later)
    place, then = tmp_path / "ratings", len(rated) * 2
    with open_log(place, create=True) as log:
        log.append(events)
    days = date(2025, 10, 1), date(2026, 6, 1)
    with Questions(place) as opened:
        assert opened.list(name, days[0], every=True).table.num_rows >= 40
    with Questions(place) as opened:
        known = [opened.list(name, day, known=then, every=True).csv for day in days]
        rules = scheme(name).rules()
        answer = difference_by_cause(opened, *(WhichList(name, day, then, rules) for day in days))
        told = [
            Explainer(opened, opened.world(WhichList(name, day, then, rules)), day)
            .player("P001")
            .value
            for day in days
        ]
    fresh = Questions(":memory:", log=log_of(events[:then]))
    assert known == [fresh.list(name, day, every=True).csv for day in days]
    assert told == [fresh_value(fresh, name, day) for day in days]
    same = difference_by_cause(fresh, *(WhichList(name, day, then, rules) for day in days))
    assert answer.ids[:40] == same.ids
    assert answer.after.rating[:40].tolist() == same.after.rating.tolist()
    assert answer.causes is not None and same.causes is not None
    assert all(
        answer.causes[cause][:40].tolist() == part.tolist() for cause, part in same.causes.items()
    )


def fresh_value(opened: Questions, name: str, day: date) -> str:
    which = ListWords(name, day).resolved(opened)
    return Explainer(opened, opened.world(which), day).player("P001").value
