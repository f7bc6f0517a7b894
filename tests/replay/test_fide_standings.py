"""Stories of tournaments tabled by FIDE's tie-breaks: recorded, imported as TRF26 reports, explained, written again."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.builders import Event, closed, entries, event, games, jsonl, player
from tests.replay.conftest import Shell
from tests.replay.test_standings_stories import DAY, END, by_rules


def line(number: int, rating: int | str, points: str, rank: int, *rounds: str) -> str:
    name, player = f"Player{number}, Test", 6000000 + number
    return (
        f"001 {number:4} m    {name:33} {rating:>4} HKG {player:>11} 1990/00/00 {points:>4} {rank:>4}  "
        + "  ".join(rounds)
    )


def report(*lines: str, day: str = "2026/05/10") -> str:
    heading = ("012 Cup", f"042 {day}", f"052 {day}", "092 Individual: Swiss-System", "142 2")
    return "\n".join((*heading, *lines)) + "\n"


# 1 has 1.5 points; 2 and 3 have 1 each, 2 with a half-point bye, 3 with the bye of the pairing
GAMES = (
    line(1, 2400, "1.5", 1, "   3 w 1", "   2 b ="),
    line(2, 2300, "1.0", 3, "0000 - H", "   1 w ="),
    line(3, 2200, "1.0", 2, "   1 b 0", "0000 - U"),
)


@pytest.fixture
def cup(tmp_path: Path) -> Any:
    def write(*lines: str) -> str:
        path = tmp_path / "cup.trf"
        path.write_text(report(*lines, *GAMES))
        return str(path)

    return write


CUP = "cup-2026-05-10"


def test_the_tie_breaks_of_a_report_make_its_table(shell: Shell, cup: Any) -> None:
    """Buchholz: 2 has 1.5 of 1 and a dummy of 1; 3 has 1.5 of 1 and a dummy of 1: level, and 3 won a round more."""
    code, _, said = shell("import", cup("202 BH/C1,BH,WIN"))
    assert code == 0, said
    rows = shell.rows("standings", CUP)
    columns = ("rank", "player", "score", "BH:C1", "BH", "WIN", "decided_by")
    assert [tuple(row[column] for column in columns) for row in rows] == [
        ("1", "6000001", "1.5", "1", "2", "1", ""),
        ("2", "6000003", "1", "1.5", "2.5", "1", "score"),
        ("3", "6000002", "1", "1.5", "2.5", "0", "WIN"),
    ]
    registered = msgspec.json.decode(shell("export")[1].splitlines()[3])
    assert (registered["standings"], registered["tie_breaks"]) == ("fide", ["BH:C1", "BH", "WIN"])


def test_the_next_report_has_the_tie_breaks_again(shell: Shell, cup: Any, tmp_path: Path) -> None:
    """As line 202 of TRF26; imported somewhere else, the report gives the same table."""
    shell("import", cup("212 PTS,BH/C1,ARO/C1"))
    text = shell("export", "--trf", CUP, "--trf-version", "26")[1]
    assert "202 BH/C1,ARO/C1" in text.splitlines()
    assert "212" not in {each[:3] for each in text.splitlines()}
    again = tmp_path / "again.trf"
    again.write_text(text)
    code, out, _ = shell("import", str(again))
    assert code == 0 and "nothing appended" in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("202 BH,EDET/P", "EDET/P ranks teams"),
        ("202 BH,OTHER_1", "unknown tie-break 'OTHER_1'"),
        ("212 BH,PTS", "do not begin with the points"),
    ],
)
def test_a_report_with_other_tie_breaks_keeps_its_ranks_and_its_line(
    shell: Shell, cup: Any, text: str, said: str
) -> None:
    """A list that is not applied as a whole is not applied at all; the line stays in the report."""
    code, _, warned = shell("import", cup(text))
    assert code == 0
    assert said in warned
    rows = shell.rows("standings", CUP)
    assert [(row["rank"], row["player"], row["decided_by"]) for row in rows] == [
        ("1", "6000001", ""),
        ("2", "6000003", "given"),
        ("3", "6000002", "given"),
    ]
    assert text in shell("export", "--trf", CUP, "--trf-version", "26")[1].splitlines()


def test_a_report_without_ranks_is_tabled_as_fide_recommended(shell: Shell, tmp_path: Path) -> None:
    """Only a chess tournament: what another regulation makes of places is not for FIDE's tie-breaks to say."""
    path = tmp_path / "cup.trf"
    path.write_text(report(*(f"{each[:85]}    {each[89:]}" for each in GAMES)))
    assert shell("import", str(path))[0] == 0
    rows = shell.rows("standings", CUP)
    assert [(row["rank"], row["player"], row["decided_by"]) for row in rows] == [
        ("1", "6000001", ""),
        ("2", "6000003", "score"),
        ("3", "6000002", "WIN"),
    ]
    assert shell("import", str(path), "--tournament", "other", "--rated", "cxa-rapid")[0] == 0
    assert {row["decided_by"] for row in shell.rows("standings", "other")} == {"unranked"}


def test_three_points_for_a_win_go_with_tie_breaks(shell: Shell, tmp_path: Path) -> None:
    """1 has 3 + 1 points, 2 a draw for the bye and one in play, 3 a win for the bye."""
    path = tmp_path / "cup.trf"
    three = (
        GAMES[0].replace(" 1.5 ", " 4.0 "),
        GAMES[1].replace(" 1.0 ", " 2.0 "),
        GAMES[2].replace(" 1.0 ", " 3.0 "),
    )
    path.write_text(report("162  W 3.0    D 1.0    L 0.0", "202 STD,BH", *three))
    assert shell("import", str(path))[0] == 0
    rows = shell.rows("standings", CUP)
    # a dummy has at most two draws, 2 points: 2 meets 1 with 4 and itself with 2; 3 meets 1 and the dummy with 2
    assert [(row["player"], row["score"], row["STD"], row["BH"]) for row in rows] == [
        ("6000001", "4", "1.5", "5"),
        ("6000003", "3", "1", "6"),
        ("6000002", "2", "1", "6"),
    ]


def test_a_row_is_explained_round_by_round(shell: Shell, cup: Any) -> None:
    """One column for each tie-break, and how the values come about."""
    shell("import", cup("202 BH/C1,SB,ARO"))
    code, out, said = shell("standings", CUP, "--player", "6000002")
    assert code == 0
    first, second, third = out.splitlines()
    assert first == "step,opponent,name,side,outcome,points,BH:C1,SB,ARO,reason"
    assert second == "1,,,,half-point bye,0.5,,0.5,,dummy with the own score 1; not in BH:C1"
    assert third == '2,6000001,"Player1, Test",first,drawn,0.5,1.5,0.75,2400,score 1.5'
    assert "BH:C1 (C.07 art. 8.1): 1.5, without round 1 (1)" in said
    assert "ARO (C.07 art. 10.1): 2400, the average of 1" in said


def office(**fields: Any) -> list[Event]:
    """Four players of a Swiss, two of them level."""
    return [
        *player("ann bob dan"),
        *player("cat", name="Cat"),
        by_rules("cup", "fide", 2, **fields),
        *entries("cup", DAY, "ann bob cat dan"),
        *games(
            "cup", DAY, "1.1 ann 1-0 bob", "1.2 cat 1-0 dan", "2.1 ann 0-1 cat", "2.2 bob 1-0 dan"
        ),
    ]


def test_a_tournament_that_names_none_is_tabled_as_fide_recommended(shell: Shell) -> None:
    shell.tell(*office())
    rows = shell.rows("standings", "cup")
    assert list(rows[0])[4:-1] == ["DE", "WIN", "BPG", "BH:C1", "BH", "SB"]
    assert [(row["rank"], row["player"], row["DE"], row["decided_by"]) for row in rows] == [
        ("1", "cat", "", ""),
        ("2", "ann", "1", "score"),
        ("3", "bob", "2", "DE"),
        ("4", "dan", "", "score"),
    ]


def test_tie_breaks_can_be_recorded_and_corrected(shell: Shell) -> None:
    shell.tell(*player("ann"))
    made = (
        "record",
        "tournament",
        "cup",
        "Cup",
        "2026-05-01",
        "2026-05-02",
        "3",
        "fide-standard",
        "--standings",
        "fide",
    )
    assert shell(*made, "--tie-breaks", "DE, BH/C1", "--yes")[0] == 0
    assert (
        shell(
            "record",
            "tournament-correction",
            "cup",
            "--tie-breaks",
            "SB",
            "--reason",
            "slip",
            "--yes",
        )[0]
        == 0
    )
    shell.tell(*entries("cup", DAY, "ann"))
    assert list(shell.rows("standings", "cup")[0])[4:-1] == ["SB"]
    code, _, said = shell(*made[:2], "b", *made[3:], "--tie-breaks", "DE, EDE", "--yes")
    assert code == 2
    assert "EDE ranks teams (C.07 art. 13.3)" in said


def test_what_cannot_be_applied_is_refused_with_its_line(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "cup.jsonl"
    path.write_bytes(jsonl(by_rules("cup", "fide", 2, tie_breaks=["DE", "BHC1"])))
    code, _, said = shell("import", str(path))
    assert code == 2
    assert "cup.jsonl:1" in said
    assert "unknown tie-break 'BHC1'" in said
    path.write_bytes(jsonl(by_rules("cup", "wxf", 2, tie_breaks=["DE"])))
    code, _, said = shell("import", str(path))
    assert code == 2
    assert "wxf has tie-breaks of its own" in said


def test_without_ratings_of_all_players_average_ratings_are_dropped(shell: Shell) -> None:
    shell.tell(*office(tie_breaks=["ARO", "WIN"]))
    code, out, said = shell("standings", "cup")
    assert code == 0
    assert out.splitlines()[1] == "1,cat,Cat,2,,2,"
    assert "ARO not applied: ann was entered without a rating (C.07 art. 10)" in said


def test_the_ranking_that_counts_is_that_of_the_tie_breaks(shell: Shell) -> None:
    """In sql as in the table, once the tournament is closed."""
    shell.tell(*office(), closed("cup", END))
    rows = shell.rows(
        "sql", "SELECT player, rank, counted, decided_by FROM standings ORDER BY rank"
    )
    assert [(row["player"], row["counted"], row["decided_by"]) for row in rows] == [
        ("cat", "1", ""), ("ann", "2", "score"), ("bob", "3", "DE"), ("dan", "4", "score")
    ]  # fmt: skip


def test_rounds_after_leaving_are_zero_point_byes(shell: Shell) -> None:
    """16.2.5: dan leaves after round 1; the round after counts as a draw for cat, who met dan."""
    left = event("PlayerWithdrew", DAY, tournament="cup", player="dan", after_round=1)
    *before, _ = office(tie_breaks=["BH"])  # without the game of bob and dan
    shell.tell(*before, left)
    rows = {row["player"]: row["BH"] for row in shell.rows("standings", "cup", "--after", "2")}
    assert rows["cat"] == "1.5", "ann's 1 and dan's 0.5"


def test_one_is_free_in_every_round_of_a_round_robin_of_three(shell: Shell) -> None:
    """Nothing is missing where nobody could be met."""
    shell.tell(
        *player("ann bob cat"),
        by_rules("cup", "fide", 3, format="roundrobin"),
        *entries("cup", DAY, "ann bob cat"),
        *games("cup", DAY, "1.1 ann 1-0 bob", "2.1 cat 1/2-1/2 ann", "3.1 bob 1-0 cat"),
        closed("cup", END),
    )
    code, out, said = shell("standings", "cup")
    assert code == 0
    assert "nothing is recorded" not in said
    assert [each.split(",")[1] for each in out.splitlines()[1:]] == ["ann", "bob", "cat"]
