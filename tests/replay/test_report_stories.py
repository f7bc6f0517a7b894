"""Stories of tournament reports: in by the command line, asked about, and out again."""

from pathlib import Path

import pytest

from tests.builders import merged, titled, tournament, tournament_corrected, withdrawn
from tests.replay.conftest import Shell


def line(number: int, rating: str, points: str, rank: int, *rounds: str) -> str:
    name, player = f"Player{number}, Test", 6000000 + number
    return (
        f"001 {number:4} m    {name:33} {rating:>4} HKG {player:>11} 1990/00/00 {points:>4} {rank:>4}  "
        + "  ".join(rounds)
    )


def report(name: str, day: str, *lines: str) -> str:
    heading = (
        f"012 {name}",
        f"042 {day}",
        f"052 {day}",
        "092 Individual: Swiss-System",
        "132".ljust(91) + day[2:],
    )
    return "\n".join((*heading, *lines)) + "\n"


CUP = report(
    "Cup",
    "2024/05/10",
    "102 IA Chief Arbiter (1234567)",
    "162  W 3.0    D 1.0    L 0.0",
    "202 BH,DE",
    line(1, "2400", "3.0", 1, "   2 w 1"),
    line(2, "2300", "0.0", 3, "   1 b 0"),
    line(3, "", "3.0", 2, "0000 - U"),
    "FRA    1 m  A National Name                     2450",
)


@pytest.fixture
def cup(tmp_path: Path) -> str:
    path = tmp_path / "cup.trf"
    path.write_text(CUP)
    return str(path)


def test_three_points_for_a_win_count_in_the_table_and_in_the_next_report(
    shell: Shell, cup: str
) -> None:
    """And not in the ratings: the winner scored one of one."""
    assert shell("import", cup, "--ratings-as", "fide-standard")[0] == 0
    scores = {row["player"]: row["score"] for row in shell.rows("standings", "cup-2024-05-10")}
    assert scores == {"6000001": "3", "6000003": "3", "6000002": "0"}
    assert "162  W 3.0    D 1.0    L 0.0    A 0.0" in shell("export", "--trf", "cup-2024-05-10")[1]
    after = {
        row["player"]: row["rating"] for row in shell.rows("list", "fide-standard", "2024-06-01")
    }
    assert after == {"6000001": "2404", "6000002": "2293"}, "K 10 and 20, expected 0.64 and 0.36"


def test_ratings_of_a_report_are_carried_in_on_the_list_in_force_at_its_start(
    shell: Shell, cup: str
) -> None:
    assert shell("import", cup, "--ratings-as", "fide-standard")[0] == 0
    assert {
        row["player"]: row["rating"] for row in shell.rows("list", "fide-standard", "2024-05-01")
    } == {
        "6000001": "2400",
        "6000002": "2300",
    }
    carried = shell.rows("log", "--type", "RatingCarriedIn")
    assert [(row["date"], row["subject"]) for row in carried] == [
        ("2024-05-01", "6000001"),
        ("2024-05-01", "6000002"),
    ]
    code, out, _ = shell("import", cup, "--ratings-as", "fide-standard")
    assert code == 0 and "nothing appended" in out


def test_a_rating_that_stands_is_not_replaced_by_a_later_report(
    shell: Shell, cup: str, tmp_path: Path
) -> None:
    """The next report shows an old rating: the ledger keeps its own, says so, and writes it in its report."""
    shell("import", cup, "--ratings-as", "fide-standard")
    later = tmp_path / "later.trf"
    games = (line(1, "2400", "1.0", 1, "   2 w 1"), line(2, "2300", "0.0", 2, "   1 b 0"))
    later.write_text(report("Later", "2024/06/20", *games))
    code, _, said = shell("import", str(later), "--ratings-as", "fide-standard")
    assert code == 0
    assert "2 players with an opening rating of fide-standard already, which stands" in said
    text = shell("export", "--trf", "later-2024-06-20")[1]
    assert [row[48:52] for row in text.splitlines() if row.startswith("001")] == ["2404", "2293"]


def test_ratings_cannot_be_carried_into_a_scheme_that_is_not_there(shell: Shell, cup: str) -> None:
    code, _, said = shell("import", cup, "--ratings-as", "fide-standart")
    assert code == 2 and "fide-standard" in said and "Traceback" not in said


def test_a_report_out_of_the_ledger_has_what_came_in(
    shell: Shell, cup: str, tmp_path: Path
) -> None:
    """Without ratings in the ledger those of the report come out again."""
    shell("import", cup)
    text = shell("export", "--trf", "cup-2024-05-10")[1]
    for kept in CUP.splitlines()[5:6] + CUP.splitlines()[7:8] + CUP.splitlines()[-1:]:
        assert kept in text.splitlines()
    assert [row[48:52] for row in text.splitlines() if row.startswith("001")] == [
        "2400",
        "2300",
        "    ",
    ]


def test_lines_that_are_no_longer_true_are_not_written(shell: Shell, tmp_path: Path) -> None:
    """The tournament turns out to have been a round robin: the old name of the pairing system is gone."""
    path = tmp_path / "cup.trf"
    path.write_text(
        CUP.replace("Swiss-System", "Swiss-System Dutch") + "122 90 minutes, 30 seconds added\n"
    )
    shell("import", str(path))
    assert "092 Individual: Swiss-System Dutch" in shell("export", "--trf", "cup-2024-05-10")[1]
    papers = {"format": "roundrobin", "time_control": {"base": 5400, "increment": 30}}
    shell.tell(tournament_corrected("cup-2024-05-10", "2024-06-01", **papers))
    text = shell("export", "--trf", "cup-2024-05-10", "--corrected")[1].splitlines()
    assert "092 Individual: Round-Robin" in text and "122 90 min + 30 sec/move" in text


def test_a_report_of_a_registered_tournament_says_what_is_not_kept(shell: Shell, cup: str) -> None:
    shell.tell(
        tournament("cup", "fide-standard", "2024-05-10", date="2024-01-01", name="Cup", rounds=1)
    )  # fmt: skip
    code, _, said = shell("import", cup, "--tournament", "cup")
    assert code == 0
    assert "results are worth other points in the report than in the ledger" in said
    assert "2 lines of the report not kept (102, FRA)" in said
    assert "tie_breaks is none in the ledger, BH, DE in the report: the registration stands" in said


def test_an_archive_of_games_is_rated_and_shown(shell: Shell, tmp_path: Path) -> None:
    """An analyst's file: two games of a match, ratings taken from it. It has no federations: `--all` shows the list."""
    archive = tmp_path / "match.pgn"
    tags = {"Event": "Match", "Site": "Kowloon", "White": "One, A", "Black": "Two, B", "WhiteFideId": "1",
            "BlackFideId": "2", "WhiteElo": "2400", "BlackElo": "2300", "EventType": "match"}  # fmt: skip
    games = (
        {"Date": "2024.05.10", "Round": "1", "Result": "1-0"},
        {"Date": "2024.05.11", "Round": "2", "Result": "1-0"},
    )
    archive.write_text(
        "".join(
            "".join(f'[{name} "{text}"]\n' for name, text in (tags | game).items())
            + f"\n1. e4 {game['Result']}\n\n"
            for game in games
        )
    )
    words = ("import", str(archive), "--rated", "fide-standard", "--ratings-as", "fide-standard")
    assert shell(*words)[0] == 0
    ratings = {
        row["player"]: row["rating"]
        for row in shell.rows("list", "fide-standard", "2024-06-01", "--all")
    }
    assert ratings == {"1": "2407", "2": "2286"}, (
        "twice 0.36 of K 10 and K 20, rounded: 7.2 and 14.4"
    )
    assert [row["score"] for row in shell.rows("standings", "match-kowloon-2024")] == ["2", "0"]


def test_an_option_of_archives_is_refused_for_reports(shell: Shell, cup: str) -> None:
    code, _, said = shell("import", cup, "--skip-broken")
    assert code == 2 and "--skip-broken goes with an archive" in said


def test_the_day_of_registration_decides_whether_a_report_is_rated(shell: Shell, cup: str) -> None:
    """Three days before the start at the latest (0.2). Without the option 30 days are taken, and that is said."""
    words = ("import", cup, "--rated", "fide-standard", "--ratings-as", "fide-standard")
    assert shell(*words, "--registered", "2024-05-09")[0] == 0
    (registered,) = shell.rows("log", "--type", "TournamentRegistered")
    assert registered["date"] == "2024-05-09"
    after = {
        row["player"]: row["rating"] for row in shell.rows("list", "fide-standard", "2024-06-01")
    }
    assert after == {"6000001": "2400", "6000002": "2300"}  # one day before the start: not rated


def test_a_rating_list_goes_into_the_scheme_that_is_named(shell: Shell) -> None:
    """A federation that keeps FIDE's rapid ratings under a regulation of its own."""
    file = Path(__file__).parent / "fide_lists" / "rapid_aug25.txt"
    words = ("import", str(file), "--list-date", "2025-08-01", "--list-kind", "rapid")
    assert shell(*words, "--scheme-of", "rapid=elo")[0] == 0
    assert {row["type"] for row in shell.rows("log")} >= {"RatingCarriedIn"}
    assert shell.rows("list", "elo", "2025-09-01")
    assert not shell.rows("list", "fide-rapid", "2025-09-01")
    code, _, said = shell(*words, "--scheme-of", "rapid")
    assert code == 2 and "--scheme-of 'rapid' is not KIND=SCHEME" in said


def test_a_report_is_compared_with_the_tournament_as_corrected(shell: Shell, cup: str) -> None:
    """Two rounds were announced, one was played: the office corrected it before the report came."""
    shell.tell(
        tournament("cup", "fide-standard", "2024-05-10", date="2024-01-01", name="Spring Cup", rounds=2),
        tournament_corrected("cup", "2024-05-09", rounds=1, name="Cup", reason="shortened"),
    )  # fmt: skip
    code, _, told = shell("import", cup, "--tournament", "cup")
    assert code == 0
    assert len(shell.rows("log", "--type", "TournamentClosed")) == 1, (
        "all rounds there are were played"
    )
    assert "Spring Cup" not in told and "rounds" not in told


def test_an_opening_rating_that_was_withdrawn_is_carried_in_by_the_next_report(
    shell: Shell, cup: str
) -> None:
    assert shell("import", cup, "--ratings-as", "fide-standard")[0] == 0
    wrong = next(
        row for row in shell.rows("log", "--type", "RatingCarriedIn") if row["subject"] == "6000002"
    )
    shell.tell(withdrawn(int(wrong["position"]), "2024-05-20", "a slip"))
    assert {row["player"] for row in shell.rows("list", "fide-standard", "2024-05-01")} == {
        "6000001"
    }
    second = Path(cup).with_name("second.trf")
    second.write_text(CUP.replace("2024/05/10", "2024/07/10").replace("24/05/10", "24/07/10"))
    assert shell("import", str(second), "--ratings-as", "fide-standard")[0] == 0
    listed = {
        row["player"]: row["rating"] for row in shell.rows("list", "fide-standard", "2024-07-01")
    }
    assert listed["6000002"] == "2300"


def test_a_report_of_what_holds_now_has_merged_players_once_and_no_title_that_was_withdrawn(
    shell: Shell, cup: str
) -> None:
    assert shell("import", cup)[0] == 0
    shell.tell(
        {
            "type": "PlayerRegistered",
            "date": "2024-01-01",
            "player": "7000000",
            "name": "Right, Test",
            "sex": "F",
        },
        merged("7000000", "6000002", "2024-06-01"),
        titled("6000001", "2024-01-01", "fide-gm"),
    )
    award = int(shell.rows("log", "--type", "TitleAwarded")[-1]["position"])
    shell.tell(withdrawn(award, "2024-06-02", "it was another"))
    text = shell("export", "--trf", "cup-2024-05-10", "--plain")[1]
    lines = [one for one in text.splitlines() if one.startswith("001")]
    assert [one[57:68].strip() for one in lines] == ["6000001", "7000000", "6000003"]
    assert "Right, Test" in lines[1] and lines[1][9:10] == "w" and "1 b 0" in lines[1]
    assert "GM" not in lines[0]
    first = shell("export", "--trf", "cup-2024-05-10")[1]
    assert "6000002" in first and "7000000" not in first, "as first recorded"
