"""A game that was played and stands in the table, but is not rated (fide 5.1: fair play, force majeure)."""

import pytest

from tests.builders import carried, event, games, player, tournament, withdrawn
from tests.replay.conftest import Shell

FIDE = "fide-standard"
UNRATED = event("GameUnrated", "2024-05-20", tournament="cup", round=2, board=1, reason="fair play")


@pytest.fixture
def club(shell: Shell) -> Shell:
    """anna and boris, both 2000, K 20: anna wins twice."""
    shell.tell(
        *player("anna", name="Anna"),
        *player("boris", name="Boris"),
        *carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2000}),
        tournament("cup", f"{FIDE} elo", "2024-05-04", "2024-05-06", name="Cup", standings="wxf"),
        *games("cup", "2024-05-04", "1.1 anna 1-0 boris", "2.1 anna 1-0 boris"),
    )
    return shell


def rating(club: Shell, player: str, scheme: str = FIDE) -> str:
    code, out, said = club("list", scheme, "2024-06-01", "--format", "csv")
    assert code == 0, said
    heading, *rows = [line.split(",") for line in out.splitlines()]
    return next(row[heading.index("rating")] for row in rows if player in row)


def test_a_game_declared_unrated_stands_in_the_table_and_moves_no_rating(club: Shell) -> None:
    """Two wins of equals at K 20 are +20; without the second game +10. The table has both points all the while."""
    assert rating(club, "anna") == "2020"
    before = club("standings", "cup", "--format", "csv")[1]
    club.tell(UNRATED)
    assert rating(club, "anna") == "2010"
    assert rating(club, "boris") == "1990"
    assert club("standings", "cup", "--format", "csv")[1] == before


def test_the_explanation_says_so_with_the_article(club: Shell) -> None:
    """Only the game that is meant: a play-off on the first board of a second round is rated, 10 points back."""
    club.tell(
        {"type": "GameRecorded", "date": "2024-05-06", "tournament": "cup", "stage": "playoff", "round": 2, "board": 1,
         "first": "boris", "second": "anna", "result": "1-0"},
        UNRATED,
    )  # fmt: skip
    _, out, _ = club("explain", FIDE, "anna", "2024-06-01")
    line = "cup Cup, round 2, board 1 against boris Boris: the arbiter's decision (fair play)  not rated  [5.1]"
    assert line in out
    assert rating(club, "anna") == "2000"


def test_it_can_be_meant_for_one_scheme(club: Shell) -> None:
    """elo still rates both games: 1500 each, K 20, +10 and then less than 10."""
    both = rating(club, "anna", "elo")
    club.tell(UNRATED | {"scheme": FIDE})
    assert rating(club, "anna") == "2010"
    assert rating(club, "anna", "elo") == both
    club.tell(UNRATED)
    assert rating(club, "anna", "elo") == "1510.00"


def test_taken_back_the_game_is_rated_again(club: Shell) -> None:
    club.tell(UNRATED)
    position = (
        club("log", "--type", "GameUnrated", "--format", "csv")[1].splitlines()[1].split(",")[0]
    )
    club.tell(withdrawn(int(position), "2024-05-30", "appeal upheld"))
    assert rating(club, "anna") == "2020"


def test_a_game_that_does_not_exist_is_refused(club: Shell) -> None:
    code, _, said = club("record", "unrated", "cup", "2", "7", "--reason", "fair play")
    assert code != 0 and "there is no game in round 2, board 7" in said


def test_it_is_recorded_without_a_file(club: Shell) -> None:
    code, _, said = club(
        "record",
        "unrated",
        "cup",
        "2",
        "1",
        "--reason",
        "fair play",
        "--date",
        "2024-05-20",
        "--yes",
    )
    assert code == 0, said
    assert rating(club, "anna") == "2010"
