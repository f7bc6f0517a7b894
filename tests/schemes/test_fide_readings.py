"""Readings of fide-standard with a second answer: small federations, worked out by hand under both."""

from typing import Any

from schemes.fide_standard import scheme


def test_a_share_halfway_between_two_hundredths(story: Any) -> None:
    """8.2.2: 2 of 6 and two draws of two are 3 of 8, .375. Ra 1800: .38 is -87, .37 is -95."""
    for number in range(6):
        story.player(f"r{number}", rating="1800")
    story.player("new")
    results = ("1-0", "1-0", "0-1", "0-1", "0-1", "0-1")
    story.tournament("cup", "2024-05-04", games=[f"new {result} r{at}" for at, result in enumerate(results)])
    assert story.list(scheme, "2024-06-01").ratings["new"] == "1713"
    assert story.list(scheme, "2024-06-01", share_halves="down").ratings["new"] == "1705"


def test_a_tie_of_a_knockout_as_a_match(story: Any) -> None:
    """6: ann has won two of three; the third game counts only where a tie is no match. K 20, equal ratings: +-10."""
    story.player("ann", rating="2000")
    story.player("bob", rating="2000")
    games = ["ann 1-0 bob", "ann 1-0 bob", "ann 0-1 bob"]
    story.tournament("cup", "2024-05-04", games=games, format="knockout")
    assert story.list(scheme, "2024-06-01").ratings["ann"] == "2010"
    assert story.list(scheme, "2024-06-01", match_what="series").ratings["ann"] == "2020"


def test_forfeits_and_winning_a_match(story: Any) -> None:
    """6.2: two points by forfeit and one over the board of four; without forfeits the fourth game is not dead."""
    story.player("ann", rating="2000")
    story.player("bob", rating="2000")
    games = ["ann +/- bob", "ann +/- bob", "ann 1-0 bob", "ann 0-1 bob"]
    story.tournament("cup", "2024-05-04", games=games, format="match", rounds=4)
    assert story.list(scheme, "2024-06-01").ratings["ann"] == "2010"
    assert story.list(scheme, "2024-06-01", match_won="played").ratings["ann"] == "2000"
