"""Games as known at a position: corrections applied, void games gone, merged players as one."""

from typing import TYPE_CHECKING

import numpy as np

from projections.known import KnownRows, picked, span
from projections.tables import GAME, GAME_KEY, NOT_GIVEN, TABLES, VOID, Columns, game_key
from schemes.kernels.inputs import Column, Games

if TYPE_CHECKING:
    from projections.people import KnownPeople
    from projections.tournaments import KnownTournaments


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

    def _corrected(self, recorded: Columns) -> Columns:
        """Players and results of recorded games, with corrections and voidings laid over them in their order."""
        changes = self._known.rows("game_changes", "position", *TABLES["game_changes"].columns)
        rows = _rows_changed(recorded, changes, len(self._tournaments))
        fixed = {name: recorded[name].copy() for name in ("first", "second", "result")}
        for name, column in fixed.items():  # of several changes of a row the last counts
            given = (rows >= 0) & ((changes[name] != NOT_GIVEN) | (name == "result"))
            column[rows[given]] = changes[name][given]
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
    found = np.searchsorted(key, wanted, side="right") - 1
    while np.any(
        later := (found >= 0)
        & (key[found] == wanted)
        & (there["position"][found] > changes["position"])
    ):
        found = found - later
    return np.where((found >= 0) & (key[found] == wanted), candidates[found], -1)


def rows_of(games: Games, number: int) -> slice:
    """Where the games of a tournament stand."""
    return slice(int(games.offset[number]), int(games.offset[number + 1]))
