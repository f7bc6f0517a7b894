"""A supposition laid over a snapshot says what the same events say once they are in the log."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import events as ev
from ledger import open_log
from ledger.events import AnyEvent
from projections import Model, Snapshot, facts, open_model
from projections.games import KEPT, with_games
from projections.tables import TABLES
from schemes.inputs import Games

_decoder = msgspec.json.Decoder(AnyEvent)
SCHEMES = ("cxa-rapid", "fide-standard", "malaysia")
ANSWERS = (
    "withdrawn", "player_count", "kept", "merged", "player_corrections", "players", "by_id", "corrections", "voided",
    "closed", "tournaments", "standings_rules", "revisions",
)  # fmt: skip


def model_of(events: list[Any]) -> Model:
    with open_log(":memory:") as log:
        log.append(events)
        return open_model(log, None)


Same = Callable[[Any, Any], bool]
Simulated = Callable[[int], list[Any]]


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(1, 3), part=st.integers(30, 1000), supposed=st.integers(1, 60), read=st.booleans())
def test_laid_over_or_recorded(
    simulated: Simulated, same: Same, seed: int, part: int, supposed: int, read: bool
) -> None:
    events = simulated(seed)
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


def one_of_each(events: list[Any], recorded: int) -> dict[str, Any]:
    """An event of every kind that says something new, about a game and its players known by then."""
    at, game = [(n, e) for n, e in enumerate(events[:recorded], start=1) if isinstance(e, ev.GameRecorded)][-1]
    report = max(n for n, e in enumerate(events[:recorded], start=1) if isinstance(e, ev.ReportReceived))
    person, other, meeting = {"player": game.first}, game.second, {"tournament": game.tournament}
    played = meeting | {"round": game.round, "board": game.board, "stage": game.stage}
    fields = {
        "PlayerRegistered": {"player": "new", "name": "New, Ann", "sex": "F", "federation": "NEW"},
        "PlayerCorrected": person | {"name": "Other, Name", "sex": "F", "born": 1950, "federation": "XYZ"},
        "PlayersMerged": {"kept": game.first, "duplicate": other},
        "PlayerTransferred": person | {"federation": "XYZ"},
        "PlayerDeceased": person,
        "InactivityDeclared": person,
        "ActivityResumed": person,
        "AbsenceExcused": person | {"year": 2024},
        "TitleAwarded": person | {"title": "fide-gm"},
        "TitleRevoked": person | {"title": "fide-gm"},
        "RatingCarriedIn": person | {"scheme": "fide-standard", "rating": 2345},
        "RatingEnded": person | {"scheme": "fide-standard"},
        "FederationSuspended": {"federation": "CHN"},
        "FederationReinstated": {"federation": "CHN"},
        "TournamentRegistered": {
            "tournament": "new", "name": "New", "start": "2026-01-01", "end": "2026-01-02", "rounds": 3,
            "rated": ["fide-standard"],
        },
        "TournamentCorrected": meeting | {"rated": [], "end": "2026-01-31"},
        "TournamentVoided": meeting,
        "TournamentClosed": meeting | {"ranking": [other, game.first]},
        "PlayerEntered": meeting | {"player": "P000001"},
        "GameRecorded": played | {"board": 77, "first": "P000001", "second": "P000002", "result": "1-0"},
        "GameCorrected": played | {"result": "1-0" if game.result != "1-0" else "0-1"},
        "GameVoided": played,
        "ByeRecorded": meeting | {"round": 1, "player": "P000001", "kind": "bye"},
        "FoulRecorded": meeting | {"round": 1, "player": "P000001", "kind": "technical"},
        "RankingCorrected": meeting | {"ranking": [other, game.first]},
        "ReportReceived": meeting,
        "EventWithdrawn": {"withdraws": report},
        "ListPublished": {
            "scheme": "malaysia", "version": "1", "list_date": "2026-01-01", "at_position": at, "rows": 0,
            "digest": "d", "checkpoint": "c",
        },
    }  # fmt: skip
    made = {}
    for kind in get_args(AnyEvent):
        known = {"reason": "seen"} if "reason" in kind.__struct_fields__ else {}
        content = {"type": kind.__name__, "date": "2020-01-01"} | known | fields[kind.__name__]
        made[kind.__name__] = _decoder.decode(msgspec.json.encode(content))
    return made


@pytest.mark.parametrize("kind", sorted(kind.__name__ for kind in get_args(AnyEvent)))
def test_events_of_one_kind(simulated: Simulated, same: Same, kind: str) -> None:
    """The fewer kinds of events a supposition holds, the more is taken over: nothing that they change may be."""
    changed = kind in ("FoulRecorded", "ByeRecorded", "RankingCorrected", "ListPublished", "PlayerEntered")
    for seed in (1, 2, 3):
        events = simulated(seed)
        recorded = len(events) // 2
        entries = [(recorded + 1, one_of_each(events, recorded)[kind])]
        below = model_of(events[:recorded])
        before = Snapshot(below)
        everything(before)
        over = below.with_events(entries)
        taken, read = everything(Snapshot(over, base=before)), everything(Snapshot(over))
        changed |= any(not same(everything(before)[name], answer) for name, answer in read.items())
        assert taken.keys() == read.keys()
        for name, answer in read.items():
            assert same(taken[name], answer), (seed, name)
        below.close()
    assert changed, "the event must say something for this to mean anything"


def everything(snapshot: Snapshot) -> dict[str, Any]:
    found: dict[str, Any] = {name: getattr(snapshot, name) for name in ANSWERS}
    for scheme in SCHEMES:
        found["facts " + scheme] = facts(snapshot, scheme)
        found["approved " + scheme] = snapshot.approved_for(scheme)
    return found | {"people": snapshot.people(), "games": snapshot.games(0, 40)}


@pytest.fixture(scope="module")
def half(simulated: Simulated) -> Iterator[Model]:
    """A model of the first half of a log; what is laid over it must leave it as it was."""
    events = simulated(1)
    model = model_of(events[: len(events) // 2])
    yield model
    model.close()


@pytest.mark.parametrize("kind", sorted(kind.__name__ for kind in get_args(AnyEvent)))
def test_a_supposition_leaves_nothing_behind(simulated: Simulated, half: Model, kind: str) -> None:
    """The tables show it while it is laid over them, and are as they were once it is dropped."""
    events, below, recorded = simulated(1), half, half.head
    counted = {table: rows_of(below, table) for table in TABLES}
    over = below.with_events([(recorded + 1, one_of_each(events, recorded)[kind])])
    for table in over.changed:
        assert rows_of(over, table) == counted[table] + 1
    below.drop_overlay()
    assert {table: rows_of(below, table) for table in TABLES} == counted
    below.drop_overlay()  # nothing is there any more


def test_what_is_over_cannot_be_asked_any_more(simulated: Simulated, half: Model) -> None:
    """Nor does it come back to life by being asked: the next supposition finds the model as it was."""
    events = simulated(1)
    made = one_of_each(events, half.head)
    over = half.with_events([(half.head + 1, made["GameCorrected"])])
    half.drop_overlay()
    with pytest.raises(RuntimeError, match="is over"):
        rows_of(over, "game_changes")
    before = rows_of(half, "game_changes")
    again = half.with_events([(half.head + 1, made["GameVoided"])])
    assert rows_of(again, "game_changes") == before + 1
    half.drop_overlay()
    assert rows_of(half, "game_changes") == before


def rows_of(model: Model, table: str) -> int:
    ((count,),) = model.connection.execute(f"SELECT count(*) FROM {table}").fetchall()
    return int(count)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(1, 3), supposed=st.integers(1, 60), data=st.data())
def test_games_of_some_tournaments(simulated: Simulated, seed: int, supposed: int, data: st.DataObject) -> None:
    """Asked for some tournaments, nobody gets the games of others; also where those below were read before."""
    events = simulated(seed)
    recorded = len(events) - supposed
    below = model_of(events[:recorded])
    before = Snapshot(below)
    over = Snapshot(below.with_events(list(enumerate(events[recorded:], start=recorded + 1))), base=before)
    numbers = st.lists(st.integers(0, len(before.tournaments) - 1), min_size=1, unique=True)
    only = np.sort(np.array(data.draw(numbers)))
    for snapshot in (before, over):
        everything = by_tournament(snapshot.games(0, len(snapshot.tournaments), "fide-standard"))
        some = by_tournament(snapshot.games(int(only[0]), int(only[-1]), "fide-standard", only))
        assert some == [games if number in only else [] for number, games in enumerate(everything)]
    below.close()


def test_only_a_snapshot_of_what_it_was_laid_over_is_built_upon(simulated: Simulated) -> None:
    events = simulated(1)
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
