"""The office: a ledger opened for questions. It makes the list of any day, as known at any time, under any rules."""

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date
from functools import cached_property
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from ledger import Log, open_log
from ledger.log.moment import position_known
from ledger.log.place import cache_folder
from replay.lists.rating_list import RatingList, make_list
from replay.which import Known, WhichList, known_in_words
from replay.world.keys import list_key
from replay.world.limits import checked_day
from replay.world.states import States
from schemes import Rules, Schemes
from schemes.kernels.compiler import caches
from wording import say

if TYPE_CHECKING:
    from projections import Model, Snapshot
    from replay.world.world import Replayed, World

LISTS = "lists"  # beside the log: the files of published lists
Progress = Callable[[str, int | None], AbstractContextManager[Callable[..., None]]]


@contextmanager
def silent(doing: str, total: int | None) -> Iterator[Callable[..., None]]:
    yield lambda *done: None


class RecentSnapshots:
    """The snapshots that were asked for last, so many of them; offices of several threads may share them."""

    def __init__(self, many: int) -> None:
        self.many = many
        self._lock = Lock()
        self._kept: list[Snapshot] = []

    def of(self, model: "Model", position: int, *, rate_as: bool) -> "Snapshot":
        """The facts of a model as known at a position."""
        from projections import Snapshot

        key = model, position, rate_as
        with self._lock:
            snapshot = next(
                (one for one in self._kept if (one.model, one.position, one.rate_as) == key), None
            )
            snapshot = snapshot or Snapshot(model, position, rate_as=rate_as)
            self._kept = [snapshot, *(one for one in self._kept if one is not snapshot)][
                : self.many
            ]
            return snapshot


class Office:
    """A ledger with its read model and stored states. With `cached=False` nothing computed before is used or kept."""

    stays_open = False  # answers many questions: what all of them rest on is kept

    def __init__(
        self,
        place: str | Path,
        *,
        log: Log | None = None,
        lists: Path | None = None,
        cached: bool = True,
        progress: Progress = silent,
        warn: Callable[[str], None] = lambda text: None,
    ) -> None:
        """`lists` is the folder for files of published lists; a ledger in a folder has one of its own.

        `progress` shows how far long work has come (reading the log, replaying lists), `warn` what was left out.
        """
        self.log = log if log is not None else open_log(place)
        self.place = str(place)
        self.lists = lists or (Path(place) / LISTS if Path(place).is_dir() else None)
        self.schemes = Schemes.of_ledger(place)
        self._progress = progress
        self.warn = warn
        self._remarked: set[str] = set()  # what was said of days
        self._cache = None
        if cached:
            self._cache = cache_folder(place, self.log, caches())
        self.recent = RecentSnapshots(1)
        self.states = States(None if self._cache is None else self._cache / "states")

    def __repr__(self) -> str:
        return f"<ledger {self.log.store.name}: {self.log.head} events>"  # not its place, which may hold a password

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self.let_go()
        self.log.close()

    def let_go(self) -> None:
        """Close all but the log."""
        self.settle()
        if "model" in self.__dict__:
            self.model.close()

    def settle(self) -> None:
        """Wait until all is stored; throw it away if a person was erased meanwhile, whose name is in it."""
        self.states.settle()
        if (
            self.states.has_written
            and "model" in self.__dict__
            and self.log.has_erasures(self.model.head)
        ):
            self.states.discard()

    @cached_property
    def model(self) -> "Model":
        """The read model, caught up with the log on first use."""
        from projections import open_model  # loaded on use: a list that is stored does not need it

        with self._progress(say("reading the log"), self.log.head) as advance:
            return open_model(
                self.log, None if self._cache is None else self._cache / "model", advance
            )

    def for_another_thread(self, progress: Progress | None = None) -> "Office":
        """An office over the same log, read model and snapshot. It is let go of with `settle`."""
        other = Office(
            self.place, log=self.log, lists=self.lists, progress=progress or self._progress
        )
        other.__dict__["model"], other.recent, other.stays_open = (
            self.model,
            self.recent,
            self.stays_open,
        )
        return other

    @contextmanager
    def from_log_alone(self) -> "Iterator[Office]":
        """This ledger without anything computed before: what is published, verified or proved is made with it."""
        alone = Office(
            self.place, log=self.log, lists=self.lists, cached=False, progress=self._progress
        )
        try:
            yield alone
        finally:
            alone.let_go()

    def position(self, known: Known) -> int:
        """What `--known` says, as a position: #POSITION, a day (its end, UTC) or a time; default: all that is known."""
        if "model" in self.__dict__:
            newest = self.model.head
        else:
            newest = self.log.head
        known = known_in_words(known)
        if known is None:
            return newest
        return min(position_known(self.log, known) if isinstance(known, str) else known, newest)

    def snapshot(self, known: Known = None, *, rate_as: bool = False) -> "Snapshot":
        """The facts as known then.

        With `rate_as`, tournaments that are approved for one scheme count as if they were approved for all.
        """
        return self.recent.of(self.model, self.position(known), rate_as=rate_as)

    def checked_day(self, day: date, rules: Rules | None = None) -> date:
        """A day that a list can be asked for, seen from today and from what the ledger knows.

        Every question about a day is put through here: of a day to come it is said once that it is one, and of a day
        before the first version of some rules, that there is none.
        """
        if is_to_come(day):
            self._remark(to_come(day))
        if rules is not None:
            for remark in before_rules(rules, day):
                self._remark(remark)
        return checked_day(day, self.snapshot)

    def _remark(self, remark: str) -> None:
        """Say something once."""
        if remark not in self._remarked:
            self._remarked.add(remark)
            self.warn(remark)

    def world(self, which: WhichList) -> "World":
        """The scheme of a list under its rules, over what is known for it."""
        return self.world_of(which.rules, self.snapshot(which.position, rate_as=which.rate_as))

    def world_of(self, rules: Rules, snapshot: "Snapshot") -> "World":
        """Rules of a scheme over some facts of this ledger; an office that stays open keeps those asked for last."""
        from replay.world.world import World

        def world() -> World:
            return World(self.schemes, rules, snapshot, self.log.origin)

        if not self.stays_open:
            return world()
        return snapshot.remembered(f"world of {rules.scheme}", world, rules.fingerprint)

    def replay(self, world: "World", on: date) -> "Replayed":
        """Replay a world to the list in force on a day."""
        from replay.world.world import replay

        with self._progress(say("replaying lists"), None) as advance:
            return replay(world, self.states, self.checked_day(on, world.rules), advance, self.warn)

    def list(self, which: WhichList, *, every: bool = False) -> RatingList:
        """The list in force on a day; with `every`, unpublished ratings and unrated players too, and why."""
        chosen = self.schemes[which.scheme]
        listed = replace(which, day=chosen.list_in_force(which.rules, which.day)[1])
        checkpoint = self.checkpoint(which.position)
        supposed = "model" in self.__dict__ and self.model.supposed
        key = list_key(chosen, listed, checkpoint, every=every)
        table = None if supposed else self.states.load_list(key)
        if table is not None:
            return RatingList(
                chosen, listed, checkpoint, table, lambda: self.snapshot(which.position).people
            )
        made = make_list(self.replay(self.world(listed), listed.day), checkpoint, every=every)
        if not supposed:
            self.states.save_list(key, made.table)
        return dataclasses.replace(made, which=listed)

    def checkpoint(self, position: int) -> str:
        """The checkpoint of the log at a position, as text; none beyond its head, where only suppositions are."""
        if position <= self.log.head:
            return self.log.checkpoint(position).text
        return ""


def is_to_come(day: date) -> bool:
    """Whether a day is still to come: what will be recorded until then is not known yet."""
    return day > date.today()


def to_come(day: date) -> str:
    """What every answer about a day to come says."""
    return say(
        "{day} is still to come: what is recorded until then may change this answer", day=day
    )


def before_rules(rules: Rules, day: date) -> list[str]:
    """What every answer about a day before the first version of some rules says; nothing of any other day."""
    first = rules.versions[0]
    if first.since <= day:
        return []
    return [
        say(
            "{day} is before the first version of {scheme}, {since}: tournaments of that time are not rated, and the "
            "list is judged by that version",
            day=day,
            scheme=rules.scheme,
            since=first.since,
        )
    ]


def schemes_in_use(schemes: Schemes, *snapshots: "Snapshot") -> list[str]:
    """The schemes that tournaments were approved for, or ratings were carried into; their code is not loaded."""
    carried = {name for snapshot in snapshots for name in _carried_into(snapshot)}
    names = schemes.names
    approved = {
        name
        for snapshot in snapshots
        for name in names
        if snapshot.tournaments.approved_for(name).any()
    }
    return [name for name in names if name in carried | approved]


def _carried_into(snapshot: "Snapshot") -> list[str]:
    schemes = snapshot.known.rows("carried", "scheme", standing=True)["scheme"]
    return schemes.unique().to_pylist()  # type: ignore[no-any-return]
