"""The documented views for SQL, as known at a position: their columns, and the rows of those that need no rules."""

from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pyarrow as pa

from projections.model import Column
from projections.scheme_inputs import dated, facts
from projections.snapshot import Snapshot
from schemes.inputs import NEVER, RESULTS, STAGES

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
    """player, name, sex, born, federation, deceased, merged_into."""
    people, known = snapshot.people, snapshot.people.table
    ids, kept = people.ids, people.kept
    merged = kept != np.arange(len(kept))
    return pa.table(
        {
            "player": ids,
            "name": people.names,
            "sex": pa.array(np.array(["", "M", "F"])[known.sex], pa.string()),
            "born": pa.array(known.born.astype(np.int32), mask=known.born == 0),
            "federation": pa.array(federations(snapshot), pa.string()),
            "deceased": days(known.deceased),
            "merged_into": pa.array(
                [ids[int(k)].as_py() if m else None for k, m in zip(kept.tolist(), merged.tolist(), strict=True)],
                pa.string(),
            ),
        }
    )


def federations(snapshot: Snapshot) -> list[str]:
    """The newest federation of each player."""
    given = facts(snapshot, "")
    names: list[str] = [""] * len(snapshot.people)
    for player, code in zip(given.federation_player.tolist(), given.federation_code.tolist(), strict=True):
        names[player] = given.federations[code]
    return names


def titles(snapshot: Snapshot) -> pa.Table:
    """player, title, date, held (false: revoked)."""
    table = dated(snapshot, "titles", "title", "held")
    return pa.table(
        {
            "player": snapshot.people.ids.take(table["player"]),
            "title": table["title"],
            "date": days(table["day"]),
            "held": table["held"],
        }
    )


def tournaments(snapshot: Snapshot) -> pa.Table:
    """tournament, name, start, end, rounds, rated, format, event, standings, place, federation, closed, void."""
    events = list(snapshot.tournaments.registrations(range(len(snapshot.tournaments))).values())
    fields = (
        "tournament", "name", "rounds", "format", "event", "standings", "place", "federation", "national", "official",
        "series", "edition", "group",
    )  # fmt: skip
    columns: dict[str, Any] = {field: [getattr(event, field) for event in events] for field in fields}
    void = [number in snapshot.tournaments.voided for number in range(len(events))]
    return pa.table(
        {
            **{field: pa.array(values, COLUMNS["tournaments"].field(field).type) for field, values in columns.items()},
            "rated": pa.array([list(event.rated) for event in events], pa.list_(pa.string())),
            "registered": pa.array([event.date for event in events], pa.date32()),
            "start": pa.array([event.start for event in events], pa.date32()),
            "end": pa.array([event.end for event in events], pa.date32()),
            "closed": days(snapshot.tournaments.table.closed),
            "void": pa.array(void, pa.bool_()),
        }
    )


def games(snapshot: Snapshot) -> pa.Table:
    """tournament, stage, round, board, date, first, second, result: as corrected, without void ones."""
    found, voided = snapshot.games.of(np.arange(len(snapshot.tournaments))), list(snapshot.tournaments.voided)
    counts = np.diff(found.offset)
    number = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    shown = ~np.isin(number, voided)
    ids = snapshot.people.ids
    tournament_ids = pa.array(snapshot.tournaments.table.ids, pa.string())
    return pa.table(
        {
            "tournament": _coded(number[shown], tournament_ids),
            "stage": _coded(found.stage[shown], pa.array(STAGES)),
            "round": found.round[shown],
            "board": found.board[shown],
            "date": days(found.day[shown]),
            "first": _coded(found.first[shown], ids),
            "second": _coded(found.second[shown], ids),
            "result": _coded(found.result[shown], pa.array(RESULTS)),
        }
    )


def _coded(codes: Column, texts: pa.Array) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32)), texts)


def days(ordinals: Column) -> pa.Array:
    """Ordinals as dates, NEVER as null."""
    epoch = date(1970, 1, 1).toordinal()
    absent = (ordinals >= NEVER) | (ordinals <= 0)
    whole = np.where(absent, epoch, ordinals).astype(np.int32) - epoch
    return pa.array(whole, pa.int32(), mask=absent).cast(pa.date32())


MADE: dict[str, Callable[[Snapshot], pa.Table]] = {
    "players": players, "titles": titles, "tournaments": tournaments, "games": games,
}  # fmt: skip
