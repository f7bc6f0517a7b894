"""A regulation that rates game by game: a list can be asked for any day."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

import numpy as np

from schemes.drivers.by_game import events as timeline
from schemes.drivers.by_game.attendance import excuses_of
from schemes.drivers.by_game.events import Events, closing_days
from schemes.drivers.by_game.explanation import GameExplanation
from schemes.drivers.by_game.loops import KEPT, UNRATED_SIDE, WORKING, Book, play
from schemes.drivers.by_game.shares import GameShares
from schemes.kernels.calendar import MONTHLY
from schemes.kernels.causes import Causes, Effects
from schemes.kernels.columns import (
    Records,
    is_rated,
    records,
    tournament_of_games,
    version_on,
)
from schemes.kernels.inputs import Column, Tournaments
from schemes.kernels.regulation import Regulation
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import (
    SO_FAR,
    UNWATCHED,
    Assignment,
    Given,
    Listed,
    Question,
    Reason,
    State,
    Stop,
    Verdicts,
    Watch,
)
from schemes.rating.articles import is_counted
from schemes.rating.elsewhere import elsewhere_of
from schemes.rating.explanation import Captions
from schemes.rating.held_titles import awards_of
from schemes.rating.listing import NOTHING, listed
from schemes.rating.papers import reasons_of_papers
from schemes.rating.players import begins, nobody_played, players_of
from schemes.rating.reasons import (
    FORFEIT,
    GATHERED,
    NO_VERSION,
    NOT_PUBLISHED,
    RATED,
    reasons_of,
)


class GameScheme(Regulation):
    """Games are taken in the order of play, each with the ratings just before it."""

    any_day = True
    explanation = GameExplanation
    games_counted = SO_FAR
    captions: ClassVar[Captions] = Captions()
    kept = KEPT
    working: ClassVar[tuple[str, ...]] = WORKING
    small_records = True
    rating_facts = frozenset({"carried"})
    reasons: ClassVar[tuple[Reason, ...]] = reasons_of(
        RATED, FORFEIT, NO_VERSION, GATHERED, NOT_PUBLISHED,
        said={GATHERED: "a player had no rating yet: at most gathered for a first one"},
    )  # fmt: skip
    switches: ClassVar[Mapping[str, int]] = {
        "peak_counts_always": 1,  # a highest rating counts that was not reached by a game
        "gathers": 0,  # games of players without a rating are gathered for one
        "bonus_gives_first_rating": 0,  # a bonus goes to players without a rating, too
        "fixed_through_event": 0,  # the games of an event act together, each with the ratings before it
    }
    # What a regulation may say in other ways than by articles

    def order_of_day(self, rules: Rules) -> dict[int, int]:
        """In which order the kinds of events of one day act."""
        return timeline.ORDER_OF_DAY

    def gives_bonus(self, given: Given) -> Column:
        """Which tournaments give a bonus by rank."""
        return np.zeros(len(given.inputs.tournaments), np.bool_)

    def presences(self, given: Given) -> Records:
        """Who took part in something that saves from a deduction: day, player, year."""
        return timeline.NO_ONE

    def booking_days(self, tournaments: Tournaments, rules: Rules) -> Column:
        """The day on which taking part in a tournament is booked."""
        return closing_days(tournaments)

    def why_nothing_was_deducted(self, question: Question, year: int, step: Any) -> str:
        """Why a year without a deduction cost nothing."""
        return ""

    # The contract of a scheme

    def assign(self, tournaments: Tournaments, rules: Rules) -> Assignment:
        """From the earliest to the latest day on which a tournament does something: games, closing, booking."""
        closed = closing_days(tournaments)
        start = np.asarray(tournaments.start, np.int64)
        first_game = np.asarray(tournaments.first_game)
        last_game = np.asarray(tournaments.last_game)
        booked = self.booking_days(tournaments, rules)
        acts = np.minimum(closed, np.where(first_game > 0, first_game, closed))
        # none acts before its own day
        version = version_on(np.minimum(start, acts), rules).astype(np.int32)
        reason = reasons_of_papers(self, tournaments, rules, version)
        first = MONTHLY.numbers(np.minimum(acts, booked))
        last = MONTHLY.numbers(np.maximum(np.maximum(last_game, closed), booked))
        first = np.where(reason == RATED, first, -1)
        last = np.where(reason == RATED, last, -1)
        return Assignment(first, last, first, version, reason)

    def events(self, given: Given) -> Events:
        """Everything that acts on ratings."""
        inputs = given.inputs
        return Events(
            records(
                version=given.assignment.version,
                rounds=inputs.tournaments.rounds,
                national=np.asarray(inputs.tournaments.national) > 0,
            ),
            timeline.games_of(given, self.results(given), self.acting_days(given)),
            timeline.carried_of(inputs),
            awards_of(inputs.facts, self.titles_that_count),
            timeline.bonuses_of(inputs, self.gives_bonus(given) & is_rated(given.assignment)),
            self.presences(given),
            excuses_of(inputs),
            elsewhere_of(inputs.facts, len(inputs.players)),
        )

    def acting_days(self, given: Given) -> Column | None:
        """The day of each tournament on which all of its games act together; None: each acts on its own day."""
        if self.plain_versions_of(given.rules)[-1].fixed_through_event:
            return closing_days(given.inputs.tournaments)
        return None

    def start(self, players: int) -> State:
        """Nobody has a rating; nothing was played."""
        return nobody_played(self, players) | {
            "event_year": np.zeros(1, np.int16),
            "through": np.zeros(1, np.int32),
        }

    def replay(
        self, given: Given, state: State, stops: Sequence[Stop], watch: Watch = UNWATCHED
    ) -> Iterator[State]:
        """Everything after the state's last day, up to each stop in turn."""
        if not stops:
            return
        state, book = self.opened(given, state, watch)
        events = self.events(given)
        begun = int(state["through"][0])
        if watch.verdicts is not None:
            self._judge(watch.verdicts, given, begun, stops[-1].day)
        order = self.order_of_day(given.rules)
        days = timeline.blocks(events, order, given.rules, len(given.inputs.players), stops[-1].day)
        work = self.at_work(given.rules, given.inputs)
        at = int(np.searchsorted(days.day, begun, side="right"))
        for stop in stops:
            past = max(at, int(np.searchsorted(days.day, stop.day, side="right")))
            work.loop(play)(work.versions, events, book, days, at, past)
            at = past
            here = (events.games.day > state["through"][0]) & (events.games.day <= stop.day)
            self.note_games(watch, given, events, book, here)
            state["through"][0] = max(stop.day, int(state["through"][0]))
            yield self.closed(given, state, book)

    def opened(
        self, given: Given, state: State, watch: Watch = UNWATCHED
    ) -> tuple[dict[str, Column], Any]:
        """A copy of a state as the loops want it, one record per player; the columns of the copy are views into it."""
        players = players_of(self, state, given.inputs.players)
        last_year = np.array(state["event_year"], np.int16)
        through = np.array(state["through"], np.int32)
        columns = {name: players[name] for name in begins(self)}
        columns |= {"event_year": last_year, "through": through}
        games = len(given.inputs.games)
        unrated_side = np.zeros(games if watch.verdicts else 0, np.int8)
        standing = np.full((games if watch.at_hand else 0, 4), -1, np.int32)
        causes = Causes.table_of(watch.causes)
        return columns, Book(
            players, last_year, causes, unrated_side, standing, Effects.table_of(watch.effects)
        )

    def note_games(
        self, watch: Watch, given: Given, events: Events, book: Any, here: Column
    ) -> None:
        """Write down what a watch asks about the games up to a stop; `here` are those after the stop before."""
        if watch.at_hand is not None:
            watch.at_hand.shares = GameShares(self, given, events, book, np.flatnonzero(here))
        if watch.verdicts is not None:
            gathered = book.unrated_side == UNRATED_SIDE
            watch.verdicts.first[gathered] = watch.verdicts.second[gathered] = GATHERED

    def closed(self, given: Given, state: State, book: Any) -> State:
        """What a stop leaves behind."""
        return state

    def _judge(self, verdicts: Verdicts, given: Given, begun: int, end: int) -> None:
        """Say of every game after one day and up to another whether it was rated, and on which list."""
        assignment = given.assignment
        games = given.inputs.games
        reason = np.asarray(assignment.reason)[tournament_of_games(given.inputs)].astype(np.int16)
        plain = self.plain_versions_of(given.rules)
        counted = self.articles.traced(is_counted)
        left_out = {code for code in range(8) if not counted(plain[-1], code)}
        reason = np.where(
            (reason == RATED) & np.isin(games.result, list(left_out)), FORFEIT, reason
        )
        acts = np.asarray(games.day)
        acting_days = self.acting_days(given)
        if acting_days is not None:
            acts = acting_days[tournament_of_games(given.inputs)]
        here = (acts > begun) & (acts <= end)
        verdicts.first[here] = verdicts.second[here] = reason[here]
        verdicts.list_number[here] = MONTHLY.numbers(acts[here])
        first = MONTHLY.number(date.fromordinal(max(begun, 1)))
        last = MONTHLY.number(date.fromordinal(end))
        acting = (assignment.last >= first) & (assignment.first <= last)
        verdicts.tournament[acting] = assignment.reason[acting]

    def listed(self, given: Given, state: State, stop: Stop) -> Listed:
        """Everybody with a rating who lives, with the own K."""
        players = players_of(self, state, given.inputs.players)
        why = np.where(state["since"] > 0, RATED, NOTHING)
        return listed(self, given, stop, players, state["games"], why)
