"""An appeal: events as if they had been appended, and what every list since would say instead."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import date
from functools import cached_property

import numpy as np
from msgspec import Struct

from ledger.errors import LedgerError
from ledger.events import AnyEvent, PlayersMerged, RatingCarriedIn, RatingEnded
from projections import Snapshot, Supposed
from projections.scheme_inputs import looked_at
from projections.snapshot import Column
from replay.appeals.causes import Causes, list_date
from replay.appeals.links import Links
from replay.appeals.ranks import RankChange, rank_changes
from replay.appeals.side_by_side import Difference, SideBySide, compared_lists
from replay.desk import Desk
from replay.world import World
from schemes import scheme, scheme_names

Entries = list[tuple[int, AnyEvent]]


class Row(Struct, frozen=True):
    """A player on a list: the rating without and with the appeal ("" where not on the list), and why it differs."""

    scheme: str
    list_date: str
    player: str
    before: str
    after: str
    change: str
    cause: str


class Told(Struct, frozen=True):
    """What an appeal does to the lists of one scheme."""

    scheme: str
    first_list: str | None  # the first list on which anything differs; None: nothing does
    compared: tuple[str, ...]  # the lists that were compared, by date
    rows: tuple[Row, ...]


class Appeal:
    """Events over a ledger, as if appended; the ledger is not touched."""

    def __init__(self, desk: Desk, entries: Entries, before: Snapshot, after: Snapshot) -> None:
        self.desk, self.entries, self.before, self.after = desk, entries, before, after

    def schemes(self) -> list[str]:
        """The schemes whose lists the events can change."""
        named = {event.scheme for _, event in self.entries if isinstance(event, RatingCarriedIn | RatingEnded)}
        for snapshot in self._both:
            known = self.touched[self.touched < len(snapshot.tournaments)].tolist()
            if known:
                named.update(name for name in scheme_names() if looked_at(snapshot, scheme(name))[known].any())
        everybody = any(not hasattr(event, "tournament") for _, event in self.entries)
        return [name for name in scheme_names() if name in named or (everybody and self._in_use(name))]

    @property
    def _both(self) -> tuple[Snapshot, Snapshot]:
        return self.before, self.after

    def _rated(self, snapshot: Snapshot, name: str) -> Column:
        return snapshot.tournaments.approved_for(name)

    def _in_use(self, name: str) -> bool:
        carried = self.after.known.rows("carried", "scheme", standing=True)["scheme"].to_pylist()
        return name in carried or any(self._rated(each, name).any() for each in self._both)

    @cached_property
    def touched(self) -> Column:
        """The tournaments that the events touch."""
        return np.flatnonzero(self.after.tournaments.revisions.position > self.before.position)

    def compared(self, name: str, on: date, *, every: bool = False) -> "Compared":
        """The lists of a scheme up to the one in force on a day, without and with the appeal."""
        chosen, origin = scheme(name), self.desk.log.origin
        before = World(chosen, chosen.rules(), self.before, origin)
        after = World(chosen, before.rules, self.after, origin)
        stops, asked = compared_lists(before, after, on, self.before.published(name), every=every)
        return Compared(self, SideBySide(before, after, stops, asked).run(self.desk.states))

    def ranks(self) -> list[RankChange]:
        """The places in the standings of touched tournaments that change."""
        renamed = {event.duplicate: event.kept for _, event in self.entries if isinstance(event, PlayersMerged)}
        return rank_changes(self.before, self.after, self.touched.tolist(), renamed)

    def merged(self) -> frozenset[int]:
        """The players whom the events make one."""
        ids = {
            name
            for _, event in self.entries
            if isinstance(event, PlayersMerged)
            for name in (event.kept, event.duplicate)
        }
        return frozenset(self.player_number(name) for name in ids)

    def player_id(self, number: int) -> str:
        return self.after.people.id_list[number]

    def player_number(self, player: str) -> int:
        """The number of a player's id, as registered."""
        number = self.after.people.number(player)
        if number is None:
            raise LedgerError(f"there is no player {player!r}", remedy="ids are compared letter by letter")
        return number


class Compared:
    """The lists of one scheme, without and with an appeal."""

    def __init__(self, appeal: Appeal, side_by_side: SideBySide) -> None:
        self.appeal, self.side_by_side = appeal, side_by_side
        self.links = Links(side_by_side, appeal.touched, appeal.merged())
        self._causes = Causes(side_by_side, self.links, appeal.merged(), self.player_id, self.tournament_id)

    def player_id(self, number: int) -> str:
        return self.appeal.player_id(number)

    def tournament_id(self, number: int) -> str:
        return str(self.appeal.after.tournaments.table.ids[number])

    def told(self) -> Told:
        """Which lists differ, and every row that does on the lists asked for."""
        differs = [each for each in self.side_by_side.differences if each.lines or len(each.player)]
        both = self.side_by_side
        compared = tuple(list_date(stop.day) for stop in both.stops if stop in both.asked)
        first = list_date(differs[0].stop.day) if differs else None
        rows = [row for at, each in enumerate(self.side_by_side.differences) for row in self._rows(at, each)]
        return Told(self.side_by_side.after.scheme.name, first, compared, tuple(rows))

    def _rows(self, at: int, difference: Difference) -> list[Row]:
        return [self._row(at, difference, player) for player in sorted(difference.lines, key=self.player_id)]

    def _row(self, at: int, difference: Difference, player: int) -> Row:
        chosen = self.side_by_side.after.scheme
        before, after = (line.rating for line in difference.lines[player])
        both = before > 0 and after > 0
        return Row(
            chosen.name,
            list_date(difference.stop.day),
            self.player_id(player),
            chosen.shown(before) if before else "",
            chosen.shown(after) if after else "",
            chosen.shown(after - before) if both else "",
            self._causes.of(player, at),
        )


@contextmanager
def appealed(desk: Desk, entries: Entries) -> Iterator[Appeal]:
    """The ledger with events laid over it; afterwards the read model is as it was."""
    model = desk.model
    if entries and entries[0][0] != model.head + 1:
        raise LedgerError("the log has grown in the meantime", remedy="ask again")
    before = desk.snapshot()
    with closing(Supposed(model, entries)) as after:
        yield Appeal(desk, entries, before, Snapshot(after))


def answers(appeal: Appeal, on: date, only: Sequence[str] = (), *, every: bool = False) -> list[Compared]:
    """What an appeal does to the lists of each scheme it can affect."""
    return [appeal.compared(name, on, every=every) for name in only or appeal.schemes()]
