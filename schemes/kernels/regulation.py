"""A scheme on a driver: its articles bound to the driver's loops, and its numbers as articles read them."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from msgspec import Struct, structs

from schemes.kernels.articles import Articles, article, articles_in, loop
from schemes.kernels.calendar import MONTHLY, Calendar
from schemes.kernels.columns import Records
from schemes.kernels.compiler import is_installed
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import Column, Inputs, fixed, recorded_results
from schemes.kernels.parameters import Cells, packed, unpacked
from schemes.kernels.readings import choose
from schemes.kernels.rules import ALWAYS, Rules, Version
from schemes.kernels.scheme import Given, Node, Question, Scheme, State
from schemes.rating.articles import NO_PREDICTION, expected_score

if TYPE_CHECKING:
    from schemes.rating.explanation import Explanation

PLAIN, COMPILED = "plain", "compiled"
FEW = 50  # rows: not worth compiled code even where it is loaded
TO_LOAD = 5  # plain Python rates so much less than what it may rate before compiled code is loaded from disk


class AtWork(Struct, frozen=True):
    """The rules of a regulation as they run: its versions, and what makes a loop of the driver one of these rules."""

    versions: Any
    loop: Callable[[Any], Any]


class NoParameters(Struct, frozen=True):
    """A regulation without numbers that a reform could change."""


class Regulation(Scheme):
    """What the schemes of all drivers share.

    A regulation defines its articles as functions of its class, or names the modules they stand in; the loops of its
    driver say which articles can be given, each with a default.
    """

    versions: ClassVar[tuple[Version, ...]] = (Version("base", ALWAYS, NoParameters()),)
    article_modules: ClassVar[tuple[Any, ...]] = ()
    # when lists appear; where they can be asked for any day, the marks between which is replayed
    lists: ClassVar[Calendar] = MONTHLY
    # codes, highest first: level n is bit n of a player's titles
    titles_that_count: ClassVar[tuple[str, ...]] = ()
    # name of a value → what an explanation calls 0, 1, 2 …
    words: ClassVar[Mapping[str, Sequence[str]]] = {}
    tables: ClassVar[Mapping[str, tuple[int, ...]]] = {}  # more numbers that articles read
    plain_up_to: ClassVar[int] = 10_000  # rows that plain Python rates within about two seconds
    runs = ""  # PLAIN or COMPILED, however many the rows are
    # numbers that a list leaves behind of each player beside the rating, with what they begin with: of the driver, and
    # further ones of the regulation, which articles read and write; and numbers of the driver that no list keeps
    kept: ClassVar[Mapping[str, int]] = {}
    own_numbers: ClassVar[Mapping[str, int]] = {}
    working: ClassVar[tuple[str, ...]] = ()
    small_records = (
        False  # True: the numbers of a record have 32 bits, so that more of them are at hand
    )
    # what a driver asks of its regulations, with the usual answer
    switches: ClassVar[Mapping[str, int]] = {}
    explanation: ClassVar[type["Explanation"]]

    def cells(self, parameters: Any, readings: Mapping[str, str]) -> Cells:
        """The numbers of a version as articles read them: `p.name`.

        The readings (`p.read_name`, 0: as in force), `p.unit` (parts of a point on the list), `p.per_point`
        (parts in which ratings are counted), `p.worth` (hundredths in such a part) and the switches of the driver are
        added; a cell with the name of a switch sets it.
        """
        whole = {
            name: int(value)
            for name, value in structs.asdict(parameters).items()
            if isinstance(value, int)
        }
        return {**whole, **self.tables}

    def calendar(self, rules: Rules) -> Calendar:
        """When lists appear."""
        return self.lists

    def results(self, given: Given) -> Column:
        """The results that count, of all games: a reading called fouls may say that those recorded do."""
        if given.rules.readings.get("fouls", "lost") == "lost":
            return np.asarray(given.inputs.games.result)
        return recorded_results(given.inputs)

    def last_registration(
        self, start: Column, parameters: Any, readings: Mapping[str, str]
    ) -> Column:
        """The last days on which tournaments with these starts could be registered: the first days themselves."""
        return start

    @cached_property
    def articles(self) -> Articles:
        """The articles of the regulation, bound to the loops of its kernel."""
        return Articles(self.name, self.article_functions(), self.digest)

    def article_functions(self) -> dict[str, FunctionType]:
        """The articles by name: of the modules, then of the classes."""
        classes = [each for each in reversed(type(self).__mro__) if issubclass(each, Regulation)]
        return articles_in(*self.article_modules, *classes)

    @property
    def modules(self) -> set[str]:
        """The modules of the articles, too, and of the vocabulary that their defaults stand in."""
        return (
            super().modules
            | {"schemes.rating"}
            | {each.__module__ for each in self.article_functions().values()}
        )

    def at_work(self, rules: Rules, rows: int | Inputs) -> AtWork:
        """The rules for a loop over so many rows, or over games and players: plain or compiled."""
        if self.is_plain(rows if isinstance(rows, int) else _rows_of(rows)):
            return AtWork(self.plain_versions_of(rules), self.articles.plain)
        return AtWork(self.versions_of(rules), self.articles.compiled)

    def is_plain(self, rows: int) -> bool:
        """Whether rules run in plain Python: over rows so few that compiling would take longer, and was not done; or
        because there is no compiler."""
        if self.runs:
            return self.runs == PLAIN
        if rows <= FEW or not is_installed():
            return True
        if rows <= self.plain_up_to // TO_LOAD and not self.articles.are_loaded:
            return True
        return rows <= self.plain_up_to and not self.articles.are_compiled

    def compiles(self, inputs: Inputs) -> bool:
        """Whether these games are so many that the rules have to be compiled, and were not."""
        return not self.is_plain(_rows_of(inputs)) and not self.articles.are_compiled

    def misses_compiler(self, inputs: Inputs) -> bool:
        """Whether these games are so many that they should be rated by compiled rules, and there is no compiler."""
        return not is_installed() and _rows_of(inputs) > self.plain_up_to

    def versions_of(self, rules: Rules) -> Any:
        """The numbers of all versions, for compiled articles."""
        return _packed(self, _ByFingerprint(rules))

    def plain_versions_of(self, rules: Rules) -> list[Any]:
        """The same for plain and traced articles."""
        return _unpacked(self, _ByFingerprint(rules))

    @property
    def per_point(self) -> int:
        """Parts of a point in which ratings are counted: those of the list, unless the driver has others."""
        return self.switches.get("per_point", 10**self.decimals)

    def ratings(self, state: State) -> Column:
        """The rating of each player in a state, in the units of the list; 0 for none."""
        return state["rating"] // (self.per_point // 10**self.decimals)

    def resized(self, state: State, players: int) -> State:
        """The state with a row for each player known."""
        if len(state["rating"]) == players:
            return state
        return super().resized(state, players)

    def _cells(self, rules: Rules) -> list[Cells]:
        read = {
            f"read_{each.name.replace('-', '_')}": each.index(rules.readings[each.name])
            for each in self.readings
        }
        unit = 10**self.decimals
        versions = [
            {**self.switches, **self.cells(v.parameters, rules.readings), **read}
            for v in rules.versions
        ]
        parts = {"unit": unit, "per_point": self.per_point, "worth": 100 // self.per_point}
        return [{**each, **parts} for each in versions]

    def explain(self, question: Question) -> Node:
        """Every step from the rating on the list before to the rating on the list."""
        return self.explanation(self, question).node()

    def timeless_rules(self, rules: Rules) -> str:
        """Every version acts from its date on."""
        return ""

    def expected(self, own: Column, opponent: Column, parameters: Any) -> Column | None:
        """What `expected_score` says of each pair of list ratings, −1 where one is unrated; None without it."""
        if expected_score.__name__ not in self.articles.functions:
            return None
        rules = Rules(self.name, (Version("", ALWAYS, parameters),), choose(self.readings, {}))
        work = self.at_work(rules, len(own))
        answer = np.zeros(len(own), np.int16)
        work.loop(predict)(work.versions, fixed(own, np.int32), fixed(opponent, np.int32), answer)
        return answer

    def further_columns(self, rules: Rules, version: int, players: Records) -> dict[str, Column]:
        """The further columns of a list: each is what the article of its name says of a player."""
        p = self.at_work(rules, len(players)).versions[version]
        columns = {}
        for name, articles in self._articles_of_columns.items():
            columns[name] = np.zeros(len(players), np.int64)
            if self.is_plain(len(players)):
                fill = articles.plain(fill_column)
            else:
                fill = articles.compiled(fill_column)
            fill(p, players, columns[name])
        return columns

    @cached_property
    def _articles_of_columns(self) -> dict[str, Articles]:
        functions = self.articles.functions
        return {
            each.name: Articles(
                f"{self.name}-{each.name}",
                {**functions, "column_value": functions[each.name]},
                self.digest,
            )
            for each in self.columns
        }


@article("")
def column_value(p: Fields, player: Fields) -> int:
    """What a further column shows of a player: the article of the column's name takes this place."""
    return 0


@loop
def predict(versions: Any, own: Column, opponent: Column, answer: Column) -> None:
    """The expected scores of many pairs."""
    for row in range(len(own)):
        if own[row] > 0 and opponent[row] > 0:
            answer[row] = expected_score(versions[0], int(own[row]), int(opponent[row]))
        else:
            answer[row] = NO_PREDICTION


@loop
def fill_column(p: Fields, players: Records, values: Column) -> None:
    """The column of many players."""
    for row in range(len(players)):
        values[row] = column_value(p, players[row])


def _rows_of(inputs: Inputs) -> int:
    return len(inputs.games) + len(inputs.players)


class _ByFingerprint:
    """Rules as a key: equal if all they say is equal."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.key = rules.fingerprint

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByFingerprint) and self.key == other.key


@lru_cache(maxsize=64)
def _packed(scheme: Regulation, rules: _ByFingerprint) -> Any:
    return packed(scheme._cells(rules.rules))


@lru_cache(maxsize=64)
def _unpacked(scheme: Regulation, rules: _ByFingerprint) -> list[Any]:
    return unpacked(scheme._cells(rules.rules))
