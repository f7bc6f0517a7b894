"""An office that rated by the same text before its first version is dated says so, and it stands on record."""

import json

import pytest

from tests.builders import carried, closed, game, player, reported, tournament
from tests.replay.conftest import Shell

SAID = ("--reading", "versions.2024-03-01=2015-01-01")
LIST = ("fide-standard", "2020-03-01")


@pytest.fixture
def office(shell: Shell) -> Shell:
    """anna 1800 and boris 1600 meet in January 2020, four years before the first version."""
    shell.tell(
        *player("anna boris"),
        *carried("fide-standard", "2019-12-01", {"anna": 1800, "boris": 1600}, games=50),
        tournament(
            "cup", "fide-standard", "2020-01-10", time_control={"base": 5400, "increment": 30}
        ),
        game("cup", "2020-01-10", "anna 0-1 boris"),
        closed("cup", "2020-01-10"),
        reported("cup", "2020-01-12"),
    )
    return shell


def ratings(office: Shell, *said: str) -> dict[str, str]:
    return {
        row["player"]: row["rating"] for row in office.rows("list", *LIST, *said, "--format", "csv")
    }


def test_before_the_first_version_nothing_is_rated_unless_the_office_says_so(office: Shell) -> None:
    """200 points apart: .76 is expected of anna (8.1.2), K is 20 for both: 20 × .76 = 15.2."""
    assert ratings(office) == {"anna": "1800", "boris": "1600"}
    assert (
        "before the first version"
        in office("explain", "fide-standard", "--tournament", "cup", LIST[1])[1]
    )
    assert ratings(office, *SAID) == {"anna": "1785", "boris": "1615"}
    told = office("explain", "fide-standard", "--tournament", "cup", "2020-03-01", *SAID)[1]
    assert "under version 2024-03-01, in force from 2015-01-01 on" in told


def test_what_the_office_said_stands_in_the_log_and_the_receipt(office: Shell) -> None:
    """`verify` makes the published list again in the same way, from the log and from the receipt."""
    assert office("publish", *LIST, *SAID)[0] == 0
    receipt = next((office.folder / "ledger" / "lists").glob("*.receipt.json"))
    assert json.loads(receipt.read_text())["readings"]["versions.2024-03-01"] == "2015-01-01"
    assert office("verify")[0] == office("verify", "--receipt", str(receipt))[0] == 0


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("versions.2023=2015-01-01", "unknown version '2023'"),
        ("versions.2024-03-01=soon", "'soon' is not a date"),
    ],
)
def test_a_version_or_day_that_is_none_is_refused(office: Shell, said: str, told: str) -> None:
    code, _, wrong = office("list", *LIST, "--reading", said)
    assert code == 2 and told in wrong


def test_schemes_says_which_games_its_lists_count(shell: Shell) -> None:
    for name, counted in (
        ("fide-standard", "rated games on this list"),
        ("malaysia", "all rated games so far"),
    ):
        code, _, said = shell("schemes", name, "--format", "table")
        assert (code, said) == (0, f"the column games of its lists: {counted}\n")
        assert shell("schemes", name, "--format", "csv")[2] == "", "a program reads that"


def test_schemes_shows_since_when(shell: Shell) -> None:
    since = {row["scheme"]: row["since"] for row in shell.rows("schemes", "--format", "csv")}
    assert (since["fide-standard"], since["cxa-rapid"]) == ("2024-03-01", "2021-10-15")
