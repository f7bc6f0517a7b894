"""What a regulation must offer to be replayed, listed and explained. A new one is a module and an entry point."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar

import numpy as np
from msgspec import Struct

from schemes.calendar import Calendar
from schemes.errors import SchemeError
from schemes.inputs import Column, Inputs, Players, Tournaments
from schemes.parts import Parts
from schemes.readings import Reading, choose, nearest
from schemes.rules import Reform, Rules, Version, overlaid

# A state is what a list leaves behind for the next: named columns, most of them one row per player.
State = Mapping[str, Column]
Keep = Callable[[int, State], None]


class TooOld(LookupError):
    """A replay needs a list older than its state remembers: begin at an older state."""


class Reason(Struct, frozen=True):
    """Why something is not rated (or, code 0, that it is): its article and one sentence."""

    code: int
    article: str
    text: str


@dataclass(frozen=True)
class Assignment:
    """On which lists the games of each tournament can be rated, from what is known without any rating.

    first … last are list numbers; −1 with a reason code where none is. `reach` is the oldest list it looks back to.
    """

    first: Column
    last: Column
    reach: Column
    version: Column  # index in rules.versions
    reason: Column


@dataclass
class Verdicts:
    """Filled by a replay when asked: for each game and side a reason code (0 rated), for each tournament one too."""

    first: Column
    second: Column
    tournament: Column
    list_number: Column

    @classmethod
    def empty(cls, inputs: Inputs) -> "Verdicts":
        games, tournaments = len(inputs.games), len(inputs.tournaments)
        return cls(
            _unjudged(games, np.int16), _unjudged(games, np.int16), _unjudged(tournaments, np.int16),
            _unjudged(games, np.int32),
        )  # fmt: skip


def _unjudged(count: int, kind: Any) -> Column:
    return np.full(count, -1, kind)


@dataclass(frozen=True)
class Listed:
    """The rows of a list before sorting: one entry per player number that has something to show."""

    player: Column
    rating: Column  # in units of 10^−decimals points
    games: Column
    k: Column
    active: Column  # bool
    published: Column  # bool
    reason: Column  # reason code where it is not published


class Node(Struct, frozen=True, omit_defaults=True):
    """One line of an explanation, with what it rests on below it."""

    text: str
    article: str = ""
    value: str = ""
    below: tuple["Node", ...] = ()


@dataclass(frozen=True)
class Question:
    """What `explain` is asked: a player on a list, with the inputs of that list and the state before it."""

    inputs: Inputs
    rules: Rules
    number: int
    day: int
    before: State
    player: int
    player_name: Callable[[int], str] = field(default=str)
    tournament_name: Callable[[int], str] = field(default=str)
    assignment: Assignment | None = None  # as replayed: tournaments not approved for the scheme are on no list


class Course:
    """A replay in stretches, each with the inputs of its lists. A scheme that has much to set up does so only once."""

    def __init__(
        self, scheme: "Scheme", rules: Rules, assignment: Assignment, state: State, keep: Keep | None,
        parts: Parts | None,
    ) -> None:  # fmt: skip
        self.scheme, self.rules, self.assignment, self.state = scheme, rules, assignment, state
        self.keep, self.parts = keep, parts

    def run(self, inputs: Inputs, first: int, last: int, verdicts: Verdicts | None = None) -> None:
        """Replay the lists of a stretch."""
        self.state = self.scheme.run(
            inputs, self.rules, self.assignment, self.scheme.fitted(self.state, len(inputs.players)), first, last,
            keep=self.keep, verdicts=verdicts, parts=self.parts,
        )  # fmt: skip


class Scheme(ABC):
    """A regulation. Everything here is pure: numbers in, numbers out."""

    name: ClassVar[str]
    title: ClassVar[str]
    decimals: ClassVar[int] = 0
    any_day: ClassVar[bool] = False  # True: a list can be asked for any day, not only for calendar days
    spares_given: ClassVar[bool] = False  # True: a replay does not write over the state it is given
    # facts of players that can change a rating; others (shown on the list only) force no replay when they change
    rating_facts: ClassVar[frozenset[str]] = frozenset({"carried", "title", "federation", "excused"})
    needs_rankings: ClassVar[bool] = False
    needs_byes: ClassVar[bool] = False
    needs_entrants: ClassVar[bool] = False
    needs_fouls: ClassVar[bool] = False  # True: games that the standings rules count as lost by fouls come so
    versions: ClassVar[tuple[Version, ...]]
    readings: ClassVar[tuple[Reading, ...]] = ()
    reasons: ClassVar[tuple[Reason, ...]] = ()
    bonus: ClassVar[str] = "bonus"  # what the part of that name is called
    titles: ClassVar[Mapping[str, str]] = {}  # title code → as shown on the list, highest first

    def rules(
        self,
        reform: Reform | None = None,
        version: str | None = None,
        readings: Mapping[str, str] | None = None,
    ) -> Rules:
        """The rules in force, or as changed; all of the change is checked before anything runs."""
        reform = reform or Reform()
        chosen = choose(self.readings, {**reform.readings, **(readings or {})})
        versions = overlaid(self._only(version), reform)
        for each in versions:
            self.check(each.parameters)
        named = reform.name if reform or readings else ""
        return Rules(self.name, versions, chosen, named)

    def _only(self, version: str | None) -> tuple[Version, ...]:
        """All versions, or one that then holds from the day of the first on."""
        if version is None:
            return self.versions
        by_name = {each.name: each for each in self.versions}
        if version not in by_name:
            raise SchemeError(f"{self.name} has no version {version!r}", nearest(version, by_name))
        return (Version(version, self.versions[0].since, by_name[version].parameters),)

    def check(self, parameters: Any) -> None:  # noqa: B027 - a scheme without contradictions need not say so
        """Refuse parameters that contradict each other."""

    @abstractmethod
    def calendar(self, rules: Rules) -> Calendar:
        """When lists appear. For a scheme with lists on any day: the marks between which it is replayed."""

    def looks_at(self, tournaments: Tournaments) -> Column | None:
        """Which tournaments count for something though they are not approved for the scheme; None: no others do."""
        return None

    @abstractmethod
    def assign(self, tournaments: Tournaments, rules: Rules) -> Assignment:
        """On which lists each tournament can count, by dates and papers alone."""

    @abstractmethod
    def start(self, players: int) -> State:
        """The state before anything happened."""

    @abstractmethod
    def run(
        self,
        inputs: Inputs,
        rules: Rules,
        assignment: Assignment,
        state: State,
        first: int,
        last: int,
        *,
        until: int | None = None,
        keep: Keep | None = None,
        verdicts: Verdicts | None = None,
        parts: Parts | None = None,
    ) -> State:
        """Replay lists first … last (numbers) over a state; with `until` (a day), the last one only up to that day.

        `keep(number, state)` is called after each list; what it wants to hold it copies. The given state may be
        written over (unless `spares_given`). Columns of a state grow when there are more players than it has rows.
        `parts` is filled with what every rating changed by, by cause; its rows are as many as there are players.
        """

    def course(
        self, bare: Inputs, rules: Rules, assignment: Assignment, state: State, first: int, last: int,
        keep: Keep | None = None, parts: Parts | None = None,
    ) -> "Course":  # fmt: skip
        """A replay of the lists first … last that is given its games stretch by stretch, and all else now."""
        return Course(self, rules, assignment, state, keep, parts)

    @abstractmethod
    def listed(self, state: State, players: Players, inputs: Inputs, rules: Rules, number: int, day: int) -> Listed:
        """The rows of the list that a state stands for."""

    @abstractmethod
    def explain(self, question: Question) -> Node:
        """Every step from the rating before to the rating on the list; the root's value is the rating listed."""

    def expected(self, own: Column, opponent: Column, parameters: Any) -> Column | None:
        """What a rating predicts for a game, in hundredths, for many pairs of list ratings; None if nothing."""
        return None

    def ratings(self, state: State) -> Column:
        """The rating of each player in a state, in the units of the list; 0 for none."""
        return state["rating"]

    def throughout(self, rules: Rules) -> str:
        """What of the rules acts on lists of every date. A scheme in which each version acts only from its date on
        says so here, and replays under reforms share all earlier lists; this default shares nothing."""
        return rules.fingerprint

    def fitted(self, state: State, players: int) -> State:
        """The state with a row for each of so many players.

        Who came later gets one. Who was not known yet has none: a state that was stored since, from the same inputs,
        may have rows for people of whom nothing was known then.
        """
        fresh, one_more = self.start(players), self.start(players + 1)
        fitted = dict(state)
        for name, column in fresh.items():
            if len(one_more[name]) > len(column) != len(state[name]):  # one row for each player, but not yet so many
                known = min(len(state[name]), players)
                column[:known] = state[name][:known]
                fitted[name] = column
        return fitted

    def shown(self, rating: int) -> str:
        """A rating at the scheme's own precision."""
        if self.decimals == 0:
            return str(rating)
        sign = "-" if rating < 0 else ""
        whole, part = divmod(abs(rating), 10**self.decimals)
        return f"{sign}{whole}.{part:0{self.decimals}d}"

    def list_in_force(self, rules: Rules, day: date) -> tuple[int, date]:
        """Number and date of the list in force on a day."""
        calendar = self.calendar(rules)
        number = calendar.number(day)
        return number, day if self.any_day else calendar.date(number)
