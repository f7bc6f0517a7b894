"""`explain`, `history`, `find` and `groups` from another viewpoint: other rules, or as known then.

A woman with 2700 and K 10 loses to one with 2000. Since October 2025 a player of 2650 or more has no cap (8.3.1): a
difference of 700 promises .99, so she loses 9.9, that is 10. With the cap of 400 it is .92: she loses 9.2, that is 9.
"""

import json
from pathlib import Path
from typing import Any

import pytest

FIDE = "fide-standard"


@pytest.fixture
def lost(shell: Any) -> Any:
    shell.tell(
        *({"type": "PlayerRegistered", "date": "2020-01-01", "player": each, "name": each, "sex": "F",
           "federation": "FRA", "born": 1980} for each in ("high", "low")),
        *({"type": "RatingCarriedIn", "date": "2025-10-01", "player": player, "scheme": FIDE, "rating": rating,
           "games": 100} for player, rating in (("high", 2700), ("low", 2000))),
        {"type": "TournamentRegistered", "date": "2025-01-01", "tournament": "cup", "name": "cup", "rounds": 1,
         "start": "2025-10-04", "end": "2025-10-05", "rated": [FIDE]},
        {"type": "GameRecorded", "date": "2025-10-04", "tournament": "cup", "round": 1, "board": 1, "first": "high",
         "second": "low", "result": "0-1"},
    )  # fmt: skip
    return shell


@pytest.mark.parametrize(
    ("options", "rating"),
    [
        ((), "2690"),
        (("--version", "2024-03-01"), "2691"),
        (("--version", "2025-10-01"), "2690"),
        (
            ("--reading", "time-missing=refused"),
            "2700",
        ),  # no time control is on record: the game is not rated
        (("--set", "k.top=20"), "2680"),  # 20 × .99 is 19.8
        (("--set", "k.top=20", "--from", "2025-10-04"), "2680"),
        (
            ("--set", "k.top=20", "--from", "2025-10-05"),
            "2690",
        ),  # the tournament starts the day before
        (("--reform", "REFORM"), "2680"),
        (("--known", "#5"), "2700"),  # before the game was recorded
    ],
)
def test_explain_and_history_follow_the_rules_that_are_asked_for(
    lost: Any, tmp_path: Path, options: tuple[str, ...], rating: str
) -> None:
    reform = tmp_path / "reform.toml"
    reform.write_text("[set]\nk.top = 20\n")
    words = [word.replace("REFORM", str(reform)) for word in options]
    code, out, said = lost("explain", FIDE, "high", "2025-11-01", *words, "--format", "json")
    assert code == 0, said
    assert json.loads(out)["value"] == int(rating)
    rows = lost.rows("history", FIDE, "high", "--until", "2025-11-01", *words)
    assert [row["rating"] for row in rows] == ["2700", rating]


@pytest.mark.parametrize("command", ["explain", "history"])
@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (("--version", "1999-01-01"), "1999-01-01"),
        (("--reading", "time-missing=perhaps"), "perhaps"),
        (("--from", "2025-10-01"), "--from goes with --set"),
        (("--reform", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_rules_that_there_are_not_are_refused(
    lost: Any, command: str, options: tuple[str, ...], wrong: str
) -> None:
    code, out, said = lost(command, FIDE, "high", *options)
    assert code == 2 and wrong in said and not out


def test_find_looks_for_the_names_that_were_known_then(lost: Any) -> None:
    lost.tell(
        {
            "type": "PlayerCorrected",
            "date": "2025-12-01",
            "player": "low",
            "name": "Vera",
            "reason": "married",
        }
    )
    assert [row["id"] for row in lost.rows("find", "vera")] == ["low"]
    assert lost.rows("find", "vera", "--known", "#6") == [], "nobody had that name"
    assert [row["name"] for row in lost.rows("find", "low", "--known", "#6")] == ["low"]
    assert [row["name"] for row in lost.rows("find", "low")] == ["Vera"]


def test_groups_are_those_that_were_known_then(shell: Any) -> None:
    """The winner of group B is provisional A (hk-open 8); the ranking was turned round by a correction."""
    players = ("ann", "bob", "cat", "dan")
    shell.tell(
        *({"type": "PlayerRegistered", "date": "2020-01-01", "player": each, "name": each, "sex": "F",
           "federation": "HKG"} for each in players),
        {"type": "TournamentRegistered", "date": "2024-01-01", "tournament": "b", "name": "b", "rounds": 1,
         "start": "2024-05-01", "end": "2024-05-01", "series": "hk", "edition": 1, "group": "B",
         "standings": "hk-open", "rated": []},
        *({"type": "GameRecorded", "date": "2024-05-01", "tournament": "b", "round": 1, "board": board,
           "first": first, "second": second, "result": "1-0"}
          for board, first, second in ((1, "ann", "bob"), (2, "cat", "dan"))),
        {"type": "TournamentClosed", "date": "2024-05-01", "tournament": "b", "ranking": ["ann", "cat", "bob", "dan"]},
        {"type": "RankingCorrected", "date": "2024-06-01", "tournament": "b", "ranking": ["cat", "ann", "bob", "dan"],
         "reason": "score sheets"},
    )  # fmt: skip

    def promoted(*words: str) -> list[str]:
        return [row["player"] for row in shell.rows("groups", "hk", *words) if row["group"] != "B"]

    assert promoted("--known", "#8") == ["ann"]
    assert promoted() == promoted("--known", "#9") == ["cat"]
