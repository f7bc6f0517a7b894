"""A player's lists, one after the other: what each shows, why it differs from the one before, and which games count.

All lists are made in one replay, which books the causes of every change as it goes.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import Any

import numpy as np
from msgspec import Struct

from ledger.text import counted
from projections.sources import GameKey
from replay.answer import Answer
from replay.appeals.games import GamesByList
from replay.citations import Citations
from replay.compare.causes import BOOKED, CAUSES, LISTING
from replay.compare.report import cause
from replay.explain import Names, player_number
from replay.office import Office
from replay.rating_list import known_text
from replay.world import Walk, World, walk
from schemes.kernels.causes import NAMES, Causes
from schemes.kernels.scheme import Given, Scheme, State, Stop, Verdicts, Watch

COLUMNS = ("list_date", "rating", "change", "games", "k", "status", "causes", "tournaments")
BACK = 13  # so many lists at a time are looked through for the last that moved a rating; their states are kept
_AT = [CAUSES.index(BOOKED[name]) for name in NAMES]


class Line(Struct, frozen=True):
    """What a list shows of the player, in units of the list; and the rating behind it in hundredths."""

    rating: int = 0
    games: int = 0
    k: int = 0
    status: str = "unrated"
    hundredths: int = 0
    shown_hundredths: int = 0


class HistoryRow(Struct, frozen=True):
    """A list: what it shows of the player, why it differs from the list before, and the rated games on it."""

    list_date: date
    line: Line
    change: int | None  # None where the player is not on both lists
    booked: list[int]  # hundredths by cause, in the order of CAUSES
    games: list[GameKey]

    @property
    def moved(self) -> bool:
        """Whether games or anything else could move the rating here."""
        return bool(self.games) or any(self.booked)


class History(Struct, frozen=True):
    """All lists of a player, from the first that has something to say."""

    world: World
    player: str
    name: str
    rows: list[HistoryRow]
    citations: Citations
    names: Names

    @property
    def scheme(self) -> Scheme:
        return self.world.scheme

    @property
    def title(self) -> str:
        """Whose history it is, and what was known."""
        return f"{self.player} {self.name}: {self.scheme.name}, {self._known}"

    @property
    def lead(self) -> str:
        """What the plot shows."""
        return f"rating on the lists, {self._known}"

    @property
    def dots(self) -> str:
        """What the dots of the plot are."""
        return "Dots are lists with rated games."

    def has_dot(self, row: HistoryRow) -> bool:
        return bool(row.games)

    @property
    def _known(self) -> str:
        return known_text(self.world.snapshot.position, rate_as=self.world.snapshot.rate_as)

    def __repr__(self) -> str:
        return f"<{self.title}: {counted(len(self.rows), 'list')}>"

    def cells(self, *, moved: bool = False) -> list[tuple[object, ...]]:
        """The rows in the columns of the command; with `moved`, only lists on which something happened."""
        return [self._cells(row) for row in self.rows if row.moved or not moved]

    def to_arrow(self) -> Any:
        """The rows as an Arrow table."""
        return Answer(self.title, COLUMNS, self.cells()).to_arrow()

    def _cells(self, row: HistoryRow) -> tuple[object, ...]:
        line, shown = row.line, self.scheme.shown
        listed = (line.games, line.k) if line.rating else (None, None)
        return (
            row.list_date,
            shown(line.rating) if line.rating else None,
            None if row.change is None else shown(row.change),
            *listed,
            line.status,
            cause(row.booked),
            "; ".join(self._tournaments(row)),
        )

    def _tournaments(self, row: HistoryRow) -> Iterator[str]:
        """Each tournament with the number of rated games, where they stand in the log, and corrections of them."""
        for number, group in groupby(row.games, key=lambda key: key[0]):
            keys = list(group)
            yield f"{self.names.tournament(number)} ({'; '.join(self._games(keys))})"

    def _games(self, keys: Sequence[GameKey]) -> list[str]:
        """How many games, where they stand in the log, and those that were corrected."""
        if len(keys) == 1:
            return [f"1 game, {self.citations.of(keys[0])}"]
        positions = sorted(self.citations.sources[key].recorded for key in keys)
        return [f"{len(keys)} games, #{positions[0]} to #{positions[-1]}", *self.citations.of_corrected(keys)]


def player_history(office: Office, world: World, player: str, until: date) -> History:
    """Every list of a player up to the one in force on a day, in one replay."""
    number = player_number(world.snapshot, player)
    last, names = world.stop(until), Names(world.snapshot)
    days = {world.stop(date.fromordinal(day)) for day in world.snapshot.published(world.scheme.name)}
    own = {stop for stop in days if world.keys.first <= stop.number and stop.day < last.day}
    stops = sorted({*world.stops_until(last), *(own if world.scheme.any_day else ())}, key=lambda stop: stop.day)
    rows = _rows(office, world, number, stops) if stops else []
    told = Citations(office.log, world.snapshot, {key[0] for row in rows for key in row.games})
    name = str(world.snapshot.people.names[number].as_py())
    return History(world, names.player_id(number), name, _told(rows), told, names)


def last_move(office: Office, world: World, number: int, before: int) -> date | None:
    """The last list before one that moved a player's rating; looked for backwards, a year of lists at a time."""
    first, last = world.keys.first, before - 1
    while last >= first:
        begin = max(first, last - BACK + 1)
        rows = _rows(office, world, number, world.scheme.stops(world.rules, begin, last))
        days = [row.list_date for row in rows if any(row.booked)]
        if days:
            return days[-1]
        last = begin - 1
    return None


def _told(rows: Sequence[HistoryRow]) -> list[HistoryRow]:
    """Rows that have something to say: the player is on the list, was on the one before, or something happened."""
    on = [bool(row.line.rating) for row in rows]
    return [row for row, here, was in zip(rows, on, [False, *on], strict=False) if here or was or row.moved]


def _rows(office: Office, world: World, number: int, stops: Sequence[Stop]) -> list[HistoryRow]:
    """A row for each stop, from one walk over them."""
    going = walk(world, office.states, stops, newest=stops[0].number - 1, watch=_everything)
    causes = going.watch.causes
    assert causes is not None
    before, found, wanted = _begin(world, going, number), list[tuple[Stop, Line, Line, list[int]]](), set(stops)
    for stop, state in going.steps:
        line = _line(world, state, stop, number)
        if stop in wanted:
            found.append((stop, before, line, causes.table[number].tolist()))
        causes.table[number] = 0
        before = line
    games = _games_by_list(world, going, number, stops)
    return [
        HistoryRow(
            date.fromordinal(stop.day), line, _change(last, line), _booked(last, line, booked), games.get(at, [])
        )
        for at, (stop, last, line, booked) in enumerate(found)
    ]


def _everything(given: Given) -> Watch:
    return Watch(Verdicts.empty(given.inputs), Causes(len(given.inputs.players)))


def _begin(world: World, going: Walk, number: int) -> Line:
    """What the list before the first one shows."""
    if going.found is None:
        return Line()
    return _line(world, going.state, world.scheme.stops(world.rules, going.found, going.found)[0], number)


def _line(world: World, state: State, stop: Stop, number: int) -> Line:
    scheme, listed = world.scheme, world.listed(state, stop)
    behind = _hundredths(scheme, int(scheme.ratings(state)[number]))
    at = np.flatnonzero(listed.player == number)
    if not len(at) or not listed.published[at[0]]:
        return Line(status="not listed" if behind else "unrated", hundredths=behind)
    rating, games, k, active = (int(c[at[0]]) for c in (listed.rating, listed.games, listed.k, listed.active))
    status = "active" if active else "inactive"
    return Line(rating, games, k, status, behind, _hundredths(scheme, rating))


def _hundredths(scheme: Scheme, rating: int) -> int:
    return int(rating * 100 // 10**scheme.decimals)


def _change(before: Line, after: Line) -> int | None:
    return after.rating - before.rating if before.rating and after.rating else None


def _booked(before: Line, after: Line, booked: Sequence[int]) -> list[int]:
    """All causes, those of the list itself too; they add up to the difference of what the two lists show."""
    parts = [0] * len(CAUSES)
    for at, part in zip(_AT, booked, strict=True):
        parts[at] = part
    parts[CAUSES.index(LISTING)] = (after.shown_hundredths - after.hundredths) - (
        before.shown_hundredths - before.hundredths
    )
    assert sum(parts) == after.shown_hundredths - before.shown_hundredths, "the causes add up"
    return parts


def _games_by_list(world: World, going: Walk, number: int, stops: Sequence[Stop]) -> dict[int, list[GameKey]]:
    """The games that were rated for the player, by the place of their list among the stops."""
    found: dict[int, list[GameKey]] = {}
    for game in GamesByList(world, going, stops).of_player(number):
        if game.at >= 0 and game.rated_for(number):
            found.setdefault(game.at, []).append(game.key)
    return found
