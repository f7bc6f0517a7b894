"""`schemes check`: every regulation that comes with this program has the properties; planted faults are found."""

import csv
import json
from typing import Any

import pytest

from replay.simulation import Federation, properties
from replay.simulation.regulation_check import check_regulation
from schemes import Schemes, scheme_names
from tests.builders import carried, played, player
from tests.replay.conftest import Install, Shell, StoryOffice

READINGS = [
    pytest.param(2, id="in force"),
    pytest.param(3, id="other readings", marks=pytest.mark.soak),
]


@pytest.mark.parametrize("seed", READINGS)
@pytest.mark.parametrize("name", scheme_names())
def test_a_regulation_that_comes_with_this_program_has_every_property(name: str, seed: int) -> None:
    federation = Federation(players=40, games=300, years=2, seed=seed, scheme=name)
    assert [
        each for each in check_regulation(Schemes(), federation, 1) if each.result != "holds"
    ] == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize("name", scheme_names())
def test_the_same_of_larger_federations(name: str, seed: int) -> None:
    federation = Federation(players=120, games=1500, years=2, seed=seed, scheme=name)
    assert [
        each for each in check_regulation(Schemes(), federation, 1) if each.result != "holds"
    ] == []


CLUB = '''import itertools
import random
from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from schemes import Node, Version
from schemes.kernels import article
from schemes.drivers.by_game import GameScheme
from schemes.kernels.causes import GAMES

TABLE = (0,) * 4200


class Numbers(Struct, frozen=True):
    first: Annotated[int, Meta(title="1", description="The first rating.", ge=1, le=3000)] = 1000


class Club(GameScheme):
    name, title = "club", "Rating of our club"
    versions = (Version("2020", date(2020, 1, 1), Numbers()),)

    # MORE

    @article("1")
    def first_rating(p, player, day):
        """Everybody begins with {p.first}."""
        return p.first

    @article("2", gives="change")
    def gain(p, own, opponent, score_x100):
        """A fifth of what was scored above a draw."""
        return (score_x100 - 50) // 5


scheme = Club()
'''
MORE, GAIN = "    # MORE\n", "return (score_x100 - 50) // 5"
# for each property a regulation that does not have it: (old, new) in CLUB
FAULTS = {
    # the state does not remember what the next list needs
    "stretches": (MORE, """    def resized(self, state, players):
        return {name: column * (name != "games") for name, column in super().resized(state, players).items()}
"""),
    # a number by lot
    "twice": (GAIN, "return random.randint(1, 1000)"),
    # what was seen before is remembered: ratings of the newest list are shown on older ones
    "known": (MORE, """    seen = {}

    def listed(self, given, state, stop):
        found = super().listed(given, state, stop)
        games = self.seen.setdefault(stop.day, {})
        for row, player in enumerate(found.player.tolist()):
            games[player] = found.games[row] = max(games.get(player, 0), int(found.games[row]))
        return found
"""),
    # a number that does not fit into 64 bits on the way
    "compiled": (GAIN, "return (score_x100 - 50) * 10**9 * own * own * own // (10**9 * own * own * own) // 5"),
    # a table that is too short for ratings that may be carried in
    "ends": (GAIN, "return TABLE[own] + (score_x100 - 50) // 5"),
    # an explanation with a number of its own
    "explained": (MORE, """    def explain(self, question):
        told = super().explain(question)
        return Node(told.text, told.article, "1234", told.below)
"""),
    # a change that nobody books
    "causes": (MORE, """    def replay(self, given, state, stops, *watch):
        for state in super().replay(given, state, stops, *watch):
            if watch and watch[0].causes is not None:
                watch[0].causes.table[:, GAMES] //= 2
            yield state
"""),
    # a parameter without a range
    "parameters": (', ge=1, le=3000)] = 1000', ')] = 1000'),
}  # fmt: skip


@pytest.fixture
def club(shell: Shell, installed: Install) -> Any:
    """The commands with the club's regulation, changed in one place."""

    def changed(old: str, new: str) -> Any:
        assert old in CLUB
        installed("club", CLUB.replace(old, new))
        return shell

    return changed


SIZE = ("--count", "1", "--players", "16", "--games", "60", "--seed", "2", "--format", "csv")


def test_a_plain_regulation_has_every_property(club: Any) -> None:
    office = club(MORE, "")
    rows = office.rows("schemes", "check", "club", *SIZE)
    assert {row["property"]: row["result"] for row in rows} == dict.fromkeys(FAULTS, "holds")


_SLOW = ("twice", "stretches", "known", "compiled")  # found late, or by many trials


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak if name in _SLOW else ()) for name in FAULTS]
)
def test_a_planted_fault_is_found_with_a_small_log_that_shows_it(
    club: Any, name: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Exit 1; the log is small, and a log that can be imported."""
    if name != "compiled":  # the compiler takes seconds for each fault, and these show without it
        request.getfixturevalue("plain_rules")
        monkeypatch.setattr(properties, "is_installed", lambda: False)
    old, new = FAULTS[name]
    office = club(old, new)
    log = office.folder / "small.jsonl"
    code, out, said = office("schemes", "check", "club", *SIZE, "--reproducer", str(log))
    assert code == 1, said
    rows = {row["property"]: row for row in csv.DictReader(out.splitlines())}
    failed = [row for row in rows.values() if row["result"] == "FAILED"]
    assert rows[name] in failed and all("(seed 2" in row["detail"] for row in failed)
    events = [json.loads(line) for line in log.read_text().splitlines()]
    assert (
        len(events) < 40 or name == "known"
    )  # what a regulation remembers, it remembers in every smaller log, too
    if name != "parameters":  # which needs no events
        assert f"; the smallest log found has {len(events)} event" in failed[0]["detail"]
        office.tell(*events)


CELLS = """    def cells(self, parameters, readings):
        return {**super().cells(parameters, readings), "table": (0,) * 4200}
"""


def two_players(office: StoryOffice, rating: int) -> None:
    """A club of two players: a, whose rating is carried in, beats b, who begins with 1000."""
    office.tell(
        *player("a b"),
        *carried("club", "2024-01-01", {"a": rating}),
        *played("t", "club", "2024-02-01", ["a 1-0 b"]),
    )


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("index", ["own", "opponent - own"])
def test_a_table_that_is_too_short_publishes_nothing(
    shell: Shell, installed: Install, monkeypatch: pytest.MonkeyPatch, index: str, compiled: bool
) -> None:
    """9000 and −8000 in a table of 4,200 entries: the compiled rule fails as the plain one does, with its article."""
    if compiled:
        monkeypatch.setattr("schemes.kernels.regulation.FEW", -1)
        monkeypatch.setattr("schemes.kernels.regulation.Regulation.plain_up_to", -1)
    source = CLUB.replace(MORE, CELLS).replace(
        GAIN, f"return p.table[{index}] + (score_x100 - 50) // 5"
    )
    installed("club", source)
    two_players(shell, 9000)
    code, _, said = shell("publish", "club", "2024-02-28")
    said = " ".join(said.split())
    assert code == 2, said
    entry = {"own": 9000, "opponent - own": -8000}[index]
    assert "failed in art. 2 (gain): IndexError: " in said and str(entry) in said


def test_a_table_is_not_read_from_its_end(shell: Shell, installed: Install) -> None:
    """1000 − 1001 is −1, which Python takes for the last entry: an explanation refuses it, and the check finds it."""
    installed(
        "club",
        CLUB.replace(MORE, CELLS).replace(
            GAIN, "return p.table[opponent - own] + (score_x100 - 50) // 5"
        ),
    )
    two_players(shell, 1001)
    code, _, said = shell("explain", "club", "a", "2024-02-28")
    assert code == 2
    assert "there is no entry -1 in a table of 4200" in " ".join(said.split())
    rows = {
        row["property"]: row
        for row in csv.DictReader(shell("schemes", "check", "club", *SIZE)[1].splitlines())
    }
    assert rows["compiled"]["result"] == "FAILED"


def test_a_check_without_a_name_or_with_words_for_nothing_is_refused(shell: Shell) -> None:
    assert "takes the name of a scheme" in shell("schemes", "check")[2]
    assert "--count goes with schemes check" in shell("schemes", "--count", "2")[2]
    assert "at least one federation" in shell("schemes", "check", "malaysia", "--count", "0")[2]
