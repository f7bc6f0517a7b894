"""The tables of the read model: what each event leaves behind, one row per fact, with the position that brought it.

Nothing is resolved here: corrections, merges and withdrawals are rows of their own, so that the model can be read as
known at any position. Players and tournaments are numbered in the order of their registration.
"""

from typing import Final

# table → column → DuckDB type
TABLES: Final[dict[str, dict[str, str]]] = {
    "players": {
        "number": "INTEGER", "position": "UINTEGER", "player": "VARCHAR", "name": "VARCHAR", "sex": "TINYINT",
        "born": "SMALLINT", "born_on": "VARCHAR", "federation": "VARCHAR", "names": "VARCHAR", "day": "INTEGER",
    },
    "player_corrections": {"position": "UINTEGER", "player": "INTEGER", "event": "VARCHAR"},
    "transfers": {"position": "UINTEGER", "day": "INTEGER", "player": "INTEGER", "federation": "VARCHAR"},
    "deaths": {"position": "UINTEGER", "day": "INTEGER", "player": "INTEGER"},
    "merges": {"position": "UINTEGER", "kept": "INTEGER", "duplicate": "INTEGER"},
    "titles": {"position": "UINTEGER", "day": "INTEGER", "player": "INTEGER", "title": "VARCHAR", "held": "BOOLEAN"},
    # rating_x100 is −1 where a rating ended
    "carried": {
        "position": "UINTEGER", "day": "INTEGER", "player": "INTEGER", "scheme": "VARCHAR",
        "rating_x100": "INTEGER", "games": "INTEGER", "peak_x100": "INTEGER",
    },
    "suspensions": {"position": "UINTEGER", "day": "INTEGER", "federation": "VARCHAR", "suspended": "BOOLEAN"},
    "excused": {"position": "UINTEGER", "day": "INTEGER", "player": "INTEGER", "year": "SMALLINT", "reason": "VARCHAR"},
    "declared": {
        "position": "UINTEGER", "day": "INTEGER", "player": "INTEGER", "scheme": "VARCHAR", "active": "BOOLEAN",
    },
    "tournaments": {
        "number": "INTEGER", "position": "UINTEGER", "tournament": "VARCHAR", "event": "VARCHAR",
        "start": "INTEGER", "end": "INTEGER", "registered": "INTEGER", "rounds": "SMALLINT", "format": "TINYINT",
        "team": "BOOLEAN", "base": "INTEGER", "increment": "INTEGER", "moves": "INTEGER", "hours_x100": "INTEGER",
        "arbiters": "SMALLINT", "national": "TINYINT", "official": "BOOLEAN", "hybrid": "BOOLEAN",
        "approved": "BOOLEAN", "late_approved": "BOOLEAN", "rate_all": "BOOLEAN", "rated": "VARCHAR",
        "standings": "VARCHAR",
    },
    "tournament_corrections": {"position": "UINTEGER", "tournament": "INTEGER", "event": "VARCHAR"},
    "tournament_voids": {"position": "UINTEGER", "tournament": "INTEGER", "reason": "VARCHAR"},
    "entries": {
        "position": "UINTEGER", "tournament": "INTEGER", "player": "INTEGER", "number": "INTEGER", "team": "VARCHAR",
    },
    "games": {
        "position": "UINTEGER", "tournament": "INTEGER", "round": "SMALLINT", "board": "INTEGER", "stage": "TINYINT",
        "first": "INTEGER", "second": "INTEGER", "result": "TINYINT", "day": "INTEGER",
    },
    "game_changes": {
        "position": "UINTEGER", "tournament": "INTEGER", "round": "SMALLINT", "board": "INTEGER", "stage": "TINYINT",
        "first": "INTEGER", "second": "INTEGER", "result": "TINYINT", "reason": "VARCHAR",
    },
    "byes": {
        "position": "UINTEGER", "tournament": "INTEGER", "round": "SMALLINT", "player": "INTEGER", "kind": "TINYINT",
        "day": "INTEGER",
    },
    "fouls": {
        "position": "UINTEGER", "tournament": "INTEGER", "round": "SMALLINT", "player": "INTEGER", "kind": "VARCHAR",
        "count": "INTEGER", "stage": "TINYINT",
    },
    "closings": {
        "position": "UINTEGER", "day": "INTEGER", "tournament": "INTEGER", "given": "BOOLEAN", "ranking": "INTEGER[]",
    },
    "ranking_corrections": {"position": "UINTEGER", "tournament": "INTEGER", "ranking": "INTEGER[]"},
    "reports": {"position": "UINTEGER", "day": "INTEGER", "tournament": "INTEGER"},
    "withdrawals": {"position": "UINTEGER", "withdraws": "UINTEGER", "reason": "VARCHAR"},
    "publications": {
        "position": "UINTEGER", "day": "INTEGER", "scheme": "VARCHAR", "version": "VARCHAR", "list_date": "INTEGER",
        "at_position": "UINTEGER", "rows": "INTEGER", "digest": "VARCHAR", "checkpoint": "VARCHAR",
        "rules": "VARCHAR", "readings": "VARCHAR",
    },
    # which tournaments a stretch of the log touched, and how far their games reach
    "touched": {
        "tournament": "INTEGER", "position": "UINTEGER", "first_game": "INTEGER", "last_game": "INTEGER",
    },
}  # fmt: skip

# tables of a tournament that are read in the order of its games
SORTED: Final = {"games": "tournament, round, board, stage, position"}
VOID: Final = 6  # result of a game change that voids; beyond the results of games


def create(table: str, schema: str = "main") -> str:
    """The statement that makes a table."""
    columns = ", ".join(f'"{name}" {kind}' for name, kind in TABLES[table].items())
    return f"CREATE TABLE {schema}.{table} ({columns})"
