"""Games that were lost by fouls: they are rated with the result that the standings rules give them."""

from dataclasses import replace

import numpy as np

from projections.model import Column
from projections.snapshot import Snapshot
from projections.standings import Records
from schemes.inputs import BOTH_LOST, FIRST_WINS, SECOND_WINS, Games, Rows
from schemes.standings import lost_by_fouls, parameters_of

OUTCOME = {(True, False): SECOND_WINS, (False, True): FIRST_WINS, (True, True): BOTH_LOST}  # first, second lost


def with_fouls(snapshot: Snapshot, numbers: Column, games: Games, rows: Rows) -> tuple[Games, Rows]:
    """The games with the results that fouls gave them, and rows that say what was recorded."""
    fouled = _fouled(snapshot, numbers, games)
    if not fouled:
        return games, rows
    at, outcome = np.array(list(fouled), np.int64), np.array(list(fouled.values()), np.int8)
    result = np.array(games.result)
    recorded = result[at]
    result[at] = outcome
    return replace(games, result=result), replace(rows, fouled_game=at, fouled_recorded=recorded)


def _fouled(snapshot: Snapshot, numbers: Column, games: Games) -> dict[int, int]:
    """Rows of games that fouls decided otherwise than recorded, with their outcome."""
    tournaments = _with_enough_fouls(snapshot, numbers)
    records = Records(snapshot, tournaments, games) if tournaments else None
    found = {}
    for number in tournaments:
        assert records is not None
        tournament, begin = records.tournament(number), int(games.offset[number])
        for place, losers in lost_by_fouls(tournament).items():
            found[begin + place] = OUTCOME[losers]
    return {row: outcome for row, outcome in found.items() if games.result[row] != outcome}


def _with_enough_fouls(snapshot: Snapshot, numbers: Column) -> list[int]:
    """The tournaments in which somebody has so many fouls in one round that they may lose a game."""
    fouls = snapshot.known.of_tournaments("fouls", numbers, "player", "round", "count")
    if not len(fouls["tournament"]):
        return []
    keys = np.column_stack((fouls["tournament"], fouls["round"], snapshot.people.person(fouls["player"])))
    found, place = np.unique(keys, axis=0, return_inverse=True)
    totals = np.bincount(place.ravel(), weights=fouls["count"])
    few = {n: _fewest(snapshot.tournaments.standings_rules[n]) for n in np.intersect1d(found[:, 0], numbers).tolist()}
    enough = {n for n, total in zip(found[:, 0].tolist(), totals.tolist(), strict=True) if 0 < few.get(n, 0) <= total}
    return sorted(enough)


def _fewest(rules: str) -> int:
    """The fewest fouls that lose a game by some standings rules; 0: none do."""
    given = parameters_of(rules)
    return min((limit for limit in (given.losing_violations, given.losing_technicals) if limit), default=0)
