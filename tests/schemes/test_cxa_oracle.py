"""cxa-rapid against a deliberately simple second calculation, on random small federations.

The second calculation is written from the reading file with dictionaries, fractions and decimals; it shares nothing
with the scheme but the story it is told.
"""

import random
from datetime import date
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemes import scheme
from schemes.kernels.inputs import RESULTS, STAGES
from schemes.kernels.scheme import Assignment, Given

CXA = scheme("cxa-rapid")
LISTS = [date(year, month, 1).toordinal() for year in (2021, 2022, 2023) for month in (1, 10)][1:]
STANDARD = {
    "cxa-gm": (2550, 2350), "sport-intl": (2550, 2350), "cxa-m": (2450, 2250), "sport-m": (2450, 2250),
    "cxa-am": (2350, 2150), "sport-1": (2350, 2150), "cxa-rm": (2250, 2050), "sport-2": (2250, 2050),
    "cxa-1": (2150, 1950), "sport-3": (2150, 1950), "cxa-2": (2000, 1800),
}  # fmt: skip
WXF = {"wxf-gm": (2550, 2350), "wxf-im": (2450, 2250), "wxf-m": (2350, 2150)}
TITLES = [*STANDARD, *WXF]


def federation(telling: ModuleType, dice: random.Random) -> Any:
    """A random federation of a dozen players over four periods."""
    story = telling.Story(carried_on="2021-10-01")
    names = [f"p{number}" for number in range(dice.randint(4, 12))]
    for name in names:
        rating = dice.choice([None, None, f"{dice.randint(17000, 28000) / 10:.1f}"])
        federation = dice.choice(["CHN", "CHN", "CHN", "MAS", ""])
        titles = {title: a_day(dice) for title in dice.sample(TITLES, dice.choice([0, 0, 1, 2]))}
        story.player(name, dice.choice("MF"), federation=federation, titles=titles, rating=rating)
    for number in range(dice.randint(1, 8)):
        a_tournament(story, dice, f"t{number}", names)
    for name in names:
        if dice.random() < 0.3:
            title = dice.choice(TITLES)
            getattr(story, dice.choice(["award", "revoke"]))(name, title, a_day(dice))
        if dice.random() < 0.15:
            story.transfer(name, dice.choice(["CHN", "HKG"]), a_day(dice))
        if dice.random() < 0.1:
            story.carry(name, f"{dice.randint(17000, 28000) / 10:.1f}", a_day(dice))
    return story


def a_day(dice: random.Random) -> Any:
    """A day in the years looked at, often a list's day or one beside it."""
    if dice.random() < 0.4:
        return date.fromordinal(dice.choice(LISTS) + dice.choice([-1, 0, 0, 1]))
    return date.fromordinal(dice.randint(LISTS[0], LISTS[-1]))


def a_tournament(story: Any, dice: random.Random, name: str, names: Any) -> None:
    start = a_day(dice)
    end = date.fromordinal(start.toordinal() + dice.choice([0, 1, 5, 100]))
    papers = dice.choice(
        [{}, {}, {}, {"base": 900, "increment": 10}, {"base": 901}, {"national_arbiters": 1}]
    )
    field = dice.sample(names, dice.randint(2, len(names)))
    event = dice.choice(["individual", "individual", "team"])
    story.tournament(name, start, end, ranking=dice.choice([field, []]), event=event, **papers)
    for round_ in range(1, dice.randint(2, 5)):
        dice.shuffle(field)
        for board, (one, two) in enumerate(zip(field[::2], field[1::2], strict=False), start=1):
            result = dice.choice(RESULTS)
            fouls = (
                dice.choice(["first", "second", "both"])
                if dice.random() < 0.1 and result in RESULTS[:3]
                else ""
            )
            story.game(name, one, two, result, round=round_, board=board, fouls=fouls)
    for round_ in range(1, dice.choice([1, 1, 3, 4, 6])):
        one, two = dice.sample(field[:3], 2) if len(field) > 2 else field[:2]
        stage = dice.choice(["playoff", "final", "final", "third", "semifinal"])
        story.game(name, one, two, dice.choice(RESULTS), round=round_, board=1, stage=stage)


class Office:
    """The regulation with pencil and paper."""

    def __init__(self, story: Any, champions_of_teams: bool = False) -> None:
        self.story, self.champions_of_teams = story, champions_of_teams
        self.names = list(story.people)
        self.ratings = {}  # player number → tenths

    def held(self, player: Any, day: Any) -> Any:
        rows = [
            r
            for r in self.story.facts.get("title", ())
            if r["player"] == player and r["day"] <= day
        ]
        titles = set()
        for row in sorted(rows, key=lambda r: r["day"]):
            (titles.add if row["held"] else titles.discard)(row["code"])
        return titles

    def value(self, player: Any, table: Any, titles: Any, otherwise: Any) -> Any:
        sex = self.story.people[self.names[player]]["sex"] - 1
        return max(
            [Fraction(table[title][sex]) for title in titles if title in table],
            default=otherwise[sex],
        )

    def outside(self, player: Any, day: Any) -> Any:
        rows = [
            r for r in self.story.facts["federation"] if r["player"] == player and r["day"] <= day
        ]
        return sorted(rows, key=lambda r: r["day"])[-1]["code"] not in ("CHN", "")

    def strength(self, player: Any, start: Any, newcomers: Any) -> Any:
        """The rating with which somebody plays; None if not rated."""
        if player in self.ratings:
            return Fraction(self.ratings[player], 10)
        if player in newcomers:
            return newcomers[player]
        titles = self.held(player, start)
        if self.outside(player, start):
            return self.value(player, WXF, titles, (None, None))
        return self.value(player, STANDARD, titles, (Fraction(2000), Fraction(1800)))

    def counted(self, tournaments: Any) -> Any:
        """(tournament, first, second, score of first, score of second) of all games that count; first ratings."""
        newcomers, games = {}, []
        for name in tournaments:
            start = self.story.events[name]["start"]
            mine = [g for g in self.story.games if g["tournament"] == name]
            ordinary, playoffs, met = [], {}, set()
            for game in sorted(mine, key=lambda g: (g["stage"], g["round"], g["board"])):
                pair, stage = frozenset((game["first"], game["second"])), STAGES[game["stage"]]
                again = stage != "main" and (pair, stage) in met
                met.add((pair, stage))
                if stage == "playoff" or again:
                    playoffs[pair] = {**game, "playoff": True}
                else:
                    ordinary.append({**game, "playoff": False})
            mine = ordinary + list(playoffs.values())
            found = {}
            for game in mine:
                sides = [
                    self.strength(game[side], start, newcomers) for side in ("first", "second")
                ]
                if None in sides:
                    continue
                found[game["first"]], found[game["second"]] = sides
                games.append((name, game["first"], game["second"], *scores(game)))
            newcomers |= {
                player: value for player, value in found.items() if player not in self.ratings
            }
        return newcomers, games

    def next_list(self, begin: Any, day: Any) -> None:
        """Everybody's rating on the list of a day."""
        events = self.story.events
        tournaments = [n for n, t in events.items() if begin <= t["end"] < day and eligible(t)]
        tournaments.sort(key=lambda n: (events[n]["start"], events[n]["end"], n))
        newcomers, games = self.counted(tournaments)
        old = {player: Fraction(rating, 10) for player, rating in self.ratings.items()} | newcomers
        new = {}
        for player, rating in old.items():
            change = sum(self.change(name, player, old, games) for name in tournaments)
            tenths = rounded((rating + change) * 10)
            new[player] = max(tenths, *self.lifts(player, begin, day), self.floor(player))
        for row in sorted(self.story.facts.get("carried", ()), key=lambda r: r["day"]):
            if begin < row["day"] <= day:
                tenths = rounded(Fraction(row["rating_x100"], 10))
                new[row["player"]] = max(tenths, self.floor(row["player"]))
        self.ratings = new

    def floor(self, player: Any) -> Any:
        return (20000, 18000)[self.story.people[self.names[player]]["sex"] - 1]

    def lifts(self, player: Any, begin: Any, day: Any) -> Any:
        awards = [
            r
            for r in self.story.facts.get("title", ())
            if r["player"] == player and begin <= r["day"] < day
        ]
        codes = [r["code"] for r in awards if r["held"] and r["code"] in self.held(player, day)]
        return [int(self.value(player, STANDARD, [code], (0, 0)) * 10) for code in codes] or [0]

    def change(self, name: str, player: Any, old: Any, games: Any) -> Any:
        """ΔR of a tournament, in points."""
        met = [(b, x) for n, a, b, x, _ in games if (n, a) == (name, player)]
        met += [(a, y) for n, a, b, _, y in games if (n, b) == (name, player)]
        if not met:
            return Fraction(0)
        mean = Fraction(rounded(sum(old[opponent] for opponent, _ in met) / len(met) * 100), 100)
        k = factor(old[player])
        change = k * (sum(score for _, score in met) - len(met) * expectation(mean - old[player]))
        champions = [
            r["player"]
            for r in self.story.rows.get("rank", ())
            if (r["tournament"], r["rank"]) == (name, 1)
        ]
        if player in champions and (self.champions_of_teams or not self.story.events[name]["team"]):
            bonus = Fraction(rounded(old[player] * k / 1000 * 100), 100)
            return max(change, Fraction(0)) + bonus
        return change


def eligible(tournament: Any) -> Any:
    begins = date(2021, 10, 15).toordinal()
    return (
        tournament["start"] >= begins
        and tournament["base"] <= 900
        and tournament["increment"] <= 10
        and tournament["arbiters"] in (-1, 2, 3)
    )


def scores(game: Any) -> Any:
    if game["fouls"]:
        return {"first": (0, 1), "second": (1, 0), "both": (0, 0)}[game["fouls"]]
    result, half = RESULTS[game["recorded"]], Fraction(1, 2)
    if result == "1/2-1/2":
        return (0, 1) if game["playoff"] else (half, half)
    return {"1-0": (1, 0), "+/-": (1, 0), "0-1": (0, 1), "-/+": (0, 1), "-/-": (0, 0)}[result]


def factor(rating: Any) -> int:
    return (
        5
        if rating >= 2700
        else 10
        if rating >= 2500
        else 15
        if rating >= 2300
        else 20
        if rating >= 2100
        else 25
    )


def rounded(number: Any) -> Any:
    """Half away from zero, for numbers that are not negative."""
    assert number >= 0
    return int(number + Fraction(1, 2))


def expectation(difference: Any) -> Any:
    """P straight from the formula, with fifty digits."""
    with localcontext() as context:
        context.prec = 50
        exponent = Decimal(difference.numerator) / Decimal(difference.denominator) / 400
        p = 1 / (1 + Decimal(10) ** exponent)
        return Fraction(p.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))


@pytest.fixture(scope="module")
def make(telling: ModuleType) -> Any:
    return lambda seed: federation(telling, random.Random(seed))


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), champions=st.sampled_from(["individual", "all"]))
def test_random_federations_have_the_ratings_that_pencil_and_paper_give(
    make: Any, seed: int, champions: str
) -> None:
    """All ratings of four lists in a row are those of the simple calculation, with champions of team events or not."""
    story = make(seed)
    office = Office(story, champions_of_teams=champions == "all")
    outcome = story.list(CXA, date.fromordinal(LISTS[-1]), champion_event=champions)
    for begin, day in zip([date(2021, 1, 1).toordinal(), *LISTS], LISTS, strict=False):
        office.next_list(begin, day)
        number = CXA.calendar(outcome.rules).number(date.fromordinal(day))
        if number in outcome.states:
            rating = CXA.ratings(outcome.states[number])
            found = {player: int(rating[player]) for player in np.flatnonzero(rating)}
            assert found == office.ratings, date.fromordinal(day)
    assert outcome.number in outcome.states


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_explanations_step_by_step_give_the_numbers_of_the_compiled_replay(
    make: Any, seed: int
) -> None:
    """Both speeds agree for everybody, and the tournaments' changes add up to the change of the period."""
    outcome = make(seed).list(CXA, date.fromordinal(LISTS[2 + seed % 2]))
    assert len(outcome.inputs.players.ids)
    for name in outcome.inputs.players.ids:
        node = outcome.explain(name)
        assert node.value == outcome.ratings.get(name, "unrated")
        total = sum(
            Fraction(below.value.replace("−", "-"))
            for below in node.below
            if below.article == "8" and below.value
        )
        summed = [below for below in node.below if below.article == "8.6"]
        if summed:
            told = summed[0].text.partition("period, ")[2].partition(",")[0]
            assert Fraction(told.replace("−", "-")) == total


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_no_rating_is_ever_below_the_floor(make: Any, seed: int) -> None:
    """Men stay at 2000.0 or above, women at 1800.0 or above, on every list."""
    outcome = make(seed).list(CXA, date.fromordinal(LISTS[-1]))
    floor = np.where(outcome.inputs.players.sex == 1, 20000, 18000)
    assert outcome.states
    for state in outcome.states.values():
        ratings = CXA.ratings(state)
        assert ((ratings == 0) | (ratings >= floor)).all()


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_a_game_against_somebody_unrated_changes_nobody(make: Any, seed: int) -> None:
    """A player from outside without a title may play anybody: no rating moves."""
    story, with_guest = make(seed), make(seed)
    with_guest.player("guest", federation="FRA")
    name = next(iter(with_guest.events))
    with_guest.game(name, "guest", "p0", "1-0", round=9, board=9)
    with_guest.game(name, "p1", "guest", "1/2-1/2", round=9, board=8, stage="playoff")
    day = date.fromordinal(LISTS[-1])
    assert with_guest.list(CXA, day).ratings == story.list(CXA, day).ratings


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_order_in_which_tournaments_were_written_down_does_not_matter(
    make: Any, seed: int
) -> None:
    """Numbers and ids of tournaments are names only."""
    story, shuffled = make(seed), make(seed)
    names = list(shuffled.events)
    random.Random(seed).shuffle(names)
    shuffled.events = {name: shuffled.events[name] for name in names}
    day = date.fromordinal(LISTS[-1])
    assert shuffled.list(CXA, day).ratings == story.list(CXA, day).ratings


@settings(max_examples=25, deadline=None)
@given(ratings=st.lists(st.integers(20500, 28000), min_size=3, max_size=3), dice=st.randoms())
def test_rated_players_may_play_their_tournaments_of_a_period_in_any_order(
    telling: ModuleType, ratings: Any, dice: random.Random
) -> None:
    """Swapping the dates of two tournaments of a period moves no rating of players who had one."""
    results = [dice.choice(RESULTS) for _ in range(4)]

    def outcome(one: Any, other: Any) -> Any:
        story = telling.Story(carried_on="2021-10-01")
        for name, rating in zip("abc", ratings, strict=True):
            story.player(name, rating=f"{rating // 10}.{rating % 10}")
        story.tournament("x", one, games=[f"a {results[0]} b", f"b {results[1]} c"])
        story.tournament("y", other, games=[f"a {results[2]} c", f"b {results[3]} a"])
        return story.list(CXA, "2023-10-01").ratings

    assert outcome("2023-03-01", "2023-06-01") == outcome("2023-06-01", "2023-03-01")


@settings(max_examples=40, deadline=None)
@given(one=st.integers(23200, 24800), other=st.integers(23200, 24800))
def test_swapping_sides_mirrors_the_change_under_equal_k(
    telling: ModuleType, one: Any, other: Any
) -> None:
    """What a win brings to one is what it costs the other, and no side has an advantage."""

    def changes(game: Any) -> Any:
        story = telling.Story(carried_on="2021-10-01")
        story.player("a", rating=f"{one // 10}.{one % 10}")
        story.player("b", rating=f"{other // 10}.{other % 10}")
        story.tournament("x", games=[game])
        return [change_of(node) for node in map(story.list(CXA, "2023-10-01").explain, "ab")]

    won = changes("a 1-0 b")
    assert won[0] == -won[1]
    assert changes("b 0-1 a") == won


def change_of(node: Any) -> Any:
    return next(
        Fraction(below.value.replace("−", "-")) for below in node.below if below.article == "8"
    )


def test_a_list_needs_only_the_games_of_its_tournaments(telling: ModuleType, make: Any) -> None:
    """Running a list with the games of all other lists left out gives the same."""
    story = make(7)
    whole = story.list(CXA, date.fromordinal(LISTS[-1]))
    assignment = CXA.assign(whole.inputs.tournaments, whole.rules)
    for number in range(min(whole.states) + 1, whole.number + 1):
        away = np.where(assignment.first == number, -1, 1)
        kept = only(whole.inputs, away < 0)
        state = {name: column.copy() for name, column in whole.states[number - 1].items()}
        again = telling.run(CXA, Given(kept, whole.rules, assignment), state, number, number)
        assert all(
            np.array_equal(column, again[name]) for name, column in whole.states[number].items()
        )


def only(inputs: Any, wanted: Any) -> Any:
    from dataclasses import replace

    counts = np.diff(inputs.games.offset)
    rows = np.repeat(wanted, counts)
    offset = np.concatenate([[0], np.cumsum(np.where(wanted, counts, 0))])
    columns = {
        name: column[rows]
        for name, column in vars(inputs.games).items()
        if name not in ("offset", "further")
    }
    return replace(inputs, games=replace(inputs.games, offset=offset, **columns))


def test_every_tournament_is_assigned(make: Any) -> None:
    """Each has a list, a version and no reason, or no list and a reason."""
    for seed in range(20):
        inputs = make(seed).inputs()
        found = CXA.assign(inputs.tournaments, CXA.rules())
        assert isinstance(found, Assignment)
        assert ((found.first >= 0) == (found.reason == 0)).all()
        assert (found.first == found.last).all()
