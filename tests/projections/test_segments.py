"""A read model in files says the same as one made in memory from the whole log, at any position."""

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import LedgerError, open_log
from ledger import events as ev
from projections import Model, Snapshot, Supposed, open_model
from projections.scheme_inputs import feed
from projections.tables import TABLES, schema
from replay.questions.questions import Questions
from schemes import scheme
from tests.projections.conftest import SCHEMES, everything

TRIALS = settings(deadline=None, suppress_health_check=list(HealthCheck))
Same = Callable[[Any, Any], bool]
Simulated = Callable[[int], list[Any]]


def agree(one: Snapshot, other: Snapshot, same: Same) -> None:
    left, right = everything(one), everything(other)
    for name, answer in left.items():
        assert same(answer, right[name]), name
    tournaments = np.arange(len(other.tournaments))
    for name in SCHEMES:
        assert same(feed(one, scheme(name), tournaments), feed(other, scheme(name), tournaments)), (
            name
        )


def in_pieces(events: list[Any], cuts: list[int], folder: Path) -> tuple[Model, Model]:
    """The model as caught up piece by piece into files, and the same made in memory."""
    with open_log(":memory:") as log:
        for begin, end in zip([0, *cuts], [*cuts, len(events)], strict=True):
            if begin < end:
                log.append(events[begin:end])
                model = open_model(log, folder)
                if end < len(events):
                    model.close()
        return model, open_model(log, None)


def files_say_what_memory_says(
    simulated: Simulated,
    same: Same,
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    cuts: list[int],
    known: int,
) -> None:
    events = simulated(seed)
    places = sorted(len(events) * cut // 1000 for cut in cuts)
    filed, read = in_pieces(events, places, tmp_path_factory.mktemp("model"))
    position = max(len(events) * known // 1000, 1)
    agree(Snapshot(filed, position), Snapshot(read, position), same)
    filed.close()
    read.close()


anywhere = given(
    seed=st.sampled_from((4, 5, 6)),
    cuts=st.lists(st.integers(10, 990), max_size=3),
    known=st.integers(30, 1000),
)
test_files_say_what_memory_says = settings(TRIALS, max_examples=8)(
    anywhere(files_say_what_memory_says)
)
test_files_say_it_in_many_trials = pytest.mark.soak(
    settings(TRIALS, max_examples=100)(anywhere(files_say_what_memory_says))
)


def test_segments_that_end_before_and_after_a_position(
    simulated: Simulated, same: Same, tmp_path: Path
) -> None:
    """A large file and small ones: they stay apart, and the position lies within the last."""
    events = simulated(4)
    filed, read = in_pieces(events, [len(events) - 60, len(events) - 10], tmp_path)
    assert len(filed.schemas) == 3
    for position in (len(events) - 61, len(events) - 30, len(events) - 5, len(events)):
        agree(Snapshot(filed, position), Snapshot(read, position), same)


@pytest.mark.parametrize("name", SCHEMES)
def test_games_of_a_scheme_are_those_of_its_tournaments(
    simulated: Simulated, tmp_path: Path, name: str
) -> None:
    model, _ = in_pieces(simulated(6), [], tmp_path)
    snapshot = Snapshot(model)
    tournaments = np.arange(len(snapshot.tournaments))
    everything, own = (
        snapshot.games.of(tournaments),
        feed(snapshot, scheme(name), tournaments).games,
    )
    approved = snapshot.tournaments.approved_for(name)
    assert 0 < approved.sum() < len(approved)
    for number, good in enumerate(approved):
        here = slice(own.offset[number], own.offset[number + 1])
        there = slice(everything.offset[number], everything.offset[number + 1])
        assert not good or own.first[here].tolist() == everything.first[there].tolist()
        assert not good or own.day[here].tolist() == everything.day[there].tolist()


def test_as_known_before_the_last_supposed_event(simulated: Simulated, same: Same) -> None:
    events = simulated(6)
    with open_log(":memory:") as log:
        log.append(events[:-30])
        over = Supposed(
            open_model(log, None), list(enumerate(events[-30:], start=len(events) - 29))
        )
    with open_log(":memory:") as log:
        log.append(events)
        recorded = open_model(log, None)
    for position in range(len(events) - 29, len(events) + 1, 7):
        agree(Snapshot(over, position), Snapshot(recorded, position), same)


@pytest.fixture
def place(simulated: Simulated, tmp_path: Path) -> Path:
    with open_log(tmp_path, create=True) as log:
        log.append(simulated(5))
    return tmp_path


def test_a_list_is_the_same_once_everything_but_the_log_is_gone(place: Path) -> None:
    found = set()
    for folder in (None, "states", "model"):
        if folder is not None:
            shutil.rmtree(place / folder)
        with Questions(place) as opened:
            found.add(tuple(opened.list(name).digest for name in SCHEMES))
    assert len(found) == 1


def test_the_read_model_of_another_log_is_not_believed(
    simulated: Simulated, same: Same, place: Path
) -> None:
    """A log of the same length takes the place of the one that the files were made from."""
    with Questions(place) as opened:
        opened.list("fide-standard")
    events = simulated(5)
    with open_log(place / "other", create=True) as log:
        log.append([*events[:-2], events[-1]])
        log.append([events[-2]])
    for file in ("log.sqlite", "keys.sqlite"):
        (place / "other" / file).replace(place / file)
    with Questions(place) as opened, open_log(place) as log:
        agree(opened.snapshot(), Snapshot(open_model(log, None)), same)


def test_a_byte_that_fell_over_is_noticed(place: Path) -> None:
    """The checksum of the file tells before anything is asked; the read model is then made anew from the log."""
    with Questions(place) as opened:
        digest = opened.list("fide-standard").digest
    shutil.rmtree(place / "states")
    (file,) = (place / "model").glob("*.duckdb")
    content = bytearray(file.read_bytes())
    content[content.index(b"P000012")] ^= 1  # somebody's id
    file.write_bytes(content)
    with Questions(place) as opened:
        assert opened.list("fide-standard").digest == digest


def test_a_missing_position_is_told_and_not_passed_over(place: Path) -> None:
    """A row that somebody took out of the database must not move the others."""
    with open_log(place) as log:
        states = log.store.states
        log.store.states = lambda after, until: states(after, until)[:-1]  # type: ignore[method-assign]
        with pytest.raises(LedgerError, match=r"a position between 1 and .* is missing"):
            open_model(log, None)


def test_games_of_players_who_registered_later() -> None:
    """Known before: a game of the same tournament, a merge, and nothing of whoever came afterwards."""
    day = date(2024, 5, 1)
    with open_log(":memory:") as log:
        log.append(
            ev.PlayerRegistered(date=day, player=name, name=name, sex="F")
            for name in ("ann", "bea", "cleo")
        )
        cup = ev.TournamentRegistered(
            date=day, tournament="cup", name="Cup", start=day, end=day, rounds=2, rated=()
        )
        game = ev.GameRecorded(
            date=day,
            tournament="cup",
            round=1,
            board=1,
            first="ann",
            second="bea",
            result=ev.Result.DRAW,
        )
        log.append([cup, game, ev.PlayersMerged(date=day, kept="bea", duplicate="cleo")])
        before = log.head
        log.append([ev.PlayerRegistered(date=day, player="dora", name="dora", sex="F")])
        log.append([msgspec.structs.replace(game, round=2, second="dora")])
        model = open_model(log, None)
    assert [
        Snapshot(model, known).games.of(np.array([0])).second.tolist() for known in (before, None)
    ] == [[1], [1, 3]]


def test_a_table_has_the_same_columns_with_and_without_rows(
    simulated: Simulated, same: Same
) -> None:
    """Most tables of a small ledger have no rows: they are declared and not copied, nor are they read."""
    with open_log(":memory:") as log:
        nothing = open_model(log, None)
        log.append(simulated(0))
        something = open_model(log, None)
    columns = "SELECT table_name, column_name, data_type FROM duckdb_columns() ORDER BY ALL"
    assert nothing.query(columns).equals(something.query(columns))

    for table in TABLES:
        names = schema(table).names
        before, after = nothing.columns(table, *names), something.columns(table, *names)
        for name in names:
            assert len(before[name]) == 0, (table, name)
            assert type(before[name]) is type(after[name]), (table, name)
            assert same(before[name], after[name][:0]), (table, name)
