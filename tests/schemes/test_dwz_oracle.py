"""dwz against a second computation: whole federations, with floating-point numbers and dictionaries."""

import math
import random
from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from statistics import NormalDist
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from schemes.dwz import scheme

SPREAD = NormalDist(0, 200 * math.sqrt(2))
POINTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}


class Game(NamedTuple):
    """A game of one player."""

    opponent: str
    score: float


class Kept(NamedTuple):
    """A game kept of a player without a rating."""

    day: date
    rating: int
    score: float


class Federation:
    """Ratings, indexes and kept games by name; by the text of 2016, or by what is known of that of 2026."""

    def __init__(self, ratings: dict[str, int], born: dict[str, int], is_new: bool) -> None:
        self.ratings, self.born, self.is_new = dict(ratings), born, is_new
        self.index = dict.fromkeys(ratings, 6)
        self.kept: dict[str, list[Kept]] = {}

    def evaluate(self, day: date, games: Iterable[str]) -> None:
        """One tournament, article by article."""
        played: dict[str, list[Game]] = {}
        for first, result, second in (game.split() for game in games):
            if result in POINTS:
                played.setdefault(first, []).append(Game(second, POINTS[result][0]))
                played.setdefault(second, []).append(Game(first, POINTS[result][1]))
        old = {name: self.ratings[name] for name in played if name in self.ratings}
        limit = date(day.year - 2, day.month, min(day.day, 28) if day.month == 2 else day.day)
        pool = {name: [k for k in self.kept.get(name, ()) if k.day >= limit] for name in played}
        stages = self._stages(played, old, pool)
        new = self._first_ratings(played, old, pool, stages)
        values = {**old, **new}
        performances = {name: self._performance(played[name], values) for name in old}
        special = {name: rh for name, rh in performances.items() if rh and rh > old[name] + 300}
        if special:
            new = self._first_ratings(played, {**old, **special}, pool, stages)
        values = {**old, **special, **new}
        self._keep(day, played, old, new, stages)
        for name in old:
            self._follow(
                name, day.year, [game for game in played[name] if game.opponent in values], values
            )
        for name, rating in new.items():
            self.ratings[name], self.index[name] = rating, 1
            self.kept.pop(name, None)

    def _stages(
        self, played: dict[str, list[Game]], old: dict[str, int], pool: dict[str, list[Kept]]
    ) -> tuple[set[str], set[str]]:
        """Who gets a first rating in the first stage, and in the second (3.4.1)."""

        def enough(name: str, known: set[str]) -> bool:
            scores = [g.score for g in played[name] if g.opponent in known] + [
                k.score for k in pool[name]
            ]
            return (
                len(scores) >= 5 and 0 < sum(scores) < len(scores) + self.is_new
            )  # from 2026 on all points, too

        unrated = set(played) - set(old)
        first = {name for name in unrated if enough(name, set(old))}
        return first, {name for name in unrated - first if enough(name, set(old) | first)}

    def _first_ratings(
        self,
        played: dict[str, list[Game]],
        values: dict[str, int],
        pool: dict[str, list[Kept]],
        stages: tuple[set[str], set[str]],
    ) -> dict[str, int]:
        """The overall iteration (3.4.4)."""
        now: dict[str, int] = {}
        for stage in stages:
            first = {
                name: _against(played[name], {**values, **now}) + _old(pool[name]) for name in stage
            }
            now |= {name: self._begin(self._with_draw(against)) for name, against in first.items()}
        for _ in range(1000):
            table = {
                name: _against(played[name], {**values, **now}) + _old(pool[name]) for name in now
            }
            steps = {
                name: _step(now[name], self._with_draw(against)) for name, against in table.items()
            }
            if not any(steps.values()):
                break
            now = {name: now[name] + steps[name] for name in now}
        return {name: self._lifted(ri) for name, ri in now.items()}

    def _lifted(self, ri: int) -> int:
        """A first rating below 800, and from 2026 on below 2000, is lifted."""
        if self.is_new:
            lifted = ri + 0.08 * (2000 - ri) if ri >= 1100 else 1100 + 9 * 0.08 * ri / 11
            return ri if ri >= 2000 else max(math.floor(lifted + 0.5), 1100)
        return ri if ri >= 800 else math.floor(700 + ri / 8 + 0.5)

    def _with_draw(self, against: list[tuple[int, float]]) -> list[tuple[int, float]]:
        """From 2026 on a full score has a draw against the mean of the opponents added."""
        is_full = self.is_new and all(score == 1 for _, score in against)
        return [*against, (_mean(against), 0.5)] if is_full else against

    @staticmethod
    def _begin(against: list[tuple[int, float]]) -> int:
        return _mean(against) + round(
            SPREAD.inv_cdf(sum(score for _, score in against) / len(against))
        )

    def _performance(self, games: list[Game], values: dict[str, int]) -> int | None:
        """3.6.2, of five games at least."""
        if len(_against(games, values)) < 5:
            return None
        against = self._with_draw(_against(games, values))
        share = sum(score for _, score in against) / len(against)
        if share in (0, 1):
            return _mean(against) + (677 if share else -677)
        now = self._begin(against)
        for _ in range(1000):
            step = _step(now, against)
            if step == 0:
                break
            now += step
        return now

    def _keep(
        self, day: date, played: dict[str, list[Game]], old: dict[str, int], new: dict[str, int],
        stages: tuple[set[str], set[str]],
    ) -> None:  # fmt: skip
        for name in set(played) - set(old) - set(new):
            for opponent, score in played[name]:
                if opponent in old or opponent in stages[0]:
                    rating = old.get(opponent) or new[opponent]
                    self.kept.setdefault(name, []).append(Kept(day, rating, score))

    def _follow(self, name: str, year: int, games: list[Game], values: dict[str, int]) -> None:
        """3.5 with annex 1.2."""
        if not games:
            return
        own = self.ratings[name]
        expected = sum(SPREAD.cdf(own - values[game.opponent]) for game in games)
        surplus = sum(game.score for game in games) - expected
        surplus = 0.0 if abs(surplus) < 1e-9 else surplus
        age = year - self.born[name] if self.born[name] else 99
        self.index[name] += 1
        if self.is_new:
            k = _k(own, age, self.index[name] - 1, surplus < 0)
            self.ratings[name] = max(math.floor(own + k * surplus + 0.5), 1100)
            return
        e = (own / 1000) ** 4 + (5 if age <= 20 else 10 if age <= 25 else 15)
        brake = math.exp((1300 - own) / 150) - 1 if own < 1300 and surplus < 0 else 0.0
        if age <= 20 and surplus >= 0:
            e *= min(max(own / 2000, 0.5), 1.0)
        e = max(math.floor(e + brake + 0.5), 5)
        index = self.index[name] - 1
        e = min(e, 150 if brake else 5 * index if index <= 5 else 30)
        self.ratings[name] = math.floor(own + 800 * surplus / (e + len(games)) + 0.5)


def _k(own: int, age: int, index: int, is_below: bool) -> float:
    """K from 2026 on: 60 twice, then down by 2 with each index; by age and rating."""
    least = 25 if own >= (2200 if age <= 25 else 2000) else 32 if age <= 25 else 28
    k = Fraction(60 if index <= 2 else least + 2 * max(11 - index, 0))
    if is_below:
        k *= Fraction(min(own, 1600) + 800, 2400)
    elif age <= 20:
        k += Fraction(max(2000 - own, 0), 30)
    elif own < 1600:
        k += 4
    return min(math.floor(10 * k + Fraction(1, 2)), 800) / 10


def _mean(against: list[tuple[int, float]]) -> int:
    return math.floor(sum(rating for rating, _ in against) / len(against) + 0.5)


def _against(games: list[Game], values: dict[str, int]) -> list[tuple[int, float]]:
    return [(values[game.opponent], game.score) for game in games if game.opponent in values]


def _old(kept: list[Kept]) -> list[tuple[int, float]]:
    return [(each.rating, each.score) for each in kept]


def _step(now: int, against: list[tuple[int, float]]) -> int:
    """The difference that the surplus stands for, at most 677."""
    surplus = sum(score - SPREAD.cdf(now - rating) for rating, score in against) / len(against)
    share = min(max(0.5 + surplus, 1e-12), 1 - 1e-12)
    return max(min(round(SPREAD.inv_cdf(share)), 677), -677)


@pytest.mark.parametrize(
    ("seed", "year"), [*((seed, 2020) for seed in range(12)), *((seed, 2027) for seed in range(6))]
)
def test_a_second_computation_agrees(telling: ModuleType, seed: int, year: int) -> None:
    """Four years of a club with newcomers, children, matches of many games, and one who is far stronger than rated."""
    lots = random.Random(seed)
    names = [f"p{number:02d}" for number in range(24)]
    strength = {name: lots.gauss(1450, 350) for name in names}
    born = {name: lots.choice((0, 1960, year - 21, year - 17, year - 10)) for name in names}
    lowest = 400 if year < 2026 else 1100
    ratings = {name: max(int(strength[name] + lots.gauss(0, 120)), lowest) for name in names[:13]}
    strength[names[0]] += 700
    story = telling.Story(federation="GER", carried_on="2020-01-01")
    wanted = Federation(ratings, born, is_new=year >= 2026)
    for name in names:
        story.player(name, rating=ratings.get(name), born=born[name])
    day = date(year, 2, 3).toordinal()
    for number in range(24):
        day += lots.choice((15, 60, 61, 140))
        games = tournament(lots, names, strength)
        story.tournament(f"cup-{number:02d}", date.fromordinal(day), games=games)
        wanted.evaluate(date.fromordinal(day), games)
    outcome = story.list(scheme, date.fromordinal(day + 40))
    assert {name: int(rating) for name, rating in outcome.ratings.items()} == wanted.ratings
    index: Any = outcome.states[outcome.number]["index"]
    assert {name: int(index[story.number(name)]) for name in wanted.index} == wanted.index
    for name in wanted.ratings:
        assert outcome.explain(name).value == outcome.ratings[name]


def tournament(lots: random.Random, names: list[str], strength: dict[str, float]) -> list[str]:
    """Some rounds of random pairs; now and then a match of two."""
    if lots.random() < 0.1:
        pairs = [lots.sample(names, 2)] * lots.choice((6, 12))
    else:
        players = lots.sample(names, lots.choice((6, 10, 16)))
        pairs = [pair for _ in range(lots.choice((3, 5, 7))) for pair in _round(lots, players)]
    return [
        f"{one} {_result(lots, strength[one] - strength[other])} {other}" for one, other in pairs
    ]


def _round(lots: random.Random, players: list[str]) -> list[list[str]]:
    order = lots.sample(players, len(players))
    return [order[place : place + 2] for place in range(0, len(order), 2)]


def _result(lots: random.Random, difference: float) -> str:
    if lots.random() < 0.05:
        return "+/-"
    if lots.random() < 0.2:
        return "1/2-1/2"
    return "1-0" if lots.random() < SPREAD.cdf(difference) else "0-1"
