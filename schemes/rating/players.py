"""The record of a player: what a list leaves behind of everybody, what is known of the person, what a driver works out.

By period published numbers of several lists are looked back to, so that driver keeps them in tables of its own.
"""

from typing import Any

import numpy as np

from schemes.kernels.columns import Records, as_records
from schemes.kernels.inputs import Column, Players
from schemes.kernels.regulation import Regulation
from schemes.kernels.scheme import State

KEPT = ("rating", "games", "peak", "since", "last_game")  # rating 0: none
PERSON = ("born", "sex", "titles", "outside")
GATHERINGS = {
    "gathered": 0,
    "gathered_opponents": 0,
    "gathered_score": 0,
}  # games of a player without a rating
LARGE = ("gathered_opponents",)  # a sum of ratings


def begins(scheme: Regulation) -> dict[str, int]:
    """The numbers that a list leaves behind of each player, with what they begin with."""
    return {**dict.fromkeys(KEPT, 0), **scheme.kept, **scheme.own_numbers}


def _kind(scheme: Regulation, name: str) -> Any:
    """The type in which a number is kept."""
    if name in LARGE or name in scheme.own_numbers:
        return np.int64
    return np.int32


def nobody_played(scheme: Regulation, players: int) -> dict[str, Column]:
    """What is kept of players before anything happened."""
    return {
        name: np.full(players, value, _kind(scheme, name)) for name, value in begins(scheme).items()
    }


def players_of(scheme: Regulation, state: State, people: Players) -> Records:
    """A record for each player of a state, with the year of birth and the sex."""
    kept = begins(scheme)
    small = scheme.small_records
    kinds = {name: _kind(scheme, name) if small else np.int64 for name in kept}
    for name in (*PERSON, *scheme.working):
        kinds.setdefault(name, np.int32 if small else np.int64)
    kind = np.dtype([*kinds.items()], align=True)
    players = as_records(np.zeros(len(state["rating"]), kind))
    for name in kept:
        players[name] = state[name]
    count = min(len(players), len(people))
    players.born[:count] = people.born[:count]
    players.sex[:count] = people.sex[:count]
    return players


def kept_of(scheme: Regulation, players: Records) -> dict[str, Column]:
    """What a list leaves behind of the players."""
    return {name: players[name].astype(_kind(scheme, name)) for name in begins(scheme)}
