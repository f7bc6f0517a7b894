"""The one matcher: what somebody types finds the player, whatever script, order or small mistake it is written with."""

from datetime import date
from pathlib import Path

import pytest

from ledger import events as ev
from ledger import open_log
from projections import Snapshot, open_model
from projections.find import MISSPELT, find_players
from projections.han import pinyin, simplified
from replay.files import open_file
from replay.office.office import Office
from replay.simulation.demo import SAMPLE


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    folder: Path = tmp_path_factory.mktemp("found") / "ledger"
    with open_log(folder, create=True, origin="ratings.example.org/find") as log:
        log.append(open_file(SAMPLE))
    return Office(folder)


@pytest.mark.parametrize(
    ("typed", "player"),
    [
        ("INES castro", "F05"),
        ("王海涛", "C01"),
        ("王海濤", "C01"),  # traditional
        ("wang haitao", "C01"),
        ("haitao wang", "C01"),
        ("WangHaiTao", "C01"),
        ("castor", "F05"),  # two letters swapped
        ("casstro", "F05"),
        ("lindqvst", "F02"),
        ("okafer ngozi", "F01"),
    ],
)
def test_a_player_is_found_as_people_write(office: Office, typed: str, player: str) -> None:
    assert player in [match.id for match in find_players(office.snapshot(), typed)]


def test_a_misspelt_name_is_offered_only_where_nothing_fits_and_never_taken_by_itself(
    office: Office,
) -> None:
    snapshot = office.snapshot()
    assert {match.rank for match in find_players(snapshot, "castor")} == {MISSPELT}
    assert all(match.rank < MISSPELT for match in find_players(snapshot, "castro"))
    assert find_players(snapshot, "zzzzzz") == [] and find_players(snapshot, "cat") == []


def test_characters_that_are_read_in_several_ways_are_found_by_each() -> None:
    """曾 is Zeng as a family name and Céng elsewhere; 單 is 单, Shan or Dan."""
    assert {"zeng wei", "ceng wei"} <= set(pinyin("曾伟"))
    assert simplified("單國慶") == "单国庆" and simplified("Castro") == "Castro"


def test_a_correction_of_names_takes_the_place_of_those_registered() -> None:
    day = date(2024, 1, 1)
    with open_log(":memory:") as log:
        log.append(
            [
                ev.PlayerRegistered(date=day, player="C1", name="王天一", sex="M", names={"en": "Zhao Xin"}),
                ev.PlayerCorrected(date=day, player="C1", names={"en": "Wang Tianyi"}, reason="passport"),
            ]
        )  # fmt: skip
        people = Snapshot(open_model(log, None)).people
    assert people.names_elsewhere == {0: {"en": "Wang Tianyi"}}
