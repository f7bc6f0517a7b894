"""A regulation that rates tournament by tournament: all of a period with the ratings of the last list."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

import numpy as np

from schemes.drivers.by_tournament.articles import NOT_RATED, tournament_change
from schemes.drivers.by_tournament.columns import (
    KEPT,
    WORKING,
    Columns,
    Marks,
    Period,
    columns_of,
    levels_on,
    unmarked,
)
from schemes.drivers.by_tournament.explanation import TournamentExplanation
from schemes.drivers.by_tournament.loops import NOT_CARRIED, make_list
from schemes.drivers.by_tournament.shares import TournamentShares
from schemes.kernels.causes import BY_GAME, BY_NOTHING, BY_TOURNAMENT, Causes, Effects
from schemes.kernels.columns import (
    Records,
    version_on,
    year_before,
)
from schemes.kernels.inputs import Column, Tournaments
from schemes.kernels.regulation import Regulation
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import (
    ON_THIS_LIST,
    SO_FAR,
    UNWATCHED,
    Assignment,
    Given,
    Listed,
    Node,
    Reason,
    State,
    Stop,
    Watch,
)
from schemes.rating.explanation import Captions, Explanation
from schemes.rating.listing import NOTHING, excused_from, listed
from schemes.rating.papers import reasons_of_papers
from schemes.rating.players import GATHERINGS, begins, kept_of, nobody_played, players_of
from schemes.rating.reasons import (
    FORFEIT,
    GATHERED,
    NO_RATING,
    NO_VERSION,
    NOT_PUBLISHED,
    OPPONENT_UNRATED,
    RATED,
    reasons_of,
)
from wording import say


class TournamentScheme(Regulation):
    """A tournament is rated on the first list after its end, with the ratings of the list before that."""

    explanation: ClassVar[type[Explanation]] = TournamentExplanation
    games_counted = ON_THIS_LIST
    kept, working = KEPT, WORKING
    rating_facts = frozenset({"carried"})
    captions: ClassVar[Captions] = Captions()
    switches: ClassVar[Mapping[str, int]] = {
        "per_point": 100,  # ratings are hundredths of a point
        "is_game_by_game": 0,  # the change of each game is calculated by itself
        "gathers": 0,  # games of players without a rating are gathered for one
        "k_by_titles": 0,  # K looks at the titles of a player
        "list_at_start": 0,  # a tournament across lists is rated with the list in force at its start
        "ratings_lapse": 0,  # `keeps_rating` is asked of players with a rating, too
        "lifts_before_changes": 0,  # titles lift the rating before the changes are added
        "lift_outlives_title": 0,  # a title lifts that was revoked before the list
        "carried_is_lifted": 0,  # a title lifts a rating on the list on which it is carried in
    }
    reasons: ClassVar[tuple[Reason, ...]] = reasons_of(
        RATED, NO_VERSION, NO_RATING, OPPONENT_UNRATED, GATHERED, FORFEIT, NOT_PUBLISHED
    )

    # What a regulation may say in other ways than by articles

    def version_days(self, tournaments: Tournaments, rules: Rules) -> Column:
        """The day of each tournament that decides which version of the rules holds for it."""
        return tournaments.start

    def order_of_tournaments(self, tournaments: Tournaments, rules: Rules) -> tuple[Column, ...]:
        """The days by which the tournaments of a list are ordered; then by id."""
        return tournaments.start, tournaments.end

    def levels_of_title(self, parameters: Any, title: str) -> Iterable[int]:
        """The levels of a title: articles are given a mask of them, bit n for level n."""
        return ()

    def is_outside(self, parameters: Any, readings: Mapping[str, str], federation: str) -> bool:
        """Whether players of a federation ("": of none) come from outside."""
        return False

    @property
    def rates_tournaments(self) -> bool:
        """Whether each tournament changes a rating by itself: its games have shares of the change."""
        return tournament_change.__name__ in self.articles.functions

    # The contract of a scheme

    def assign(self, tournaments: Tournaments, rules: Rules) -> Assignment:
        """Each tournament's list, version and verdict."""
        version = version_on(self.version_days(tournaments, rules), rules).astype(np.int32)
        reason = reasons_of_papers(self, tournaments, rules, version)
        numbers = self.calendar(rules).numbers(np.asarray(tournaments.end)) + 1
        number = np.where(reason == RATED, numbers, -1).astype(np.int32)
        return Assignment(
            number, number.copy(), np.where(reason == RATED, number - 1, -1), version, reason
        )

    def why_that_list(self, tournaments: Tournaments, rules: Rules, number: int) -> Sequence[Node]:
        """The first list after its end."""
        end = date.fromordinal(int(tournaments.end[number])).isoformat()
        return (
            Node(
                say("it ended on {end}; this is the first list after that", end=end),
                self.captions.lists,
            ),
        )

    def start(self, players: int) -> State:
        """Nobody has a rating."""
        return nobody_played(self, players)

    def replay(
        self, given: Given, state: State, stops: Sequence[Stop], watch: Watch = UNWATCHED
    ) -> Iterator[State]:
        """List after list."""
        seen, blank = columns_of(self, given)
        marks = unmarked(given)._replace(effects=Effects.table_of(watch.effects))
        if watch.effects is not None:
            watch.effects.rated_by[:] = self._rated_by(given)
        if watch.verdicts is not None:
            marks = marks._replace(first=watch.verdicts.first, second=watch.verdicts.second)
            left_out = given.assignment.reason != RATED
            number = np.where(left_out, -1, given.assignment.first)
            here = left_out | np.isin(number, [stop.number for stop in stops])
            watch.verdicts.judge(given, here, number)
        for stop in stops:
            players = self.opened(given, blank, state, stop)
            self.make(given, seen, stop, marks, players, watch.causes)
            state = self.closed(given, players, stop)
            if watch.at_hand is not None and self.rates_tournaments:
                chosen = self.tournaments_on(given, stop.number)
                watch.at_hand.shares = TournamentShares(self, given, seen, chosen, marks, players)
            yield state

    def _rated_by(self, given: Given) -> Column:
        """Whether tournaments are rated game by game, as wholes, or neither: then all games of a period together."""
        if not self.rates_tournaments:
            return np.array(BY_NOTHING)
        by_game = [bool(p.is_game_by_game) for p in self.plain_versions_of(given.rules)]
        return np.where(np.array(by_game)[given.assignment.version], BY_GAME, BY_TOURNAMENT)

    def closed(self, given: Given, players: Records, stop: Stop) -> dict[str, Column]:
        """What a list leaves behind."""
        rated = players.new != NOT_RATED
        state = kept_of(self, players)
        state["three_back"], state["two_back"] = state["two_back"], state["one_back"]
        state["one_back"] = players.before.astype(np.int32)
        worth = 100 // 10**self.decimals
        state["rating"] = (players.new // worth * worth).astype(np.int32)
        state["counted"] = np.where(rated, state["counted"], 0)
        so_far = np.where(
            players.gathered > 0, players.gathered, players["games"] + players.counted
        )
        state["games"] = np.where(rated, so_far, 0).astype(np.int32)
        state["peak"] = np.maximum(state["peak"], state["rating"])
        state["last_game"][players.counted > 0] = stop.number
        state["since"][rated & (players.before == NOT_RATED)] = stop.number
        for name in GATHERINGS:
            state[name] = np.where(rated, 0, state[name])
        for name, value in self.own_numbers.items():
            state[name] = np.where(rated, players[name], value)

        facts = given.inputs.facts
        here = self.carried_on(given, stop)
        # what is carried in may say how many games there were, and the highest rating
        games = here[facts.carried_games[here] >= 0]
        peaks = here[facts.carried_peak_x100[here] >= 0]
        state["games"][facts.carried_player[games]] = facts.carried_games[games]
        highest = facts.carried_peak_x100[peaks] // worth * worth
        np.maximum.at(state["peak"], facts.carried_player[peaks], highest)
        return state

    def carried_on(self, given: Given, stop: Stop) -> Column:
        """The rows of ratings that are carried in, or end, on a list."""
        period = self.period(given.rules, stop.number)
        day = given.inputs.facts.carried_day
        return np.flatnonzero((day > period.begin) & (day <= period.day))

    def opened(self, given: Given, blank: Records, state: State, stop: Stop) -> Records:
        """The players as before the tournaments of a list."""
        players = blank.copy()
        for name in begins(self):
            players[name] = state[name]
        players.before = players.rating
        players.counted = 0
        period = self.period(given.rules, stop.number)
        facts = given.inputs.facts
        here = self.carried_on(given, stop)
        players.carried = NOT_CARRIED
        # in order: the last one stays
        players.carried[facts.carried_player[here]] = facts.carried_rating_x100[here]
        players.excused = excused_from(given, date.fromordinal(period.day).year - 1)
        return players

    def make(
        self,
        given: Given,
        seen: Columns,
        stop: Stop,
        marks: Marks,
        players: Records,
        causes: Causes | None = None,
    ) -> None:
        """Bring the players to a list."""
        period = self.period_with_absence(given, stop.number)
        chosen = self.tournaments_on(given, stop.number)
        work = self.at_work(given.rules, given.inputs)
        table = Causes.table_of(causes)
        work.loop(make_list)(work.versions, seen, chosen, marks, players, period, table)

    def period(self, rules: Rules, number: int) -> Period:
        """The days of a list's period and the version that holds on its date."""
        calendar = self.calendar(rules)
        day = calendar.date(number)
        return Period(
            calendar.date(number - 1).toordinal(), day.toordinal(), max(rules.index(day), 0), -1
        )

    def period_with_absence(self, given: Given, number: int) -> Period:
        """The same with the list from which on absence is looked at, if this is the first list of a year."""
        a_year_ago = year_before(self.calendar(given.rules), given.assignment, number)
        return self.period(given.rules, number)._replace(a_year_ago=a_year_ago)

    def tournaments_on(self, given: Given, number: int) -> Column:
        """The tournaments of a list in their order."""
        tournaments = given.inputs.tournaments
        here = np.flatnonzero(given.assignment.first == number)
        days = [column[here] for column in self.order_of_tournaments(tournaments, given.rules)]
        return here[np.lexsort((tournaments.order[here], *reversed(days)))]

    def listed(self, given: Given, state: State, stop: Stop) -> Listed:
        """Everybody who lives and has a rating, or has played without one."""
        without = np.where(state["why"] > 0, state["why"], NOTHING)
        why = np.where(state["rating"] > 0, RATED, without)
        games = state["games" if self.games_counted == SO_FAR else "counted"]
        return listed(self, given, stop, self.rows(given, state, stop), games, why)

    def rows(self, given: Given, state: State, stop: Stop) -> Records:
        """Players as the list shows them: K is that of a tournament that starts on the list date."""
        rows = players_of(self, state, given.inputs.players)
        rows.before = rows.rating
        version = self.period(given.rules, stop.number).version
        if self.plain_versions_of(given.rules)[version].k_by_titles:
            titles = levels_on(self, given, stop.day, given.rules.versions[version].parameters)
            rows.titles[: len(titles)] = titles[: len(rows)]
        return rows
