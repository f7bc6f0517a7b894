"""Whom a difference between two worlds can reach on a list, and the games that must be looked at for them."""

from typing import Any, NamedTuple

import numpy as np

from schemes.fide_standard.columns import Boards, Entrants, Marks
from schemes.fide_standard.judging import rests_on_ratings
from schemes.fide_standard.reasons import RATED
from schemes.inputs import Column
from schemes.room import room
from schemes.rule import rule

NEAR, APART = 1, 2  # marks of players: whom a difference reaches, and who stands elsewhere in the second world already


class Picked(NamedTuple):
    """Games of a list: its tournaments in order, their games and entrants, and where the games came from: their rows
    in the first world, −1 − row among the touched tournaments of the second."""

    order: Column
    boards: Boards
    entrants: Entrants
    rows: Column

    def unmarked(self, tournament: Column) -> Marks:
        """No verdict on the games yet."""
        games = len(self.rows)
        first, second, number = room(games, np.int16), room(games, np.int16), room(games, np.int32)
        for column in (first, second, number):
            column[:] = -1
        return Marks(first, second, tournament, number)


@rule("")
def somebody(number: int, boards: Boards, entrants: Entrants, marks: Column, least: int) -> bool:
    """Whether somebody marked so entered a tournament or plays in it."""
    for i in range(entrants.offset[number], entrants.offset[number + 1]):
        if marks[entrants.player[i]] >= least:
            return True
    for i in range(boards.offset[number], boards.offset[number + 1]):
        if marks[boards.first[i]] >= least or marks[boards.second[i]] >= least:
            return True
    return False


@rule("")
def who_is_near(
    versions: Any, order: Column, events: Any, boards: Boards, entrants: Entrants, touched: Column, marks: Column,
    found: Column, count: int,
) -> int:  # fmt: skip
    """Mark and write down who plays in a touched tournament or meets somebody who stands elsewhere, or plays where the
    verdict on all may be another because of somebody; how many."""
    for number in order:
        everybody = bool(touched[number])
        if not everybody and rests_on_ratings(versions[events[number].version], events[number]) > 0:
            everybody = somebody(number, boards, entrants, marks, APART)
        for game in range(boards.offset[number], boards.offset[number + 1]):
            first, second = boards.first[game], boards.second[game]
            if everybody or marks[first] == APART or marks[second] == APART:
                for player in (first, second):
                    if marks[player] == 0:
                        marks[player] = NEAR
                        found[count] = player
                        count += 1
    return count


@rule("")
def pick_games(
    number: int, everybody: bool, boards: Boards, marks: Column, picked: Boards, rows: Column, count: int, own: int
) -> int:
    """Pick the games of a tournament in which somebody marked plays, or all; how many there are then."""
    for game in range(boards.offset[number], boards.offset[number + 1]):
        if everybody or marks[boards.first[game]] > 0 or marks[boards.second[game]] > 0:
            picked.first[count] = boards.first[game]
            picked.second[count] = boards.second[game]
            picked.result[count] = boards.result[game]
            picked.stage[count] = boards.stage[game]
            picked.day[count] = boards.day[game]
            rows[count] = -1 - game if own > 0 else game
            picked.offset[number + 1] += 1
            count += 1
    return count


@rule("")
def pick_entrants(number: int, entrants: Entrants, entered: Entrants, count: int) -> int:
    """Pick all who entered a tournament; how many there are then."""
    for i in range(entrants.offset[number], entrants.offset[number + 1]):
        entered.player[count] = entrants.player[i]
        entered.offset[number + 1] += 1
        count += 1
    return count


@rule("")
def pick(
    versions: Any, order: Column, events: Any, boards: Boards, entrants: Entrants, own: Boards, own_entrants: Entrants,
    touched: Column, verdicts: Column, marks: Column, picked: Boards, entered: Entrants, rows: Column,
) -> None:  # fmt: skip
    """Pick the games of tournaments (in the order of their numbers) that somebody marked plays in; all, and who
    entered, where the verdict on the whole may be another than the first world's. Where it is not, it holds for fewer
    games, too: what keeps a tournament out is somebody who is there."""
    games, entries = 0, 0
    for number in order:
        by_ratings = rests_on_ratings(versions[events[number].version], events[number]) > 0
        if touched[number]:
            games = pick_games(number, True, own, marks, picked, rows, games, 1)
            if by_ratings:
                entries = pick_entrants(number, own_entrants, entered, entries)
        else:
            everybody = by_ratings and somebody(number, boards, entrants, marks, APART)
            if everybody or verdicts[number] == RATED:
                games = pick_games(number, everybody, boards, marks, picked, rows, games, 0)
            if everybody:
                entries = pick_entrants(number, entrants, entered, entries)
    for number in range(len(picked.offset) - 1):
        picked.offset[number + 1] += picked.offset[number]
        entered.offset[number + 1] += entered.offset[number]


@rule("")
def only_marked(judged: Any, written: int, marks: Column) -> int:
    """Move the sides of who is marked to the front; how many."""
    kept = 0
    for i in range(written):
        if marks[judged[i].player] > 0:
            judged[kept] = judged[i]
            kept += 1
    return kept
