"""The tables of the read model: what each event leaves behind, one row per fact, with the position that brought it.

Nothing is resolved here: corrections, merges and withdrawals are rows of their own, so that the model can be read as
known at any position. A column means the same in every table and is declared once: its type, and how it is made from
events of one kind. Players and tournaments are numbered in the order of their registration.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import date
from decimal import Decimal
from itertools import repeat
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ledger import events as e
from schemes.kernels.inputs import BYES, FORMATS, NATIONALS, RESULTS, STAGES, Games, Tournaments

VOID: Final = -1  # result of a game change that voids
NOT_GIVEN: Final = -1  # in place of a number or of somebody's number
UNKNOWN: Final = 0  # in place of a year of birth
Events = Sequence[Any]
_json = msgspec.json.Encoder(decimal_format="number")


Columns = dict[str, Any]  # numbers in numpy, texts and lists in Arrow


class ColumnDefinition(NamedTuple):
    """The type of a column, and its values for events of one kind."""

    type: pa.DataType
    make: Callable[[Events], Iterable[Any]]
    numbers: str = (
        ""  # whose numbers take the place of the ids that it is made of: "player", "tournament"
    )


def _values(events: Events, field: str) -> Iterable[Any]:
    """A field of all events; None of events that have no such field."""
    if field in events[0].__struct_fields__:
        return map(attrgetter(field), events)
    return repeat(None, len(events))


def _each(field: str, kind: pa.DataType, of: Callable[[Any], Any]) -> ColumnDefinition:
    """A column worked out from one field, value by value."""
    return ColumnDefinition(kind, lambda events: map(of, _values(events, field)))


def _as_given(field: str, kind: pa.DataType) -> ColumnDefinition:
    return ColumnDefinition(kind, lambda events: _values(events, field))


def _whole(field: str, kind: pa.DataType) -> ColumnDefinition:
    return _each(field, kind, lambda number: NOT_GIVEN if number is None else number)


def _text(field: str) -> ColumnDefinition:
    return _as_given(field, pa.string())


def _day(field: str) -> ColumnDefinition:
    return _each(field, pa.int32(), date.toordinal)


def _code(field: str, words: Sequence[str], absent: int = 0) -> ColumnDefinition:
    """Words as their places in a list."""
    codes: Mapping[str | None, int] = {None: absent} | {
        word: place for place, word in enumerate(words)
    }
    return _each(field, pa.int8(), codes.__getitem__)


def _player(field: str) -> ColumnDefinition:
    return ColumnDefinition(pa.int32(), lambda events: _values(events, field), "player")


def _is_a(kind: type) -> ColumnDefinition:
    return ColumnDefinition(
        pa.bool_(), lambda events: repeat(isinstance(events[0], kind), len(events))
    )


def _control(part: str, absent: int) -> ColumnDefinition:
    """A part of the time control."""
    return _each(
        "time_control",
        pa.int32(),
        lambda control: (getattr(control, part) or 0) if control else absent,
    )


def _as_json(field: str) -> ColumnDefinition:
    return _each(field, pa.string(), lambda value: _json.encode(value).decode() if value else None)


def _x100(number: Decimal | None) -> int:
    """Hundredths; what is finer is cut to the nearest, half away from zero (no scheme has finer ratings)."""
    if number is None:
        return NOT_GIVEN
    return int((number * 100).to_integral_value(rounding="ROUND_HALF_UP"))


def _x1000000(number: Decimal | None) -> int:
    """Millionths: no number in the log has more decimals."""
    if number is None:
        return NOT_GIVEN
    return int(number * 1_000_000)


def _year(born: int | date | None) -> int:
    if isinstance(born, date):
        return born.year
    return born or UNKNOWN


COLUMNS: Final[dict[str, ColumnDefinition]] = {
    # who and what: numbers, but for the ids themselves
    "player": _player("player"), "first": _player("first"), "second": _player("second"), "kept": _player("kept"),
    "duplicate": _player("duplicate"),
    "tournament": ColumnDefinition(pa.int32(), lambda events: _values(events, "tournament"), "tournament"),
    "player_id": _text("player"), "tournament_id": _text("tournament"),
    "ranking": ColumnDefinition(pa.list_(pa.int32()), lambda events: map(attrgetter("ranked"), events), "player"),
    "places": ColumnDefinition(pa.list_(pa.int32()), lambda events: map(attrgetter("ranks"), events)),
    "given": _each("ranking", pa.bool_(), lambda ranking: ranking is not None),
    # days, as ordinals
    "day": _day("date"), "registered": _day("date"), "start": _day("start"), "end": _day("end"),
    "list_date": _day("list_date"),
    # numbers
    "round": _as_given("round", pa.int16()),
    "first_missed": ColumnDefinition(pa.int16(), lambda events: map(attrgetter("first_missed"), events)),
    "board": _as_given("board", pa.int32()),
    "rounds": _as_given("rounds", pa.int16()), "year": _as_given("year", pa.int16()),
    "count": _as_given("count", pa.int32()), "foul_board": _each("board", pa.int32(), lambda board: board or 0),
    "drawn": _whole("number", pa.int32()), "entry_rating": _whole("rating", pa.int32()),
    "games": _whole("games", pa.int32()),
    "arbiters": _whole("national_arbiters", pa.int16()), "withdraws": _as_given("withdraws", pa.uint32()),
    "at_position": _as_given("at_position", pa.uint32()), "rows": _as_given("rows", pa.int32()),
    "born": _each("born", pa.int16(), _year), "rating_x100": _each("rating", pa.int32(), _x100),
    "peak_x100": _each("peak", pa.int32(), _x100), "deviation_x100": _each("deviation", pa.int32(), _x100),
    "volatility_x1000000": _each("volatility", pa.int32(), _x1000000),
    "hours_x100": _each("hours_per_day", pa.int32(), _x100),
    "base": _control("base", NOT_GIVEN), "increment": _control("increment", NOT_GIVEN), "moves": _control("moves", 0),
    # words, as their places in a list
    "result": _code("result", RESULTS, VOID), "stage": _code("stage", STAGES), "bye": _code("kind", BYES),
    "format": _code("format", FORMATS), "national": _code("national", NATIONALS), "sex": _code("sex", ("", "M", "F")),
    # yes or no
    "held": _is_a(e.TitleAwarded), "active": _is_a(e.ActivityResumed), "suspended": _is_a(e.FederationSuspended),
    "team": _each("event", pa.bool_(), "team".__eq__), "official": _as_given("official", pa.bool_()),
    "hybrid": _as_given("hybrid", pa.bool_()), "approved": _as_given("approved", pa.bool_()),
    "late_approved": _as_given("late_approved", pa.bool_()), "rate_all": _as_given("rate_all", pa.bool_()),
    # texts
    "name": _text("name"), "title": _text("title"), "scheme": _text("scheme"), "reason": _text("reason"),
    "part_of": _text("part_of"),
    "team_name": _text("team"), "foul": _text("kind"), "standings": _text("standings"), "version": _text("version"),
    "digest": _text("digest"), "root": _text("root"), "checkpoint": _text("checkpoint"), "rules": _text("rules"),
    "federation": _each("federation", pa.string(), lambda federation: federation or ""),
    "born_on": _each("born", pa.string(), lambda born: born.isoformat() if isinstance(born, date) else None),
    "rated": _each("rated", pa.string(), "\n".join),
    "name_mark": _each("seal", pa.string(), lambda seal: seal.marks.get("name", "") if seal else ""),
    "names": _as_json("names"), "readings": _as_json("readings"), "more": _as_json("more"),
    "event": ColumnDefinition(pa.string(), lambda events: [_json.encode(event).decode() for event in events]),
}  # fmt: skip


class TableDefinition(NamedTuple):
    """The kinds of events that leave rows in a table, and its columns beside the position."""

    events: tuple[type, ...]
    columns: tuple[str, ...]
    sparse: bool = False  # only events that give `more`, or that take it back


# games and tournaments have the columns that schemes are given
GAME: Final = tuple(field.name for field in fields(Games) if field.name in COLUMNS)
TOURNAMENT: Final = (
    *(field.name for field in fields(Tournaments) if field.name in COLUMNS),
    "rated",
    "standings",
    "part_of",
)
TABLES: Final[dict[str, TableDefinition]] = {
    "players": TableDefinition(
        (e.PlayerRegistered,),
        (
            "player",
            "player_id",
            "name",
            "name_mark",
            "sex",
            "born",
            "born_on",
            "federation",
            "names",
            "day",
        ),
    ),
    "player_corrections": TableDefinition((e.PlayerCorrected,), ("player", "event")),
    "transfers": TableDefinition((e.PlayerTransferred,), ("day", "player", "federation")),
    "deaths": TableDefinition((e.PlayerDeceased,), ("day", "player")),
    "merges": TableDefinition((e.PlayersMerged,), ("kept", "duplicate")),
    "titles": TableDefinition((e.TitleAwarded, e.TitleRevoked), ("day", "player", "title", "held")),
    "carried": TableDefinition(  # rating_x100 is not given where a rating ended
        (e.RatingCarriedIn, e.RatingEnded),
        (
            "day",
            "player",
            "scheme",
            "rating_x100",
            "games",
            "peak_x100",
            "deviation_x100",
            "volatility_x1000000",
        ),
    ),
    "suspensions": TableDefinition(
        (e.FederationSuspended, e.FederationReinstated), ("day", "federation", "suspended")
    ),
    "excused": TableDefinition((e.AbsenceExcused,), ("day", "player", "year", "reason")),
    "declared": TableDefinition(
        (e.InactivityDeclared, e.ActivityResumed), ("day", "player", "scheme", "active")
    ),
    "tournaments": TableDefinition(
        (e.TournamentRegistered,), ("tournament", "tournament_id", "event", *TOURNAMENT)
    ),
    "tournament_corrections": TableDefinition((e.TournamentCorrected,), ("tournament", "event")),
    "tournament_voids": TableDefinition((e.TournamentVoided,), ("tournament", "reason")),
    "entries": TableDefinition(
        (e.PlayerEntered,), ("tournament", "player", "drawn", "team_name", "entry_rating")
    ),
    "games": TableDefinition((e.GameRecorded,), ("tournament", *GAME)),
    "game_changes": TableDefinition(
        (e.GameCorrected, e.GameVoided),
        ("tournament", "round", "board", "stage", "first", "second", "result", "reason"),
    ),
    "game_fields": TableDefinition(
        (e.GameRecorded, e.GameCorrected, e.GameVoided),
        ("tournament", "round", "board", "stage", "more"),
        sparse=True,
    ),
    "unrated_games": TableDefinition(
        (e.GameUnrated,), ("tournament", "round", "board", "stage", "scheme", "reason")
    ),
    "byes": TableDefinition((e.ByeRecorded,), ("tournament", "round", "player", "bye", "day")),
    "departures": TableDefinition(
        (e.PlayerWithdrew,), ("tournament", "first_missed", "player", "day")
    ),
    "fouls": TableDefinition(
        (e.FoulRecorded,), ("tournament", "round", "player", "foul", "count", "stage", "foul_board")
    ),
    "closings": TableDefinition(
        (e.TournamentClosed,), ("day", "tournament", "given", "ranking", "places")
    ),
    "ranking_corrections": TableDefinition(
        (e.RankingCorrected,), ("tournament", "ranking", "places")
    ),
    "reports": TableDefinition((e.ReportReceived,), ("day", "tournament")),
    "erasures": TableDefinition((e.PersonErased,), ("player", "reason")),
    "withdrawals": TableDefinition((e.EventWithdrawn,), ("withdraws", "reason")),
    "publications": TableDefinition(
        (e.ListPublished,),
        (
            "day",
            "scheme",
            "version",
            "list_date",
            "at_position",
            "rows",
            "root",
            "digest",
            "checkpoint",
            "rules",
            "readings",
        ),
    ),
}
ROWLESS: Final = (
    e.KeyAnnounced,
    e.KeyRevoked,
)  # about checkpoints only: no rule and no view asks for them
OF_TOURNAMENTS: Final = tuple(
    name for name, table in TABLES.items() if "tournament" in table.columns
)
SORTED: Final = {
    "games": "tournament, round, board, stage, position"
}  # the others are in the order of the log


GAME_KEY: Final = ("tournament", "round", "board", "stage")  # what tells games apart


def game_key(columns: Mapping[str, npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """A number for each game (or change of one): tournament, round, board and stage, in the order of sorting."""
    key: npt.NDArray[np.int64] = columns["tournament"].astype(np.int64)
    for name, bits in (("round", 15), ("board", 17), ("stage", 4)):  # what events allow fits in
        key = key << bits | columns[name]
    return key


def in_order(games: Columns) -> Columns:
    """Games by tournament, round, board, stage and position."""
    order = np.lexsort((games["position"], game_key(games)))
    return {name: column[order] for name, column in games.items()}


def schema(table: str) -> pa.Schema:
    """The columns of a table in Arrow, the position first."""
    types = {name: COLUMNS[name].type for name in TABLES[table].columns}
    return pa.schema({"position": pa.uint32(), **types})
