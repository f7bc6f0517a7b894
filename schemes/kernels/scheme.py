"""What a regulation must offer to be replayed, listed and explained. A new one is a module and an entry point."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
from msgspec import Struct, structs

from schemes.kernels.amounts import decimal
from schemes.kernels.calendar import Calendar
from schemes.kernels.causes import Causes, Effects
from schemes.kernels.errors import rules_error
from schemes.kernels.inputs import Column, Inputs, Tournaments
from schemes.kernels.readings import Reading, choose, nearest
from schemes.kernels.rules import VERSION, Reform, Rules, Version, day_of, overlaid
from schemes.kernels.shares import AtHand
from schemes.kernels.sources import digest_of
from wording import say

# What the column `games` of a list counts
ON_THIS_LIST = "rated games on this list"
SO_FAR = "all rated games so far"

# A state is what a list leaves behind for the next: named columns, most of them one row per player.
State = Mapping[str, Column]


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


class Verdicts(NamedTuple):
    """Filled by a replay when asked: for each game and side a reason code (0 rated), for each tournament one too."""

    first: Column
    second: Column
    tournament: Column
    list_number: Column

    @classmethod
    def empty(cls, inputs: Inputs) -> "Verdicts":
        games = len(inputs.games)
        tournaments = len(inputs.tournaments)
        return cls(
            _unjudged(games, np.int16), _unjudged(games, np.int16), _unjudged(tournaments, np.int16),
            _unjudged(games, np.int32),
        )  # fmt: skip

    def judge(self, given: "Given", here: Column, list_number: Column) -> None:
        """Some tournaments and the games of those that are not rated; `list_number` is that of each tournament."""
        reason = given.assignment.reason
        sizes = np.diff(given.inputs.games.offset)
        of_game = np.repeat(np.arange(len(sizes)), sizes)
        games = here[of_game]
        left_out = games & (reason[of_game] != 0)
        self.tournament[here] = reason[here]
        self.first[left_out] = self.second[left_out] = reason[of_game][left_out]
        self.list_number[games] = list_number[of_game][games]


def _unjudged(count: int, kind: Any) -> Column:
    return np.full(count, -1, kind)


class Stop(NamedTuple):
    """A list to be made: its number in the calendar, and its day."""

    number: int
    day: int


@dataclass(frozen=True)
class Given:
    """What a replay works on: what happened, the rules, and on which lists tournaments count."""

    inputs: Inputs
    rules: Rules
    assignment: Assignment


@dataclass(frozen=True)
class Watch:
    """What a replay writes down on its way, if somebody asks: what became of games and what they did, and why ratings
    changed."""

    verdicts: Verdicts | None = None
    causes: Causes | None = None
    at_hand: AtHand | None = None
    effects: Effects | None = None


UNWATCHED = Watch()


class ListColumn(Struct, frozen=True):
    """A further column of a scheme's lists: whole numbers, with so many decimals, or words for 0, 1, 2 …"""

    name: str
    says: str = ""
    decimals: int = 0
    words: tuple[str, ...] = ()


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
    further: Mapping[str, Column] = field(
        default_factory=dict
    )  # values of the scheme's further columns


class Node(Struct, frozen=True, omit_defaults=True):
    """One line of an explanation, with what it rests on below it."""

    text: str
    article: str = ""
    value: str = ""
    "An `Amount`, which knows its number, or a word."
    below: tuple["Node", ...] = ()


class Refusal(NamedTuple):
    """Why a tournament is not rated: the code of a reason, and what it rests on."""

    code: int
    below: tuple[Node, ...]


@dataclass(frozen=True)
class Question:
    """What `explain` is asked: a player on a list, with what the list is made from and the state before it."""

    given: Given
    stop: Stop
    before: State
    player: int
    player_name: Callable[[int], str] = field(default=str)
    tournament_name: Callable[[int], str] = field(default=str)
    game_source: Callable[[int], str] = field(
        default=lambda row: ""
    )  # where the log speaks of a game, by its row
    ranking_remark: Callable[[int], str] = field(
        default=lambda tournament: ""
    )  # what is odd about a given ranking


class Scheme(ABC):
    """A regulation. Everything here is pure: numbers in, numbers out."""

    name: ClassVar[str]
    title: ClassVar[str]
    decimals: ClassVar[int] = 0
    # True: a list can be asked for any day, not only for calendar days
    any_day: ClassVar[bool] = False
    # facts of players that can change a rating; others (shown on the list only) force no replay when they change
    rating_facts: ClassVar[frozenset[str]] = frozenset(
        {"carried", "title", "federation", "excused"}
    )
    # another scheme with lists on fixed days, whose ratings are inputs of this one
    reads_list_of: ClassVar[str] = ""
    # further fields of games that it reads, and what holds without them
    game_fields: ClassVar[Mapping[str, int]] = {}
    needs_rankings: ClassVar[bool] = False
    needs_byes: ClassVar[bool] = False
    needs_entrants: ClassVar[bool] = False
    needs_days: ClassVar[bool] = False  # True: the days of its games may keep a tournament out
    # True: games that the standings rules count as lost by fouls come so
    needs_fouls: ClassVar[bool] = False
    versions: ClassVar[tuple[Version, ...]]
    readings: ClassVar[tuple[Reading, ...]] = ()
    reasons: ClassVar[tuple[Reason, ...]] = ()
    bonus: ClassVar[str] = "bonus"  # what the part of that name is called
    titles: ClassVar[Mapping[str, str]] = {}  # title code → as shown on the list, highest first
    # title code → what people write for it, in English, simplified and traditional Chinese; also titles without worth
    title_names: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    # what the column `games` of its lists counts: one of the above, or other words
    games_counted: ClassVar[str] = ""
    # further columns of its lists, after those that all lists have
    columns: ClassVar[tuple[ListColumn, ...]] = ()
    package: str = ""  # the package, or the file, that brings the regulation, with its version
    # the list of FIDE whose ratings are its own: standard, rapid or blitz; a subclass has to say so itself, but its
    # lists can be written in FIDE's form, too
    fide_list: ClassVar[str] = ""
    unrated_article: ClassVar[str] = ""  # the article by which a played game may be left unrated
    # the article by which nobody without a federation is listed
    federation_article: ClassVar[str] = ""
    is_foreign: bool = False  # True: it does not come with this program
    files: tuple[Path, ...] = ()  # that the rules stand in, beside the packages of `modules`

    @property
    def modules(self) -> set[str]:
        """The modules that the rules stand in: those of the classes of the regulation, and of its parameters."""
        classes = {each.__module__ for each in type(self).__mro__ if issubclass(each, Scheme)}
        return classes | {type(version.parameters).__module__ for version in self.versions}

    @cached_property
    def digest(self) -> str:
        """A digest of all files that the rules stand in: it is part of every key, and of the receipt."""
        return digest_of(self.modules, self.files)

    def rules(
        self,
        reform: Reform | None = None,
        version: str | None = None,
        readings: Mapping[str, str] | None = None,
    ) -> Rules:
        """The rules in force, or as changed; all of the change is checked before anything runs.

        When a version begins is for the office to read, too: `versions.NAME` with a day.
        """
        reform = reform or Reform()
        asked = {**reform.readings, **(readings or {})}
        begins = {name: asked.pop(name) for name in list(asked) if name.startswith(VERSION)}
        dates = {name.removeprefix(VERSION): day_of(day) for name, day in begins.items()}
        chosen = {**choose(self.readings, asked), **begins}
        versions = overlaid(
            self._only(version), structs.replace(reform, dates={**reform.dates, **dates})
        )
        for each in versions:
            self.check(each.parameters)
        named = reform.name if reform or readings else ""
        return Rules(self.name, versions, chosen, named, reform.names)

    def _only(self, version: str | None) -> tuple[Version, ...]:
        """All versions, or one that then holds from the day of the first on."""
        if version is None:
            return self.versions
        by_name = {each.name: each for each in self.versions}
        if version not in by_name:
            raise rules_error(
                say("{name} has no version {version!r}", name=self.name, version=version),
                nearest(version, by_name),
            )
        return (Version(version, self.versions[0].since, by_name[version].parameters),)

    def check(self, parameters: Any) -> None:  # noqa: B027 - a scheme without contradictions need not say so
        """Refuse parameters that contradict each other."""

    @abstractmethod
    def calendar(self, rules: Rules) -> Calendar:
        """When lists appear. For a scheme with lists on any day: the marks between which it is replayed."""

    def misses_compiler(self, inputs: Inputs) -> bool:
        """Whether the rules run slowly because no compiler is installed."""
        return False

    def compiles(self, inputs: Inputs) -> bool:
        """Whether rules have to be compiled before they rate these games."""
        return False

    def looks_at(self, tournaments: Tournaments) -> Column | None:
        """Which tournaments count for something though they are not approved for the scheme; None: no others do."""
        return None

    @abstractmethod
    def assign(self, tournaments: Tournaments, rules: Rules) -> Assignment:
        """On which lists each tournament can count, by dates and papers alone."""

    def why_that_list(self, tournaments: Tournaments, rules: Rules, number: int) -> Sequence[Node]:
        """Why a tournament that is rated is rated on that list."""
        return ()

    def refused_by_days(
        self, inputs: Inputs, rules: Rules, numbers: Sequence[int]
    ) -> dict[int, Refusal]:
        """Which tournaments are not rated because of the days of their games; asked where `needs_days` is set."""
        return {}

    @abstractmethod
    def start(self, players: int) -> State:
        """The state before anything happened."""

    @abstractmethod
    def replay(
        self, given: Given, state: State, stops: Sequence[Stop], watch: Watch = UNWATCHED
    ) -> Iterator[State]:
        """The state after each stop, from a state that has a row for each player and is not written over.

        Stops are lists that follow one another (with `any_day`: days in order). The columns that are yielded may be
        written over by the next stop. Raises TooOld at once if a stop needs a list older than the state remembers.
        """

    @abstractmethod
    def listed(self, given: Given, state: State, stop: Stop) -> Listed:
        """The rows of the list that a state stands for; of the inputs only players and facts are looked at."""

    @abstractmethod
    def explain(self, question: Question) -> Node:
        """Every step from the rating before to the rating on the list; the root's value is the rating listed."""

    def expected(self, own: Column, opponent: Column, parameters: Any) -> Column | None:
        """What a rating predicts for a game, in hundredths, for many pairs of list ratings; None if nothing."""
        return None

    def predicted(
        self, state: State, own: Column, opponent: Column, parameters: Any
    ) -> Column | None:
        """What a state predicts for games between pairs of rated players, given by their numbers, in hundredths."""
        ratings = self.ratings(state)
        return self.expected(
            ratings[own].astype(np.int32), ratings[opponent].astype(np.int32), parameters
        )

    def ratings(self, state: State) -> Column:
        """The rating of each player in a state, in the units of the list; 0 for none."""
        return state["rating"]

    def timeless_rules(self, rules: Rules) -> str:
        """The part of the rules that acts on lists of every date.

        A scheme whose versions act only from their dates on returns "": then a reform shares all earlier lists. The
        default shares nothing.
        """
        return rules.fingerprint

    def stops(self, rules: Rules, first: int, last: int) -> list[Stop]:
        """The lists first … last; of a scheme with lists on any day, the last days of the months with these numbers."""
        calendar = self.calendar(rules)
        later = int(self.any_day)
        return [
            Stop(number, calendar.date(number + later).toordinal() - later)
            for number in range(first, last + 1)
        ]

    def resized(self, state: State, players: int) -> State:
        """The state with a row for each player known.

        Players who were registered later get an empty row. A state stored at a later position may have rows for players
        who were not known yet; these are dropped.
        """
        fresh = self.start(players)
        one_more = self.start(players + 1)
        resized = dict(state)
        for name, column in fresh.items():
            if (
                len(one_more[name]) > len(column) != len(state[name])
            ):  # one row per player, but not as many
                known = min(len(state[name]), players)
                column[:known] = state[name][:known]
                resized[name] = column
        return resized

    def shown(self, rating: int) -> str:
        """A rating at the scheme's own precision."""
        return decimal(rating, self.decimals, "points")

    def list_in_force(self, rules: Rules, day: date) -> tuple[int, date]:
        """Number and date of the list in force on a day."""
        calendar = self.calendar(rules)
        number = calendar.number(day)
        return number, day if self.any_day else calendar.date(number)
