"""Games that were lost by fouls: they are rated with the result that the standings rules give them."""

from dataclasses import replace

import numpy as np

from projections.games import rows_of
from projections.snapshot import Snapshot
from projections.standings import RecordedFouls, games_played
from schemes.kernels.inputs import BOTH_LOST, FIRST_WINS, SECOND_WINS, Column, Games, Rows
from schemes.standings import Tournament, lost_by_fouls, parameters_of

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
    fouls = snapshot.remembered("fouls", lambda: RecordedFouls(snapshot))
    outcomes = {}
    for number in np.intersect1d(fouls.tournaments, numbers).tolist():
        rules = snapshot.tournaments.standings_rules[number]
        given = parameters_of(rules)
        if not (given.losing_violations or given.losing_technicals):
            continue
        rows = rows_of(games, number)
        played = Tournament(
            id="",
            rules=rules,
            rounds=0,
            games=games_played(games, rows, str),
            fouls=fouls.of(number, str),
        )
        lost = lost_by_fouls(played)
        outcomes.update({rows.start + at: OUTCOME[losers] for at, losers in lost.items()})
    return {row: outcome for row, outcome in outcomes.items() if games.result[row] != outcome}
