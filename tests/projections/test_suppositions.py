"""A supposition laid over a snapshot says what the same events say once they are in the log."""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from typing import Any, get_args

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import events as ev
from ledger import open_log
from ledger.events import AnyEvent
from ledger.log.wire_format import encode_content, head
from projections import Model, Snapshot, Supposed, open_model
from projections.tables import TABLES
from schemes.kernels.inputs import Games
from tests.projections.conftest import everything

_decoder = msgspec.json.Decoder(AnyEvent)


class Unjudged:
    """A log of any events, also of such as an append would refuse."""

    def __init__(self, events: list[Any]) -> None:
        self._states = [
            head(datetime.min.replace(tzinfo=UTC)) + encode_content(event)[1:] for event in events
        ]
        self.head = len(events)

    def root(self, size: int | None = None) -> bytes:
        return b""

    def states(self, after: int, until: int) -> list[bytes]:
        return self._states[after:until]

    def opened(self, events: list[Any], *, with_seals: bool) -> list[Any]:
        return events

    def over_stretches(self, work: Callable[..., Any], after: int, until: int) -> Iterator[Any]:
        yield work(self, (after, until))


def model_of(events: list[Any]) -> Model:
    with open_log(":memory:") as log:
        log.append(events)
        return open_model(log, None)


TRIALS = settings(deadline=None, suppress_health_check=list(HealthCheck))
Same = Callable[[Any, Any], bool]
Simulated = Callable[[int], list[Any]]


def laid_over_or_recorded(
    simulated: Simulated, same: Same, seed: int, part: int, supposed: int
) -> None:
    events = simulated(seed)
    recorded = min(len(events) * part // 1000, len(events) - 1)
    below = model_of(events[:recorded])
    entries = list(enumerate(events[recorded : recorded + supposed], start=recorded + 1))
    over, plain = Supposed(below, entries), model_of(events[: recorded + supposed])
    said, wanted = everything(Snapshot(over)), everything(Snapshot(plain))
    for name, answer in wanted.items():
        assert same(said[name], answer), name
    for model in (over, below, plain):
        model.close()


anywhere = given(seed=st.integers(1, 3), part=st.integers(30, 1000), supposed=st.integers(1, 60))
test_laid_over_or_recorded = settings(TRIALS, max_examples=10)(anywhere(laid_over_or_recorded))
test_laid_over_or_recorded_in_many_trials = pytest.mark.soak(
    settings(TRIALS, max_examples=200)(anywhere(laid_over_or_recorded))
)


def one_of_each(events: list[Any], recorded: int) -> dict[str, Any]:
    """An event of every kind that says something new, about a game and its players known by then."""
    at, game = [
        (n, e) for n, e in enumerate(events[:recorded], start=1) if isinstance(e, ev.GameRecorded)
    ][-1]
    report = max(
        n for n, e in enumerate(events[:recorded], start=1) if isinstance(e, ev.ReportReceived)
    )
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
        "GameUnrated": played,
        "ByeRecorded": meeting | {"round": 1, "player": "P000001", "kind": "bye"},
        "PlayerWithdrew": meeting | {"round": 1, "player": "P000001"},
        "FoulRecorded": meeting | {"round": 1, "player": "P000001", "kind": "technical"},
        "RankingCorrected": meeting | {"ranking": [other, game.first]},
        "ReportReceived": meeting,
        "PersonErased": {"player": "P000001"},
        "EventWithdrawn": {"withdraws": report},
        "ListPublished": {
            "scheme": "malaysia", "version": "1", "list_date": "2026-01-01", "at_position": at, "rows": 0,
            "digest": "d", "checkpoint": "c",
        },
        "KeyAnnounced": {"key": "k"},
        "KeyRevoked": {"key": "k"},
    }  # fmt: skip
    made = {}
    for kind in get_args(AnyEvent):
        known = {"reason": "seen"} if "reason" in kind.__struct_fields__ else {}
        content = {"type": kind.__name__, "date": "2020-01-01"} | known | fields[kind.__name__]
        made[kind.__name__] = _decoder.decode(msgspec.json.encode(content))
    return made


@pytest.mark.parametrize("kind", sorted(kind.__name__ for kind in get_args(AnyEvent)))
def test_an_event_of_every_kind_says_the_same_supposed_or_recorded(
    simulated: Simulated, same: Same, half: Model, kind: str
) -> None:
    """And it says something new, but for those that only publications or the keys of persons show."""
    events, recorded = simulated(1), half.head
    event = one_of_each(events, recorded)[kind]
    with closing(Supposed(half, [(recorded + 1, event)])) as over:
        supposed = everything(Snapshot(over))
    with closing(open_model(Unjudged([*events[:recorded], event]), None)) as plain:
        for name, answer in everything(Snapshot(plain)).items():
            assert same(supposed[name], answer), name
    before = everything(Snapshot(half))
    silent = kind in ("ListPublished", "PersonErased", "KeyAnnounced", "KeyRevoked")
    said = [
        name for name in before if name != "revisions" and not same(before[name], supposed[name])
    ]
    assert said or silent, "the event must say something for this to mean anything"


@pytest.fixture(scope="module")
def half(simulated: Simulated) -> Iterator[Model]:
    """A model of the first half of a log; what is laid over it must leave it as it was."""
    events = simulated(1)
    model = model_of(events[: len(events) // 2])
    yield model
    model.close()


def test_a_supposition_leaves_nothing_behind(simulated: Simulated, half: Model) -> None:
    """Each has rows of its own, also while another is there; the model and its columns stay as they were."""
    events, recorded = simulated(1), half.head
    counted = {table: rows_of(half, table) for table in TABLES}
    made = one_of_each(events, recorded)
    one, other = (
        Supposed(half, [(recorded + 1, made[kind])]) for kind in ("GameCorrected", "GameVoided")
    )
    assert (
        rows_of(one, "game_changes")
        == rows_of(other, "game_changes")
        == counted["game_changes"] + 1
    )
    assert (
        one.columns("game_changes", "result")["result"][-1]
        != other.columns("game_changes", "result")["result"][-1]
    )
    for over in (one, other):
        over.close()
    assert {table: rows_of(half, table) for table in TABLES} == counted


def rows_of(model: Model, table: str) -> int:
    (count,) = model.query(f"SELECT count(*) FROM {{{table}}}")[0].to_pylist()
    return int(count)


@settings(TRIALS, max_examples=15)
@given(seed=st.integers(1, 3), supposed=st.integers(1, 60), data=st.data())
def test_games_of_some_tournaments(
    simulated: Simulated, seed: int, supposed: int, data: st.DataObject
) -> None:
    """Asked for some tournaments, nobody gets the games of others."""
    events = simulated(seed)
    recorded = len(events) - supposed
    below = model_of(events[:recorded])
    over = Supposed(below, list(enumerate(events[recorded:], start=recorded + 1)))
    for snapshot in (Snapshot(below), Snapshot(over)):
        count = len(snapshot.tournaments)
        only = np.array(data.draw(st.lists(st.integers(0, count - 1), min_size=1, unique=True)))
        everything = by_tournament(snapshot.games.of(np.arange(count)))
        some = by_tournament(snapshot.games.of(only))
        assert some == [games if number in only else [] for number, games in enumerate(everything)]
    over.close()
    below.close()


def by_tournament(games: Games) -> list[list[int]]:
    return [
        games.first[begin:end].tolist()
        for begin, end in zip(games.offset, games.offset[1:], strict=False)
    ]
