"""Stories of lists: a small log, and what must come out of it. The numbers are worked out beside each story.

The table of FIDE 8.1.2 as used here: difference 0–3 .50, 4–10 .51/.49, 47–53 .57/.43. Carried in without a number of
games, a player is established: K 20 below 2400.
"""

import pytest

from schemes import scheme as regulation
from tests.builders import (
    Event,
    event,
    game_voided,
    merged,
    player,
    player_corrected,
    tournament,
    tournament_corrected,
    withdrawn,
)
from tests.replay.conftest import Shell, StoryOffice

FIDE = "fide-standard"


@pytest.fixture
def club(office: StoryOffice) -> StoryOffice:
    """Four players of 2000 on the April list of 2024."""
    office.player("anna", "boris", "carla", "dmitri", born=1980)
    office.carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2000, "carla": 2000, "dmitri": 2000})
    return office


def test_an_event_that_ends_after_the_closing_date_is_on_the_next_list(club: StoryOffice) -> None:
    """Closing date of the May list is 28 April: 28 April is in time, 29 April is not."""
    club.tournament("early", "2024-04-20", "2024-04-28")
    club.games("early", "2024-04-28", ["1.1 anna 1-0 boris"])
    club.tournament("late", "2024-04-20", "2024-04-29")
    club.games("late", "2024-04-29", ["1.1 carla 1-0 dmitri"])
    may, june = club.list(FIDE, "2024-05-01"), club.list(FIDE, "2024-06-01")
    assert may == {"anna": "2010", "boris": "1990", "carla": "2000", "dmitri": "2000"}
    assert june == {"anna": "2010", "boris": "1990", "carla": "2010", "dmitri": "1990"}


def test_an_event_reported_late_is_on_the_first_list_after_its_report(club: StoryOffice) -> None:
    """Ended in April, reported on 5 May, and again in June: the June list, with the ratings of the April list."""
    club.tournament("open", "2024-04-10", "2024-04-14")
    club.games("open", "2024-04-14", ["1.1 anna 1-0 boris"])
    club.report("open", "2024-05-05")
    club.report("open", "2024-06-05")
    assert club.list(FIDE, "2024-05-31")["anna"] == "2000"
    assert club.list(FIDE, "2024-06-01")["anna"] == "2010"


def test_an_event_reported_after_the_third_list_is_not_rated(club: StoryOffice) -> None:
    """Ended on 14 April: the lists after it are May, June and July. A report on 1 July misses the July list."""
    club.tournament("open", "2024-04-10", "2024-04-14")
    club.games("open", "2024-04-14", ["1.1 anna 1-0 boris"])
    club.report("open", "2024-07-01")
    assert club.list(FIDE, "2024-12-01")["anna"] == "2000"
    told = club.explain_tournament(FIDE, "open", "2024-12-01")
    assert told.value == "not rated"
    assert [line.article for line in told.below] == ["9.1"]


def test_an_event_reported_just_before_the_third_list_is_rated_on_it(club: StoryOffice) -> None:
    club.tournament("open", "2024-04-10", "2024-04-14")
    club.games("open", "2024-04-14", ["1.1 anna 1-0 boris"])
    club.report("open", "2024-06-30")
    assert club.list(FIDE, "2024-06-30")["anna"] == "2000"
    assert club.list(FIDE, "2024-07-01")["anna"] == "2010"


def test_a_swapped_result_found_two_lists_later_changes_the_past_but_not_what_was_known(
    club: StoryOffice,
) -> None:
    """Recorded: anna loses to boris in April (1990, 2010), beats carla in May: difference 10, 20 × .51 = 10.2 → 2000.

    In truth she won: 2010, and against carla 20 × .49 = 9.8, that is 10 → 2020; carla loses 9.8, that is 10: 1990.
    """
    club.tournament("april", "2024-04-10", "2024-04-14")
    club.games("april", "2024-04-14", ["1.1 anna 0-1 boris"])
    club.tournament("may", "2024-05-10", "2024-05-14")
    before = club.games("may", "2024-05-14", ["1.1 anna 1-0 carla"])
    then = {"2024-05-01": ("1990", "2010", "2000"), "2024-06-01": ("2000", "2010", "1990")}
    now = {"2024-05-01": ("2010", "1990", "2000"), "2024-06-01": ("2020", "1990", "1990")}
    club.correct("april", "1.1 anna 1-0 boris", "2024-07-20")
    for day in then:
        known, corrected = club.list(FIDE, day, known=before), club.list(FIDE, day)
        assert tuple(known[player] for player in ("anna", "boris", "carla")) == then[day]
        assert tuple(corrected[player] for player in ("anna", "boris", "carla")) == now[day]


def test_a_wrong_player_id_is_corrected_with_the_game(club: StoryOffice) -> None:
    """The game was dmitri's, not boris's: boris gets his points back, dmitri loses them."""
    club.tournament("april", "2024-04-10", "2024-04-14")
    club.games("april", "2024-04-14", ["1.1 anna 1-0 boris"])
    assert club.list(FIDE, "2024-05-01")["boris"] == "1990"
    club.correct("april", "1.1 anna 1-0 dmitri", "2024-06-20")
    assert club.list(FIDE, "2024-05-01") == {
        "anna": "2010",
        "boris": "2000",
        "carla": "2000",
        "dmitri": "1990",
    }


def test_a_voided_game_counts_for_nobody_and_may_be_recorded_anew(club: StoryOffice) -> None:
    club.tournament("april", "2024-04-10", "2024-04-14")
    club.games("april", "2024-04-14", ["1.1 anna 1-0 boris"])
    club.tell(game_voided("april", "2024-05-20", "1.1"))
    assert club.list(FIDE, "2024-05-01")["anna"] == "2000"
    club.games("april", "2024-04-14", ["1.1 boris 1-0 anna"], ref="replayed")
    assert club.list(FIDE, "2024-05-01")["anna"] == "1990"


def test_a_voided_tournament_is_as_if_it_had_never_been(club: StoryOffice) -> None:
    club.tournament("april", "2024-04-10", "2024-04-14")
    club.games("april", "2024-04-14", ["1.1 anna 1-0 boris"])
    club.tell(
        event("TournamentVoided", "2024-09-01", tournament="april", reason="never took place")
    )
    assert set(club.list(FIDE, "2024-05-01").values()) == {"2000"}


def test_a_corrected_birth_year_takes_the_juniors_k_away(office: StoryOffice) -> None:
    """Born 2010: K 40, +20. Born 1990: K 20, +10."""
    office.player("junior", born=2010)
    office.player("other", born=1980)
    office.carried(FIDE, "2024-04-01", {"junior": 2000, "other": 2000})
    office.tournament("open", "2024-04-10", "2024-04-14")
    before = office.games("open", "2024-04-14", ["1.1 junior 1-0 other"])
    office.tell(player_corrected("junior", "2024-08-01", born=1990))
    assert office.list(FIDE, "2024-05-01", known=before) == {"junior": "2020", "other": "1990"}
    assert office.list(FIDE, "2024-05-01") == {"junior": "2010", "other": "1990"}


def test_two_ids_merged_after_both_were_rated_become_one_history(club: StoryOffice) -> None:
    """anna 2000 beats boris (+10, −10); her second id, carried in with 1950 in May, beats carla: 20 × .57 = 11.4.

    As one person she has 1950 on the May list (the later carried-in rating) and two wins against 2000:
    2 × .57 × 20 = 22.8 → 1973; boris loses .57 × 20 = 11.4 → 1989. The second id is on no list any more.
    """
    club.player("ann", born=1980)
    club.carried(FIDE, "2024-05-01", {"ann": 1950})
    club.tournament("one", "2024-05-05", "2024-05-07")
    club.games("one", "2024-05-07", ["1.1 anna 1-0 boris"])
    club.tournament("two", "2024-05-05", "2024-05-07")
    before = club.games("two", "2024-05-07", ["1.1 ann 1-0 carla"])
    club.tell(merged("anna", "ann", "2024-06-15"))
    apart, together = club.list(FIDE, "2024-06-01", known=before), club.list(FIDE, "2024-06-01")
    assert (apart["anna"], apart["ann"], apart["boris"], apart["carla"]) == (
        "2010",
        "1961",
        "1990",
        "1989",
    )
    assert together == {"anna": "1973", "boris": "1989", "carla": "1989", "dmitri": "2000"}
    assert club.rows(FIDE, "2024-06-01")["anna"]["games"] == 2


def test_a_player_who_falls_under_1400_is_unrated_and_returns_through_five_games(
    office: StoryOffice,
) -> None:
    """1405 loses to 1405: 1395, unrated. Then 2½ of 5 against 1600s: (8000 + 3600) / 7 = 1657.14 → 1657."""
    office.player("paul", "quinn", *"vwxyz", born=1980)
    office.carried(FIDE, "2024-04-01", {"paul": 1405, "quinn": 1405} | dict.fromkeys("vwxyz", 1600))
    office.tournament("april", "2024-04-10", "2024-04-14")
    office.games("april", "2024-04-14", ["1.1 paul 0-1 quinn"])
    office.tournament("june", "2024-06-05", "2024-06-10")
    results = zip("vwxyz", ("1-0", "1-0", "1/2-1/2", "0-1", "0-1"), strict=True)
    office.games(
        "june", "2024-06-10", [f"{n}.1 paul {r} {p}" for n, (p, r) in enumerate(results, 1)]
    )
    assert "paul" not in office.list(FIDE, "2024-05-01")
    assert "paul" not in office.list(FIDE, "2024-06-01")
    assert office.rows(FIDE, "2024-06-01", every=True)["paul"]["why"].startswith("7.")
    assert office.list(FIDE, "2024-07-01")["paul"] == "1657"


def test_a_title_lifts_at_the_next_list_and_its_later_revocation_takes_nothing_back(
    office: StoryOffice,
) -> None:
    """cxa-rapid art. 6 (2): 国家大师, a man: 2450.0."""
    office.player("li", "wang", federation="CHN")
    office.carried("cxa-rapid", "2024-10-01", {"li": 2300, "wang": 2300})
    award = event("TitleAwarded", "2024-11-05", title="cxa-m")
    office.tell(award | {"player": "li"}, award | {"player": "wang"})
    office.tell(
        event("TitleRevoked", "2025-03-01", player="li", title="cxa-m"),
        event("TitleRevoked", "2024-12-20", player="wang", title="cxa-m"),
    )
    assert office.list("cxa-rapid", "2024-10-01") == {"li": "2300.0", "wang": "2300.0"}
    assert office.list("cxa-rapid", "2025-01-01") == {"li": "2450.0", "wang": "2300.0"}
    assert office.list("cxa-rapid", "2025-10-01") == {"li": "2450.0", "wang": "2300.0"}
    titles = {
        day: office.rows("cxa-rapid", day)["li"]["title"] for day in ("2025-01-01", "2025-10-01")
    }
    assert titles == {"2025-01-01": "国家大师", "2025-10-01": ""}


def test_a_tournament_across_a_period_belongs_to_the_list_of_its_end(office: StoryOffice) -> None:
    """28 September to 3 October: the January list, from the ratings of the October list. K 15, P .50: 15 × ½ = 7.5."""
    office.player("li", "wang", federation="CHN")
    office.carried("cxa-rapid", "2024-10-01", {"li": 2400, "wang": 2400})
    office.tournament("cup", "2024-09-28", "2024-10-03", rated="cxa-rapid")
    office.games("cup", "2024-09-28", ["1.1 li 1-0 wang"])
    assert office.list("cxa-rapid", "2024-10-01") == {"li": "2400.0", "wang": "2400.0"}
    assert office.list("cxa-rapid", "2025-01-01") == {"li": "2407.5", "wang": "2392.5"}


def test_a_malaysian_year_of_absence_costs_three_percent_unless_it_is_excused(
    office: StoryOffice,
) -> None:
    """2100 without a national event in 2024: −63. Excused: nothing. The others took part."""
    office.player("chong", "lim", "tan", "wong", federation="MAS")
    office.carried(
        "malaysia", "2023-06-01", {"chong": 2100, "lim": 2100, "tan": 2100, "wong": 2100}
    )
    office.tournament("king", "2024-05-01", "2024-05-02", rated="malaysia", national="king")
    office.games("king", "2024-05-01", ["1.1 tan 1/2-1/2 wong"])
    office.close("king", "2024-05-02")
    office.tell(event("AbsenceExcused", "2025-02-01", player="lim", year=2024, reason="ill"))
    assert office.list("malaysia", "2024-12-31")["chong"] == "2100"
    assert office.list("malaysia", "2025-01-01") == {
        "chong": "2037",
        "lim": "2100",
        "tan": "2100",
        "wong": "2100",
    }


def test_a_deceased_player_leaves_the_list_and_one_without_federation_is_not_on_it(
    club: StoryOffice,
) -> None:
    club.tell(event("PlayerDeceased", "2024-06-01", player="boris"))
    club.tell(event("PlayerTransferred", "2024-06-01", player="carla", federation=""))
    assert set(club.list(FIDE, "2024-05-31")) == {"anna", "boris", "carla", "dmitri"}
    assert set(club.list(FIDE, "2024-06-01")) == {"anna", "dmitri"}


def test_a_withdrawn_carried_in_rating_was_never_there(office: StoryOffice) -> None:
    office.player("anna", "boris")
    office.carried(FIDE, "2024-04-01", {"anna": 2000})
    position = office.carried(FIDE, "2024-04-01", {"boris": 2700})
    office.tell(withdrawn(position, "2024-04-20", "typing error"))
    assert office.list(FIDE, "2024-04-01", known=position) == {"anna": "2000", "boris": "2700"}
    assert office.list(FIDE, "2024-04-01") == {"anna": "2000"}


def test_equal_ratings_share_a_rank_and_stand_in_the_order_of_their_ids(
    office: StoryOffice,
) -> None:
    office.player("b", "B", "a", "ä", "c")
    office.carried(FIDE, "2024-04-01", {"b": 2000, "B": 2000, "a": 2000, "ä": 2000, "c": 2100})
    rows = office.rows(FIDE, "2024-04-01")
    assert [(row["rank"], player) for player, row in rows.items()] == [
        (1, "c"),
        (2, "B"),
        (2, "a"),
        (2, "b"),
        (2, "ä"),
    ]


@pytest.mark.parametrize(
    "scheme", ["fide-standard", "cxa-rapid", "malaysia", "elo", "dwz", "glicko-2"]
)
def test_the_column_games_counts_what_the_scheme_says(office: StoryOffice, scheme: str) -> None:
    """Three games in February, two in December; the list of January has the two of December, or all five."""
    office.player("anna", "boris", federation="CHN", born=1980)
    office.carried(scheme, "2024-01-01", {"anna": 2300, "boris": 2300}, games=0)
    for month, rounds in (("02", 3), ("12", 2)):
        office.tournament(
            f"cup-{month}",
            f"2024-{month}-10",
            f"2024-{month}-14",
            rated=scheme,
            national_arbiters=3,
        )
        office.games(
            f"cup-{month}",
            f"2024-{month}-12",
            [f"{each + 1}.1 anna 1/2-1/2 boris" for each in range(rounds)],
        )
    expected = {"rated games on this list": 2, "all rated games so far": 5}[
        regulation(scheme).games_counted
    ]
    assert office.rows(scheme, "2025-01-01")["anna"]["games"] == expected


def test_an_empty_ledger_has_an_empty_list(office: StoryOffice) -> None:
    assert office.list(FIDE, "2024-04-01") == {}
    assert office.list("cxa-rapid", "2024-04-01") == {}
    assert office.list("malaysia", "2024-04-01") == {}


# A rating that ended, a federation that is suspended ----------------------------------------------------------------


def test_a_rating_that_ended_leaves_the_list_and_its_games_go_on_for_the_others(
    club: StoryOffice,
) -> None:
    """anna's rating ends on 1 May: her win of April counts for boris only. The end withdrawn, for her, too."""
    club.tournament("april", "2024-04-10", "2024-04-14")
    before = club.games("april", "2024-04-14", ["1.1 anna 1-0 boris"])
    at = club.tell(event("RatingEnded", "2024-05-01", player="anna", scheme=FIDE))
    assert club.list(FIDE, "2024-05-01") == {"boris": "1990", "carla": "2000", "dmitri": "2000"}
    assert club.list(FIDE, "2024-05-01", known=before)["anna"] == "2010"
    row = club.rows(FIDE, "2024-05-01", every=True)["anna"]
    assert (row["status"], row["why"]) == (
        "unrated",
        "7.1: unrated: the office's list no longer carries the player",
    )
    club.tell(withdrawn(at, "2024-06-01", "another anna"))
    assert club.list(FIDE, "2024-05-01")["anna"] == "2010"


def test_an_explanation_says_that_a_rating_ended_and_which_games_do_not_count(
    club: StoryOffice,
) -> None:
    club.tournament("april", "2024-04-10", "2024-04-14")
    club.games("april", "2024-04-14", ["1.1 anna 1-0 boris"])
    club.tell(event("RatingEnded", "2024-05-01", player="anna", scheme=FIDE))
    told = club.explain(FIDE, "anna", "2024-05-01")
    assert told.value == "unrated"
    game = next(node for node in told.below if node.text.startswith("april")).below[0]
    assert (game.article, game.value) == ("7.1", "not rated")
    assert game.text.endswith("the player's rating ended on this list")
    assert any(
        node.text.startswith("rating ended: the office's list no longer carries")
        for node in told.below
    )


@pytest.mark.parametrize(
    ("scheme", "rating", "first"), [("cxa-rapid", 2300, "2000.0"), ("malaysia", 1700, "1500")]
)
def test_a_rating_that_ended_begins_anew_elsewhere_too(
    office: StoryOffice, scheme: str, rating: int, first: str
) -> None:
    """Off the list from that day on. With a new game the player begins with a first rating: no title, drawn with one of
    the same first rating, so that it stays."""
    office.player("anna", "boris", federation="CHN", born=1980)
    office.carried(scheme, "2023-01-01", {"anna": rating}, games=40)
    assert set(office.list(scheme, "2023-01-01")) == {"anna"}
    office.tell(event("RatingEnded", "2023-10-01", player="anna", scheme=scheme))
    assert office.list(scheme, "2023-10-01") == {}
    assert office.explain(scheme, "anna", "2023-10-01").value == "unrated"
    office.tournament("open", "2023-11-10", "2023-11-14", rated=scheme, national_arbiters=3)
    office.games("open", "2023-11-12", [f"{number}.1 anna 1/2-1/2 boris" for number in range(1, 6)])
    found = office.rows(scheme, "2024-01-01", every=True)  # 2000.0 is not published
    assert found["anna"]["rating"] == found["boris"]["rating"] == first
    assert found["anna"]["games"] == found["boris"]["games"] == 5


def test_players_of_a_suspended_federation_are_rated_and_not_listed(club: StoryOffice) -> None:
    """FRA is suspended from 1 May to the end of June: all are off the lists, and what they played counts in July."""
    club.tournament("april", "2024-04-10", "2024-04-14")
    club.games("april", "2024-04-14", ["1.1 anna 1-0 boris"])
    club.player("emil", federation="GER")
    club.carried(FIDE, "2024-04-01", {"emil": 2000})
    at = club.tell(event("FederationSuspended", "2024-05-01", federation="FRA"))
    club.tell(event("FederationReinstated", "2024-07-01", federation="FRA"))
    assert set(club.list(FIDE, "2024-04-01")) == {"anna", "boris", "carla", "dmitri", "emil"}
    assert club.list(FIDE, "2024-05-01") == club.list(FIDE, "2024-06-01") == {"emil": "2000"}
    assert (
        club.rows(FIDE, "2024-06-01", every=True)["anna"]["why"]
        == "10.1: the player's federation is suspended"
    )
    assert (club.list(FIDE, "2024-07-01")["anna"], club.list(FIDE, "2024-07-01")["boris"]) == (
        "2010",
        "1990",
    )
    told = club.explain(FIDE, "anna", "2024-05-01")
    assert ("10.1", "not listed") in [(node.article, node.value) for node in told.below]
    club.tell(
        {"type": "EventWithdrawn", "withdraws": at, "date": "2024-08-01", "reason": "GER was meant"}
    )
    assert "anna" in club.list(FIDE, "2024-05-01")


def test_an_explanation_names_the_declaration_of_inactivity_and_the_game_after_it(
    club: StoryOffice,
) -> None:
    """Declared inactive on the list date of May; a game on the list of June makes her active."""
    at = club.tell(event("InactivityDeclared", "2024-05-01", player="anna"))
    club.tournament("may", "2024-05-10", "2024-05-14")
    club.games("may", "2024-05-14", ["1.1 anna 1-0 boris"])
    may, june = (
        next(node for node in club.explain(FIDE, "anna", day).below if node.article == "7.2.2")
        for day in ("2024-05-01", "2024-06-01")
    )
    assert (may.text, may.value) == (
        "no game rated here so far; 30 games carried in; declared inactive on 2024-05-01",
        "inactive",
    )
    assert june.text == "last rated game on the list of 2024-06-01; declared inactive on 2024-05-01"
    assert june.value == "active"
    club.tell(
        {"type": "EventWithdrawn", "withdraws": at, "date": "2024-08-01", "reason": "not she"}
    )
    assert club.rows(FIDE, "2024-05-01")["anna"]["status"] == "active"


def test_an_explanation_says_why_a_junior_has_no_k_of_40(office: StoryOffice) -> None:
    """Born 2010, once 2310, now 2290: K 20 for good."""
    office.player("junior", "other", born=2010)
    office.carried(FIDE, "2024-04-01", {"junior": 2290}, peak=2310)
    office.carried(FIDE, "2024-04-01", {"other": 2290})
    office.tournament("open", "2024-04-10", "2024-04-14")
    office.games("open", "2024-04-14", ["1.1 junior 1-0 other"])
    assert office.list(FIDE, "2024-05-01") == {"junior": "2300", "other": "2270"}
    reasons = {}
    for each in ("junior", "other"):
        event = next(
            node
            for node in office.explain(FIDE, each, "2024-05-01").below
            if node.article == "8.3.2"
        )
        cases = next(node for node in event.below if node.text == "K").below[0].below
        reasons[each] = [(case.text, case.value) for case in cases[-2:]]
    assert reasons == {
        "junior": [
            ("A junior in 2024? Born 2010", "yes"),
            ("A junior's rating below 2300? 2310", "no"),
        ],
        "other": [
            ("A junior in 2024? Born 2010", "yes"),
            ("A junior's rating below 2300? 2290", "yes"),
        ],
    }


def test_an_explanation_says_where_the_games_of_a_carried_in_rating_come_from(
    office: StoryOffice,
) -> None:
    """Five games on record: the log's own count. None on record: 30. Given: as given."""
    office.player("new", "old", "sure", *"abcde", born=1980)
    office.carried(FIDE, "2024-04-01", dict.fromkeys("abcde", 1800))
    office.tournament("open", "2024-04-10", "2024-04-14")
    office.games(
        "open",
        "2024-04-14",
        [f"{at}.1 new 1/2-1/2 {name}" for at, name in enumerate("abcde", start=1)],
    )
    office.carried(FIDE, "2024-06-01", {"new": 1900, "old": 1900})
    office.carried(FIDE, "2024-06-01", {"sure": 1900}, games=12)
    found = {}
    for each in ("new", "old", "sure"):
        carried = next(
            n
            for n in office.explain(FIDE, each, "2024-06-01").below
            if n.text.endswith("carried in")
        )
        games = carried.below[0]
        found[each] = (games.value, [(why.text, why.value) for why in games.below])
    established = "Established: a first rating carried in, with no rated game on record"
    assert found == {
        "new": ("5", [(established, "no")]),
        "old": ("30", [(established, "yes")]),
        "sure": ("12", []),
    }


@pytest.mark.parametrize(("reported", "rated"), [("2024-08-31", True), ("2024-09-01", False)])
def test_a_long_event_reported_by_the_third_list_is_too_late(
    club: StoryOffice, reported: str, rated: bool
) -> None:
    """35 days, ended on 7 June: the third list after it is that of September."""
    club.tournament("league", "2024-05-04", "2024-06-07")
    club.games("league", "2024-05-05", ["1.1 anna 1-0 boris"])
    assert club.list(FIDE, "2024-06-01")["anna"] == "2010", (
        "known without a report, it is rated month by month"
    )
    club.report("league", reported)
    assert club.list(FIDE, "2024-06-01")["anna"] == ("2010" if rated else "2000")
    told = club.explain_tournament(FIDE, "league", "2024-12-01")
    assert (told.value == "not rated", [node.article for node in told.below][:1] == ["9.1"]) == (
        not rated,
        not rated,
    )


ON = "2024-05-01"
SLIP = {"scheme": "fide-standrad"}


@pytest.mark.parametrize(
    "slip",
    [
        event("RatingCarriedIn", ON, player="lin", rating=2000, **SLIP),
        event("RatingEnded", ON, player="lin", **SLIP),
        event("InactivityDeclared", ON, player="lin", **SLIP),
        event("ActivityResumed", ON, player="lin", **SLIP),
        tournament_corrected("cup", ON, rated=["fide-standrad"]),
    ],
    ids=lambda event: event["type"],
)
def test_a_scheme_that_nobody_knows_is_told_wherever_it_is_named(shell: Shell, slip: Event) -> None:
    """A slip of the pen has no effect on any list, so the import says so; an event that names none is fine."""
    lin = player("lin")
    cup = tournament("cup", "fide-standard", "2024-05-04", "2024-05-06")
    resumed = event("ActivityResumed", ON, player="lin")
    renamed = tournament_corrected("cup", "2024-05-01", name="A", reason="name")
    assert "no rules" not in shell.imported(*lin, cup, resumed, renamed)
    assert "did you mean 'fide-standard'?" in shell.imported(slip)
