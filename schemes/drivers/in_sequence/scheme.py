"""A regulation that rates tournament after tournament: a list can be asked for any day."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

import numpy as np

from schemes.drivers.in_sequence.explanation import SequenceExplanation
from schemes.drivers.in_sequence.loops import (
    CARRIES,
    EVALUATES,
    KEPT,
    WORKING,
    Seen,
    Sheets,
    play,
)
from schemes.kernels.calendar import (
    EVER,
    MONTHLY,
    days_months_before,
    months_before,
    years,
)
from schemes.kernels.causes import BY_TOURNAMENT, Causes, Effects
from schemes.kernels.columns import Records, is_rated, records, version_on
from schemes.kernels.inputs import Column, Tournaments
from schemes.kernels.regulation import Regulation
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import (
    SO_FAR,
    UNWATCHED,
    Assignment,
    Given,
    Listed,
    State,
    Stop,
    Watch,
)
from schemes.rating.explanation import Captions
from schemes.rating.listing import NOTHING, listed
from schemes.rating.papers import reasons_of_papers
from schemes.rating.players import kept_of, nobody_played, players_of
from schemes.rating.pools import Pools, no_pools
from schemes.rating.reasons import RATED


class SequenceScheme(Regulation):
    """Tournaments are rated one by one, in the order of their last days, with the ratings just before."""

    any_day = True
    games_counted = SO_FAR
    kept, working = KEPT, WORKING
    rating_facts = frozenset({"carried"})
    explanation = SequenceExplanation
    switches: ClassVar[Mapping[str, int]] = {"peak_counts_always": 1}
    captions: ClassVar[Captions] = Captions()

    def pool_months(self, parameters: Any) -> int:
        """For how many months the games of an unrated player are kept."""
        return EVER

    def assign(self, tournaments: Tournaments, rules: Rules) -> Assignment:
        """Every tournament in the month of its last day."""
        version = version_on(tournaments.start, rules).astype(np.int32)
        reason = reasons_of_papers(self, tournaments, rules, version)
        number = np.where(reason == RATED, MONTHLY.numbers(_last_days(tournaments)), -1)
        return Assignment(number, number.copy(), number.copy(), version, reason)

    def start(self, players: int) -> State:
        """Nobody has a rating; no game is kept."""
        return nobody_played(self, players) | no_pools() | {"through": np.zeros(1, np.int32)}

    def replay(
        self, given: Given, state: State, stops: Sequence[Stop], watch: Watch = UNWATCHED
    ) -> Iterator[State]:
        """Everything after the state's last day, up to each stop in turn."""
        seen = self.seen(given)
        begun = int(state["through"][0])
        sheets, pools = self.opened(given, state, watch)
        months = max(self.pool_months(each.parameters) for each in given.rules.versions)
        if watch.verdicts is not None and stops:
            days = _last_days(given.inputs.tournaments)
            here = (days > begun) & (days <= stops[-1].day)
            watch.verdicts.judge(given, here, MONTHLY.numbers(days))
        at = int(np.searchsorted(seen.events.day, begun, side="right"))
        for stop in stops:
            end = max(at, int(np.searchsorted(seen.events.day, stop.day, side="right")))
            self.run(given, seen, sheets, at, end)
            at = end
            begun = max(stop.day, begun)
            oldest = months_before(date.fromordinal(begun), months).toordinal()
            pools.tidy(sheets.cards, oldest - 1)
            yield (
                kept_of(self, sheets.cards)
                | pools.columns()
                | {"through": np.array([begun], np.int32)}
            )

    def run(self, given: Given, seen: Seen, sheets: Sheets, begin: int, end: int) -> None:
        """Let the events from one to another act on the ratings."""
        if begin < end:
            work = self.at_work(given.rules, given.inputs)
            work.loop(play)(work.versions, seen, sheets, begin, end)

    def opened(self, given: Given, state: State, watch: Watch) -> tuple[Sheets, Pools]:
        """Copy a state into the records of the loops, with room for more kept games."""
        players = len(state["rating"])
        cards = players_of(self, state, given.inputs.players)
        games = len(given.inputs.games)
        pools = Pools(state)
        pools.make_room(2 * games)
        verdicts = (np.zeros(games, np.int16), np.zeros(games, np.int16))
        if watch.verdicts is not None:
            verdicts = (watch.verdicts.first, watch.verdicts.second)
        causes = Causes.table_of(watch.causes)
        present = np.zeros(players, np.int32)
        count = np.zeros(1, np.int64)
        effects = Effects.table_of(watch.effects)
        if watch.effects is not None:
            watch.effects.rated_by[:] = BY_TOURNAMENT
        sheets = Sheets(
            cards, pools.entries, pools.size, present, count, *verdicts, causes, effects
        )
        return sheets, pools

    def seen(self, given: Given) -> Seen:
        """What happened, as the loops see it."""
        t = given.inputs.tournaments
        games = given.inputs.games
        facts = given.inputs.facts
        days = _last_days(t)
        version = given.assignment.version
        oldest = np.zeros(len(t), np.int64)
        for number, each in enumerate(given.rules.versions):
            months = self.pool_months(each.parameters)
            oldest = np.where(version == number, days_months_before(days, months), oldest)
        tournaments = records(
            day=days, year=years(days), oldest=oldest, version=version, games=games.offset[:-1],
            games_end=games.offset[1:],
        )  # fmt: skip
        sides = records(first=games.first, second=games.second, result=self.results(given))
        carried = records(
            day=facts.carried_day, version=np.maximum(version_on(facts.carried_day, given.rules), 0),
            player=facts.carried_player, rating_x100=facts.carried_rating_x100, games=facts.carried_games,
            peak_x100=facts.carried_peak_x100,
        )  # fmt: skip
        return Seen(tournaments, sides, carried, _events(given, days))

    def listed(self, given: Given, state: State, stop: Stop) -> Listed:
        """Everybody with a rating who lives."""
        cards = players_of(self, state, given.inputs.players)
        why = np.where(cards.rating > 0, RATED, NOTHING)
        return listed(self, given, stop, cards, cards.games, why)


def _last_days(tournaments: Tournaments) -> Column:
    """The day of each tournament: its end, or that of its last game."""
    return np.maximum(
        np.asarray(tournaments.end, np.int64), np.asarray(tournaments.last_game, np.int64)
    )


def _events(given: Given, days: Column) -> Records:
    """What acts on ratings, in the order of days: what is carried in first, then tournaments by their ids."""
    rated = np.flatnonzero(is_rated(given.assignment))
    facts = given.inputs.facts
    order = np.asarray(given.inputs.tournaments.order)
    day = np.concatenate((np.asarray(facts.carried_day, np.int64), days[rated]))
    kind = np.repeat([CARRIES, EVALUATES], [len(facts.carried_day), len(rated)])
    at = np.concatenate((np.arange(len(facts.carried_day)), rated))
    turn = np.lexsort(
        (np.concatenate((np.arange(len(facts.carried_day)), order[rated])), kind, day)
    )
    return records(day=day[turn], kind=kind[turn], at=at[turn])
