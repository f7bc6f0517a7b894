"""An export of the read model in place of a ledger: what a worker of a cluster has."""

import os
import tempfile
from pathlib import Path

from projections import Snapshot
from projections.parquet import fetched, open_export
from replay.world.states import States
from schemes import Schemes
from schemes.kernels.compiler import caches


class ExportedLedger:
    """This machine's own copy of an export, with states of its own and the regulations that came with it."""

    def __init__(self, place: str, digest: str) -> None:
        folder, manifest = fetched(place, digest, kept_exports())
        self._model = open_export(folder, manifest)
        self.states = States(folder / "states")
        self.schemes = Schemes.of_ledger(folder)

    def snapshot(self, known: int | None = None, *, rate_as: bool = False) -> Snapshot:
        return Snapshot(self._model, known, rate_as=rate_as)

    def checkpoint(self, position: int) -> str:
        """Empty: only the log has checkpoints."""
        return ""


def kept_exports() -> Path:
    """Where copies are kept: RATING_LEDGER_EXPORTS, else among the user's caches."""
    if folder := os.environ.get("RATING_LEDGER_EXPORTS"):
        return Path(folder)
    return (caches() or Path(tempfile.gettempdir()) / "rating-ledger") / "exports"
