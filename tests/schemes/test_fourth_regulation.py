"""A fourth regulation is two articles and an entry point: it is found, it runs, it explains."""

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from schemes import registry, scheme, scheme_names
from wording.errors import LedgerError

pytestmark = pytest.mark.usefixtures("plain_rules")  # test_trust.py runs such a regulation compiled

CLUB = '''from schemes.kernels import article
from schemes.drivers.by_game import GameScheme


class Club(GameScheme):
    name, title = "club", "Rating of our club"

    @article("1")
    def first_rating(p, player, day):
        """Everybody begins with 1000."""
        return 1000

    @article("2", gives="change")
    def gain(p, own, opponent, score_x100):
        """A fifth of what was scored above a draw; {own} against a stronger {opponent}: one point more."""
        return (score_x100 - 50) // 5 + (1 if own < opponent else 0)


scheme = Club()
'''


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The regulation as another package would bring it: a module and the entry point of an installed distribution."""
    (tmp_path / "club_rating.py").write_text(CLUB)
    folder = tmp_path / "club_rating-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: club-rating\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[rating_ledger.schemes]\nclub = club_rating:scheme\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    registry._announced.cache_clear()
    registry.scheme.cache_clear()
    yield scheme("club")
    sys.modules.pop("club_rating", None)
    registry._announced.cache_clear()
    registry.scheme.cache_clear()


def played(story: Any) -> Any:
    story.player("ann", rating="1200.4", games=7)
    story.tournament(
        "cup", "2023-03-01", games=["ann 1-0 bob", "bob 1/2-1/2 ann day=2023-03-20", "ann -/+ bob"]
    )
    story.tournament("may", "2023-05-01", games=["bob 1-0 cid"])
    return story


def test_the_documentation_shows_this_regulation() -> None:
    """docs/schemes.md teaches it word for word."""
    page = Path(__file__).parents[2] / "docs" / "schemes.md"
    assert f"```python\n{CLUB}```" in page.read_text(encoding="utf-8")


def test_it_is_found_beside_the_others(club: Any) -> None:
    """An entry point is enough: the name is known like those of this package."""
    assert "club" in scheme_names()
    assert {"malaysia", "fide-standard", "cxa-rapid"} <= set(scheme_names())
    assert club.name == "club"


def test_without_the_package_the_name_is_refused() -> None:
    """A scheme nobody announces is unknown, and the nearest known name is offered."""
    with pytest.raises(LedgerError, match="unknown scheme 'malaisia'") as refused:
        scheme("malaisia")
    assert "did you mean 'malaysia'?" in str(refused.value)


def test_it_rates_game_by_game(club: Any, story: Any) -> None:
    """Ann 1200 beats bob, who starts at 1000: +10 and −10 + 1; then a draw: 0 and + 1."""
    ratings = played(story).list(club, "2023-03-31").ratings
    assert ratings == {"ann": "1210", "bob": "992"}


def test_a_list_can_be_asked_for_any_day(club: Any, story: Any) -> None:
    """On the day of the first game the second has not been played."""
    table = played(story).list(club, "2023-03-19").table
    assert {name: row["rating"] for name, row in table.items()} == {"ann": "1210", "bob": "991"}
    assert table["ann"]["games"] == 8 and table["bob"]["games"] == 1


def test_forfeits_are_not_rated_and_it_says_so(club: Any, story: Any) -> None:
    """The third game was a forfeit."""
    listed = played(story).list(club, "2023-03-31")
    assert listed.game("cup", 1) == (0, 0)
    assert [reason.text for reason in club.reasons if reason.code == listed.game("cup", 3)[0]] == [
        "a forfeit changes no rating"
    ]


def test_it_explains(club: Any, story: Any) -> None:
    """The root says the rating listed; the changes lead from the rating before to it."""
    listed = played(story).list(club, "2023-05-31")
    node = listed.explain("bob")
    assert node.value == listed.ratings["bob"] == "1003"  # 992 beats the new cid, 1000: 10 + 1
    assert [part.value for part in node.below] == ["992", "+11", ""]
    march = played(type(story)()).list(club, "2023-03-31").explain("bob")
    assert march.value == "992"
    assert [part.value for part in march.below] == ["", "−8", ""]
    lost, forfeit, drawn = march.below[1].below  # by day: the drawn game was played last
    assert [game.value for game in (lost, forfeit, drawn)] == ["−9", "0", "+1"]
    told = [(step.article, step.text, step.value) for step in drawn.below[:1]]
    assert told == [
        (
            "2",
            "A fifth of what was scored above a draw; 991 against a stronger 1210: one point more",
            "+1",
        )
    ]
