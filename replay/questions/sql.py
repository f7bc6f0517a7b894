"""Read-only SQL over documented views of the read model: one SELECT, checked, in a process that cannot write."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, TypeVar

import duckdb
import numpy as np
import pyarrow as pa
from pyarrow import types

from ledger.errors import LedgerError
from projections import Snapshot
from projections.views import COLUMNS, MADE
from replay.answers import kinds
from replay.answers.answer import Answer
from replay.answers.table import Column, Table
from replay.explain.explain import KnownNames
from replay.lists.rating_list import make_list
from replay.office.office import Office
from replay.questions import sandbox
from replay.which import Known
from replay.world.world import NOT_APPROVED, World, all_verdicts
from schemes.kernels.inputs import STAGES
from wording import say

Row = TypeVar("Row")
VIEWS = tuple(COLUMNS)
LONGEST = 100_000  # characters of a query
FUNCTIONS = (
    "range",
    "generate_series",
    "unnest",
    "repeat",
    "json_each",
    "json_tree",
)  # that may stand for a table
_READING = ("SELECT_NODE", "SET_OPERATION_NODE", "CTE_NODE", "RECURSIVE_CTE_NODE")
_ONLY_VIEWS = say(
    "the views are {views}; nothing else can be reached, no files either", views=", ".join(VIEWS)
)


def query(
    office: Office, text: str, *, known: Known = None, seconds: int = 60, most: int | None = None
) -> pa.Table:
    """Run one SELECT over the views as known at a position; the answer as Arrow.

    With `most`, no more rows are made.
    """
    if seconds < 1:
        raise LedgerError(
            say("--seconds {seconds}: a query needs at least one second", seconds=seconds)
        )
    wanted = views_named(text)
    snapshot = office.snapshot(known)
    tables = {
        name: _view(office, snapshot, name) if name in wanted else COLUMNS[name].empty_table()
        for name in VIEWS
    }
    excerpt = text.strip()[:100]
    try:
        return sandbox.run(tables, text, seconds, most)
    except sandbox.TooLong:
        remedy = say("narrow it, or give --seconds more")
        raise LedgerError(
            say("the query ran longer than {seconds} s", seconds=seconds),
            excerpt=excerpt,
            remedy=remedy,
        ) from None
    except sandbox.TooLarge:
        wrong = say(
            "the query needs more than the {size} MB of memory that it may have",
            size=sandbox.MEMORY_MB,
        )
        raise LedgerError(
            wrong, excerpt=excerpt, remedy=say("narrow it, or add up on the way")
        ) from None
    except sandbox.TooManyRows:
        wrong = say("the answer is larger than {size} MB", size=sandbox.ANSWER_MB)
        raise LedgerError(
            wrong, excerpt=excerpt, remedy=say("narrow it, or use the command")
        ) from None
    except sandbox.QueryError as error:
        raise LedgerError(
            f"sql: {str(error).strip()}", excerpt=excerpt, remedy=_ONLY_VIEWS
        ) from None


def as_answer(rows: pa.Table) -> Answer:
    """The answer to a query. Only some rows are Python's own values at a time."""
    columns = tuple(Column(field.name, _kind_of(field.type)) for field in rows.schema)
    batches = rows.to_batches(max_chunksize=10_000)
    return Answer(
        "sql/1", table=Table(columns, (row for batch in batches for row in batch.to_pylist()))
    )


def _kind_of(arrow: pa.DataType) -> kinds.Kind:
    """What a column of somebody's query holds, by its type."""
    if types.is_integer(arrow) or types.is_decimal(arrow) or types.is_floating(arrow):
        return kinds.SQL_NUMBER
    if types.is_date(arrow):
        return kinds.DAY
    return kinds.SQL_VALUE


def views_named(text: str) -> frozenset[str]:
    """The views that a query names, once it is certain that it only reads them."""
    excerpt = text.strip()[:100]
    named = set()
    ctes = set()
    for node in _nodes(_parsed(text)):
        kind = node.get("type")
        if isinstance(kind, str) and kind.endswith("_NODE") and kind not in _READING:
            word = kind.removesuffix("_NODE").removesuffix("_QUERY")
            raise LedgerError(
                say("sql only reads: {word} is refused, inside WITH too", word=word),
                excerpt=excerpt,
            )
        if (
            kind == "TABLE_FUNCTION"
            and (name := node["function"]["function_name"].lower()) not in FUNCTIONS
        ):
            raise LedgerError(
                say("sql has no table function {name}", name=name),
                excerpt=excerpt,
                remedy=_ONLY_VIEWS,
            )
        if kind == "BASE_TABLE":
            named.add(tuple(part.lower() for part in node["qualified_name"]["path"]))
        ctes |= {(entry["key"].lower(),) for entry in node.get("cte_map", {}).get("map", ())}
    for path in sorted(named - ctes):
        if path[0] != "information_schema" and path not in {(view,) for view in VIEWS}:
            raise LedgerError(
                say("there is no view {path}", path=".".join(path)),
                excerpt=excerpt,
                remedy=_ONLY_VIEWS,
            )
    return frozenset(path[0] for path in named if path[0] in VIEWS)


def _parsed(text: str) -> object:
    """A query as DuckDB's own parser understands it."""
    excerpt = text.strip()[:100]
    if len(text) > LONGEST:
        raise LedgerError(
            say("the query is longer than {longest} characters", longest=LONGEST), excerpt=excerpt
        )
    if not is_utf8(text):
        raise LedgerError(say("the query is not UTF-8 text"), remedy=say("write it in UTF-8"))
    with duckdb.connect(":memory:") as parser:
        try:
            kinds = [statement.type for statement in parser.extract_statements(text)]
            if kinds != [duckdb.StatementType.SELECT]:
                wrong = say("sql answers exactly one SELECT")
                remedy = say("nothing can be written or set")
                raise LedgerError(wrong, excerpt=excerpt, remedy=remedy)
            ((serialized,),) = parser.execute("SELECT json_serialize_sql(?)", [text]).fetchall()
            parsed = json.loads(serialized)
        except duckdb.Error as error:
            raise LedgerError(f"sql: {str(error).strip()}", excerpt=excerpt) from None
        except RecursionError:
            raise LedgerError(say("the query is nested too deeply"), excerpt=excerpt) from None
    if parsed["error"]:
        raise LedgerError(f"sql: {parsed['error_message']}", excerpt=excerpt)
    return parsed


def is_utf8(text: str) -> bool:
    """Whether a text can be written; bytes that are not UTF-8 come as half characters from a terminal."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _nodes(tree: object) -> Iterator[dict[str, Any]]:
    """All objects of a parsed query."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)


def _view(office: Office, snapshot: Snapshot, name: str) -> pa.Table:
    """The rows of a view, with the types that are documented."""
    if name == "unrated":
        table = unrated(office, snapshot)
    elif name == "lists":
        table = lists(office, snapshot)
    else:
        table = MADE[name](snapshot)
    return table.select(COLUMNS[name].names).cast(COLUMNS[name])


def lists(office: Office, snapshot: Snapshot) -> pa.Table:
    """Rows of the list in force today and of every published list date, for each scheme that has any."""
    return pa.concat_tables(_of_each_scheme(office, snapshot, _lists))


def _of_each_scheme(
    office: Office, snapshot: Snapshot, find: Callable[[Office, World], list[Row]]
) -> list[Row]:
    """What is found of all schemes; one that fails is left out with a warning."""

    def left_out(fault: LedgerError) -> None:
        office.warn(say("left out: {fault}", fault=fault.text))

    every = []
    for chosen in office.schemes.working(left_out):
        try:
            every += find(office, office.world_of(chosen.rules(), snapshot))
        except LedgerError as fault:
            if not fault.is_of_rules:
                raise
            left_out(fault)
    return every


def _lists(office: Office, world: World) -> list[pa.Table]:
    """The lists of a scheme, as tables."""
    import pyarrow.compute as pc

    name = world.scheme.name
    tables = []
    today = world.scheme.list_in_force(world.rules, date.today())[1]
    for day in sorted({date.fromordinal(day) for day in world.snapshot.published(name)} | {today}):
        made = make_list(office.replay(world, day), "").table
        if world.scheme.decimals > 1:  # the view has one decimal for all
            one = pc.round(made["rating"], 1, round_mode="half_towards_infinity")
            made = made.set_column(made.column_names.index("rating"), "rating", one)
        table = made.append_column("list_date", pa.array([day] * len(made), pa.date32()))
        table = table.append_column("scheme", pa.array([name] * len(table), pa.string()))
        tables.append(table.select(COLUMNS["lists"].names).cast(COLUMNS["lists"]))
    return tables


def unrated(office: Office, snapshot: Snapshot) -> pa.Table:
    """Every tournament and game a scheme leaves out: scheme, tournament, game, side, article, reason."""
    rows = _of_each_scheme(office, snapshot, _unrated)
    columns = COLUMNS["unrated"]
    if rows:
        transposed = list(zip(*rows, strict=True))
    else:
        transposed = [()] * len(columns)
    return pa.table(
        [pa.array(v, field.type) for v, field in zip(transposed, columns, strict=True)], columns
    )


def _unrated(office: Office, world: World) -> list[tuple[object, ...]]:
    """What a scheme leaves out, as rows."""
    rows: list[tuple[object, ...]] = []
    name = world.scheme.name
    names = KnownNames(world.snapshot)
    reasons = {reason.code: reason for reason in world.scheme.reasons}
    codes = world.assignment.reason
    on_no_list = world.assignment.first < 0

    def leave_out(number: int, code: int, *game: object) -> None:
        reason = reasons[code]
        place = game or (None,) * 4
        rows.append((name, names.tournament(number), *place, reason.article, reason.text))

    for number in np.flatnonzero(on_no_list & (codes != NOT_APPROVED)).tolist():
        leave_out(number, int(codes[number]))
    inputs, verdicts = all_verdicts(office.replay(world, date.today()))
    for number in np.flatnonzero(~on_no_list & (verdicts.tournament > 0)).tolist():
        leave_out(number, int(verdicts.tournament[number]))
    tournament = np.repeat(np.arange(len(inputs.tournaments)), np.diff(inputs.games.offset))
    games = inputs.games
    for side, verdict in (("first", verdicts.first), ("second", verdicts.second)):
        for at in np.flatnonzero(verdict > 0).tolist():
            player = names.player_id(getattr(games, side)[at])
            place = (STAGES[games.stage[at]], int(games.round[at]), int(games.board[at]), player)
            leave_out(tournament[at], int(verdict[at]), *place)
    return rows
