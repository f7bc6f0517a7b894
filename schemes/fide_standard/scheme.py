"""fide-standard as a scheme: the contract of `schemes.scheme`, answered by the modules of the articles."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from schemes.calendar import Calendar
from schemes.errors import SchemeError
from schemes.fide_standard import checks
from schemes.fide_standard.assign import Placed, place
from schemes.fide_standard.change import difference, expected
from schemes.fide_standard.explain import explained
from schemes.fide_standard.parameters import VERSIONS, cells
from schemes.fide_standard.readings import READINGS
from schemes.fide_standard.reasons import REASONS
from schemes.fide_standard.replay import Replay, at_list
from schemes.fide_standard.retrace import Retrace
from schemes.fide_standard.roll import rows_of
from schemes.fide_standard.state import empty, resized
from schemes.inputs import Column, Tournaments, fixed
from schemes.parameters import packed
from schemes.rule import compiled, rule
from schemes.rules import Reform, Rules
from schemes.scheme import UNWATCHED, Assignment, Given, Listed, Node, Question, Scheme, State, Stop, Watch

NO_PREDICTION = -1


class FideStandard(Scheme):
    """The FIDE rating regulations for standard chess."""

    name = "fide-standard"
    title = "FIDE rating regulations, standard chess"
    needs_entrants = True
    versions = VERSIONS
    readings = READINGS
    reasons = REASONS
    titles = {f"fide-{code}": code.upper() for code in ("gm", "im", "wgm", "fm", "wim", "cm", "wfm", "wcm")}  # noqa: RUF012

    _last: tuple[Tournaments | None, str, Placed | None] = (None, "", None)

    def rules(self, reform: Reform | None = None, version: str | None = None, readings: Any = None) -> Rules:
        """The rules; lists have one calendar through all versions."""
        rules = super().rules(reform, version, readings)
        days = {(v.parameters.lists.months, v.parameters.lists.day) for v in rules.versions}
        if len(days) > 1:
            raise SchemeError("lists.months and lists.day cannot change from a date on", "leave out the dates")
        return rules

    def check(self, parameters: Any) -> None:
        """Refuse parameters that contradict each other."""
        checks.check(parameters)

    def calendar(self, rules: Rules) -> Calendar:
        """A list on the same day of every month that has one."""
        lists = rules.versions[0].parameters.lists
        return Calendar(tuple((month, lists.day) for month in lists.months))

    def timeless_rules(self, rules: Rules) -> str:
        """Pools keep what the longest look back of any version may need; all else acts from its date on."""
        return str(max(version.parameters.first.months for version in rules.versions))

    def assign(self, tournaments: Tournaments, rules: Rules) -> Assignment:
        """On which list each tournament is rated, by dates and papers."""
        return self._placed(tournaments, rules).assignment

    def _placed(self, tournaments: Tournaments, rules: Rules) -> Placed:
        """Worked out once for the tournaments of the last question: a replay asks again."""
        known, fingerprint, placed = self._last
        if known is not tournaments or fingerprint != rules.fingerprint or placed is None:
            placed = place(tournaments, rules, self.calendar(rules), records(rules))
            self._last = tournaments, rules.fingerprint, placed
        return placed

    def start(self, players: int) -> State:
        """Nobody has played."""
        return empty(players)

    def resized(self, state: State, players: int) -> State:
        """A row for each player known."""
        return resized(state, players)

    def replay(self, given: Given, state: State, stops: Sequence[Stop], watch: Watch = UNWATCHED) -> Iterator[State]:
        """List after list, in compiled loops."""
        placed = self._placed(given.inputs.tournaments, given.rules)._replace(assignment=given.assignment)
        calendar = self.calendar(given.rules)
        return Replay(given.inputs, given.rules, placed, records(given.rules), calendar).run(state, stops, watch)

    def listed(self, given: Given, state: State, stop: Stop) -> Listed:
        """Everybody with a rating or on the way to one."""
        calendar = self.calendar(given.rules)
        state = resized(state, len(given.inputs.players))
        at = at_list(stop.number, 0, given.rules, calendar)
        return rows_of(state, given.inputs, records(given.rules), calendar, at)

    def explain(self, question: Question) -> Node:
        """Every step to a rating."""
        rules = question.given.rules
        placed = self._placed(question.given.inputs.tournaments, rules)
        return explained(Retrace(question, placed, records(rules), self.calendar(rules)))

    def expected(self, own: Column, opponent: Column, parameters: Any) -> Column:
        """The score expected of each pair of list ratings in hundredths; −1 where one is unrated."""
        answer = np.zeros(len(own), np.int16)
        compiled(predict)(_as_in_force(parameters), fixed(own, np.int32), fixed(opponent, np.int32), answer)
        return answer


@rule("")
def predict(versions: Any, own: Column, opponent: Column, answer: Column) -> None:
    """8.3.1 and 8.1.2 for many pairs."""
    p = versions[0]
    for i in range(len(own)):
        if own[i] > 0 and opponent[i] > 0:
            answer[i] = expected(p, difference(p, int(own[i]), int(opponent[i])))
        else:
            answer[i] = NO_PREDICTION


@lru_cache(maxsize=64)
def _as_in_force(parameters: Any) -> Any:
    """The numbers of a version under the readings in force."""
    return packed([cells(parameters, {reading.name: reading.force for reading in READINGS})])


@lru_cache(maxsize=64)
def _records(rules: "_ByFingerprint") -> Any:
    return packed([cells(version.parameters, rules.rules.readings) for version in rules.rules.versions])


class _ByFingerprint:
    """Rules as a key: equal if all they say is equal."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.key = rules, rules.fingerprint

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByFingerprint) and self.key == other.key


def records(rules: Rules) -> Any:
    """The numbers of each version for compiled rules, made once."""
    return _records(_ByFingerprint(rules))
