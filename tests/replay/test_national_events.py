"""malaysia, absence: who took part in a national event, and which events took place at all.

An has 2100: a year of absence costs 63, 2037.
"""

from typing import Any

import pytest

from tests.builders import (
    Event,
    bye,
    carried,
    closed,
    event,
    game,
    game_voided,
    jsonl,
    player,
    tournament,
)
from tests.replay.conftest import Shell


def championship(name: str, start: str, **fields: Any) -> Event:
    """A championship of the country."""
    return tournament(name, "", start, **{"rounds": 7, "national": "championship"} | fields)


def an(shell: Shell, on: str = "2024-03-01", *words: str) -> str:
    """The rating of an on a day."""
    rows = shell.rows("list", "malaysia", on, "--all", "--format", "csv", *words)
    return {row["player"]: row["rating"] for row in rows}["an"]


@pytest.fixture
def office(shell: Shell) -> Shell:
    shell.tell(
        *player("an", "bo", "chen", federation="MAS"),
        *carried("malaysia", "2022-06-01", {"an": 2100}),
    )
    return shell


def test_the_national_team_championship_is_taking_part(office: Shell) -> None:
    """It is not rated for malaysia, and its games change no rating; who was not there loses 3 %."""
    office.tell(
        championship("king", "2023-03-01", national="king", rated=["malaysia"]),
        closed("king", "2023-03-01"),
    )
    assert an(office) == "2037"
    office.tell(
        championship("teams", "2023-05-01", event="team", rated=["cxa-rapid"]),
        game("teams", "2023-05-01", "an 0-1 bo"),
    )
    assert an(office) == "2100"
    assert an(office, "2024-03-01", "--reading", "national-events=rated") == "2037"


def test_an_event_without_games_that_was_never_closed_did_not_take_place(office: Shell) -> None:
    """Registered for 2023 and never held: nobody loses anything; closed, it was held, and an was not there."""
    office.tell(championship("king", "2023-03-01", rated=["malaysia"]))
    assert an(office) == "2100"
    office.tell(closed("king", "2023-03-01"))
    assert an(office) == "2037"


def test_an_event_that_was_never_closed_with_games_belongs_to_the_year_of_its_end(
    office: Shell,
) -> None:
    office.tell(
        championship("king", "2022-12-30", end="2023-01-02"),
        game("king", "2022-12-30", "bo 1-0 chen"),
    )
    assert an(office) == "2037"
    office.tell(closed("king", "2022-12-31"))
    assert an(office) == "2100"


def test_a_game_that_was_voided_is_no_game_on_record(office: Shell) -> None:
    office.tell(championship("king", "2023-03-01"), game("king", "2023-03-01", "bo 1-0 chen"))
    assert an(office) == "2037"
    office.tell(game_voided("king", "2023-06-01", "1.1", reason="not held"))
    assert an(office) == "2100"


def test_a_void_event_was_no_event(office: Shell) -> None:
    office.tell(championship("king", "2023-03-01"), game("king", "2023-03-01", "bo 1-0 chen"))
    assert an(office) == "2037"
    office.tell(event("TournamentVoided", "2023-06-01", tournament="king", reason="not held"))
    assert an(office) == "2100"


@pytest.mark.parametrize(
    ("what", "rating"),
    [
        (game("king", "2023-03-01", "an +/- bo"), "2100"),
        (game("king", "2023-03-01", "an -/+ bo"), "2037"),
        (bye("king", "2023-03-01", "an"), "2100"),
        (bye("king", "2023-03-01", "an", "half"), "2037"),
    ],
)
def test_taking_part_is_the_same_in_an_event_that_is_not_rated(
    office: Shell, what: Any, rating: str
) -> None:
    """A walkover and a bye are taking part, an own forfeit and a half-point bye are not."""
    office.tell(
        championship("king", "2023-03-01"), game("king", "2023-03-01", "chen 1-0 bo", round=2), what
    )
    assert an(office) == rating


def test_games_of_an_event_that_is_not_rated_change_no_rating(office: Shell) -> None:
    """An lost to bo in the team championship: taking part, nothing else; `explain` says that it is not rated."""
    office.tell(
        championship("teams", "2023-05-01", event="team"), game("teams", "2023-05-01", "an 0-1 bo")
    )
    rows = office.rows("list", "malaysia", "2023-06-01", "--all", "--format", "csv")
    assert {row["player"]: row["rating"] for row in rows} == {"an": "2100"}
    code, out, _ = office("explain", "malaysia", "--tournament", "teams", "2024-03-01")
    assert code == 0
    assert "not rated" in out
    code, out, _ = office("explain", "malaysia", "an", "2024-03-01")
    assert "took part in a national event of 2023" in " ".join(out.split())


def test_an_appeal_about_a_national_event_that_is_not_rated(office: Shell) -> None:
    """An's missing game of the team championship, as if recorded: no absence any more."""
    office.tell(
        championship("teams", "2023-05-01", event="team"),
        game("teams", "2023-05-01", "chen 1-0 bo"),
    )
    file = office.folder / "appeal.jsonl"
    file.write_bytes(jsonl(game("teams", "2023-05-01", "an 0-1 chen", round=2)))
    rows = office.rows("appeal", str(file), "--date", "2024-03-01", "--format", "csv")
    assert [(row["player"], row["before"], row["after"]) for row in rows] == [
        ("an", "2037", "2100")
    ]


def test_a_what_if_knows_of_national_events_that_are_not_rated(office: Shell) -> None:
    """Under a reform the same years of absence count as in the real list."""
    office.tell(
        championship("teams", "2023-05-01", event="team"), game("teams", "2023-05-01", "an 0-1 bo")
    )
    office.tell(championship("king", "2024-05-01"), game("king", "2024-05-01", "chen 0-1 bo"))
    rows = office.rows(
        "whatif", "malaysia", "2025-03-01", "--set", "absence.percent=10", "--format", "csv"
    )
    assert [(row["player"], row["before"], row["after"]) for row in rows] == [
        ("an", "2037", "1890")
    ]


def test_a_team_event_with_a_ranking_gives_its_bonus(office: Shell) -> None:
    """The text is silent; the alternative gives none."""
    teams = championship("teams", "2023-05-01", event="team", rated=["malaysia"])
    office.tell(teams, closed("teams", "2023-05-02", "bo an"))
    assert an(office, "2023-06-01") == "2125"
    assert an(office, "2023-06-01", "--reading", "team-bonus=none") == "2100"
