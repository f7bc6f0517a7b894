"""What was taken back can be said again, and a second foul is a second foul: by table, line, record and appeal."""

from typing import Any

import pytest

from tests.builders import carried, game, game_corrected, player, tournament
from tests.replay.conftest import Shell

FOUL = ("record", "foul", "cup", "1", "P1", "technical", "--date", "2025-03-01", "--yes")


@pytest.fixture
def office(shell: Shell) -> Shell:
    """P1 beat P2 in the first round of a cup by the Hong Kong rules, and beat P3 in an open tournament."""
    days = ("2025-03-01", "2025-03-03")
    shell.tell(
        *player("P1 P2 P3"),
        *carried("fide-standard", "2025-01-01", {"P1": 2000, "P2": 2000, "P3": 2000}),
        tournament("cup", "", *days, standings="hk-open", rounds=3),
        game("cup", "2025-03-01", "P1 1-0 P2"),
        tournament("open", "fide-standard", *days),
        game("open", "2025-03-01", "P1 1-0 P3"),
    )
    return shell


def points(office: Shell) -> dict[str, str]:
    return {row["player"]: row["score"] for row in office.rows("standings", "cup")}


def appended(office: Shell, file: Any) -> str:
    code, out, err = office("import", str(file))
    assert code == 0, err
    return str(out)


def test_a_second_technical_foul_loses_the_game_however_it_comes(office: Shell) -> None:
    """Hong Kong rules, article 10: two technical fouls lose the game. Recorded one by one, they are two."""
    first, second = points(office)["P1"], points(office)["P2"]
    assert office(*FOUL)[0] == 0
    assert points(office)["P1"] == first, "one foul is a warning"
    code, _, err = office(*FOUL)
    assert code == 0 and "this is number 2" in err
    assert (points(office)["P1"], points(office)["P2"]) == (second, first), "the game is lost"


def test_two_equal_rows_of_a_table_are_two_fouls_and_the_table_again_is_not_four(
    office: Shell,
) -> None:
    table = office.folder / "fouls.csv"
    row = "cup,1,P1,technical,2025-03-01\n"
    table.write_text("Tournament ID,Round,Player,Foul,Date\n" + row + row)
    before = points(office)
    assert "2 events" in appended(office, table)
    assert points(office)["P1"] == before["P2"]
    assert "2 in the log already" in appended(office, table)
    assert len([row for row in office.rows("log") if row["type"] == "FoulRecorded"]) == 2


def test_a_correction_is_reinstated_by_record(office: Shell) -> None:
    """Corrected to a draw, back to 1-0, and to a draw again by the same words."""

    def correct(result: str) -> int:
        words = (
            "record",
            "correction",
            "open",
            "1",
            "1",
            result,
            "--reason",
            "score sheet",
            "--date",
            "2025-04-01",
        )
        return int(office(*words, "--yes")[0])

    assert [correct(result) for result in ("1/2-1/2", "1-0", "1/2-1/2", "1/2-1/2")] == [0, 0, 0, 0]
    corrections = [row for row in office.rows("log") if row["type"] == "GameCorrected"]
    assert len(corrections) == 3, "the last one stands already"


def test_a_correction_is_reinstated_by_a_table_with_its_own_reference(office: Shell) -> None:
    table = office.folder / "corrections.csv"
    heading = "Tournament ID,Round,Board,Result,Reason,Date,Ref\n"
    for result, ref in (
        ("1/2-1/2", "decision 1"),
        ("1-0", "decision 2"),
        ("1/2-1/2", "decision 3"),
    ):
        table.write_text(f"{heading}open,1,1,{result},score sheet,2025-04-01,{ref}\n")
        assert "1 event" in appended(office, table)
    corrections = [row for row in office.rows("log") if row["type"] == "GameCorrected"]
    assert "decision 3" in str(corrections[-1])


def test_an_appeal_reinstates_what_was_taken_back(office: Shell) -> None:
    """The answer names who changes, and accepting appends it; what stands already is refused a paper."""
    drawn = game_corrected("open", "2025-04-01", "1.1 1/2-1/2")
    office.tell(drawn, game_corrected("open", "2025-04-01", "1.1 1-0"))
    appeal = office.file(drawn)
    rows = office.rows("appeal", appeal, "--date", "2025-05-31")
    assert {row["player"] for row in rows} == {"P1", "P3"}
    assert (
        office("appeal", appeal, "--accept", "--ref", "decision 1", "--date", "2025-05-31")[0] == 0
    )
    paper = office.folder / "decision.html"
    code, _, err = office("appeal", appeal, "-o", str(paper))
    assert code == 2 and "nothing to decide" in err and not paper.exists()
    _, out, err = office("appeal", appeal)
    assert "no scheme rates" not in out + err
