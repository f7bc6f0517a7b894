"""What a scheme is given: what happened, in columns. Days are ordinals, ratings hundredths, players and tournaments
numbers that stay the same as a log grows. Everything is as corrected: merged players, void games and withdrawn
events are already resolved, and only tournaments approved for the scheme are there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[Any]
NEVER = 10**9  # a day that does not come

RESULTS = ("1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-")
FIRST_WINS, SECOND_WINS, DRAW, SECOND_ABSENT, FIRST_ABSENT, BOTH_ABSENT = range(6)
BOTH_LOST = 6  # by fouls: rated so, never recorded
OUTCOMES = (*RESULTS, "0-0")  # results as rated
STAGES = (
    "main", "last16", "quarterfinal", "semifinal", "place5-8", "seventh", "fifth", "third", "final", "playoff",
)  # fmt: skip
MAIN, PLAYOFF = 0, 9
FORMATS = ("swiss", "roundrobin", "knockout", "match")
ROUND_ROBIN, KNOCKOUT, MATCH = 1, 2, 3
NATIONALS = ("", "king", "championship", "national-day")
BYES = ("bye", "half", "leave", "absent")
MALE, FEMALE = 1, 2
RATING_ENDED = -1  # in place of a carried-in rating: the player is unrated from that day on


def fixed(column: Any, dtype: Any) -> Column:
    """A column for reading only, of one type and order, whatever it came from: then rules compile once."""
    view = np.ascontiguousarray(column, dtype=dtype).view()
    view.flags.writeable = False
    return view


Made = TypeVar("Made")
REMEMBERED = 2


def made_once(make: Callable[..., Made]) -> Callable[..., Made]:
    """Remember what was made last of some inputs: replays of the same inputs ask again and again.

    The inputs are told by their identity, for nobody writes on them; what else is given, by what it says.
    """
    known: list[tuple[Any, tuple[Any, ...], Made]] = []

    @wraps(make)
    def made(inputs: Any, *rest: Any) -> Made:
        for one, others, answer in known:
            if one is inputs and others == rest:
                return answer
        answer = make(inputs, *rest)
        known[REMEMBERED - 1 :] = []
        known.insert(0, (inputs, rest, answer))
        return answer

    return made


def _none(dtype: Any = np.int32) -> Any:
    return field(default_factory=lambda: np.zeros(0, dtype))


@dataclass(frozen=True, kw_only=True)
class Players:
    """One row per player number. A merged duplicate keeps its number and has no rows anywhere else."""

    born: Column = _none(np.int16)  # year, 0 unknown
    sex: Column = _none(np.int8)  # MALE, FEMALE
    deceased: Column = _none(np.int32)  # day, NEVER
    ids: Sequence[str] = ()

    def __len__(self) -> int:
        return len(self.born)


@dataclass(frozen=True, kw_only=True)
class Tournaments:
    """One row per tournament number; −1 where something was not given."""

    start: Column = _none(np.int32)
    end: Column = _none(np.int32)
    registered: Column = _none(np.int32)
    closed: Column = _none(np.int32)  # day of TournamentClosed, else end
    was_closed: Column = _none(np.bool_)  # whether there is a TournamentClosed
    report: Column = _none(np.int32)  # earliest ReportReceived, −1 none
    rounds: Column = _none(np.int16)
    format: Column = _none(np.int8)  # index in FORMATS
    team: Column = _none(np.bool_)
    base: Column = _none(np.int32)  # seconds, −1 no time control
    increment: Column = _none(np.int32)
    moves: Column = _none(np.int16)  # of the first control, 0 none
    hours_x100: Column = _none(np.int32)  # of play a day, −1 not given
    arbiters: Column = _none(np.int16)  # of national level, −1 not given
    national: Column = _none(np.int8)  # index in NATIONALS
    official: Column = _none(np.bool_)
    hybrid: Column = _none(np.bool_)
    approved: Column = _none(np.bool_)
    late_approved: Column = _none(np.bool_)
    rate_all: Column = _none(np.bool_)
    first_game: Column = _none(np.int32)  # day of the earliest game, −1 none
    last_game: Column = _none(np.int32)
    order: Column = _none(np.int32)  # rank of the id by code point
    ids: Sequence[str] = ()

    def __len__(self) -> int:
        return len(self.start)


@dataclass(frozen=True, kw_only=True)
class Games:
    """Games of the tournaments that are needed, grouped by tournament, each group by (round, board, stage).

    `offset[t]:offset[t+1]` are the games of tournament t (empty where they were not asked for).
    """

    offset: Column = _none(np.int64)
    round: Column = _none(np.int16)
    board: Column = _none(np.int32)
    stage: Column = _none(np.int8)  # index in STAGES
    first: Column = _none(np.int32)
    second: Column = _none(np.int32)
    result: Column = _none(np.int8)  # index in OUTCOMES
    day: Column = _none(np.int32)
    further: Mapping[str, Column] = field(
        default_factory=dict
    )  # the further fields that the scheme declares

    def __len__(self) -> int:
        return len(self.first)


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What happened to players and federations, each a table of columns in the order (day, log order)."""

    title_player: Column = _none()
    title_code: Column = _none(np.int16)  # index in `titles`
    title_day: Column = _none()
    title_held: Column = _none(np.bool_)  # True awarded, False revoked
    titles: Sequence[str] = ()
    federation_player: Column = _none()  # first row of a player: the registration, day 0
    federation_code: Column = _none(np.int16)  # index in `federations`; "" is no federation
    federation_day: Column = _none()
    federations: Sequence[str] = ()
    carried_player: Column = _none()
    carried_day: Column = _none()
    carried_rating_x100: Column = _none()  # RATING_ENDED: the player is unrated from that day on
    carried_games: Column = _none()  # −1 not given
    carried_peak_x100: Column = _none()  # −1 not given
    carried_deviation_x100: Column = _none()  # −1 not given; empty: of none
    carried_volatility_x1000000: Column = _none()  # −1 not given; empty: of none
    suspension_code: Column = _none(np.int16)  # index in `federations`
    suspension_day: Column = _none()
    suspension_begins: Column = _none(np.bool_)  # True suspended, False reinstated
    excused_player: Column = _none()
    excused_year: Column = _none(np.int16)
    elsewhere_player: Column = (
        _none()
    )  # ratings on the lists of another scheme, for schemes that read them
    elsewhere_day: Column = _none()  # the day of the list from which on the rating is this one
    elsewhere_rating_x100: Column = _none()  # 0: none any more
    declared_player: Column = _none()
    declared_day: Column = _none()
    declared_active: Column = _none(np.bool_)


def known_by(days: Column, day: int) -> slice:
    """The facts up to a day, of a table in the order of days."""
    return slice(0, int(np.searchsorted(days, days.dtype.type(day), side="right")))


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Things of tournaments that only some schemes look at, each sorted by tournament."""

    entrant_tournament: Column = _none()
    entrant_player: Column = _none()
    bye_tournament: Column = _none()
    bye_round: Column = _none(np.int16)
    bye_player: Column = _none()
    bye_kind: Column = _none(np.int8)  # index in BYES
    rank_tournament: Column = _none()
    rank_player: Column = _none()
    rank: Column = _none(np.int16)  # 1 is the champion; only those who are ranked
    fouled_game: Column = _none(
        np.int64
    )  # rows of Games with another result than recorded: lost by fouls
    fouled_recorded: Column = _none(np.int8)  # the results they were recorded with


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """Everything a replay of a scheme works on."""

    players: Players = field(default_factory=Players)
    tournaments: Tournaments = field(default_factory=Tournaments)
    games: Games = field(default_factory=Games)
    facts: Facts = field(default_factory=Facts)
    rows: Rows = field(default_factory=Rows)


def recorded_results(inputs: Inputs) -> Column:
    """The results of all games as they were recorded, also of those lost by fouls."""
    result = np.array(inputs.games.result)
    fouled = inputs.rows.fouled_game
    result[fouled] = inputs.rows.fouled_recorded
    return result


def decided_by_fouls(inputs: Inputs, game: int, result: int) -> str:
    """The recorded result of a game that is rated with another one because of fouls; else empty."""
    at = np.flatnonzero(inputs.rows.fouled_game == game)
    if not len(at) or result == inputs.rows.fouled_recorded[at[0]]:
        return ""
    return RESULTS[inputs.rows.fouled_recorded[at[0]]]
