"""Reforms as the documentation writes them are reforms as the program reads them."""

import re
from datetime import date
from pathlib import Path

import pytest

from schemes import scheme
from schemes.kernels.rules import reform_from_toml, reform_from_words
from wording.errors import LedgerError

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = re.findall(
    r"```toml\n(.*?)```", (DOCS / "reforms.md").read_text(encoding="utf-8"), re.DOTALL
)


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_reform_in_the_documentation_changes_the_rules(text: str) -> None:
    name = re.search(r'^scheme = "(.+?)"', text, re.MULTILINE)
    assert name is not None
    rules = scheme(name[1]).rules(reform_from_toml(text, name[1]))
    assert rules.fingerprint != scheme(name[1]).rules().fingerprint


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("malaysia", "absence.percent=2.5"),
        ("fide-standard", "cap=none"),
        ("malaysia", "bonus.points=[30,20,10]"),
        ("fide-standard", "lists.months=[1,4,7,10]"),
        ("fide-standard", "versions.2025-10-01=2024-10-01"),
    ],
)
def test_every_value_in_the_documentation_can_be_set(name: str, word: str) -> None:
    assert f"{word.split('=')[0].split('.2025')[0]}" in (DOCS / "reforms.md").read_text(
        encoding="utf-8"
    )
    assert (
        scheme(name).rules(reform_from_words([word])).fingerprint
        != scheme(name).rules().fingerprint
    )


def test_a_change_in_a_range_of_days_ends_the_day_after_its_last() -> None:
    text = "from = 2025-01-01\nuntil = 2025-06-30\n[set]\nk.normal = 16\n"
    rules = scheme("fide-standard").rules(reform_from_toml(text, "fide-standard"))
    days = ("2024-12-31", "2025-01-01", "2025-06-30", "2025-07-01")
    assert [rules.latest(date.fromisoformat(day)).parameters.k.normal for day in days] == [
        20,
        16,
        16,
        20,
    ]


def test_a_change_to_what_holds_anyway_leaves_no_trace_in_any_range() -> None:
    for text in ("k.normal = 20", "k.normal = 20\ncap = 400"):
        reform = reform_from_toml(
            f"from = 2025-01-01\nuntil = 2025-06-30\n[set]\n{text}\n", "fide-standard"
        )
        assert (
            scheme("fide-standard").rules(reform).fingerprint
            == scheme("fide-standard").rules().fingerprint
        )


def test_the_days_of_lists_cannot_change_from_a_day_on() -> None:
    with pytest.raises(LedgerError, match="cannot change"):
        scheme("fide-standard").rules(reform_from_words(["lists.day=2"], since=date(2025, 1, 1)))


def test_every_option_of_whatif_is_documented() -> None:
    from replay.commands.main import app

    shown = (DOCS / "whatif.md").read_text(encoding="utf-8")
    arguments = app["whatif"].assemble_argument_collection(default_parameter=app.default_parameter)
    options = {
        name for argument in arguments for name in argument.names if re.match("--(?!empty-)", name)
    }
    assert {"--set", "--sweep", "--truth"} <= options
    assert [
        name for name in sorted(options) if f"`{name}" not in shown and f"{name} " not in shown
    ] == []
