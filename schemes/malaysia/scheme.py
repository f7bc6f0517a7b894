"""The scheme: a list for any day, replayed game by game between monthly marks."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, ClassVar

import numpy as np

from schemes.calendar import MONTHLY, Calendar
from schemes.inputs import BOTH_ABSENT, DRAW, Column, Inputs, Tournaments
from schemes.malaysia.articles import k_by_rating
from schemes.malaysia.explain import explanation
from schemes.malaysia.parameters import VERSIONS, Parameters, cells, check, compiled_cells
from schemes.malaysia.period import COLUMNS, opened, play
from schemes.malaysia.readings import READINGS
from schemes.malaysia.reasons import FORFEIT, NO_VERSION, RATED, REASONS
from schemes.malaysia.split import split
from schemes.malaysia.timeline import blocks, closing_days, national_years, story, tournament_of_games, version_on
from schemes.rule import compiled, rule
from schemes.rules import Rules
from schemes.scheme import (
    UNWATCHED,
    Assignment,
    Given,
    Listed,
    Node,
    Question,
    Scheme,
    State,
    Stop,
    Verdicts,
    Watch,
)


class Malaysia(Scheme):
    """大马中国象棋棋手等级分计算法."""

    name = "malaysia"
    title = "Malaysian xiangqi rating (大马中国象棋棋手等级分)"
    any_day = True
    rating_facts = frozenset({"carried", "title", "excused"})
    needs_rankings = True
    needs_byes = True
    needs_fouls = True
    bonus = "bonus of the top eight"
    versions = VERSIONS
    readings = READINGS
    reasons = REASONS
    titles: ClassVar[dict[str, str]] = {
        "my-gm": "特级大师",
        "my-im": "国际大师",
        "my-king": "国手",
        "my-national": "国手",
        "my-state": "州手",
    }

    def check(self, parameters: Any) -> None:
        """Refuse parameters that contradict each other."""
        check(parameters)

    def calendar(self, rules: Rules) -> Calendar:
        """The marks between which the scheme is replayed: the first of every month."""
        return MONTHLY

    def timeless_rules(self, rules: Rules) -> str:
        """Every version acts from its date on."""
        return ""

    def looks_at(self, tournaments: Tournaments) -> Column:
        """National events: whoever takes part in one of them is not absent, rated or not."""
        return np.asarray(tournaments.national) > 0

    def assign(self, tournaments: Tournaments, rules: Rules) -> Assignment:
        """From the earliest to the latest day on which a tournament does something: games, closing, booking."""
        closed, start = closing_days(tournaments), np.asarray(tournaments.start, np.int64)
        first_game, last_game = np.asarray(tournaments.first_game), np.asarray(tournaments.last_game)
        _, booked = national_years(tournaments, rules)
        acts = np.minimum(closed, np.where(first_game > 0, first_game, closed))
        version = version_on(np.minimum(start, acts), rules).astype(np.int32)  # no version acts before its own day
        first = MONTHLY.numbers(np.minimum(acts, booked))
        last = MONTHLY.numbers(np.maximum(np.maximum(last_game, closed), booked))
        none = version < 0
        first, last = np.where(none, -1, first), np.where(none, -1, last)
        return Assignment(first, last, first, version, np.where(none, NO_VERSION, RATED).astype(np.int16))

    def start(self, players: int) -> State:
        """Nobody has a rating; nothing was played."""
        state = {name: np.zeros(players, dtype) for name, dtype in COLUMNS.items()}
        return state | {"event_year": np.zeros(1, np.int16), "through": np.zeros(1, np.int32)}

    def replay(self, given: Given, state: State, stops: Sequence[Stop], watch: Watch = UNWATCHED) -> Iterator[State]:
        """Everything after the state's last day, up to each stop in turn."""
        inputs, rules = given.inputs, given.rules
        if not stops:
            return
        state, book, closed = opened(state)
        told, begun = story(inputs, rules, given.assignment), int(state["through"][0])
        days = blocks(told, rules, len(inputs.players), stops[-1].day)
        if watch.verdicts is not None:
            judge(watch.verdicts, given, begun, stops[-1].day)
        p, block = compiled_cells(rules), int(np.searchsorted(days.day, begun, side="right"))
        for stop in stops:
            past = max(block, int(np.searchsorted(days.day, stop.day, side="right")))
            if watch.causes is None:
                compiled(play)(p, told, book, closed, days, block, past)
            else:
                compiled(split)(p, told, book, closed, days, block, past, watch.causes.table)
            block = past
            state["through"][0] = max(stop.day, int(state["through"][0]))
            yield state

    def listed(self, given: Given, state: State, stop: Stop) -> Listed:
        """Everybody with a rating who lives, with the own K."""
        players, rules, day = given.inputs.players, given.rules, stop.day
        alive = np.asarray(players.deceased) > day
        rows = np.flatnonzero((state["since"][: len(players)] > 0) & alive[: len(state["since"])])
        rating, peak = state["rating"][rows].astype(np.int64), state["peak"][rows].astype(np.int64)
        k = np.zeros(len(rows), np.int64)
        compiled(own_ks)(compiled_cells(rules)[max(rules.index(date.fromordinal(day)), 0)], rating, peak, k)
        return Listed(
            player=rows,
            rating=rating,
            games=state["games"][rows].astype(np.int64),
            k=k,
            active=declared_active(given.inputs, len(players), day)[rows],
            published=np.ones(len(rows), np.bool_),
            reason=np.full(len(rows), RATED, np.int16),
        )

    def ratings(self, state: State) -> Column:
        """The rating of who has one."""
        return np.where(state["since"] > 0, state["rating"], 0)

    def explain(self, question: Question) -> Node:
        """Every step from the rating of the state before to the rating of the day."""
        return explanation(self, question)

    def expected(self, own: Column, opponent: Column, parameters: Any) -> Column:
        """We by the table, in hundredths."""
        assert isinstance(parameters, Parameters)
        given = cells(parameters, {})
        difference = np.asarray(own, np.int64) - np.asarray(opponent, np.int64)
        higher = np.asarray(given["table"], np.int64)[np.minimum(np.abs(difference), given["table_end"])]
        return np.where(difference >= 0, higher, 100 - higher)


@rule("")
def own_ks(q: Any, rating: Column, peak: Column, ks: Column) -> None:
    """The K of many players."""
    for row in range(len(rating)):
        ks[row] = k_by_rating(q, rating[row], peak[row])


def declared_active(inputs: Inputs, players: int, day: int) -> Column:
    """Who is active on a day: everybody, but for an office's declarations, of which the last holds."""
    facts, active = inputs.facts, np.ones(players, np.bool_)
    known = np.asarray(facts.declared_day) <= day
    for player, resumed in zip(facts.declared_player[known], facts.declared_active[known], strict=True):
        active[player] = resumed
    return active


def judge(verdicts: Verdicts, given: Given, begun: int, end: int) -> None:
    """Say of every game after one day and up to another whether it was rated, and on which list."""
    inputs, rules, assignment, games = given.inputs, given.rules, given.assignment, given.inputs.games
    reason = np.asarray(assignment.reason)[tournament_of_games(inputs)].astype(np.int16)
    forfeit = (games.result > DRAW) & (games.result <= BOTH_ABSENT)
    unrated = forfeit & ((rules.readings["forfeits"] == "unrated") | (games.result == BOTH_ABSENT))
    reason = np.where((reason == RATED) & unrated, FORFEIT, reason)
    here = (np.asarray(games.day) > begun) & (np.asarray(games.day) <= end)
    verdicts.first[here] = verdicts.second[here] = reason[here]
    verdicts.list_number[here] = MONTHLY.numbers(np.asarray(games.day)[here])
    first, last = MONTHLY.number(date.fromordinal(max(begun, 1))), MONTHLY.number(date.fromordinal(end))
    acting = (assignment.last >= first) & (assignment.first <= last)
    verdicts.tournament[acting] = assignment.reason[acting]
