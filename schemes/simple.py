"""A plain regulation in ten lines: a first rating, and what a game changes. Everything else is given.

    class Club(SimpleScheme):
        name, title = "club", "Rating of our club"
        first_rating = 1000

        def change(self, own, opponent, score_x100):
            return (score_x100 - 50) // 5

    scheme = Club()

Announce it under the entry points `rating_ledger.schemes` and every command knows it. Games are taken in the order of
play, each with the ratings just before it; forfeits and byes change nothing; a list can be asked for any day. It runs
in plain Python: fit for some hundred thousand games, not for twenty million.
"""

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any, ClassVar

import numpy as np
from msgspec import Struct

from schemes.arithmetic import half_away_from_zero
from schemes.calendar import MONTHLY, Calendar
from schemes.causes import FIRST, GAMES, Causes
from schemes.inputs import DRAW, FIRST_WINS, RATING_ENDED, Column, Inputs, Tournaments
from schemes.order import games_in_order
from schemes.rules import ALWAYS, Rules, Version
from schemes.scheme import (
    UNWATCHED,
    Assignment,
    Given,
    Listed,
    Node,
    Question,
    Reason,
    Scheme,
    State,
    Stop,
    Verdicts,
    Watch,
)

RATED, FORFEIT, NO_VERSION = range(3)
DAY = date.fromordinal


class NoParameters(Struct, frozen=True):
    """A regulation without numbers that a reform could change."""


class Event(Struct, frozen=True):
    """Something that acts on ratings: a game, or (row −1) a rating carried in with its count of games."""

    day: int
    first: int
    second: int = -1
    score_x100: int = 0
    row: int = -1
    rating: int = 0
    games: int = -1  # −1 not given
    ends: bool = False  # the rating ended


OnChange = Callable[[Event, int, int, int], None]  # event, player, rating before, rating after


class SimpleScheme(Scheme):
    """A regulation that rates game by game; a subclass says what a game changes."""

    any_day = True
    rating_facts = frozenset({"carried"})
    versions = (Version("base", ALWAYS, NoParameters()),)
    reasons = (
        Reason(RATED, "", "rated"),
        Reason(FORFEIT, "", "a forfeit changes no rating"),
        Reason(NO_VERSION, "", "the tournament started before the first version of the rules"),
    )
    first_rating: ClassVar[int]  # in units of 10^−decimals points

    @abstractmethod
    def change(self, own: int, opponent: int, score_x100: int) -> int:
        """What a game adds to the own rating; both ratings are those just before it."""

    def calendar(self, rules: Rules) -> Calendar:
        """The marks between which the scheme is replayed: the first of every month."""
        return MONTHLY

    def assign(self, tournaments: Tournaments, rules: Rules) -> Assignment:
        """From the first game of a tournament to its last."""
        end = np.asarray(tournaments.end)
        played = np.asarray(tournaments.first_game) > 0
        first = MONTHLY.numbers(np.where(played, tournaments.first_game, end))
        last = MONTHLY.numbers(np.where(played, tournaments.last_game, end))
        version = np.array([rules.index(DAY(day)) for day in np.asarray(tournaments.start).tolist()], np.int32)
        none = version < 0
        first, last = np.where(none, -1, first), np.where(none, -1, last)
        return Assignment(first, last, first, version, np.where(none, NO_VERSION, RATED).astype(np.int16))

    def start(self, players: int) -> State:
        """Nobody has a rating."""
        columns = {name: np.zeros(players, np.int32) for name in ("rating", "games", "since")}
        return columns | {"through": np.zeros(1, np.int32)}

    def replay(self, given: Given, state: State, stops: Sequence[Stop], watch: Watch = UNWATCHED) -> Iterator[State]:
        """Everything after the state's last day, up to each stop in turn."""
        state = {name: np.array(column) for name, column in state.items()}
        events = list(self._events(given.inputs, given.assignment))
        if watch.verdicts is not None:
            _judge(watch.verdicts, given.inputs, given.assignment)
        for stop in stops:
            before = np.array(self.ratings(state))
            self._apply(events, state, stop.day)
            if watch.causes is not None:
                self._split(watch.causes, before, state)
            yield state

    def _split(self, causes: Causes, before: Column, state: State) -> None:
        """What a list changed, by cause; who was not rated before begins with all of it."""
        change = (np.asarray(state["rating"], np.int64) - before) * 100 // 10**self.decimals
        causes.book(GAMES, np.where(before > 0, change, 0))
        causes.book(FIRST, np.where(before > 0, 0, change))

    def listed(self, given: Given, state: State, stop: Stop) -> Listed:
        """Everybody with a rating who lives."""
        inputs, players, day = given.inputs, given.inputs.players, stop.day
        rows = np.flatnonzero((state["since"] > 0) & (np.asarray(players.deceased)[: len(state["since"])] > day))
        everybody = np.ones(len(rows), np.bool_)
        return Listed(
            player=rows, rating=state["rating"][rows].astype(np.int64), games=state["games"][rows].astype(np.int64),
            k=np.zeros(len(rows), np.int64), active=_declared_active(inputs, len(players), day)[rows],
            published=everybody, reason=np.zeros(len(rows), np.int16),
        )  # fmt: skip

    def explain(self, question: Question) -> Node:
        """The games of the player since the state before, each with both ratings and the change."""
        inputs, day = question.given.inputs, question.stop.day
        state = {name: np.array(column) for name, column in question.before.items()}
        before, through = int(state["rating"][question.player]), int(state["through"][0])
        known = f"on the list of {DAY(through)}" if through else "at the beginning"
        rated = state["since"][question.player] > 0
        parts = [Node(f"rating {known}" if rated else f"no rating {known}", value=self.shown(before) if rated else "")]

        def on_change(event: Event, player: int, own: int, after: int) -> None:
            if player == question.player:
                parts.append(self._told(question, event, state, own, after))

        self._apply(list(self._events(inputs, question.given.assignment)), state, day, on_change)
        dead = int(inputs.players.deceased[question.player]) <= day
        listed = state["since"][question.player] > 0 and not dead
        value = self.shown(int(state["rating"][question.player])) if listed else "unrated"
        text = f"{question.player_name(question.player)} on list {DAY(day)}"
        return Node(text, value=value, below=tuple(parts))

    def _told(self, question: Question, event: Event, state: State, own: int, after: int) -> Node:
        """One event of a player in words; at that moment the state still holds the ratings before it."""
        day = DAY(event.day)
        if event.ends:
            return Node(f"{day}: the office's list no longer carries the player", value="unrated")
        if event.row < 0:
            return Node(f"{day}: rating carried in", value=self.shown(after))
        other = event.second if event.first == question.player else event.first
        score = event.score_x100 if event.first == question.player else 100 - event.score_x100
        outcome = {100: "won against", 50: "draw against", 0: "lost to"}[score]
        text = f"{day}: {outcome} {question.player_name(other)}"
        change = self.shown(after - own)
        return Node(
            text, "change", change if after < own else f"+{change}",
            (
                Node("own rating just before", value=self.shown(own)),
                Node("opponent's rating just before", value=self.shown(int(state["rating"][other]))),
                Node("rating after the game", value=self.shown(after)),
            ),
        )  # fmt: skip

    def _events(self, inputs: Inputs, assignment: Assignment) -> Iterator[Event]:
        """Ratings carried in and games in the order in which they act: on one day the former first."""
        facts, games = inputs.facts, inputs.games
        unit = 10**self.decimals
        carried = [
            Event(day, player, rating=half_away_from_zero(rating * unit, 100), games=count)
            if rating != RATING_ENDED
            else Event(day, player, ends=True)
            for player, day, rating, count in _rows(
                facts.carried_player, facts.carried_day, facts.carried_rating_x100, facts.carried_games
            )
        ]
        rows, tournament = games_in_order(games, inputs.tournaments)
        rows = rows[(np.asarray(assignment.first) >= 0)[tournament] & (games.result[rows] <= DRAW)]
        played = [
            Event(day, first, second, 50 if result == DRAW else 100 if result == FIRST_WINS else 0, row)
            for row, day, first, second, result in _rows(
                rows, games.day[rows], games.first[rows], games.second[rows], games.result[rows]
            )
        ]
        yield from sorted([*carried, *played], key=lambda event: event.day)  # stable: carried first, then as played

    def _apply(self, events: list[Event], state: State, until: int, on_change: OnChange | None = None) -> None:
        """Everything after the state's last day, up to a day."""
        begun = int(state["through"][0])
        begin = bisect_right(events, begun, key=lambda event: event.day)
        for event in events[begin : bisect_right(events, until, key=lambda event: event.day)]:
            changes = self._changes(event, state)
            for player, before, after in changes:
                if on_change is not None:
                    on_change(event, player, before, after)
            _settle(event, state, changes)
        state["through"][0] = max(begun, until)

    def _changes(self, event: Event, state: State) -> list[tuple[int, int, int]]:
        """Player, rating before and rating after of those an event touches."""
        if event.row < 0:
            return [(event.first, int(state["rating"][event.first]), event.rating)]
        for player in (event.first, event.second):
            if state["since"][player] == 0:
                state["rating"][player], state["since"][player] = self.first_rating, event.day
        own, other = int(state["rating"][event.first]), int(state["rating"][event.second])
        return [
            (event.first, own, own + self.change(own, other, event.score_x100)),
            (event.second, other, other + self.change(other, own, 100 - event.score_x100)),
        ]


def _settle(event: Event, state: State, changes: list[tuple[int, int, int]]) -> None:
    if event.ends:
        for name in ("rating", "games", "since"):
            state[name][event.first] = 0
        return
    for player, _, after in changes:
        state["rating"][player] = after
        state["since"][player] = state["since"][player] or event.day
        if event.row >= 0:
            state["games"][player] += 1
        elif event.games >= 0:
            state["games"][player] = event.games


def _rows(*columns: Column) -> Iterator[tuple[Any, ...]]:
    return zip(*(np.asarray(column).tolist() for column in columns), strict=True)


def _judge(verdicts: Verdicts, inputs: Inputs, assignment: Assignment) -> None:
    """Say of every game whether it is rated, and on which list."""
    games = inputs.games
    sizes = np.diff(games.offset) if len(games.offset) else np.zeros(0, np.int64)
    reason = np.repeat(np.asarray(assignment.reason), sizes)
    reason = np.where((reason == RATED) & (games.result > DRAW), FORFEIT, reason)
    verdicts.first[:], verdicts.second[:], verdicts.tournament[:] = reason, reason, assignment.reason
    verdicts.list_number[:] = MONTHLY.numbers(np.asarray(games.day))


def _declared_active(inputs: Inputs, players: int, day: int) -> Column:
    """Everybody, but for an office's declarations, of which the last holds."""
    facts, active = inputs.facts, np.ones(players, np.bool_)
    for player, since, resumed in _rows(facts.declared_player, facts.declared_day, facts.declared_active):
        if since <= day:
            active[player] = resumed
    return active
