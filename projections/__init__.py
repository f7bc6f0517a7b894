"""Read models in DuckDB, built from the log up to a position; disposable.

Built: `tables` what each event leaves behind · `rows` events as rows · `segments` files, each a stretch of the log ·
`model` all of them, caught up with the log · `database` where they are · `supposed` as if events had been appended ·
`scratch` files beside it.
Known at a position: `known` rows and games · `snapshot` all in columns, from `people` and `tournaments` ·
`sources` where the log says so.
Tables of tournaments: `standings`, and games lost by fouls · `rankings` kept, given, no longer fitting · `groups` of a
series.
Asked: `scheme_inputs` for rules · `find` by id or name, with `han` for Chinese · `named` whom a text means ·
`views` for SQL · `parquet` for any engine.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from projections.model import Model, discard, open_model
    from projections.scheme_inputs import facts, feed
    from projections.snapshot import Snapshot
    from projections.supposed import Supposed

__all__ = ["Model", "Snapshot", "Supposed", "discard", "facts", "feed", "open_model"]

_HOMES = {
    "facts": "scheme_inputs",
    "feed": "scheme_inputs",
    "Snapshot": "snapshot",
    "Supposed": "supposed",
}


def __getattr__(name: str) -> Any:
    """Loaded on use: a list that is stored needs neither DuckDB nor the rest of this package."""
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module(f"projections.{_HOMES.get(name, 'model')}"), name)
