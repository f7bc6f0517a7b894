"""A regulation without code and every command: it begins as a file, is checked whole, and is rated by at once."""

import re
from pathlib import Path

import pytest

from schemes.declared import scheme_from
from schemes.declared.parameters import UNITS
from schemes.declared.start import start_of
from schemes.kernels.parameters import parameters
from tests.builders import Event, game_corrected, played, player
from tests.replay.conftest import Install, Shell

pytestmark = pytest.mark.usefixtures(
    "plain_rules"
)  # test_declared_oracles.py runs such regulations compiled

CLUB = """title = "Club"
unit = "game"
from = 2024-01-01

[expected]
article = "2"
kind = "linear"
width = 400

[k.new]
article = "3.1"
k = 40
games_below = 2

[k.normal]
article = "3.2"
k = 20

[first]
article = "5"
rating = 1200

[readings.rounding]
article = "4"
question = "How is a half rounded?"
choices.away.says = "Away from zero."
choices.up = { says = "Up.", set = { "rounding.rule" = "up" } }

[[amendments]]
version = "2026"
from = 2026-01-01
set.k.normal.k = 10
"""


def events() -> list[Event]:
    """anna beats boris three times in 2025 and once in 2026."""
    return [
        *player("anna boris"),
        *played("spring", "club", "2025-03-01", ["anna 1-0 boris"] * 3),
        *played("winter", "club", "2026-02-01", ["anna 1-0 boris"]),
    ]


@pytest.fixture
def office(shell: Shell) -> Shell:
    """The commands over a ledger that declares `club`."""
    folder = shell.folder / "ledger" / "schemes"
    folder.mkdir()
    (folder / "club.toml").write_text(CLUB)
    said = shell.imported(*events())
    assert "no rules go by the name" not in said
    return shell


def ratings(office: Shell, day: str, *more: str) -> dict[str, str]:
    rows = office.rows("list", "club", day, "--format", "csv", *more)
    return {row["player"]: row["rating"] for row in rows}


def test_lists_are_those_of_the_file(office: Shell) -> None:
    """½ + d/800 to hundredths: d = 0, 40, 76, 92 give 0.50, 0.55, 0.60, 0.62; K is 40, 40, 20, and 10 in 2026."""
    assert ratings(office, "2025-12-31") == {"anna": "1246", "boris": "1154"}  # 20 + 18 + 8
    assert ratings(office, "2026-02-01") == {"anna": "1250", "boris": "1150"}  # 3.8


def test_a_changed_file_changes_lists_at_once(office: Shell) -> None:
    """Numbers, the decimals, the name of a list's title: nothing that was computed before is used."""
    file = office.folder / "ledger" / "schemes" / "club.toml"
    assert ratings(office, "2025-12-31")["anna"] == "1246"
    file.write_text(CLUB.replace("k = 40", "k = 60"))
    assert (
        ratings(office, "2025-12-31")["anna"] == "1262"
    )  # 60 × 0.50, 60 × 0.42 (d = 60), 20 × 0.36 (d = 110)
    file.write_text(CLUB.replace('unit = "game"', 'unit = "game"\ndecimals = 1'))
    assert ratings(office, "2025-12-31") == {"anna": "1246.0", "boris": "1154.0"}
    file.unlink()
    code, _, said = office("list", "club", "2025-12-31")
    assert code == 2 and "unknown scheme 'club'" in said


def test_an_explanation_cites_the_articles_of_the_file(office: Shell) -> None:
    code, out, _ = office("explain", "club", "anna", "2025-12-31")
    lines = [line.strip("├─└│ ") for line in out.splitlines()]
    assert code == 0 and lines[0].endswith("1246")
    assert (
        "K in case new (3.1)  40  [3.1, 3.2]" in lines
        and "K in case normal (3.2)  20  [3.1, 3.2]" in lines
    )
    assert "Expected score at a difference of 40  0.55  [2]" in lines
    assert "First rating, by the highest title held and by sex  1200  [5]" in lines


def test_parameters_readings_and_reforms(office: Shell) -> None:
    """Each number with its article and version; --set and --reading, which is what its choice sets."""
    rows = office.rows("schemes", "club", "--format", "csv")
    found = {(row["version"], row["parameter"]): (row["value"], row["article"]) for row in rows}
    assert found["base", "k.normal.k"] == ("20", "3.2") and found["2026", "k.normal.k"] == (
        "10",
        "3.2",
    )
    told = office.rows("readings", "club", "--format", "csv")
    assert [(row["reading"], row["choice"], row["in_force"]) for row in told] == [
        ("rounding", "away", "in force"), ("rounding", "up", ""),
    ]  # fmt: skip
    changed = ratings(office, "2026-02-01", "--set", "k.new.k=20")
    assert (
        changed["anna"] == "1232"
    )  # 10, 20 × 0.47 (d = 20), 20 × 0.45 (d = 38), 10 × 0.43 (d = 56)
    assert ratings(office, "2026-02-01", "--reading", "rounding=up") == {
        "anna": "1250",
        "boris": "1151",
    }  # −3.8 → −3
    code, _, said = office("list", "club", "--set", "floor.rating=1300")
    assert code == 2 and "floor.rating 1300 is above the first rating" in said


def test_appeals_what_ifs_and_sql(office: Shell) -> None:
    """A game that boris won after all; twice the K; the list as a view."""
    file = office.file(game_corrected("winter", "2026-03-01", "1.1 0-1"))
    rows = office.rows("appeal", file, "--date", "2026-03-31", "--format", "csv")
    assert {row["player"]: row["after"] for row in rows} == {
        "anna": "1240",
        "boris": "1160",
    }  # 10 × 0.62
    rows = office.rows("whatif", "club", "2025-12-31", "--set", "k.new.k=80", "--format", "csv")
    assert {row["player"]: row["before"] for row in rows} == {"anna": "1246", "boris": "1154"}
    rows = office.rows(
        "sql", "select player, rating from lists where scheme = 'club'", "--format", "csv"
    )
    assert {row["player"]: float(row["rating"]) for row in rows} == {
        "anna": 1250,
        "boris": 1150,
    }  # the newest list


def test_a_federation_is_made_up_for_it(office: Shell) -> None:
    """`simulate --scheme` knows what the ledger declares."""
    file = office.folder / "made-up.jsonl"
    code, _, said = office(
        "simulate", "--scheme", "club", "--players", "20", "--games", "60", "-o", str(file)
    )
    assert code == 0, said
    assert '"rated":["club"]' in file.read_text().replace(" ", "")


def test_a_published_list_is_verified_by_the_file_it_was_made_with(office: Shell) -> None:
    code, _, said = office("publish", "club", "2025-12-31")
    assert code == 0, said
    assert office("verify")[0] == 0
    file = office.folder / "ledger" / "schemes" / "club.toml"
    file.write_text(CLUB.replace("k = 40", "k = 60"))
    code, out, said = office("verify")
    assert code == 1 and "club" in out + said


# Beginning and checking a file


@pytest.mark.parametrize("unit", ["period", "tournament", "game"])
def test_a_start_names_every_word_of_its_unit_and_holds(shell: Shell, unit: str) -> None:
    file = shell.folder / "mine.toml"
    assert shell("schemes", "new", str(file), "--unit", unit)[0] == 0
    code, _, said = shell("schemes", "check", str(file), "--count", "0")
    assert code == 0 and "nothing contradicts itself" in said
    text, missing = file.read_text(), set()
    for parameter in parameters(scheme_from(file).versions[0].parameters):
        if parameter.name.rpartition(".")[2] not in text:
            missing.add(parameter.name)
    assert not missing
    code, _, said = shell("schemes", "new", str(file))
    assert code == 2 and "there is such a file already" in said


WRONG = """titel = "Club"
title = "Club"
unit = "period"
from = 2024-01-01

[lists]
days = ["01-01", "04-31"]

[expected]
kind = "logistik"

[k.low]
k = 40
rating_below = 1500

[k.middle]
k = 20
rating_from = 1400
rating_below = 2000

[k.top]
k = 10
rating_from = 2100

[k.never]
k = 5
rating_from = 2200

[last_rounds]
rounds = 3

[first]
kind = "fixed"
rating = 1200
home = ["FRA"]

[floor]
rating = 1300
belw = "stays"
"""


def test_a_check_says_everything_at_once_with_its_line(shell: Shell) -> None:
    """Misspelt words with the nearest, tables of other units, bands with a gap or an overlap, days that never come."""
    file = shell.folder / "club.toml"
    file.write_text(WRONG)
    code, _, said = shell("schemes", "check", str(file), "--count", "0")
    told = [
        line.removeprefix("rating-ledger: ").rpartition("club.toml:")[2]
        for line in said.splitlines()
    ]
    assert code == 2 and [line for line in told if not line.startswith("    ")] == [
        "1: unknown word 'titel'",
        "7: lists.days: 04-31 is not a day of every year",
        "10: expected.kind cannot be 'logistik': invalid enum value 'logistik'",
        "12: K leaves a gap: no case holds for a player with rating 2000",
        "16: k.low and k.middle overlap: a rating of 1400 is in both",
        "25: k.never never holds: the cases before it take everybody it speaks of",
        "29: unit period has no [last_rounds]: the games of a tournament are rated together",
        "35: unit period has no first.home: the federation of a player is looked at by tournament only",
        "39: unknown word 'floor.belw'",
    ]
    assert "did you mean 'logistic'?" in said and "did you mean 'below'?" in said
    file.write_text(WRONG.replace('belw = "stays"', "").replace('home = ["FRA"]', ""))
    assert (
        "floor.rating 1300 is above the first rating first 1200"
        in shell("schemes", "check", str(file), "--count", "0")[2]
    )


def test_a_broken_file_harms_no_other_regulation(office: Shell) -> None:
    """It is refused by its name, with its lines; the others are listed as before."""
    file = office.folder / "ledger" / "schemes" / "broken.toml"
    file.write_text(WRONG)
    code, _, said = office("list", "broken")
    assert code == 2 and "broken.toml:1: unknown word 'titel'" in said
    assert ratings(office, "2025-12-31")["anna"] == "1246"


def test_a_file_may_not_take_the_name_of_an_installed_regulation(office: Shell) -> None:
    (office.folder / "ledger" / "schemes" / "malaysia.toml").write_text(CLUB)
    code, _, said = office("list", "malaysia")
    assert code == 2 and "there is already a regulation 'malaysia'" in said


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("malaysia.toml", "malaysia.toml: there is already a regulation 'malaysia'"),
        ("our club.toml", "our club.toml: a regulation cannot be called 'our club'"),
        ("-club.toml", "-club.toml: a regulation cannot be called '-club'"),
    ],
)
def test_a_name_that_a_file_cannot_give_is_refused_at_once(
    shell: Shell, file: str, told: str
) -> None:
    """By `new` before anything is written, and by `check`, which else would praise what no list can use."""
    path = shell.folder / file
    code, _, said = shell("schemes", "new", str(path))
    assert code == 2 and told in said and not path.exists()
    path.write_text(CLUB)
    code, _, said = shell("schemes", "check", str(path), "--count", "0")
    assert code == 2 and told in said


def test_a_file_that_no_ledger_looks_at_is_named(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`schemes new club.toml` and then `schemes club` is what a newcomer writes."""
    monkeypatch.chdir(shell.folder)
    assert shell("schemes", "new", "club.toml")[0] == 0
    code, _, said = shell("schemes", "club")
    assert code == 2 and "club.toml is here: put it into the folder `schemes` of the ledger" in said


def test_values_are_shown_as_set_takes_them(office: Shell) -> None:
    """Lists, words and yes or no: what `schemes NAME` shows can be copied into `--set`."""
    rows = {
        row["parameter"]: row["value"] for row in office.rows("schemes", "club", "--format", "csv")
    }
    assert (rows["first.lifts"], rows["lists.inactive_days"], rows["rounding.rule"]) == (
        "false",
        "none",
        "half-away",
    )
    fide = {
        row["parameter"]: row["value"]
        for row in office.rows("schemes", "fide-standard", "--format", "csv")
    }
    assert fide["lists.months"] == "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]"
    for name in (
        "first.lifts",
        "lists.inactive_days",
        "rounding.rule",
        "absence.percent",
        "k.normal.titles",
    ):
        code, _, said = office(
            "list", "club", "2025-12-31", "--set", f"{name}={rows[name]}", "--format", "csv"
        )
        assert code == 0, (name, said)
    code, _, said = office("list", "club", "2025-12-31", "--set", "k.normal.k=20.5")
    assert code == 2 and "k.normal.k cannot be '20.5': a whole number is due, got `decimal`" in said


def test_a_package_can_bring_a_file(shell: Shell, installed: Install) -> None:
    """Its module names the file, its entry point the module."""
    (shell.folder / "club.toml").write_text(CLUB)
    source = "from pathlib import Path\n\nfrom schemes.declared import scheme_from\n\n"
    installed("club", source + 'scheme = scheme_from(Path(__file__).with_name("club.toml"))\n')
    shell.tell(*events())
    assert ratings(shell, "2025-12-31")["anna"] == "1246"


# The page about them


def test_the_page_tells_every_word_and_its_example_holds(shell: Shell) -> None:
    """docs/declared.md: the whole file can be listed; each word of each unit has a row that says what the file says."""
    page = (Path(__file__).parents[2] / "docs" / "declared.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    folder = shell.folder / "ledger" / "schemes"
    folder.mkdir()
    (folder / "club.toml").write_text(example)
    shell.tell(*events())
    assert ratings(shell, "2025-04-01") == {
        "anna": "1260",
        "boris": "1140",
    }  # three wins: K 40 × 3 × ½
    for unit in UNITS:
        (folder / f"{unit}.toml").write_text(start_of(unit))
        for each in parameters(scheme_from(folder / f"{unit}.toml").versions[0].parameters):
            said = re.compile(
                rf"^\| `{each.name.rpartition('.')[2]}` \|.*{re.escape(each.says)}",
                flags=re.MULTILINE,
            )
            assert said.search(page), f"{unit}: {each.name}"
