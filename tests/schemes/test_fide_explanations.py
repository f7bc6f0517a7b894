"""Explanations of fide-standard: every number as it was before it was rounded or limited, each with its article."""

from collections.abc import Iterator
from typing import Any

from schemes.fide_standard import scheme
from schemes.kernels.scheme import Node


def lines(node: Node) -> Iterator[tuple[str, str, str]]:
    """Text, value and article of every line."""
    yield node.text, node.value, node.article
    for below in node.below:
        yield from lines(below)


def test_a_first_rating_is_shown_before_it_is_rounded(story: Any) -> None:
    """8.2.3: 1439 four times and 1441 with two 1800s are 10797 by 7.

    10797/7 = 1542 3/7; 2.5 of 5 and two draws of two are 3.5 of 7, .50, which adds nothing: 1542.
    """
    for number, rating in enumerate((1439, 1439, 1439, 1439, 1441)):
        story.player(f"r{number}", rating=rating)
    story.player("new")
    results = ("1-0", "1-0", "1/2-1/2", "0-1", "0-1")
    story.tournament(
        "cup", "2024-05-04", games=[f"new {result} r{at}" for at, result in enumerate(results)]
    )
    told = list(lines(story.list(scheme, "2024-06-01").explain("new")))
    assert ("1542 3/7 to the nearest whole number, at most 2200", "1542", "8.2.3") in told


def test_a_share_is_shown_before_it_is_rounded(story: Any) -> None:
    """8.2.2: 2 of 6 and two draws are 3 of 8, .375; 5 of 5 and two draws are 6 of 7, .857…"""
    for number in range(6):
        story.player(f"r{number}", rating="1800")
    story.player("new")
    story.player("other")
    results = ("1-0", "1-0", "0-1", "0-1", "0-1", "0-1")
    story.tournament(
        "cup", "2024-05-04", games=[f"new {result} r{at}" for at, result in enumerate(results)]
    )
    story.tournament("open", "2024-05-04", games=[f"other 1-0 r{at}" for at in range(5)])
    listed = story.list(scheme, "2024-06-01")
    assert ("2 of 6, 2 draws added: 3 of 8 is .375, to hundredths", ".38", "8.2.2") in lines(
        listed.explain("new")
    )
    assert ("5 of 5, 2 draws added: 6 of 7 is .857…, to hundredths", ".86", "8.2.2") in lines(
        listed.explain("other")
    )


def test_a_difference_is_shown_before_it_is_limited(story: Any) -> None:
    """8.3.1: 2611 against 1980 are 631 points apart, and 400 count."""
    story.player("ann", rating="2611")
    story.player("bob", rating="1980")
    story.tournament("cup", "2024-05-04", games=["ann 1-0 bob"])
    listed = story.list(scheme, "2024-06-01")
    assert ("Difference 2611 − 1980 = 631, counted as", "400", "8.3.1") in lines(
        listed.explain("ann")
    )
    assert ("Difference 1980 − 2611 = −631, counted as", "−400", "8.3.1") in lines(
        listed.explain("bob")
    )
    assert ("Fewer than 30 games? 30", "no", "8.3.3") in lines(listed.explain("ann"))


def test_the_opponent_of_one_who_became_rated_since(story: Any) -> None:
    """8.2.4 is cited to ann: new was unrated at the start of the cup, and rated on the list of May."""
    story.player("ann", rating="1800")
    for number in range(5):
        story.player(f"r{number}", rating="1800")
    story.player("new")
    story.player("never")
    story.tournament("open", "2024-04-06", games=[f"new 1/2-1/2 r{number}" for number in range(5)])
    story.tournament("cup", "2024-04-29", "2024-05-02", games=["new 1-0 ann", "never 1-0 ann"])
    told = list(lines(story.list(scheme, "2024-06-01").explain("ann")))
    not_rated = {
        text.rpartition(": ")[2]: article for text, value, article in told if value == "not rated"
    }
    assert not_rated == {
        "for the opponents still unrated": "8.2.4",
        "the opponent was unrated at the start of the tournament": "8.3.1",
    }


def test_games_carried_in_are_no_rated_games_of_the_log(story: Any) -> None:
    """7.2.2: 565 games came with the rating; none was rated here, and the explanation says both."""
    story.player("ann", rating="2300", games=565)
    told = [text for text, _, _ in lines(story.list(scheme, "2024-06-01").explain("ann"))]
    assert "no game rated here so far; 565 games carried in" in told
    assert "no rated game so far" not in told
