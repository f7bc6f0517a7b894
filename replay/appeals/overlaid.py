"""A snapshot with events laid over it, which reads again only what such events can change."""

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from ledger import events as e
from projections import Model, Snapshot
from projections.snapshot import Column

_REGISTRATIONS = {e.TournamentRegistered, e.TournamentCorrected}
_DATES = {e.GameRecorded, e.TournamentClosed, e.ReportReceived}


class Overlaid(Snapshot):
    """What the office would know if some events had been appended to what it knows."""

    def __init__(self, model: Model, before: Snapshot, events: Iterable[e.AnyEvent]) -> None:
        super().__init__(model)
        self._before = before
        kinds = {type(event) for event in events}
        self.same_people = all("tournament" in kind.__struct_fields__ for kind in kinds)
        self.same_registrations = self.same_people and not kinds & _REGISTRATIONS
        self.same_tournaments = self.same_registrations and not kinds & _DATES
        self.same_approvals = self.same_registrations and e.TournamentVoided not in kinds
        for same, names in (
            (self.same_people, ("players", "kept", "player_corrections", "withdrawn")),
            (self.same_registrations, ("corrections", "_tournament_rows")),
            (self.same_tournaments, ("tournaments",)),
            (self.same_approvals, ("voided",)),
        ):
            if same:
                self.__dict__.update({name: getattr(before, name) for name in names})

    @cached_property
    def revisions(self) -> dict[str, Column]:
        """As before, but for what the events touch."""
        if not self.same_tournaments:
            return super().revisions
        known = self._before.revisions
        marks = self.columns("SELECT tournament, position FROM overlay.touched")
        position = known["position"].copy()
        np.maximum.at(position, marks["tournament"], marks["position"].astype(np.int64))
        return known | {"position": position}
