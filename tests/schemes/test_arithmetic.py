"""Whole-number arithmetic: every rounding does what its name says, and nothing in `schemes` is a float."""

import ast
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schemes
from schemes.kernels import Articles
from schemes.kernels.arithmetic import (
    dense_table,
    half_away_from_zero,
    half_up,
    logistic_boundaries,
    rounded_down,
    rounded_up,
)  # fmt: skip

NUMBERS = st.integers(-(10**9), 10**9)
PARTS = st.integers(1, 10**6)
SOURCES = sorted(Path(schemes.__file__).parent.rglob("*.py"))


@given(NUMBERS, PARTS)
def test_half_away_from_zero(number: int, parts: int) -> None:
    """The nearest whole number; halves away from zero, so that both signs mirror."""
    exact = Fraction(number, parts)
    away = floor(abs(exact) + Fraction(1, 2))
    assert half_away_from_zero(number, parts) == (away if number >= 0 else -away)


@given(NUMBERS, PARTS)
def test_half_up(number: int, parts: int) -> None:
    """The nearest whole number; halves upwards, below zero, too."""
    assert half_up(number, parts) == floor(Fraction(number, parts) + Fraction(1, 2))


@given(NUMBERS, PARTS)
def test_down_and_up(number: int, parts: int) -> None:
    """The whole numbers on either side."""
    exact = Fraction(number, parts)
    assert (rounded_down(number, parts), rounded_up(number, parts)) == (floor(exact), ceil(exact))


@pytest.mark.parametrize(
    ("hundredths", "away", "up"),
    [(250, 3, 3), (-250, -3, -2), (249, 2, 2), (-251, -3, -3), (0, 0, 0), (-50, -1, 0)],
)
def test_halves_by_hand(hundredths: int, away: int, up: int) -> None:
    """2.5, −2.5 and their neighbours."""
    assert (half_away_from_zero(hundredths, 100), half_up(hundredths, 100)) == (away, up)


@pytest.mark.parametrize("function", [half_away_from_zero, half_up, rounded_down, rounded_up])
def test_compiled_rounding_is_the_same(function: Any) -> None:  # type: ignore[no-untyped-def]
    """Machine code rounds as Python does, also below zero and far out."""
    fast = Articles("arithmetic", {}).compiled(function)
    for number in (*range(-305, 305), 10**12 + 50, -(10**12) - 50):
        for parts in (1, 2, 3, 7, 100):
            assert fast(number, parts) == function(number, parts)


def test_a_printed_table_has_one_value_per_difference() -> None:
    """Rows "up to 3: 50, up to 10: 51" and what holds beyond them."""
    assert dense_table(((3, 50), (5, 51)), 99) == (50, 50, 50, 50, 51, 51, 99)
    with pytest.raises(AssertionError):
        dense_table(((5, 50), (3, 51)), 99)


def test_boundaries_of_a_formula_are_exact() -> None:
    """At a boundary 1/(1+10^(d/400)) still rounds to more than v hundredths, one step beyond it does not."""
    for v, boundary in list(enumerate(logistic_boundaries(400)))[::11]:
        assert _rounds_above(v, boundary) and not _rounds_above(v, boundary + 1)


def _rounds_above(v: int, difference_x100: int) -> bool:
    """1/(1+10^(d/400)) ≥ (v + ½)/100, decided by whole numbers: 10^d ≤ odds^400 with d in hundredths of a point."""
    odds = Fraction(200 - 2 * v - 1, 2 * v + 1)
    left, right = Fraction(10) ** difference_x100, odds**40000
    return left <= right


def floats(source: str) -> list[int]:
    """The lines of a source with a float literal, a float type or function, or a true division."""
    found = []
    for node in ast.walk(ast.parse(source)):
        literal = isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
        named = isinstance(node, ast.Name) and node.id in ("float", "complex")
        called = (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "round"
        )
        of_numpy = isinstance(node, ast.Attribute) and (
            node.attr.startswith("float") or node.attr in MEANS
        )
        imported = (
            isinstance(node, ast.Import | ast.ImportFrom) and "math" in ast.unparse(node).split()
        )
        divided = isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)
        if literal or named or called or of_numpy or imported or divided:
            found.append(node.lineno)  # type: ignore[attr-defined]
    return sorted(found)


MEANS = {"mean", "average", "divide", "true_divide", "sqrt", "log10", "exp"}
# Decimal is exact to sixty digits where the boundaries of a formula are found; paths are joined in the compiler.
EXCUSED = ("Decimal(", "Path(")


@pytest.mark.parametrize(
    "path", SOURCES, ids=lambda path: path.relative_to(Path(schemes.__file__).parent).as_posix()
)
def test_no_float_anywhere(path: Path) -> None:
    """Integers in, integers out: no source of `schemes` has a float in it."""
    text = path.read_text("utf-8")
    lines = [text.splitlines()[number - 1] for number in floats(text)]
    assert [line for line in lines if not any(word in line for word in EXCUSED)] == []


@pytest.mark.parametrize(
    "source",
    [
        "x = 0.5",
        "x = 1 / 2",
        "x /= 2",
        "x = float(1)",
        "x = round(1)",
        "x = np.float64(1)",
        "import math",
    ],
)
def test_the_search_for_floats_finds_them(source: str) -> None:
    """The search is not blind."""
    assert floats(source) == [1]
    assert floats("game.round = 1 // 2  # 0.5") == []
