"""The other way: cross-tables, games and calendars for other programs, and back again."""

from pathlib import Path

import pytest

from tests.replay.conftest import Shell

FILES = Path(__file__).resolve().parents[1] / "files"
CUP = ("--start", "2025-02-01", "--rated", "fide-standard", "--tournament", "cup")
GAMES = "select round, first, result, second from games order by all"


@pytest.fixture
def cup(shell: Shell) -> Shell:
    """A ledger with one tournament out of a cross-table."""
    code, _, said = shell("import", str(FILES / "crosstable.csv"), *CUP)
    assert code == 0, said
    return shell


@pytest.mark.parametrize("ending", ["csv", "xlsx", "html"])
def test_a_cross_table_comes_back_as_the_same_games(cup: Shell, ending: str) -> None:
    """Written, and read as a report of the same tournament: nothing differs, so nothing is corrected."""
    out = cup.folder / f"table.{ending}"
    assert cup("standings", "cup", "--crosstable", "-o", str(out))[0] == 0
    name = ("--event-name", "Harbour Open 2025")
    code, told, said = cup("import", str(out), *CUP, *name, "--as-corrections", "--reason", "look")
    assert code == 0, said
    assert "no difference" in told


def test_the_cross_table_says_who_met_whom(cup: Shell) -> None:
    """Chan was second in the starting list, won the tournament and drew with number 4 as black in round 3."""
    (first, *_) = cup.rows("standings", "cup", "--crosstable", "--format", "csv")
    assert first["name"] == "Chan, Cho" and first["rank"] == "1" and first["number"] == "2"
    assert (first["r1"], first["r2"], first["r3"], first["points"]) == ("3b1", "1w1", "4b½", "2.5")


def test_a_cross_table_goes_with_no_other_question(cup: Shell) -> None:
    code, _, said = cup("standings", "cup", "--crosstable", "--teams")
    assert code == 2 and "--crosstable" in said


def test_games_as_pgn_come_back_and_forfeits_are_told(cup: Shell) -> None:
    out = cup.folder / "cup.pgn"
    code, _, said = cup("export", "--pgn", "cup", "-o", str(out))
    assert code == 0 and "1 game that was not played is left out" in said
    text = out.read_text(encoding="utf-8")
    assert text.startswith(
        '[Event "Harbour Open 2025"]\n[Site "?"]\n[Date "2025.02.01"]\n[Round "1.'
    )
    assert '[WhiteFideId "5700003"]' in text and '[BlackTitle "FM"]' in text
    code, told, said = cup("import", str(out), "--tournament", "cup")
    assert code == 0, said
    assert "nothing appended" in told


def test_a_calendar_of_tournaments_and_list_days(cup: Shell) -> None:
    """Whole days, the end exclusive, lines of at most 75 bytes, the same bytes every time."""
    code, text, said = cup("export", "--ics")
    assert code == 0, said
    assert cup("export", "--ics")[1] == text
    lines = text.split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2] == "END:VCALENDAR"
    assert max(len(line.encode()) for line in lines) <= 75
    assert "DTSTART;VALUE=DATE:20250201" in lines and "DTEND;VALUE=DATE:20250202" in lines
    assert "SUMMARY:Harbour Open 2025" in lines and "SUMMARY:fide-standard 2025-03-01" in lines
    assert text.count("BEGIN:VEVENT") == text.count("END:VEVENT") == 1 + 13


def test_long_names_and_commas_of_a_calendar(cup: Shell) -> None:
    """A name with commas and semicolons stays one value; a long one goes on in a line that begins with a space."""
    name = "Open, A; B " + "象棋" * 30
    code, _, said = cup(
        "import", str(FILES / "round-robin.html"), "--start", "2025-04-01", "--event-name", name
    )
    assert code == 0, said
    text = cup("export", "--ics")[1]
    assert f"SUMMARY:Open\\, A\\; B {'象棋' * 30}" in text.replace("\r\n ", "")
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
