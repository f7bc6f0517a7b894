"""The Malaysian rating, game by game: what it says beside its articles."""

from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar

import numpy as np

from schemes.drivers.by_game import GameScheme
from schemes.drivers.by_game.attendance import booking_days
from schemes.drivers.by_game.events import ABSENCE, AWARDED, BONUSES, ORDER_OF_DAY
from schemes.kernels import Step
from schemes.kernels.columns import Records
from schemes.kernels.inputs import Column, Tournaments
from schemes.kernels.parameters import Cells
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import Given, Question
from schemes.malaysia import articles, national
from schemes.malaysia.parameters import VERSIONS, cells, check
from schemes.malaysia.readings import READINGS
from schemes.malaysia.reasons import REASONS
from wording import say


class Malaysia(GameScheme):
    """大马中国象棋棋手等级分计算法."""

    name = "malaysia"
    title = "Malaysian xiangqi rating (大马中国象棋棋手等级分)"
    rating_facts = frozenset({"carried", "title", "excused"})
    needs_rankings = needs_byes = needs_fouls = True
    bonus = "bonus of the top eight"
    versions = VERSIONS
    readings = READINGS
    reasons = REASONS
    article_modules = (articles,)
    titles_that_count = articles.TITLES
    titles: ClassVar[dict[str, str]] = {
        "my-gm": "特级大师", "my-im": "国际大师", "my-king": "国手", "my-national": "国手", "my-state": "州手",
    }  # fmt: skip

    title_names: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "my-gm": ("Grandmaster", "特級大師"),
        "my-im": ("International Master", "國際大師"),
        "my-king": ("National Player", "大马国手", "國手", "大馬國手", "棋王赛冠军", "棋王賽冠軍"),
        "my-national": (
            "National Player",
            "大马国手",
            "國手",
            "大馬國手",
            "国庆日赛冠军",
            "國慶日賽冠軍",
        ),
        "my-state": ("State Player", "大马州手", "大馬州手"),
    }

    def check(self, parameters: Any) -> None:
        """Refuse parameters that contradict each other."""
        check(parameters)

    def cells(self, parameters: Any, readings: Mapping[str, str]) -> Cells:
        """The numbers of a version as articles read them."""
        return cells(parameters, readings)

    def looks_at(self, tournaments: Tournaments) -> Column:
        """National events: whoever takes part in one of them is not absent, rated or not."""
        return np.asarray(tournaments.national) > 0

    def order_of_day(self, rules: Rules) -> dict[int, int]:
        """Absence, carried-in ratings, games, bonuses, titles: settled point 3, and what readings change in it."""
        order = dict(ORDER_OF_DAY)
        if rules.readings["title-day"] == "same-day":
            order[AWARDED] = 4
        if rules.readings["bonus-moment"] == "before-games":
            order[BONUSES] = 4
        if rules.readings["absence-moment"] == "last":
            order[ABSENCE] = 9
        return order

    def gives_bonus(self, given: Given) -> Column:
        """National events give their bonus, team events unless a reading says otherwise."""
        t = given.inputs.tournaments
        national_ones: Column = np.asarray(t.national) > 0
        if given.rules.readings["team-bonus"] == "none":
            return national_ones & ~np.asarray(t.team)
        return national_ones

    def presences(self, given: Given) -> Records:
        """Who took part in national events."""
        return national.presences(given)

    def booking_days(self, tournaments: Tournaments, rules: Rules) -> Column:
        """The day on which a national event is booked in its year."""
        return booking_days(tournaments, national.national_years(tournaments, rules))

    def why_nothing_was_deducted(self, question: Question, year: int, step: Step) -> str:
        """Why a year cost nothing."""
        facts = question.given.inputs.facts
        excused = (facts.excused_player == question.player) & (facts.excused_year == year)
        if not step.values["event_closed"]:
            return say("no national event took place in {year}", year=year)
        if excused.any():
            return say("excused for {year}", year=year)
        if step.values["took_part"]:
            return say("took part in a national event of {year}", year=year)
        return say("had no rating before {date}", date=date(year, 1, 1))
