"""Read models in DuckDB, built from the log up to a position; disposable."""

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
