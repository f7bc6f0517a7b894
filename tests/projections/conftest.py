"""Events of made-up federations, and whether two answers say the same."""

import io
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

from ledger.events import AnyEvent
from projections import Snapshot
from projections.rankings import given_rankings
from projections.scheme_inputs import facts, unrated_games
from projections.standings import TournamentRecords
from replay.simulation import Federation, simulate

SCHEMES = ("cxa-rapid", "fide-standard", "malaysia")
_decoder = msgspec.json.Decoder(AnyEvent)


@pytest.fixture(scope="session")
def simulated() -> Callable[[int], list[Any]]:
    """The events of a small federation by seed, not recorded yet."""

    @cache
    def events(seed: int) -> list[Any]:
        out = io.BytesIO()
        simulate(Federation(players=50, games=500, years=2, seed=seed, scheme="all"), out)
        made = map(_decoder.decode, out.getvalue().splitlines())
        return [msgspec.structs.replace(event, recorded=None) for event in made]

    return events


def everything(snapshot: Snapshot) -> dict[str, Any]:
    """All that a snapshot says."""
    people, tournaments = snapshot.people, snapshot.tournaments
    numbers = range(len(tournaments))
    records = TournamentRecords(snapshot, numbers)
    return {
        "withdrawn": snapshot.known.withdrawn,
        **{
            name: getattr(people, name)
            for name in ("ids", "names", "numbers_by_id", "corrections", "kept", "table")
        },
        **{
            name: getattr(tournaments, name)
            for name in ("corrections", "voided", "closed", "standings_rules")
        },
        "tournaments": tournaments.table,
        "revisions": tournaments.revisions._asdict(),
        "games": snapshot.games.of(np.arange(len(tournaments))),
        "rankings": {
            n: (given.players, list(given.places)) for n, given in given_rankings(snapshot).items()
        },
        "records": [
            records.tournament(number) for number in numbers
        ],  # with entries, byes and fouls
        "facts": {name: facts(snapshot, name) for name in SCHEMES},
        "unrated": {
            name: list(map(str, unrated_games(snapshot, name)["round"])) for name in SCHEMES
        },
        "approved": {name: tournaments.approved_for(name) for name in SCHEMES},
    }


@pytest.fixture(scope="session")
def same() -> Callable[[Any, Any], bool]:
    """Whether two answers say the same, table by table and column by column."""
    return _same


def _same(one: Any, other: Any) -> bool:
    if hasattr(one, "__dataclass_fields__"):
        return all(
            _same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one)
        )
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if hasattr(one, "equals"):
        return bool(one.equals(other))
    return list(one) == list(other) if isinstance(one, list | tuple) else bool(one == other)
