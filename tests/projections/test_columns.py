"""What is mapped from files beside the segments says what the tables say, at any position; without it the tables do."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import open_log
from projections import Model, Snapshot, facts, feed, open_model
from projections.columns import SUFFIX, open_columns
from schemes import scheme

SCHEMES = ("cxa-rapid", "fide-standard", "malaysia")
ANSWERS = (
    "withdrawn", "player_count", "kept", "merged", "player_corrections", "players", "by_id", "corrections", "voided",
    "closed", "tournaments", "standings_rules", "revisions",
)  # fmt: skip


Same = Callable[[Any, Any], bool]
Simulated = Callable[[int], list[Any]]


def agree(one: Snapshot, other: Snapshot, same: Same) -> None:
    for name in ANSWERS:
        assert same(getattr(one, name), getattr(other, name)), name
    assert one.people().equals(other.people())
    assert same(one.games(0, 10_000), other.games(0, 10_000))
    for name in SCHEMES:
        assert same(facts(one, name), facts(other, name)), name
        everything = np.arange(len(other.tournaments))
        assert same(feed(one, scheme(name), everything), feed(other, scheme(name), everything)), name


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


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.sampled_from((4, 5, 6)), cuts=st.lists(st.integers(10, 990), max_size=3), known=st.integers(30, 1000))
def test_mapped_or_read(
    simulated: Simulated, same: Same, tmp_path_factory: pytest.TempPathFactory, seed: int, cuts: list[int], known: int
) -> None:
    events = simulated(seed)
    places = sorted(len(events) * cut // 1000 for cut in cuts)
    mapped, read = in_pieces(events, places, tmp_path_factory.mktemp("model"))
    assert all(column is not None for column in mapped.columns) and read.columns == [None]
    position = max(len(events) * known // 1000, 1)
    agree(Snapshot(mapped, position), Snapshot(read, position), same)
    mapped.close()
    read.close()


def test_compiled_or_not(simulated: Simulated, same: Same, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rows are looked at without the compiler, many with it."""
    mapped, _ = in_pieces(simulated(5), [200], tmp_path)
    positions = range(50, len(simulated(5)), 111)
    plain = [Snapshot(mapped, position).games(0, 10_000) for position in positions]
    monkeypatch.setattr("projections.games.FEW", -1)
    compiled = [Snapshot(mapped, position).games(0, 10_000) for position in positions]
    assert all(same(one, other) for one, other in zip(plain, compiled, strict=True))
    assert any(len(games) for games in plain)


def test_segments_that_end_before_and_after_a_position(simulated: Simulated, same: Same, tmp_path: Path) -> None:
    """A large file and small ones: they stay apart, and the position lies within the last."""
    events = simulated(4)
    mapped, read = in_pieces(events, [len(events) - 60, len(events) - 10], tmp_path)
    assert len(mapped.schemas) == 3
    for position in (len(events) - 61, len(events) - 30, len(events) - 5, len(events)):
        agree(Snapshot(mapped, position), Snapshot(read, position), same)


@pytest.mark.parametrize("damage", [b"", b"rating-ledger columns 3\n", b"nonsense" * 100, None])
def test_without_columns_the_tables_answer(
    simulated: Simulated, same: Same, tmp_path: Path, damage: bytes | None
) -> None:
    events = simulated(5)
    with open_log(":memory:") as log:
        log.append(events)
        open_model(log, tmp_path).close()
        (file,) = tmp_path.glob(f"*{SUFFIX}")
        if damage is None:
            file.unlink()
        else:
            file.write_bytes(damage)
        model = open_model(log, tmp_path)
        assert model.columns == [None]
        agree(Snapshot(model), Snapshot(open_model(log, None)), same)


def test_columns_go_with_their_segment(simulated: Simulated, tmp_path: Path) -> None:
    """Merged or thrown away, a segment leaves no columns behind."""
    in_pieces(simulated(6), [300, 600], tmp_path)
    assert {path.stem for path in tmp_path.glob("*.duckdb")} == {path.stem for path in tmp_path.glob(f"*{SUFFIX}")}


@pytest.mark.parametrize("name", SCHEMES)
def test_games_of_a_scheme_are_those_of_its_tournaments(simulated: Simulated, tmp_path: Path, name: str) -> None:
    model, _ = in_pieces(simulated(6), [], tmp_path)
    snapshot = Snapshot(model)
    everything, own = snapshot.games(0, 10_000), Snapshot(model).games(0, 10_000, name)
    approved = snapshot.approved_for(name)
    assert 0 < approved.sum() < len(approved)
    for number, good in enumerate(approved):
        here = slice(own.offset[number], own.offset[number + 1])
        there = slice(everything.offset[number], everything.offset[number + 1] if good else everything.offset[number])
        assert own.first[here].tolist() == everything.first[there].tolist()
        assert own.day[here].tolist() == everything.day[there].tolist()


def test_a_footer_that_points_anywhere_is_refused(simulated: Simulated, tmp_path: Path) -> None:
    """Any byte of it changed: then the tables answer."""
    with open_log(":memory:") as log:
        log.append(simulated(5)[:200])
        open_model(log, tmp_path).close()
        (file,) = tmp_path.glob(f"*{SUFFIX}")
        whole = file.read_bytes()
        begin = int.from_bytes(whole[-12:-4], "little")
        for place in [*range(begin, len(whole), 97), *range(len(whole) - 12, len(whole))]:
            file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            assert open_columns(tmp_path / file.with_suffix(".duckdb").name) is None, place


def test_a_changed_byte_is_found(simulated: Simulated, tmp_path: Path) -> None:
    with open_log(":memory:") as log:
        log.append(simulated(5))
        model = open_model(log, tmp_path)
        assert model.damaged() == []
        model.close()
        (file,) = tmp_path.glob(f"*{SUFFIX}")
        content = bytearray(file.read_bytes())
        name = content.index(b"P00", 24)  # somebody's id
        content[name] ^= 1
        file.write_bytes(content)
        model = open_model(log, tmp_path)
        assert model.damaged() == ["players.player (segment0)"]
        model.close()


def test_part_of_an_overlay(simulated: Simulated, same: Same) -> None:
    """As known before the last of the events that are supposed."""
    events = simulated(6)
    with open_log(":memory:") as log:
        log.append(events[:-30])
        over = open_model(log, None).with_events(list(enumerate(events[-30:], start=len(events) - 29)))
    with open_log(":memory:") as log:
        log.append(events)
        recorded = open_model(log, None)
    for position in range(len(events) - 29, len(events) + 1, 7):
        one, other = Snapshot(over, position), Snapshot(recorded, position)
        assert all(same(getattr(one, name), getattr(other, name)) for name in ANSWERS)
