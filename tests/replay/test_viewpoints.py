"""`explain`, `history`, `find` and `groups` from another viewpoint: other rules, or as known then.

A woman with 2700 and K 10 loses to one with 2000. Since October 2025 a player of 2650 or more has no cap (8.3.1): a
difference of 700 promises .99, so she loses 9.9, that is 10. With the cap of 400 it is .92: she loses 9.2, that is 9.
"""

import json
from pathlib import Path

import pytest

from tests.builders import (
    carried,
    closed,
    game,
    games,
    player,
    player_corrected,
    ranking_corrected,
    tournament,
)
from tests.replay.conftest import Shell

FIDE = "fide-standard"


@pytest.fixture
def lost(shell: Shell) -> Shell:
    shell.tell(
        *player("high low", sex="F", born=1980),
        *carried(FIDE, "2025-10-01", {"high": 2700, "low": 2000}, games=100),
        tournament("cup", FIDE, "2025-10-04", "2025-10-05"),
        game("cup", "2025-10-04", "high 0-1 low"),
    )
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
    lost: Shell, tmp_path: Path, options: tuple[str, ...], rating: str
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
    lost: Shell, command: str, options: tuple[str, ...], wrong: str
) -> None:
    code, out, said = lost(command, FIDE, "high", *options)
    assert code == 2 and wrong in said and not out


def test_find_looks_for_the_names_that_were_known_then(lost: Shell) -> None:
    lost.tell(player_corrected("low", "2025-12-01", name="Vera", reason="married"))
    assert [row["id"] for row in lost.rows("find", "vera")] == ["low"]
    assert lost.rows("find", "vera", "--known", "#6") == [], "nobody had that name"
    assert [row["name"] for row in lost.rows("find", "low", "--known", "#6")] == ["low"]
    assert [row["name"] for row in lost.rows("find", "low")] == ["Vera"]


def test_groups_are_those_that_were_known_then(shell: Shell) -> None:
    """The winner of group B is provisional A (hk-open 8); the ranking was turned round by a correction."""
    frame = {"series": "hk", "edition": 1, "group": "B", "rounds": 1}
    shell.tell(
        *player("ann bob cat dan", federation="HKG"),
        tournament("b", "", "2024-05-01", standings="hk-open", **frame),
        *games("b", "2024-05-01", "1.1 ann 1-0 bob", "1.2 cat 1-0 dan"),
        closed("b", "2024-05-01", "ann cat bob dan"),
        ranking_corrected("b", "2024-06-01", "cat ann bob dan", reason="score sheets"),
    )

    def promoted(*words: str) -> list[str]:
        return [row["player"] for row in shell.rows("groups", "hk", *words) if row["group"] != "B"]

    assert promoted("--known", "#8") == ["ann"]
    assert promoted() == promoted("--known", "#9") == ["cat"]
