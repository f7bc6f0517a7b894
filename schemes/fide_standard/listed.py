"""What a list of FIDE shows beside ratings, by the articles: for whoever reads such a list backwards."""

from datetime import date
from typing import Any

from schemes.fide_standard import change, scheme
from schemes.rating.articles import Player


class ListArticles:
    """The articles as they are on the day of a list, under the readings in force."""

    def __init__(self, day: date) -> None:
        rules = scheme.rules()
        self._p = scheme.plain_versions_of(rules)[max(rules.index(day), 0)]
        self.is_in_force = rules.index(day) >= 0
        self._year = day.year
        self._calendar = scheme.calendar(rules)
        self._number = self._calendar.number(day)
        self.established = int(self._p.k_new_games)  # 8.3.3: games after which nobody is new
        self.peaks = (
            int(self._p.k_junior_below),
            int(self._p.k_top_from),
        )  # 8.3.3: where K changes

    def is_young(self, born: int) -> bool:
        """8.3.3: does K depend on this birth year? 0: not known."""
        return change.is_young(self._p, born, self._year)

    def k(self, rating: int, games: int, peak: int, born: int) -> int:
        """8.3.3: K of a player with so many games so far and this highest rating; born 0: not known."""
        player: Any = Player(rating, games, peak, born, sex=0, titles=0, outside=0)
        return change.k_of_player(self._p, player, self._year)

    def is_year_over(self, since: date) -> bool:
        """7.2.2: would a rating of that day be inactive by now, without any game?"""
        return self._number - self._calendar.number(since) >= int(self._p.lists_inactive_after)
