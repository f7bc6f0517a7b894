"""One game has one result: what the standings rules decide about a game is what the ratings are made from.

With equal ratings P is 0.50; 2400.0 has K 15 in cxa-rapid, so a win is worth 7.50. In malaysia 2100 has K 10: 5 points.
"""

from typing import Any

import pytest

from tests.builders import Event, carried, foul, game, player, tournament, withdrawn
from tests.replay.conftest import Shell

DAY = "2023-02-01"
START = {"cxa-rapid": 2400, "malaysia": 2100}


def events_about_one_game(
    scheme: str, *more: Event, standings: str = "hk-open", result: str = "1-0"
) -> list[Event]:
    """An and bo, level, play one game of a tournament of nine rounds."""
    level = dict.fromkeys(("an", "bo"), START[scheme])
    return [
        *player("an bo", federation="CHN"),
        *carried(scheme, "2022-10-01", level),
        tournament("cup", scheme, DAY, standings=standings),
        game("cup", DAY, f"an {result} bo"),
        *more,
    ]


def ratings(shell: Shell, scheme: str, *words: str) -> dict[str, str]:
    rows = shell.rows("list", scheme, "2023-10-01", "--all", "--format", "csv", *words)
    return {row["player"]: row["rating"] for row in rows}


SWAPPED = {"cxa-rapid": {"an": "2392.5", "bo": "2407.5"}, "malaysia": {"an": "2095", "bo": "2105"}}
RECORDED = {"cxa-rapid": {"an": "2407.5", "bo": "2392.5"}, "malaysia": {"an": "2105", "bo": "2095"}}


@pytest.mark.parametrize("scheme", START)
def test_a_game_lost_by_fouls_is_rated_as_lost(shell: Shell, scheme: str) -> None:
    """An won over the board and lost by two technical fouls (hk-open part 10): bo won, in the table and on the list."""
    shell.tell(*events_about_one_game(scheme, foul("cup", DAY, "an", count=2)))
    table = {
        row["player"]: row["score"] for row in shell.rows("standings", "cup", "--format", "csv")
    }
    assert table == {"an": "0", "bo": "1"}
    assert ratings(shell, scheme) == SWAPPED[scheme]
    assert ratings(shell, scheme, "--reading", "fouls=as-recorded") == RECORDED[scheme]


@pytest.mark.parametrize("scheme", START)
def test_a_foul_that_is_withdrawn_gives_the_game_back(shell: Shell, scheme: str) -> None:
    """The list is made again with the recorded result; as it was known before, it stays."""
    shell.tell(*events_about_one_game(scheme, foul("cup", DAY, "an", count=2)))
    assert ratings(shell, scheme) == SWAPPED[scheme]
    shell.tell(withdrawn(7, "2023-03-01", "it was bo's clock"))
    assert ratings(shell, scheme) == RECORDED[scheme]
    assert ratings(shell, scheme, "--known", "#7") == SWAPPED[scheme]


@pytest.mark.parametrize("scheme", START)
@pytest.mark.parametrize(
    ("fouls", "standings"),
    [
        ([foul("cup", DAY, "an", count=1)], "hk-open"),
        ([foul("cup", DAY, "an", "violation", count=3)], "hk-open"),
        (
            [foul("cup", DAY, "an", count=1), foul("cup", DAY, "an", "violation", count=3)],
            "hk-open",
        ),
        ([foul("cup", DAY, "an", count=2, round=2)], "hk-open"),
        ([foul("cup", DAY, "an", count=2)], "wxf"),
        ([foul("cup", DAY, "an", count=2)], "given"),
    ],
)
def test_fouls_that_lose_no_game_change_no_rating(
    shell: Shell, scheme: str, fouls: list[Any], standings: str
) -> None:
    """Too few, of two kinds, in another round, or under rules where the arbiter decides."""
    shell.tell(*events_about_one_game(scheme, *fouls, standings=standings))
    assert ratings(shell, scheme) == RECORDED[scheme]


def test_both_lose_by_fouls(shell: Shell) -> None:
    """Nobody scores: cxa-rapid takes 7.50 from both."""
    shell.tell(
        *events_about_one_game(
            "cxa-rapid",
            foul("cup", DAY, "an", count=2),
            foul("cup", DAY, "bo", "violation", count=4),
        )
    )
    assert ratings(shell, "cxa-rapid") == {"an": "2392.5", "bo": "2392.5"}


def test_both_lose_by_fouls_in_malaysia(shell: Shell) -> None:
    """2100 against 2000: We .64 and .36, K of the lower-rated, 25: −16 and −9."""
    shell.tell(
        *events_about_one_game(
            "malaysia",
            foul("cup", DAY, "an", count=2),
            foul("cup", DAY, "bo", "violation", count=4),
        )
    )
    shell.tell(*carried("malaysia", "2022-11-01", {"bo": 2000}))
    assert ratings(shell, "malaysia") == {"an": "2084", "bo": "1991"}


def test_a_forfeit_stays_a_forfeit(shell: Shell) -> None:
    """Fouls do not change a game that was not played: cxa-rapid rates it, malaysia does not."""
    shell.tell(*events_about_one_game("cxa-rapid", foul("cup", DAY, "an", count=2), result="+/-"))
    assert ratings(shell, "cxa-rapid") == RECORDED["cxa-rapid"]


@pytest.mark.parametrize("scheme", START)
def test_an_explanation_says_that_fouls_decided(shell: Shell, scheme: str) -> None:
    shell.tell(*events_about_one_game(scheme, foul("cup", DAY, "an", count=2)))
    code, out, said = shell("explain", scheme, "bo", "2023-10-01")
    assert code == 0, said
    assert "recorded as 1-0, decided by fouls" in " ".join(out.split())


@pytest.mark.parametrize("scheme", START)
def test_an_appeal_about_fouls_says_who_changes(shell: Shell, scheme: str) -> None:
    """The fouls as if appended: the game is another for both."""
    shell.tell(*events_about_one_game(scheme))
    file = shell.file(foul("cup", DAY, "an", count=2))
    rows = shell.rows("appeal", file, "--scheme", scheme, "--date", "2023-10-01", "--format", "csv")
    found = {row["player"]: (row["before"], row["after"]) for row in rows}
    assert found == {p: (RECORDED[scheme][p], SWAPPED[scheme][p]) for p in ("an", "bo")}
    assert all("cup" in row["cause"] for row in rows)
