"""A supposition laid over a snapshot says what the same events say once they are in the log."""

import io
from dataclasses import fields
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import open_log
from ledger.events import AnyEvent
from projections import Model, Snapshot, facts, open_model
from projections.feed import only
from projections.games import KEPT, with_games
from replay.simulation import Federation, simulate
from schemes.inputs import Games

_decoder = msgspec.json.Decoder(AnyEvent)
SCHEMES = ("cxa-rapid", "fide-standard", "malaysia")
ANSWERS = (
    "withdrawn", "player_count", "kept", "merged", "player_corrections", "players", "by_id", "corrections", "voided",
    "closed", "tournaments", "standings_rules", "revisions",
)  # fmt: skip


def events_of(seed: int) -> list[Any]:
    out = io.BytesIO()
    simulate(Federation(players=50, games=500, years=2, seed=seed, scheme="all"), out)
    events = map(_decoder.decode, out.getvalue().splitlines())
    return [msgspec.structs.replace(event, recorded=None) for event in events]


def model_of(events: list[Any]) -> Model:
    with open_log(":memory:") as log:
        log.append(events)
        return open_model(log, None)


def same(one: Any, other: Any) -> bool:
    if hasattr(one, "__dataclass_fields__"):
        return all(same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    return bool(one == other)


@pytest.fixture(scope="module")
def logs() -> dict[int, list[Any]]:
    return {seed: events_of(seed) for seed in (1, 2, 3)}


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(1, 3), part=st.integers(30, 1000), supposed=st.integers(1, 60), read=st.booleans())
def test_laid_over_or_recorded(logs: dict[int, list[Any]], seed: int, part: int, supposed: int, read: bool) -> None:
    events = logs[seed]
    recorded = min(len(events) * part // 1000, len(events) - 1)
    below = model_of(events[:recorded])
    before = Snapshot(below)
    highest = len(before.tournaments) + 10
    if read:  # the games below are known: those of untouched tournaments are taken over
        before.games(0, highest)
    entries = list(enumerate(events[recorded : recorded + supposed], start=recorded + 1))
    over, plain = Snapshot(below.with_events(entries), base=before), Snapshot(model_of(events[: recorded + supposed]))
    assert over.base is before
    for name in ANSWERS:
        assert same(getattr(over, name), getattr(plain, name)), name
    assert over.people().equals(plain.people())
    assert same(over.games(0, highest), plain.games(0, highest))
    for scheme in SCHEMES:
        assert same(facts(over, scheme), facts(plain, scheme)), scheme
        assert same(over.approved_for(scheme), plain.approved_for(scheme)), scheme
    below.close()
    plain.model.close()


def test_only_a_snapshot_of_what_it_was_laid_over_is_built_upon(logs: dict[int, list[Any]]) -> None:
    events = logs[1]
    below = model_of(events[:200])
    over = below.with_events([(201, events[200])])
    assert Snapshot(over, base=Snapshot(below, 150)).base is None
    assert Snapshot(over, 150, base=Snapshot(below)).base is None
    assert Snapshot(below, base=Snapshot(below)).base is None
    assert Snapshot(over, base=Snapshot(model_of(events[:200]))).base is None


sizes = st.lists(st.integers(0, 4), min_size=1, max_size=8)


def games_of(counts: list[int], mark: int) -> Games:
    """Games whose columns all hold a running number, so that each can be told."""
    offset = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
    return Games(offset=offset, **{name: mark + np.arange(offset[-1]) for name in KEPT})


def by_tournament(games: Games) -> list[list[int]]:
    return [games.first[begin:end].tolist() for begin, end in zip(games.offset, games.offset[1:], strict=False)]


@given(counts=sizes, data=st.data())
def test_only_the_games_of_some_tournaments(counts: list[int], data: st.DataObject) -> None:
    wanted = sorted(data.draw(st.sets(st.integers(0, len(counts) - 1))))
    games = games_of(counts, 0)
    expected = [rows if number in wanted else [] for number, rows in enumerate(by_tournament(games))]
    assert by_tournament(only(games, np.array(wanted, np.int64))) == expected


@given(counts=sizes, fresh=sizes, data=st.data())
def test_games_with_those_of_some_tournaments_replaced(
    counts: list[int], fresh: list[int], data: st.DataObject
) -> None:
    number = max(len(counts), len(fresh))
    fresh = [*fresh, *[1] * (number - len(fresh))]
    replaced = sorted(data.draw(st.sets(st.integers(0, number - 1))) | set(range(len(counts), number)))
    old, new = games_of(counts, 0), games_of(fresh, 1000)
    made = by_tournament(with_games(old, np.array(replaced, np.int64), new, number))
    known = [*by_tournament(old), *[[]] * (number - len(counts))]
    assert made == [by_tournament(new)[n] if n in replaced else known[n] for n in range(number)]
