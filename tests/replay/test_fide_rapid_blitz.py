"""Rapid and blitz ratings beside standard ones: each rates its own games, and begins with the standard list."""

import shutil

import pytest

from tests.builders import carried, game, game_corrected, played, player, tournament
from tests.replay.conftest import Shell, StoryOffice


@pytest.fixture
def fast(office: StoryOffice) -> StoryOffice:
    """A rapid cup of May 2024: anna and boris have standard ratings only, carla has a rapid one, dora none."""
    office.player("anna", "boris", "carla", "dora")
    office.carried("fide-standard", "2024-04-01", {"anna": 1900, "boris": 1700})
    office.carried("fide-rapid", "2024-04-01", {"carla": 1800}, games=50)
    office.tournament(
        "cup", "2024-05-04", "2024-05-05", "fide-rapid", time_control={"base": 900, "increment": 10}
    )
    office.games(
        "cup", "2024-05-04", ["1.1 anna 1-0 boris", "1.2 carla 0-1 dora", "2.1 carla 1/2-1/2 anna"]
    )
    return office


def test_a_standard_rating_is_where_a_rapid_rating_begins(fast: StoryOffice) -> None:
    """anna, K 40: .76 expected of boris (200 points), .64 of carla (100): 1.5 − 1.40 = .10, +4. boris −.24, −10.

    carla, K 20: half a point against 1900, .36 expected: +2.8, +3; the game with dora counts for dora alone.
    """
    assert fast.list("fide-rapid", "2024-06-01") == {
        "anna": "1904",
        "carla": "1803",
        "boris": "1690",
    }


def test_who_has_not_played_is_not_on_the_rapid_list(fast: StoryOffice) -> None:
    """In May nobody with a standard rating only is on it."""
    assert fast.list("fide-rapid", "2024-05-01") == {"carla": "1800"}
    assert fast.list("fide-standard", "2024-06-01") == {"anna": "1900", "boris": "1700"}


def test_a_standard_rating_may_be_too_far_from_a_rapid_one(fast: StoryOffice) -> None:
    """From December 2024 on 600 apart with one above 2600 is not rated: gina is 2650 in standard and has no rapid
    rating, carla's 1803 is too far; dora's 2100 is not, .92 expected (400): + .08 × 40 = 3.2.
    """
    fast.player("gina")
    fast.carried("fide-standard", "2024-11-01", {"gina": 2650})
    fast.carried("fide-rapid", "2024-11-01", {"dora": 2100}, games=50)
    fast.tournament(
        "far", "2024-12-03", "2024-12-03", "fide-rapid", time_control={"base": 900, "increment": 10}
    )
    fast.games("far", "2024-12-03", ["1.1 gina 1-0 carla", "2.1 gina 1-0 dora"])
    found = fast.list("fide-rapid", "2025-01-01")
    assert (found["gina"], found["carla"]) == ("2653", "1803")


def test_the_explanation_tells_where_the_rating_comes_from(fast: StoryOffice) -> None:
    """The root is the rating listed; the standard rating stands where it is taken, and beside the opponents."""
    node = fast.explain("fide-rapid", "anna", "2024-06-01")
    assert node.value == "1904"
    lines = [(below.text, below.article, below.value) for below in node.below]
    assert lines[0][2] == "unrated"
    assert lines[1] == ("No rating here, 1900 on the standard list: it counts", "8.2", "1900")
    games = next(below for below in node.below if below.text.startswith("cup")).below
    assert games[0].text.endswith("won against boris boris (1700)")


def test_the_standard_rating_is_that_of_the_tournaments_start(fast: StoryOffice) -> None:
    """emil is 1500 on the standard list of June: a cup of June reported in July takes 1500, not 1600 of July."""
    fast.player("emil")
    fast.carried("fide-standard", "2024-06-01", {"emil": 1500})
    fast.tournament(
        "late",
        "2024-06-10",
        "2024-06-11",
        "fide-rapid",
        time_control={"base": 900, "increment": 10},
    )
    fast.games("late", "2024-06-10", ["1.1 emil 1-0 carla"])
    fast.report("late", "2024-07-20")
    fast.carried("fide-standard", "2024-07-01", {"emil": 1600})
    # carla 1803 in June: 1500 against 1803 is .15 expected, +.85 × 40 = 34
    assert fast.list("fide-rapid", "2024-08-01")["emil"] == "1534"


def test_a_correction_of_a_standard_rating_changes_the_rapid_list(fast: StoryOffice) -> None:
    """As known before, and after it: 2000 for anna gives .85 and .76, 1.5 − 1.61 = −.11, −4."""
    before = fast.log.head
    fast.list("fide-rapid", "2024-06-01")
    fast.carried("fide-standard", "2024-04-01", {"anna": 2000})
    assert fast.list("fide-rapid", "2024-06-01", known=before)["anna"] == "1904"
    assert fast.list("fide-rapid", "2024-06-01")["anna"] == "1996"


def test_in_stretches_as_in_one_go(shell: Shell) -> None:
    """The list of July from the stored state of June is that of July made at once, without stored states."""
    june = ["carla 1-0 anna", "boris 1/2-1/2 anna"]
    shell.tell(
        *player("anna boris carla"),
        *carried("fide-standard", "2024-04-01", {"anna": 1900, "boris": 1700}),
        *played("cup5", "fide-rapid", "2024-05-04", ["anna 1-0 boris"]),
        *played("cup6", "fide-rapid", "2024-06-04", june),
    )
    rows = {
        month: shell.rows("list", "fide-rapid", f"2024-0{month}-01", "--format", "csv")
        for month in (6, 7)
    }
    assert [row["rating"] for row in rows[6]] == ["1910", "1690"]  # .24 of K 40: 9.6
    shutil.rmtree(shell.folder / "ledger" / "states")
    assert shell.rows("list", "fide-rapid", "2024-07-01", "--format", "csv") == rows[7]
    assert shell("publish", "fide-rapid", "2024-07-01")[0] == 0 and shell("verify")[0] == 0


@pytest.fixture
def resting(shell: Shell) -> Shell:
    """anna, 1900 and K 20, lost to boris, 1700, in May: 1885 in June, with which she plays rapid."""
    shell.tell(
        *player("anna boris"),
        *carried("fide-standard", "2024-04-01", {"anna": 1900, "boris": 1700}, games=50),
        tournament("cup5", "fide-standard", "2024-05-04"),
        game("cup5", "2024-05-04", "anna 0-1 boris"),
        tournament("cup6", "fide-rapid", "2024-06-04"),
        game("cup6", "2024-06-04", "anna 1-0 boris"),
    )
    return shell


SHE_WON = game_corrected("cup5", "2024-08-01", "1.1 1-0")  # 1905 in June, and fewer rapid points


def test_an_appeal_about_standard_chess_shows_rapid_ratings_that_rest_on_it(resting: Shell) -> None:
    appeal = resting.file(SHE_WON)
    rows = resting.rows("appeal", appeal, "--date", "2024-07-01", "--format", "csv")
    found = {(row["scheme"], row["player"]): (row["before"], row["after"]) for row in rows}
    assert found["fide-standard", "anna"] == ("1885", "1905")  # .76 expected: −15.2 and +4.8
    # rapid, K 40: 1885 against 1715 is .72, +11.2; 1905 against 1695 is .77 (207 to 215), +9.2
    assert found["fide-rapid", "anna"] == ("1896", "1914")
    assert found["fide-rapid", "boris"] == ("1704", "1686")


def test_a_published_rapid_list_differs_once_a_standard_game_is_corrected(resting: Shell) -> None:
    """No rapid game is another, but the ratings with which they were played."""
    assert resting("publish", "fide-rapid", "2024-07-01")[0] == 0
    resting.tell(SHE_WON)
    (row,) = resting.rows("published", "--format", "csv")
    assert (row["state"], row["changed"], row["largest"]) == ("differs now", "2", "18")
