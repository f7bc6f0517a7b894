"""When each tournament last changed: by its own events, by a withdrawal, by a correction or merge of its players.

States of lists and final tables are kept under these positions: what has not changed since need not be made again.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from projections.known import KnownRows
from projections.tables import OF_TOURNAMENTS
from schemes.kernels.inputs import Column

# where tournaments name players
_NAMED = {
    "games": ('"first"', '"second"'), "game_changes": ('"first"', '"second"'), "entries": ("player",),
    "byes": ("player",), "departures": ("player",), "fouls": ("player",), "closings": ("unnest(ranking)",),
    "ranking_corrections": ("unnest(ranking)",),
}  # fmt: skip
_WITHDRAWN = ("byes", "departures", "fouls", "entries", "reports", "closings", "unrated_games")


class Revisions(NamedTuple):
    """For each tournament the last position that changed it, and the days of its games (−1: none)."""

    position: Column
    first_game: Column
    last_game: Column


def revisions(known: KnownRows, count: int) -> Revisions:
    """The revisions of the first `count` tournaments, as known."""
    position = np.zeros(count, np.int64)
    first_game = np.full(count, -1, np.int32)
    last_game = np.full(count, -1, np.int32)
    for table in OF_TOURNAMENTS:
        if table == "games":
            games = known.model.query(
                "SELECT tournament, max(position) AS position, min(day) AS first_game, max(day) AS last_game "
                f"FROM {{games}} WHERE position <= {known.until('games')} GROUP BY tournament"
            )
            at = games["tournament"].to_numpy()
            first_game[at], last_game[at] = (
                games["first_game"].to_numpy(),
                games["last_game"].to_numpy(),
            )
            np.maximum.at(position, at, games["position"].to_numpy().astype(np.int64))
        else:
            rows = known.rows(table, "tournament", "position")
            np.maximum.at(position, rows["tournament"], rows["position"].astype(np.int64))
    _withdrawals(known, position)
    _players(known, position)
    return Revisions(position, first_game, last_game)


def raise_to_stages(position: Column, wholes: Sequence[tuple[int, int]]) -> None:
    """Let whole events have changed when a stage of theirs did; a stage may have stages of its own."""
    late = True
    while late:
        late = False
        for part, whole in wholes:
            if position[part] > position[whole]:
                position[whole] = position[part]
                late = True


def _withdrawals(known: KnownRows, position: Column) -> None:
    """What was withdrawn changes its tournament."""
    withdrawals = known.rows("withdrawals", "position", "withdraws")
    since = dict(
        zip(withdrawals["withdraws"].tolist(), withdrawals["position"].tolist(), strict=True)
    )
    for table in _WITHDRAWN if since else ():
        rows = known.rows(table, "tournament", "position")
        here = np.isin(rows["position"], list(since))
        gone = [since[each] for each in rows["position"][here].tolist()]
        np.maximum.at(position, rows["tournament"][here], np.array(gone, np.int64))


def _players(known: KnownRows, position: Column) -> None:
    """A correction or merge of a player changes every tournament that names the player."""
    since = _revised_players(known)
    if not since:
        return
    named = " UNION ALL ".join(
        f"SELECT tournament, {column} AS player FROM {{{table}}} WHERE position <= {known.until(table)}"
        for table, columns in _NAMED.items()
        for column in columns
    )
    named_in = known.model.query(
        "WITH revised AS (SELECT unnest(?::INTEGER[]) AS player, unnest(?::BIGINT[]) AS position) "
        f"SELECT tournament, max(position) AS position FROM ({named}) JOIN revised USING (player) GROUP BY tournament",
        list(since), list(since.values()),
    )  # fmt: skip
    np.maximum.at(position, named_in["tournament"].to_numpy(), named_in["position"].to_numpy())


def _revised_players(known: KnownRows) -> dict[int, int]:
    """Players and the position of the last correction or merge that concerns them.

    What is said of somebody concerns everybody merged into them: their events count for the same person.
    """
    corrections = known.rows("player_corrections", "player", "position")
    merges = known.rows("merges", "duplicate", "kept", "position")
    since = dict(zip(corrections["player"].tolist(), corrections["position"].tolist(), strict=True))
    for duplicate, at in zip(
        merges["duplicate"].tolist(), merges["position"].tolist(), strict=True
    ):
        since[duplicate] = max(since.get(duplicate, 0), at)
    pairs = list(zip(merges["kept"].tolist(), merges["duplicate"].tolist(), strict=True))
    while late := {
        duplicate: since[kept] for kept, duplicate in pairs if since.get(kept, 0) > since[duplicate]
    }:
        since |= late
    return since
