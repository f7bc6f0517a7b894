"""What was taken back can be said again, and a second foul is a second foul: by table, line, record and appeal."""

from typing import Any

import msgspec
import pytest

FOUL = ("record", "foul", "cup", "1", "P1", "technical", "--date", "2025-03-01", "--yes")


@pytest.fixture
def office(shell: Any) -> Any:
    """P1 beat P2 in the first round of a cup by the Hong Kong rules, and beat P3 in an open tournament."""
    person = {"type": "PlayerRegistered", "sex": "F", "federation": "FRA", "date": "2025-01-01"}
    people = [{**person, "player": each, "name": each} for each in ("P1", "P2", "P3")]
    rating = {
        "type": "RatingCarriedIn",
        "scheme": "fide-standard",
        "rating": 2000,
        "date": "2025-01-01",
    }
    cup = {"type": "TournamentRegistered", "tournament": "cup", "name": "Cup", "start": "2025-03-01", "rounds": 3,
           "end": "2025-03-03", "rated": [], "standings": "hk-open", "date": "2025-01-01"}  # fmt: skip
    game = {"type": "GameRecorded", "tournament": "cup", "round": 1, "board": 1, "first": "P1", "second": "P2",
            "result": "1-0", "date": "2025-03-01"}  # fmt: skip
    rated = {
        **cup,
        "tournament": "open",
        "name": "Open",
        "rated": ["fide-standard"],
        "standings": "given",
    }
    shell.tell(
        *people,
        *({**rating, "player": person["player"]} for person in people),
        cup, game, rated, {**game, "tournament": "open", "second": "P3"},
    )  # fmt: skip
    return shell


def points(office: Any) -> dict[str, str]:
    return {row["player"]: row["score"] for row in office.rows("standings", "cup")}


def appended(office: Any, file: Any) -> str:
    code, out, err = office("import", str(file))
    assert code == 0, err
    return str(out)


def test_a_second_technical_foul_loses_the_game_however_it_comes(office: Any) -> None:
    """Hong Kong rules, article 10: two technical fouls lose the game. Recorded one by one, they are two."""
    first, second = points(office)["P1"], points(office)["P2"]
    assert office(*FOUL)[0] == 0
    assert points(office)["P1"] == first, "one foul is a warning"
    code, _, err = office(*FOUL)
    assert code == 0 and "foul 2 of this kind" in err
    assert (points(office)["P1"], points(office)["P2"]) == (second, first), "the game is lost"


def test_two_equal_rows_of_a_table_are_two_fouls_and_the_table_again_is_not_four(
    office: Any,
) -> None:
    table = office.folder / "fouls.csv"
    row = "cup,1,P1,technical,2025-03-01\n"
    table.write_text("Tournament ID,Round,Player,Foul,Date\n" + row + row)
    before = points(office)
    assert "2 events" in appended(office, table)
    assert points(office)["P1"] == before["P2"]
    assert "2 in the log already" in appended(office, table)
    assert len([row for row in office.rows("log") if row["type"] == "FoulRecorded"]) == 2


def test_a_correction_is_reinstated_by_record(office: Any) -> None:
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


def test_a_correction_is_reinstated_by_a_table_with_its_own_reference(office: Any) -> None:
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


def test_an_appeal_reinstates_what_was_taken_back(office: Any) -> None:
    """The answer names who changes, and accepting appends it; what stands already is refused a paper."""
    correction = {"type": "GameCorrected", "tournament": "open", "round": 1, "board": 1, "result": "1/2-1/2",
                  "reason": "score sheet", "date": "2025-04-01"}  # fmt: skip
    office.tell(correction, {**correction, "result": "1-0"})
    appeal = office.folder / "appeal.jsonl"
    appeal.write_bytes(msgspec.json.encode(correction))
    rows = office.rows("appeal", str(appeal), "--date", "2025-05-31")
    assert {row["player"] for row in rows} == {"P1", "P3"}
    assert (
        office("appeal", str(appeal), "--accept", "--ref", "decision 1", "--date", "2025-05-31")[0]
        == 0
    )
    paper = office.folder / "decision.html"
    code, _, err = office("appeal", str(appeal), "-o", str(paper))
    assert code == 2 and "nothing to decide" in err and not paper.exists()
    _, out, err = office("appeal", str(appeal))
    assert "no scheme rates" not in out + err
