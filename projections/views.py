"""The documented views for SQL, as known at a position: their columns, and the rows of those that need no rules."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import numpy as np
import pyarrow as pa

from projections.rankings import given_rankings
from projections.scheme_inputs import dated, federations
from projections.snapshot import Snapshot
from projections.standings import TournamentRecords, counted_standings
from schemes import standings as rules
from schemes.kernels.inputs import NEVER, RESULTS, STAGES, Column
from schemes.standings import Tournament

_CODED = pa.dictionary(pa.int32(), pa.string())  # texts that many rows share
COLUMNS = {
    "players": pa.schema({
        "player": pa.string(), "name": pa.string(), "sex": pa.string(), "born": pa.int32(), "federation": pa.string(),
        "deceased": pa.date32(), "merged_into": pa.string(),
    }),
    "titles": pa.schema({
        "player": pa.string(), "title": pa.string(), "date": pa.date32(), "held": pa.bool_(),
    }),
    "tournaments": pa.schema({
        "tournament": pa.string(), "name": pa.string(), "rounds": pa.int32(), "format": pa.string(),
        "event": pa.string(), "standings": pa.string(), "place": pa.string(), "federation": pa.string(),
        "national": pa.string(), "official": pa.bool_(), "series": pa.string(), "edition": pa.int64(),
        "group": pa.string(), "rated": pa.list_(pa.string()), "registered": pa.date32(), "start": pa.date32(),
        "end": pa.date32(), "closed": pa.date32(), "void": pa.bool_(),
    }),
    "games": pa.schema({
        "tournament": _CODED, "stage": _CODED, "round": pa.int32(), "board": pa.int32(), "date": pa.date32(),
        "first": _CODED, "second": _CODED, "result": _CODED,
    }),
    "unrated": pa.schema({
        "scheme": pa.string(), "tournament": pa.string(), "stage": pa.string(), "round": pa.int32(),
        "board": pa.int32(), "player": pa.string(), "article": pa.string(), "reason": pa.string(),
    }),
    "lists": pa.schema({
        "scheme": pa.string(), "list_date": pa.date32(), "rank": pa.int64(), "player": pa.string(),
        "name": pa.string(), "title": pa.string(), "federation": pa.string(), "sex": pa.string(), "born": pa.int64(),
        "rating": pa.decimal128(20, 1), "games": pa.int64(), "k": pa.int64(), "status": pa.string(),
    }),
    "standings": pa.schema({
        "tournament": pa.string(), "rules": pa.string(), "rank": pa.int32(), "player": pa.string(),
        "score": pa.decimal128(8, 1), "decided_by": pa.string(), "counted": pa.int32(),
    }),
}  # fmt: skip


def players(snapshot: Snapshot) -> pa.Table:
    """Everybody registered, as corrected, under the newest federation."""
    people, table = snapshot.people, snapshot.people.table
    is_merged = people.kept != np.arange(len(people))
    columns = {
        "player": people.ids,
        "name": people.names,
        "sex": pa.array(np.array(["", "M", "F"])[table.sex], pa.string()),
        "born": pa.array(table.born, mask=table.born == 0),
        "federation": pa.array(federations(snapshot), pa.string()),
        "deceased": days(table.deceased),
        "merged_into": people.ids.take(pa.array(people.kept, mask=~is_merged)),
    }
    return pa.table(columns)


def titles(snapshot: Snapshot) -> pa.Table:
    """Titles as awarded and revoked (held: false)."""
    table = dated(snapshot, "titles", "title", "held")
    own = {"player": snapshot.people.ids.take(table["player"]), "date": days(table["day"])}
    return pa.table({**own, "title": table["title"], "held": table["held"]})


def tournaments(snapshot: Snapshot) -> pa.Table:
    """Registrations as corrected, with the close and whether they are void."""
    there = snapshot.tournaments
    schema = COLUMNS["tournaments"]
    events = list(there.registrations(range(len(there))).values())
    others = {
        "rated": [list(event.rated) for event in events],
        "registered": [event.date for event in events],
        "closed": days(there.table.closed),
        "void": [number in there.voided for number in range(len(events))],
    }
    own = {
        name: [getattr(event, name) for event in events]
        for name in schema.names
        if name not in others
    }
    return pa.table({**own, **others}, schema)


def games(snapshot: Snapshot) -> pa.Table:
    """Games as corrected, without void ones."""
    recorded = snapshot.games.of(np.arange(len(snapshot.tournaments)))
    voided = list(snapshot.tournaments.voided)
    counts = np.diff(recorded.offset)
    number = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    shown = ~np.isin(number, voided)
    columns = {
        "tournament": _coded(number[shown], snapshot.tournaments.ids),
        "stage": _coded(recorded.stage[shown], pa.array(STAGES)),
        "round": recorded.round[shown],
        "board": recorded.board[shown],
        "date": days(recorded.day[shown]),
        "first": _coded(recorded.first[shown], snapshot.people.ids),
        "second": _coded(recorded.second[shown], snapshot.people.ids),
        "result": _coded(recorded.result[shown], pa.array(RESULTS)),
    }
    return pa.table(columns)


def standings(snapshot: Snapshot) -> pa.Table:
    """All final tables, without void tournaments.

    `rank` is by the tournament's rules; `counted` is what ratings use: the office's ranking where it gave one, and
    nothing before the tournament is closed. A stage has no places that count: those of the whole event do.
    """
    handed_in = given_rankings(snapshot)
    there = snapshot.tournaments
    by_rules = [rules != "given" for rules in there.standings_rules]
    numbers = [
        n for n in range(len(there)) if n not in there.voided and (by_rules[n] or n in handed_in)
    ]
    records = TournamentRecords(snapshot, numbers)
    rows: list[dict[str, object]] = []
    for number in numbers:
        tournament = records.tournament(number)
        counts = number not in there.wholes and (
            tournament.given is not None or number in there.closed
        )
        rows += _table_rows(tournament, counts=counts)
    return pa.Table.from_pylist(rows, COLUMNS["standings"])


def _table_rows(tournament: Tournament, *, counts: bool) -> list[dict[str, object]]:
    table = rules.standings(tournament)
    if tournament.given is not None:
        counted = counted_standings(tournament)
    else:
        counted = table
    if counts:
        ranks = {player: rank for rank, player in rules.ranking(counted)}
    else:
        ranks = {}
    return [
        {"tournament": table.tournament, "rules": table.rules, "rank": row.rank, "player": row.player,
         "score": Decimal(row.score_x2) / 2, "decided_by": row.decided_by, "counted": ranks.get(row.player)}
        for row in table.rows
    ]  # fmt: skip


def _coded(codes: Column, texts: pa.Array) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32)), texts)


def days(ordinals: Column) -> pa.Array:
    """Ordinals as dates, NEVER as null."""
    epoch = date(1970, 1, 1).toordinal()
    absent = (ordinals >= NEVER) | (ordinals <= 0)
    whole = np.where(absent, epoch, ordinals).astype(np.int32) - epoch
    return pa.array(whole, pa.int32(), mask=absent).cast(pa.date32())


MADE: dict[str, Callable[[Snapshot], pa.Table]] = {
    "players": players, "titles": titles, "tournaments": tournaments, "games": games, "standings": standings,
}  # fmt: skip
