"""Regulations without code against a second computation: plain Python with fractions, from what the files mean.

One file for each unit, on random small federations; seeds are printed by pytest as the parameter of the test.
"""

import itertools
import random
from collections import defaultdict
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any

import pytest

from tests.replay.conftest import StoryOffice

SCORES = {"1-0": Fraction(1), "0-1": Fraction(0), "1/2-1/2": Fraction(1, 2)}
PLAYERS = {
    f"p{number}": 1960 + 7 * number for number in range(10)
}  # and the year of birth: 1960 to 2023

PERIOD = """
title = "Quarterly"
unit = "period"
from = 2024-01-01
[lists]
days = ["01-01", "04-01", "07-01", "10-01"]
closing = 2
[expected]
kind = "logistic"
digits = 3
cap = 150
[k.new]
k = 40
games_below = 6
[k.top]
k = 10
peak_from = 1330
[k.junior]
k = 30
age_most = 20
[k.normal]
k = 20
[k_limit]
most = 90
[rounding]
rule = "half-even"
place = "tournament"
[first]
kind = "fixed"
rating = 1200
[floor]
rating = 1150
"""

TOURNAMENT = """
title = "Half-yearly"
unit = "tournament"
decimals = 1
from = 2024-01-01
[lists]
days = ["01-01", "07-01"]
[games]
forfeits = "rated"
[expected]
kind = "linear"
width = 350
against = "mean"
[k.top]
k = 12
rating_from = 1300
[k.bottom]
k = 32
rating_below = 1100
[k.normal]
k = 24
[k_limit]
most = 60
[rounding]
rule = "half-up"
[first]
rating = 1200
women = 1150
lifts = true
[first.titles.master]
codes = ["master"]
rating = 1350
women = 1300
[floor]
rating = 1000
[bonus]
points = [2]
permille = [1]
loses = false
"""

GAME = """
title = "Daily"
unit = "game"
from = 2024-01-01
[expected]
kind = "table"
rows = [[10, 50], [40, 55], [100, 64], [250, 80]]
beyond = 95
[k.master]
k = 8
titles = ["master"]
[k.new]
k = 30
games_below = 5
[k.old]
k = 10
age_least = 50
[k.normal]
k = 15
[last_rounds]
rounds = 1
add = 5
[rounding]
rule = "down"
[first]
rating = 1200
[first.titles.master]
codes = ["master"]
rating = 1350
[floor]
rating = 1170
[bonus]
points = [9, 5]
[absence]
percent = 2.5
"""


@pytest.fixture
def declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("RATING_LEDGER_SCHEMES", str(tmp_path))
    return lambda name, text: (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")


class Federation:
    """Ten players and a few tournaments from a seed: their days, games and rankings."""

    def __init__(self, scheme: str, seed: int) -> None:
        lots = random.Random(seed)
        self.office, self.tournaments = StoryOffice(), []
        self.women = {player for player in PLAYERS if lots.random() < 0.4}
        self.masters = {player for player in PLAYERS if lots.random() < 0.2}
        for player, born in PLAYERS.items():
            self.office.player(player, sex="F" if player in self.women else "M", born=born)
        for player in sorted(self.masters):
            self.office.tell(
                {"type": "TitleAwarded", "player": player, "title": "master", "date": "2023-12-01"}
            )
        for number in range(9):
            self._play(scheme, f"t{number}", lots)

    def _play(self, scheme: str, name: str, lots: random.Random) -> None:
        start = date(2024, 1, 2) + timedelta(days=lots.randrange(700))
        end = start + timedelta(days=lots.randrange(3, 40))
        self.office.tournament(name, str(start), str(end), scheme, rounds=3)
        games = []
        for round_ in range(1, 4):
            order = lots.sample(sorted(PLAYERS), 6)
            day = start + timedelta(days=round_ - 1)
            for board in range(3):
                first, second = order[2 * board : 2 * board + 2]
                result = lots.choice(["1-0", "0-1", "1/2-1/2", "1-0", "+/-"])
                games.append((day, round_, board + 1, first, second, result))
                self.office.games(
                    name, str(day), [f"{round_}.{board + 1} {first} {result} {second}"]
                )
        ranking = lots.sample(sorted(PLAYERS), 3)
        self.office.close(name, str(end), ranking)
        self.tournaments.append((start, end, name, games, ranking))

    def sides(self, games: list[Any], *, forfeits: bool) -> dict[str, list[tuple[str, Fraction]]]:
        """Player → (opponent, score) of the games that count."""
        found: dict[str, list[tuple[str, Fraction]]] = defaultdict(list)
        for _, _, _, first, second, result in games:
            if result in SCORES or forfeits:
                score = SCORES.get(result, Fraction(1))
                found[first].append((second, score))
                found[second].append((first, 1 - score))
        return found

    def listed(self, scheme: str, day: date) -> dict[str, Fraction]:
        made = self.office.list(scheme, str(day))
        return {player: Fraction(rating) for player, rating in made.items()}


def logistic(difference: Fraction, digits: int) -> Fraction:
    with localcontext() as context:
        context.prec = 50
        exact = 1 / (
            1
            + Decimal(10)
            ** (-Decimal(difference.numerator) / Decimal(difference.denominator) / 400)
        )
    return Fraction(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def half_even(value: Fraction) -> int:
    return round(value)


def half_away(value: Fraction) -> int:
    return floor(value + Fraction(1, 2)) if value >= 0 else ceil(value - Fraction(1, 2))


SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 6))]


@pytest.mark.parametrize("seed", SEEDS)
def test_by_period(declared: Any, seed: int) -> None:
    """Ratings, games and peaks of the list at a tournament's start; the change of each tournament is rounded."""
    declared("quarterly", PERIOD)
    told = Federation("quarterly", seed)
    days = [date(year, month, 1) for year in (2023, 2024, 2025, 2026) for month in (1, 4, 7, 10)]
    lists: dict[date, dict[str, tuple[int, int, int]]] = {days[0]: {}}
    published = {}
    for before, day in itertools.pairwise(days):
        new = dict(lists[before])
        here = [t for t in told.tournaments if before <= t[1] + timedelta(days=1) < day]
        sides = [
            (start, told.sides(games, forfeits=False))
            for start, _, _, games, _ in sorted(here, key=lambda t: t[:3])
        ]
        for player, born in PLAYERS.items():
            own = [(start, games[player]) for start, games in sides if games[player]]
            count = sum(len(games) for _, games in own)
            if not count:
                continue
            rating, played, peak = lists[before].setdefault(
                player, (1200, 0, 1200)
            )  # begins on the list before
            for start, games in own:
                at_start = max(each for each in lists if each <= start)
                rated, known, highest = lists[at_start].get(player) or lists[before][player]
                k = (
                    40
                    if known < 6
                    else 10
                    if highest >= 1330
                    else 30
                    if start.year - born <= 20
                    else 20
                )
                k = min(k, 90 // count)
                gains = Fraction(0)
                for opponent, score in games:
                    other = lists[at_start].get(opponent, (1200,))[0]
                    gains += score - logistic(Fraction(min(max(rated - other, -150), 150)), 3)
                rating += half_even(Fraction(half_away(100 * k * gains), 100))
            new[player] = (max(rating, 1150), played + count, max(peak, max(rating, 1150)))
        published[day] = {player: Fraction(numbers[0]) for player, numbers in new.items()}
        lists[day] = new
    for day in days[4:]:
        assert told.listed("quarterly", day) == published[day], day


@pytest.mark.parametrize("seed", SEEDS)
def test_by_tournament(declared: Any, seed: int) -> None:
    """Ratings of the last list; the mean of the opponents; a champion does not lose and gets a bonus."""
    declared("half-yearly", TOURNAMENT)
    told = Federation("half-yearly", seed)
    days = [date(year, month, 1) for year in (2024, 2025, 2026) for month in (1, 7)]
    ratings: dict[str, Fraction] = {}
    for before, day in itertools.pairwise(days):
        own = dict(ratings)
        changes: dict[str, Fraction] = defaultdict(Fraction)
        for _, _, _, games, ranking in sorted(
            (t for t in told.tournaments if before <= t[1] < day), key=lambda t: t[:3]
        ):
            sides = told.sides(games, forfeits=True)
            for player in sides:
                own.setdefault(player, first_rating(told, player))
            for player, met in sides.items():
                k = 12 if own[player] >= 1300 else 32 if own[player] < 1100 else 24
                mean = Fraction(half_away(100 * sum(own[each] for each, _ in met) / len(met)), 100)
                limited = min(k, 60 // len(met))
                change = limited * (
                    sum(score for _, score in met) - len(met) * linear(own[player] - mean)
                )
                change = Fraction(floor(100 * change + Fraction(1, 2)), 100)
                if player == ranking[0]:
                    bonus = 2 + Fraction(floor(100 * own[player] * k / 1000 + Fraction(1, 2)), 100)
                    change = max(change, Fraction(0)) + bonus
                changes[player] += change
        for player in own:
            rating = Fraction(floor(10 * (own[player] + changes[player]) + Fraction(1, 2)), 10)
            ratings[player] = max(rating, Fraction(1000))
        assert told.listed("half-yearly", day) == ratings, day


def first_rating(told: Federation, player: str) -> Fraction:
    woman = player in told.women
    if player in told.masters:
        return Fraction(1300 if woman else 1350)
    return Fraction(1150 if woman else 1200)


def linear(difference: Fraction) -> Fraction:
    share = Fraction(
        floor(100 * (Fraction(1, 2) + min(abs(difference), 350) / 700) + Fraction(1, 2)), 100
    )
    return share if difference >= 0 else 1 - share


@pytest.mark.parametrize("seed", SEEDS)
def test_by_game(declared: Any, seed: int) -> None:
    """Game after game; bonuses on the closing day; on 1 January 2.5 % of those who were in nothing for a year."""
    declared("daily", GAME)
    told = Federation("daily", seed)
    acts: list[tuple[Any, ...]] = [((date(year, 1, 1), 0), year) for year in (2025, 2026)]
    for _start, end, name, games, ranking in told.tournaments:
        acts += [((game[0], 1, name, game[1], game[2]), game) for game in games]
        acts.append(((end, 2, name), ranking))
    ratings, played, since = {}, defaultdict(int), {}
    for when, what in sorted(acts, key=lambda act: act[0]):
        if when[0] > date(2026, 6, 30):
            break
        if when[1] == 0:
            year = what - 1
            closed = [t for t in told.tournaments if t[1].year == year]
            for player in ratings:
                took_part = any(player in present(games) for _, _, _, games, _ in closed)
                if closed and not took_part and since[player] < date(year, 1, 1):
                    ratings[player] = max(
                        ratings[player] - floor(Fraction(ratings[player]) / 40), 1170
                    )
        elif when[1] == 2:
            for points, player in zip((9, 5), what, strict=False):
                if player in ratings:
                    ratings[player] += points
        elif what[5] in SCORES:
            rate_game(told, what, ratings, played, since)
    assert told.listed("daily", date(2026, 6, 30)) == {
        player: Fraction(rating) for player, rating in ratings.items()
    }


def present(games: list[Any]) -> set[str]:
    """Who was there: not the loser of a forfeit."""
    return {
        player for game in games for player in (game[3], *([] if game[5] == "+/-" else [game[4]]))
    }


def rate_game(told: Federation, game: Any, ratings: Any, played: Any, since: Any) -> None:
    day, round_, _, first, second, result = game
    for player in (first, second):
        if player not in ratings:
            ratings[player], since[player] = 1350 if player in told.masters else 1200, day
    score, before = SCORES[result], (ratings[first], ratings[second])
    for player, own, other, scored in ((first, *before, score), (second, *before[::-1], 1 - score)):
        k = (
            8
            if player in told.masters
            else 30
            if played[player] < 5
            else 10
            if day.year - PLAYERS[player] >= 50
            else 15
        )
        k += 5 if round_ > 2 else 0
        rows = ((10, 50), (40, 55), (100, 64), (250, 80), (10**9, 95))
        higher = Fraction(next(value for upper, value in rows if abs(own - other) <= upper), 100)
        expected = higher if own >= other else 1 - higher
        ratings[player] = max(own + floor(k * (scored - expected)), 1170)
        played[player] += 1
