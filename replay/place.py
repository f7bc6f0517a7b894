"""Which ledger a command works on, and who works on it."""

import os

_chosen: str | None = None


def set_place(place: str) -> None:
    """Fix the place for this process (`--ledger`)."""
    global _chosen
    _chosen = place or None


def current_place() -> str:
    """The chosen place, else RATING_LEDGER, else ./ratings."""
    return _chosen or os.environ.get("RATING_LEDGER") or "ratings"


def recorded_by(given: str | None) -> str | None:
    """Who records what a command appends: `--by`, else RATING_LEDGER_BY, else nobody is named."""
    return given if given is not None else os.environ.get("RATING_LEDGER_BY") or None
