"""A player's lists, one after the other: what each shows, why it differs from the one before, and which games count.

All lists are made in one replay, which books the causes of every change as it goes.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ledger.text import counted
from projections.sources import GameKey, void_games
from replay.answers import columns, kinds
from replay.answers.answer import Answer
from replay.answers.table import Cause, Column, Names, Table
from replay.difference.difference import Number
from replay.explain.citations import Citations
from replay.explain.explain import KnownNames, player_number
from replay.explain.history.lines import Line, ListLines, lines_of
from replay.lists.since_published import ShownRating
from replay.office.office import Office
from replay.which import known_text
from replay.world.world import World
from schemes.kernels.scheme import Scheme, Stop
from wording import Reference, joined, say

if TYPE_CHECKING:
    import pyarrow as pa

STATUSES = {**kinds.STATUSES, "not listed": say("not listed")}
PUBLISHED = Column("published", kinds.RATING, silent=True)  # what was, where the list was published
COLUMNS = (
    columns.LIST_DATE,
    columns.RATING,
    columns.CHANGE,
    columns.GAMES,
    columns.K,
    Column("status", kinds.codes(STATUSES)),
    Column("causes", kinds.AMOUNTS, kept=True, joins=(columns.CAUSES, PUBLISHED)),
    Column("tournaments", kinds.REASONS, kept=True),
)
BACK = 13  # so many lists at a time are looked through for the last that moved a rating; their states are kept


class HistoryRow(Struct, frozen=True):
    """A list: what it shows of the player, why it differs from the list before, and the rated games on it."""

    list_date: date
    line: Line
    change: int | None  # None where the player is not on both lists
    causes: Mapping[str, Number]  # points by the code of a cause, those that have a part in it
    games: list[GameKey]
    void: list[GameKey] = []  # games that would be on it, had they not been voided

    @property
    def moved(self) -> bool:
        """Whether games or anything else could move the rating here."""
        return bool(self.games or self.causes)


class PublishedRating(Struct, frozen=True):
    """The rating on a published list, and the one that is shown beside it, in words."""

    rating: Decimal | None  # None: not on the list
    shown: ShownRating


class History(Struct, frozen=True):
    """All lists of a player, from the first that has something to say."""

    world: World
    player: str
    name: str
    rows: list[HistoryRow]
    citations: Citations
    names: KnownNames
    until: date
    lines: ListLines | None = None
    "The lists of everybody, out of which the rows are read."
    published: Mapping[date, PublishedRating] = {}
    "What was published, by list, where somebody asked."

    @property
    def scheme(self) -> Scheme:
        return self.world.scheme

    @property
    def title(self) -> str:
        """Whose history it is, and what was known."""
        as_known = known_text(self.world.snapshot)
        return say(
            "{player} {name}: {scheme}, {known}",
            player=self.player,
            name=self.name,
            scheme=self.scheme.name,
            known=as_known,
        )

    @property
    def lead(self) -> str:
        """What the plot shows."""
        return say("rating on the lists, {known}", known=known_text(self.world.snapshot))

    @property
    def dots(self) -> str:
        """What the dots of the plot are."""
        return say("Dots are lists with rated games.")

    def has_dot(self, row: HistoryRow) -> bool:
        return bool(row.games)

    def __repr__(self) -> str:
        return f"<{self.title}: {counted(len(self.rows), 'list')}>"

    def answer(self, *, moved: bool = False) -> Answer:
        """The lists as rows; with `moved`, only those on which something happened."""
        rows = [self.values(row) for row in self.rows if row.moved or not moved]
        return Answer("history/1", self.title, Table(COLUMNS, rows), names=self._tournament_names())

    def to_arrow(self) -> "pa.Table":
        """The rows as an Arrow table."""
        return self.answer().to_arrow()

    def values(self, row: HistoryRow) -> dict[str, Any]:
        """A list by the names of the columns."""
        line = row.line
        row_values: dict[str, Any] = {
            "list_date": row.list_date,
            "status": line.status,
            "causes": row.causes,
            "tournaments": list(self.tournaments(row)) or None,
        }
        if row.list_date in self.published:
            row_values["published"] = self.published[row.list_date].rating
        if line.rating:
            row_values["rating"] = self._rating(line.rating)
            row_values["games"] = line.games
            row_values["k"] = line.k
        if row.change is not None:
            row_values["change"] = self.change(row)
        return row_values

    def rating(self, row: HistoryRow) -> Decimal | None:
        """What a list shows; None if the player is not on it."""
        return self._rating(row.line.rating) if row.line.rating else None

    def change(self, row: HistoryRow) -> Decimal | None:
        """What a list changed; None if the player is not on both."""
        return None if row.change is None else self._rating(row.change)

    def _rating(self, units: int) -> Decimal:
        return Decimal(units).scaleb(-self.scheme.decimals)

    def _tournament_names(self) -> Names:
        keys = (key for row in self.rows for key in (*row.games, *row.void))
        numbers = sorted({number for number, *_ in keys})
        registered = self.world.snapshot.tournaments.registrations(numbers)
        return Names(tournaments={event.tournament: event.name for event in registered.values()})

    def tournaments(self, row: HistoryRow) -> Iterator[Cause]:
        """Each tournament with the number of rated games, where they stand in the log, corrections, voided games."""
        for number, group in groupby(row.games, key=lambda key: key[0]):
            keys = list(group)
            yield self._cause("games", number, keys, joined("; ", self._games(keys)))
        for key in row.void:
            events = say("void: {events}", events=self.citations.of(key))
            yield self._cause("void", key[0], [key], events)

    def _cause(self, code: str, number: int, keys: Sequence[GameKey], events: str) -> Cause:
        tournament = self.names.tournament(number)
        sources = [self.citations.sources[key] for key in keys]
        values = {
            "tournament": tournament,
            "games": len(keys),
            "positions": [source.recorded for source in sources],
            "changed_by": [position for source in sources for position, _ in source.changes],
        }
        text = say(
            "{tournament} ({events})", tournament=Reference.tournament(tournament), events=events
        )
        return Cause(code, text, values)

    def _games(self, keys: Sequence[GameKey]) -> list[str]:
        """How many games, where they stand in the log, and those that were corrected."""
        if len(keys) == 1:
            return [say("1 game, {event}", event=self.citations.of(keys[0]))]
        positions = sorted(self.citations.sources[key].recorded for key in keys)
        return [
            say(
                "{number} games, #{first} to #{last}",
                number=len(keys),
                first=positions[0],
                last=positions[-1],
            ),
            *self.citations.of_corrected(keys),
        ]


def player_history(office: Office, world: World, player: str, until: date) -> History:
    """Every list of a player up to the one in force on a day, in one replay."""
    number = player_number(world.snapshot, player)
    names = KnownNames(world.snapshot)
    lines = all_lines(office, world, office.checked_day(until, world.rules))
    rows = [] if lines is None else _rows(lines, number)
    citations = Citations(
        office.log, world.snapshot, {key[0] for row in rows for key in (*row.games, *row.void)}
    )
    name = world.snapshot.people.name(number)
    player_id = names.player_id(number)
    return History(world, player_id, name, _told(rows), citations, names, until, lines)


def all_lines(office: Office, world: World, until: date) -> ListLines | None:
    """The lists of everybody up to a day; an office that stays open keeps those under the rules in force."""
    stops = lists_until(world, until)
    if not stops:
        return None
    if not office.stays_open or world.rules.fingerprint != world.scheme.rules().fingerprint:
        return ListLines(world, office.states, stops)
    name = f"lines of {world.scheme.name}"
    return world.snapshot.remembered(
        name, lambda: ListLines(world, office.states, stops), tuple(stops)
    )


def lists_until(world: World, until: date) -> list[Stop]:
    """All lists up to a day; of a regulation with lists on any day the ends of months and those that were published."""
    last = world.stop(until)
    days = {
        world.stop(date.fromordinal(day)) for day in world.snapshot.published(world.scheme.name)
    }
    own = {stop for stop in days if world.keys.first <= stop.number and stop.day < last.day}
    return sorted(
        {*world.stops_until(last), *(own if world.scheme.any_day else ())},
        key=lambda stop: stop.day,
    )


def moved_between(office: Office, world: World, number: int, since: int, last: Stop) -> bool:
    """Whether the lists from a number on, up to a last one, moved a player's rating, be it without a game."""
    stops = [
        stop for stop in world.scheme.stops(world.rules, since, last.number) if stop.day < last.day
    ]
    if last.number < world.keys.first:
        return False
    rows = _rows(ListLines(world, office.states, [*stops, last]), number)
    return any(row.causes for row in rows)


def last_move(office: Office, world: World, number: int, before: int) -> date | None:
    """The last list before one that moved a player's rating; looked for backwards, a year of lists at a time."""
    first = world.keys.first
    last = before - 1
    lines = None
    if office.stays_open:
        lines = all_lines(office, world, date.today())
    if lines is not None and last <= lines.stops[-1].number:
        return _last_moved(
            row
            for stop, row in zip(lines.stops, _rows(lines, number), strict=True)
            if stop[0] <= last
        )
    while last >= first:
        begin = max(first, last - BACK + 1)
        stops = world.scheme.stops(world.rules, begin, last)
        day = _last_moved(_rows(ListLines(world, office.states, stops), number))
        if day is not None:
            return day
        last = begin - 1
    return None


def _last_moved(rows: Iterable[HistoryRow]) -> date | None:
    return max((row.list_date for row in rows if row.causes), default=None)


def _told(rows: Sequence[HistoryRow]) -> list[HistoryRow]:
    """Rows that have something to say: the player is on the list, was on the one before, or something happened."""
    on = [bool(row.line.rating) for row in rows]
    return [
        row
        for row, here, was in zip(rows, on, [False, *on], strict=False)
        if here or was or row.moved or row.void
    ]


def _rows(lines: ListLines, number: int) -> list[HistoryRow]:
    """A row for each list."""
    games = _games_by_list(lines, number)
    void = _void_by_list(lines, number)
    difference = lines.of(number)
    shown = zip(lines.stops, lines_of(difference.after), difference.both.tolist(), strict=True)
    return [
        HistoryRow(
            list_date=date.fromordinal(stop.day),
            line=line,
            change=int(difference.change[at]) if both else None,
            causes=difference.amounts(at),
            games=games.get(at, []),
            void=void.get(at, []),
        )
        for at, (stop, line, both) in enumerate(shown)
    ]


def _games_by_list(lines: ListLines, number: int) -> dict[int, list[GameKey]]:
    """The games that were rated for the player, by the place of their list among the stops."""
    games: dict[int, list[GameKey]] = {}
    for game in lines.games.of_player(number):
        if game.at >= 0 and game.rated_for(number):
            games.setdefault(game.at, []).append(game.key)
    return games


def _void_by_list(lines: ListLines, number: int) -> dict[int, list[GameKey]]:
    """The player's games that are void, by the place of the list on which they would be."""
    world = lines.world
    voided = dict[int, list[GameKey]]()
    days = [stop.day for stop in lines.stops]
    numbers = {stop.number: at for at, stop in enumerate(lines.stops)}
    for key, day in void_games(world.snapshot, number):
        first = int(world.assignment.first[key[0]])
        if world.scheme.any_day:
            at = bisect_left(days, day)
        else:
            at = numbers.get(first, -1)
        if first >= 0 and 0 <= at < len(days):
            voided.setdefault(at, []).append(key)
    return voided
