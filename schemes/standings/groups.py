"""hk-open part 8: who is A, provisional A or B after each edition, and why."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date as Date
from typing import Annotated

from msgspec import Meta, Struct

from schemes.standings.readings import readings_of
from schemes.standings.table import Standings

Percent = Annotated[int, Meta(ge=0, le=100)]
Count = Annotated[int, Meta(ge=1, le=100)]

A, PROVISIONAL, B = "A", "provisional A", "B"


class GroupParameters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of promotion and relegation."""

    promoted_percent: Annotated[Percent, Meta(title="hk-open part 8", description="best of B that go up")] = 10
    relegated_percent: Annotated[Percent, Meta(title="hk-open part 8", description="last of A that go down")] = 20
    missed_editions: Annotated[
        Count, Meta(title="hk-open part 8", description="editions of A missed in a row that lose it")
    ] = 2
    protecting_titles: Annotated[
        tuple[str, ...], Meta(title="hk-open part 8", description="titles that keep A in spite of absence")
    ] = ("hk-gm", "hk-m")


class GroupTable(Struct, frozen=True):
    """The final table of one group of one edition: players in table order, which also settles ties at a cut."""

    players: tuple[str, ...]
    end: Date
    closed: bool = True


def group_table(standings: Standings, end: Date, closed: bool = True) -> GroupTable:
    """The table of a group's event: all its rows count for percentages, the disqualified included."""
    return GroupTable(tuple(row.player for row in standings.rows), end, closed)


class Edition(Struct, frozen=True):
    """One edition of a series: its A event, its B event, or both."""

    edition: int
    a: GroupTable | None = None
    b: GroupTable | None = None


class TitleSpan(Struct, frozen=True):
    """A title held from a day on, up to but not including `until` where it was revoked."""

    player: str
    title: str
    since: Date
    until: Date | None = None


class Membership(Struct, frozen=True):
    """Where a player stands after an edition, and why."""

    edition: int
    player: str
    group: str
    reason: str


class _State(Struct):
    """A player between two editions."""

    group: str
    missed: int = 0
    reason: str = ""


def relegated_count(rows: int, percent: int) -> int:
    """The last of A: a started person does not count."""
    return rows * percent // 100


def promoted_count(rows: int, percent: int, rounding: str = "rounded-up") -> int:
    """The best of B: every started person counts."""
    if rounding == "at-least-one":
        return max(min(1, rows), rows * percent // 100)
    return -(-rows * percent // 100)


def groups(
    editions: Sequence[Edition],
    titles: Sequence[TitleSpan] = (),
    parameters: GroupParameters | None = None,
    readings: Mapping[str, str] | None = None,
) -> tuple[Membership, ...]:
    """Everybody seen so far after each edition; in an edition ranks of A act first, then absences, then B."""
    history = _History(titles, parameters or GroupParameters(), readings_of("hk-open", readings))
    return tuple(row for edition in sorted(editions, key=lambda one: one.edition) for row in history.after(edition))


class _History:
    """The states of all players, moved from edition to edition."""

    def __init__(self, titles: Sequence[TitleSpan], parameters: GroupParameters, readings: Mapping[str, str]) -> None:
        self.titles = [span for span in titles if span.title in parameters.protecting_titles]
        self.parameters = parameters
        self.readings = readings
        self.states: dict[str, _State] = {}

    def after(self, edition: Edition) -> Iterator[Membership]:
        """Apply one edition and list everybody."""
        for state in self.states.values():
            state.reason = f"stays {state.group}"
        a, b = (self._counted(table) for table in (edition.a, edition.b))
        if a is not None:
            self._ranks_of_a(a)
            self._absences(a)
        if b is not None:
            self._promotions(b)
        for player, state in sorted(self.states.items()):
            yield Membership(edition.edition, player, state.group, state.reason)

    def _counted(self, table: GroupTable | None) -> GroupTable | None:
        """A table that was not closed counts as it stands, unless the reading says it does nothing."""
        ignored = table is not None and not table.closed and self.readings["open-edition"] == "nothing"
        return None if ignored else table

    def _ranks_of_a(self, table: GroupTable) -> None:
        """The last of A go down, everybody else who played there is A."""
        count = relegated_count(len(table.players), self.parameters.relegated_percent)
        safe = len(table.players) - count
        for place, player in enumerate(table.players, start=1):
            before = self.states.get(player)
            if place > safe:
                reason = f"among the last {count} of {len(table.players)} in A"
                self.states[player] = _State(B, reason=reason)
            elif before is not None and before.group == B and self.readings["b-plays-a"] == "b":
                before.reason = "played A as a member of B"
            elif before is None and self.readings["first-seen"] == "provisional":
                self.states[player] = _State(PROVISIONAL, reason="first seen in A")
            else:
                self.states[player] = _State(A, reason=_stays(before))

    def _absences(self, table: GroupTable) -> None:
        """Too many A editions missed in a row lose A, and provisional A, unless a title protects."""
        if not table.closed:
            return
        present = set(table.players)
        for player, state in self.states.items():
            if player not in present and state.group != B:
                self._missed(player, state, table.end)

    def _missed(self, player: str, state: _State, end: Date) -> None:
        """One more missed edition of a member."""
        protected = self._protected(player, end)
        if protected and self.readings["title-protection"] == "each-absence":
            state.reason = f"missed A, protected by {protected}"
            return
        state.missed += 1
        limit = self.parameters.missed_editions
        if state.group == PROVISIONAL and self.readings["provisional-absence"] == "first":
            limit = 1
        state.reason = f"missed A ({state.missed} in a row)"
        if state.missed >= limit and protected:
            state.reason += f", protected by {protected}"
        elif state.missed >= limit:
            state.reason += f": lost {state.group}"
            state.group, state.missed = B, 0

    def _protected(self, player: str, day: Date) -> str | None:
        """A protecting title held on a day."""
        held = sorted(
            span.title
            for span in self.titles
            if span.player == player and span.since <= day and (span.until is None or day < span.until)
        )
        return held[0] if held else None

    def _promotions(self, table: GroupTable) -> None:
        """The best of B become provisional A; a member of A among them stays what he is."""
        for player in table.players:
            self.states.setdefault(player, _State(B, reason="first seen in B"))
        count = promoted_count(len(table.players), self.parameters.promoted_percent, self.readings["promotion-count"])
        passed_on = self.readings["promotion-place"] == "passed-on"
        candidates = [p for p in table.players if not passed_on or self.states[p].group == B]
        for player in candidates[:count]:
            if self.states[player].group == B:
                reason = f"among the best {count} of {len(table.players)} in B"
                self.states[player] = _State(PROVISIONAL, reason=reason)


def _stays(before: _State | None) -> str:
    """Why somebody who played A and was not among its last is A."""
    if before is None:
        return "first seen in A"
    return "stays A" if before.group == A else f"{before.group} before, played A and stayed"
