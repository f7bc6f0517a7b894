"""Read-only SQL over documented views of the read model, locked in: no writing, no files, no endless query."""

import threading
from datetime import date
from typing import Any

import duckdb
import numpy as np

from ledger.errors import LedgerError
from projections import Snapshot
from projections.views import SCHEMA, create_views, register
from replay.assignment import NOT_APPROVED
from replay.desk import Desk
from replay.engine import all_verdicts
from replay.explain import Names
from replay.rating_list import make_list
from schemes import scheme, scheme_names
from schemes.inputs import STAGES

VIEWS = ("players", "titles", "tournaments", "games", "unrated", "lists", "standings")


def query(desk: Desk, snapshot: Snapshot, text: str, seconds: int = 60) -> Any:
    """Run one SELECT over the views as known at the snapshot's position; the answer as Arrow."""
    connection = snapshot.model.connection
    _only_select(connection, text)
    wanted = [name for name in VIEWS if name in text.lower()]
    create_views(snapshot, wanted)
    if "unrated" in wanted:
        register(snapshot, "unrated", unrated(desk, snapshot))
    if "lists" in wanted:
        register(snapshot, "lists", lists(desk, snapshot))
    if "standings" in wanted:
        from projections.standings import standings_table

        register(snapshot, "standings", standings_table(snapshot))
    for setting in (f"schema = '{SCHEMA}'", "enable_external_access = false", "lock_configuration = true"):
        connection.execute(f"SET {setting}")
    return _run(connection, text, seconds)


def _only_select(connection: duckdb.DuckDBPyConnection, text: str) -> None:
    try:
        statements = connection.extract_statements(text)
    except duckdb.Error as error:
        raise LedgerError(f"sql: {str(error).strip()}", excerpt=text.strip()[:100]) from None
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise LedgerError("sql answers exactly one SELECT", excerpt=text.strip()[:100], remedy="nothing can be written")


def _run(connection: duckdb.DuckDBPyConnection, text: str, seconds: int) -> Any:
    timer = threading.Timer(seconds, connection.interrupt)
    timer.daemon = True
    timer.start()
    try:
        return connection.sql(text).to_arrow_table()
    except duckdb.InterruptException:
        raise LedgerError(
            f"the query ran longer than {seconds} s", remedy="narrow it, or give --seconds more"
        ) from None
    except duckdb.Error as error:
        excerpt = text.strip()[:100]
        raise LedgerError(f"sql: {str(error).strip()}", excerpt=excerpt, remedy=f"views: {', '.join(VIEWS)}") from None
    finally:
        timer.cancel()


def lists(desk: Desk, snapshot: Snapshot) -> Any:
    """Rows of the list in force today and of every published list date, for each scheme that has any."""
    import pyarrow as pa

    tables = []
    for name in scheme_names():
        published = snapshot.table(
            f"SELECT DISTINCT list_date FROM publications WHERE scheme = '{name}' AND {{known}} ORDER BY 1"
        )
        chosen = scheme(name)
        today = chosen.list_in_force(chosen.rules(), date.today())[1]
        days = {date.fromordinal(day) for day in published["list_date"].to_pylist()} | {today}
        for day in sorted(days):
            made = make_list(desk.replay(name, day, snapshot=snapshot), "")
            at = made.table.column_names.index("rating")
            shared = made.table["rating"].cast(pa.decimal128(20, 1))  # one column for all schemes
            table = made.table.set_column(at, "rating", shared)
            table = table.add_column(0, "list_date", pa.array([day] * len(table), pa.date32()))
            tables.append(table.add_column(0, "scheme", pa.array([name] * len(table), pa.string())))
    return pa.concat_tables(tables)


def unrated(desk: Desk, snapshot: Snapshot) -> Any:
    """Every tournament and game a scheme leaves out: scheme, tournament, game, side, article, reason."""
    import pyarrow as pa

    rows: list[tuple[Any, ...]] = []
    names = Names(snapshot)
    for name in scheme_names():
        replayed = desk.replay(name, date.today(), snapshot=snapshot)
        reasons = {reason.code: reason for reason in replayed.scheme.reasons}
        codes, on_no_list = replayed.assignment.reason, replayed.assignment.first < 0
        for number in np.flatnonzero(on_no_list & (codes != NOT_APPROVED)).tolist():
            reason = reasons[int(codes[number])]
            rows.append((name, names.tournament(number), None, None, None, None, reason.article, reason.text))
        inputs, verdicts = all_verdicts(replayed)
        for number in np.flatnonzero(~on_no_list & (verdicts.tournament > 0)).tolist():
            reason = reasons[int(verdicts.tournament[number])]
            rows.append((name, names.tournament(number), None, None, None, None, reason.article, reason.text))
        tournament = np.repeat(np.arange(len(inputs.tournaments)), np.diff(inputs.games.offset))
        games = inputs.games
        for side, found in (("first", verdicts.first), ("second", verdicts.second)):
            for at in np.flatnonzero(found > 0).tolist():
                reason = reasons[int(found[at])]
                player = names.player_id(getattr(games, side)[at])
                place = (STAGES[games.stage[at]], int(games.round[at]), int(games.board[at]), player)
                rows.append((name, names.tournament(tournament[at]), *place, reason.article, reason.text))
    columns = ("scheme", "tournament", "stage", "round", "board", "player", "article", "reason")
    kinds = (pa.string(), pa.string(), pa.string(), pa.int32(), pa.int32(), pa.string(), pa.string(), pa.string())
    transposed = list(zip(*rows, strict=True)) if rows else [()] * len(columns)
    return pa.table({c: pa.array(v, k) for c, v, k in zip(columns, transposed, kinds, strict=True)})
