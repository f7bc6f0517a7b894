"""A rating explained: every number comes from the steps of the rules that a replay runs."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from schemes.cxa_rapid.admission import Entries, counted, is_playoff, rating_in
from schemes.cxa_rapid.articles import NOT_RATED, is_published, score
from schemes.cxa_rapid.columns import World, world
from schemes.cxa_rapid.parameters import foreign_grades, grades
from schemes.cxa_rapid.period import NOT_CARRIED, Span, rate_player
from schemes.cxa_rapid.reasons import REASONS
from schemes.cxa_rapid.words import calculation, on_the_list, points, signed
from schemes.inputs import OUTCOMES, RATING_ENDED, STAGES, Column, decided_by_fouls
from schemes.rule import Step, trace, traced
from schemes.scheme import Assignment, Node, Question

TEXT = {reason.code: reason for reason in REASONS}
AFTER_TOURNAMENTS = ("standard_value", "foreign_value", "lifted", "new_rating", "carried_in")
SCORES = {100: "1", 50: "½", 0: "0"}


@dataclass(frozen=True)
class Period:
    """What a list was made of, as the replay had it."""

    question: Question
    versions: list[Any]
    assignment: Assignment
    span: Span
    world: World
    before: Column  # ratings on the list before, tenths
    own: Column  # ratings with which everybody played, hundredths
    entries: Entries
    codes: Column
    carried: int

    @property
    def player(self) -> int:
        return self.question.player

    def day_before(self) -> date:
        return date.fromordinal(self.span.begin)

    def version_of(self, tournament: int) -> int:
        return int(self.world.tournaments.rows[tournament].version)


def period_of(
    question: Question, packed: Any, versions: list[Any], span: Span, order: Column, carried: Column
) -> Period:
    """Decide anew which games of the list counted."""
    given, before = question.given, question.before["rating"]
    seen = world(given.inputs, given.rules, given.assignment.version)
    codes = np.full((2, len(given.inputs.games)), -1, np.int16)
    own, entries = counted(packed, seen, order, before, codes, np.zeros(len(before), np.int8))
    return Period(
        question, versions, given.assignment, span, seen, before, own, entries, codes, int(carried[question.player])
    )


def explanation(period: Period) -> Node:
    """The steps from the rating before to the rating on the list."""
    question, player = period.question, period.player
    day = date.fromordinal(question.stop.day)
    title = f"{question.player_name(player)} on list {day}"
    gone = int(question.given.inputs.players.deceased[player])
    if gone <= question.stop.day:
        return Node(title, value="unrated", below=(Node(f"died on {date.fromordinal(gone)}: on no list since"),))
    if period.own[player] == NOT_RATED and period.carried == NOT_CARRIED:
        return Node(title, value="unrated", below=(Node("no rating and no counted game yet", "6.1"), *_played(period)))
    if period.carried == RATING_ENDED:
        ended = Node("the office's list no longer carries the player; games of this list do not count for the player")
        return Node(title, value="unrated", below=(_begin(period), ended))
    with trace() as steps:
        rating = traced(rate_player)(
            period.versions, period.world.people, period.world.tournaments.rows, period.span, player,
            int(period.before[player]) * 10, period.own, period.entries, period.carried,
        )  # fmt: skip
    end = next(at for at, step in enumerate(steps) if step.depth == 0 and step.rule in AFTER_TOURNAMENTS)
    then = on_the_list(steps[end:], question.given.inputs.facts)
    below = (_begin(period), *_played(period, steps[:end]), *then, _published(period, rating))
    return Node(title, value=points(int(rating), 1), below=below)


def _begin(period: Period) -> Node:
    """The rating before, or the first rating and why it is that."""
    rating = int(period.before[period.player]) * 10
    if rating != NOT_RATED:
        return Node(f"rating on the list of {period.day_before()}", "8.1", points(rating, 1))
    first = period.entries.at[period.player]
    if first == period.entries.at[period.player + 1]:
        return Node(f"no rating on the list of {period.day_before()}", "8.1")
    return _first_rating(period, int(period.entries.rows[first].tournament))


def _first_rating(period: Period, tournament: int) -> Node:
    """The standard value with which somebody begins."""
    row = period.world.tournaments.rows[tournament]
    p = period.versions[row.version]
    title_day = row.start if p.read_first_title_day == 0 else row.end
    with trace() as steps:
        value = traced(rating_in)(p, period.world.people, row.version, 0, period.player, row.start, title_day)
    given = steps[0].given
    parameters = period.question.given.rules.versions[int(row.version)].parameters
    if given["outside"]:
        kind = (
            f"from outside the mainland, {_grade(parameters.foreign, given['wxf_grade'], foreign_grades(parameters))}"
        )
    else:
        kind = _grade(parameters.standard, given["grade"], grades(parameters))
    name = period.question.tournament_name(tournament)
    text = f"first rating, at {name}: by titles held on {date.fromordinal(int(title_day))}, {kind}"
    return Node(text, "12" if given["outside"] else "6.1", points(int(value), 1))


def _grade(struct: Any, place: int, all_grades: Any) -> str:
    if place >= len(all_grades):
        return "no WXF title"
    titles = ", ".join(all_grades[place].titles) or "lower titles or none"
    return f"grade {struct.__struct_fields__[place].replace('_', ' ')} ({titles})"


def _played(period: Period, steps: list[Step] | None = None) -> Iterator[Node]:
    """The tournaments of the period in which the player had a game, those that are not rated last."""
    left = list(steps or ())
    rows = period.entries.rows[period.entries.at[period.player] : period.entries.at[period.player + 1]]
    rated = list(dict.fromkeys(rows["tournament"].tolist()))
    for tournament in rated:
        end = next((at for at, step in enumerate(left) if at and step.rule == "k_of"), len(left))
        yield _tournament(period, tournament, left[:end])
        left = left[end:]
    for tournament in _entered(period):
        if tournament not in rated:
            yield _not_rated(period, tournament)


def _entered(period: Period) -> list[int]:
    """The tournaments that ended in the period and in which the player had a game, rated or not."""
    games, ends = period.world.games, period.question.given.inputs.tournaments.end
    mine = np.flatnonzero((games.first == period.player) | (games.second == period.player))
    found = np.unique(np.searchsorted(games.at, mine, side="right") - 1)
    return [int(number) for number in found if period.span.begin <= ends[number] < period.span.day]


def _tournament(period: Period, tournament: int, steps: list[Step]) -> Node:
    """A rated tournament: its games, and the calculation."""
    version = period.question.given.rules.versions[period.version_of(tournament)]
    name = period.question.tournament_name(tournament)
    change = [step.answer for step in steps if step.rule == "change"]
    champion = [step.answer for step in steps if step.rule == "champion_change"]
    parts = 4 if period.versions[period.version_of(tournament)].parts == 10_000 else 2
    below = (*_games(period, tournament), *(calculation(step, parts) for step in steps))
    text = f"{name}, rated on this list under version {version.name}"
    return Node(text, "8", signed(champion[0] if champion else sum(change)), tuple(n for n in below if n is not None))


def _not_rated(period: Period, tournament: int) -> Node:
    name = period.question.tournament_name(tournament)
    code = int(period.assignment.reason[tournament])
    if code:
        return Node(f"{name}: not rated, {TEXT[code].text}", TEXT[code].article)
    return Node(f"{name}: no game counts", "8", below=tuple(_games(period, tournament)))


def _games(period: Period, tournament: int) -> Iterator[Node]:
    """The player's games, with the opponents' ratings, or why they do not count."""
    games, given = period.world.games, period.question.given.inputs.games
    for game in range(games.at[tournament], games.at[tournament + 1]):
        sides = (int(games.first[game]), int(games.second[game]))
        if period.player not in sides:
            continue
        first = sides[0] == period.player
        opponent = sides[1] if first else sides[0]
        stage = "" if games.stage[game] == 0 else f"{STAGES[games.stage[game]]} "
        outcome = f"{OUTCOMES[games.result[game]]} as {'first' if first else 'second'}"
        result = outcome + decided_by_fouls(period.question.given.inputs, game, int(games.result[game]))
        name = period.question.player_name(opponent)
        text = f"{stage}round {given.round[game]}, board {given.board[game]}: {result} against {name}"
        code = int(period.codes[0 if first else 1, game])
        if code > 0:
            yield Node(f"{text}: not counted, {TEXT[code].text}", TEXT[code].article)
            continue
        playoff = is_playoff(period.versions[period.version_of(tournament)], games, tournament, game)
        with trace() as steps:
            traced(score)(games.result[game], playoff, first)
        said = ", playoff games of the two as one game, a draw won by second" if playoff else ""
        yield Node(f"{text}{said}, {_strength(period, opponent)}", steps[0].article, SCORES[steps[0].answer])


def _strength(period: Period, opponent: int) -> str:
    if period.before[opponent]:
        return f"{points(int(period.before[opponent]), 1, 10)} on the list of {period.day_before()}"
    return f"standard value {points(int(period.own[opponent]), 1)} at a first rating in this period"


def _published(period: Period, rating: int) -> Node:
    p = period.versions[period.span.version]
    with trace() as steps:
        traced(is_published)(p, int(rating), int(period.question.given.inputs.players.sex[period.player]))
    return Node("on the published list" if steps[0].answer else "below the published minimum, not published", "5")
