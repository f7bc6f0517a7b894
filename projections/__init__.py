"""Read models in DuckDB, built from the log up to a position; disposable."""

from projections.feed import facts, feed
from projections.model import Model, discard, open_model
from projections.snapshot import Snapshot

__all__ = ["Model", "Snapshot", "discard", "facts", "feed", "open_model"]
