"""A knockout of the strongest eight, as lines of the exchange format."""

from collections.abc import Sequence

import numpy as np

from replay.simulation.circuits import FIDE
from replay.simulation.demo.naming import officer
from replay.simulation.finals import FinalGame, Finals
from replay.simulation.lots import Lots
from replay.simulation.results import RESULTS

Line = dict[str, object]
ID = "straits-cup-2026"
DAYS = {
    "quarterfinal": "2026-09-11",
    "semifinal": "2026-09-12",
    "third": "2026-09-13",
    "final": "2026-09-13",
}
RECORDED = "2026-09-14T09:30:00Z"


def knockout(players: Sequence[str], strengths: Sequence[int]) -> list[Line]:
    """The registration of the cup, its games and its ranking, for players from the strongest to the eighth."""
    finals = Finals(np.array(strengths, dtype=np.int64), Lots(1))
    winners = finals.quarterfinals(list(range(8)))
    first_four = finals.knockout(winners)
    beaten = [place for place in range(8) if place not in first_four]
    ranking = [players[place] for place in (*first_four, *beaten)]

    games = [_game(game, players) for game in finals.games]
    closed: Line = {"type": "TournamentClosed", "date": DAYS["final"], "ranking": ranking}
    reported: Line = {"type": "ReportReceived", "date": "2026-09-14"}
    report: Line = {"tournament": ID, "recorded": RECORDED, "by": officer(1)}
    return [_registration(), *({**line, **report} for line in (*games, closed, reported))]


def _registration() -> Line:
    return {
        "type": "TournamentRegistered",
        "date": "2026-06-30",
        "recorded": "2026-06-30T09:00:00Z",
        "by": officer(1),
        "tournament": ID,
        "name": "Straits Cup 2026",
        "place": "Malacca",
        "federation": "MAS",
        "start": DAYS["quarterfinal"],
        "end": DAYS["final"],
        "rounds": 1,
        "format": "knockout",
        "rated": [FIDE],
        "time_control": {"base": 5400, "increment": 30},
    }


def _game(game: FinalGame, players: Sequence[str]) -> Line:
    return {
        "type": "GameRecorded",
        "date": DAYS[game.stage],
        "stage": game.stage,
        "round": game.round,
        "board": game.board,
        "first": players[game.first],
        "second": players[game.second],
        "result": RESULTS[game.result],
    }
