"""Explaining a rating: the same replay once more, the player's own rows traced and everybody else's compiled."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from schemes.inputs import Column
from schemes.malaysia.parameters import compiled_cells, plain_cells
from schemes.malaysia.period import Book, opened, play
from schemes.malaysia.timeline import (
    ABSENCE,
    AWARDED,
    BONUSES,
    CARRIED,
    EXCUSES,
    GAMES,
    PRESENCE,
    REVOKED,
    Records,
    Story,
    blocks,
    story,
)
from schemes.rule import Step, compiled, trace, traced
from schemes.scheme import Question


@dataclass(frozen=True)
class Moment:
    """One row that names the player: what was known just before, the steps of the rules, what was known after."""

    block: Any
    row: Any  # the record of the row; for an absence the player's number
    before: Any
    opponent: Any  # the opponent's record before a game, else None
    steps: list[Step]
    after: Any

    def step(self, name: str, turn: int = 0) -> Step | None:
        """The step of a rule, or the one after that many of the same rule."""
        found = [step for step in self.steps if step.rule == name]
        return found[turn] if len(found) > turn else None

    def own_changes(self, player: int) -> list[Step]:
        """The step that changed the player's rating by a game: one, or none if the game was not rated."""
        changes = [step for step in self.steps if step.rule == "change"]
        return [changes[0 if self.row.first == player else 1]] if changes else []


@dataclass(frozen=True)
class Walk:
    """A replay from the state before to the day asked for, with the moments of one player."""

    told: Story
    through: int  # the last day of the state before
    before: Any
    moments: list[Moment]
    after: Any


def walk(question: Question) -> Walk:
    """Replay to the day; stop at every row of the player."""
    before = question.before
    told = story(question.given.inputs, question.given.rules, question.given.assignment)
    days = blocks(told, question.given.rules, len(question.given.inputs.players), question.stop.day)
    _, book, closed = opened(before)
    through, player = int(before["through"][0]), question.player
    days, own = apart(days[days.day > through], told, player)
    was = book[player].copy()
    moments = list(_moments(question, told, days, np.flatnonzero(own), book, closed))
    return Walk(told, through, was, moments, book[player].copy())


def _moments(
    question: Question, told: Story, days: Records, stops: Column, book: Book, closed: Column
) -> Iterator[Moment]:
    fast, slow = compiled_cells(question.given.rules), plain_cells(question.given.rules)
    at, player = 0, question.player
    for own in stops.tolist():
        compiled(play)(fast, told, book, closed, days, at, own)
        block, row = days[own], row_of(told, days[own])
        before, opponent = book[player].copy(), _opponent(block, row, book, player)
        with trace() as steps:
            traced(play)(slow, told, book, closed, days, own, own + 1)
        yield Moment(block, row, before, opponent, steps, book[player].copy())
        at = own + 1
    compiled(play)(fast, told, book, closed, days, at, len(days))


def _opponent(block: Any, row: Any, book: Book, player: int) -> Any:
    if block.kind != GAMES:
        return None
    return book[row.second if row.first == player else row.first].copy()


def row_of(told: Story, block: Any) -> Any:
    """The record of a block of one row."""
    tables = {
        GAMES: told.games, CARRIED: told.carried, REVOKED: told.titles, AWARDED: told.titles,
        BONUSES: told.bonuses, PRESENCE: told.presences, EXCUSES: told.excuses,
    }  # fmt: skip
    return int(block.begin) if block.kind == ABSENCE else tables[int(block.kind)][block.begin]


def apart(days: Records, told: Story, player: int) -> tuple[Records, Column]:
    """The blocks with every row of the player in a block of its own, and which these are."""
    rows = {
        GAMES: np.flatnonzero((told.games.first == player) | (told.games.second == player)),
        ABSENCE: np.array([player]),
        CARRIED: np.flatnonzero(told.carried.player == player),
        REVOKED: np.flatnonzero(told.titles.player == player),
        AWARDED: np.flatnonzero(told.titles.player == player),
        BONUSES: np.flatnonzero(told.bonuses.player == player),
        PRESENCE: np.flatnonzero(told.presences.player == player),
        EXCUSES: np.flatnonzero(told.excuses.player == player),
    }
    parts = [
        (at, begin, end, own)
        for at, block in enumerate(days)
        for begin, end, own in _cut(int(block.begin), int(block.end), rows[int(block.kind)])
    ]
    at, begin, end, own = np.array(parts, dtype=np.int64).reshape(-1, 4).T
    cut = days[at]
    cut.begin, cut.end = begin, end
    return cut, own


def _cut(begin: int, end: int, own: Column) -> Iterator[tuple[int, int, int]]:
    for row in own[(own >= begin) & (own < end)].tolist():
        if begin < row:
            yield begin, row, 0
        yield row, row + 1, 1
        begin = row + 1
    if begin < end:
        yield begin, end, 0
