"""From events to rows: each type of event knows which table it fills. Batches become Arrow, never single inserts."""

from array import array
from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ledger import events as e
from projections.tables import TABLES, VOID
from schemes.inputs import BYES, FORMATS, NATIONALS, NEVER, RATING_ENDED, RESULTS, STAGES

_RESULT = {e.Result(text): code for code, text in enumerate(RESULTS)}
_STAGE = {text: code for code, text in enumerate(STAGES)}
_FORMAT = {text: code for code, text in enumerate(FORMATS)}
_NATIONAL = {text: code for code, text in enumerate(NATIONALS)}
_BYE = {text: code for code, text in enumerate(BYES)}
_SEX = {"M": 1, "F": 2}
_ARRAYS = {"INTEGER": "i", "UINTEGER": "I", "SMALLINT": "h", "TINYINT": "b"}
_json = msgspec.json.Encoder(decimal_format="number")

Numbers = dict[str, int]


class Rows:
    """Rows collected from events; `players` and `tournaments` map ids to numbers and grow with registrations."""

    def __init__(self, players: Numbers, tournaments: Numbers, next_player: int, next_tournament: int) -> None:
        self.players, self.tournaments = players, tournaments
        self.next_player, self.next_tournament = next_player, next_tournament
        self.tables: dict[str, tuple[Any, ...]] = {}
        self.touched: dict[int, list[int]] = {}  # tournament → [last position, first day, last day of games]
        self.player_touches: list[tuple[int, int]] = []  # (position, player): every tournament of that player
        self.withdraws = False  # whether there was a withdrawal
        self.clear()

    def clear(self) -> None:
        """Forget the rows (they have been written), keep the numbers."""
        for table, columns in TABLES.items():
            self.tables[table] = tuple(array(_ARRAYS[kind]) if kind in _ARRAYS else [] for kind in columns.values())
        self._games = tuple(column.append for column in self.tables["games"])

    @property
    def touches_others(self) -> bool:
        """Whether more is touched than what the events name: that is looked up in all tables."""
        return self.withdraws or bool(self.player_touches)

    def marks(self) -> npt.NDArray[np.int64]:
        """A row for each tournament touched: by which last position, its first and last days of games (−1: none)."""
        rows = [(t, at, -1 if first == NEVER else first, last) for t, (at, first, last) in sorted(self.touched.items())]
        return np.array(rows, np.int64).reshape(-1, 4)

    def add(self, entries: Iterable[tuple[int, e.AnyEvent]]) -> None:
        """Take in events with their positions, in order."""
        position_, tournament_, round_, board_, stage_, first_, second_, result_, day_ = self._games
        players, tournaments, touched = self.players, self.tournaments, self.touched
        game, results, stages = e.GameRecorded, _RESULT, _STAGE
        others = _HANDLERS
        for position, event in entries:
            if type(event) is game:  # by far the most frequent: kept inline
                tournament = tournaments[event.tournament]
                day = event.date.toordinal()
                position_(position)
                tournament_(tournament)
                round_(event.round)
                board_(event.board)
                stage_(stages[event.stage])
                first_(players[event.first])
                second_(players[event.second])
                result_(results[event.result])
                day_(day)
                mark = touched.get(tournament)
                if mark is None:
                    touched[tournament] = [position, day, day]
                else:
                    mark[0] = position
                    if day < mark[1]:
                        mark[1] = day
                    if day > mark[2]:
                        mark[2] = day
            else:
                others[type(event)](self, position, event)

    def row(self, table: str, *values: Any) -> None:
        for column, value in zip(self.tables[table], values, strict=True):
            column.append(value)

    def touch(self, position: int, tournament: int) -> None:
        mark = self.touched.get(tournament)
        if mark is None:
            self.touched[tournament] = [position, NEVER, -1]
        else:
            mark[0] = position

    # what each type of event leaves behind

    def player_registered(self, position: int, event: e.PlayerRegistered) -> None:
        number = self.next_player
        self.next_player += 1
        self.players[event.player] = number
        born, born_on = _born(event.born)
        names = _json.encode(event.names).decode() if event.names else None
        self.row(
            "players", number, position, event.player, event.name, _SEX[event.sex], born, born_on,
            event.federation or "", names, event.date.toordinal(),
        )  # fmt: skip

    def player_corrected(self, position: int, event: e.PlayerCorrected) -> None:
        player = self.players[event.player]
        self.row("player_corrections", position, player, _json.encode(event).decode())
        self.player_touches.append((position, player))

    def player_transferred(self, position: int, event: e.PlayerTransferred) -> None:
        self.row("transfers", position, event.date.toordinal(), self.players[event.player], event.federation)

    def player_deceased(self, position: int, event: e.PlayerDeceased) -> None:
        self.row("deaths", position, event.date.toordinal(), self.players[event.player])

    def players_merged(self, position: int, event: e.PlayersMerged) -> None:
        duplicate = self.players[event.duplicate]
        self.row("merges", position, self.players[event.kept], duplicate)
        self.player_touches.append((position, duplicate))

    def title_awarded(self, position: int, event: e.TitleAwarded) -> None:
        self.row("titles", position, event.date.toordinal(), self.players[event.player], event.title, True)

    def title_revoked(self, position: int, event: e.TitleRevoked) -> None:
        self.row("titles", position, event.date.toordinal(), self.players[event.player], event.title, False)

    def rating_carried_in(self, position: int, event: e.RatingCarriedIn) -> None:
        games = -1 if event.games is None else event.games
        peak = -1 if event.peak is None else _x100(event.peak)
        player = self.players[event.player]
        self.row("carried", position, event.date.toordinal(), player, event.scheme, _x100(event.rating), games, peak)

    def rating_ended(self, position: int, event: e.RatingEnded) -> None:
        self.row(
            "carried", position, event.date.toordinal(), self.players[event.player], event.scheme, RATING_ENDED, -1, -1
        )

    def suspended(self, position: int, event: e.FederationSuspended | e.FederationReinstated) -> None:
        suspended = isinstance(event, e.FederationSuspended)
        self.row("suspensions", position, event.date.toordinal(), event.federation, suspended)

    def absence_excused(self, position: int, event: e.AbsenceExcused) -> None:
        player = self.players[event.player]
        self.row("excused", position, event.date.toordinal(), player, event.year, event.reason)

    def declared(self, position: int, event: e.InactivityDeclared | e.ActivityResumed) -> None:
        active = isinstance(event, e.ActivityResumed)
        self.row("declared", position, event.date.toordinal(), self.players[event.player], event.scheme, active)

    def tournament_registered(self, position: int, event: e.TournamentRegistered) -> None:
        number = self.next_tournament
        self.next_tournament += 1
        self.tournaments[event.tournament] = number
        self.row("tournaments", number, position, event.tournament, _json.encode(event).decode(), *tournament(event))
        self.touch(position, number)

    def tournament_corrected(self, position: int, event: e.TournamentCorrected) -> None:
        number = self.tournaments[event.tournament]
        self.row("tournament_corrections", position, number, _json.encode(event).decode())
        self.touch(position, number)

    def tournament_voided(self, position: int, event: e.TournamentVoided) -> None:
        number = self.tournaments[event.tournament]
        self.row("tournament_voids", position, number, event.reason)
        self.touch(position, number)

    def player_entered(self, position: int, event: e.PlayerEntered) -> None:
        number = self.tournaments[event.tournament]
        entry = -1 if event.number is None else event.number
        self.row("entries", position, number, self.players[event.player], entry, event.team)
        self.touch(position, number)

    def game_corrected(self, position: int, event: e.GameCorrected) -> None:
        first = -1 if event.first is None else self.players[event.first]
        second = -1 if event.second is None else self.players[event.second]
        self._game_change(position, event, first, second, _RESULT[event.result])

    def game_voided(self, position: int, event: e.GameVoided) -> None:
        self._game_change(position, event, -1, -1, VOID)

    def _game_change(
        self, position: int, event: e.GameCorrected | e.GameVoided, first: int, second: int, result: int
    ) -> None:
        number = self.tournaments[event.tournament]
        key = (event.round, event.board, _STAGE[event.stage])
        self.row("game_changes", position, number, *key, first, second, result, event.reason)
        self.touch(position, number)

    def bye_recorded(self, position: int, event: e.ByeRecorded) -> None:
        number = self.tournaments[event.tournament]
        player = self.players[event.player]
        self.row("byes", position, number, event.round, player, _BYE[event.kind], event.date.toordinal())
        self.touch(position, number)

    def foul_recorded(self, position: int, event: e.FoulRecorded) -> None:
        number = self.tournaments[event.tournament]
        player = self.players[event.player]
        self.row("fouls", position, number, event.round, player, event.kind, event.count, _STAGE[event.stage])
        self.touch(position, number)

    def tournament_closed(self, position: int, event: e.TournamentClosed) -> None:
        number = self.tournaments[event.tournament]
        ranking = None if event.ranking is None else [self.players[player] for player in event.ranking]
        self.row("closings", position, event.date.toordinal(), number, ranking is not None, ranking)
        self.touch(position, number)

    def ranking_corrected(self, position: int, event: e.RankingCorrected) -> None:
        number = self.tournaments[event.tournament]
        self.row("ranking_corrections", position, number, [self.players[player] for player in event.ranking])
        self.touch(position, number)

    def report_received(self, position: int, event: e.ReportReceived) -> None:
        number = self.tournaments[event.tournament]
        self.row("reports", position, event.date.toordinal(), number)
        self.touch(position, number)

    def event_withdrawn(self, position: int, event: e.EventWithdrawn) -> None:
        self.row("withdrawals", position, event.withdraws, event.reason)
        self.withdraws = True

    def list_published(self, position: int, event: e.ListPublished) -> None:
        self.row(
            "publications", position, event.date.toordinal(), event.scheme, event.version, event.list_date.toordinal(),
            event.at_position, event.rows, event.digest, event.checkpoint, event.rules,
            _json.encode(event.readings).decode() if event.readings else None,
        )  # fmt: skip


_HANDLERS: dict[type, Callable[[Rows, int, Any], None]] = {
    e.PlayerRegistered: Rows.player_registered,
    e.PlayerCorrected: Rows.player_corrected,
    e.PlayerTransferred: Rows.player_transferred,
    e.PlayerDeceased: Rows.player_deceased,
    e.PlayersMerged: Rows.players_merged,
    e.TitleAwarded: Rows.title_awarded,
    e.TitleRevoked: Rows.title_revoked,
    e.RatingCarriedIn: Rows.rating_carried_in,
    e.RatingEnded: Rows.rating_ended,
    e.FederationSuspended: Rows.suspended,
    e.FederationReinstated: Rows.suspended,
    e.AbsenceExcused: Rows.absence_excused,
    e.InactivityDeclared: Rows.declared,
    e.ActivityResumed: Rows.declared,
    e.TournamentRegistered: Rows.tournament_registered,
    e.TournamentCorrected: Rows.tournament_corrected,
    e.TournamentVoided: Rows.tournament_voided,
    e.PlayerEntered: Rows.player_entered,
    e.GameCorrected: Rows.game_corrected,
    e.GameVoided: Rows.game_voided,
    e.ByeRecorded: Rows.bye_recorded,
    e.FoulRecorded: Rows.foul_recorded,
    e.TournamentClosed: Rows.tournament_closed,
    e.RankingCorrected: Rows.ranking_corrected,
    e.ReportReceived: Rows.report_received,
    e.EventWithdrawn: Rows.event_withdrawn,
    e.ListPublished: Rows.list_published,
}


def tournament(event: e.TournamentRegistered) -> tuple[Any, ...]:
    """A registration (as corrected) as the numbers that schemes look at, in the order of the table."""
    control = event.time_control
    return (
        event.start.toordinal(), event.end.toordinal(), event.date.toordinal(), event.rounds, _FORMAT[event.format],
        event.event == "team", control.base if control else -1, control.increment if control else -1,
        (control.moves or 0) if control else 0, -1 if event.hours_per_day is None else _x100(event.hours_per_day),
        -1 if event.national_arbiters is None else event.national_arbiters, _NATIONAL[event.national or ""],
        event.official, event.hybrid, event.approved, event.late_approved, event.rate_all,
        "\n".join(event.rated), event.standings,
    )  # fmt: skip


def _born(born: int | date | None) -> tuple[int, str | None]:
    """The year for the rules (0 unknown), the day for people."""
    if isinstance(born, date):
        return born.year, born.isoformat()
    return born or 0, None


def _x100(number: Decimal) -> int:
    """Hundredths; what is finer is cut to the nearest, half away from zero (no scheme has finer ratings)."""
    return int((number * 100).to_integral_value(rounding="ROUND_HALF_UP"))
