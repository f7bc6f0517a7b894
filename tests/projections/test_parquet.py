"""An export in Parquet is the read model: it says the same about every position."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ledger import open_log
from projections import Snapshot, open_model
from projections.parquet import fetched, open_export, write_export
from tests.projections.conftest import everything


def test_an_export_knows_what_the_ledger_knew(
    tmp_path: Path, simulated: Callable[[int], list[Any]], same: Callable[[Any, Any], bool]
) -> None:
    with open_log(":memory:") as log:
        log.append(simulated(1))
        model = open_model(log, None)
        made = write_export(model, tmp_path / "columns", log.head, log.root(), with_names=True)
        copied = open_export(*fetched(str(tmp_path / "columns"), made.digest, tmp_path / "kept"))
        for position in (log.head, log.head // 2):
            assert same(
                everything(Snapshot(copied, position)), everything(Snapshot(model, position))
            )
        copied.close()
        model.close()
