"""What the office knew at a position: people, tournaments and games as columns, read once and held in memory."""

from collections.abc import Callable
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from projections.known import KnownGames, KnownRows
from projections.people import KnownPeople
from projections.tournaments import KnownTournaments
from schemes.kernels.inputs import Column

if TYPE_CHECKING:
    from projections.model import Model

Answer = TypeVar("Answer")
BEYOND = 32  # bits: positions are smaller
AS_IF_APPROVED = 1 << 61  # beyond all other marks


class Snapshot:
    """What was known once the event at `position` was in the log.

    With `corrected_until`, only corrections up to that position are known: halfway between the two positions. With
    `rate_as`, what is approved for one scheme counts as approved for all.
    """

    def __init__(
        self,
        model: "Model",
        position: int | None = None,
        *,
        corrected_until: int | None = None,
        rate_as: bool = False,
    ) -> None:
        self.model = model
        if position is None:
            self.position = model.head
        else:
            self.position = min(position, model.head)
        self._corrected_until = corrected_until
        self.rate_as = rate_as
        self.known = KnownRows(model, self.position, corrected_until)
        self.people = KnownPeople(self.known)
        self.tournaments = KnownTournaments(self.known, rate_as)
        self.games = KnownGames(self.known, self.people, self.tournaments)
        self._memory: dict[str, tuple[object, Any]] = {}
        self._working: dict[str, Lock] = {}

    @property
    def certain_until(self) -> int:
        """The last position up to which this snapshot equals the log; what is later is supposed, or only half known."""
        if self._corrected_until is None:
            return self.model.recorded
        return self._corrected_until

    @cached_property
    def revisions(self) -> Column:
        """A number for each tournament: the same in two snapshots if both know the same about it."""
        position = self.tournaments.revisions.position + (AS_IF_APPROVED if self.rate_as else 0)
        if self._corrected_until is None:
            mark = self.model.supposed << 8
        else:
            mark = 1 + self._corrected_until << BEYOND
        return np.where(
            self.tournaments.revisions.position > self.certain_until, position + mark, position
        )

    def published(self, scheme: str) -> list[int]:
        """The days of a scheme's lists that have been published."""
        lists = self.known.rows("publications", "scheme", "list_date")
        pairs = zip(lists["scheme"].to_pylist(), lists["list_date"].tolist(), strict=True)
        return sorted({day for name, day in pairs if name == scheme})

    def remembered(self, name: str, work: Callable[[], Answer], about: object = None) -> Answer:
        """The result of some work on this snapshot, done once; while one thread does it, others wait for the result.

        The result for another `about` takes its place.
        """
        with self._working.setdefault(name, Lock()):
            kept = self._memory.get(name)
            if kept is None or kept[0] != about:
                self._memory[name] = kept = about, work()
            answer: Answer = kept[1]
            return answer
