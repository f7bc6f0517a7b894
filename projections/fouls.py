"""Games that were lost by fouls: they are rated with the result that the standings rules give them."""

from dataclasses import replace
from typing import Any

import numpy as np

from projections.snapshot import Snapshot
from schemes.kernels.inputs import (
    BOTH_LOST,
    FIRST_WINS,
    RESULTS,
    SECOND_WINS,
    STAGES,
    Column,
    Games,
    Rows,
)
from schemes.standings import Foul, Game, Tournament, lost_by_fouls, parameters_of

COLUMNS = ("round", "player", "foul", "count", "stage")
OUTCOME = {
    (True, False): SECOND_WINS,
    (False, True): FIRST_WINS,
    (True, True): BOTH_LOST,
}  # first, second lost


def with_fouls(snapshot: Snapshot, numbers: Column, games: Games, rows: Rows) -> tuple[Games, Rows]:
    """The games with the results that fouls gave them, and rows that say what was recorded."""
    fouled = _fouled(snapshot, numbers, games)
    if not fouled:
        return games, rows
    at = np.array(list(fouled), np.int64)
    outcome = np.array(list(fouled.values()), np.int8)
    result = np.array(games.result)
    recorded = result[at]
    result[at] = outcome
    return replace(games, result=result), replace(rows, fouled_game=at, fouled_recorded=recorded)


def _fouled(snapshot: Snapshot, numbers: Column, games: Games) -> dict[int, int]:
    """Rows of games that fouls decided otherwise than recorded, with their outcome."""
    fouls = snapshot.remembered("fouls", lambda: _all_fouls(snapshot))
    found = {}
    for number in (
        np.intersect1d(fouls["tournament"], numbers).tolist() if len(fouls["tournament"]) else ()
    ):
        rules = snapshot.tournaments.standings_rules[number]
        if not _lose_games(rules):
            continue
        begin, end = (int(edge) for edge in games.offset[number : number + 2])
        played = Tournament(
            id="",
            rules=rules,
            rounds=0,
            games=_games(games, begin, end),
            fouls=_fouls(fouls, number),
        )
        found.update({begin + at: OUTCOME[losers] for at, losers in lost_by_fouls(played).items()})
    return {row: outcome for row, outcome in found.items() if games.result[row] != outcome}


def _all_fouls(snapshot: Snapshot) -> dict[str, Any]:
    """All fouls, by tournament; merged players as one."""
    found = snapshot.known.of_tournaments(
        "fouls", np.arange(len(snapshot.tournaments.table)), *COLUMNS
    )
    return {**found, "player": snapshot.people.person(found["player"])}


def _lose_games(rules: str) -> bool:
    """Can fouls lose a game by these standings rules?"""
    given = parameters_of(rules)
    return bool(given.losing_violations or given.losing_technicals)


def _games(games: Games, begin: int, end: int) -> tuple[Game, ...]:
    """Games as the standings rules take them; players by their numbers."""
    columns = (games.round, games.board, games.first, games.second, games.result, games.stage)
    return tuple(
        Game(round_, board, str(first), str(second), RESULTS[result], STAGES[stage])
        for round_, board, first, second, result, stage in zip(
            *(c[begin:end].tolist() for c in columns), strict=True
        )
    )


def _fouls(fouls: dict[str, Any], number: int) -> tuple[Foul, ...]:
    begin, end = np.searchsorted(fouls["tournament"], (number, number + 1)).tolist()
    columns = (fouls[name][begin:end] for name in COLUMNS)
    return tuple(
        Foul(round_, str(player), kind, count, STAGES[stage])
        for round_, player, kind, count, stage in zip(
            *(column.tolist() for column in columns), strict=True
        )
    )
