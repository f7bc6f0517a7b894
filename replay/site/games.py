"""The games of players for the public site: those that are rated on published lists, by player and tournament."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow.compute as pc
from msgspec import Struct

from projections import Snapshot
from projections.standings import TournamentRecords
from replay.answers.shown_names import names_in_scripts
from replay.answers.table import Names
from replay.lists.rating_list import RatingList
from replay.office.office import Office
from replay.site.lists import PublishedList, units
from replay.world.world import all_verdicts
from schemes.kernels.inputs import OUTCOMES

FIRST = {"1-0": "1", "0-1": "0", "1/2-1/2": "½", "+/-": "+", "-/+": "−", "-/-": "−", "0-0": "0"}
SECOND = {"1-0": "0", "0-1": "1", "1/2-1/2": "½", "+/-": "−", "-/+": "+", "-/-": "−", "0-0": "0"}
HALVES = {"1": 2, "½": 1, "+": 2}


class SiteGame(Struct, frozen=True):
    """A game seen from one side."""

    round: int
    opponent: str
    rating: int  # of the opponent, in units of the published list in force when the tournament began; 0: none
    is_first: bool
    result: str  # 1, ½, 0; + and − without play


class SiteTournament(Struct, frozen=True):
    """The games of a player in a tournament, in the order of the rounds."""

    tournament: str
    games: list[SiteGame]

    @property
    def score(self) -> str:
        halves = sum(HALVES.get(game.result, 0) for game in self.games)
        whole, half = divmod(halves, 2)
        if half:
            return f"{whole or ''}½"
        return str(whole)


class RatedGames:
    """The games that are rated on a published list or the lists before it."""

    def __init__(self, office: Office, made: RatingList, lists: Sequence[PublishedList]) -> None:
        """`lists` are the published lists of the scheme, by day."""
        world = office.world_of(made.rules, office.snapshot(made.position))
        replayed = office.replay(world, made.list_date)
        inputs, verdicts = all_verdicts(replayed)
        games = inputs.games
        rated = (verdicts.first == 0) | (verdicts.second == 0)
        if made.scheme.any_day:
            rated &= games.day <= replayed.stop.day
        self.snapshot: Snapshot = world.snapshot
        self.scheme = made.scheme
        self._games = games
        self._rated = np.flatnonzero(rated)
        self._lists = lists
        self._days = [listed.day for listed in lists]
        self._of = np.searchsorted(games.offset, self._rated, side="right") - 1

    @cached_property
    def names(self) -> Names:
        """What all people are called: looked up once for all pages."""
        people = self.snapshot.people
        called = dict(zip(people.id_list, people.names.to_pylist(), strict=True))
        return Names(called, names_in_scripts(self.snapshot))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The numbers of all people by their ids."""
        return {player: number for number, player in enumerate(self.snapshot.people.id_list)}

    @cached_property
    def records(self) -> TournamentRecords:
        """What the standings of all these tournaments depend on, read in one go."""
        return TournamentRecords(self.snapshot, np.unique(self._of).tolist())

    @cached_property
    def tournaments(self) -> list[str]:
        ids = self.snapshot.tournaments.ids
        return [str(ids[number].as_py()) for number in np.unique(self._of).tolist()]

    @cached_property
    def _sides(self) -> tuple[Any, Any]:
        """Both sides of every game, sorted by player: the players, and which side of which game."""
        games = self._games
        players = np.concatenate((games.first[self._rated], games.second[self._rated]))
        order = np.argsort(players, kind="stable")
        return players[order], order

    @cached_property
    def _starts(self) -> list[int]:
        """For each tournament the place of the published list in force when it began; −1 if there was none."""
        days = [day.toordinal() for day in self._days]
        return [
            bisect_right(days, int(start)) - 1 for start in self.snapshot.tournaments.table.start
        ]

    @cached_property
    def _ratings(self) -> list[Any]:
        """For each published list the ratings by the numbers of players; 0 of whoever is not on it."""
        ids = self.snapshot.people.ids
        found = []
        for listed in self._lists:
            table = listed.made.table
            places = pc.index_in(table["player"], value_set=ids).to_numpy()
            column = np.zeros(len(ids), np.int32)
            column[places] = units(listed.scheme, table["rating"]).to_numpy()
            found.append(column)
        return found

    def _rating(self, tournament: int, player: int) -> int:
        at = self._starts[tournament]
        if at < 0:
            return 0
        return int(self._ratings[at][player])

    def of(self, player: str) -> Iterator[SiteTournament]:
        """The tournaments of a player, the newest first."""
        number = self._numbers.get(player)
        if number is None:
            return
        players, order = self._sides
        begin, end = np.searchsorted(players, [number, number + 1])
        count = len(self._rated)
        by_tournament: dict[int, list[SiteGame]] = {}
        for side in sorted(order[begin:end].tolist(), key=lambda one: one % count):
            at = side % count
            tournament = int(self._of[at])
            game = self._game(tournament, int(self._rated[at]), side < count)
            by_tournament.setdefault(tournament, []).append(game)
        ids = self.snapshot.tournaments.ids
        start = self.snapshot.tournaments.table.start
        for tournament in sorted(by_tournament, key=lambda one: (-int(start[one]), one)):
            yield SiteTournament(str(ids[tournament].as_py()), by_tournament[tournament])

    def _game(self, tournament: int, row: int, is_first: bool) -> SiteGame:
        games = self._games
        other = int(games.second[row] if is_first else games.first[row])
        text = OUTCOMES[games.result[row]]
        return SiteGame(
            int(games.round[row]),
            self.snapshot.people.id_list[other],
            self._rating(tournament, other),
            is_first,
            (FIRST if is_first else SECOND)[text],
        )
