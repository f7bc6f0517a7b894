"""Every player as the snapshot has them on a day: for readers of whole rating lists."""

from collections.abc import Iterable, Iterator
from datetime import date as Date
from typing import NamedTuple

import numpy as np

from ledger.events import PlayerRegistered
from ledger.persons.seal import ERASED, SEALED
from projections.scheme_inputs import dated, facts
from projections.snapshot import Snapshot
from projections.tables import NOT_GIVEN
from schemes.kernels.inputs import Facts


class CarriedRating(NamedTuple):
    """The rating a player was last given from outside; None once it was ended."""

    day: int
    rating_x100: int | None
    games: int | None  # as told with it; None if never told
    peak_x100: int  # the highest of the ratings and peaks told


class Declared(NamedTuple):
    """The last word on whether a player is inactive."""

    day: int
    inactive: bool


class PlayerRecords:
    """Players on a day: what acts by date counts up to that day, corrections count whenever they were made.

    Without a snapshot nobody is known.
    """

    def __init__(self, snapshot: Snapshot | None, day: Date, schemes: Iterable[str]) -> None:
        self.day = day.toordinal()
        self.people: dict[str, PlayerRegistered] = {}
        self.sealed: set[str] = set()  # whose names nobody can read here: erased, or without a key
        self.merged: dict[str, str] = {}  # duplicate → the id that counts
        self.federations: dict[str, str] = {}
        self.titles: dict[str, list[str]] = {}  # held
        self.deceased: set[str] = set()
        self.last_game: dict[str, int] = {}  # of any day
        self.carried: dict[str, dict[str, CarriedRating]] = {scheme: {} for scheme in schemes}
        self.declared: dict[str, dict[str, Declared]] = {scheme: {} for scheme in schemes}
        self.later: Date | None = (
            None  # a rating was carried in for this day, after the day asked for
        )
        if snapshot is not None:
            self._ids = snapshot.people.id_list
            self._take_people(snapshot)
            self._take_facts(facts(snapshot, ""))
            self._take_games(snapshot)
            for scheme in self.carried:
                self._take_scheme(scheme, facts(snapshot, scheme))

    def kept(self, player: str) -> str:
        """The id that stands for a player after all merges."""
        return self.merged.get(player, player)

    def played_since(self, player: str, day: int) -> bool:
        """May a list after `day` rate a game of the player? A game is rated within a year, or never."""
        last = self.last_game.get(player)
        return last is not None and last - day >= -366

    def _take_people(self, snapshot: Snapshot) -> None:
        people = snapshot.people
        for number, person in people.registrations(range(len(people))).items():
            kept = int(people.kept[number])
            if person.name in (ERASED, SEALED):
                self.sealed.add(person.player)
            if kept == number:
                self.people[person.player] = person
            else:
                self.merged[person.player] = self._ids[kept]
        died = np.flatnonzero(people.table.deceased <= self.day)
        self.deceased = {self._ids[number] for number in died.tolist()}

    def _take_facts(self, given: Facts) -> None:
        for player, day, code in _rows(
            given.federation_player, given.federation_day, given.federation_code
        ):
            if day <= self.day:
                self.federations[self._ids[player]] = given.federations[code]
        for player, day, code, held in _rows(
            given.title_player, given.title_day, given.title_code, given.title_held
        ):
            if day > self.day:
                continue
            title = given.titles[code]
            titles = self.titles.setdefault(self._ids[player], [])
            if held and title not in titles:
                titles.append(title)
            elif not held and title in titles:
                titles.remove(title)

    def _take_games(self, snapshot: Snapshot) -> None:
        """The last game of everybody."""
        counted = [
            number
            for number in range(len(snapshot.tournaments))
            if number not in snapshot.tournaments.voided
        ]
        games = snapshot.games.of(np.array(counted, np.int64))
        last = np.zeros(len(self._ids), np.int32)
        np.maximum.at(last, games.first, games.day)
        np.maximum.at(last, games.second, games.day)
        for number in np.flatnonzero(last).tolist():
            self.last_game[self._ids[number]] = int(last[number])

    def _take_scheme(self, scheme: str, given: Facts) -> None:
        carried = self.carried[scheme]
        for player, day, rating, games, peak in _rows(
            given.carried_player, given.carried_day, given.carried_rating_x100, given.carried_games,
            given.carried_peak_x100,
        ):  # fmt: skip
            if day <= self.day:
                before = carried.get(self._ids[player])
                if rating != NOT_GIVEN:
                    carried[self._ids[player]] = _carried(before, day, rating, games, peak)
                elif before is not None:
                    carried[self._ids[player]] = before._replace(
                        day=day, rating_x100=None, games=None
                    )
            elif rating != NOT_GIVEN:
                self.later = max(self.later or Date.min, Date.fromordinal(day))
        for player, day, active in _rows(
            given.declared_player, given.declared_day, given.declared_active
        ):
            if day <= self.day:
                self.declared[scheme][self._ids[player]] = Declared(day, not active)


def _carried(
    before: CarriedRating | None, day: int, rating: int, games: int, peak: int
) -> CarriedRating:
    """What holds after a rating was carried in: games and the peak stay, unless they are told anew."""
    told = max(rating, peak)
    if peak == NOT_GIVEN and before is not None:
        told = max(told, before.peak_x100)
    if games != NOT_GIVEN:
        return CarriedRating(day, rating, games, told)
    return CarriedRating(day, rating, before.games if before is not None else None, told)


def _rows(*columns: "np.ndarray[tuple[int], np.dtype[np.generic]]") -> Iterator[tuple[int, ...]]:
    return zip(*(column.tolist() for column in columns), strict=True)


def rated_from_outside(snapshot: Snapshot, scheme: str) -> frozenset[str]:
    """The players for whom a rating was carried into a scheme, under all their ids."""
    carried = dated(snapshot, "carried", "rating_x100", scheme=scheme)
    players = carried["player"][carried["rating_x100"] != NOT_GIVEN]
    numbers = np.flatnonzero(np.isin(snapshot.people.kept, players))
    return frozenset(snapshot.people.ids.take(numbers).to_pylist())
