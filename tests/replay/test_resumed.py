"""A list that goes on from stored states is the one made from the log alone, whatever came in between."""

import csv
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from replay.questions.questions import Questions
from tests.builders import (
    carried,
    closed,
    decoded,
    event,
    game,
    merged,
    player,
    player_corrected,
    reported,
    titled,
    tournament,
    withdrawn,
)


class Told:
    """A ledger in a folder that keeps states, and the same log without anything kept."""

    def __init__(self, place: Path) -> None:
        self.place = place
        open_log(place, create=True).close()

    def append(self, *events: dict[str, Any]) -> int:
        """Append events; gives the position of the last."""
        with open_log(self.place) as log:
            log.append(decoded(*events))
            return log.head

    def ratings(self, scheme: str, day: str) -> dict[str, str]:
        """The ratings of everybody, on a list that must be that of the log alone."""
        return {row["player"]: row["rating"] for row in self._rows(scheme, day)}

    def games(self, scheme: str, day: str) -> dict[str, str]:
        """How many games everybody has on that list."""
        return {row["player"]: row["games"] for row in self._rows(scheme, day)}

    def _rows(self, scheme: str, day: str) -> list[dict[str, str]]:
        listed = date.fromisoformat(day)
        with Questions(self.place) as office:
            kept = office.list(scheme, listed, every=True)
        with Questions(self.place, cached=False) as office:
            fresh = office.list(scheme, listed, every=True)
        assert kept.csv == fresh.csv
        return list(csv.DictReader(kept.csv.decode().splitlines()))

    @property
    def states(self) -> set[str]:
        return {path.name for path in (self.place / "states").glob("*.state")}


@pytest.fixture
def told(tmp_path: Path) -> Told:
    return Told(tmp_path / "ratings")


CLOCK = {"time_control": {"base": 7200, "increment": 30}}


def test_a_day_that_a_state_ends_with_is_not_booked_twice(told: Told) -> None:
    """malaysia: A's rating is carried in on the last day of March, and A plays on that day.

    1500 against 1500 is expected to score 50 %. Were the day booked again on the way to April's list, A would have
    1500 once more.
    """
    told.append(
        *player("A"),
        *player("B"),
        *carried("malaysia", "2025-03-31", {"A": 1500}),
        *carried("malaysia", "2025-01-31", {"B": 1500}),
        tournament("spring", "malaysia", "2025-03-31", "2025-03-31", rounds=9),
        game("spring", "2025-03-31", "A 1-0 B"),
    )
    assert told.ratings("malaysia", "2025-03-31") == {"A": "1520", "B": "1480"}  # K 40
    assert told.states
    for day in ("2025-04-01", "2025-04-30", "2025-05-31"):
        assert told.ratings("malaysia", day) == {"A": "1520", "B": "1480"}


def federation(told: Told, months: int) -> None:
    """fide-standard: two rated players of K 20 who meet in January, and in later months again."""
    told.append(
        *player(*"ABC", born="1980-05-05"),
        *carried("fide-standard", "2024-12-01", dict.fromkeys("ABC", 2000), games=50),
        *(
            tournament(f"T{month}", "fide-standard", f"2025-{month:02d}-10", f"2025-{month:02d}-11", **CLOCK)
            for month in range(1, months + 1)
        ),
        *(game(f"T{month}", f"2025-{month:02d}-10", "A 1-0 B") for month in range(1, months + 1)),
    )  # fmt: skip


def test_a_late_report_after_two_resumptions(told: Told) -> None:
    """January's tournament is reported in March. April's list takes it, with the ratings of January.

    April goes on from March's state, which was made from February's, which remembers who changed since January.
    """
    federation(told, 3)
    told.append(
        player_corrected("B", "2024-12-01", born="2010-05-05", reason="passport"),
        tournament("late", "fide-standard", "2025-01-12", "2025-01-13", **CLOCK),
        game("late", "2025-01-12", "C 1-0 B"),
        reported("late", "2025-03-10"),
    )
    for day in ("2025-02-01", "2025-03-01"):
        assert told.ratings("fide-standard", day)["C"] == "2000"
    assert (
        told.ratings("fide-standard", "2025-04-01")["C"] == "2010"
    )  # 2000 against 2000; later B has 1980


def test_a_result_that_comes_in_after_the_lists_were_made(told: Told) -> None:
    federation(told, 4)
    for day in ("2025-02-01", "2025-03-01", "2025-05-01"):
        assert told.ratings("fide-standard", day)["C"] == "2000"
    told.append(game("T3", "2025-03-10", "C 1-0 B", round=2))
    # B has 1980 by then: 20 points apart, (1 − .53) × 20 = 9.4
    assert told.ratings("fide-standard", "2025-05-01")["C"] == "2009"


def test_an_entry_that_is_withdrawn_after_the_list_was_made(told: Told) -> None:
    """Ten days of registration are too few where somebody of 2750 is entered, who never plays (0.2)."""
    federation(told, 1)
    last = told.append(
        *player("D", born="1980-05-05"),
        *carried("fide-standard", "2024-12-01", {"D": 2750}, games=50),
        {
            **tournament("short", "fide-standard", "2025-02-10", "2025-02-11", **CLOCK),
            "date": "2025-01-31",
        },
        game("short", "2025-02-10", "C 1-0 A"),
        event("PlayerEntered", "2025-02-01", tournament="short", player="D", number=1),
    )
    assert told.ratings("fide-standard", "2025-03-01")["C"] == "2000"
    told.append(withdrawn(last, "2025-02-20", "entered by mistake"))
    # A has 2010 by then: 10 points apart, (1 − .49) × 20 = 10.2
    assert told.ratings("fide-standard", "2025-03-01")["C"] == "2010"


def test_a_correction_of_somebody_who_was_merged(told: Told) -> None:
    """D's only game stands under an older number of D. D turns out to be a junior, whose K is 40 (8.3.3)."""
    federation(told, 1)
    told.append(
        *player("D", born="1980-05-05"),
        *player("D2"),
        *carried("fide-standard", "2024-12-01", {"D": 2000}, games=50),
        tournament("junior", "fide-standard", "2025-02-10", "2025-02-11", **CLOCK),
        game("junior", "2025-02-10", "D2 1-0 C"),
    )
    assert told.ratings("fide-standard", "2025-03-01")["D"] == "2000"
    told.append(merged("D", "D2", "2025-02-15"))
    assert told.ratings("fide-standard", "2025-03-01")["D"] == "2010"
    told.append(player_corrected("D", "2025-02-20", born="2010-05-05", reason="passport"))
    assert told.ratings("fide-standard", "2025-03-01")["D"] == "2020"


def test_a_death_that_is_withdrawn(told: Told) -> None:
    """Somebody of the same name had died: A comes back to the list."""
    federation(told, 1)
    last = told.append(event("PlayerDeceased", "2025-02-20", player="A"))
    assert "A" not in published(told, "2025-03-01")
    told.append(withdrawn(last, "2025-02-25", "another A"))
    assert "A" in published(told, "2025-03-01")


def published(told: Told, day: str) -> set[str]:
    told.ratings("fide-standard", day)
    with Questions(told.place) as office:
        listed = office.list("fide-standard", date.fromisoformat(day))
    return {row["player"] for row in csv.DictReader(listed.csv.decode().splitlines())}


def test_a_report_that_is_withdrawn_after_the_lists_were_made(told: Told) -> None:
    """A report of March puts January's tournament on April's list. Without it, it is on February's."""
    federation(told, 1)
    last = told.append(
        tournament("late", "fide-standard", "2025-01-12", "2025-01-13", **CLOCK),
        game("late", "2025-01-12", "C 1-0 B"),
        reported("late", "2025-03-10"),
    )
    assert told.ratings("fide-standard", "2025-02-01")["C"] == "2000"
    assert told.ratings("fide-standard", "2025-04-01")["C"] == "2010"
    told.append(withdrawn(last, "2025-03-20"))
    assert told.ratings("fide-standard", "2025-02-01")["C"] == "2010"


def test_a_game_that_is_rated_after_all(told: Told) -> None:
    federation(told, 1)
    last = told.append(
        tournament("cup", "fide-standard", "2025-01-12", "2025-01-13", **CLOCK),
        game("cup", "2025-01-12", "C 1-0 B"),
        event("GameUnrated", "2025-01-20", tournament="cup", round=1, board=1, reason="no clock"),
    )
    assert told.ratings("fide-standard", "2025-02-01")["C"] == "2000"
    told.append(withdrawn(last, "2025-03-20"))
    assert told.ratings("fide-standard", "2025-02-01")["C"] == "2010"


def test_whoever_died_under_an_older_number_is_on_no_list(told: Told) -> None:
    federation(told, 1)
    told.append(*player("A2"), event("PlayerDeceased", "2025-01-20", player="A2"))
    assert "A" in published(told, "2025-02-01")
    told.append(merged("A", "A2", "2025-01-25"))
    assert "A" not in published(told, "2025-02-01")


def test_a_title_of_somebody_whose_sex_was_wrong(told: Told) -> None:
    """cxa-rapid: a grandmaster has 2550.0 at least, a woman 2350.0. Nobody has played."""
    told.append(
        *player("A", federation="CHN"),
        *carried("cxa-rapid", "2024-12-01", {"A": 2100}),
        titled("A", "2025-01-10", "cxa-gm"),
    )
    assert told.ratings("cxa-rapid", "2025-10-01") == {"A": "2550.0"}
    told.append(player_corrected("A", "2025-01-20", sex="F", reason="passport"))
    assert told.ratings("cxa-rapid", "2025-10-01") == {"A": "2350.0"}


def test_a_champion_under_an_older_number(told: Told) -> None:
    """cxa-rapid: nobody has played under the number that the ranking begins with; it is A's. 2400 × .001 × 15 = 36."""
    told.append(
        *player(*"AB", "A2", federation="CHN"),
        *carried("cxa-rapid", "2022-12-01", dict.fromkeys("AB", 2400)),
        tournament("cup", "cxa-rapid", "2023-02-10", "2023-02-12", national_arbiters=3,
                   time_control={"base": 600, "increment": 5}),
        game("cup", "2023-02-10", "A 1/2-1/2 B"),
        closed("cup", "2023-02-12", "A2 B"),
    )  # fmt: skip
    assert told.ratings("cxa-rapid", "2023-10-01")["A"] == "2400.0"
    told.append({"type": "PlayersMerged", "date": "2023-03-01", "kept": "A", "duplicate": "A2"})
    assert told.ratings("cxa-rapid", "2023-10-01")["A"] == "2436.0"


def test_a_transfer_that_is_told_after_the_list_was_made(told: Told) -> None:
    """cxa-rapid: A, who begins with the value of no title, was from outside the mainland: there it gives no rating."""
    told.append(
        *player(*"AB", federation="CHN"),
        *carried("cxa-rapid", "2022-12-01", {"B": 2400}),
        tournament("cup", "cxa-rapid", "2023-02-10", "2023-02-12", national_arbiters=3,
                   time_control={"base": 600, "increment": 5}),
        game("cup", "2023-02-10", "A 1-0 B"),
    )  # fmt: skip
    assert told.ratings("cxa-rapid", "2023-10-01")["B"] < "2400.0"
    told.append(
        {"type": "PlayerTransferred", "date": "2023-01-20", "player": "A", "federation": "MAS"}
    )
    assert told.ratings("cxa-rapid", "2023-10-01")["B"] == "2400.0"


def test_a_reform_that_begins_on_the_day_of_a_list_that_is_kept(told: Told) -> None:
    """From 1 March on nobody below 1985 has a rating: B, who loses again in February, none from that very list on."""
    federation(told, 2)
    # 1990 against 2010: 20 points apart, .47 × 20 = 9.4
    assert told.ratings("fide-standard", "2025-03-01")["B"] == "1981"
    reform = "+set:floor=1985+set:published=1985+from=2025-03-01"
    lists = []
    for cached in (True, False):
        with Questions(told.place, cached=cached) as office:
            lists.append(office.list(f"fide-standard@2025-03-01{reform}", every=True))
    assert lists[0].csv == lists[1].csv
    assert {row[1]: row[7] for row in lists[0].rows} == {"A": "2019", "B": None, "C": "2000"}


def test_a_late_report_takes_the_rating_before_it_was_carried_in_anew(told: Told) -> None:
    """January's tournament comes in March, when D's rating has been set to 1900: it counts with 2000."""
    federation(told, 1)
    told.append(
        *player("D", born="1980-05-05"),
        *carried("fide-standard", "2024-12-01", {"D": 2000}, games=50),
        tournament("late", "fide-standard", "2025-01-12", "2025-01-13", **CLOCK),
        game("late", "2025-01-12", "C 1-0 D"),
        reported("late", "2025-03-10"),
        *carried("fide-standard", "2025-02-15", {"D": 1900}, games=50),
    )
    for day in ("2025-02-01", "2025-03-01"):
        assert told.ratings("fide-standard", day)["C"] == "2000"
    assert told.ratings("fide-standard", "2025-03-01")["D"] == "1900"
    assert told.ratings("fide-standard", "2025-04-01")["C"] == "2010"


def test_two_numbers_of_one_person_have_not_met(told: Told) -> None:
    """C was paired with an older number of C: the game is nobody's."""
    federation(told, 1)
    told.append(
        *player("C2", born="1980-05-05"),
        *carried("fide-standard", "2024-12-01", {"C2": 2000}, games=50),
        tournament("cup", "fide-standard", "2025-01-12", "2025-01-13", **CLOCK),
        game("cup", "2025-01-12", "C 1-0 C2"),
    )
    assert told.ratings("fide-standard", "2025-02-01")["C"] == "2010"
    assert told.games("fide-standard", "2025-02-01")["C"] == "1"
    told.append(merged("C", "C2", "2025-01-25"))
    assert told.ratings("fide-standard", "2025-02-01") == {"A": "2010", "B": "1990", "C": "2000"}
    assert told.games("fide-standard", "2025-02-01")["C"] == "0"


def test_a_rating_that_is_carried_in_anew_with_another_peak(told: Told) -> None:
    """malaysia: whoever has had 2400 plays with K 10 for good, others of 2050 with K 25: 12.5, that is 13."""
    told.append(
        *player("A"),
        *player("B"),
        *carried("malaysia", "2024-12-01", {"B": 2050}),
        tournament("spring", "malaysia", "2025-03-03", "2025-03-03", rounds=9),
        game("spring", "2025-03-03", "A 1-0 B"),
    )
    last = told.append(*carried("malaysia", "2024-12-01", {"A": 2050}, peak=2400, games=50))
    assert told.ratings("malaysia", "2025-03-31")["A"] == "2055"
    told.append(
        withdrawn(last, "2025-03-20"),
        *carried("malaysia", "2024-12-01", {"A": 2050}, peak=2060, games=50),
    )
    assert told.ratings("malaysia", "2025-03-31")["A"] == "2063"
    told.append(
        withdrawn(last + 2, "2025-03-21"),
        *carried("malaysia", "2024-12-01", {"A": 2050}, peak=2060, games=70),
    )
    assert told.games("malaysia", "2025-03-31")["A"] == "71"


def test_a_standard_rating_that_a_rapid_rating_began_with_is_corrected(told: Told) -> None:
    """fide-rapid: A begins with 2000 of the standard list and beats B, 2000, with K 40; it should have been 1900."""
    last = told.append(
        *player("A", born="1980-05-05"), *player("B", born="1980-05-05"),
        *carried("fide-rapid", "2024-12-01", {"B": 2000}, games=50),
        tournament("cup", "fide-rapid", "2025-01-12", "2025-01-12", time_control={"base": 900, "increment": 10}),
        game("cup", "2025-01-12", "A 1-0 B"),
        *carried("fide-standard", "2024-12-01", {"A": 2000}, games=50),
    )  # fmt: skip
    assert told.ratings("fide-rapid", "2025-02-01")["A"] == "2020"
    told.append(
        withdrawn(last, "2025-03-20"),
        *carried("fide-standard", "2024-12-01", {"A": 1900}, games=50),
    )
    # 100 apart: .36 expected, 40 × .64 = 25.6
    assert told.ratings("fide-rapid", "2025-02-01")["A"] == "1926"


def test_an_absence_that_is_excused_after_the_list_was_made(told: Told) -> None:
    """malaysia: a national event closes in 2024 without B, who loses 3 % of 2000 on 1 January."""
    told.append(
        *player(*"ABC", federation="MAS"),
        *carried("malaysia", "2023-02-01", dict.fromkeys("ABC", 2000)),
        {**tournament("king", "malaysia", "2024-03-01", "2024-03-02", rounds=9, national="king"),
         "date": "2023-12-01"},
        game("king", "2024-03-01", "A 1/2-1/2 C"),
        closed("king", "2024-03-02"),
    )  # fmt: skip
    assert told.ratings("malaysia", "2025-01-31")["B"] == "1940"
    told.append(event("AbsenceExcused", "2025-01-10", player="B", year=2024))
    assert told.ratings("malaysia", "2025-01-31")["B"] == "2000"
