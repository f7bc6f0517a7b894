"""Read models in DuckDB, built from the log up to a position; disposable."""

from projections.model import Column, Model, discard, open_model
from projections.scheme_inputs import facts, feed
from projections.snapshot import Snapshot
from projections.supposed import Supposed

__all__ = ["Column", "Model", "Snapshot", "Supposed", "discard", "facts", "feed", "open_model"]
