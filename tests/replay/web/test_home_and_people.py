"""The first page, the index of players and the pages of federations, as somebody reads them who comes from outside."""

import csv
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from ledger import open_log
from ledger.events import TournamentRegistered
from tests.replay.web.conftest import running, words_of


def words(text: str) -> str:
    """What stands on a page below its head."""
    return words_of(text.partition("<main")[2])


def test_the_first_page_has_current_lists_tournaments_and_publications(site: Any) -> None:
    """Names and days; the leader of each list; the published list says that it is unchanged."""
    text = site.page("/")
    assert 'href="/players/C01"' in text and 'href="/tournaments/river-cup-2025"' in text
    said = words(text)
    assert "Okafor, Ngozi" in said and "River Cup Rapid 2025" in said
    assert "Latest publications" in said and "unchanged" in said
    assert "harbour-2025" not in said, "tournaments are called by name"


def test_the_newest_tournaments_are_those_that_have_begun(growing: Any) -> None:
    growing.desk.log.append(
        [
            TournamentRegistered(
                date=date.today(), tournament="later", name="Cup of Next Year", start=date.today() + timedelta(90),
                end=date.today() + timedelta(91), rounds=5, federation="FRA", format="swiss", rated=(),
            )
        ]
    )  # fmt: skip
    assert "Cup of Next Year" not in words(growing.page("/"))
    assert "Cup of Next Year" in growing.page("/tournaments")


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A ledger that was made a minute ago."""
    folder = tmp_path_factory.mktemp("empty") / "ledger"
    with open_log(folder, create=True, origin="ratings.example.org/new"):
        pass
    with running(folder) as opened:
        yield opened


def test_an_empty_ledger_says_what_to_do_step_by_step(empty: Any) -> None:
    said = words(empty.page("/"))
    steps = ["Bring your players", "Record a tournament", "Look at the first list", "Publish it"]
    places = [said.index(step) for step in steps]
    assert places == sorted(places)
    for path in (
        "/players",
        "/tournaments",
        "/federations",
        "/lists",
        "/published",
        "/log",
        "/find?q=x",
    ):
        assert empty.ask(path).status == 200, path


def test_players_are_found_sorted_and_filtered(site: Any) -> None:
    """Everybody by name; a search in either script; by federation; the same as data."""
    rows = list(csv.DictReader(site.page("/players.csv").splitlines()))
    assert len(rows) == 22 and {row["player"] for row in rows} >= {"F05", "C01", "M01"}
    assert [
        row["player"] for row in csv.DictReader(site.page("/players.csv?q=castro").splitlines())
    ] == ["F05"]
    chinese = site.page("/players?federation=CHN")
    assert "王海涛" in chinese and "Castro" not in chinese
    born = [
        int(row["born"])
        for row in csv.DictReader(site.page("/players.csv?sort=-born").splitlines())
        if row["born"]
    ]
    assert born == sorted(born, reverse=True)
    assert "Nobody fits." in site.page("/players?q=zzzz")


def test_a_federation_shows_its_best_women_and_juniors_among_active_players(site: Any) -> None:
    page = site.page("/federations/CHN")
    assert "<h1>Federation CHN</h1>" in page
    said = words(page)
    assert said.index("王海涛") < said.index("Women") < said.index("Juniors")
    assert site.ask("/federations/XXX").status == 404
    assert "Castro" in site.page("/federations/ESP"), "nobody of it is active"
    assert 'href="/federations/CHN"' in site.page("/federations")
