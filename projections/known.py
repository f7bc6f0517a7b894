"""The rows of a read model as known at a position: those of later events are not there yet. And the games."""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from msgspec import UNSET
from msgspec.structs import fields, replace

from ledger.events import (
    PlayerCorrected,
    PlayerRegistered,
    TournamentCorrected,
    TournamentRegistered,
)
from projections.tables import GAME, GAME_KEY, NOT_GIVEN, TABLES, VOID, Columns, game_key
from schemes.kernels.inputs import Column, Games

if TYPE_CHECKING:
    from projections.model import Model
    from projections.people import KnownPeople
    from projections.tournaments import KnownTournaments


Registration = TypeVar("Registration", PlayerRegistered, TournamentRegistered)

# The tables whose rows act by position on the whole past (the events that are called corrections).
CORRECTIONS = (
    "merges", "player_corrections", "tournament_corrections", "tournament_voids", "game_changes",
    "ranking_corrections", "withdrawals", "unrated_games",
)  # fmt: skip


class KnownRows:
    """What a model says up to a position; with `corrected_until`, only corrections up to that position are known."""

    def __init__(self, model: "Model", position: int, corrected_until: int | None = None) -> None:
        self.model = model
        self.position = position
        if corrected_until is None:
            self.corrected_until = position
        else:
            self.corrected_until = corrected_until

    def until(self, table: str) -> int:
        """The position up to which rows of a table are known."""
        if table in CORRECTIONS:
            return self.corrected_until
        return self.position

    def rows(self, table: str, *names: str, standing: bool = False) -> Columns:
        """Columns of a table, in the order of the log; with `standing`, without events that have been withdrawn."""
        columns = self.model.columns(table, "position", *names)
        position = columns["position"]
        known = slice(0, int(np.searchsorted(position, self.until(table), side="right")))
        chosen = {name: columns[name][known] for name in names}
        if standing and self.withdrawn:
            chosen = picked(
                chosen, np.flatnonzero(np.isin(position[known], self.withdrawn, invert=True))
            )
        return chosen

    @cached_property
    def withdrawn(self) -> tuple[int, ...]:
        """Positions of the events that have been withdrawn."""
        return tuple(self.rows("withdrawals", "withdraws")["withdraws"].tolist())

    def of_tournaments(
        self, table: str, numbers: Column, *names: str, by: tuple[str, ...] = ()
    ) -> Columns:
        """Rows of some tournaments by tournament (and other columns), then in the order of the log."""
        columns = self.rows(table, "tournament", *names, standing=True)
        here = np.flatnonzero(np.isin(columns["tournament"], numbers))
        order = np.lexsort([columns[name][here] for name in (*reversed(by), "tournament")])
        return picked(columns, here[order])


def span(numbers: Column) -> tuple[int, int]:
    """The lowest and the highest of some tournaments."""
    if len(numbers):
        return (int(numbers.min()), int(numbers.max()))
    return (0, -1)


def picked(columns: Columns, rows: Column) -> Columns:
    """Some rows of columns, by their places."""
    return {
        name: column[rows] if isinstance(column, np.ndarray) else column.take(rows)
        for name, column in columns.items()
    }


def corrected(
    registration: Registration, corrections: Iterable[PlayerCorrected | TournamentCorrected]
) -> Registration:
    """A registration with corrections laid over it, field by field, in their order."""
    for correction in corrections:
        parts = {name: getattr(correction, name) for name in _correctable(type(correction))}
        changed = {name: value for name, value in parts.items() if value is not UNSET}
        if (
            "registered" in changed
        ):  # the day of a tournament's registration is the date of the event
            changed["date"] = changed.pop("registered")
        registration = replace(registration, **changed)
    return registration


@cache
def _correctable(kind: type[PlayerCorrected | TournamentCorrected]) -> tuple[str, ...]:
    """The fields that a correction may give, or leave as they are."""
    return tuple(field.name for field in fields(kind) if field.default is UNSET)


Place = tuple[int, int, int]  # stage, round, board


class KnownGames:
    """The games of tournaments."""

    def __init__(
        self, known: KnownRows, people: "KnownPeople", tournaments: "KnownTournaments"
    ) -> None:
        self._known = known
        self._people = people
        self._tournaments = tournaments

    def of(self, numbers: Column) -> Games:
        """The games of some tournaments, grouped by tournament."""
        wanted = np.zeros(len(self._tournaments), np.bool_)
        wanted[numbers] = True
        recorded = self._known.model.games(*span(numbers))
        if not np.all(known := recorded["position"] <= self._known.position):
            recorded = picked(recorded, known)
        games = recorded | self._corrected(recorded)
        games["first"], games["second"] = (
            self._people.person(games["first"]),
            self._people.person(games["second"]),
        )
        counts = (
            wanted[games["tournament"]]
            & (games["result"] != VOID)
            & (games["first"] != games["second"])
        )
        if not counts.all():
            games = picked(games, np.flatnonzero(counts))
        sizes = np.bincount(games["tournament"], minlength=len(wanted))
        return Games(
            offset=np.concatenate(([0], np.cumsum(sizes))), **{name: games[name] for name in GAME}
        )

    def by_place(self, number: int) -> dict[Place, tuple[int, int, int]]:
        """The games of a tournament: stage, round and board → first, second and result."""
        games = self.of(np.array([number]))
        columns = (games.stage, games.round, games.board, games.first, games.second, games.result)
        return {row[:3]: row[3:] for row in row_by_row(columns)}

    def _corrected(self, recorded: Columns) -> Columns:
        """Players and results of recorded games, with corrections and voidings laid over them in their order."""
        changes = self._known.rows("game_changes", "position", *TABLES["game_changes"].columns)
        rows = _rows_changed(recorded, changes, len(self._tournaments))
        fixed = {name: recorded[name].copy() for name in ("first", "second", "result")}
        for name, column in fixed.items():  # of several changes of a row the last counts
            fixes = (rows >= 0) & ((changes[name] != NOT_GIVEN) | (name == "result"))
            column[rows[fixes]] = changes[name][fixes]
        return fixed


def _rows_changed(recorded: Columns, changes: Columns, tournaments: int) -> Column:
    """The row that each change is about: the newest record of its game before it; −1 if there is none."""
    changed = np.zeros(tournaments, np.bool_)
    changed[changes["tournament"]] = True
    candidates = np.flatnonzero(changed[recorded["tournament"]])
    if not len(candidates):
        return np.full(len(changes["tournament"]), -1)
    there = picked({name: recorded[name] for name in ("position", *GAME_KEY)}, candidates)
    key = game_key(there)
    wanted = game_key(changes)
    places = np.searchsorted(key, wanted, side="right") - 1
    while np.any(
        later := (places >= 0)
        & (key[places] == wanted)
        & (there["position"][places] > changes["position"])
    ):
        places = places - later
    return np.where((places >= 0) & (key[places] == wanted), candidates[places], -1)


def row_by_row(columns: Iterable[Column]) -> Iterator[tuple[Any, ...]]:
    """Columns as rows of Python's own values."""
    return zip(*(column.tolist() for column in columns), strict=True)


def rows_of(games: Games, number: int) -> slice:
    """Where the games of a tournament stand."""
    return slice(int(games.offset[number]), int(games.offset[number + 1]))
