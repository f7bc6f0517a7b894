"""Halfway between two positions: what came in between them is known, but for corrections."""

from functools import cached_property
from typing import Any

import numpy as np

from projections import Model, Snapshot
from projections.snapshot import Column

# The tables of the read model whose rows act by position on the whole past (the events that are called corrections).
CORRECTIONS = (
    "merges", "player_corrections", "tournament_corrections", "tournament_voids", "game_changes",
    "ranking_corrections", "withdrawals",
)  # fmt: skip
MARK = 2**32  # more than any position


class Halfway(Snapshot):
    """The facts at a position, with only the corrections that were known at an earlier one."""

    def __init__(self, model: Model, position: int, corrected_until: int) -> None:
        super().__init__(model, position)
        self._corrected_until = corrected_until
        self._cursor = model.connection.cursor()
        for table in CORRECTIONS:  # a cursor's own view comes before the model's of the same name
            self._cursor.execute(
                f"CREATE TEMP VIEW {table} AS SELECT * FROM memory.main.{table} WHERE position <= {corrected_until}"
            )

    def close(self) -> None:
        self._cursor.close()

    def known_until(self, table: str) -> int:
        return self._corrected_until if table in CORRECTIONS else self.position

    def table(self, query: str) -> Any:
        return self._cursor.sql(query.replace("{known}", f"position <= {self.position}")).to_arrow_table()

    @cached_property
    def revisions(self) -> dict[str, Column]:
        """What was touched since the earlier position is marked: it is as at neither of the two positions."""
        revisions = dict(super().revisions)
        position = revisions["position"]
        marked = position + MARK * (1 + self._corrected_until)
        return revisions | {"position": np.where(position > self._corrected_until, marked, position)}
