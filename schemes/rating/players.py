"""The record of a player that loops work on: what a state keeps of everybody, and what is known of them as persons."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from schemes.kernels.columns import Records, as_records
from schemes.kernels.inputs import Players
from schemes.kernels.scheme import State

GATHERINGS = (
    "gathered",
    "gathered_opponents",
    "gathered_score",
)  # games of a player without a rating


def players_of(kind: Any, kept: Iterable[str], state: State, people: Players) -> Records:
    """A record of a kind for each player of a state, with the columns that are kept, the year of birth and the sex."""
    columns = {name: state[name] for name in kept}
    players = as_records(np.zeros(len(next(iter(columns.values()))), kind))
    for name, column in columns.items():
        players[name] = column
    known = min(len(players), len(people))
    players.born[:known] = people.born[:known]
    players.sex[:known] = people.sex[:known]
    return players
