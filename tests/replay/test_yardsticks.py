"""elo and glicko-2 through the real commands, and whose ratings promised the results best."""

import math
from decimal import ROUND_HALF_UP, Decimal

import pytest

from tests.builders import Event, carried, played, player
from tests.replay.conftest import Shell

NAMES = ("anna", "boris", "carla", "dora")


def events(scheme: str) -> list[Event]:
    """Four players in April, May and June 2024; in April and May everybody plays, in June carla and dora only."""
    ratings = dict(zip(NAMES, (1900, 1800, 1700, 1600), strict=True))
    april = ["anna 1-0 boris", "carla 1/2-1/2 dora", "anna 0-1 carla", "boris +/- dora"]
    return [
        *player(*NAMES),
        *carried("fide-standard", "2024-04-01", ratings, games=40),
        *played("cup4", scheme, "2024-04-10", april),
        *played("cup5", scheme, "2024-05-10", ["dora 1-0 anna", "boris 1-0 carla"]),
        *played("cup6", scheme, "2024-06-10", ["carla 1-0 dora"]),
    ]


def column(rows: list[dict[str, str]], name: str) -> dict[str, str]:
    return {row["player"]: row[name] for row in rows}


def test_elo_is_the_formula(shell: Shell) -> None:
    """The games of April that were played, with decimals: only the changes are rounded, to hundredths."""
    shell.tell(*events("elo"))
    ratings = dict.fromkeys(NAMES, Decimal(1500))
    for first, score, second in (
        ("anna", 1, "boris"),
        ("carla", "0.5", "dora"),
        ("anna", 0, "carla"),
    ):
        difference = (ratings[second] - ratings[first]) / 400
        expected = 1 / (1 + 10**difference)
        change = (20 * (Decimal(score) - expected)).quantize(Decimal("0.01"), ROUND_HALF_UP)
        ratings[first], ratings[second] = ratings[first] + change, ratings[second] - change
    rows = shell.rows("list", "elo", "2024-04-30", "--format", "csv")
    assert column(rows, "rating") == {name: f"{rating:.2f}" for name, rating in ratings.items()}
    _, out, said = shell("explain", "elo", "anna", "2024-04-30")
    assert out, said
    assert (
        f"{ratings['anna']:.2f}" in out.splitlines()[0]
        and "K 20 times the score 1 less the expected one" in out
    )
    assert "Expected score of 1500 against 1500" in out


def test_elo_does_not_round_expectations(shell: Shell) -> None:
    """1750 beats 1810 with K 32: 10^0.15 is 1.41254, E 0.41450, the change 32 · 0.58550 = 18.736.

    With expectations in thousandths it was 32 · 0.585 = 18.72: that is a reading now.
    """
    shell.tell(*events("elo"), *carried("elo", "2024-03-01", {"anna": 1750, "boris": 1810}))
    first_game = ("list", "elo", "2024-04-30", "--set", "k=32", "--format", "csv")
    assert column(shell.rows(*first_game), "rating")["boris"] == "1791.26"
    thousandths = shell.rows(*first_game, "--reading", "precision=thousandths")
    assert column(thousandths, "rating")["boris"] == "1791.28"
    told = shell("explain", "elo", "boris", "2024-04-30", "--set", "k=32")[1]
    assert "Expected score of 1810 against 1750" in told and "0.58549868" in told


def test_the_causes_of_elo_add_up(shell: Shell) -> None:
    """In hundredths of a point, as the rating is."""
    shell.tell(*events("elo"))
    rows = shell.rows("compare", "elo@2024-04-30", "2024-06-30", "--by-cause", "--format", "csv")
    assert {row["player"] for row in rows} == set(NAMES)
    for row in rows:
        parts = [Decimal(value) for name, value in row.items() if name not in PLAIN and value]
        assert (
            sum(parts) == Decimal(row["after"]) - Decimal(row["before"]) == Decimal(row["change"])
        )


PLAIN = ("player", "before", "after", "change", "status")


def test_glicko_2_lists_deviation_and_volatility(shell: Shell) -> None:
    """The first month of four players of 1500, 350, 0.06 by Glickman's formulas, with floating-point numbers."""
    shell.tell(*events("glicko-2"))
    rows = shell.rows("list", "glicko-2", "2024-05-01", "--format", "csv")
    phi = 350 / 173.7178
    g = 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)
    for name, games, points in (
        ("anna", 2, 1.0),
        ("boris", 1, 0.0),
        ("carla", 2, 1.5),
        ("dora", 1, 0.5),
    ):
        w, surplus = games * g * g / 4, g * (points - games / 2)
        deviation = 1 / math.sqrt(
            1 / (phi**2 + 0.06**2) + w
        )  # the volatility hardly moves in a month
        assert float(column(rows, "deviation")[name]) == pytest.approx(
            173.7178 * deviation, abs=0.02
        )
        assert float(column(rows, "rating")[name]) == pytest.approx(
            1500 + 173.7178 * deviation**2 * surplus, abs=0.05
        )
        assert float(column(rows, "volatility")[name]) == pytest.approx(0.06, abs=0.0001)
    assert column(rows, "games") == {"anna": "2", "boris": "1", "carla": "2", "dora": "1"}


def test_glickmans_own_example_can_be_entered(shell: Shell) -> None:
    """1500, deviation 200, beats 1400 (30) and loses to 1550 (100) and 1700 (300).

    Glickman prints 1464.06, 151.52 and 0.05999; without his roundings on the way it is 1464.05, 151.52, 0.059996.
    """
    people = {"anna": (1500, 200), "boris": (1400, 30), "carla": (1550, 100), "dora": (1700, 300)}
    table = shell.folder / "ratings.csv"
    rows = [
        f"{name},glicko-2,{rating},{deviation},0.06,2024-04-01"
        for name, (rating, deviation) in people.items()
    ]
    table.write_text("\n".join(("player,scheme,rating,deviation,volatility,date", *rows)))
    shell.tell(*player(*NAMES))
    assert shell("import", str(table))[0] == 0
    games = ["anna 1-0 boris", "anna 0-1 carla", "anna 0-1 dora"]
    shell.tell(*played("cup", "glicko-2", "2024-04-10", games))
    anna = next(
        row
        for row in shell.rows("list", "glicko-2", "2024-05-01", "--format", "csv")
        if row["player"] == "anna"
    )
    assert (anna["rating"], anna["deviation"], anna["volatility"]) == (
        "1464.05",
        "151.52",
        "0.06000",
    )


@pytest.mark.parametrize(
    ("field", "value"), [("deviation", 0), ("deviation", 1000), ("volatility", 1)]
)
def test_a_deviation_or_volatility_that_cannot_be_is_refused(
    shell: Shell, field: str, value: float
) -> None:
    shell.tell(*player(*NAMES))
    said = shell("record", "rating", "anna", "glicko-2", "1500", f"--{field}", str(value), "--yes")[
        2
    ]
    assert f"{field} {value} is out of range" in said


def test_without_games_only_the_deviation_of_glicko_2_grows(shell: Shell) -> None:
    """anna does not play in June: φ² grows by σ²."""
    shell.tell(*events("glicko-2"))
    june, july = (
        shell.rows("list", "glicko-2", f"2024-0{month}-01", "--format", "csv") for month in (6, 7)
    )
    assert column(june, "rating")["anna"] == column(july, "rating")["anna"]
    before, after = (float(column(rows, "deviation")["anna"]) / 173.7178 for rows in (june, july))
    assert after**2 - before**2 == pytest.approx(0.06**2, rel=0.02)


def test_glicko_2_is_explained_and_its_causes_add_up(shell: Shell) -> None:
    """The root is the rating listed, in months with games and without."""
    shell.tell(*events("glicko-2"))
    for month in (5, 6, 7):
        listed = column(
            shell.rows("list", "glicko-2", f"2024-0{month}-01", "--format", "csv"), "rating"
        )
        for name in ("anna", "carla"):
            out = shell("explain", "glicko-2", name, f"2024-0{month}-01")[1]
            assert out.splitlines()[0].endswith(f"  {listed[name]}")
    rows = shell.rows(
        "compare", "glicko-2@2024-05-01", "2024-07-01", "--by-cause", "--format", "csv"
    )
    for row in rows:
        parts = [Decimal(value) for name, value in row.items() if name not in PLAIN and value]
        assert sum(parts) == Decimal(row["after"]) - Decimal(row["before"])


def test_predict_measures_schemes_on_the_same_games(shell: Shell) -> None:
    """May and June: four games; elo by hand, its ratings of the end of the month before."""
    shell.tell(*events("fide-standard"))
    rows = shell.rows(
        "predict", "fide-standard", "elo", "glicko-2", "--date", "2024-07-01", "--format", "csv"
    )
    assert [row["scheme"] for row in rows] == ["fide-standard", "elo", "glicko-2"]
    assert {row["games"] for row in rows} == {
        "3"
    }  # in April nobody has a rating under elo or glicko-2
    lists = {
        day: column(shell.rows("list", "elo", day, "--rate-as", "--format", "csv"), "rating")
        for day in ("2024-04-30", "2024-05-31")
    }
    loss = 0.0
    for winner, loser, day in (("dora", "anna", "2024-04-30"), ("boris", "carla", "2024-04-30"),
                               ("carla", "dora", "2024-05-31")):  # fmt: skip
        own, other = float(lists[day][winner]), float(lists[day][loser])
        loss -= math.log(round(1 / (1 + 10 ** ((other - own) / 400)), 2))
    assert float(rows[1]["log_loss"]) == pytest.approx(loss / 3, abs=0.00001)
    later = shell.rows(
        "predict",
        "fide-standard",
        "elo",
        "--date",
        "2024-07-01",
        "--from",
        "2024-06-01",
        "--format",
        "csv",
    )
    assert {row["games"] for row in later} == {"1"}


def test_predict_wants_two_schemes(shell: Shell) -> None:
    """One scheme is a what-if; a name twice is a mistake."""
    assert "predict compares schemes" in shell("predict", "fide-standard")[2]
    assert "named twice" in shell("predict", "elo", "elo")[2]


def test_sql_shows_one_decimal_of_every_scheme(shell: Shell) -> None:
    """The view `lists` has one type for all: hundredths are rounded there."""
    shell.tell(*events("elo"))
    query = "SELECT player, rating FROM lists WHERE scheme = 'elo' AND list_date = today() ORDER BY player"
    told = {
        row["player"]: Decimal(row["rating"]) for row in shell.rows("sql", query, "--format", "csv")
    }
    listed = column(shell.rows("list", "elo", "--format", "csv"), "rating")
    assert told == {
        name: Decimal(rating).quantize(Decimal("0.1"), ROUND_HALF_UP)
        for name, rating in listed.items()
    }
