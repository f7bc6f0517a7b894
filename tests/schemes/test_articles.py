"""Articles bound to a kernel's loops: one source, compiled and traced, and a regulation's own function in its place."""

from typing import Any

import numpy as np

from schemes.kernels import Articles, article, articles_in, loop
from schemes.kernels.articles import shown, traced_steps


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
    assert [(step.article, step.sentence) for step in second.below] == [("2a", "Three times -1".replace("-", "−"))]
    assert [step.answer for step in second.find(doubled)] == [-3]


def test_units_are_shown_as_the_regulations_print_them() -> None:
    assert shown(92, "share") == ".92" and shown(100, "share") == "1.00"
    assert shown(-235, "gain") == "−2.35" and shown(80, "gain") == "+0.8" and shown(-4, "change") == "−4"
    assert shown(7, "halves") == "3.5" and shown(738000, "day") == "2021-07-29"
