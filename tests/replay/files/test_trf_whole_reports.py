"""Whole reports, our own and real ones where they are at hand: what is read adds up, and comes out again."""

import os
from pathlib import Path

import pytest

from ledger.errors import LedgerError
from ledger.events import ByeRecorded, GameRecorded, PlayerEntered, PlayerRegistered, Result
from replay.files import ReadOptions
from replay.files.encoding import decode_latin
from replay.files.trf import read_report, write_report
from replay.files.trf.parse import parse
from replay.files.trf.story import as_reported

OURS = sorted(
    (Path(__file__).parent / "reports").glob("*.trf")
)  # by hand, by a pairing engine, of teams
ELSEWHERE = os.environ.get(
    "RATING_LEDGER_REPORTS"
)  # a folder with reports that are not ours to pass on
REAL = sorted(Path(ELSEWHERE).glob("*.trf")) if ELSEWHERE else []
FIRST = {Result.FIRST_WINS: 2, Result.SECOND_ABSENT: 2, Result.DRAW: 1}
SECOND = {Result.SECOND_WINS: 2, Result.FIRST_ABSENT: 2, Result.DRAW: 1}
BYES = {"bye": 2, "half": 1, "leave": 0, "absent": 0}
reports = pytest.mark.parametrize("path", [*OURS, *REAL], ids=lambda path: path.stem)


def test_there_are_reports_of_every_kind() -> None:
    assert [path.stem for path in OURS] == ["engine", "open", "teams"]


@reports
def test_every_players_results_add_up_to_his_points(path: Path, tmp_path: Path) -> None:
    """Counted from the events alone, for every player, and compared with the points in the file."""
    name = path.name
    text, encoding = decode_latin(path.read_bytes(), name)
    form = tmp_path / "map.csv"
    with pytest.raises(LedgerError, match="wrote"):
        read_report(text, name, ReadOptions(write_players=form), encoding)
    reading = read_report(text, name, ReadOptions(players=form), encoding)
    assert not reading.problems
    numbers, halves = {}, {}
    for _, event in reading.events:
        match event:
            case PlayerEntered():
                numbers[event.number] = event.player
            case GameRecorded():
                halves[event.first] = halves.get(event.first, 0) + FIRST.get(event.result, 0)
                halves[event.second] = halves.get(event.second, 0) + SECOND.get(event.result, 0)
            case ByeRecorded():
                halves[event.player] = halves.get(event.player, 0) + BYES[event.kind]
    players = parse(text, name, encoding).players
    assert len(numbers) == len(players) == sum(line.startswith("001") for line in text.splitlines())
    wrong = {n: p.points for n, p in players.items() if halves.get(numbers[n], 0) * 50 != p.points}
    assert wrong == {}
    assert not any("results give" in warning.wrong for warning in reading.warnings)


KEPT = ("072", "092", "102", "112", "122", "152", "192", "202", "222", "250", "260", "300", "310", "320", "330", "352",
        "362", "FRA", "XXC", "XXZ", "240", "299")  # fmt: skip


def ratings_in(lines: list[str]) -> dict[int, int]:
    """Starting number → rating; 0 and blank are none."""
    return {
        int(line[4:8]): int(line[48:52].strip() or 0) for line in lines if line.startswith("001")
    }


@reports
def test_what_the_import_read_is_in_the_report_that_comes_out(path: Path, tmp_path: Path) -> None:
    """Arbiters, tie-breaks, time control, national ratings, team points, pairing system, ratings: word for word."""
    name = path.name
    text, encoding = decode_latin(path.read_bytes(), name)
    form = tmp_path / "map.csv"
    with pytest.raises(LedgerError, match="wrote"):
        read_report(text, name, ReadOptions(write_players=form), encoding)
    events = [
        event for _, event in read_report(text, name, ReadOptions(players=form), encoding).events
    ]
    people = {event.player: event for event in events if isinstance(event, PlayerRegistered)}
    of_tournament = [event for event in events if hasattr(event, "tournament")]
    out = write_report(as_reported(of_tournament), people, version=26).split("\r\n")
    wanted = [
        line.rstrip()
        for line in text.splitlines()
        if line[:3] in KEPT and line[3:4] == " " and line[4:].strip()
    ]
    assert len(wanted) >= 5
    assert [line for line in wanted if line not in out] == []
    assert ratings_in(out) == ratings_in(text.splitlines())
    back = read_report("\n".join(out), name, ReadOptions())
    again = [event for _, event in back.events if hasattr(event, "tournament")]
    assert sorted(map(repr, again)) == sorted(map(repr, of_tournament))
