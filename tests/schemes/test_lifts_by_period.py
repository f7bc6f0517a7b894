"""A federation with monthly lists whose masters never stand below 1400: a title won later lifts the rating."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest

from schemes.declared.file import declaration
from schemes.declared.units import scheme_of
from schemes.drivers.by_period import PeriodScheme
from schemes.kernels import article
from schemes.kernels.causes import TITLE, Causes
from schemes.kernels.scheme import Given, ListColumn, Node, Stop, Watch


class Masters(PeriodScheme):
    """Nothing else is rated."""

    name, title = "masters", "A federation of masters"
    titles_that_count: ClassVar[tuple[str, ...]] = ("master",)

    @article("7")
    def lifted(p: Any, rating: int, player: Any, levels: int, title: int, awarded: int) -> int:  # noqa: N805
        """A master is rated 1400 at least, {rating} before."""
        return max(rating, 1400)


@pytest.fixture(params=["plain", "compiled"])
def masters(request: pytest.FixtureRequest) -> Masters:
    """The regulation in plain Python and compiled: both give the same."""
    scheme = Masters()
    scheme.runs = request.param
    return scheme


def every(node: Node) -> Iterator[Node]:
    yield node
    for below in node.below:
        yield from every(below)


def test_a_title_lifts_on_the_first_list_after_its_award(
    telling: ModuleType, masters: Masters
) -> None:
    """Anna is lifted in April, not before; Bert is above it; Carl lost the title before a list; Dora has no rating."""
    story = telling.Story(federation="FRA")
    for name, rating in (("anna", 1200), ("bert", 1500), ("carl", 1200), ("dora", None)):
        story.player(name, rating=rating)
        story.award(name, "master", "2023-03-10")
    story.revoke("carl", "master", "2023-03-20")
    assert story.list(masters, "2023-03-01").ratings["anna"] == "1200"
    april = story.list(masters, "2023-04-01")
    assert april.ratings == {"anna": "1400", "bert": "1500", "carl": "1200"}
    lines = [(node.text, node.value, node.article) for node in every(april.explain("anna"))]
    assert ("A master is rated 1400 at least, 1200 before", "1400", "7") in lines
    assert april.explain("anna").value == "1400" and april.explain("bert").value == "1500"
    assert story.list(masters, "2023-05-01").ratings["anna"] == "1400"


def test_a_title_won_on_the_day_of_a_list_lifts_on_the_next_one(
    telling: ModuleType, masters: Masters
) -> None:
    story = telling.Story(federation="FRA")
    story.player("anna", rating=1200)
    story.award("anna", "master", "2023-03-01")
    assert story.list(masters, "2023-03-01").ratings == {"anna": "1200"}
    assert story.list(masters, "2023-04-01").ratings == {"anna": "1400"}


def test_the_lift_is_booked_under_titles(telling: ModuleType, masters: Masters) -> None:
    """200 points, and nothing else changed."""
    story = telling.Story(federation="FRA")
    story.player("anna", rating=1200)
    story.award("anna", "master", "2023-03-10")
    april = story.list(masters, "2023-04-01")
    causes = Causes(1)
    given = Given(april.inputs, april.rules, april.assignment)
    stop = Stop(april.number, april.day)
    for _ in masters.replay(given, april.states[april.number - 1], [stop], Watch(causes=causes)):
        pass
    booked = causes.take()[0]
    assert booked[TITLE] == 200_00 and booked.sum() == 200_00


FILE = """
title = "A federation of masters, declared"
unit = "period"
from = 2023-01-01
[lists]
days = ["03-01", "04-01", "05-01"]
[expected]
kind = "logistic"
[k.all]
k = 20
[first]
article = "7"
rating = 1000
lifts = LIFTS
[first.titles.master]
codes = ["master"]
rating = 1400
women = 1300
"""


@pytest.mark.parametrize(
    ("lifts", "ratings"), [("true", ["1300", "1400"]), ("false", ["1200", "1200"])]
)
def test_a_file_says_whether_a_later_title_lifts(
    telling: ModuleType, lifts: str, ratings: list[str]
) -> None:
    """To the value of the title, which is another one for women; by period as by tournament and by game."""
    masters = scheme_of(declaration(FILE.replace("LIFTS", lifts), Path("masters.toml")))
    story = telling.Story(federation="FRA")
    for name, sex in (("anna", "F"), ("bert", "M")):
        story.player(name, rating=1200, sex=sex)
        story.award(name, "master", "2023-03-10")
    assert set(story.list(masters, "2023-03-01").ratings.values()) == {"1200"}
    april = story.list(masters, "2023-04-01")
    assert [april.ratings["anna"], april.ratings["bert"]] == ratings
    said = [node.text for node in every(april.explain("bert"))]
    line = "master of 2023-03-10 lifts 1200 to its first rating, if the file says so, and never lowers it"
    assert (line in said) == (lifts == "true")


def test_a_file_with_lists_is_compiled(telling: ModuleType) -> None:
    """Two newcomers begin with 1000 each; ten points change hands, compiled as in plain Python."""
    ratings = []
    for runs in ("plain", "compiled"):
        masters: Any = scheme_of(declaration(FILE.replace("LIFTS", "true"), Path("masters.toml")))
        masters.runs = runs
        story = telling.Story(federation="FRA")
        story.tournament("open", "2023-03-10", games=["anna 1-0 bert"])
        ratings.append(story.list(masters, "2023-04-01").ratings)
    assert ratings == [{"anna": "1010", "bert": "990"}] * 2


class Honours(Masters):
    """Lists say how often a title came to a player; the titles are worth nothing else."""

    titles_that_count = ("master", "grandmaster")
    own_numbers: ClassVar[Mapping[str, int]] = {"awards": 0}
    columns = (ListColumn("awards", "How many titles were awarded."),)

    @article("8")
    def lifted(p: Any, rating: int, player: Any, levels: int, title: int, awarded: int) -> int:  # noqa: N805
        """One more."""
        player.awards += 1
        return rating

    @article("9")
    def awards(p: Any, player: Any) -> int:  # noqa: N805
        """Awards so far."""
        return int(player.awards)


@pytest.mark.parametrize("runs", ["plain", "compiled"])
def test_a_regulation_by_period_keeps_numbers_of_its_own_from_list_to_list(
    telling: ModuleType, runs: str
) -> None:
    """Anna wins a title in March and one in May, Bert none: 1 on the lists of April and May, 2 from June on."""
    scheme = Honours()
    scheme.runs = runs
    story = telling.Story(federation="FRA")
    for name in ("anna", "bert"):
        story.player(name, rating=1500)
    story.award("anna", "master", "2023-03-10")
    story.award("anna", "grandmaster", "2023-05-10")
    for day, awards in (("04", 1), ("05", 1), ("06", 2), ("07", 2)):
        made = story.list(scheme, f"2023-{day}-01")
        given = Given(made.inputs, made.rules, made.assignment)
        listed = scheme.listed(given, made.states[made.number], Stop(made.number, made.day))
        assert listed.further["awards"].tolist() == [awards, 0]
