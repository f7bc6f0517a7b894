"""The JSON Schema of each answer, out of its columns, and of events and receipts, out of their structs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ledger.events import AnyEvent
from replay.answers import columns, kinds
from replay.answers.table import Column
from replay.commands.lists import CHANGED
from replay.commands.office import PEOPLE
from replay.commands.rules import PROPERTIES_CHECKED
from replay.commands.simulate import COUNTS
from replay.commands.trust import KEYS
from replay.difference import by_cause as difference
from replay.explain.data import ExplainedStep
from replay.explain.history import rows as history
from replay.lists.rating_list import Receipt
from replay.lists.since_published import PUBLISHED
from replay.office import corrections
from replay.questions import appeal, find, lots, rules
from replay.questions.log_rows import LOG
from replay.questions.tournament_document import TournamentDocument
from replay.questions.tournament_table import ROUND_COLUMNS, TEAM_COLUMNS
from replay.whatif import answer as whatif
from replay.whatif.document import WhatIfDocument
from replay.whatif.sweep import sweep_columns
from wording.errors import ErrorData

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
LIST = (
    columns.RANK, columns.PLAYER, columns.NAME, columns.TITLE, columns.FEDERATION, columns.SEX, columns.BORN,
    columns.RATING, columns.GAMES, columns.K, columns.STATUS,
)  # fmt: skip
PLACED = (columns.RANK, columns.PLAYER, columns.NAME, Column("score", kinds.SCORE))
CLOSED: dict[str, Sequence[Column]] = {
    "history/1": history.COLUMNS,
    "compare/1": difference.COLUMNS,
    "appeal/1": appeal.COLUMNS,
    "path/1": appeal.PATH,
    "schemes/1": rules.SCHEMES,
    "parameters/1": rules.PARAMETERS,
    "readings/1": rules.READINGS,
    "properties/1": PROPERTIES_CHECKED,
    "verify/1": columns.CHECKS,
    "published/1": PUBLISHED,
    "changed-rows/1": CHANGED,
    "log/1": LOG,
    "predict/1": columns.PREDICTIONS,
    "keys/1": KEYS,
    "office/1": PEOPLE,
    "simulation/1": COUNTS,
    "corrections/1": corrections.COLUMNS,
    "team-standings/1": TEAM_COLUMNS,
}
"""Answers whose columns are always the same."""
OPEN: dict[str, Sequence[Column]] = {
    "list/1": LIST,  # a regulation may have more columns; --all says why
    "standings/1": PLACED,  # and the tie-breaks of the rules
    "player-standings/1": ROUND_COLUMNS,
    "groups/1": columns.GROUPS[:-1],  # --why has the reason
    "find/1": (find.KIND, find.ID, columns.NAME),  # and ratings by scheme
    "sweep/1": sweep_columns((), "log_loss"),  # and the parameters that were tried
    "compare-by-cause/1": difference.RATINGS,
    "sql/1": (),
}
"""Answers that have further columns."""
CHOSEN: dict[str, Sequence[Column]] = {"draw/1": lots.COLUMNS}
"""Answers that have some of these columns."""
MORE = {"appeal/1": (columns.SCHEME,), "team-standings/1": (columns.SEX,)}
"""Columns that are there where there is something to tell apart."""

DOCUMENTS: dict[str, Any] = {
    "explain/1": ExplainedStep,
    "whatif/1": WhatIfDocument,
    "tournament/1": TournamentDocument,
    "error/1": ErrorData,
}
"""Answers that are no rows."""

_TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "whole": {"type": "integer"},
    "number": {"type": "number"},
    "day": {"type": "string", "format": "date"},
    "moment": {"type": "string", "format": "date-time"},
    "amounts": {"type": "object", "additionalProperties": {"type": "number"}},
    "reasons": {
        "type": "array",
        "items": {
            "type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"],
        },
    },
}  # fmt: skip


def schemas() -> dict[str, dict[str, Any]]:
    """All schemas by the names of their files."""
    made: dict[str, dict[str, Any]] = {}
    for form, shown in CLOSED.items():
        made[form] = _rows(form, shown, closed=True)
    for form, shown in OPEN.items():
        made[form] = _rows(form, shown, closed=False)
    for form, shown in CHOSEN.items():
        made[form] = _rows(form, shown, closed=True, required=())
    for form, struct in DOCUMENTS.items():
        made[form] = _closed(_of_struct(struct, form))
    made["receipt/1"] = _of_struct(Receipt, "receipt/1")
    made["event/1"] = _of_struct(AnyEvent, "event/1")
    players = _rows("whatif/1", whatif.COLUMNS, closed=True)
    made["whatif/1"]["$defs"]["WhatIfDocument"]["properties"]["players"]["items"] = players["items"]
    return {file_name(form): schema for form, schema in made.items()}


def file_name(form: str) -> str:
    """compare/1 → compare-1.json."""
    return f"{form.replace('/', '-')}.json"


def _heading(form: str) -> dict[str, Any]:
    return {"$schema": DRAFT, "title": form}


def _rows(
    form: str, shown: Sequence[Column], *, closed: bool, required: Sequence[str] | None = None
) -> dict[str, Any]:
    """An array of objects with a property for each column."""
    apart = [part for column in shown for part in (column.joins or (column,))]
    further = MORE.get(form, ())
    if required is None:
        required = [column.name for column in apart]
    return {
        **_heading(form),
        "type": "array",
        "items": {
            "type": "object",
            "properties": {column.name: _property(column) for column in (*apart, *further)},
            "required": list(required),
            "additionalProperties": not closed,
        },
    }


def _property(column: Column) -> dict[str, Any]:
    """A value of a column; nothing is null."""
    kind = column.kind
    described = {"description": str(column.note or column.title)}
    if kind.data == "value":
        return described
    if kind.data == "text" and len(kind.words) > 1:
        return {**described, "enum": [*kind.words, None]}
    value = _TYPES[kind.data]
    return {**described, **value, "type": [value["type"], "null"]}


def _of_struct(kind: Any, form: str) -> dict[str, Any]:
    schema = msgspec.json.schema(kind, schema_hook=_any_value)
    made: dict[str, Any] = _with_numbers(schema)
    return {**_heading(form), **made}


def _closed(schema: Any) -> Any:
    """A schema by which an object has the fields of its struct, and no others."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _closed(part) for name, part in schema.items()}
    if isinstance(schema.get("properties"), dict):
        closed["additionalProperties"] = False
    return closed


def _any_value(kind: Any) -> dict[str, Any]:
    """What a sentence speaks of, or a cell of a table."""
    assert kind is object
    return {"type": ["number", "string", "null"]}


def _with_numbers(schema: Any) -> Any:
    """Decimals are numbers in our files; as texts they are read, too."""
    if isinstance(schema, dict):
        if schema.get("format") == "decimal":
            return {"type": ["number", "string"]}
        return {name: _with_numbers(part) for name, part in schema.items()}
    if isinstance(schema, list):
        return [_with_numbers(part) for part in schema]
    return schema


def written(schema: Mapping[str, Any]) -> str:
    """A schema as its file has it."""
    return msgspec.json.format(msgspec.json.encode(schema, enc_hook=str)).decode() + "\n"
