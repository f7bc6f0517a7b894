"""One game has one result: what the standings rules decide about a game is what the ratings are made from.

With equal ratings P is 0.50; 2400.0 has K 15 in cxa-rapid, so a win is worth 7.50. In malaysia 2100 has K 10: 5 points.
"""

from typing import Any

import pytest

DAY = "2023-02-01"
START = {"cxa-rapid": 2400, "malaysia": 2100}


def told(
    scheme: str, *more: dict[str, Any], standings: str = "hk-open", result: str = "1-0"
) -> list[dict[str, Any]]:
    """An and bo, level, play one game of a tournament of nine rounds."""
    people = [
        {
            "type": "PlayerRegistered",
            "date": "2019-01-01",
            "sex": "M",
            "federation": "CHN",
            "player": p,
            "name": p,
        }
        for p in ("an", "bo")
    ]
    carried = [
        {
            "type": "RatingCarriedIn",
            "date": "2022-10-01",
            "scheme": scheme,
            "player": p,
            "rating": START[scheme],
        }
        for p in ("an", "bo")
    ]
    cup = {
        "type": "TournamentRegistered", "date": "2019-01-01", "tournament": "cup", "name": "cup", "rounds": 9,
        "rated": [scheme], "start": DAY, "end": DAY, "standings": standings,
    }  # fmt: skip
    game = {
        "type": "GameRecorded", "date": DAY, "tournament": "cup", "round": 1, "board": 1, "first": "an",
        "second": "bo", "result": result,
    }  # fmt: skip
    return [*people, *carried, cup, game, *more]


def foul(player: str, count: int = 2, kind: str = "technical", **fields: Any) -> dict[str, Any]:
    given = {"type": "FoulRecorded", "date": DAY, "tournament": "cup", "round": 1, "player": player}
    return given | {"kind": kind, "count": count} | fields


def ratings(shell: Any, scheme: str, *words: str) -> dict[str, str]:
    rows = shell.rows("list", scheme, "2023-10-01", "--all", "--format", "csv", *words)
    return {row["player"]: row["rating"] for row in rows}


SWAPPED = {"cxa-rapid": {"an": "2392.5", "bo": "2407.5"}, "malaysia": {"an": "2095", "bo": "2105"}}
RECORDED = {"cxa-rapid": {"an": "2407.5", "bo": "2392.5"}, "malaysia": {"an": "2105", "bo": "2095"}}


@pytest.mark.parametrize("scheme", START)
def test_a_game_lost_by_fouls_is_rated_as_lost(shell: Any, scheme: str) -> None:
    """An won over the board and lost by two technical fouls (hk-open part 10): bo won, in the table and on the list."""
    shell.tell(*told(scheme, foul("an")))
    table = {
        row["player"]: row["score"] for row in shell.rows("standings", "cup", "--format", "csv")
    }
    assert table == {"an": "0", "bo": "1"}
    assert ratings(shell, scheme) == SWAPPED[scheme]
    assert ratings(shell, scheme, "--reading", "fouls=as-recorded") == RECORDED[scheme]


@pytest.mark.parametrize("scheme", START)
def test_a_foul_that_is_withdrawn_gives_the_game_back(shell: Any, scheme: str) -> None:
    """The list is made again with the recorded result; as it was known before, it stays."""
    shell.tell(*told(scheme, foul("an")))
    assert ratings(shell, scheme) == SWAPPED[scheme]
    shell.tell(
        {
            "type": "EventWithdrawn",
            "date": "2023-03-01",
            "withdraws": 7,
            "reason": "it was bo's clock",
        }
    )
    assert ratings(shell, scheme) == RECORDED[scheme]
    assert ratings(shell, scheme, "--known", "#7") == SWAPPED[scheme]


@pytest.mark.parametrize("scheme", START)
@pytest.mark.parametrize(
    ("fouls", "standings"),
    [
        ([foul("an", 1)], "hk-open"),
        ([foul("an", 3, "violation")], "hk-open"),
        ([foul("an", 1), foul("an", 3, "violation")], "hk-open"),
        ([foul("an", 2, round=2)], "hk-open"),
        ([foul("an", 2)], "wxf"),
        ([foul("an", 2)], "given"),
    ],
)
def test_fouls_that_lose_no_game_change_no_rating(
    shell: Any, scheme: str, fouls: list[Any], standings: str
) -> None:
    """Too few, of two kinds, in another round, or under rules where the arbiter decides."""
    shell.tell(*told(scheme, *fouls, standings=standings))
    assert ratings(shell, scheme) == RECORDED[scheme]


def test_both_lose_by_fouls(shell: Any) -> None:
    """Nobody scores: cxa-rapid takes 7.50 from both."""
    shell.tell(*told("cxa-rapid", foul("an"), foul("bo", 4, "violation")))
    assert ratings(shell, "cxa-rapid") == {"an": "2392.5", "bo": "2392.5"}


def test_both_lose_by_fouls_in_malaysia(shell: Any) -> None:
    """2100 against 2000: We .64 and .36, K of the lower-rated, 25: −16 and −9."""
    shell.tell(*told("malaysia", foul("an"), foul("bo", 4, "violation")))
    lower = {
        "type": "RatingCarriedIn",
        "date": "2022-11-01",
        "scheme": "malaysia",
        "player": "bo",
        "rating": 2000,
    }
    shell.tell(lower)
    assert ratings(shell, "malaysia") == {"an": "2084", "bo": "1991"}


def test_a_forfeit_stays_a_forfeit(shell: Any) -> None:
    """Fouls do not change a game that was not played: cxa-rapid rates it, malaysia does not."""
    shell.tell(*told("cxa-rapid", foul("an"), result="+/-"))
    assert ratings(shell, "cxa-rapid") == RECORDED["cxa-rapid"]


@pytest.mark.parametrize("scheme", START)
def test_an_explanation_says_that_fouls_decided(shell: Any, scheme: str) -> None:
    shell.tell(*told(scheme, foul("an")))
    code, out, said = shell("explain", scheme, "bo", "2023-10-01")
    assert code == 0, said
    assert "recorded as 1-0, decided by fouls" in " ".join(out.split())


@pytest.mark.parametrize("scheme", START)
def test_an_appeal_about_fouls_says_who_changes(shell: Any, scheme: str) -> None:
    """The fouls as if appended: the game is another for both."""
    shell.tell(*told(scheme))
    file = shell.folder / "appeal.jsonl"
    import msgspec

    file.write_bytes(msgspec.json.encode(foul("an")) + b"\n")
    rows = shell.rows(
        "appeal", str(file), "--scheme", scheme, "--date", "2023-10-01", "--format", "csv"
    )
    found = {row["player"]: (row["before"], row["after"]) for row in rows}
    assert found == {p: (RECORDED[scheme][p], SWAPPED[scheme][p]) for p in ("an", "bo")}
    assert all("cup" in row["cause"] for row in rows)
