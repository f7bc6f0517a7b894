"""The events of one player, traced one by one; everybody else's run compiled."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from schemes.drivers.by_game.articles import gives_first_rating, starts_ratings
from schemes.drivers.by_game.events import (
    ABSENCE,
    AWARDED,
    BONUSES,
    CARRIED,
    EXCUSES,
    GAMES,
    PRESENCE,
    REVOKED,
    Events,
    blocks,
)
from schemes.drivers.by_game.loops import (
    apply_row,
    enter,
    fix_rating,
    k_in_game,
    keep,
    play,
    side_gain,
)
from schemes.kernels.articles import Step, traced_steps
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import Node, Question
from schemes.rating.articles import is_counted, kept_rating
from schemes.rating.explanation import Explanation

if TYPE_CHECKING:
    from schemes.drivers.by_game.scheme import GameScheme


NO_NODE = Node("")


@dataclass(frozen=True)
class Moment:
    """One event of the player: the block it stands in, its row, the player's record before and after, the steps."""

    block: Any
    row: Any  # the record of the event; for an absence the player's number
    before: Any
    after: Any
    steps: list[Step]
    first_rating: Step | None = None  # of the opponent in a game
    node: Node = NO_NODE  # of a tournament that acts as a whole


class Moments(Explanation):
    """What happened to a player after the state before, up to a day."""

    scheme: "GameScheme"

    def __init__(self, scheme: "GameScheme", question: Question) -> None:
        super().__init__(scheme, question)
        rules = self.given.rules
        self.work = scheme.at_work(rules, self.given.inputs)
        self.events: Events = scheme.events(self.given)
        _, self.book = scheme.opened(self.given, question.before)
        self.through = int(question.before["through"][0])
        self.before = self.book.players[self.player].copy()
        order = scheme.order_of_day(rules)
        people = len(self.given.inputs.players)
        days = blocks(self.events, order, rules, people, question.stop.day)
        self.moments = list(self._run(days[days.day > self.through]))
        self.after = self.book.players[self.player].copy()

    def _run(self, days: Any) -> Iterator[Moment]:
        days, own = self._cut(days)
        versions = self.work.versions
        run = self.work.loop(play)
        at = 0
        for here in np.flatnonzero(own).tolist():
            run(versions, self.events, self.book, days, at, here)
            yield self._moment(days[here : here + 1])
            at = here + 1
        run(versions, self.events, self.book, days, at, len(days))

    def _moment(self, day: Any) -> Moment:
        block = day[0]
        before = self.book.players[self.player].copy()
        row = int(block.begin)
        first = None
        record = row if block.kind == ABSENCE else self._table(int(block.kind))[row]
        with traced_steps() as steps:
            if block.kind == GAMES:
                first = self._trace_game(record)
            else:
                self.scheme.articles.traced(apply_row)(
                    self.plain, self.events, self.book, block, row
                )
        if block.kind == GAMES:
            self.work.loop(play)(self.work.versions, self.events, self.book, day, 0, 1)
        return Moment(block, record, before, self.book.players[self.player].copy(), steps, first)

    def _trace_game(self, game: Any) -> Step | None:
        """The steps of the player's own side, and the opponent's first rating; the records are not changed."""
        articles = self.scheme.articles
        players = self.book.players
        tournament = self.events.tournaments[game.tournament]
        p = self.plain[tournament.version]
        is_first = bool(game.first == self.player)
        own = players[self.player].copy()
        number = int(game.second if is_first else game.first)
        opponent = players[number].copy()
        entered: list[Step] = []
        if articles.traced(gives_first_rating)(p, int(game.result)) and articles.traced(
            starts_ratings
        )(p, tournament):
            articles.traced(enter)(p, self.events, self.player, own, int(game.day))
            with traced_steps() as entered:
                articles.traced(enter)(p, self.events, number, opponent, int(game.day))
        if not articles.traced(is_counted)(p, int(game.result)):
            if entered:
                return entered[0]
            return None
        if own.since == 0 or opponent.since == 0:
            if p.gathers:
                articles.traced(keep)(p, game, own, opponent, is_first)
        else:
            now = own.rating
            if p.fixed_through_event:
                fix_rating(game, own)
                fix_rating(game, opponent)
            rounds = int(tournament.rounds)
            k_of = articles.traced(k_in_game)
            own_k = k_of(p, game, rounds, own)
            other_k = k_of(p, game, rounds, opponent)
            _, rounded = articles.traced(side_gain)(
                p, game, own, opponent, own_k, other_k, is_first
            )
            articles.traced(kept_rating)(p, now + rounded, own.sex)
        if entered:
            return entered[0]
        return None

    def _table(self, kind: int) -> Any:
        e = self.events
        return {
            GAMES: e.games, CARRIED: e.carried, REVOKED: e.titles, AWARDED: e.titles, BONUSES: e.bonuses,
            PRESENCE: e.presences, EXCUSES: e.excuses,
        }[kind]  # fmt: skip

    def _cut(self, days: Any) -> tuple[Any, Column]:
        """The blocks with every event of the player in a block of its own, and which these are."""
        rows = {kind: self._own_rows(kind) for kind in np.unique(days.kind).tolist()}
        parts = [
            (at, begin, end, own)
            for at, block in enumerate(days)
            for begin, end, own in _around(int(block.begin), int(block.end), rows[int(block.kind)])
        ]
        at, begin, end, own = np.array(parts, dtype=np.int64).reshape(-1, 4).T
        cut = days[at]
        cut.begin = begin
        cut.end = end
        return cut, own

    def _own_rows(self, kind: int) -> Column:
        """Where the player's own rows of a kind begin and end: each by itself."""
        if kind == ABSENCE:
            rows = np.array([self.player])
        elif kind == GAMES:
            games = self.events.games
            rows = np.flatnonzero((games.first == self.player) | (games.second == self.player))
        else:
            rows = np.flatnonzero(self._table(kind).player == self.player)
        return np.column_stack([rows, rows + 1])


def _around(begin: int, end: int, own: Column) -> Iterator[tuple[int, int, int]]:
    """Rows begin … end − 1 in pieces: what is the player's own by itself, the others together."""
    for first, past in own[(own[:, 0] >= begin) & (own[:, 0] < end)].tolist():
        if begin < first:
            yield begin, first, 0
        yield first, past, 1
        begin = past
    if begin < end:
        yield begin, end, 0
