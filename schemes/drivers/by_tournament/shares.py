"""What each game of a list gives a player, where tournaments are rated as wholes."""

from typing import TYPE_CHECKING, Any

import numpy as np

from schemes.drivers.by_tournament.articles import score
from schemes.drivers.by_tournament.columns import Columns, Marks
from schemes.drivers.by_tournament.loops import NOT_CARRIED, calculate_change, note_person
from schemes.kernels.articles import loop
from schemes.kernels.columns import Records, records
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import Given
from schemes.kernels.shares import GameSides, Shares, both_sides, by_tournament, of_side
from schemes.rating.reasons import GATHERED, RATED

if TYPE_CHECKING:
    from schemes.drivers.by_tournament.scheme import TournamentScheme


class TournamentShares(Shares):
    """The newest list of a replay; `chosen` are its tournaments in their order."""

    def __init__(
        self,
        scheme: "TournamentScheme",
        given: Given,
        seen: Columns,
        chosen: Column,
        marks: Marks,
        players: Records,
    ) -> None:
        self._scheme = scheme
        self._given = given
        self._seen = seen
        self._players = players
        rows = [np.arange(each.games, each.games_end) for each in seen.tournaments[chosen]]
        games = seen.games
        sides = both_sides(np.concatenate([np.zeros(0, np.int64), *rows]))
        why = of_side(sides, marks.first, marks.second)
        sides = sides[(why == RATED) | (why == GATHERED)]
        why = of_side(sides, marks.first, marks.second)
        scores = np.zeros(len(sides), np.int64)
        tournament = np.searchsorted(given.inputs.games.offset, sides // 2, side="right") - 1
        work = scheme.at_work(given.rules, len(sides))
        work.loop(fill_scores)(work.versions, seen, tournament, sides, scores)
        player = of_side(sides, games.first, games.second)
        opponent = of_side(sides ^ 1, games.first, games.second)
        theirs = np.column_stack([players.rating[opponent], scores])
        counts = (players.carried[player] == NOT_CARRIED) & (why == RATED)
        super().__init__(GameSides(player, sides, theirs, counts), why == RATED, why == GATHERED)

    def totals(self, sides: GameSides, offset: Column) -> Column:
        """What groups of sides would give."""
        opponent, scores = sides.theirs.T
        tournament, order = by_tournament(sides, offset, self._given.inputs.games.offset)
        rows = records(tournament=tournament, opponent=opponent, score=scores)[order]
        begins = np.minimum(offset[:-1], max(len(rows) - 1, 0))
        players = self._players[
            sides.player[begins] if len(rows) else np.zeros(len(begins), np.int64)
        ]
        for name in ("met", "opponents", "score", "change"):
            players[name] = 0
        totals = np.zeros(len(players), np.int64)
        work = self._scheme.at_work(self._given.rules, len(rows))
        work.loop(add_up)(work.versions, self._seen, players, rows, offset, totals)
        return totals


@loop
def fill_scores(
    versions: Any, columns: Columns, tournaments: Column, games: Column, scores: Column
) -> None:
    """What each side scored."""
    for at in range(len(games)):
        tournament = columns.tournaments[tournaments[at]]
        p = versions[tournament.version]
        scores[at] = score(p, tournament, columns.games, games[at] // 2, games[at] % 2 == 0)


@loop
def add_up(
    versions: Any,
    columns: Columns,
    players: Records,
    sides: Records,
    offset: Column,
    totals: Column,
) -> None:
    """What the games of each group give before rounding, tournament by tournament."""
    for group in range(len(totals)):
        player = players[group]
        at = offset[group]
        while at < offset[group + 1]:
            number = sides[at].tournament
            tournament = columns.tournaments[number]
            p = versions[tournament.version]
            note_person(p, columns.facts, tournament, player)
            while at < offset[group + 1] and sides[at].tournament == number:
                player.met += 1
                player.opponents += sides[at].opponent
                player.score += sides[at].score
                if p.is_game_by_game:
                    calculate_change(p, tournament, player)
                at += 1
            if player.met > 0:
                calculate_change(p, tournament, player)
        totals[group] = player.change
