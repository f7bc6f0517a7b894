"""Why players are new on a list or gone from it: stories of one list and the next."""

from datetime import date

import pytest

from replay.difference.by_cause import difference_by_cause
from replay.explain.comings import Comings
from replay.which import ListWords
from tests.builders import event, merged
from tests.replay.conftest import StoryOffice

FIDE = "fide-standard"
RATED = [f"o{number}" for number in range(1, 6)]


@pytest.fixture
def ledger(office: StoryOffice) -> StoryOffice:
    """Five players of 2000, and those who come and go; all of France."""
    people = ("nova", "carl", "dora", "dup", "fay", "low", "pia")
    office.player(*RATED, *people, born=1980, federation="FRA")
    office.carried(FIDE, "2024-01-01", dict.fromkeys([*RATED, "dora", "dup"], 2000), games=50)
    return office


def why(
    office: StoryOffice, first: str = "2024-03-01", second: str = "2024-04-01", scheme: str = FIDE
) -> dict[str, str]:
    """Whoever is on one of the lists only → why."""
    opened = office.open()
    before, after = (
        ListWords(scheme, date.fromisoformat(day)).resolved(opened) for day in (first, second)
    )
    difference = difference_by_cause(opened, before, after)
    causes = Comings(opened, before, after, difference).why(difference.ids)
    return {player: str(cause.text) for player, cause in causes.items()}


def test_a_first_rating_names_its_games_and_tournaments(ledger: StoryOffice) -> None:
    ledger.tournament("open", "2024-03-10", "2024-03-12", federation="FRA")
    ledger.games(
        "open", "2024-03-12", [f"{at}.1 nova 1-0 {one}" for at, one in enumerate(RATED, 1)]
    )
    assert why(ledger) == {"nova": "first rating, with 5 games in open"}


def test_games_that_were_kept_for_a_first_rating_are_not_those_of_the_list(
    ledger: StoryOffice,
) -> None:
    """Three games in March are too few; with two in April the rating comes."""
    ledger.tournament("first", "2024-03-10", "2024-03-12", federation="FRA")
    ledger.games("first", "2024-03-12", [f"{at}.1 nova 1-0 o{at}" for at in (1, 2, 3)])
    ledger.tournament("open", "2024-04-10", "2024-04-12", federation="FRA")
    ledger.games("open", "2024-04-12", ["1.1 nova 1/2-1/2 o4", "2.1 nova 0-1 o5"])
    assert why(ledger, "2024-04-01", "2024-05-01") == {
        "nova": "first rating, with 2 games in open; "
        "until then unrated: not yet enough games against rated opponents [7.1.4]"
    }
    assert why(ledger, "2024-03-01", "2024-05-01") == {
        "nova": "first rating, with 5 games in first and open"
    }


def test_of_lists_on_any_day_only_the_games_in_between_count(ledger: StoryOffice) -> None:
    for name, day in (("early", "2024-04-20"), ("may", "2024-05-20"), ("june", "2024-06-10")):
        ledger.tournament(name, day, day, rated="malaysia")
    ledger.games("early", "2024-04-20", ["1.1 o1 1-0 o2"])
    ledger.games("may", "2024-05-20", ["1.1 nova 1-0 o1", "2.1 nova 1-0 o2"])
    ledger.games("june", "2024-06-10", ["1.1 nova 1-0 carl"])
    told = why(ledger, "2024-05-15", "2024-06-01", "malaysia")
    assert told == {"nova": "first rating, with 2 games in may"}


def test_whoever_was_carried_in_says_so(ledger: StoryOffice) -> None:
    ledger.carried(FIDE, "2024-03-15", {"carl": 1900})
    assert why(ledger) == {"carl": "carried in"}


def test_the_dead_and_the_merged_are_gone(ledger: StoryOffice) -> None:
    ledger.tell(
        event("PlayerDeceased", "2024-03-20", player="dora"), merged("o1", "dup", "2024-03-25")
    )
    told = why(ledger)
    assert told == {"dora": "died on 2024-03-20"}, "a merge holds for all lists"
    opened = ledger.open()
    head = opened.log.head
    before = ListWords(FIDE, date(2024, 3, 1), known=f"#{head - 1}").resolved(opened)
    after = ListWords(FIDE, date(2024, 4, 1)).resolved(opened)
    difference = difference_by_cause(opened, before, after)
    causes = Comings(opened, before, after, difference).why(difference.ids)
    assert causes["dup"].values == {"player": "o1"}
    assert str(causes["dup"].text) == "merged with o1"


def test_an_article_that_keeps_somebody_off_the_list_is_named(ledger: StoryOffice) -> None:
    """1402 and a loss against 2000 leave less than 1400: 40 × 0.08 = 3.2."""
    ledger.carried(FIDE, "2024-01-01", {"low": 1402}, games=0)
    ledger.tournament("open", "2024-03-10", "2024-03-12", federation="FRA")
    ledger.games("open", "2024-03-12", ["1.1 low 0-1 o1"])
    assert why(ledger) == {"low": "unrated: fell below the lowest rating [7.2.1]"}


def test_a_federation_that_is_suspended_and_reinstated(ledger: StoryOffice) -> None:
    ledger.tell(event("FederationSuspended", "2024-03-05", federation="FRA"))
    gone = why(ledger)
    assert gone["o1"] == "the player's federation is suspended [10.1]" and "dora" in gone
    ledger.tell(event("FederationReinstated", "2024-04-10", federation="FRA"))
    back = why(ledger, "2024-04-01", "2024-05-01")
    assert back["o1"] == "rated before, and not listed: the player's federation is suspended [10.1]"
