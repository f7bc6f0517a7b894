"""What if: the list under other rules beside the real one, and everything that is measured about the two."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from projections import Snapshot
from replay.answers import columns
from replay.answers.answer import Answer
from replay.answers.names import names_in
from replay.answers.table import Row, Table
from replay.difference.difference import Number, exact
from replay.whatif.changes import Changes
from replay.whatif.measures import (
    Closeness,
    Level,
    Prediction,
    Truth,
    inflation,
    levels,
    predictions,
)
from replay.which import known_text
from schemes import Scheme
from schemes.kernels.inputs import Column

if TYPE_CHECKING:
    import pyarrow as pa

    from replay.lists.since_published import ShownList
    from replay.office.office import Office
    from replay.whatif.scenarios import Scenario, Scenarios

COLUMNS = (columns.PLAYER, columns.BEFORE, columns.AFTER, columns.CHANGE)


class Measures(Struct, frozen=True):
    """A what-if in a row of numbers; `…_before` are those of the rules in force, on the same games and players."""

    changed: int
    mean_change: float
    games: int
    log_loss: float | None
    log_loss_before: float | None
    brier: float | None
    brier_before: float | None
    inflation: float | None
    inflation_before: float | None
    truth_error: float | None = None
    truth_spread: float | None = None
    rank_correlation: float | None = None


@dataclass(frozen=True, repr=False)
class WhatIf:
    """Two scenarios and what differs between them. Ratings are whole numbers in units of the list."""

    scenarios: "Scenarios"
    before: "Scenario"
    after: "Scenario"
    truth: Truth | None = None

    def __repr__(self) -> str:
        change = self.after.rules.reform or "the rules in force"
        as_known = known_text(self.snapshot)
        return f"<{self.scheme.name}, what if {change}, {as_known}: {self.changes.changed} changed>"

    def to_arrow(self) -> "pa.Table":
        """The rows as an Arrow table."""
        return self.answer(self.rows()).to_arrow()

    def answer(self, rows: Sequence[Row], *, named: bool = False) -> Answer:
        """Some of the rows as an answer; for people, with the names of their players."""
        table = Table(COLUMNS, rows)
        if named:
            return Answer("whatif/1", repr(self), table, names=names_in(self.snapshot, table))
        return Answer("whatif/1", repr(self), table)

    def beside_published(self, office: "Office") -> "ShownList | None":
        """The list under the rules in force beside the publication it is, or the last one of its day."""
        from replay.lists.since_published import shown_beside_published

        return shown_beside_published(office, self.before.world, self.before.replayed.list_date)

    @property
    def scheme(self) -> Scheme:
        return self.scenarios.scheme

    @property
    def snapshot(self) -> Snapshot:
        return self.scenarios.snapshot

    @property
    def same(self) -> bool:
        """The rules are those in force, so nothing was replayed a second time."""
        return self.before is self.after

    @cached_property
    def changes(self) -> Changes:
        return Changes.between(self.before, self.after)

    @cached_property
    def predictions(self) -> tuple[Prediction, Prediction]:
        return predictions(self.before.trail.codes, self.after.trail.codes)

    @cached_property
    def levels(self) -> tuple[list[Level], list[Level]]:
        unit = self.changes.unit
        return levels(self.before.trail, unit), levels(self.after.trail, unit)

    @cached_property
    def closeness(self) -> tuple[Closeness | None, Closeness | None]:
        """Both worlds against the true strengths, over the players on both lists."""
        if self.truth is None:
            return None, None
        c = self.changes
        return self.truth.closeness(c.before, c.both, c.unit), self.truth.closeness(
            c.after, c.both, c.unit
        )

    @property
    def names(self) -> "pa.Array":
        """Player names by number."""
        return self.snapshot.people.names

    @cached_property
    def ids(self) -> Column:
        """Player ids by number."""
        return np.array(self.snapshot.people.id_list, dtype=object)

    def points(self, units: int) -> Number:
        """A rating or a change in points, at the precision of the list."""
        return exact(units, self.scheme.decimals)

    def rows(self) -> list[Row]:
        """Everybody on either list, largest changes first: player, before, after, change."""
        difference = self.changes.difference
        return [difference.row(player) for player in difference.largest_first(difference.either)]

    @cached_property
    def measures(self) -> Measures:
        c, (before, after), close = self.changes, self.predictions, self.closeness[1]
        return Measures(
            changed=c.changed,
            mean_change=c.all().mean / c.unit,
            games=after.games,
            log_loss=after.log_loss,
            log_loss_before=before.log_loss,
            brier=after.brier,
            brier_before=before.brier,
            inflation=inflation(self.levels[1]),
            inflation_before=inflation(self.levels[0]),
            truth_error=close.error if close else None,
            truth_spread=close.spread if close else None,
            rank_correlation=close.rank_correlation if close else None,
        )
