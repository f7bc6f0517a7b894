"""Every player as the log has them on a day, gathered in one pass: for readers of whole rating lists."""

from collections.abc import Callable, Iterable
from datetime import date as Date
from decimal import Decimal
from sys import intern
from typing import Any, NamedTuple

from msgspec import UNSET

from ledger import events as ev


class PersonRecord(NamedTuple):
    """A player as registered and since corrected."""

    name: str
    sex: str
    born: int | Date | None
    federation: str | None


class CarriedRating(NamedTuple):
    """The rating a player was last given from outside; None once it was ended."""

    date: Date
    rating: Decimal | None
    games: int | None  # as told with it; None if never told
    peak: Decimal  # the highest of the ratings and peaks told


class Declared(NamedTuple):
    """The last word on whether a player is inactive."""

    date: Date
    inactive: bool


class Moved(NamedTuple):
    """The last transfer."""

    date: Date
    federation: str


class PlayerRecords:
    """Players on a day: what acts by date counts up to that day, corrections count whenever they were made."""

    def __init__(self, day: Date, schemes: Iterable[str]) -> None:
        self.day = day
        self.people: dict[str, PersonRecord] = {}
        self.carried: dict[str, dict[str, CarriedRating]] = {scheme: {} for scheme in schemes}
        self.declared: dict[str, dict[str, Declared]] = {scheme: {} for scheme in schemes}
        self.titles: dict[str, dict[str, tuple[Date, bool]]] = {}  # player → title → when, held or revoked
        self.last_game: dict[str, Date] = {}  # of any day
        self.deceased: set[str] = set()
        self.merged: dict[str, str] = {}  # duplicate → the id it was merged into
        self.later: Date | None = None  # a rating was carried in for this day, after the day asked for
        self._moved: dict[str, Moved] = {}
        self._same: dict[Any, Any] = {}  # one object for equal dates and ratings: half a million players share few

    def kept(self, player: str) -> str:
        """The id that stands for a player after all merges."""
        while player in self.merged:
            player = self.merged[player]
        return player

    def federation(self, player: str) -> str | None:
        moved = self._moved.get(player)
        if moved is None:
            return self.people[player].federation
        return moved.federation

    def held(self, player: str) -> list[str]:
        """The titles a player holds."""
        return [title for title, (_, held) in self.titles.get(player, {}).items() if held]

    def played_since(self, player: str, day: Date) -> bool:
        """May a list after `day` rate a game of the player? A game is rated within a year, or never."""
        last = self.last_game.get(player)
        return last is not None and (last - day).days >= -366

    def forget(self, player: str) -> None:
        """Remove what is known of a player, so that the events can be taken anew; games stay."""
        tables: list[dict[str, Any]] = [self.people, self.titles, self._moved]
        for table in (*tables, *self.carried.values(), *self.declared.values()):
            table.pop(player, None)
        self.deceased.discard(player)

    def groups(self, players: Iterable[str]) -> dict[str, list[str]]:
        """Kept id → all ids merged into it, for these players and for all that were merged."""
        found: dict[str, list[str]] = {self.kept(player): [] for player in (*players, *self.merged)}
        for player in (*found, *self.merged):
            found[self.kept(player)].append(player)
        return found

    def hand_over_games(self, duplicate: str, kept: str) -> None:
        if duplicate in self.last_game:
            self.last_game[kept] = max(self.last_game[duplicate], self.last_game.get(kept, Date.min))

    def _register(self, event: ev.PlayerRegistered) -> None:
        federation = None if event.federation is None else intern(event.federation)
        self.people[event.player] = PersonRecord(event.name, event.sex, event.born, federation)

    def _correct(self, event: ev.PlayerCorrected) -> None:
        given = {name: getattr(event, name) for name in PersonRecord._fields}
        changed = {name: value for name, value in given.items() if value is not UNSET}
        self.people[event.player] = self.people[event.player]._replace(**changed)

    def _move(self, event: ev.PlayerTransferred) -> None:
        before = self._moved.get(event.player)
        if event.date <= self.day and (before is None or before.date <= event.date):
            self._moved[event.player] = Moved(event.date, event.federation)

    def _carry(self, event: ev.RatingCarriedIn) -> None:
        ratings = self.carried.get(event.scheme)
        if ratings is None:
            return
        if event.date > self.day:
            self.later = max(self.later or event.date, event.date)
            return
        rating = self._one(event.rating)
        if event.peak is None:
            told = rating
        else:
            told = self._one(max(event.rating, event.peak))
        before = ratings.get(event.player)
        if before is None:
            ratings[event.player] = CarriedRating(self._one(event.date), rating, event.games, told)
        elif event.date < before.date:  # an older list that came later: it can only raise the peak
            ratings[event.player] = before._replace(peak=max(before.peak, told))
        else:
            games = before.games if event.games is None else event.games
            peak = max(before.peak, told) if event.peak is None else told
            ratings[event.player] = CarriedRating(self._one(event.date), rating, games, peak)

    def _end(self, event: ev.RatingEnded) -> None:
        before = self.carried.get(event.scheme, {}).get(event.player)
        if before is not None and before.date <= event.date <= self.day:
            ended = before._replace(date=self._one(event.date), rating=None, games=None)
            self.carried[event.scheme][event.player] = ended

    def _declare(self, event: ev.InactivityDeclared | ev.ActivityResumed) -> None:
        said = Declared(self._one(event.date), type(event) is ev.InactivityDeclared)
        for scheme, players in self.declared.items():
            if event.scheme in (None, scheme) and event.date <= self.day:
                before = players.get(event.player)
                if before is None or before.date <= event.date:
                    players[event.player] = said

    def _title(self, event: ev.TitleAwarded | ev.TitleRevoked) -> None:
        if event.date > self.day:
            return
        titles = self.titles.setdefault(event.player, {})
        if event.title not in titles or titles[event.title][0] <= event.date:
            titles[intern(event.title)] = (self._one(event.date), type(event) is ev.TitleAwarded)

    def _die(self, event: ev.PlayerDeceased) -> None:
        if event.date <= self.day:
            self.deceased.add(event.player)

    def _merge(self, event: ev.PlayersMerged) -> None:
        self.merged[event.duplicate] = event.kept

    def _play(self, event: ev.GameRecorded | ev.GameCorrected) -> None:
        for player in (event.first, event.second):
            if player is not None and self.last_game.get(player, Date.min) < event.date:
                self.last_game[player] = self._one(event.date)

    def _one(self, value: Any) -> Any:
        return self._same.setdefault(value, value)


# How each event is added, in the order of the log; others say nothing of players.
TAKE: dict[type, Callable[[PlayerRecords, Any], None]] = {
    ev.PlayerRegistered: PlayerRecords._register,
    ev.PlayerCorrected: PlayerRecords._correct,
    ev.PlayerTransferred: PlayerRecords._move,
    ev.PlayerDeceased: PlayerRecords._die,
    ev.PlayersMerged: PlayerRecords._merge,
    ev.TitleAwarded: PlayerRecords._title,
    ev.TitleRevoked: PlayerRecords._title,
    ev.RatingCarriedIn: PlayerRecords._carry,
    ev.RatingEnded: PlayerRecords._end,
    ev.InactivityDeclared: PlayerRecords._declare,
    ev.ActivityResumed: PlayerRecords._declare,
    ev.GameRecorded: PlayerRecords._play,
    ev.GameCorrected: PlayerRecords._play,
}
