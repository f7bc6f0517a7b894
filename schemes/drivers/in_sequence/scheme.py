"""A regulation that rates tournament after tournament, each as a whole on its last day: a list for any day."""

from datetime import date
from types import FunctionType
from typing import Any, ClassVar

import numpy as np

from schemes.drivers.by_game import GameScheme
from schemes.drivers.by_game.events import Events
from schemes.drivers.by_game.loops import KEPT as KEPT_BY_GAME
from schemes.drivers.in_sequence.explanation import SequenceExplanation
from schemes.drivers.in_sequence.loops import KEPT, WORKING, Sheets, carry_in, play_games
from schemes.kernels.calendar import EVER, MONTHLY, days_months_before, months_before, years
from schemes.kernels.causes import BY_TOURNAMENT, Effects
from schemes.kernels.columns import records, version_on
from schemes.kernels.inputs import Column, Tournaments
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import UNWATCHED, Assignment, Given, State, Verdicts, Watch
from schemes.rating.papers import reasons_of_papers
from schemes.rating.players import kept_of
from schemes.rating.pools import Pools, no_pools
from schemes.rating.reasons import RATED


class SequenceScheme(GameScheme):
    """Tournaments are rated one by one, in the order of their last days, with the ratings just before."""

    kept: ClassVar[dict[str, int]] = {**KEPT_BY_GAME, **KEPT}
    working, small_records = WORKING, False
    explanation = SequenceExplanation

    def pool_months(self, parameters: Any) -> int:
        """For how many months the games of an unrated player are kept."""
        return EVER

    def article_functions(self) -> dict[str, FunctionType]:
        """The articles of the regulation, and the loops that take the place of those game by game."""
        loops: Any = {each.__name__: each for each in (play_games, carry_in)}
        return {**loops, **super().article_functions()}

    def acting_days(self, given: Given) -> Column:
        """The last day of each tournament."""
        return _last_days(given.inputs.tournaments)

    def assign(self, tournaments: Tournaments, rules: Rules) -> Assignment:
        """Every tournament in the month of its last day."""
        version = version_on(tournaments.start, rules).astype(np.int32)
        reason = reasons_of_papers(self, tournaments, rules, version)
        number = np.where(reason == RATED, MONTHLY.numbers(_last_days(tournaments)), -1)
        return Assignment(number, number.copy(), number.copy(), version, reason)

    def events(self, given: Given) -> Events:
        """What acts on ratings; tournaments say where their games begin and end, and which kept games still count."""
        events = super().events(given)
        t = given.inputs.tournaments
        games = events.games
        games = games[np.lexsort((games.row, t.order[games.tournament], games.day))]
        end = np.zeros(len(t), np.int64)
        end[games.tournament] = np.arange(1, len(games) + 1)
        days = _last_days(t)
        version = given.assignment.version
        oldest = np.zeros(len(t), np.int64)
        for number, each in enumerate(given.rules.versions):
            months = self.pool_months(each.parameters)
            oldest = np.where(version == number, days_months_before(days, months), oldest)
        tournaments = records(
            day=days, year=years(days), oldest=oldest, version=version, national=np.asarray(t.national) > 0,
            games=end - np.bincount(games.tournament, minlength=len(t)), games_end=end,
        )  # fmt: skip
        return events._replace(tournaments=tournaments, games=games)

    def start(self, players: int) -> State:
        """Nobody has a rating; no game is kept."""
        return {**super().start(players), **no_pools()}

    def opened(
        self, given: Given, state: State, watch: Watch = UNWATCHED
    ) -> tuple[dict[str, Column], Any]:
        """The same with room for more kept games."""
        columns, book = super().opened(given, state, watch)
        games = len(given.inputs.games)
        pools = Pools.of(state)
        pools.make_room(2 * games)
        verdicts = watch.verdicts or Verdicts.empty(given.inputs)
        if watch.effects is not None:
            watch.effects.rated_by[:] = BY_TOURNAMENT
        present = np.zeros(len(book.players), np.int32)
        count = np.zeros(1, np.int64)
        return columns, Sheets(
            book.players, book.last_year, book.causes, pools.entries, pools.size, present, count,
            verdicts.first, verdicts.second, Effects.table_of(watch.effects),
        )  # fmt: skip

    def note_games(
        self, watch: Watch, given: Given, events: Events, book: Any, here: Column
    ) -> None:
        """The loops write the verdicts themselves, and a game has no share of what its tournament changes."""

    def closed(self, given: Given, state: State, book: Any) -> State:
        """What a stop leaves behind, with the games that may still count."""
        through = date.fromordinal(int(state["through"][0]))
        months = max(self.pool_months(each.parameters) for each in given.rules.versions)
        pools = Pools(book.kept, book.kept_count)
        pools.tidy(book.players, months_before(through, months).toordinal() - 1)
        return {**state, **kept_of(self, book.players), **pools.columns()}


def _last_days(tournaments: Tournaments) -> Column:
    """The day of each tournament: its end, or that of its last game."""
    return np.maximum(
        np.asarray(tournaments.end, np.int64), np.asarray(tournaments.last_game, np.int64)
    )
