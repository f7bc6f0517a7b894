"""Which ledger a command works on."""

import os

_chosen: str | None = None


def set_place(place: str) -> None:
    """Fix the place for this process (`--ledger`)."""
    global _chosen
    _chosen = place or None


def current_place() -> str:
    """The chosen place, else RATING_LEDGER, else ./ratings."""
    return _chosen or os.environ.get("RATING_LEDGER") or "ratings"
