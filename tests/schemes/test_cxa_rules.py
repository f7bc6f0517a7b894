"""cxa-rapid: its expectation, its parameters under reform, and what its list shows."""

import ast
from dataclasses import replace
from datetime import date
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, localcontext
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import schemes.cxa_rapid
from schemes.cxa_rapid import scheme as CXA
from schemes.cxa_rapid.articles import expectation, lifted_by_title, new_rating
from schemes.cxa_rapid.parameters import Parameters, boundaries
from schemes.kernels.articles import traced_steps
from schemes.kernels.inputs import MALE
from schemes.kernels.parameters import parameters
from schemes.kernels.rules import reform_from_toml, reform_from_words
from wording.errors import LedgerError


def plain(**readings: Any) -> Any:
    """The numbers of the version in force, for rules in plain Python."""
    return CXA.plain_versions_of(CXA.rules(readings=readings))[0]


def formula(difference: Any, digits: Any, rounding: Any) -> Any:
    """P from the formula, with sixty digits, brought to so many and given in ten-thousandths."""
    with localcontext() as context:
        context.prec = 60
        p = 1 / (1 + Decimal(10) ** (Decimal(difference) / 100 / 400))
        return int(p.quantize(Decimal(1).scaleb(-digits), rounding=rounding).scaleb(4))


@pytest.mark.parametrize(
    ("reading", "digits", "rounding"), [("half-away", 2, ROUND_HALF_UP), ("dropped", 2, ROUND_DOWN)]
)
def test_p_is_the_formula_on_both_sides_of_every_boundary(
    reading: Any, digits: Any, rounding: Any
) -> None:
    """Every hundredth of P begins and ends at the difference, in hundredths, at which the formula says so."""
    p = plain(**{"p-rounding": reading})
    for edge in boundaries(400, reading):
        for difference in (edge - 1, edge, edge + 1):
            assert expectation(p, difference) == formula(difference, digits, rounding), difference


def test_p_with_four_decimals_is_the_formula() -> None:
    """The reading with four decimals, at every hundredth boundary and beside it."""
    p = plain(**{"p-rounding": "four-decimals"})
    for edge in boundaries(400, "four-decimals")[::100]:
        for difference in (edge, edge + 1):
            assert expectation(p, difference) == formula(difference, 4, ROUND_HALF_UP)


def test_both_expectations_add_up_to_one() -> None:
    """For every difference of two ratings between 1800.0 and 2900.0."""
    other = np.arange(18000, 29001)
    own = np.full_like(other, 23500)
    assert (
        CXA.expected(own, other, Parameters()) + CXA.expected(other, own, Parameters()) == 100
    ).all()


def test_a_prediction_is_the_p_of_the_rules() -> None:
    """`expected` and art. 8 (3) are the same number, for ratings as listed."""
    p = plain()
    for other in range(18000, 29000, 7):
        predicted = CXA.expected(np.array([23456]), np.array([other]), Parameters())
        assert predicted is not None and 100 * predicted[0] == expectation(p, (other - 23456) * 10)


def test_the_fifth_hand_answer_step_by_step() -> None:
    """2320.4 and +6.40 are 2326.8, lifted to 2450.0; 2460.0 is never lowered."""
    p, master, traced = plain(), 1, CXA.articles.traced
    with traced_steps() as steps:
        traced(lifted_by_title)(p, traced(new_rating)(p, 232_040, 640), MALE, master, 0, 738_000)
    assert [(step.article, step.answer) for step in steps] == [("8.6", 232_680), ("6.2", 245_000)]
    assert [(step.article, step.sentence) for step in steps[1].below] == [
        ("6", "标准值 of 1 with 1")
    ]
    assert lifted_by_title(p, 246_000, MALE, master, 0, 738_000) == 246_000


def games_of(telling: ModuleType, **ratings: Any) -> Any:
    story = telling.Story(carried_on="2021-10-01")
    for name, rating in ratings.items():
        story.player(name, rating=rating)
    return story


def test_the_lines_of_a_final_with_replays_add_up_to_w(telling: ModuleType) -> None:
    """lin beats he, draws the final with wu and plays it again four times.

    Art. 7 makes one game of the replays, with the result of the last: W = 1 + ½ + 1 = 2.5 of 3. The first three replays
    score nothing, and their lines say why.
    """
    story = games_of(telling, lin="2400.0", wu="2400.0", he="2400.0")
    again = [
        "wu 0-1 lin round=2",
        "lin 1-0 wu round=3",
        "lin 1/2-1/2 wu round=4",
        "wu 0-1 lin round=5",
    ]
    final = [f"{game} stage=final" for game in ("lin 1/2-1/2 wu round=1", *again)]
    story.tournament("cup", games=["lin 1-0 he", *final])
    cup = story.list(CXA, "2023-10-01").explain("lin").below[1].below
    games = [node for node in cup if ", round " in node.text]
    assert [node.value for node in games] == ["1", "½", "", "", "", "1"]
    why = "not counted, counts as one game with the last playoff game (or replay) of the two"
    assert [(node.article, node.text.endswith(why)) for node in games[2:5]] == [("7", True)] * 3
    assert "ΔR = K × (W − We) = 15 × (2.5 − 1.50)" in [node.text for node in cup]


def test_a_reform_of_k_changes_what_a_win_is_worth(telling: ModuleType) -> None:
    """k.top=12 instead of 5: a win between equals at 2700.0 is worth 6."""
    story = games_of(telling, lin="2700.0", wu="2700.0")
    story.tournament("cup", games=["lin 1-0 wu"])
    rules = CXA.rules(reform_from_words(["k.top=12"]))
    assert story.list(CXA, "2023-10-01", rules).ratings["lin"] == "2706.0"


def test_a_reform_can_begin_within_a_period(telling: ModuleType) -> None:
    """From 1 April on K is 30 above 2300.0: the tournament of March keeps 15, that of May has 30."""
    story = games_of(telling, lin="2400.0", wu="2400.0")
    story.tournament("cup", "2023-03-01", games=["lin 1-0 wu"])
    story.tournament("open", "2023-05-01", games=["lin 1-0 wu"])
    rules = CXA.rules(reform_from_words(["k.middle=30"], since=date(2023, 4, 1)))
    assert story.list(CXA, "2023-10-01", rules).ratings["lin"] == "2422.5"


def test_a_reform_file_can_change_standard_values_titles_and_forfeits(telling: ModuleType) -> None:
    """A new title code joins the masters at 2460.0, and games without play are not rated."""
    text = """
    name = "no forfeits"
    [set]
    admission.forfeits = false
    standard.master.men = 2460.0
    standard.master.titles = ["cxa-m", "sport-m", "army-m"]
    """
    rules = CXA.rules(reform_from_toml(text, "cxa-rapid"))
    story = games_of(telling, wu="2460.0", he="2460.0")
    story.player("lin", titles={"army-m": "2020-01-01"})
    story.tournament("cup", games=["lin 1/2-1/2 wu", "wu +/- he"])
    outcome = story.list(CXA, "2023-10-01", rules)
    assert outcome.ratings == {"lin": "2460.0", "wu": "2460.0", "he": "2460.0"}
    assert {
        CXA.reasons[code].article if code == 0 else code for code in outcome.game("cup", 2)
    } == {13}


def test_other_list_days_are_a_parameter(telling: ModuleType) -> None:
    """With lists on 1 April and 1 October, a tournament in February is on the list of 1 April."""
    story = games_of(telling, lin="2400.0", wu="2400.0")
    story.tournament("cup", "2023-02-01", games=["lin 1-0 wu"])
    rules = CXA.rules(reform_from_words(["lists=[[4,1],[10,1]]"]))
    assert story.list(CXA, "2023-04-01", rules).ratings["lin"] == "2407.5"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["k.topp=12"], "did you mean 'k.top'?"),
        (["k.top=-1"], "it must be at least 0 and at most 100"),
        (["floor.men=2100"], "floor.men 2100 is above published.men 2000.1"),
        (["k.high_from=2800"], "the bands of K overlap"),
        (["standard.other.women=1700"], "below floor.women"),
        (["lists=[[10,1],[1,1]]"], "not in order"),
        (["lists=[[2,30]]"], "not days of every year"),
        (["published.men=2000.15"], "with one decimal"),
        (["scale=0"], "it must be at least 1"),
    ],
)
def test_a_reform_that_contradicts_itself_is_refused_before_anything_runs(
    words: Any, says: Any
) -> None:
    """The message names what is wrong."""
    with pytest.raises(LedgerError) as refused:
        CXA.rules(reform_from_words(words))
    assert says in str(refused.value)


def test_list_days_cannot_change_within_a_replay() -> None:
    """Lists are numbered without gaps, so their days hold from the beginning."""
    rules = CXA.rules(reform_from_words(["lists=[[4,1]]"], since=date(2023, 4, 1)))
    with pytest.raises(LedgerError, match="lists cannot change"):
        CXA.calendar(rules)


def test_every_parameter_has_its_article_and_a_sentence() -> None:
    """An auditor finds each number in the regulation."""
    for parameter in parameters(Parameters()):
        assert parameter.article, parameter.name
        assert parameter.says.endswith("."), parameter.name


def test_the_list_shows_k_for_the_next_period_and_games_of_this_one(telling: ModuleType) -> None:
    """K by the new rating; games are those rated on this list only."""
    story = games_of(telling, lin="2495.0", wu="2495.0")
    story.tournament("cup", "2023-03-01", games=["lin 1-0 wu"])
    assert {n: (r["k"], r["games"]) for n, r in story.list(CXA, "2023-10-01").table.items()} == {
        "lin": (10, 1),
        "wu": (15, 1),
    }
    assert {n: r["games"] for n, r in story.list(CXA, "2024-01-01").table.items()} == {
        "lin": 0,
        "wu": 0,
    }


def test_the_dead_are_on_no_list_from_that_day_on(telling: ModuleType) -> None:
    """A player who died on the list's day is not on it; the day after, still on it."""
    story = telling.Story(carried_on="2021-10-01")
    story.player("lin", rating="2400.0", deceased="2023-10-01")
    story.player("wu", rating="2400.0", deceased="2023-10-02")
    outcome = story.list(CXA, "2023-10-01")
    assert list(outcome.ratings) == ["wu"]
    assert outcome.explain("lin").value == "unrated"


def test_only_an_offices_declaration_makes_inactive(telling: ModuleType) -> None:
    """The regulation knows no inactivity: years without a game change nothing, a declaration holds from its day on."""
    story = games_of(telling, lin="2400.0", wu="2400.0", he="2400.0")
    story.declare("lin", "2023-10-01")
    story.declare("wu", "2023-01-01")
    story.declare("wu", "2023-02-01", active=True)
    story.declare("he", "2023-10-02")
    active = {name: row["active"] for name, row in story.list(CXA, "2023-10-01").table.items()}
    assert active == {"lin": False, "wu": True, "he": True}


def test_who_played_and_is_not_rated_stands_there_with_the_reason(telling: ModuleType) -> None:
    """A player from outside without a title is known and unrated by art. 12, and so is who met nobody else."""
    story = telling.Story(carried_on="2021-10-01")
    story.player("tan", federation="MAS")
    story.tournament("cup", games=["tan 1-0 lin"])
    outcome = story.list(CXA, "2023-10-01")
    by_code = {reason.code: reason for reason in CXA.reasons}
    assert outcome.ratings == {}
    assert {name: by_code[row["reason"]].article for name, row in outcome.table.items()} == {
        "tan": "12",
        "lin": "12",
    }
    assert by_code[outcome.table["tan"]["reason"]].text.startswith("the player")
    assert by_code[outcome.table["lin"]["reason"]].text.startswith("the opponent")


def test_columns_may_be_read_only_and_of_any_whole_type(telling: ModuleType) -> None:
    """What comes from a database gives the same list as what comes from memory."""
    story = games_of(telling, lin="2400.0", wu="2400.0")
    story.tournament("cup", games=["lin 1-0 wu"])
    inputs = story.inputs()

    def other(table: Any) -> Any:
        columns = {}
        for name, column in vars(table).items():
            if isinstance(column, np.ndarray):
                columns[name] = (
                    column.astype(np.int64) if column.dtype.kind == "i" else column.copy()
                )
                columns[name].flags.writeable = False
        return replace(table, **columns)

    changed = replace(inputs, **{name: other(table) for name, table in vars(inputs).items()})
    day, rules = date(2023, 10, 1).toordinal(), CXA.rules()
    assert (
        telling.replayed(CXA, changed, day, rules).table
        == telling.replayed(CXA, inputs, day, rules).table
    )


def test_rules_have_no_floats() -> None:
    """Nothing that the rules run on has a decimal point or divides but to whole numbers."""
    folder = Path(schemes.cxa_rapid.__file__).parent
    driver = sorted((folder.parent / "drivers" / "by_tournament").glob("*.py"))
    for file in (folder / "articles.py", folder / "scheme.py", *driver):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), file
            assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), file
            assert not (isinstance(node, ast.Name) and node.id == "float"), file
