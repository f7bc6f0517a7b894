"""The games behind published lists, and why ratings on them changed: worked out for everybody at once.

A list that was never published is not shown: an opponent's rating is that of a published list or none. Causes of a
change are told where the lists, made again, show what was published.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import cache, cached_property
from typing import Any

import numpy as np
import pyarrow.compute as pc
from msgspec import Struct
from msgspec.structs import replace

from projections import Snapshot
from projections.standings import TournamentRecords
from replay.answers.names import names_in_scripts
from replay.answers.table import Names
from replay.explain.history.lines import ListLines
from replay.explain.history.rows import lists_until
from replay.explain.history.sides import SeenChanges, grouped, is_same, points, sides_of
from replay.lists.rating_list import RatingList
from replay.office.office import Office
from replay.site.lists import PublishedList, list_before
from replay.world.world import World
from schemes.kernels.causes import NAMES, NOT_KNOWN
from schemes.kernels.inputs import OUTCOMES, Column
from schemes.kernels.scheme import Scheme, Stop

FIRST = {"1-0": "1", "0-1": "0", "1/2-1/2": "½", "+/-": "+", "-/+": "−", "-/-": "−", "0-0": "0"}
SECOND = {"1-0": "0", "0-1": "1", "1/2-1/2": "½", "+/-": "−", "-/+": "+", "-/-": "−", "0-0": "0"}
RESULTS = tuple((SECOND[text], FIRST[text]) for text in OUTCOMES)
EXPECTED = (
    *(f"{part // 100}.{part % 100:02}" for part in range(101)),
    "",
)  # the last is −1: nothing
Causes = dict[str, str]


class PlayedTournament(Struct, frozen=True, gc=False):
    """A tournament of a player: what it changed, the days of the lists that have its games, and the games.

    A game: round, number of the opponent, rating, whether the player was first, result (1, ½, 0; + and − without play),
    expected, change, and the code why it is not rated for the player (0 if it is).
    """

    tournament: str
    change: str
    lists: list[str]
    games: list[Sequence[Any]]


class RatedGames:
    """The games that are rated on a published list or the lists before it."""

    def __init__(self, office: Office, made: RatingList, lists: Sequence[PublishedList]) -> None:
        """`lists` are the published lists of the scheme."""
        world = office.world_of(made.rules, office.snapshot(made.position))
        stops = lists_until(world, made.list_date)
        lines = ListLines(world, office.states, stops, _unseen(world, stops, lists))
        self.snapshot: Snapshot = world.snapshot
        self.scheme = made.scheme
        self._lists = lists
        self.days = np.array([stop.day for stop in lines.stops])
        self._public = dict(self._as_published(lines))
        self.sides = self._published_part(
            _counted(sides_of(lines, np.arange(len(world.snapshot.people))))
        )
        self._causes = dict(self._explained(lines))

    @cached_property
    def names(self) -> Names:
        """What all people are called: looked up once for all pages."""
        people = self.snapshot.people
        called = dict(zip(people.id_list, people.names.to_pylist(), strict=True))
        return Names(called, names_in_scripts(self.snapshot))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of all people by their ids."""
        return {player: number for number, player in enumerate(self.snapshot.people.id_list)}

    @cached_property
    def records(self) -> TournamentRecords:
        """What the standings of all these tournaments depend on, read in one go."""
        return TournamentRecords(self.snapshot, self.tournament_numbers)

    @cached_property
    def tournament_numbers(self) -> list[int]:
        return list(np.unique(self.sides.games.tournament).tolist())

    @cached_property
    def tournaments(self) -> list[str]:
        ids = self.snapshot.tournaments.ids
        return [str(ids[one].as_py()) for one in self.tournament_numbers]

    # Games ----------------------------------------------------------------------------------------

    def of(self, player: str) -> Iterator[PlayedTournament]:
        """The tournaments of a player, the newest first."""
        number = self.numbers.get(player)
        if number is None:
            return
        begin, end = self.begins[number : number + 2]
        by_tournament: dict[int, list[Any]] = {}
        for row in self._read(slice(begin, end)):
            by_tournament.setdefault(row[0], []).append(row)
        starts_of = self._starts
        for tournament in sorted(by_tournament, key=lambda one: (-starts_of[one], one)):
            mine = by_tournament[tournament]
            yield PlayedTournament(
                self._tournament_ids[tournament],
                next((row[1] for row in mine if row[1]), ""),
                sorted({row[2] for row in mine}),
                [row[3:] for row in mine],
            )

    @cached_property
    def begins(self) -> list[int]:
        """Where the games of each player begin, by number, and where they end."""
        numbers = np.arange(len(self.numbers) + 1)
        return list(np.searchsorted(self.sides.games.player, numbers).tolist())

    @cached_property
    def _tournament_ids(self) -> list[str]:
        return list(self.snapshot.tournaments.ids.to_pylist())

    @cached_property
    def _starts(self) -> list[int]:
        return list(self.snapshot.tournaments.table.start.tolist())

    @cached_property
    def _day_texts(self) -> list[str]:
        return [str(date.fromordinal(day)) for day in self.days.tolist()]

    @cached_property
    def _shown(self) -> Callable[[int], str]:
        """A rating as it is shown; nothing for none."""
        return cache(lambda rating: str(self.scheme.shown(rating)) if rating else "")

    def _read(self, here: slice) -> Iterator[Sequence[Any]]:
        """Games as tournament, change of the tournament, day of the list, and what the page of a player says."""
        sides = self.sides
        games = sides.games
        is_first = games.is_first[here].tolist()
        reasons = games.reason[here].tolist()
        results = zip(games.result[here].tolist(), is_first, strict=True)
        expected = zip(sides.expected[here].tolist(), reasons, strict=True)
        yield from zip(
            games.tournament[here].tolist(),
            map(self._signed, sides.tournament_change[here].tolist()),
            map(self._day_texts.__getitem__, games.at[here].tolist()),
            games.round[here].tolist(),
            games.opponent[here].tolist(),
            map(self._shown, sides.rating[here].tolist()),
            is_first,
            [RESULTS[result][first] for result, first in results],
            [EXPECTED[-1 if reason else share] for share, reason in expected],
            map(self._signed, sides.change[here].tolist()),
            reasons,
            strict=True,
        )

    def ratings_in(self, tournament: int) -> dict[int, str]:
        """The ratings with which its players were met, by their numbers: the first, where lists changed them."""
        games = self.sides.games
        places = self._places_of(tournament)
        met = places[self.sides.rating[places] > 0]
        met = met[np.argsort(-games.used[met], kind="stable")]
        shown = map(self._shown, self.sides.rating[met].tolist())
        return dict(zip(games.opponent[met].tolist(), shown, strict=True))

    def _signed(self, hundredths: int) -> str:
        return _signed(hundredths, self.scheme)

    def _places_of(self, tournament: int) -> Column:
        """The places of a tournament's games among all."""
        numbers, order = self._by_tournament
        begin, end = np.searchsorted(numbers, (tournament, tournament + 1))
        return order[begin:end]

    @cached_property
    def _by_tournament(self) -> tuple[Column, Column]:
        """The numbers of the tournaments of all games, in order, and the places of these games."""
        tournaments = self.sides.games.tournament
        order = np.argsort(tournaments, kind="stable")
        return tournaments[order], order

    def changes_in(self, tournament: int) -> dict[int, str]:
        """What a tournament changed, by the numbers of its players."""
        games = self.sides.games
        places = self._places_of(tournament)
        players = games.player[places].tolist()
        changes = self.sides.tournament_change[places].tolist()
        return {
            player: self._signed(change) for player, change in zip(players, changes, strict=True) if change != NOT_KNOWN
        }  # fmt: skip

    # What was published ---------------------------------------------------------------------------

    def _as_published(self, lines: ListLines) -> Iterator[tuple[int, Column]]:
        """By the places of lists that were published: whose rating and K on it are those that were published."""
        ids = self.snapshot.people.ids
        by_day = {listed.day.toordinal(): listed for listed in self._lists}
        everybody = np.arange(len(ids))
        for place, (shown, _) in enumerate(lines.of_some(everybody)):
            listed = by_day.get(int(self.days[place]))
            if listed is None:
                continue
            ratings = self._by_number(listed.dense.rating)
            k = np.zeros(len(listed.everybody), np.int32)
            k[listed.players] = pc.fill_null(listed.made.table["k"], 0).to_numpy()
            factors = self._by_number(k)
            yield place, (ratings == shown[0]) & ((ratings == 0) | (factors == shown[2]))

    def _by_number(self, values: Column) -> Column:
        """Values for everybody on the site by the numbers of people here; 0 for others."""
        column = np.zeros(len(self.snapshot.people.ids), np.int32)
        here = self._number_of_everybody
        known = here >= 0
        column[here[known]] = values[known]
        return column

    @cached_property
    def _number_of_everybody(self) -> Column:
        """The number of everybody on the site; −1 for whoever was registered after this position."""
        everybody = self._lists[0].everybody
        numbers = pc.index_in(everybody, value_set=self.snapshot.people.ids)
        return np.asarray(pc.fill_null(numbers, -1).to_numpy())

    def _published_part(self, sides: SeenChanges) -> SeenChanges:
        """Without what would tell a rating that was not published.

        What was expected needs both ratings; the change of a game K, too; what a tournament changed tells the rating
        after it from the one before, so that both must have been published, for all of its games. Where ratings move
        within a list, a part of what moved there tells those in between.
        """
        games = sides.games
        both = self._is_public(games.used, games.player)
        other = self._is_public(games.used, games.opponent)
        both &= other & sides.as_listed
        after = self._is_public(games.at, games.player)
        before = (games.at == 0) | self._is_public(games.at - 1, games.player)
        hidden = games.is_rated & ~(after & before)
        told = both & after
        by_event = grouped(games.player, games.tournament)
        if self.scheme.any_day:
            by_list = grouped(games.player, games.at)
            told &= np.bincount(by_list, weights=games.is_rated & ~both)[by_list] == 0
            hidden |= games.is_rated & ~is_same(by_list, games.tournament, games.is_rated)
        is_whole = np.bincount(by_event, weights=hidden)[by_event] == 0
        return replace(
            sides,
            rating=np.where(other, sides.rating, 0),
            expected=np.where(both, sides.expected, -1),
            change=np.where(told, sides.change, NOT_KNOWN),
            tournament_change=np.where(is_whole, sides.tournament_change, NOT_KNOWN),
        )

    def _is_public(self, lists: Column, players: Column) -> Column:
        """Of players on lists, each by its place, whether that was published so."""
        public = np.zeros(len(lists), np.bool_)
        for place, shown in self._public.items():
            here = np.flatnonzero(lists == place)
            public[here] = shown[players[here]]
        return public

    # Causes ---------------------------------------------------------------------------------------

    def causes(self, at: int, player: str) -> Causes:
        """Why a player's rating on a list (by its place) is another than on the published list before."""
        found = self._causes.get(at)
        if found is None:
            return {}
        return found.get(self.numbers.get(player, -1), {})

    def all_causes(self) -> Iterator[tuple[str, int, Causes]]:
        """All that is known of causes: player, place of the list, causes."""
        ids = self.snapshot.people.id_list
        for at, by_player in self._causes.items():
            yield from ((ids[number], at, causes) for number, causes in by_player.items())

    def _explained(self, lines: ListLines) -> Iterator[tuple[int, dict[int, Causes]]]:
        """For each list the causes of whoever has another rating than before, where it is as published.

        `earlier`: what was corrected or reported late on the lists before, since the one before was published.
        """
        ids = self.snapshot.people.ids
        everybody = np.arange(len(ids))
        by_day = {listed.day.toordinal(): listed for listed in self._lists}
        booked = np.zeros((len(ids), len(NAMES)), np.int64)
        last: PublishedList | None = None
        before = np.zeros(len(ids), np.int32)
        stands = np.zeros(len(ids), np.bool_)  # whether it would be published so today
        unit = 10**self.scheme.decimals
        for day, (shown, causes) in zip(self.days.tolist(), lines.of_some(everybody), strict=True):
            booked += causes
            listed = by_day.get(day)
            if listed is None:
                continue
            published = self._by_number(listed.dense.rating)
            same = published == shown[0]
            if last is not None and list_before(listed, self._lists) is last:
                change = (published - before) * 100 // unit
                moved = same & (before > 0) & (published > 0) & (change != 0)
                told = np.flatnonzero(moved & stands)
                parts = np.column_stack((booked[told], change[told] - booked[told].sum(axis=1)))
                by_player = dict(zip(told.tolist(), map(_told, parts.tolist()), strict=True))
                # The list before would be another today: what was booked since tells its new ratings.
                corrected = np.flatnonzero(moved & ~stands)
                is_whole = np.logical_not(booked[corrected].any(axis=1))
                for player, whole in zip(corrected.tolist(), is_whole.tolist(), strict=True):
                    by_player[player] = {"earlier": _signed(int(change[player])) if whole else ""}
                yield listed.place, by_player
            last = listed
            before = published
            stands = same
            booked[:] = 0


def _unseen(world: World, stops: Sequence[Stop], lists: Sequence[PublishedList]) -> set[Stop]:
    """Lists of which nothing is told: neither published nor looked back to by games of a published list."""
    if world.scheme.any_day:
        return set()
    days = {listed.day.toordinal() for listed in lists}
    seen = {stop.number for stop in stops if stop.day in days}
    given = world.assignment
    for number in list(seen):
        here = (given.first <= number) & (given.last >= number)
        seen.update(given.reach[here].tolist())
    return {stop for stop in stops if stop.number not in seen}


def _told(parts: Sequence[int]) -> Causes:
    """The causes that have a part in a change, by their codes."""
    return {
        code: _signed(part) for code, part in zip((*NAMES, "listing"), parts, strict=True) if part
    }


def _counted(sides: SeenChanges) -> SeenChanges:
    """Without games that are rated for nobody."""
    counts = np.flatnonzero(sides.games.counts)
    games = type(sides.games)(
        **{name: getattr(sides.games, name)[counts] for name in sides.games.__struct_fields__}
    )
    others = {
        name: getattr(sides, name)[counts] for name in sides.__struct_fields__ if name != "games"
    }
    return SeenChanges(games, **others)


@cache
def _signed(hundredths: int, scheme: Scheme | None = None) -> str:
    """Points with their sign; nothing where they are not known."""
    exact = points(hundredths, scheme)
    if exact is None:
        return ""
    if hundredths > 0:
        return f"+{exact}"
    return str(exact).replace("-", "−")
