"""Read models in DuckDB, built from the log up to a position; disposable.

Built: `tables` what each event leaves behind · `rows` events as rows · `segments` files, each a stretch of the log ·
`model` all of them, caught up with the log · `supposed` as if events had been appended · `scratch` files beside it.
Known at a position: `known` rows · `snapshot` all in columns, from `people`, `tournaments` and `games` (with `fouls`) ·
`sources` and `mentions` where the log says so · `revisions` when a tournament last changed.
Tables of tournaments: `standings` · `rankings` kept ones · `stale_rankings` that no longer fit · `groups` of a series.
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
