"""The rules of malaysia as data: the printed table, parameters and their ranges, reforms, readings, predictions."""

import ast
import re
from datetime import date
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from schemes.kernels.parameters import parameters
from schemes.kernels.rules import reform_from_toml, reform_from_words
from schemes.malaysia import scheme
from schemes.malaysia.articles import expected_score
from schemes.malaysia.parameters import Parameters
from wording.errors import LedgerError

ROOT = Path(__file__).parents[2]

# 数据表, typed from the print: difference from, to, hundredths for the higher-rated (H) and the lower-rated (L).
TABLE = """
0-3 50 50     122-129 67 33   279-290 84 16
4-10 51 49    130-137 68 32   291-302 85 15
11-17 52 48   138-145 69 31   303-315 86 14
18-25 53 47   146-153 70 30   316-328 87 13
26-32 54 46   154-162 71 29   329-344 88 12
33-39 55 45   163-170 72 28   345-357 89 11
40-46 56 44   171-179 73 27   358-374 90 10
47-53 57 43   180-188 74 26   375-391 91 9
54-61 58 42   189-197 75 25   392-411 92 8
62-68 59 41   198-206 76 24   412-432 93 7
69-76 60 40   207-215 77 23   433-456 94 6
77-83 61 39   216-225 78 22   457-484 95 5
84-91 62 38   226-235 79 21   485-517 96 4
92-98 63 37   236-245 80 20   518-559 97 3
99-106 64 36  246-256 81 19   560-619 98 2
107-113 65 35 257-267 82 18   620-734 99 1
114-121 66 34 268-278 83 17   735-3000 100 0
"""


def printed() -> Any:
    """(from, to, H, L) of every row."""
    rows = re.findall(r"(\d+)-(\d+) (\d+) (\d+)", TABLE)
    return sorted(tuple(int(number) for number in row) for row in rows)


def test_the_table_has_no_gaps() -> None:
    """Each row begins one point after the one before ends; both columns are 1.00 together; 51 rows."""
    rows = printed()
    assert len(rows) == 51 and rows[0][0] == 0
    assert all(after[0] == before[1] + 1 for before, after in pairwise(rows))
    assert all(high + low == 100 for _, _, high, low in rows)


@pytest.mark.parametrize("row", printed(), ids=lambda row: f"{row[0]}-{row[1]}")
def test_every_row_of_the_table(row: Any) -> None:
    """At both ends of a row and everywhere between, for both players."""
    p = scheme.plain_versions_of(scheme.rules())[0]
    begin, end, high, low = row
    for difference in range(begin, end + 1):
        assert expected_score(p, 1000 + difference, 1000) == high
        assert expected_score(p, 1000, 1000 + difference) == (low if difference else high)


def test_the_typed_table_has_no_gap_and_both_sides_share_one_point() -> None:
    """A slip of typing would leave a difference out, or name it twice."""
    rows = printed()
    assert rows[0][0] == 0
    assert [begin for begin, *_ in rows[1:]] == [end + 1 for _, end, *_ in rows[:-1]]
    assert {high + low for _, _, high, low in rows} == {100}
    assert [high for _, _, high, _ in rows] == sorted({high for _, _, high, _ in rows})


def test_predictions_are_those_of_the_table() -> None:
    """Many pairs at once give what the rule gives one by one."""
    p = scheme.plain_versions_of(scheme.rules())[0]
    own, opponent = np.arange(1000, 2600, 7), np.arange(2600, 1000, -7)
    together = scheme.expected(own, opponent, Parameters())
    assert together.tolist() == [
        expected_score(p, int(a), int(b)) for a, b in zip(own, opponent, strict=True)
    ]


def test_every_number_has_its_place_in_the_document() -> None:
    """No parameter without the part of the document it is from and a sentence on what it says."""
    listed = list(parameters(Parameters()))
    assert len(listed) == 21
    assert all(parameter.article and parameter.says for parameter in listed)


def test_every_reading_is_a_question_with_answers() -> None:
    """Each entry has a part of the document, a question and a sentence for every choice; names are unique."""
    names = [reading.name for reading in scheme.readings]
    assert len(names) == len(set(names)) >= 25
    for reading in scheme.readings:
        assert reading.article and reading.question.endswith("?")
        assert all(text.endswith(".") for text in reading.choices.values())


@pytest.mark.parametrize(
    ("words", "wrong", "remedy"),
    [
        (["k.topp=12"], "unknown parameter 'k.topp'", "did you mean 'k.top'?"),
        (["k.top=-1"], "parameter k.top cannot be '-1'", "it must be at least 0"),
        (["k.top=ten"], "parameter k.top cannot be 'ten'", ""),
        (["k.high_from=1500"], "bands of k overlap", "k.middle_from < k.high_from < k.top_from"),
        (["k.top_from=1700"], "bands of k overlap", "k.middle_from < k.high_from < k.top_from"),
        (["expected.rows=[[3,50],[3,51]]"], "expected.rows overlap", "write each row once"),
        (["expected.rows=[[3,50],[9,40]]"], "expected.rows contradict", "never go down"),
        (["expected.rows=[]"], "parameter expected.rows cannot be", ""),
        (
            ["first.gm=2200"],
            "first ratings contradict the order of titles",
            "a higher title must not start lower",
        ),
        (["absence.percent=101"], "absence.percent cannot be 101", "from 0 to 100"),
        (["absence.percent=nan"], "absence.percent cannot be NaN", "from 0 to 100"),
        (["absence.percent=0.125"], "absence.percent cannot be 0.125", "two decimals"),
        (["bonus.points=[30,-1]"], "parameter bonus.points cannot be", ""),
    ],
)
def test_what_contradicts_itself_is_refused_before_anything_runs(
    words: Any, wrong: Any, remedy: Any
) -> None:
    """The message names what is wrong and what to do."""
    with pytest.raises(LedgerError) as refused:
        scheme.rules(reform_from_words(words))
    assert wrong in refused.value.wrong
    assert remedy in refused.value.remedy


def test_unknown_readings_and_versions_are_refused() -> None:
    """With the nearest name."""
    with pytest.raises(LedgerError, match="unknown reading 'forfeit'") as refused:
        scheme.rules(readings={"forfeit": "rated"})
    assert "did you mean 'forfeits'?" in str(refused.value)
    with pytest.raises(LedgerError, match="reading forfeits cannot be 'rate'"):
        scheme.rules(readings={"forfeits": "rate"})
    with pytest.raises(LedgerError, match="malaysia has no version 'bass'"):
        scheme.rules(version="bass")


def duel(story: Any, start: Any = "2023-03-01") -> Any:
    story.player("a", rating=2250)
    story.player("b", rating=2050)
    story.tournament("cup", start, rounds=7, games=["a 1-0 b"])
    return story


@pytest.mark.parametrize(
    ("words", "a", "b"),
    [
        (["k.top=20"], 2255, 2045),  # 20 × .24 = 4.8
        (["expected.rows=[[199,50],[300,60]]"], 2254, 2046),  # 10 × .40
        (["expected.rows=[[199,50]]", "expected.beyond=70"], 2253, 2047),  # 10 × .30
        (["k.last_rounds=7"], 2256, 2044),  # round 1 of 7 is now one of the last: 25 × .24
        (["k.last_rounds=7", "k.last_addition=40"], 2262, 2038),  # 50 × .24
        (["k.top_from=2300"], 2256, 2044),  # K 25
    ],
)
def test_any_number_can_be_reformed(story: Any, words: Any, a: Any, b: Any) -> None:
    """2250 beats 2050 under other numbers."""
    rules = scheme.rules(reform_from_words(words))
    assert duel(story).list(scheme, "2023-03-01", rules).ratings == {"a": str(a), "b": str(b)}


def test_a_table_of_another_length_from_a_day_on(story: Any) -> None:
    """2250 beats 2050 before and after: 10 x .24 is 2.4, then 2252 against 2048 by a table of two rows, 10 x .40."""
    reform = reform_from_toml(
        "from = 2023-06-01\n[set.expected]\nrows = [[199, 50], [300, 60]]", "malaysia"
    )
    duel(story)
    story.tournament("second", "2023-07-01", rounds=7, games=["a 1-0 b"])
    assert story.list(scheme, "2023-03-01", scheme.rules(reform)).ratings == {
        "a": "2252",
        "b": "2048",
    }
    assert story.list(scheme, "2023-07-01", scheme.rules(reform)).ratings == {
        "a": "2256",
        "b": "2044",
    }


def test_the_fixed_k_can_be_abolished(story: Any) -> None:
    """`k.forever_from=none`: a peak of 2400 fixes nothing."""
    story.player("a", rating=2050, peak=2400)
    assert story.list(scheme, "2023-03-01").table["a"]["k"] == 10
    rules = scheme.rules(reform_from_words(["k.forever_from=none"]))
    assert story.list(scheme, "2023-03-01", rules).table["a"]["k"] == 25


def test_bonus_and_deduction_can_be_reformed(story: Any) -> None:
    """Three places with 100, 50, 25; absence costs 2.5 %: 52.5 of 2100 is 53."""
    for player in "abcd":
        story.player(player, rating=2000)
    story.player("x", rating=2100)
    story.tournament("king", "2023-03-01", national="king", ranking="abcd", games=["a -/+ b"])
    rules = scheme.rules(reform_from_words(["bonus.points=[100,50,25]", "absence.percent=2.5"]))
    assert story.list(scheme, "2023-03-01", rules).ratings == {
        "a": "2100", "b": "2050", "c": "2025", "d": "2000", "x": "2100",
    }  # fmt: skip
    assert story.list(scheme, "2024-01-01", rules).ratings["x"] == "2047"
    none = scheme.rules(reform_from_words(["bonus.points=[]"]))
    assert story.list(scheme, "2023-03-01", none).ratings["a"] == "2000"


def test_a_reform_holds_for_tournaments_that_start_in_it(telling: ModuleType) -> None:
    """K 20 for what starts from 1 April on: the March event is untouched, that of April is not."""
    rules = scheme.rules(reform_from_toml("from = 2023-04-01\n[set.k]\ntop = 20\n", "malaysia"))
    assert [version.name for version in rules.versions] == ["base", "base*"]
    march = duel(telling.Story(), "2023-03-31").list(scheme, "2023-05-01", rules).ratings
    april = duel(telling.Story(), "2023-04-01").list(scheme, "2023-05-01", rules).ratings
    assert march == {"a": "2252", "b": "2048"}
    assert april == {"a": "2255", "b": "2045"}


def test_no_version_acts_before_its_own_day(story: Any) -> None:
    """A game of March counts under the rules of March, although its tournament starts in April under others."""
    story.player("a", rating=2250)
    story.player("b", rating=2050)
    story.tournament("cup", "2023-04-02", rounds=7, games=["a 1-0 b day=2023-03-31"])
    rules = scheme.rules(reform_from_toml("from = 2023-04-01\n[set.k]\ntop = 20\n", "malaysia"))
    assert story.list(scheme, "2023-05-01", rules).ratings == {"a": "2252", "b": "2048"}


def test_what_started_before_the_first_version_is_not_rated(story: Any) -> None:
    """If the rules are dated 1 April, an event of March is left out and says why; the ratings stay."""
    rules = scheme.rules(reform_from_words(["versions.base=2023-04-01"]))
    listed = duel(story).list(scheme, "2023-05-01", rules)
    assert listed.ratings == {"a": "2250", "b": "2050"}
    reasons = {reason.code: reason.text for reason in scheme.reasons}
    assert "before the first version" in reasons[listed.tournament("cup")]
    assert "before the first version" in reasons[listed.game("cup", 1)[0]]


def test_an_office_declares_inactivity(story: Any) -> None:
    """Declared on 1 April, resumed on 1 June; the rating is the same."""
    story.player("a", rating=2250)
    story.declare("a", "2023-04-01")
    story.declare("a", "2023-06-01", active=True)
    active = {
        day: story.list(scheme, day).table["a"]["active"]
        for day in ("2023-03-31", "2023-04-01", "2023-06-01")
    }
    assert active == {"2023-03-31": True, "2023-04-01": False, "2023-06-01": True}


def test_an_event_acts_from_its_first_to_its_last_day(story: Any) -> None:
    """Games before the start, the closing after the end: the replay loads the event for all those months."""
    story.tournament("cup", "2023-03-01", closed="2023-06-01", games=["a 1-0 b day=2023-01-05"])
    assignment = scheme.assign(story.inputs().tournaments, scheme.rules())
    calendar = scheme.calendar(scheme.rules())
    assert calendar.date(int(assignment.first[0])) == date(2023, 1, 1)
    assert calendar.date(int(assignment.last[0])) == date(2023, 6, 1)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "schemes" / "malaysia").glob("*.py")), ids=lambda path: path.name
)
def test_there_is_no_float_in_the_rules(path: Path) -> None:
    """No number with a point, no true division, no float() anywhere in the sources."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div))
        assert not (isinstance(node, ast.Name) and node.id == "float")
