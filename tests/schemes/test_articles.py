"""Articles bound to a kernel's loops: one source, compiled and traced, and a regulation's own function in its place."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from schemes.kernels import Articles, article, articles_in, loop
from schemes.kernels.arithmetic import boundaries_kept
from schemes.kernels.articles import shown, traced_steps
from schemes.kernels.parameters import packed


@article("1", gives="change")
def gain(own: int, opponent: int) -> int:
    """{own} against {opponent} gives {answer}."""
    return doubled(own - opponent)


@article("2")
def doubled(number: int) -> int:
    """Twice {number}."""
    return 2 * number


@loop
def all_gains(own: Any, opponent: Any, gains: Any) -> None:
    for i in range(len(own)):
        gains[i] = gain(int(own[i]), int(opponent[i]))


class Tripling:
    """A regulation with an article of its own."""

    @article("2a")
    def doubled(number: int) -> int:  # type: ignore[misc]  # noqa: N805 - an article, not a method
        """Three times {number}."""
        return 3 * number


PLAIN = Articles("plain", {})
OTHER = Articles("other", articles_in(Tripling))
COLUMNS = np.array([5, 7]), np.array([3, 8])


def gains(articles: Articles, way: str) -> list[int]:
    answer = np.zeros(2, np.int64)
    getattr(articles, way)(all_gains)(*COLUMNS, answer)
    return answer.tolist()


def test_a_regulations_own_article_takes_the_place_of_the_kernels_everywhere() -> None:
    """Also inside other articles, compiled and traced alike; the other regulation is not touched."""
    assert gains(PLAIN, "compiled") == gains(PLAIN, "traced") == [4, -2]
    assert gains(OTHER, "compiled") == gains(OTHER, "traced") == [6, -3]
    assert gains(PLAIN, "compiled") == [4, -2]


def test_a_trace_is_a_tree_of_articles_with_their_sentences() -> None:
    with traced_steps() as steps:
        gains(OTHER, "traced")
    first, second = steps
    assert (first.article, first.sentence, first.shown) == ("1", "5 against 3 gives +6", "+6")
    assert [(step.article, step.sentence) for step in second.below] == [
        ("2a", "Three times -1".replace("-", "−"))
    ]
    assert [step.answer for step in second.find(doubled)] == [-3]


def test_units_are_shown_as_the_regulations_print_them() -> None:
    assert shown(92, "share") == ".92" and shown(100, "share") == "1.00"
    assert (
        shown(-235, "gain") == "−2.35"
        and shown(80, "gain") == "+0.8"
        and shown(-4, "change") == "−4"
    )
    assert shown(7, "halves") == "3.5" and shown(738000, "day") == "2021-07-29"


ROOT = Path(__file__).parents[2]
KERNEL = """
import sys

import numpy as np

from schemes.kernels.articles import Articles, article, loop


@loop
def k(p):
    return 1


@loop
def change(p):
    total = 0
    for place in range(len(p)):
LONG
        total += k(p)
    return total


@loop
def rate(p):
    total = 0
    for place in range(len(p)):
        total += change(p) if p[place] > 3 else 2 * change(p)
    return total


def own(number):
    text = f"def k(p):\\n    return {number}\\n"
    given = {}
    exec(text, given)
    return article("1")(given["k"])


for number in map(int, sys.argv[1:]):
    print(Articles(f"rules-{number}", {"k": own(number)}).compiled(rate)(np.arange(4)))
"""


def test_rules_that_were_compiled_apart_do_not_take_each_others_place(tmp_path: Path) -> None:
    """Two regulations share a kernel; each was compiled in a process of its own, and a third process runs both.

    The change is four times K, and is counted twice for each of four places: 32 times K. It is too long to be inlined.
    """
    long = "\n".join(
        f"        p[place] = (p[place] * {number} + place) // {number + 7}"
        for number in range(1, 100)
    )
    (tmp_path / "kernel.py").write_text(KERNEL.replace("LONG", long))

    def run(*numbers: str) -> str:
        surroundings = {
            **os.environ,
            "RATING_LEDGER_CACHE": str(tmp_path / "cache"),
            "PYTHONPATH": str(ROOT),
        }
        command = [sys.executable, str(tmp_path / "kernel.py"), *numbers]
        return subprocess.run(
            command, env=surroundings, check=True, capture_output=True, text=True
        ).stdout

    assert (run("2"), run("3"), run("2", "3")) == ("64\n", "96\n", "64\n96\n")


@loop
def entry_of(versions: Any, version: int, at: int) -> int:
    """An entry of a version's table."""
    return int(versions[version].table[at])


@loop
def kept_of(versions: Any, version: int, difference: int) -> int:
    """How many boundaries of a version's table a difference does not pass."""
    return boundaries_kept(versions[version].table, difference)


def test_a_table_ends_where_its_own_version_ends() -> None:
    """Compiled code refuses the fourth entry of three, also where another version has five."""
    versions = packed([{"table": (1, 2, 3), "k": 20}, {"table": (1, 2, 3, 4, 5), "k": 20}])
    compiled = Articles("tables", {}).compiled(entry_of)
    assert (compiled(versions, 0, 2), compiled(versions, 1, 4)) == (3, 5)
    with pytest.raises(IndexError):
        compiled(versions, 0, 3)


def test_boundaries_are_counted_to_the_end_of_their_own_version() -> None:
    """A difference of -5 keeps all three boundaries 30, 20, 10; the other version has two more, and keeps them."""
    versions = packed([{"table": (30, 20, 10)}, {"table": (30, 20, 10, 0, -10)}])
    compiled = Articles("tables", {}).compiled(kept_of)
    assert (compiled(versions, 0, -5), compiled(versions, 1, -5)) == (3, 4)


@article("7")
def larger(number: int) -> int:
    """{number} times a thousand millions."""
    return number * 1_000_000_000


@loop
def large_of(records: Any) -> int:
    """An article asked about a number of a record."""
    return larger(records[0].rating)


@loop
def square_of(records: Any) -> int:
    """The square of a number of a record."""
    return records[0].rating * records[0].rating  # type: ignore[no-any-return]


def test_plain_rules_hold_large_numbers_or_fail() -> None:
    """A record has numbers of 32 bits. An article multiplies them as compiled code does; nothing is cut in silence."""
    records = np.array([(250_000,)], [("rating", np.int32)]).view(np.recarray)
    assert Articles("large", {}).plain(large_of)(records) == 250_000 * 10**9
    with pytest.raises(OverflowError):
        Articles("large", {}).plain(square_of)(records)
