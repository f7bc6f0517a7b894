"""The desk where questions are asked: a ledger opened, its read model caught up, lists made for any date."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any

from ledger import Log, open_log
from ledger.errors import LedgerError
from ledger.moment import position_known
from projections import Model, Snapshot, open_model
from replay.keys import list_key
from replay.rating_list import RatingList, make_list
from replay.states import States
from replay.world import Advance, Replayed, World, replay
from schemes import Reform, Rules, Scheme, scheme


class Desk:
    """A ledger with its read model and stored states. With `cached=False` nothing computed before is used or kept."""

    def __init__(
        self, place: str | Path, *, log: Log | None = None, advance: Advance | None = None, cached: bool = True
    ) -> None:
        self.log = log if log is not None else open_log(place)
        self.folder = Path(place) if Path(place).is_dir() else None
        self._cache = self.folder if cached else None
        self._advance = advance
        self._last: Snapshot | None = None
        self.states = States(None if self._cache is None else self._cache / "states")

    def __enter__(self) -> "Desk":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self.states.settle()
        if "model" in self.__dict__:
            self.model.close()
        self.log.close()

    @cached_property
    def model(self) -> Model:
        """The read model, caught up with the log on first use."""
        return open_model(self.log, None if self._cache is None else self._cache / "model", self._advance)

    @contextmanager
    def from_log_alone(self) -> "Iterator[Desk]":
        """This desk without anything computed before: what is published, verified or proved is made with it."""
        alone = Desk(self.folder or ":memory:", log=self.log, advance=self._advance, cached=False)
        try:
            yield alone
        finally:
            alone.states.settle()
            if "model" in alone.__dict__:
                alone.model.close()

    def snapshot(self, known: int | None = None) -> Snapshot:
        """The facts as known at a position (default: all); the last one asked for is kept."""
        wanted = Snapshot(self.model, known)
        if self._last is None or (self._last.model, self._last.position) != (wanted.model, wanted.position):
            self._last = wanted
        return self._last

    def known(self, when: str | None) -> int | None:
        """`--known` as a position: #POSITION, a day (its end, UTC) or a time."""
        return None if when is None else position_known(self.log, when)

    def world(self, name: str, rules: Rules | None = None, snapshot: Snapshot | None = None) -> World:
        """A scheme under some rules (default: those in force), over what is known."""
        chosen = scheme(name)
        return World(chosen, rules or chosen.rules(), snapshot or self.snapshot(), self.log.origin)

    def replay(self, world: World, on: date, advance: Advance | None = None) -> Replayed:
        """Replay a world to the list in force on a day."""
        return replay(world, self.states, on, advance)

    def list(
        self,
        name: str,
        on: date | None = None,
        *,
        known: int | str | None = None,
        version: str | None = None,
        reform: Reform | None = None,
        readings: Mapping[str, str] | None = None,
        every: bool = False,
        advance: Advance | None = None,
    ) -> RatingList:
        """The list in force on a day, under the rules in force or others, as known at a position."""
        chosen = scheme(name)
        rules = chosen.rules(reform, version, readings)
        snapshot = self.snapshot(self.known(known) if isinstance(known, str) else known)
        listed = chosen.list_in_force(rules, checked_day(on or date.today()))[1]
        checkpoint = self.checkpoint(snapshot.position)
        key = list_key(rules, listed, snapshot.position, self.log.origin, every=every)
        table = None if snapshot.model.supposed else self.states.load_list(key)
        if table is not None:
            return RatingList(chosen, rules, listed, snapshot.position, checkpoint, table)
        replayed = self.replay(self.world(name, rules, snapshot), listed, advance)
        made = make_list(replayed, checkpoint, every=every)
        if not snapshot.model.supposed:
            self.states.save_list(key, made.table)
        return made

    def sql(self, text: str, *, known: int | str | None = None, seconds: int = 60) -> Any:
        """One SELECT over the documented views, as known at a position; the answer as an Arrow table."""
        from replay.sql import query  # only here, because it loads every regulation

        return query(self, self.snapshot(self.known(known) if isinstance(known, str) else known), text, seconds)

    def checkpoint(self, position: int) -> str:
        """The checkpoint of the log at a position, as text; none beyond its head, where only suppositions are."""
        return self.log.checkpoint(position).text if position <= self.log.head else ""

    def scheme(self, name: str) -> Scheme:
        return scheme(name)


def checked_day(day: date) -> date:
    """A day within the years that a ledger can speak of."""
    if not 1800 <= day.year <= 2200:
        raise LedgerError(f"{day} is out of reach", remedy="ask for a day from 1800 to 2200")
    return day
