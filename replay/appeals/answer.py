"""An appeal: events as if they had been appended, and what every list since would say instead."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import date
from functools import cached_property, partial
from typing import TypeVar

import numpy as np
from msgspec import Struct

from ledger.errors import LedgerError
from ledger.events import AnyEvent, PlayersMerged, RatingCarriedIn, RatingEnded
from projections import Snapshot, Supposed
from projections.rankings import given_rankings, stale_rankings
from projections.scheme_inputs import looked_at
from replay.answers.table import Row
from replay.appeals.links import Links
from replay.appeals.reasons import Reasons
from replay.appeals.side_by_side import ListStep, SideBySide, compared_lists
from replay.office.office import Office, schemes_in_use
from schemes import Scheme
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import Stop
from wording import say

Entries = list[tuple[int, AnyEvent]]
Found = TypeVar("Found")


class AppealResult(Struct, frozen=True):
    """What an appeal does to the lists of one scheme."""

    scheme: str
    first_list: date | None
    "The first list on which anything differs; None: nothing does."
    compared: tuple[date, ...]
    "The lists that were compared."
    rows: tuple[Row, ...]
    "By list and player: the ratings, the change, its causes, and through whom."


class RankChange(Struct, frozen=True):
    """A player's place in a tournament without and with an appeal; None where there is none."""

    tournament: str
    player: str
    before: int | None
    after: int | None


class Appeal:
    """Events over a ledger, as if appended; the ledger is not touched."""

    def __init__(self, office: Office, entries: Entries, before: Snapshot, after: Snapshot) -> None:
        self.office = office
        self.entries = entries
        self.before = before
        self.after = after
        self.left_out: list[str] = []  # regulations that fail, each with what is wrong with it

    def schemes(self) -> list[str]:
        """The schemes whose lists the events can change; the code of schemes that nobody uses is not loaded."""
        named = {
            event.scheme
            for _, event in self.entries
            if isinstance(event, RatingCarriedIn | RatingEnded)
        }
        schemes = self.office.schemes
        used = schemes_in_use(schemes, self.before, self.after)
        used = [
            name for name in used if self.unless_it_fails(schemes.__getitem__, name) is not None
        ]
        named.update([name for name in used if self.unless_it_fails(self._touches, name)])
        named.update(
            [name for name in used if schemes[name].reads_list_of in named]
        )  # they rest on those lists
        everybody = any(not hasattr(event, "tournament") for _, event in self.entries)
        return [name for name in used if everybody or name in named]

    def _touches(self, name: str) -> bool:
        """Whether the events touch a tournament that a scheme looks at."""
        for snapshot in (self.before, self.after):
            numbers = self.touched[self.touched < len(snapshot.tournaments)].tolist()
            if numbers and looked_at(snapshot, self.office.schemes[name])[numbers].any():
                return True
        return False

    def unless_it_fails(self, ask: Callable[[str], Found], name: str) -> Found | None:
        """What is asked about a scheme; a regulation that fails is named and left out, and the others go on."""
        try:
            return ask(name)
        except LedgerError as fault:
            if not fault.is_of_rules:
                raise
            if fault.wrong not in self.left_out:
                self.left_out.append(fault.wrong)
                self.office.warn(say("left out: {fault}", fault=fault.text))
            return None

    @cached_property
    def touched(self) -> Column:
        """The tournaments that the events touch."""
        return np.flatnonzero(self.after.tournaments.revisions.position > self.before.position)

    def compared(self, name: str, on: date, *, every: bool = False) -> "Compared":
        """The lists of a scheme up to the one in force on a day, without and with the appeal."""
        rules = self.office.schemes[name].rules()
        before = self.office.world_of(rules, self.before)
        after = self.office.world_of(rules, self.after)
        stops, asked = compared_lists(before, after, on, self.before.published(name), every=every)
        return Compared(self, SideBySide(before, after, stops, asked).run(self.office.states))

    def ranks(self) -> list[RankChange]:
        """The places in the standings of touched tournaments that change."""
        renamed = {
            event.duplicate: event.kept
            for _, event in self.entries
            if isinstance(event, PlayersMerged)
        }
        return rank_changes(self.before, self.after, self.touched.tolist(), renamed)

    def stale_rankings(self) -> list[str]:
        """Rankings given before these events: they would be others by the results as the appeal leaves them."""
        known = [number for number in self.touched.tolist() if number < len(self.after.tournaments)]
        return [stale.told for stale in stale_rankings(self.after, known)]

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
            raise LedgerError(
                say("there is no player {player!r}", player=player),
                remedy=say("ids are compared letter by letter"),
            )
        return number


class Compared:
    """The lists of one scheme, without and with an appeal."""

    def __init__(self, appeal: Appeal, side_by_side: SideBySide) -> None:
        self.appeal = appeal
        self.side_by_side = side_by_side
        self.links = Links(side_by_side, appeal.touched, appeal.merged())
        self._reasons = Reasons(side_by_side, self.links, appeal.merged(), self.tournament_id)

    def player_id(self, number: int) -> str:
        return self.appeal.player_id(number)

    def tournament_id(self, number: int) -> str:
        return self.appeal.after.tournaments.id(number)

    @property
    def scheme(self) -> Scheme:
        return self.side_by_side.after.scheme

    def result(self) -> AppealResult:
        """Which lists differ, and every row that does on the lists asked for."""
        both = self.side_by_side
        first = next((step.stop for step in both.differences if step.differs), None)
        compared = [list_date(stop) for stop in both.stops if stop in both.asked]
        rows: list[Row] = []
        for at, step in enumerate(both.differences):
            rows += self._rows(at, step)
        return AppealResult(
            self.scheme.name,
            None if first is None else list_date(first),
            tuple(compared),
            tuple(rows),
        )

    def _rows(self, at: int, step: ListStep) -> Iterator[Row]:
        """The rows of a list that differ, by player id."""
        if step.shown is None:
            return
        for place, player in enumerate(step.shown.ids):
            yield {
                **step.shown.row(place),
                "scheme": self.scheme.name,
                "list_date": list_date(step.stop),
                "through": self._reasons.of(
                    self.appeal.player_number(player), at, step.shown, place
                ),
            }


def list_date(stop: Stop) -> date:
    """The day of a list."""
    return date.fromordinal(stop.day)


@contextmanager
def appealed(office: Office, entries: Entries) -> Iterator[Appeal]:
    """The ledger with events laid over it; afterwards the read model is as it was."""
    model = office.model
    if entries and entries[0][0] != model.head + 1:
        raise LedgerError(say("the log has grown in the meantime"), remedy=say("ask again"))
    before = office.snapshot()
    with closing(Supposed(model, entries)) as after:
        yield Appeal(office, entries, before, Snapshot(after))


def accepted(office: Office, first: int, last: int) -> Appeal:
    """Events that stand in the log from one position to another, against the log before the first of them."""
    entries = list(office.log.read(first - 1, last))
    return Appeal(office, entries, office.snapshot(first - 1), office.snapshot(last))


def answers(
    appeal: Appeal, on: date, only: Sequence[str] = (), *, every: bool = False
) -> list[Compared]:
    """What an appeal does to the lists of each scheme it can affect, or of those that are asked for by name."""
    compared = partial(appeal.compared, on=appeal.office.checked_day(on), every=every)
    if only:
        return [compared(name) for name in only]
    outcomes = [appeal.unless_it_fails(compared, name) for name in appeal.schemes()]
    return [outcome for outcome in outcomes if outcome is not None]


def rank_changes(
    before: Snapshot, after: Snapshot, tournaments: Sequence[int], renamed: Mapping[str, str]
) -> list[RankChange]:
    """All places that change in the final tables of tournaments, by tournament and place; merged ids are one."""
    sides = [_ranks(snapshot, tournaments) for snapshot in (before, after)]
    changes = []
    for tournament in tournaments:
        one, other = (side.get(tournament, {}) for side in sides)
        one = {renamed.get(player, player): rank for player, rank in one.items()}
        changed = [
            player for player in one.keys() | other.keys() if one.get(player) != other.get(player)
        ]
        name = after.tournaments.id(tournament)
        for player in sorted(changed, key=lambda p: (other.get(p) or 10**9, p)):
            changes.append(RankChange(name, player, one.get(player), other.get(player)))
    return changes


def _ranks(snapshot: Snapshot, tournaments: Sequence[int]) -> dict[int, dict[str, int]]:
    """Player → place of the tables that count; a void tournament has none."""
    there = snapshot.tournaments
    rankings = given_rankings(snapshot)
    known = [number for number in tournaments if number < len(there) and number not in there.voided]
    known = [
        number for number in known if number in rankings or there.standings_rules[number] != "given"
    ]
    if not known:
        return {}
    from projections.standings import TournamentRecords, counted_standings, round_so_far

    records = TournamentRecords(snapshot, known)
    places = {}
    for number in known:
        facts = records.tournament(number)
        table = counted_standings(facts, after=round_so_far(snapshot, number, facts))
        places[number] = {row.player: row.rank for row in table.rows if row.rank is not None}
    return places
