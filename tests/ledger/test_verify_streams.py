"""A game that was moved to another stream, topic or version is found, among hundreds that stand in their row."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from ledger import events as ev
from ledger import open_log
from ledger.tree.verify import examine
from tests.tampering import tampering

DAY = date(2024, 1, 1)
PLAYERS, ROUNDS = 20, 19
GAMES = PLAYERS // 2 * ROUNDS
FIRST = PLAYERS + 3  # the position of the first tournament's first game


def round_robin(tournament: str) -> list[ev.AnyEvent]:
    """Everybody against everybody: 190 games, by the circle method."""
    circle, games = list(range(1, PLAYERS)), []
    for round_ in range(ROUNDS):
        seats = [0, *circle]
        for board in range(PLAYERS // 2):
            first, second = seats[board], seats[-1 - board]
            games.append(
                ev.GameRecorded(
                    date=DAY, tournament=tournament, round=round_ + 1, board=board + 1,
                    first=f"P{first}", second=f"P{second}", result=ev.Result.DRAW,
                )
            )  # fmt: skip
        circle = [circle[-1], *circle[:-1]]
    return list(games)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tournaments of 190 games, appended one after the other; ten games of the first came late."""
    place = tmp_path_factory.mktemp("runs") / "ledger"
    with open_log(place, create=True) as log:
        log.append(
            ev.PlayerRegistered(date=DAY, player=f"P{n}", name="x", sex="M") for n in range(PLAYERS)
        )
        log.append(
            ev.TournamentRegistered(
                date=DAY, tournament=name, name=name, start=DAY, end=DAY, rounds=ROUNDS, rated=()
            )
            for name in ("A", "B")
        )
        first, second = round_robin("A"), round_robin("B")
        log.append(first[:-10])
        log.append(second)
        log.append(first[-10:])
    return place


def verdict(place: Path, statement: str = "") -> dict[str, str]:
    with tampering(place) as connection:
        connection.execute(statement)
    with open_log(place) as log:
        return {check.name: check.detail for check in examine(log) if not check.ok}


def test_a_sound_log_passes(sound: Path, tmp_path: Path) -> None:
    assert verdict(shutil.copytree(sound, tmp_path / "ledger")) == {}


@pytest.mark.parametrize("position", [FIRST, FIRST + 70, FIRST + GAMES, FIRST + 2 * GAMES - 1])
@pytest.mark.parametrize(
    ("change", "check"),
    [
        ("originator_id = 'tournament/C'", "events"),
        ("originator_id = CAST(originator_id AS BLOB)", "events"),
        ("originator_id = NULL", "events"),
        ("topic = 'ByeRecorded'", "events"),
        ("topic = NULL", "events"),
        ("originator_version = originator_version + 1000", "streams"),
        ("originator_version = NULL", "streams"),
        ("originator_version = 'second'", "streams"),
    ],
)
def test_one_game_out_of_its_row(
    sound: Path, tmp_path: Path, change: str, check: str, position: int
) -> None:
    place = shutil.copytree(sound, tmp_path / "ledger")
    found = verdict(place, f"UPDATE stored_events SET {change} WHERE rowid = {position}")
    assert found[check].startswith((f"position {position}:", f"position {position + 1}:"))


def test_two_games_that_changed_places(sound: Path, tmp_path: Path) -> None:
    place = shutil.copytree(sound, tmp_path / "ledger")
    here, there = FIRST + 50, FIRST + 51
    with tampering(place) as connection:
        connection.execute(f"UPDATE stored_events SET rowid = -1 WHERE rowid = {here}")
        connection.execute(f"UPDATE stored_events SET rowid = {here} WHERE rowid = {there}")
        connection.execute(f"UPDATE stored_events SET rowid = {there} WHERE rowid = -1")
    with open_log(place) as log:
        found = {check.name: check.detail for check in examine(log) if not check.ok}
    assert found["streams"].startswith(f"position {here}: tournament/A goes from version")
    assert found["hashes"].startswith(f"position {here}:")
