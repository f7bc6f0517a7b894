"""Why not: an empty list, an appeal, a comparison and a what-if in which nothing changes say the reason."""

from typing import Any

import msgspec
import pytest

FIDE = "fide-standard"


@pytest.fixture
def club(shell: Any) -> Any:
    """anna, boris and carla; the open of April 2024 was in time, the cup of May was registered on its first day."""
    cup = {
        "type": "TournamentRegistered",
        "name": "Cup",
        "rounds": 3,
        "rated": [FIDE],
        "date": "2024-01-01",
    }
    shell.tell(
        *({"type": "PlayerRegistered", "player": player, "name": player, "sex": "F", "date": "2024-01-01"}
          | ({} if player == "carla" else {"federation": "FRA"}) for player in ("anna", "boris", "carla")),
        *({"type": "RatingCarriedIn", "player": player, "scheme": FIDE, "rating": 2000, "date": "2024-04-01"}
          for player in ("anna", "boris")),
        cup | {"tournament": "open", "start": "2024-04-10", "end": "2024-04-14"},
        cup | {"tournament": "cup", "start": "2024-05-10", "end": "2024-05-14", "date": "2024-05-10"},
        cup | {"tournament": "fun", "start": "2024-04-10", "end": "2024-04-14", "rated": []},
        *(game(tournament=tournament) for tournament in ("open", "cup", "fun")),
        game(tournament="open", round=2, result="+/-"),
    )  # fmt: skip
    return shell


def game(**fields: Any) -> dict[str, Any]:
    given = {
        "round": 1,
        "board": 1,
        "first": "anna",
        "second": "boris",
        "result": "0-1",
        "date": "2024-04-10",
    }
    return {"type": "GameRecorded"} | given | fields


def correction(**fields: Any) -> dict[str, Any]:
    given = {
        "type": "GameCorrected",
        "round": 1,
        "board": 1,
        "result": "1-0",
        "date": "2025-01-01",
        "reason": "typo",
    }
    return given | fields


def appeal(shell: Any, *events: dict[str, Any], date: str = "2024-06-30") -> str:
    """What an appeal in which nothing changes says, on a terminal and to a program."""
    path = shell.folder / "appeal.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(event) + b"\n" for event in events))
    code, _, to_people = shell("appeal", str(path), "--date", date, "--format", "table")
    assert code == 0
    to_programs = shell("appeal", str(path), "--date", date, "--format", "csv")[2]
    assert to_programs == to_people
    first, _, reasons = to_people.partition("\n")
    assert first.startswith("nothing changes")
    return str(reasons)


def test_a_list_before_the_first_event_says_so(club: Any) -> None:
    _, _, said = club("list", FIDE, "2024-04-01", "--known", "#3")
    assert said.splitlines()[1:] == [
        f"no tournament is approved for {FIDE} by then, and no rating was carried in"
    ]


def test_a_list_of_a_scheme_that_nobody_plays_says_so(club: Any) -> None:
    assert "no tournament is approved for malaysia" in club("list", "malaysia", "2024-06-30")[2]


def test_players_whom_an_article_keeps_off_the_list_are_counted(shell: Any) -> None:
    shell.tell(
        {
            "type": "PlayerRegistered",
            "player": "anna",
            "name": "anna",
            "sex": "F",
            "date": "2024-01-01",
        },
        {
            "type": "RatingCarriedIn",
            "player": "anna",
            "scheme": FIDE,
            "rating": 2000,
            "date": "2024-04-01",
        },
    )
    said = shell("list", FIDE, "2024-05-01")[2].splitlines()
    assert said[1:] == ["1 player: not registered with a member federation [10.1]"]


def test_tournaments_that_are_not_rated_are_counted_with_their_article(shell: Any) -> None:
    late = {
        "type": "TournamentRegistered",
        "name": "Cup",
        "rounds": 3,
        "rated": [FIDE],
        "date": "2024-05-10",
    }
    shell.tell(
        *(
            late | {"tournament": f"T{n}", "start": "2024-05-10", "end": "2024-05-14"}
            for n in range(2)
        )
    )
    said = shell("list", FIDE, "2024-07-01")[2]
    assert "2 tournaments: registered too late before its start, without approval [0.2.2]" in said


def test_an_appeal_about_a_tournament_that_is_not_rated_says_why(club: Any) -> None:
    assert appeal(club, correction(tournament="cup")) == (
        f"cup is not rated by {FIDE}: registered too late before its start, without approval [0.2.2]\n"
    )
    assert appeal(club, correction(tournament="fun")) == "fun is approved for no scheme\n"


def test_an_appeal_about_a_forfeit_says_why(club: Any) -> None:
    """The game of round 2 was not played; whoever was absent, article 5.1 rates it for nobody."""
    assert appeal(club, correction(tournament="open", round=2, result="-/+")) == (
        f"round 2, board 1 of open is not rated by {FIDE}: not played [5.1]\n"
    )


def test_an_appeal_that_asks_for_a_list_too_early_says_which_list_it_is(club: Any) -> None:
    told = appeal(club, correction(tournament="open"), date="2024-04-20")
    assert (
        told
        == "open is rated on the list of 2024-05-01, which is later than those that were compared\n"
    )


def test_an_appeal_for_the_result_that_stands_says_so(club: Any) -> None:
    assert (
        appeal(club, correction(tournament="open", result="0-1"))
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
def test_lists_that_are_alike_say_why(club: Any, sides: tuple[str, str], told: str) -> None:
    code, out, said = club("compare", *sides)
    assert (code, out.count("\n")) == (0, 1) and told in said


def test_a_what_if_that_moves_nobody_says_which_article_nobody_depends_on(club: Any) -> None:
    out = club("whatif", FIDE, "2024-06-01", "--set", "k.top=12", "--format", "table")[1]
    assert "nothing changes: no rating on this list depends on k.top [8.3.3]" in out


def test_one_rating_changes_and_two_ratings_change(club: Any) -> None:
    """A death takes one row off the list; a swapped result moves both players."""
    path = club.folder / "appeal.jsonl"
    path.write_bytes(
        msgspec.json.encode({"type": "PlayerDeceased", "player": "anna", "date": "2024-05-20"})
        + b"\n"
    )
    out = club("appeal", str(path), "--date", "2024-06-30", "--format", "table")[1]
    assert counts(out) == ("0", "1")
    path.write_bytes(msgspec.json.encode(correction(tournament="open")) + b"\n")
    out = club("appeal", str(path), "--date", "2024-06-30", "--format", "table")[1]
    assert counts(out) == ("2", "0")


def counts(out: str) -> tuple[str, ...]:
    """How many ratings change on the one list, and how many other rows."""
    (line,) = [line for line in out.splitlines() if line.startswith(f"{FIDE}  2024-06-01")]
    return tuple(line.split()[2:])
