"""Readings of fide-standard with a second answer: small federations, worked out by hand under both."""

from typing import Any

from schemes.fide_standard import scheme


def test_a_share_halfway_between_two_hundredths(story: Any) -> None:
    """8.2.2: 2 of 6 and two draws of two are 3 of 8, .375. Ra 1800: .38 is -87, .37 is -95."""
    for number in range(6):
        story.player(f"r{number}", rating="1800")
    story.player("new")
    results = ("1-0", "1-0", "0-1", "0-1", "0-1", "0-1")
    story.tournament(
        "cup", "2024-05-04", games=[f"new {result} r{at}" for at, result in enumerate(results)]
    )
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


def test_a_match_for_which_an_unrated_player_is_entered(story: Any) -> None:
    """6.1: eve is entered and never plays. One win of equals at K 20 is +10; a match with an unrated player gives 0."""
    story.player("ann", rating="2000")
    story.player("bob", rating="2000")
    story.player("eve")
    story.tournament(
        "cup", "2024-05-04", games=["ann 1-0 bob"], entrants=["eve"], format="match", rounds=2
    )
    assert story.list(scheme, "2024-06-01").ratings["ann"] == "2010"
    entered = story.list(scheme, "2024-06-01", match_unrated="entered")
    assert entered.ratings["ann"] == "2000"
    assert article_of(entered.tournament("cup")) == "6.1"


def test_a_rated_reserve_does_not_stop_a_match(story: Any) -> None:
    """6.1 under match-unrated=entered: everybody entered is rated, so the match is."""
    for name in ("ann", "bob", "eve"):
        story.player(name, rating="2000")
    story.tournament(
        "cup", "2024-05-04", games=["ann 1-0 bob"], entrants=["eve"], format="match", rounds=2
    )
    assert story.list(scheme, "2024-06-01", match_unrated="entered").ratings["ann"] == "2010"


def test_the_third_list_of_an_event_that_ends_after_a_list_closed(story: Any) -> None:
    """9.1: the list of 1 June closed on 29 May, the event ended on the 30th and was reported on 15 August.

    It would go on the list of 1 September. Lists dated after its end: June, July, August; September is the fourth.
    Lists that close on or after its end: July, August, September; September is the third.
    """
    story.player("ann", rating="2000")
    story.player("bob", rating="2000")
    story.tournament("cup", "2024-05-28", "2024-05-30", games=["ann 1-0 bob"], report="2024-08-15")
    in_force = story.list(scheme, "2024-09-01")
    assert in_force.ratings["ann"] == "2000"
    assert article_of(in_force.tournament("cup")) == "9.1"
    assert story.list(scheme, "2024-09-01", third_list="closing").ratings["ann"] == "2010"


def test_the_third_list_has_an_end_under_both_readings(story: Any) -> None:
    """9.1: the same event reported on 1 September would go on that of 1 October: the fourth that closes after it."""
    story.player("ann", rating="2000")
    story.player("bob", rating="2000")
    story.tournament("cup", "2024-05-28", "2024-05-30", games=["ann 1-0 bob"], report="2024-09-01")
    late = story.list(scheme, "2024-10-01", third_list="closing")
    assert late.ratings["ann"] == "2000"
    assert article_of(late.tournament("cup")) == "9.1"


def test_an_opponent_who_became_rated_after_the_start(story: Any) -> None:
    """8.2.4: new is unrated at the start of the cup (29 April) and on the list of May rated 1800; the cup is of June.

    new's first rating: five draws with 1800s. Ra (9000 + 3600)/7 = 1800, p .50, so 1800, with 5 games: K 40.
    new beats ann (1800) in the cup: .50 times 40, 1820 for new under both readings.
    ann: for her new is still unrated, 1800; where the list before counts for her, too, -.50 times 20 gives 1790.
    """
    story.player("ann", rating="1800")
    for number in range(5):
        story.player(f"r{number}", rating="1800")
    story.player("new")
    story.tournament("open", "2024-04-06", games=[f"new 1/2-1/2 r{number}" for number in range(5)])
    story.tournament("cup", "2024-04-29", "2024-05-02", games=["new 1-0 ann"])
    in_force = story.list(scheme, "2024-06-01")
    assert (in_force.ratings["new"], in_force.ratings["ann"]) == ("1820", "1800")
    assert [article_of(code) for code in in_force.game("cup", 1, 1)] == ["rated", "8.3.1"]
    both = story.list(scheme, "2024-06-01", late_rated="both")
    assert (both.ratings["new"], both.ratings["ann"]) == ("1820", "1790")
    assert [article_of(code) for code in both.game("cup", 1, 1)] == ["rated", "rated"]


def test_a_round_robin_of_two_as_a_match(story: Any) -> None:
    """6: four games of two players. ann has 2.5 of 4 after three: won; the fourth counts only where it is no match.

    K 20, equal ratings: 1, 1, 1/2, 0 is +10 +10 +0 -10. As a match without its last game: +20.
    """
    story.player("ann", rating="2000")
    story.player("bob", rating="2000")
    games = ["ann 1-0 bob", "bob 0-1 ann", "ann 1/2-1/2 bob", "bob 1-0 ann"]
    story.tournament("cup", "2024-05-04", games=games, format="roundrobin")
    assert story.list(scheme, "2024-06-01").ratings == {"ann": "2010", "bob": "1990"}
    series = story.list(scheme, "2024-06-01", match_what="series")
    assert series.ratings == {"ann": "2020", "bob": "1980"}
    assert [article_of(series.game("cup", number, 1)[0]) for number in (1, 2, 3, 4)] == [
        "rated"
    ] * 3 + ["6.2"]


def test_a_round_robin_of_two_with_an_unrated_player(story: Any) -> None:
    """6.1: as a round robin the games go into the pool of new, as a match they are not rated. 1800 is five draws."""
    story.player("ann", rating="1800")
    story.player("new")
    story.tournament("cup", "2024-05-04", games=["new 1/2-1/2 ann"] * 5, format="roundrobin")
    assert story.list(scheme, "2024-06-01").ratings["new"] == "1800"
    series = story.list(scheme, "2024-06-01", match_what="series")
    assert "new" not in series.ratings
    assert [article_of(code) for code in series.game("cup", 1, 1)] == ["6.1", "6.1"]


def test_a_round_robin_of_three_is_no_match(story: Any) -> None:
    """6: with a third player the games of the other two are no match, under both readings: +10 +10 -10."""
    for name in ("ann", "bob", "eve"):
        story.player(name, rating="2000")
    games = ["ann 1-0 bob", "ann 1-0 bob", "ann 0-1 bob", "eve 1/2-1/2 bob"]
    story.tournament("cup", "2024-05-04", games=games, format="roundrobin")
    assert story.list(scheme, "2024-06-01", match_what="series").ratings["ann"] == "2010"


def article_of(code: int) -> str:
    """The article of a reason, `rated` for none."""
    return next(reason.article or "rated" for reason in scheme.reasons if reason.code == code)
