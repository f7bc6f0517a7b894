"""Why not: an empty list, an appeal, a comparison and a what-if in which nothing changes say the reason."""

import pytest

from tests.builders import Event, carried, event, game, game_corrected, player, tournament
from tests.replay.conftest import Shell

FIDE = "fide-standard"


@pytest.fixture
def club(shell: Shell) -> Shell:
    """anna, boris and carla; the open of April 2024 was in time, the cup of May was registered on its first day."""
    in_time = {"date": "2024-01-01", "rounds": 3}
    shell.tell(
        *player("anna boris", federation="FRA"),
        *player("carla", federation=None),
        *carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2000}),
        tournament("open", FIDE, "2024-04-10", "2024-04-14", **in_time),
        tournament("cup", FIDE, "2024-05-10", "2024-05-14", date="2024-05-10", rounds=3),
        tournament("fun", "", "2024-04-10", "2024-04-14", **in_time),
        *(game(each, "2024-04-10", "anna 0-1 boris") for each in ("open", "cup", "fun")),
        game("open", "2024-04-10", "2.1 anna +/- boris"),
    )
    return shell


def correction(tournament: str, result: str = "1.1 1-0") -> Event:
    return game_corrected(tournament, "2025-01-01", result, reason="typo")


def appeal(shell: Shell, *events: Event, date: str = "2024-06-30") -> str:
    """What an appeal in which nothing changes says, on a terminal and to a program."""
    path = shell.file(*events)
    code, _, to_people = shell("appeal", path, "--date", date, "--format", "table")
    assert code == 0
    to_programs = shell("appeal", path, "--date", date, "--format", "csv")[2]
    assert to_programs == to_people
    first, _, reasons = to_people.partition("\n")
    assert first.startswith("nothing changes")
    return str(reasons)


def test_a_list_before_the_first_event_says_so(club: Shell) -> None:
    _, _, said = club("list", FIDE, "2024-04-01", "--known", "#3")
    assert said.splitlines()[1:] == [
        f"no tournament is approved for {FIDE} by then, and no rating was carried in"
    ]


def test_a_list_of_a_scheme_that_nobody_plays_says_so(club: Shell) -> None:
    assert "no tournament is approved for malaysia" in club("list", "malaysia", "2024-06-30")[2]


def test_players_whom_an_article_keeps_off_the_list_are_counted(shell: Shell) -> None:
    shell.tell(*player("anna", federation=None), *carried(FIDE, "2024-04-01", {"anna": 2000}))
    said = shell("list", FIDE, "2024-05-01")[2].splitlines()
    assert said[1:] == ["1 player: not registered with a member federation [10.1]"]


def test_tournaments_that_are_not_rated_are_counted_with_their_article(shell: Shell) -> None:
    late = ("2024-05-10", "2024-05-14")
    shell.tell(*(tournament(each, FIDE, *late, date="2024-05-10") for each in ("T1", "T2")))
    said = shell("list", FIDE, "2024-07-01")[2]
    assert "2 tournaments: registered too late before its start, without approval [0.2.2]" in said


def test_an_appeal_about_a_tournament_that_is_not_rated_says_why(club: Shell) -> None:
    assert appeal(club, correction("cup")) == (
        f"cup is not rated by {FIDE}: registered too late before its start, without approval [0.2.2]\n"
    )
    assert appeal(club, correction("fun")) == "fun is approved for no scheme\n"


def test_an_appeal_about_a_forfeit_says_why(club: Shell) -> None:
    """The game of round 2 was not played; whoever was absent, article 5.1 rates it for nobody."""
    told = appeal(club, correction("open", "2.1 -/+"), date="2024-05-01")
    assert told == (f"round 2, board 1 of open is not rated by {FIDE}: not played [5.1]\n")


def test_an_appeal_that_asks_for_a_list_too_early_says_which_list_it_is(club: Shell) -> None:
    told = appeal(club, correction("open"), date="2024-04-20")
    assert (
        told
        == "open is rated on the list of 2024-05-01, which is later than those that were compared\n"
    )


def test_an_appeal_for_the_result_that_stands_says_so(club: Shell) -> None:
    assert (
        appeal(club, correction("open", "1.1 0-1"))
        == "round 1, board 1 of open stands so already\n"
    )


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        ((f"{FIDE}@2024-05-01", "2024-05-01"), "both sides are the same list"),
        (
            (f"{FIDE}@2024-05-01#10", "#11"),
            "what was recorded at #11 is about no tournament of fide-standard",
        ),
        (
            (f"{FIDE}@2024-05-01#9", "#11"),
            "from #10 to #11 is about 1 tournament of fide-standard, and moves no rating",
        ),
        (
            (f"{FIDE}@2024-05-01", "+set:k.top=12"),
            "no rating on this list depends on k.top [8.3.3]",
        ),
    ],
)
def test_lists_that_are_alike_say_why(club: Shell, sides: tuple[str, str], told: str) -> None:
    code, out, said = club("compare", *sides)
    assert (code, out.count("\n")) == (0, 1) and told in said


def test_a_what_if_that_moves_nobody_says_which_article_nobody_depends_on(club: Shell) -> None:
    out = club("whatif", FIDE, "2024-06-01", "--set", "k.top=12", "--format", "table")[1]
    assert "nothing changes: no rating on this list depends on k.top [8.3.3]" in out


def test_one_rating_changes_and_two_ratings_change(club: Shell) -> None:
    """A death takes one row off the list; a swapped result moves both players."""
    path = club.file(event("PlayerDeceased", "2024-05-20", player="anna"))
    out = club("appeal", path, "--date", "2024-06-30", "--format", "table")[1]
    assert counts(out) == ("0", "1")
    path = club.file(correction("open"))
    out = club("appeal", path, "--date", "2024-06-30", "--format", "table")[1]
    assert counts(out) == ("2", "0")


def counts(out: str) -> tuple[str, ...]:
    """How many ratings change on the one list, and how many other rows."""
    (line,) = [line for line in out.splitlines() if line.startswith(f"{FIDE}  2024-06-01")]
    return tuple(line.split()[2:])
