"""A report that corrects a report: its differences become corrections, voids, further games and changed players."""

from typing import Any

import pytest

from tests.replay.conftest import Shell

HEAD = """012 Harbour Cup
042 2024/03/01
052 2024/03/02
062 4
092 Individual: Swiss-System
132                                                                                        24/03/01  24/03/02
"""
NAMES = {1: "Chan, Ann", 2: "Lee, Ben", 3: "Tan, Cho", 4: "Ooi, Dan"}
FIRST = {1: ("2 w 1", "3 w 1"), 2: ("1 b 0", "4 w ="), 3: ("4 w 1", "1 b 0"), 4: ("3 b 0", "2 b =")}


def line(number: int, points: str, rank: int, cells: tuple[str, ...], federation: str) -> str:
    person = f"{NAMES[number]:33} 1800 {federation} {570000 + number:11} 1990/00/00"
    start = f"001 {number:4} m    {person} {points:>4} {rank:4}"
    return start + "".join(f"  {cell:>8}" for cell in cells) + "\n"


def report(
    shell: Shell, name: str, cells: dict[int, tuple[str, ...]], ranks: Any = (1, 4, 2, 3),
    federation: str = "HKG",
) -> str:  # fmt: skip
    worth = {"1": 2, "+": 2, "=": 1, "H": 1}
    lines = []
    for number, told in cells.items():
        halves = sum(worth.get(cell[-1], 0) for cell in told)
        points = f"{halves // 2}.{5 * (halves % 2)}"
        lines.append(line(number, points, ranks[number - 1], told, federation))
    path = shell.folder / name
    path.write_text(HEAD + "".join(lines), encoding="utf-8")
    return str(path)


def took(shell: Shell, *words: str) -> str:
    code, out, said = shell("import", *words)
    assert code == 0, said
    return str(out)


def results(shell: Shell) -> set[tuple[str, str, str, str]]:
    rows = shell.rows("sql", "select round, first, result, second from games", "--format", "csv")
    return {(row["round"], row["first"][-1], row["result"], row["second"][-1]) for row in rows}


@pytest.fixture
def known(shell: Shell) -> Shell:
    """A ledger that has the first report of the cup."""
    took(shell, report(shell, "cup.trf", FIRST), "--tournament", "cup")
    return shell


CORRECTED = FIRST | {1: ("2 w 0", "3 w 1"), 2: ("1 b 1", "4 w =")}
WHY = ("--as-corrections", "--reason", "score sheet", "--decided", "2024-04-01")


def test_without_the_option_the_refusal_counts_the_games_and_names_it(known: Shell) -> None:
    code, _, said = known("import", report(known, "new.trf", CORRECTED), "--tournament", "cup")
    assert code == 2
    assert "1 game differs" in said and "--as-corrections" in said
    assert "GameCorrected" not in said


def test_another_result_becomes_a_correction_with_its_reason(known: Shell) -> None:
    new = report(known, "new.trf", CORRECTED)
    out = took(known, new, "--tournament", "cup", *WHY, "--ref", "letter 7")
    assert "game corrected" in out
    assert ("1", "1", "0-1", "2") in results(known)
    (row,) = known.rows("log", "--type", "GameCorrected", "--format", "csv")
    assert row["date"] == "2024-04-01"
    exported = known("export", "--open")[1]
    assert '"reason":"score sheet"' in exported and '"ref":"letter 7"' in exported
    assert "no difference" in took(known, new, "--tournament", "cup", *WHY)


def test_a_dry_run_only_shows(known: Shell) -> None:
    """It needs no reason, shows the difference, and appends nothing."""
    before = results(known)
    new = report(known, "new.trf", CORRECTED)
    out = took(known, new, "--tournament", "cup", "--as-corrections", "--dry-run")
    assert "game corrected" in out and "would be appended" in out
    assert results(known) == before


def test_corrections_need_a_reason(known: Shell) -> None:
    code, _, said = known("import", report(known, "new.trf", CORRECTED), "--as-corrections")
    assert code == 2 and "--reason" in said


def test_another_pairing_is_voided_and_recorded_anew(known: Shell) -> None:
    """Round 2 was 1-3 and 2-4; the corrected report has 1-4 and 2-3."""
    told = {
        1: ("2 w 1", "4 w 1"),
        2: ("1 b 0", "3 w ="),
        3: ("4 w 1", "2 b ="),
        4: ("3 b 0", "1 b 0"),
    }
    took(known, report(known, "new.trf", told), "--tournament", "cup", *WHY)
    assert {game for game in results(known) if game[0] == "2"} == {
        ("2", "1", "1-0", "4"),
        ("2", "2", "1/2-1/2", "3"),
    }
    assert len(known.rows("log", "--type", "GameVoided", "--format", "csv")) == 2


@pytest.mark.parametrize(
    ("cells", "ranks"),
    [
        (CORRECTED, (1, 4, 2, 3)),
        (
            {
                1: ("3 w 1", "2 w 1"),
                2: ("4 b 0", "1 b 0"),
                3: ("1 b 0", "4 w ="),
                4: ("2 w 1", "3 b ="),
            },
            (1, 4, 2, 3),
        ),
        (FIRST, (2, 4, 1, 3)),
    ],
    ids=["a result", "pairings", "the ranking"],
)
def test_a_report_that_says_what_holds_by_now_appends_nothing(
    known: Shell, cells: dict[int, tuple[str, ...]], ranks: Any
) -> None:
    """Its corrections are in the ledger: neither a conflict nor a difference, with the option or without."""
    corrected = report(known, "corrected.trf", cells, ranks)
    took(known, corrected, "--tournament", "cup", *WHY)
    assert "nothing appended" in took(known, corrected, "--tournament", "cup")
    assert "nothing appended" in took(known, corrected, "--tournament", "cup", *WHY)


def test_turned_colours_are_a_correction(known: Shell) -> None:
    told = FIRST | {1: ("2 b 1", "3 w 1"), 2: ("1 w 0", "4 w =")}
    took(known, report(known, "new.trf", told), "--tournament", "cup", *WHY)
    assert ("1", "2", "0-1", "1") in results(known)


def test_a_game_that_was_none_becomes_a_bye(known: Shell) -> None:
    """2 and 4 did not play in round 2: both have a half point bye in the corrected report."""
    told = FIRST | {2: ("1 b 0", "0000 - H"), 4: ("3 b 0", "0000 - H")}
    took(known, report(known, "new.trf", told), "--tournament", "cup", *WHY)
    assert {game for game in results(known) if game[0] == "2"} == {("2", "1", "1-0", "3")}
    assert len(known.rows("log", "--type", "ByeRecorded", "--format", "csv")) == 2
    took(known, report(known, "cup.trf", FIRST), "--tournament", "cup", *WHY)
    assert ("2", "2", "1/2-1/2", "4") in results(known)
    assert len(known.rows("log", "--type", "EventWithdrawn", "--format", "csv")) == 2


def test_another_ranking_and_another_federation(known: Shell) -> None:
    new = report(known, "new.trf", FIRST, ranks=(1, 3, 2, 4), federation="MAS")
    took(known, new, "--tournament", "cup", *WHY)
    assert len(known.rows("log", "--type", "RankingCorrected", "--format", "csv")) == 1
    assert len(known.rows("log", "--type", "PlayerTransferred", "--format", "csv")) == 4
    took(known, report(known, "cup.trf", FIRST, federation="MAS"), "--tournament", "cup", *WHY)
    assert len(known.rows("log", "--type", "RankingCorrected", "--format", "csv")) == 2


RESULTS = "tournament,round,board,first,second,result,date\n"


def test_a_sheet_of_results_corrects_its_games_and_leaves_the_others(known: Shell) -> None:
    """One row of a round: that game is corrected; the other one of the round stands, and is counted."""
    path = known.folder / "results.csv"
    path.write_text(f"{RESULTS}cup,1,1,570001,570002,0-1,2024-03-01\n", encoding="utf-8")
    code, _, said = known("import", str(path))
    assert code == 2 and "1 game differs" in said
    code, _, said = known("import", str(path), *WHY)
    assert code == 0 and "1 game of the ledger is not in the file" in said
    assert {game for game in results(known) if game[0] == "1"} == {
        ("1", "1", "0-1", "2"),
        ("1", "3", "1-0", "4"),
    }


def test_a_sheet_with_another_opponent_voids_the_game_that_was_not_played(known: Shell) -> None:
    """3 did not play 4, but 5: on the second board, because the game of the first one stands."""
    known.tell(
        {"type": "PlayerRegistered", "date": "2024-03-01", "player": "570005", "name": "Ng, Eve", "sex": "F"}
    )  # fmt: skip
    path = known.folder / "results.csv"
    path.write_text(f"{RESULTS}cup,1,1,570003,570005,1-0,2024-03-01\n", encoding="utf-8")
    took(known, str(path), *WHY)
    assert {game for game in results(known) if game[0] == "1"} == {
        ("1", "1", "1-0", "2"),
        ("1", "3", "1-0", "5"),
    }


def test_a_complete_sheet_voids_what_it_does_not_have(known: Shell) -> None:
    path = known.folder / "results.csv"
    path.write_text(f"{RESULTS}cup,1,1,570001,570002,0-1,2024-03-01\n", encoding="utf-8")
    took(known, str(path), *WHY, "--complete")
    assert {game for game in results(known) if game[0] == "1"} == {("1", "1", "0-1", "2")}


def test_an_archive_corrects_its_games(known: Shell) -> None:
    path = known.folder / "games.pgn"
    tags = {
        "Event": "Harbour Cup", "Date": "2024.03.01", "Round": "1", "White": "Chan, Ann", "WhiteFideId": "570001",
        "Black": "Lee, Ben", "BlackFideId": "570002", "Result": "1/2-1/2",
    }  # fmt: skip
    heading = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    path.write_text(f"{heading}\n1. e4 1/2-1/2\n", encoding="utf-8")
    took(known, str(path), "--tournament", "cup", *WHY)
    assert ("1", "1", "1/2-1/2", "2") in results(known)


def test_who_changes_is_shown_before(known: Shell) -> None:
    """The preview of an appeal: what would be appended, and the lists that change or why none does."""
    out = took(known, report(known, "new.trf", CORRECTED), "--tournament", "cup", *WHY)
    assert "if appended: #" in out


THREE = {
    1: (*FIRST[1], "4 w 1"), 2: (*FIRST[2], "3 w ="), 3: (*FIRST[3], "2 b ="), 4: (*FIRST[4], "1 b 0"),
}  # fmt: skip


def longer(shell: Shell) -> str:
    """The report of one round more, which was played a day later."""
    path = report(shell, "longer.trf", THREE)
    text = (shell.folder / "longer.trf").read_text(encoding="utf-8")
    text = text.replace("052 2024/03/02", "052 2024/03/03").replace(
        "24/03/02\n", "24/03/02  24/03/03\n"
    )
    (shell.folder / "longer.trf").write_text(text, encoding="utf-8")
    return path


def test_a_report_with_a_round_more_makes_the_tournament_longer(known: Shell) -> None:
    out = took(known, longer(known), "--tournament", "cup", *WHY)
    assert "tournament corrected" in out
    assert len({row[0] for row in results(known)}) == 3
    (row,) = known.rows("sql", 'select "end", rounds from tournaments', "--format", "csv")
    assert (row["end"], row["rounds"]) == ("2024-03-03", "3")
    assert known("import", longer(known), "--tournament", "cup")[0] == 0, "nothing differs any more"


def test_a_report_with_a_round_more_names_the_option(known: Shell) -> None:
    code, _, said = known("import", longer(known), "--tournament", "cup")
    assert code == 2
    assert "2 games differ" in said and "--as-corrections" in said


def test_a_report_with_a_later_end_alone_names_the_option(known: Shell) -> None:
    path = report(known, "late.trf", FIRST)
    text = (known.folder / "late.trf").read_text(encoding="utf-8")
    (known.folder / "late.trf").write_text(
        text.replace("052 2024/03/02", "052 2024/03/04"), encoding="utf-8"
    )
    code, _, said = known("import", path, "--tournament", "cup")
    assert code == 0
    assert "end is 2024-03-02 in the ledger" in said and "--as-corrections" in said


def test_a_player_in_the_place_of_another_is_named_among_the_differences(known: Shell) -> None:
    path = report(known, "other.trf", FIRST)
    text = (known.folder / "other.trf").read_text(encoding="utf-8")
    text = text.replace("Ooi, Dan", "Ng, Eve ").replace("570004", "570009")
    (known.folder / "other.trf").write_text(text, encoding="utf-8")
    out = took(known, path, "--tournament", "cup", "--as-corrections", "--dry-run")
    (further,) = [line for line in out.splitlines() if "further game" in line and " 1  " in line][
        :1
    ]
    assert "Ng, Eve" in further
