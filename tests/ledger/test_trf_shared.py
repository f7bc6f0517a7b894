"""Real reports, where they are at hand: read whole, and the results add up to the points."""

from pathlib import Path

import pytest

from ledger.errors import LedgerError
from ledger.events import ByeRecorded, GameRecorded, PlayerEntered, Result
from ledger.formats import ReadOptions
from ledger.formats.encoding import decode_latin
from ledger.formats.trf import read_report
from ledger.formats.trf.parse import parse

REPORTS = Path(__file__).resolve().parents[3] / "shared" / "data" / "trf"
FIRST = {Result.FIRST_WINS: 2, Result.SECOND_ABSENT: 2, Result.DRAW: 1}
SECOND = {Result.SECOND_WINS: 2, Result.FIRST_ABSENT: 2, Result.DRAW: 1}
BYES = {"bye": 2, "half": 1, "leave": 0, "absent": 0}
PLAYERS = {"karl-mala-2005.trf": 284, "trf26-teams.trf": 249, "javafo.trf": 52}

pytestmark = pytest.mark.skipif(not REPORTS.is_dir(), reason=f"no reports at {REPORTS.name} beside the project")


@pytest.mark.parametrize("name", PLAYERS)
def test_every_players_results_add_up_to_his_points(name: str, tmp_path: Path):
    """Counted from the events alone, for every player, and compared with the points in the file."""
    raw = (REPORTS / name).read_bytes()
    text, encoding = decode_latin(raw, name)
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
    assert len(numbers) == len(players) == PLAYERS[name]
    wrong = {n: p.points for n, p in players.items() if halves.get(numbers[n], 0) * 50 != p.points}
    assert wrong == {}
    assert not any("points" in warning.wrong for warning in reading.warnings)
