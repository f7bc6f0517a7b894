"""What if: the list under other rules beside the real one, and everything that is measured about the two."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from projections.snapshot import Column
from replay.desk import Desk
from replay.whatif.changes import Changes
from replay.whatif.levels import Level, inflation, levels
from replay.whatif.prediction import Prediction, predictions
from replay.whatif.scenarios import Scenario, WhatIfInputs
from replay.whatif.truth import Closeness, Truth, check_truth, read_truth
from replay.world import Advance
from schemes import Reform, Rules, Scheme, scheme

COLUMNS = ("player", "before", "after", "change")


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


@dataclass(frozen=True)
class WhatIf:
    """Two scenarios and what differs between them. Ratings are whole numbers in units of the list."""

    scheme: Scheme
    before: Scenario
    after: Scenario
    inputs: WhatIfInputs
    truth: Truth | None = None

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
        return self.truth.closeness(c.before, c.both, c.unit), self.truth.closeness(c.after, c.both, c.unit)

    @property
    def names(self) -> Any:
        """Player names by number."""
        return self.inputs.snapshot.people.names

    @cached_property
    def ids(self) -> Column:
        """Player ids by number."""
        return np.array(self.inputs.snapshot.people.id_list, dtype=object)

    def shown(self, rating: int) -> str | None:
        """A rating as the list shows it; None where there is none."""
        return self.scheme.shown(rating) if rating else None

    def rows(self) -> list[tuple[str, str | None, str | None, str | None]]:
        """Everybody on either list, largest changes first: player, before, after, change."""
        c = self.changes
        order = c.order(self.ids)
        columns = (self.ids, c.before, c.after, c.change, c.both)
        return [
            (player, self.shown(before), self.shown(after), self.scheme.shown(change) if both else None)
            for player, before, after, change, both in zip(*(col[order].tolist() for col in columns), strict=True)
        ]

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


class Office:
    """A desk at which many what-ifs about one list are asked: the real world is replayed once."""

    def __init__(self, desk: Desk, name: str, on: date, position: int | None, truth: Path | None = None) -> None:
        if truth is not None:
            check_truth(truth)
        self.scheme = scheme(name)
        self.on, self.truth_file = on, truth
        self._desk, self._position = desk, position

    @cached_property
    def inputs(self) -> WhatIfInputs:
        snapshot = self._desk.snapshot(self._position)
        return WhatIfInputs(self.scheme, snapshot, self.on, self._desk.states, self._desk.log.origin)

    @cached_property
    def truth(self) -> Truth | None:
        if self.truth_file is None:
            return None
        _, listed = self.scheme.list_in_force(self.scheme.rules(), self.on)
        return read_truth(self.truth_file, self.inputs.snapshot, listed)

    def real(self, advance: Advance | None = None) -> Scenario:
        """The scenario of the rules in force, replayed once."""
        if "_real" not in self.__dict__:
            self._real = self.inputs.real(advance)
        return self._real

    def ask(self, rules: Rules, advance: Advance | None = None) -> WhatIf:
        """What if these were the rules?"""
        truth = self.truth  # a bad file is refused before the replay
        before = self.real(advance)
        return WhatIf(self.scheme, before, self.inputs.under(rules, before, advance), self.inputs, truth)


def what_if(
    desk: Desk,
    name: str,
    on: date | None = None,
    *,
    known: int | str | None = None,
    version: str | None = None,
    reform: Reform | None = None,
    readings: Mapping[str, str] | None = None,
    truth: Path | None = None,
    advance: Advance | None = None,
) -> WhatIf:
    """The list in force on a day under other rules, beside the real one. All is checked before anything runs."""
    rules = scheme(name).rules(reform, version, readings)
    position = desk.known(known) if isinstance(known, str) else known
    return Office(desk, name, on or date.today(), position, truth).ask(rules, advance)
