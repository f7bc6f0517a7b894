"""The steps of glicko-2 against the figures that Glickman prints, each from the figures printed before it."""

import math
import random
import re
from collections.abc import Iterable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from types import ModuleType

import pytest

from schemes.glicko_2 import scheme, steps
from schemes.glicko_2.steps import game_sums, new_numbers
from schemes.kernels.fixed_point import ONE, exponential, logarithm, product, quotient, square_root
from schemes.kernels.rules import reform_from_words
from schemes.kernels.scheme import Node
from wording import Wording

P = scheme.plain_versions_of(scheme.rules())[0]
# Opponents of a player of 1500, deviation 200: rating, deviation, score; then μ, φ, g and E as printed.
PRINTED = (
    (1400, 30, 1, "-0.5756", "0.1727", "0.9955", "0.639"),
    (1550, 100, 0, "0.2878", "0.5756", "0.9531", "0.432"),
    (1700, 300, 0, "1.1513", "1.7269", "0.7242", "0.303"),
)
OWN, OWN_DEVIATION = steps.inner_rating(150_000), steps.inner_deviation(20_000)


def fine(text: str) -> int:
    return int(Decimal(text) * ONE)


def rounded(number: int, like: str) -> str:
    """A number with eight decimals, printed like another."""
    return str((Decimal(number) / ONE).quantize(Decimal(like), ROUND_HALF_UP))


@pytest.mark.parametrize("row", PRINTED)
def test_steps_2_and_3_as_printed(row: tuple[int, int, int, str, str, str, str]) -> None:
    """μ, φ, g and E of each opponent."""
    rating, deviation, _, mu, phi, g, expected = row
    assert rounded(steps.inner_rating(100 * rating), mu) == mu
    assert rounded(steps.inner_deviation(100 * deviation), phi) == phi
    found = steps.weight(steps.inner_deviation(100 * deviation))
    assert rounded(found, g) == g
    assert (
        rounded(steps.expectation(OWN, steps.inner_rating(100 * rating), found), expected)
        == expected
    )


def test_v_and_delta_as_printed() -> None:
    """v = 1.7785 and Δ = −0.4834 are from the printed g and E; the exact ones are 1.7790 and −0.4839."""
    g, e = ([fine(row[at]) for row in PRINTED] for at in (5, 6))
    precision = sum(product(product(a, a), product(b, ONE - b)) for a, b in zip(g, e, strict=True))
    surplus = sum(product(a, row[2] * ONE - b) for a, b, row in zip(g, e, PRINTED, strict=True))
    assert rounded(quotient(ONE, precision), "0.0001") == "1.7785"
    assert rounded(quotient(surplus, precision), "0.0001") == "-0.4834"


def test_the_new_numbers_as_printed() -> None:
    """φ* and μ' from the figures printed before them: 1.1513 and 0.05999, 0.8722 and −0.272."""
    precision, surplus = month(row[:3] for row in PRINTED)
    _, deviation, log, exact = new_numbers(P, OWN, OWN_DEVIATION, P.log, precision, surplus)
    printed_log = 2 * logarithm(fine("0.05999"))
    assert rounded(steps.grown(fine("1.1513"), printed_log), "0.000001") == "1.152862"
    assert rounded(deviation, "0.0001") == "0.8722"
    mu = steps.new_inner_rating(0, fine("0.8722"), fine("-0.272"))
    assert rounded(mu, "0.0001") == "-0.2069"
    assert steps.outer_rating(fine("-0.2069")) == 146_406
    assert steps.outer_deviation(deviation) == 15_152 and steps.volatility_x100000(log) == 6_000
    # which Glickman prints as 0.05999: it is 0.0599960
    assert exact == 146_405  # without rounding on the way it is 1464.0507


def month(games: Iterable[tuple[int, int, int]]) -> tuple[int, int]:
    """The sums of some games against (rating, deviation, score)."""
    sums = [
        game_sums(
            OWN,
            steps.inner_rating(100 * rating),
            steps.inner_deviation(100 * deviation),
            100 * score,
        )
        for rating, deviation, score in games
    ]
    return sum(each[0] for each in sums), sum(each[1] for each in sums)


def glickman(
    own: tuple[float, float, float], games: list[tuple[float, float, float]]
) -> tuple[float, float, float]:
    """A second computation: Glickman's description word by word, with floating-point numbers. τ = 0.5."""
    mu, phi, sigma = (own[0] - 1500) / 173.7178, own[1] / 173.7178, own[2]
    if not games:
        return own[0], 173.7178 * math.sqrt(phi**2 + sigma**2), sigma
    inverse = total = 0.0
    for rating, deviation, score in games:
        g = 1 / math.sqrt(1 + 3 * (deviation / 173.7178) ** 2 / math.pi**2)
        e = 1 / (1 + math.exp(-g * (mu - (rating - 1500) / 173.7178)))
        inverse += g * g * e * (1 - e)
        total += g * (score - e)
    v = 1 / inverse
    delta, a = v * total, math.log(sigma**2)

    def f(x: float) -> float:
        ex = math.exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - a) / 0.25

    low, high = a - 10, a + 10
    for _ in range(200):  # bisection: f falls from positive to negative
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    star = math.sqrt(phi**2 + sigma**2)
    phi = 1 / math.sqrt(1 / star**2 + 1 / v)
    return 173.7178 * (mu + phi**2 * total) + 1500, 173.7178 * phi, sigma


def test_a_second_computation_agrees() -> None:
    """Random players and months, also of a hundred games and of differences of a thousand points."""
    lots = random.Random(7)
    for _ in range(400):
        own = lots.uniform(600, 2700), lots.uniform(25, 350), lots.uniform(0.03, 0.2)
        games = [
            (
                own[0] + lots.uniform(-1000, 1000),
                lots.uniform(25, 350),
                lots.choice((0.0, 0.5, 1.0)),
            )
            for _ in range(lots.choice((1, 3, 9, 100)))
        ]
        mu, phi = (
            steps.inner_rating(round(100 * own[0])),
            steps.inner_deviation(round(100 * own[1])),
        )
        own = round(100 * own[0]) / 100, round(100 * own[1]) / 100, own[2]
        games = [(round(rating), round(deviation), score) for rating, deviation, score in games]
        sums = [
            game_sums(
                mu,
                steps.inner_rating(100 * int(r)),
                steps.inner_deviation(100 * int(d)),
                int(100 * s),
            )
            for r, d, s in games
        ]
        precision, surplus = sum(each[0] for each in sums), sum(each[1] for each in sums)
        log = round(2 * math.log(own[2]) * ONE)
        _, deviation, new_log, rating = new_numbers(P, mu, phi, log, precision, surplus)
        want = glickman(own, games)
        assert rating / 100 == pytest.approx(want[0], abs=0.011), (own, games)
        assert steps.outer_deviation(deviation) / 100 == pytest.approx(want[1], abs=0.011)
        assert exponential(new_log // 2) / ONE == pytest.approx(want[2], abs=2e-6)


def test_an_explanation_has_no_number_that_only_the_rules_understand(telling: ModuleType) -> None:
    """Whole numbers with eight decimals inside are told as what they stand for: never a run of seven digits."""
    story = telling.Story(federation="FRA")
    story.player("anna", rating=1500)
    story.tournament("cup", "2024-05-04", games=["anna 1-0 boris", "boris 1/2-1/2 anna"])
    nodes = list(every_node(story.list(scheme, "2024-06-01").explain("anna")))
    assert len(nodes) > 10
    assert not [node.text for node in nodes if re.search(r"[0-9]{7}", node.text)]


def test_every_line_of_an_explanation_can_be_translated(telling: ModuleType) -> None:
    """Each passes through `say`: with games, without any, carried in, no longer carried."""
    story = telling.Story(federation="FRA", carried_on="2024-05-02")
    story.player("anna", rating=1500)
    story.tournament("cup", "2024-05-04", games=["carl 1-0 boris", "boris 1/2-1/2 carl"])
    story.end("anna", "2024-07-05")
    for player, day in (
        ("anna", "2024-06-01"),
        ("carl", "2024-06-01"),
        ("carl", "2024-07-01"),
        ("anna", "2024-08-01"),
    ):
        node = story.list(scheme, day).explain(player)
        assert not [each.text for each in every_node(node) if not isinstance(each.text, Wording)], (
            player,
            day,
        )


def test_a_player_in_the_middle_of_the_scale_is_explained_with_the_own_rating(
    telling: ModuleType,
) -> None:
    """1500 is 0 on the inner scale, and no less a rating where everybody else begins with 1400."""
    rules = scheme.rules(reform_from_words(["rating=1400"]))
    story = telling.Story(federation="FRA", carried_on="2024-04-15")
    story.player("anna", rating=1500)
    story.tournament("cup", "2024-05-04", games=["anna 1-0 boris"])
    outcome = story.list(scheme, "2024-06-01", rules)
    told = {node.text: node.value for node in every_node(outcome.explain("anna"))}
    assert told["The new rating on the usual scale"] == outcome.ratings["anna"]


def every_node(node: Node) -> Iterator[Node]:
    """A node and all below it."""
    yield node
    for below in node.below:
        yield from every_node(below)


def test_numbers_with_eight_decimals() -> None:
    """Against floating-point numbers, over the whole range that is promised."""
    lots = random.Random(3)
    for _ in range(3000):
        a, b = 10 ** lots.uniform(-6, 2.9), 10 ** lots.uniform(-3, 2.9)
        x, y, z = round(a * ONE), round(b * ONE), round(lots.uniform(-18, 12) * ONE)
        assert (
            product(x, -y) == -product(x, y)
            and abs(product(x, y) - x * y / ONE) <= 0.5 + 1e-15 * x * y / ONE
        )
        assert abs(quotient(x, y) - x * ONE / y) <= 0.5 + 1e-15 * x * ONE / y
        assert square_root(x) == math.isqrt(x * ONE)
        assert exponential(z) / ONE == pytest.approx(math.exp(z / ONE), rel=6e-8, abs=2e-8)
        assert logarithm(x) / ONE == pytest.approx(math.log(x / ONE), abs=6e-8)
