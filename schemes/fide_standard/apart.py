"""Of whom another world says something else than a replay: kept beside the replay, and exchanged for what is there.

Both worlds share the room of one replay. Whoever stands the same in both needs no place here.
"""

from typing import Any

import numpy as np

from schemes.fide_standard.columns import CARD
from schemes.fide_standard.replay import Replay
from schemes.inputs import Column
from schemes.room import room
from schemes.rule import compiled, rule


class Apart:
    """Players by number, in order: their rows on all lists of the replay's window, and their cards."""

    def __init__(self, replay: Replay) -> None:
        self._replay, self._base = replay, replay.window.base
        self.players = np.zeros(0, np.int32)
        self._rows = np.zeros((0, replay.window.end - self._base, 3), np.int16)
        self._cards = _cards(1)  # the last one is spare

    def take_up(self, players: Column) -> None:
        """Some more players (in order), who stand the same in both worlds until now."""
        if not len(players):
            return
        replay, count = self._replay, len(self.players) + len(players)
        everybody, cards = np.empty(count, np.int32), _cards(count + 1)
        rows = np.empty((count, *self._rows.shape[1:]), np.int16)
        compiled(merge)(
            replay.window.buffer, replay.cards, players, self.players, self._rows, self._cards, everybody, rows, cards
        )
        self.players, self._rows, self._cards = everybody, rows, cards

    def advance(self) -> None:
        """The replay has gone on by a list: in the other world, too, everybody stands on it as on the one before."""
        window = self._replay.window
        self._rows = np.concatenate((self._rows[:, window.base - self._base :], self._rows[:, -1:]), axis=1)
        self._base = window.base
        self._cards.on_list = 0

    def exchange(self) -> None:
        """Put what is kept here in the place of what is there, and keep that."""
        replay = self._replay
        compiled(exchange)(replay.window.buffer, replay.cards, self.players, self._rows, self._cards)

    def let_go(self) -> None:
        """Keep only who stands elsewhere in the two worlds, on any list that may be looked back to."""
        replay = self._replay
        left = compiled(part)(
            replay.window.buffer, replay.cards, replay.pools.pool, self.players, self._rows, self._cards
        )
        self.players, self._rows, self._cards = self.players[:left], self._rows[:left], self._cards[: left + 1]


def _cards(count: int) -> Any:
    return room(count, CARD).view(np.recarray)


@rule("")
def copy_rows(rows: Column, one: int, others: Column, other: int) -> None:
    """Copy the rows of a player."""
    for row in range(rows.shape[1]):
        for column in range(rows.shape[2]):
            others[other, row, column] = rows[one, row, column]


@rule("")
def merge(
    history: Column, cards: Any, fresh: Column, players: Column, rows: Column, others: Any, all_players: Column,
    all_rows: Column, all_cards: Any,
) -> None:  # fmt: skip
    """Players and fresh ones in one order, the fresh ones with the rows and cards that they have."""
    one, other = 0, 0
    for i in range(len(all_players)):
        if other == len(fresh) or (one < len(players) and players[one] < fresh[other]):
            all_players[i], all_cards[i] = players[one], others[one]
            copy_rows(rows, one, all_rows, i)
            one += 1
        else:
            player = fresh[other]
            all_players[i], all_cards[i] = player, cards[player]
            for row in range(all_rows.shape[1]):
                for column in range(all_rows.shape[2]):
                    all_rows[i, row, column] = history[row, column, player]
            other += 1


@rule("")
def exchange(history: Column, cards: Any, players: Column, rows: Column, others: Any) -> None:
    """Exchange the rows and cards of some players for others, by way of a spare card."""
    spare = len(players)
    for i in range(len(players)):
        player = players[i]
        for row in range(rows.shape[1]):
            for column in range(rows.shape[2]):
                kept = rows[i, row, column]
                rows[i, row, column] = history[row, column, player]
                history[row, column, player] = kept
        others[spare] = cards[player]
        cards[player] = others[i]
        others[i] = others[spare]


@rule("")
def same_pool(pool: Any, one: int, other: int) -> bool:
    """Whether two chains of entries say the same."""
    while one != other:
        if one < 0 or other < 0:
            return False
        a, b = pool[one], pool[other]
        if a.event != b.event or a.day != b.day or a.opponents != b.opponents:
            return False
        if a.games != b.games or a.score != b.score:
            return False
        one, other = int(a.previous), int(b.previous)
    return True


@rule("")
def same_card(one: Any, other: Any) -> bool:
    """Whether two cards say the same."""
    if one.last_game != other.last_game or one.since != other.since or one.pool != other.pool:
        return False
    return bool(one.on_list == other.on_list and one.first_event == other.first_event)


@rule("")
def same_rows(history: Column, player: int, rows: Column) -> bool:
    """Whether a player stands on all lists of a history as rows say."""
    for row in range(rows.shape[0]):
        for column in range(rows.shape[1]):
            if rows[row, column] != history[row, column, player]:
                return False
    return True


@rule("")
def part(history: Column, cards: Any, pool: Any, players: Column, rows: Column, others: Any) -> int:
    """Move those who stand elsewhere in the two worlds to the front; how many. Pools that say the same become one."""
    left = 0
    for i in range(len(players)):
        player = players[i]
        if same_pool(pool, int(cards[player].pool), int(others[i].pool)):
            cards[player].pool = others[i].pool
        if not same_card(cards[player], others[i]) or not same_rows(history, player, rows[i]):
            players[left], others[left] = player, others[i]
            copy_rows(rows, i, rows, left)
            left += 1
    return left
