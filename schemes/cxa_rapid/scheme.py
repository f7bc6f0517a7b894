"""The scheme as the replay sees it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from schemes.calendar import Calendar
from schemes.causes import Causes
from schemes.cxa_rapid.admission import counted
from schemes.cxa_rapid.articles import conversion_factor, is_published
from schemes.cxa_rapid.columns import World, world
from schemes.cxa_rapid.eligibility import assigned
from schemes.cxa_rapid.explain import explanation, period_of
from schemes.cxa_rapid.parameters import VERSIONS, Parameters, boundaries, calendar_of, cells, check
from schemes.cxa_rapid.period import NOT_CARRIED, Span, rate_all
from schemes.cxa_rapid.readings import READINGS
from schemes.cxa_rapid.reasons import BELOW_MINIMUM, REASONS
from schemes.cxa_rapid.split import split_all
from schemes.errors import SchemeError
from schemes.inputs import Column, Facts, Inputs, Tournaments, fixed
from schemes.parameters import packed, unpacked
from schemes.readings import Reading
from schemes.rule import compiled, rule
from schemes.rules import Rules, Version
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


class CxaRapid(Scheme):
    """Rapid ratings of the Chinese Xiangqi Association."""

    name: ClassVar[str] = "cxa-rapid"
    title: ClassVar[str] = "Chinese Xiangqi Association, rapid ratings"
    decimals: ClassVar[int] = 1
    needs_rankings: ClassVar[bool] = True
    needs_fouls: ClassVar[bool] = True
    bonus: ClassVar[str] = "champion's bonus"
    rating_facts: ClassVar[frozenset[str]] = frozenset({"carried", "title", "federation"})
    versions: ClassVar[tuple[Version, ...]] = VERSIONS
    readings: ClassVar[tuple[Reading, ...]] = READINGS
    reasons: ClassVar[tuple[Reason, ...]] = REASONS
    titles: ClassVar[Mapping[str, str]] = {
        "cxa-gm": "特级大师", "sport-intl": "国际健将", "wxf-gm": "国际特级大师", "cxa-m": "国家大师",
        "sport-m": "运动健将", "wxf-im": "国际大师", "cxa-am": "棋协大师", "sport-1": "一级运动员",
        "wxf-m": "棋联大师", "cxa-rm": "地协大师", "sport-2": "二级运动员", "cxa-1": "一级棋士",
        "sport-3": "三级运动员",
    }  # fmt: skip

    def check(self, parameters: Parameters) -> None:
        check(parameters)

    def calendar(self, rules: Rules) -> Calendar:
        if len({version.parameters.lists for version in rules.versions}) > 1:
            raise SchemeError("lists cannot change within a replay", "set lists without --from")
        return calendar_of(rules.versions[0].parameters)

    def timeless_rules(self, rules: Rules) -> str:
        """Every version acts from its date on."""
        return ""

    def assign(self, tournaments: Tournaments, rules: Rules) -> Assignment:
        return assigned(tournaments, rules, self.calendar(rules), _packed(rules))

    def start(self, players: int) -> State:
        return {
            "rating": np.zeros(players, np.int32),  # tenths; 0 not rated
            "games": np.zeros(players, np.int16),  # rated on this list
            "why": np.zeros(players, np.int8),  # reason code of who played and is not rated
        }

    def replay(self, given: Given, state: State, stops: Sequence[Stop], watch: Watch = UNWATCHED) -> Iterator[State]:
        inputs, assignment = given.inputs, given.assignment
        state = {name: np.array(state[name], column.dtype) for name, column in self.start(0).items()}
        seen = world(inputs, given.rules, assignment.version)
        codes = np.full((2, len(inputs.games)), -1, np.int16)
        if watch.verdicts is not None:
            _mark_left_out(watch.verdicts, inputs, assignment)
        for stop in stops:
            chosen = _tournaments_on(given, stop.number)
            self._one_list(given, seen, stop.number, chosen, state, codes, watch.causes)
            if watch.verdicts is not None:
                _mark(watch.verdicts, inputs, codes, chosen, stop.number)
            yield state

    def _one_list(
        self, given: Given, seen: World, number: int, chosen: Column, state: State, codes: Column, causes: Causes | None
    ) -> None:
        rules, inputs = given.rules, given.inputs
        state["games"][:] = 0
        own, entries = counted(_packed(rules), seen, chosen, state["rating"], codes, state["why"])
        period = (
            _packed(rules), seen.people, seen.tournaments.rows, self.span(rules, number), own, entries,
            self.carried(inputs.facts, rules, number, len(inputs.players)), state["rating"],
        )  # fmt: skip
        if causes is not None:
            compiled(split_all)(*period, causes.table)
        compiled(rate_all)(*period, state["games"], state["why"])

    def span(self, rules: Rules, number: int) -> Span:
        """The days of a list's period and the version that holds on its date."""
        calendar = self.calendar(rules)
        day = calendar.date(number)
        return Span(calendar.date(number - 1).toordinal(), day.toordinal(), max(rules.index(day), 0))

    def carried(self, facts: Facts, rules: Rules, number: int, players: int) -> Column:
        """The ratings carried in on a list, in hundredths: the last of each player."""
        span = self.span(rules, number)
        here = (facts.carried_day > span.begin) & (facts.carried_day <= span.day)
        carried = np.full(players, NOT_CARRIED, np.int32)
        carried[facts.carried_player[here]] = facts.carried_rating_x100[here]
        return fixed(carried, np.int64)

    def listed(self, given: Given, state: State, stop: Stop) -> Listed:
        players, rules, day = given.inputs.players, given.rules, stop.day
        known = min(len(players), len(state["rating"]))
        rating, why = state["rating"][:known], state["why"][:known]
        alive = np.asarray(players.deceased[:known]) > day
        player = np.flatnonzero(((rating > 0) | (why > 0)) & alive).astype(np.int32)
        p = _packed(rules)[max(rules.index(self.calendar(rules).date(stop.number)), 0)]
        k, published = np.zeros(len(player), np.int16), np.zeros(len(player), np.bool_)
        compiled(show)(p, fixed(rating[player], np.int32), fixed(players.sex[player], np.int8), k, published)
        rated = rating[player] > 0
        reason = np.where(rated, np.where(published, 0, BELOW_MINIMUM), why[player]).astype(np.int16)
        active = _active(given.inputs.facts, known, day)[player]
        return Listed(player, rating[player], state["games"][player], k, active, published, reason)

    def explain(self, question: Question) -> Node:
        given, number = question.given, question.stop.number
        carried = self.carried(given.inputs.facts, given.rules, number, len(given.inputs.players))
        period = period_of(
            question, _packed(given.rules), unpacked(_cells(given.rules)), self.span(given.rules, number),
            _tournaments_on(given, number), carried,
        )  # fmt: skip
        return explanation(period)

    def expected(self, own: Column, opponent: Column, parameters: Parameters) -> Column:
        """P of one game in hundredths, for ratings as listed (tenths)."""
        rising = np.array(boundaries(parameters.scale, "half-away")[::-1], np.int64)
        difference = (np.asarray(opponent, np.int64) - np.asarray(own, np.int64)) * 10
        return np.asarray(len(rising) - np.searchsorted(rising, difference, side="left"), np.int64)


@rule("")
def show(p: Any, rating: Column, sex: Column, k: Column, published: Column) -> None:
    """K of each rating (tenths) for the next period, and whether it is published; neither of who has none."""
    for row in range(len(rating)):
        if rating[row] > 0:
            k[row] = conversion_factor(p, rating[row] * 10)
            published[row] = is_published(p, rating[row] * 10, sex[row])


def _cells(rules: Rules) -> list[dict[str, int | tuple[int, ...]]]:
    return [cells(version.parameters, rules.readings) for version in rules.versions]


_PACKED: dict[str, Any] = {}


def _packed(rules: Rules) -> Any:
    """The numbers of the rules for compiled rules; made once, for a replay asks for them at every list."""
    key = rules.fingerprint
    if key not in _PACKED:
        if len(_PACKED) >= 64:
            _PACKED.clear()
        _PACKED[key] = packed(_cells(rules))
    return _PACKED[key]


def _tournaments_on(given: Given, number: int) -> Column:
    """The tournaments of a list in order of start, end, id."""
    t = given.inputs.tournaments
    here = np.flatnonzero(given.assignment.first == number)
    days = (t.start[here], t.end[here])
    early, late = days if given.rules.readings["first-tournament"] == "start" else days[::-1]
    return here[np.lexsort((t.order[here], late, early))]


def _mark(verdicts: Verdicts, inputs: Inputs, codes: Column, chosen: Column, number: int) -> None:
    """Write down what a list said about its games."""
    verdicts.tournament[chosen] = 0
    for tournament in chosen.tolist():
        rows = slice(int(inputs.games.offset[tournament]), int(inputs.games.offset[tournament + 1]))
        verdicts.first[rows], verdicts.second[rows] = codes[0, rows], codes[1, rows]
        verdicts.list_number[rows] = number


def _mark_left_out(verdicts: Verdicts, inputs: Inputs, assignment: Assignment) -> None:
    """The games of a tournament that is not rated are not rated for its reason."""
    verdicts.tournament[assignment.reason != 0] = assignment.reason[assignment.reason != 0]
    counts = np.diff(inputs.games.offset)
    reason = np.repeat(assignment.reason[: len(counts)], counts)
    verdicts.first[reason != 0] = reason[reason != 0]
    verdicts.second[reason != 0] = reason[reason != 0]


def _active(facts: Facts, players: int, day: int) -> Column:
    """Who is active: the regulation knows no inactivity, an office's declarations hold from their day on."""
    active = np.ones(players, np.bool_)
    here = (facts.declared_day <= day) & (facts.declared_player < players)
    active[facts.declared_player[here]] = facts.declared_active[here]
    return active
