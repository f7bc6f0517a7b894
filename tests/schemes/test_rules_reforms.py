"""Reforms: small overlays over a regulation, checked whole before anything runs, the original never touched."""

from datetime import date
from typing import Any

import pytest

from schemes import scheme
from schemes.kernels.parameters import changed, packed, parameters, unpacked
from schemes.kernels.rules import combined, reform_from_toml, reform_from_words
from wording.errors import LedgerError

NAMES = ("fide-standard", "cxa-rapid", "malaysia")
FIDE = scheme("fide-standard")


def from_words(*words: str, readings: tuple[str, ...] = (), since: date | None = None) -> Any:
    return FIDE.rules(reform_from_words(words, readings, since))


def from_file(text: str) -> Any:
    return FIDE.rules(reform_from_toml(text, "fide-standard"))


def test_a_value_is_set_in_all_versions() -> None:
    """--set without a date holds always; the regulation itself stays as it was."""
    rules = from_words("k.top=12")
    assert [version.parameters.k.top for version in rules.versions] == [12, 12]
    assert [version.parameters.k.top for version in FIDE.rules().versions] == [10, 10]
    assert rules.reform == "k.top=12"


def test_none_switches_a_limit_off() -> None:
    """cap=none is the 400 rule off."""
    assert [version.parameters.cap for version in from_words("cap=none").versions] == [None, None]


def test_lists_and_tables_can_be_set() -> None:
    """A list of numbers is written in brackets."""
    rules = from_words("lists.months=[1, 4, 7, 10]")
    assert FIDE.calendar(rules).days == ((1, 1), (4, 1), (7, 1), (10, 1))


def test_a_change_from_a_date_splits_the_version() -> None:
    """--from: before the day everything is as it was."""
    rules = from_words("k.top=12", since=date(2025, 1, 1))
    line = [(str(version.since), version.parameters.k.top) for version in rules.versions]
    assert line == [("2024-03-01", 10), ("2025-01-01", 12), ("2025-10-01", 12)]
    assert rules.at(date(2024, 12, 31)).parameters.k.top == 10
    assert rules.at(date(2024, 2, 29)) is None


def test_a_file_can_say_from_and_until() -> None:
    """The last day is included, the day after everything is as before."""
    rules = from_file('name = "K 12"\nfrom = 2025-01-01\nuntil = 2025-06-30\n[set.k]\ntop = 12')
    line = [
        (str(version.since), version.name, version.parameters.k.top) for version in rules.versions
    ]
    assert line == [
        ("2024-03-01", "2024-03-01", 10), ("2025-01-01", "2024-03-01*", 12), ("2025-07-01", "2024-03-01", 10),
        ("2025-10-01", "2025-10-01", 10),
    ]  # fmt: skip
    assert rules.reform == "K 12"


def test_a_file_can_hold_several_changes_readings_and_versions() -> None:
    """Changes with their own dates, later ones over earlier ones; readings; versions dated otherwise."""
    rules = from_file(
        '[set]\n"k.top" = 12\n[readings]\nrounding = "tournament"\n[versions]\n"2024-03-01" = 2023-01-01\n'
        "[[change]]\nfrom = 2026-01-01\nset = { k = { top = 14 }, cap = 350 }"
    )
    line = [
        (str(version.since), version.parameters.k.top, version.parameters.cap)
        for version in rules.versions
    ]
    assert line == [("2023-01-01", 12, 400), ("2025-10-01", 12, 400), ("2026-01-01", 14, 350)]
    assert rules.readings["rounding"] == "tournament"


def test_the_command_line_goes_over_the_file() -> None:
    """Both together: what is said later holds."""
    both = combined(
        [reform_from_toml("[set]\ncap = 350", "fide-standard"), reform_from_words(["cap=300"])]
    )
    assert FIDE.rules(both).versions[0].parameters.cap == 300


@pytest.mark.parametrize(
    ("words", "says", "remedy"),
    [
        (["k.tpo=12"], "unknown parameter 'k.tpo'", "did you mean 'k.top'?"),
        (["zzz=12"], "unknown parameter 'zzz'", "known: "),
        (["k=12"], "unknown parameter 'k'", "known: "),
        (["k.top=1001"], "parameter k.top cannot be '1001'", "at least 0 and at most 1000"),
        (["k.top=-1"], "parameter k.top cannot be '-1'", "at least 0 and at most 1000"),
        (["k.top=ten"], "a whole number is due, got `str`", ""),
        (["k.top=12.5"], "a whole number is due, got `decimal`", ""),
        (["k.top=none"], "a whole number is due, got `null`", ""),
        (["lists.months=[1,13]"], "`$[1]`", ""),
        (["k.top"], "--set 'k.top' is not name=value", "for example"),
        (["=3"], "is not name=value", "for example"),
        (["k.top=12", "k.top=14"], "k.top is set twice: 12 and 14", "keep one"),
        (["versions.2042=2024-01-01"], "unknown version '2042'", "known: "),
        (["versions.2024-03-01=soon"], "'soon' is not a date", "write it as"),
        (["floor=1500"], "floor 1500 is above the published minimum 1400", "change both"),
        (["first.most=1399"], "first.most 1399 is below the floor 1400", ""),
        (["k.junior_below=2401"], "k.junior_below 2401 overlaps k.top_from 2400", ""),
        (["time.middle_from=2401"], "time.middle_from 2401 is above time.top_from 2400", ""),
        (["time.minutes=91"], "do not go up with the rating", ""),
        (
            ["registration.strong_days=2"],
            "registration.strong_days 2 is below registration.days 3",
            "",
        ),
        (["lists.closing_official=4"], "lists.closing_official 4 is above lists.closing 3", ""),
        (["lists.months=[2,1]"], "must be named once each, in order", ""),
        (["tables.largest=[1,2,3]"], "tables.largest must be 50 differences", ""),
        (["tables.differences=[0,1]"], "tables.differences must be 51 differences", ""),
    ],
)
def test_what_is_wrong_is_refused_with_a_remedy(words: list[str], says: str, remedy: str) -> None:
    """Unknown names with the nearest one, values out of range with the range, contradictions by name."""
    with pytest.raises(LedgerError) as refused:
        from_words(*words)
    assert says in refused.value.wrong and remedy in refused.value.remedy


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("set = ", "not a TOML file"),
        ("frm = 2025-01-01", "unknown field `frm`"),
        ("set = 3", "$.set"),
        ('from = "soon"', "$.from"),
        ("change = 3", "$.change"),
        ("[[change]]\nfrom = 2025-01-01", "missing required field `set`"),
        ("[[change]]\nuntil = 2020-01-01\nset = { flor = 1 }", "unknown parameter 'flor'"),
        (
            "[[change]]\nuntil = 2020-01-01\nset = { floor = 99999 }",
            "parameter floor cannot be 99999",
        ),
        ("[set]\nfloor = 1400.5", "parameter floor cannot be 1400.5"),
        ("from = 2025-02-01\nuntil = 2025-01-01\n[set]\nfloor = 1400", "before it begins"),
        ("[set]\ncap = 350\n[[change]]\nset = { cap = 300 }", "is set twice: 350 and 300"),
        ('scheme = "malaysia"', "for 'malaysia', not for 'fide-standard'"),
        ('[readings]\nrouding = "period"', "unknown reading 'rouding'"),
        ('[readings]\nrounding = "perod"', "reading rounding cannot be 'perod'"),
    ],
)
def test_a_bad_file_is_refused(text: str, says: str) -> None:
    """All of a file is checked, also a change that no version falls into."""
    with pytest.raises(LedgerError) as refused:
        from_file(text)
    assert says in refused.value.wrong


def test_a_calendar_cannot_change_from_a_date_on() -> None:
    """Lists are numbered through all versions."""
    with pytest.raises(LedgerError, match=r"lists\.months"):
        from_words("lists.months=[1,7]", since=date(2025, 1, 1))


def test_readings_are_checked_and_chosen() -> None:
    """--reading name=choice; the nearest name on a typo."""
    assert from_words(readings=("rounding=tournament",)).readings["rounding"] == "tournament"
    with pytest.raises(LedgerError, match="did you mean 'rounding'"):
        from_words(readings=("roundng=tournament",))
    with pytest.raises(LedgerError, match="set twice"):
        from_words(readings=("rounding=tournament", "rounding=period"))


def test_one_version_can_be_asked_for_alone() -> None:
    """--version: that version from the day of the first on; an unknown one is refused."""
    rules = FIDE.rules(version="2025-10-01")
    assert [(str(v.since), v.parameters.cap_exempt_from) for v in rules.versions] == [
        ("2024-03-01", 2650)
    ]
    with pytest.raises(LedgerError, match="no version '2026-10-01'"):
        FIDE.rules(version="2026-10-01")


def test_an_unknown_scheme_is_refused() -> None:
    """With the nearest name."""
    with pytest.raises(LedgerError, match="did you mean 'fide-standard'"):
        scheme("fide-standrd")


def test_equal_rules_have_equal_fingerprints_and_others_do_not() -> None:
    """The fingerprint is that of values, versions and readings; the name of a reform is not in it."""
    same = from_words("k.top=10")
    assert same.fingerprint == FIDE.rules().fingerprint
    different = [
        from_words("k.top=11"),
        from_words(readings=("rounding=tournament",)),
        FIDE.rules(version="2025-10-01"),
    ]
    prints = {rules.fingerprint for rules in [same, *different]}
    assert len(prints) == 4


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_names_its_article_and_says_what_it_is(name: str) -> None:
    """So that `schemes NAME` can print a table of them; setting each to its own value changes nothing."""
    for version in scheme(name).versions:
        for parameter in parameters(version.parameters):
            assert parameter.article and parameter.says, parameter.name
            assert (
                changed(version.parameters, parameter.name, parameter.value) == version.parameters
            )


@pytest.mark.parametrize("name", NAMES)
def test_every_reading_has_a_question_and_a_sentence_for_each_choice(name: str) -> None:
    """Names are unique, articles given, the choice in force comes first."""
    register = scheme(name).readings
    assert len({reading.name for reading in register}) == len(register)
    for reading in register:
        assert (
            reading.article and reading.question.endswith("?") and all(reading.choices.values())
        ), reading.name
        assert (
            reading.force == next(iter(reading.choices))
            and reading.force not in reading.alternatives
        )


def test_numbers_reach_compiled_and_traced_rules_alike() -> None:
    """A record per version for machine code, a namespace for plain code: the same names, the same numbers."""
    cells = [{"cap": 400, "table": (1, 2, 3)}, {"cap": 300, "table": (4, 5)}]
    records, names = packed(cells), unpacked(cells)
    assert [int(record.cap) for record in records] == [name.cap for name in names] == [400, 300]
    assert [record.table.tolist() for record in records] == [[1, 2, 3], [4, 5]]
