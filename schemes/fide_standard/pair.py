"""Two worlds in one replay, that differ by some tournaments: the second is worked out only for whom it can differ.

On a list that is who stood elsewhere before, who met one of them, and who plays in one of the tournaments. All others
have the same games against the same ratings, so the list makes the same of them. A difference that rounding swallows
goes no further: even after years few players of a large federation are reached.
"""

import numpy as np

from schemes.fide_standard.apart import Apart
from schemes.fide_standard.assign import Placed, by_list
from schemes.fide_standard.carried import Carried, carry_all
from schemes.fide_standard.columns import (
    RATING,
    SIDE,
    At,
    Boards,
    Entrants,
    Marks,
    boards_of,
    entrants_of,
    events_of,
)  # fmt: skip
from schemes.fide_standard.judging import gather, judge, mark_zero_events
from schemes.fide_standard.near import APART, Picked, only_marked, pick, who_is_near
from schemes.fide_standard.period import rate_everybody
from schemes.fide_standard.replay import Replay, at_list
from schemes.fide_standard.split import split_list
from schemes.inputs import Column, Inputs, fixed
from schemes.parts import CARRIED, Parts
from schemes.room import room
from schemes.rule import compiled
from schemes.scheme import Pair, See, State, Verdicts


class FidePair(Pair):
    """A replay of the first world, and beside it what is different in the second."""

    def __init__(self, replay: Replay, bare: Inputs, placed: Placed, touched: Column) -> None:
        """`touched` are the tournaments that may be other ones in the second world, of which all else tells."""
        self._replay, self._bare, self._placed = replay, bare, placed
        self._touched = np.zeros(len(bare.tournaments), np.bool_)
        self._touched[touched] = True

    def begin(self, state: State, first: int, last: int, parts: tuple[Parts, Parts]) -> None:
        """Take up the state of both worlds before list `first`."""
        self._replay.begin(state, first, last, parts[0], also=(self._placed.assignment,))
        self._replay.pools.tidies = False  # what one world drops the other may need
        self._first, self._last, self._parts = first, last, parts[1]
        parts[1].note(np.zeros(0, np.int64))
        replay, placed = self._replay, self._placed
        self._orders = by_list(replay.placed.assignment, replay.inputs.tournaments, first, last)
        same = self._bare.tournaments is replay.inputs.tournaments
        if same and placed.assignment is replay.placed.assignment:
            self._events, self._others = replay.material.events, self._orders
        else:
            self._events = events_of(self._bare, placed.assignment, placed.in_force, placed.long)
            self._others = by_list(placed.assignment, self._bare.tournaments, first, last)
        self._apart = Apart(self._replay)
        self._marks = np.zeros(len(self._bare.players), np.int8)
        self._touch = np.zeros(len(self._bare.players), np.int32)
        self._other_verdicts: tuple[list[tuple[Column, Column]], ...] = ([], [])

    def run(self, inputs: Inputs, own: Inputs, verdicts: Verdicts, see: See) -> None:
        """Replay all lists; `own` has the games that touched tournaments have in the second world."""
        replay = self._replay
        replay.go_on(inputs, verdicts)
        self._own, self._own_entrants = boards_of(own), entrants_of(own)
        self._verdicts, self._own_verdicts = verdicts, Verdicts.empty(own)
        self._room = self._room_for(0)
        for place, number in enumerate(range(self._first, self._last + 1)):
            order, other = (each[offset[place] : offset[place + 1]] for each, offset in (self._orders, self._others))
            self._one_list(number, order, other, see)

    def _one_list(self, number: int, order: Column, other: Column, see: See) -> None:
        replay, apart = self._replay, self._apart
        self._marks[apart.players] = APART
        apart.take_up(self._near(order, other))
        replay.one_list(number, order)
        apart.advance()
        apart.exchange()
        self._other_list(number, other)
        self._marks[apart.players] = 0
        apart.let_go()
        see(number, 1, replay.state(), apart.players)
        apart.exchange()
        see(number, 0, replay.state(), apart.players)

    def _near(self, order: Column, other: Column) -> Column:
        """Who else may stand elsewhere after a list; they are marked."""
        m, found, marks, touched = self._replay.material, self._touch, self._marks, self._touched
        own = fixed(other[touched[other]], np.int32)
        if not len(self._apart.players):  # then only who plays in a touched tournament
            order = fixed(order[touched[order]], np.int32)
        count = 0
        for some, events, boards, entrants in (
            (order, m.events, m.boards, m.entrants),
            (own, self._events, self._own, self._own_entrants),
        ):
            if len(some):
                count = compiled(who_is_near)(m.versions, some, events, boards, entrants, touched, marks, found, count)
        return np.sort(found[:count])

    def _other_list(self, number: int, order: Column) -> None:
        """The list in the second world, which is in place, for those marked."""
        replay = self._replay
        if not len(self._apart.players):
            return
        at = at_list(number, replay.window.base, replay.rules, replay.calendar)
        newest = replay.window.buffer[number - replay.window.base]
        picked = self._picked(order)
        if len(picked.order):
            self._rate(at, picked, newest)
        self._carry(at, newest)

    def _picked(self, order: Column) -> Picked:
        """The games of a list that somebody marked plays in, and all that the verdict on such games rests on."""
        m, room_ = self._replay.material, self._room
        most = len(m.judged) + len(self._own.first)  # there is room for two sides of each game of the first world
        if len(room_.rows) < most:
            room_ = self._room = self._room_for(most)
        for offset in (room_.boards.offset, room_.entrants.offset):
            offset[:] = 0
        compiled(pick)(
            m.versions, fixed(np.sort(order), np.int32), self._events, m.boards, m.entrants, self._own,
            self._own_entrants, self._touched, m.marks.tournament, self._marks, room_.boards, room_.entrants,
            room_.rows,
        )  # fmt: skip
        offset = room_.boards.offset
        here, games = offset[order + 1] > offset[order], int(offset[-1])
        return Picked(
            fixed(order[here], np.int32),
            Boards(fixed(offset, np.int64), *(_read(each, games) for each in room_.boards[1:])),
            Entrants(*(_read(each, len(each)) for each in room_.entrants)),
            room_.rows[:games],
        )

    def _room_for(self, games: int) -> Picked:
        """Room for so many games, and everybody who entered."""
        entries = len(self._replay.material.entrants.player) + len(self._own_entrants.player)
        offsets = [np.zeros(len(self._events) + 1, np.int64) for _ in range(2)]
        kinds = (np.int32, np.int32, np.int8, np.int8, np.int32)
        boards = Boards(offsets[0], *(room(games, kind) for kind in kinds))
        return Picked(
            np.zeros(0, np.int32), boards, Entrants(offsets[1], room(entries, np.int32)), room(games, np.int64)
        )

    def _rate(self, at: At, picked: Picked, newest: Column) -> None:
        replay, m, history = self._replay, self._replay.material, self._replay.window.buffer
        most = 2 * len(picked.rows)
        replay.pools.make_room(most)
        judged, sides = (room(most, SIDE).view(np.recarray) for _ in range(2))
        marks = picked.unmarked(self._own_verdicts.tournament)
        written = compiled(judge)(
            m.versions, at, picked.order, self._events, picked.boards, picked.entrants, m.people, history, judged, marks
        )
        written = compiled(only_marked)(judged, written, self._marks)
        players = self._touch[: compiled(gather)(judged, written, sides, m.place, self._touch)]
        compiled(rate_everybody)(
            m.versions, at, self._events, m.people, sides, players, m.place, history, newest, replay.cards,
            replay.pools.pool, replay.pools.size,
        )  # fmt: skip
        m.place[players] = 0
        compiled(mark_zero_events)(sides, written, marks)
        self._note(picked, marks)
        self._parts.leave_open(
            lambda wanted, rows: compiled(split_list)(
                m.versions, at, self._events, m.people, sides, written, history, newest, wanted, rows
            ),
            players,
        )

    def _note(self, picked: Picked, marks: Marks) -> None:
        """Remember the verdicts of a list on games, as far as they are not those of the first world."""
        judged = marks.list_number >= 0
        own = np.flatnonzero(judged & (picked.rows < 0))
        there = -1 - picked.rows[own]
        mine = self._own_verdicts
        for column, verdicts in ((mine.first, marks.first), (mine.second, marks.second)):
            column[there] = verdicts[own]
        mine.list_number[there] = marks.list_number[own]
        first = self._verdicts
        for second, (column, player, verdicts) in enumerate(
            ((first.first, picked.boards.first, marks.first), (first.second, picked.boards.second, marks.second))
        ):
            # of who is not marked not all games are there, so not all is known
            here = np.flatnonzero(judged & (picked.rows >= 0) & (self._marks[player] > 0))
            here = here[column[picked.rows[here]] != verdicts[here]]
            self._other_verdicts[second].append((picked.rows[here], verdicts[here]))

    def _carry(self, at: At, newest: Column) -> None:
        """The ratings that are carried in for those marked."""
        replay, carried = self._replay, self._replay.material.carried
        begin, end = np.searchsorted(carried.list_number, [at.number, at.number + 1])
        here = begin + np.flatnonzero(self._marks[carried.player[begin:end]])
        if not len(here):
            return
        self._parts.close()
        players = np.unique(carried.player[here])
        was = newest[RATING, players].astype(np.int64)
        some = Carried(*(fixed(column[here], column.dtype) for column in carried))
        compiled(carry_all)(replay.versions, at, some, 0, len(here), newest, replay.cards)
        self._parts.book(CARRIED, 100 * (newest[RATING, players] - was), players)

    def verdicts(self, inputs: Inputs) -> Verdicts:
        """What became of each game in the second world, whose inputs are given; of tournaments nothing is said."""
        mine, first = self._own_verdicts, self._verdicts
        columns = [
            self._spliced(column, own)
            for column, own in (
                (first.first, mine.first),
                (first.second, mine.second),
                (first.list_number, mine.list_number),
            )
        ]
        assert len(columns[0]) == len(inputs.games), "the games of both worlds, but for touched tournaments"
        before, after = self._replay.material.boards.offset, boards_of(inputs).offset
        for column, changed in zip(columns, self._other_verdicts, strict=False):
            rows, verdicts = (np.concatenate(each) for each in zip(*changed, strict=True)) if changed else ((), ())
            if len(rows):
                tournament = np.searchsorted(before, rows, side="right") - 1
                column[rows + after[tournament] - before[tournament]] = verdicts
        return Verdicts(columns[0], columns[1], np.full(len(self._touched), -1, np.int16), columns[2])

    def _spliced(self, column: Column, own: Column) -> Column:
        """A column of the first world's games with those of touched tournaments as they are in the second."""
        before, mine = self._replay.material.boards.offset, self._own.offset
        pieces, begin, last = [], 0, len(before) - 1
        for number in np.flatnonzero(self._touched).tolist():
            pieces += [column[begin : before[min(number, last)]], own[mine[number] : mine[number + 1]]]
            begin = int(before[min(number + 1, last)])
        return np.concatenate((*pieces, column[begin:]))


def _read(column: Column, rows: int) -> Column:
    """The first rows of a column, to be read only."""
    return fixed(column[:rows], column.dtype)
