"""What a list of FIDE shows beside ratings, by the articles: for whoever reads such a list backwards."""

from datetime import date

from schemes.fide_standard import change, scheme
from schemes.rating.articles import Player


class ListArticles:
    """The articles as they are on the day of a list, under the readings in force."""

    def __init__(self, day: date) -> None:
        rules = scheme.rules()
        self._p = scheme.plain_versions_of(rules)[max(rules.index(day), 0)]
        self._year = day.year
        self._calendar = scheme.calendar(rules)
        self._number = self._calendar.number(day)

    def k(self, rating: int, games: int, peak: int, born: int) -> int:
        """8.3.3: K of a player with so many games so far and this highest rating; born 0: not known."""
        player = Player(rating, games, peak, born, sex=0, titles=0)
        return change.k_of_player(self._p, player, self._year)

    @property
    def established(self) -> int:
        """8.3.3: the games after which a player is no longer new."""
        return int(self._p.k_new_games)

    @property
    def peaks(self) -> tuple[int, int]:
        """8.3.3: the highest ratings at which K changes."""
        return int(self._p.k_junior_below), int(self._p.k_top_from)

    def is_year_over(self, since: date) -> bool:
        """7.2.2: would a rating of that day be inactive by now, without any game?"""
        return self._number - self._calendar.number(since) >= int(self._p.lists_inactive_after)
