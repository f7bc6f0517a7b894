"""Stories of comparisons: two lists, and what lies between them by cause. Numbers are worked out beside each story.

FIDE 8.1.2: difference 0–3 .50, 4–10 .51/.49, 47–53 .57/.43. Established players below 2400 have K 20.
"""

import csv
from datetime import date
from typing import Any

import pytest

from ledger.errors import LedgerError
from replay.answers.data import csv_of
from replay.difference.difference import points
from replay.lists.publish import publish
from replay.lists.sides import FileSide, sides
from replay.questions.compare import compare
from replay.which import WhichList
from tests.builders import (
    carried,
    event,
    player,
    player_corrected,
    ranking_corrected,
    titled,
    withdrawn,
)
from tests.replay.conftest import Shell, StoryOffice

FIDE, CXA, MALAYSIA = "fide-standard", "cxa-rapid", "malaysia"


def compared(
    office: StoryOffice, before: str, after: str, name: str | None = None
) -> dict[str, tuple[str, ...]]:
    """player → (before, after, change, cause), as csv has them."""
    opened = office.open()
    one, other = sides(opened, (before, after), name, None)
    assert isinstance(one, WhichList) and isinstance(other, WhichList)
    table = compare(opened, (one, other)).table
    assert table is not None
    told = list(csv.reader("".join(csv_of(table)).splitlines()))
    return {row[0]: tuple(row[1:]) for row in told[1:]}


@pytest.fixture
def spring(office: StoryOffice) -> StoryOffice:
    """anna beat boris in April 2024; carla was to play in May."""
    office.player("anna", "boris", "carla", born=1980)
    office.carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2000, "carla": 1950})
    office.tournament("april", "2024-04-10", "2024-04-14")
    office.games("april", "2024-04-14", ["1.1 anna 1-0 boris"])
    return office


def test_the_games_of_a_period_and_their_rounding(spring: StoryOffice) -> None:
    """In May anna, 2010, loses to carla, 1950: difference 60 is .58, 20 × .58 = 11.6, that is 12."""
    spring.tournament("may", "2024-05-10", "2024-05-14")
    spring.games("may", "2024-05-14", ["1.1 anna 0-1 carla"])
    assert compared(spring, f"{FIDE}@2024-04-01", "2024-06-01") == {
        "anna": ("2000", "1998", "-2", "games -1.6; rounding -0.4"),
        "boris": ("2000", "1990", "-10", "games -10"),
        "carla": ("1950", "1962", "12", "games +11.6; rounding +0.4"),
    }


def test_what_was_reported_late_and_what_was_corrected_are_told_apart(spring: StoryOffice) -> None:
    """Known at first: anna's win. Then an event of April comes in, boris – carla 1-0, .57: 20 × .43 = 8.6, that is 9;
    then the win turns out to be a draw: 10 points back."""
    known = spring.log.head
    spring.tournament("other", "2024-04-10", "2024-04-14")
    spring.games("other", "2024-04-14", ["1.1 boris 1-0 carla"])
    spring.correct("april", "1.1 anna 1/2-1/2 boris", "2024-08-01")
    assert compared(spring, f"{FIDE}@2024-05-01#{known}", f"#{spring.log.head}") == {
        "anna": ("2010", "2000", "-10", "corrections -10"),
        "boris": ("1990", "2009", "19", "late reports +9; corrections +10"),
        "carla": ("1950", "1941", "-9", "late reports -9"),
    }


def test_a_later_day_as_known_earlier_takes_back_what_came_in_between(spring: StoryOffice) -> None:
    """The same story from the other end: anna's win was corrected to a draw, boris's win over carla came in late."""
    known = spring.log.head
    spring.tournament("other", "2024-04-10", "2024-04-14")
    spring.games("other", "2024-04-14", ["1.1 boris 1-0 carla"])
    spring.correct("april", "1.1 anna 1/2-1/2 boris", "2024-08-01")
    assert compared(spring, f"{FIDE}@2024-05-01#{spring.log.head}", f"2024-06-01#{known}") == {
        "anna": ("2000", "2010", "10", "corrections +10"),
        "boris": ("2009", "1990", "-19", "late reports -9; corrections -10"),
        "carla": ("1941", "1950", "9", "late reports +9"),
    }


def test_a_withdrawal_is_a_correction_not_a_late_report(spring: StoryOffice) -> None:
    """carla was carried in with 1950, by mistake a second time with 1960; that is withdrawn."""
    wrong = spring.carried(FIDE, "2024-05-01", {"carla": 1960})
    spring.tell(withdrawn(wrong, "2024-08-01", "typed twice"))
    assert compared(spring, f"{FIDE}@2024-05-01#{wrong}", f"#{spring.log.head}") == {
        "carla": ("1960", "1950", "-10", "corrections -10"),
    }


def test_a_game_that_is_not_rated_after_all_is_a_correction(spring: StoryOffice) -> None:
    known = spring.log.head
    spring.tell(
        event("GameUnrated", "2024-08-01", tournament="april", round=1, board=1, reason="no clock")
    )
    assert compared(spring, f"{FIDE}@2024-05-01#{known}", f"#{spring.log.head}") == {
        "anna": ("2010", "2000", "-10", "corrections -10"),
        "boris": ("1990", "2000", "10", "corrections +10"),
    }


@pytest.mark.parametrize(
    "event",
    [
        {"type": "TournamentVoided", "tournament": "april", "reason": "x"},
        {"type": "TournamentCorrected", "tournament": "april", "rated": [], "reason": "x"},
        {"type": "PlayersMerged", "kept": "boris", "duplicate": "anna"},
    ],
    ids=lambda event: event["type"],
)
def test_whatever_changes_what_was_recorded_is_a_correction(
    spring: StoryOffice, event: dict[str, Any]
) -> None:
    """April's game never was, or is not rated, or was played by one man with two numbers: nobody has played."""
    known = spring.log.head
    spring.tell({"date": "2024-08-01"} | event)
    found = compared(spring, f"{FIDE}@2024-05-01#{known}", f"#{spring.log.head}")
    assert found["boris"] == ("1990", "2000", "10", "corrections +10")


def test_a_junior_who_was_none_is_a_correction(spring: StoryOffice) -> None:
    """boris was taken for a man of 1980; born in 2010 he has K 40 (8.3.3) and loses 20."""
    known = spring.log.head
    spring.tell(player_corrected("boris", "2024-08-01", born=2010, reason="passport"))
    assert compared(spring, f"{FIDE}@2024-05-01#{known}", f"#{spring.log.head}") == {
        "boris": ("1990", "1980", "-10", "corrections -10"),
    }


def test_another_champion_is_a_correction(office: StoryOffice) -> None:
    """cxa-rapid: lin and wu draw, both 2400.0. The champion gets 2400 × 0.001 × 15 = 36; it was wu and not lin."""
    office.player("lin", "wu", federation="CHN")
    office.carried(CXA, "2022-12-01", {"lin": 2400, "wu": 2400})
    papers = {"time_control": {"base": 600, "increment": 5}, "national_arbiters": 3}
    office.tournament("cup", "2023-02-10", "2023-02-12", CXA, **papers)
    office.games("cup", "2023-02-10", ["1.1 lin 1/2-1/2 wu"])
    known = office.close("cup", "2023-02-12", ["lin", "wu"])
    office.tell(ranking_corrected("cup", "2023-03-01", "wu lin", reason="wu had black"))
    assert compared(office, f"{CXA}@2023-10-01#{known}", f"#{office.log.head}") == {
        "lin": ("2436.0", "2400.0", "-36.0", "corrections -36"),
        "wu": ("2400.0", "2436.0", "36.0", "corrections +36"),
    }


def test_other_rules_are_one_cause(spring: StoryOffice) -> None:
    """With K 30 a win between equals is worth 15."""
    assert compared(spring, f"{FIDE}@2024-05-01", "+set:k.normal=30") == {
        "anna": ("2010", "2015", "5", "rule change +5"),
        "boris": ("1990", "1985", "-5", "rule change -5"),
    }


def test_who_comes_onto_the_list_or_leaves_it_has_no_change_but_causes(spring: StoryOffice) -> None:
    """dmitri is carried in on the June list with 1800; carla dies: what she had leaves the list with her."""
    spring.player("dmitri", born=1990)
    spring.carried(FIDE, "2024-06-01", {"dmitri": 1800})
    spring.tell(event("PlayerDeceased", "2024-05-20", player="carla"))
    assert compared(spring, f"{FIDE}@2024-05-01", "2024-06-01") == {
        "carla": ("1950", "", "", "listing -1950"),
        "dmitri": ("", "1800", "", "carried in +1800"),
    }


@pytest.mark.parametrize(
    ("scheme", "rating", "shown"),
    [
        (FIDE, 1800, "1800"), ("cxa-rapid", 2300, "2300.0"), ("malaysia", 1700, "1700"), ("elo", 1700, "1700.00"),
        ("dwz", 1700, "1700"), ("glicko-2", 1700, "1700.00"),
    ],
)  # fmt: skip
def test_a_rating_that_ended_is_a_cause_of_its_own(
    office: StoryOffice, scheme: str, rating: int, shown: str
) -> None:
    """anna's rating ends between two lists; nothing was carried in there, neither for her nor for boris."""
    office.player("anna", "boris", federation="CHN", born=1980)
    office.carried(scheme, "2024-01-01", {"anna": rating, "boris": rating})
    office.tell(event("RatingEnded", "2024-10-01", player="anna", scheme=scheme))
    found = compared(office, f"{scheme}@2024-09-01", "2024-11-01")
    assert found == {"anna": (shown, "", "", f"rating ended -{rating}")}


def test_a_rating_that_ended_and_was_carried_in_again_on_one_list_is_carried_in(
    spring: StoryOffice,
) -> None:
    """carla's 1950 ends and comes back as 1940 on the same list: her rating did not end on it."""
    spring.tell(event("RatingEnded", "2024-06-01", player="carla", scheme=FIDE))
    spring.carried(FIDE, "2024-06-01", {"carla": 1940})
    found = compared(spring, f"{FIDE}@2024-05-01", "2024-06-01")
    assert found["carla"] == ("1950", "1940", "-10", "carried in -10")


def test_somebody_who_stops_playing_becomes_inactive(spring: StoryOffice) -> None:
    found = compared(spring, f"{FIDE}@2024-05-01", "2025-06-01")
    assert found["anna"] == ("2010", "2010", "0", "now inactive")


def test_a_champion_and_a_title(office: StoryOffice) -> None:
    """cxa-rapid: lin beats wu, both 2400.0: 15 × .5; champion 2400 × 0.001 × 15 = 36. he becomes grandmaster: 2550."""
    office.player("lin", "wu", "he", federation="CHN")
    office.carried(CXA, "2022-12-01", {"lin": 2400, "wu": 2400, "he": 2400})
    papers = {"time_control": {"base": 600, "increment": 5}, "national_arbiters": 3}
    office.tournament("cup", "2023-02-10", "2023-02-12", CXA, **papers)
    office.games("cup", "2023-02-10", ["1.1 lin 1-0 wu"])
    office.close("cup", "2023-02-12", ["lin", "wu"])
    office.tell(titled("he", "2023-03-01", "cxa-gm"))
    found = compared(office, f"{CXA}@2023-01-01", "2023-10-01")
    assert found["lin"] == ("2400.0", "2443.5", "43.5", "games +7.5; bonuses +36")
    assert found["wu"] == ("2400.0", "2392.5", "-7.5", "games -7.5")
    assert found["he"][:3] == ("2400.0", "2550.0", "150.0")
    assert found["he"][3] == "titles +150"


def test_an_absent_year_is_inactivity(office: StoryOffice) -> None:
    """malaysia: a national event closes in 2023; b was not there: 3 % of 2000 on 1 January."""
    office.player("a", "b", "c", federation="MAS")
    office.carried(MALAYSIA, "2022-01-01", dict.fromkeys("abc", 2000))
    office.tournament("king", "2023-03-01", "2023-03-02", MALAYSIA, rounds=9, national="king")
    office.games("king", "2023-03-01", ["1.1 a 1/2-1/2 c"])
    office.close("king", "2023-03-02")
    assert compared(office, f"{MALAYSIA}@2023-12-31", "2024-01-01") == {
        "b": ("2000", "1940", "-60", "inactivity -60")
    }


def test_a_published_file_is_known_again_by_its_digest(spring: StoryOffice, tmp_path: Any) -> None:
    """As published, with all its causes; a file that was changed is only rows."""
    opened = spring.open()
    made = publish(opened, FIDE, date(2024, 5, 1)).made
    file = tmp_path / "may.csv"
    file.write_bytes(made.csv)
    position = spring.log.head - 1
    spring.correct("april", "1.1 anna 0-1 boris", "2024-08-01")
    one, _ = sides(spring.open(), (str(file), f"{FIDE}@2024-05-01"), None, None)
    assert isinstance(one, WhichList) and one.words() == f"{FIDE}@2024-05-01#{position}"
    assert compared(spring, str(file), FIDE)["anna"] == ("2010", "1990", "-20", "corrections -20")
    file.write_bytes(made.csv.replace(b"2010", b"2011"))
    changed, _ = sides(spring.open(), (str(file), f"{FIDE}@2024-05-01"), None, None)
    assert isinstance(changed, FileSide)
    assert changed.ratings == {"anna": "2011", "boris": "1990", "carla": "1950"}


@pytest.mark.parametrize(
    "text", ["2025-13-40", "fide-standard@yesterday", "fide-standard@2025-11-01+k.top=12"]
)
def test_a_side_that_makes_no_sense_is_refused(spring: StoryOffice, text: str) -> None:
    with pytest.raises(LedgerError):
        sides(spring.open(), (text, "2025-11-01"), FIDE, None)


def test_numbers_are_written_without_idle_zeros() -> None:
    assert [str(points(part)) for part in (1240, -40, 1200, -1205)] == [
        "12.4",
        "-0.4",
        "12",
        "-12.05",
    ]


def test_on_the_command_line(shell: Shell) -> None:
    """Rows for programs; for people a summary by cause first; schemes without common causes side by side."""
    shell.tell(
        *player("a"),
        *carried(FIDE, "2024-04-01", {"a": 2000}),
        *carried(MALAYSIA, "2024-04-01", {"a": 1700}),
        *carried(FIDE, "2024-06-01", {"a": 2100}),
    )
    (row,) = shell.rows("compare", f"{FIDE}@2024-05-01", "2024-06-01")
    assert row == {
        "player": "a",
        "before": "2000",
        "after": "2100",
        "change": "100",
        "cause": "carried in +100",
    }
    (row,) = shell.rows("compare", "2024-05-01", "2024-06-01", "--scheme", FIDE, "--by-cause")
    assert (row["carried_in"], row["games"], row["change"]) == ("100", "0", "100")
    (row,) = shell.rows("compare", f"{FIDE}@2024-05-01", f"{MALAYSIA}@2024-05-01")
    assert tuple(row.values()) == ("a", "2000", "1700", "-300", "")
    out = shell("compare", f"{FIDE}@2024-05-01", "2024-06-01", "--format", "table")[1]
    assert out.index("carried in        1") < out.index("player  name  before")
    code, _, said = shell("compare", "2024-05-01", "2024-06-01")
    assert code == 2 and "which scheme?" in said
