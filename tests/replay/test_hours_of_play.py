"""fide 3.1: more than 12 hours of play on one day, from the clock and the days of games, where these are known."""

from pathlib import Path

import pytest

from schemes import Node
from tests.builders import event, game_voided, merged, tournament_corrected
from tests.replay.conftest import Shell, StoryOffice

FIDE = "fide-standard"
CLOCK = {"base": 5400, "increment": 30}  # 2 hours a player for 60 moves: 4 hours a game
LONG_DAY = (
    "2024-05-04: 4 games of one player, 4:00 hours each at 60 moves, are 16:00 hours; at most 12"
)


@pytest.fixture
def club(office: StoryOffice) -> StoryOffice:
    """ann and bob, both 2000, and an open of three days; its games are told by each test."""
    office.player("ann", "bob")
    office.carried(FIDE, "2024-04-01", {"ann": 2000, "bob": 2000})
    office.tournament("open", "2024-05-04", "2024-05-06", time_control=CLOCK)
    return office


def play(office: StoryOffice, *days: str) -> None:
    """A win of ann on each day, in rounds of their own."""
    for number, day in enumerate(days, start=1):
        office.games("open", day, [f"{number}.1 ann 1-0 bob"])


def lines(node: Node) -> list[tuple[str, str]]:
    return [(node.text, node.article), *(line for below in node.below for line in lines(below))]


FOUR_ON_ONE_DAY = ("2024-05-04",) * 4 + ("2024-05-05",)


def test_the_explanation_has_article_games_and_hours(club: StoryOffice) -> None:
    play(club, *FOUR_ON_ONE_DAY)
    assert club.list(FIDE, "2024-06-01") == {"ann": "2000", "bob": "2000"}
    assert lines(club.explain_tournament(FIDE, "open", "2024-06-01")) == [
        ("open is not rated by fide-standard", ""),
        ("too many hours of play a day", "3.1"),
        (LONG_DAY, "3.1"),
    ]


def test_a_player_is_told_of_each_game(club: StoryOffice) -> None:
    play(club, *FOUR_ON_ONE_DAY)
    told = lines(club.explain(FIDE, "ann", "2024-06-01"))
    assert sum(article == "3.1" and "too many hours" in text for text, article in told) == 5


def test_it_is_told_before_the_list_on_which_it_would_be(club: StoryOffice) -> None:
    """The days alone decide: no rating of a later list is needed."""
    play(club, *FOUR_ON_ONE_DAY)
    assert (LONG_DAY, "3.1") in lines(club.explain_tournament(FIDE, "open", "2024-05-01"))


def test_a_stronger_reason_comes_first(club: StoryOffice) -> None:
    """zoe is above 2700 and 20 days are too late for her (0.2.1): the lower code is told, as elsewhere."""
    club.player("zoe")
    club.carried(FIDE, "2024-04-01", {"zoe": 2750})
    club.tournament("late", "2024-05-04", "2024-05-04", date="2024-04-14", time_control=CLOCK)
    club.games("late", "2024-05-04", [f"{number}.1 zoe 1-0 bob" for number in range(1, 5)])
    assert "0.2.1" in [
        article for _, article in lines(club.explain_tournament(FIDE, "late", "2024-06-01"))
    ]


def test_a_game_that_is_voided_gives_the_hours_back(club: StoryOffice) -> None:
    """The list is made again: four wins at K 20 are 40 points. What was known before stays as it was."""
    play(club, *FOUR_ON_ONE_DAY)
    before = club.log.head
    assert club.list(FIDE, "2024-06-01")["ann"] == "2000"
    club.tell(game_voided("open", "2024-05-20", "4.1"))
    assert club.list(FIDE, "2024-06-01")["ann"] == "2040"
    assert club.list(FIDE, "2024-06-01", known=before)["ann"] == "2000"


def test_a_game_declared_unrated_is_not_counted(club: StoryOffice) -> None:
    """Four of five are rated: 40 points."""
    play(club, *FOUR_ON_ONE_DAY)
    unrated = {"tournament": "open", "round": 2, "board": 1, "reason": "fair play"}
    club.tell(event("GameUnrated", "2024-05-20", **unrated))
    assert club.list(FIDE, "2024-06-01")["ann"] == "2040"


def test_stated_hours_stand_against_the_days(club: StoryOffice) -> None:
    """Five wins: 50 points."""
    play(club, *FOUR_ON_ONE_DAY)
    club.tell(tournament_corrected("open", "2024-05-20", hours_per_day=8))
    assert club.list(FIDE, "2024-06-01")["ann"] == "2050"


def test_the_other_reading_does_not_check_them(club: StoryOffice) -> None:
    play(club, *FOUR_ON_ONE_DAY)
    assert club.list(FIDE, "2024-06-01", readings={"hours-missing": "accepted"})["ann"] == "2050"


def test_a_merged_player_played_both_persons_games(club: StoryOffice) -> None:
    """ann and anne are one: two games each on one day are four."""
    club.player("anne", "bert")
    club.tournament("cup", "2024-05-10", "2024-05-10", time_control=CLOCK)
    club.games(
        "cup",
        "2024-05-10",
        ["1.1 ann 1-0 bob", "2.1 ann 1-0 bob", "3.1 anne 1-0 bert", "4.1 anne 1-0 bert"],
    )
    assert club.list(FIDE, "2024-06-01")["ann"] == "2020"
    club.tell(merged("ann", "anne", "2024-05-20"))
    assert club.list(FIDE, "2024-06-01")["ann"] == "2000"


def test_rapid_chess_has_no_such_article(office: StoryOffice) -> None:
    """Sixty rounds of 25 + 10 on one day would be 70 hours."""
    office.player("ann", "bob")
    office.carried("fide-rapid", "2024-04-01", {"ann": 2000, "bob": 2000})
    office.tournament(
        "rapid",
        "2024-05-04",
        "2024-05-04",
        "fide-rapid",
        time_control={"base": 1500, "increment": 10},
        rounds=60,
    )
    office.games("rapid", "2024-05-04", [f"{number}.1 ann 1/2-1/2 bob" for number in range(1, 61)])
    assert office.explain_tournament("fide-rapid", "rapid", "2024-06-01").value == "rated"


# Through the command line: reports with and without the days of rounds


def side(number: int, *rounds: str) -> str:
    """A line of a player; rounds as opponent, colour and result."""
    name, player = f"Player{number}, Test", 6000000 + number
    games = "  ".join(f"{played:>8}" for played in rounds)
    return (
        f"001 {number:4} m    {name:33} 2000 HKG {player:>11} 1990/00/00  2.0 {number:>4}  {games}"
    )


def report(folder: Path, end: str, days: str) -> str:
    """Four rounds of 90 minutes and 30 seconds from 4 May on; `days` are those of line 132."""
    rounds = ["132".ljust(91) + "  ".join(days.split())] if days else []
    heading = [
        "012 Open",
        "042 2024/05/04",
        f"052 {end}",
        "092 Individual: Swiss-System",
        "122 90+30",
        *rounds,
    ]
    players = [
        side(1, "2 w 1", "2 b 0", "2 w 1", "2 b 0"),
        side(2, "1 b 0", "1 w 1", "1 b 0", "1 w 1"),
    ]
    path = folder / "open.trf"
    path.write_text("\n".join((*heading, *players)) + "\n")
    return str(path)


REMARK = (
    "tournament 'open-2024-05-04' is not rated by fide-standard: too many hours of play a day [3.1]"
)
DAYS = {  # (last day, days of the rounds) → whether four rounds stand on one known day
    ("2024/05/06", ""): False,
    ("2024/05/06", "24/05/04 24/05/04 24/05/05 24/05/06"): False,
    (
        "2024/05/06",
        "24/05/05 24/05/06",
    ): False,  # rounds 3 and 4 have no day: they are taken to be of the first
    ("2024/05/04", ""): True,
    ("2024/05/04", "24/05/04 24/05/04 24/05/04 24/05/04"): True,
}


@pytest.mark.parametrize(("end", "days"), DAYS)
def test_a_report_is_judged_where_its_days_are_known(
    shell: Shell, tmp_path: Path, end: str, days: str
) -> None:
    """And who imports it is told at once, also in a rehearsal."""
    words = ("import", report(tmp_path, end, days), "--ratings-as", FIDE)
    rehearsed, done = shell(*words, "--dry-run"), shell(*words)
    assert rehearsed[0] == done[0] == 0
    assert (REMARK in rehearsed[2], REMARK in done[2]) == (DAYS[end, days], DAYS[end, days])
    value = "not rated" if DAYS[end, days] else "rated"
    explained = shell(
        "explain", FIDE, "--tournament", "open-2024-05-04", "2024-06-01", "--format", "table"
    )[1]
    assert explained.splitlines()[0] == f"open-2024-05-04 is {value} by fide-standard  {value}"
    assert (LONG_DAY in explained) == DAYS[end, days]


def test_the_remedy_of_the_remark_works(shell: Shell, tmp_path: Path) -> None:
    words = ("import", report(tmp_path, "2024/05/04", ""), "--ratings-as", FIDE)
    assert "a TournamentCorrected with `hours_per_day`" in shell(*words)[2]
    corrected = ("record", "tournament-correction", "open-2024-05-04", "--hours-per-day", "8")
    assert shell(*corrected, "--reason", "played on two days", "--yes")[0] == 0
    explained = shell(
        "explain", FIDE, "--tournament", "open-2024-05-04", "2024-06-01", "--format", "table"
    )[1]
    assert explained.splitlines()[0].endswith("  rated")


def test_the_long_day_is_explained_in_chinese(shell: Shell, tmp_path: Path) -> None:
    assert shell("import", report(tmp_path, "2024/05/04", ""), "--ratings-as", FIDE)[0] == 0
    words = ("explain", FIDE, "--tournament", "open-2024-05-04", "2024-06-01", "--format", "table")
    said = shell("--language", "zh-Hans", *words)[1]
    assert "2024-05-04" in said and "16:00" in said and "games" not in said
