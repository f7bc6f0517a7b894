"""An analyst asks what another regulation would make of the same games: `--rate-as` supposes the approval, no more."""

import csv
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from replay.commands.main import run
from replay.office.office import Office
from replay.simulation.demo import SAMPLE
from replay.whatif import Scenarios
from replay.whatif.sweep import Task, measured
from replay.which import ListWords
from tests.builders import carried, game, game_corrected, player, tournament
from tests.replay.conftest import Shell

SCHEMES = ["fide-standard", "cxa-rapid", "malaysia"]
DAY = "2026-06-01"


def make(folder: Path, lines: list[bytes]) -> Path:
    (folder / "events.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    for words in (["init"], ["import", str(folder / "events.jsonl")]):
        assert run(["--ledger", str(folder / "ledger"), *words]) == 0
    return folder / "ledger"


def approved_for_all(line: bytes) -> bytes:
    event = msgspec.json.decode(line)
    return (
        msgspec.json.encode(event | {"rated": SCHEMES})
        if event["type"] == "TournamentRegistered"
        else line
    )


@pytest.fixture(scope="module")
def ledgers(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sample, in which each tournament is approved for one scheme; and the same approved for all three."""
    lines = Path(SAMPLE).read_bytes().splitlines()
    as_it_is, approved = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("all")
    return make(as_it_is, lines), make(approved, [approved_for_all(line) for line in lines])


@pytest.fixture
def ask(ledgers: tuple[Path, Path], capsys: Any) -> Any:
    def asked(*words: str, ledger: int = 0) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(["--ledger", str(ledgers[ledger]), *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return asked


@pytest.mark.parametrize("name", SCHEMES)
def test_it_is_the_list_of_a_ledger_in_which_every_tournament_is_approved(
    ask: Any, name: str
) -> None:
    """And the real list stays what it was, whichever is asked for first."""
    real = ask("list", name, DAY)
    supposed = ask("list", name, DAY, "--rate-as")
    assert supposed[:2] == ask("list", name, DAY, ledger=1)[:2]
    assert ask("list", name, DAY) == real
    assert (
        ask("explain", name, "F05", DAY, "--rate-as")[1]
        == ask("explain", name, "F05", DAY, ledger=1)[1]
    )
    assert ask("history", name, "F05", "--rate-as")[1] == ask("history", name, "F05", ledger=1)[1]


def test_the_games_of_chess_players_under_malaysia(ask: Any) -> None:
    """Chess and xiangqi players of the sample have no rating in malaysia; supposed, all of them are on its list."""
    assert "F05" not in ask("list", "malaysia", DAY)[1]
    assert "F05" in ask("list", "malaysia", DAY, "--rate-as")[1]


def test_what_is_approved_for_no_scheme_stays_out(shell: Shell) -> None:
    shell.tell(
        *player("an bo"),
        tournament("friendly", "", "2024-02-03", rounds=5),
        game("friendly", "2024-02-03", "an 1-0 bo"),
    )
    assert shell.rows("list", "malaysia", "2024-03-01", "--rate-as") == []


def test_the_title_the_receipt_and_the_paper_say_so(ask: Any, tmp_path: Path) -> None:
    title = ask("list", "malaysia", DAY, "--rate-as", "--format", "table")[1].splitlines()[0]
    assert title.endswith("with the games of other schemes")
    receipt = json.loads(ask("list", "malaysia", DAY, "--rate-as", "--receipt")[1])
    assert receipt["rate_as"] is True
    assert "rate_as" not in json.loads(ask("list", "malaysia", DAY, "--receipt")[1])
    assert ask("list", "malaysia", DAY, "--rate-as", "-o", str(tmp_path / "l.html"))[0] == 0
    paper = (tmp_path / "l.html").read_text(encoding="utf-8")
    assert "supposed: tournaments approved for other schemes are approved for this one" in paper


def test_an_auditor_makes_the_list_of_such_a_receipt_again(ask: Any, tmp_path: Path) -> None:
    receipt = str(tmp_path / "r.json")
    assert ask("list", "malaysia", DAY, "--rate-as", "--receipt", "-o", receipt)[0] == 0
    assert ask("verify", "--receipt", receipt)[0] == 0


def test_it_is_never_published(ask: Any) -> None:
    code, _, said = ask("publish", "malaysia", "2026-01-01", "--rate-as")
    assert code == 2 and "is a supposition and is never published" in said
    assert "ListPublished" not in ask("log")[1]


# compare and whatif -------------------------------------------------------------------------------------------------


def test_compare_shows_what_the_games_of_others_do(ask: Any) -> None:
    """Everybody's difference is that one cause."""
    code, out, _ = ask("compare", f"malaysia@{DAY}", "+rate-as")
    rows = [line.split(",") for line in out.splitlines()[1:]]
    assert code == 0 and {row[0] for row in rows} >= {"F05", "C01"}
    assert all(row[4].startswith("other schemes ") and ";" not in row[4] for row in rows)


def test_a_correction_of_a_game_of_others_is_a_correction_and_nothing_late(shell: Shell) -> None:
    """On both sides the games of all count; so do they halfway, where the correction is not known yet."""
    shell.tell(
        *player("an bo"),
        *carried("malaysia", "2024-01-01", {"an": 2000, "bo": 2000}),
        tournament("open", "cxa-rapid", "2024-02-03"),
        game("open", "2024-02-03", "1.1 an 1-0 bo"),
        game_corrected("open", "2024-04-01", "1.1 0-1"),
    )
    sides = (f"malaysia@2024-03-01#{position}+rate-as" for position in (6, 7))
    rows = shell.rows("compare", *sides, "--format", "csv")
    assert [row["player"] for row in rows] == ["an", "bo"]
    changes = [int(row["change"]) for row in rows]
    assert [row["cause"] for row in rows] == [f"corrections {change:+}" for change in changes]


def test_games_that_a_regulation_refuses_move_nothing_and_that_is_said(ask: Any) -> None:
    """Rapid xiangqi and games without a rated opponent: fide-standard's own list stays as it is."""
    code, _, said = ask("compare", f"fide-standard@{DAY}", "+rate-as")
    assert (
        code == 0
        and "nothing changes: the games of other schemes move no rating on this list" in said
    )


def test_two_regulations_over_the_same_games_and_why_there_are_no_causes(ask: Any) -> None:
    words = ("compare", f"fide-standard@{DAY}", "malaysia", "--rate-as")
    code, out, said = ask(*words, "--format", "csv")
    assert code == 0 and "F05,2262," in out
    assert said.startswith(
        "no causes: fide-standard and malaysia are two regulations, each with its own scale"
    )
    assert "no causes: " in ask(*words, "--format", "table")[2]
    code, _, said = ask(*words, "--by-cause")
    assert code == 2 and "no causes: fide-standard and malaysia" in said


def test_a_file_has_no_causes_and_that_is_said(ask: Any, tmp_path: Path) -> None:
    file = tmp_path / "theirs.csv"
    file.write_text("player,rating\nF05,2300\n", encoding="utf-8")
    code, out, said = ask("compare", str(file), f"fide-standard@{DAY}")
    assert code == 0 and "F05,2300,2262,-38," in out
    assert f"no causes: {file} is a file that this ledger has not published" in said


def test_a_what_if_over_the_games_of_all(ask: Any) -> None:
    """Both sides have them: the list before is the supposed one."""
    code, out, said = ask("whatif", "malaysia", DAY, "--set", "k.top=20", "--rate-as")
    assert code == 0, said
    rows = csv.DictReader(ask("list", "malaysia", DAY, "--rate-as")[1].splitlines())
    before = {row["player"]: row["before"] for row in csv.DictReader(out.splitlines())}
    assert before == {row["player"]: row["rating"] for row in rows}


def test_a_process_of_a_sweep_is_told(ledgers: tuple[Path, Path]) -> None:
    """What one process does of a sweep is a what-if of its own, with the same games."""
    with Office(ledgers[0]) as office:
        which = ListWords.parse(f"malaysia@{DAY}+set:k.top=20+rate-as").resolved(office)
        asked = Scenarios(office, which).ask(which.rules).measures
    tasks = {
        rate_as: Task(str(ledgers[0]), replace(which.written, rate_as=rate_as))
        for rate_as in (True, False)
    }
    measures = {rate_as: measured(task) for rate_as, task in tasks.items()}
    assert measures[True] == asked != measures[False]


def test_rate_as_alone_is_no_change_of_rules(ask: Any) -> None:
    code, _, said = ask("whatif", "malaysia", DAY, "--rate-as")
    assert (
        code == 2
        and f"to see what --rate-as does: rating-ledger compare malaysia@{DAY} +rate-as" in said
    )


def test_a_what_if_is_a_page(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal of 80 columns it has 24 to 40 lines, folded ones counted as they are shown; --full has all."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    words = ("whatif", "malaysia", DAY, "--set", "k.top=20", "--rate-as")
    page = ask(*words)[1].splitlines()
    assert 24 <= sum(-(-len(line) // 80) or 1 for line in page) <= 40
    assert "--full shows every table; -o FILE.html writes them with pictures" in page
    full = ask(*words, "--full")[1].splitlines()
    assert (
        len(full) > 80
        and {"By size", "Inflation"} <= set(full)
        and not {"By size", "Inflation"} & set(page)
    )


def test_full_is_of_the_terminal(ask: Any) -> None:
    code, _, said = ask(
        "whatif", "malaysia", DAY, "--set", "k.top=20", "--full", "--format", "json"
    )
    assert code == 2 and "--full goes with a table on the terminal" in said
