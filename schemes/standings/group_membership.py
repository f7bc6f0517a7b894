"""hk-open part 8: who is A, provisional A or B after each edition, and why."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date as Date
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from schemes.standings.cuts import level_at_cut
from schemes.standings.readings import readings_of
from schemes.standings.table import Standings
from wording import say

Percent = Annotated[int, Meta(ge=0, le=100)]
Count = Annotated[int, Meta(ge=1, le=100)]

A, PROVISIONAL, B = "A", "provisional A", "B"


class GroupParameters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of promotion and relegation."""

    promoted_percent: Annotated[
        Percent, Meta(title="hk-open part 8", description="best of B that go up")
    ] = 10
    relegated_percent: Annotated[
        Percent, Meta(title="hk-open part 8", description="last of A that go down")
    ] = 20
    missed_editions: Annotated[
        Count,
        Meta(title="hk-open part 8", description="editions of A missed in a row that lose it"),
    ] = 2
    protecting_titles: Annotated[
        tuple[str, ...],
        Meta(title="hk-open part 8", description="titles that keep A in spite of absence"),
    ] = ("hk-gm", "hk-m")


TITLE_NAMES = {
    "hk-gm": ("香港特级大师", "香港特級大師"),
    "hk-m": ("香港大师", "香港大師"),
}  # as people write them


class GroupTable(Struct, frozen=True):
    """The final table of one group of one edition: the ranked in table order, which also settles ties at a cut.

    The disqualified have no rank; neither have players whom the office entered and did not rank.
    """

    players: tuple[str, ...]
    end: Date
    closed: bool = True
    disqualified: tuple[str, ...] = ()
    unranked: tuple[str, ...] = ()
    level: tuple[tuple[str, ...], ...] = ()  # players who share a rank


def group_table(
    standings: Standings, end: Date, closed: bool = True, disqualified: Collection[str] = ()
) -> GroupTable:
    """The table of a group's event; `disqualified`: also those whom an office's ranking leaves out."""
    ranked = [row.player for row in standings.rows if row.rank is not None and not row.disqualified]
    left = [row for row in standings.rows if row.rank is None or row.disqualified]
    out = [row.player for row in left if row.disqualified or row.player in disqualified]
    others = [row.player for row in left if row.player not in out]
    return GroupTable(
        tuple(ranked), end, closed, tuple(out), tuple(others), _level(standings, ranked)
    )


def _level(standings: Standings, ranked: Collection[str]) -> tuple[tuple[str, ...], ...]:
    by_rank: dict[int | None, list[str]] = {}
    for row in standings.rows:
        if row.player in ranked:
            by_rank.setdefault(row.rank, []).append(row.player)
    return tuple(tuple(players) for players in by_rank.values() if len(players) > 1)


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


class FederationSpan(Struct, frozen=True):
    """A player's federation from a day on, until the next one."""

    player: str
    federation: str
    since: Date


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


class Groups(NamedTuple):
    """Everybody's group after each edition, and where only the order of level players decided who moved."""

    members: tuple[Membership, ...]
    notes: tuple[str, ...]


def groups(
    editions: Sequence[Edition],
    titles: Sequence[TitleSpan] = (),
    parameters: GroupParameters | None = None,
    readings: Mapping[str, str] | None = None,
    homes: Sequence[FederationSpan] = (),
) -> Groups:
    """Everybody seen so far after each edition; in an edition ranks of A act first, then absences, then B.

    `homes` are needed only for the reading that absence costs Hong Kong's own players A.
    """
    history = _History(
        titles, homes, parameters or GroupParameters(), readings_of("hk-open", readings)
    )
    in_order = sorted(editions, key=lambda one: one.edition)
    members = tuple(row for edition in in_order for row in history.after(edition))
    return Groups(members, tuple(history.notes))


class _History:
    """The states of all players, moved from edition to edition."""

    def __init__(
        self,
        titles: Sequence[TitleSpan],
        homes: Sequence[FederationSpan],
        parameters: GroupParameters,
        readings: Mapping[str, str],
    ) -> None:
        self.homes = sorted(homes, key=lambda span: span.since)
        self.titles = [span for span in titles if span.title in parameters.protecting_titles]
        self.parameters = parameters
        self.readings = readings
        self.states: dict[str, _State] = {}
        self.notes: list[str] = []

    def after(self, edition: Edition) -> Iterator[Membership]:
        """Apply one edition and list everybody."""
        for state in self.states.values():
            state.reason = say("stays {group}", group=say(state.group))
        a, b = (self._counted(table) for table in (edition.a, edition.b))
        if a is not None:
            last = self._ranks_of_a(a)
            self._cut(
                a,
                last,
                say("the last {number} of {all} in A", number=len(last), all=len(a.players)),
                edition,
            )
            self._absences(a)
        if b is not None:
            best = self._promotions(b)
            self._cut(
                b,
                best,
                say("the best {number} of {all} in B", number=len(best), all=len(b.players)),
                edition,
            )
        for player, state in sorted(self.states.items()):
            yield Membership(edition.edition, player, state.group, state.reason)

    def _cut(self, table: GroupTable, inside: Collection[str], cut: str, edition: Edition) -> None:
        """Note where some of the players of one rank are in and others are not."""
        for level in table.level:
            last_in = [player for player in level if player in inside]
            if 0 < len(last_in) < len(level):
                place = say("edition {edition}, {cut}", edition=edition.edition, cut=cut)
                self.notes.append(level_at_cut(place, level, last_in, self.readings))

    def _counted(self, table: GroupTable | None) -> GroupTable | None:
        """A table that was not closed counts as it stands, unless the reading says it does nothing."""
        if table is None or (not table.closed and self.readings["open-edition"] == "nothing"):
            return None
        if self.readings["disqualified-rank"] == "last":
            return replace(table, players=table.players + table.disqualified, disqualified=())
        return table

    def _ranks_of_a(self, table: GroupTable) -> tuple[str, ...]:
        """The last of A go down, everybody else who played there is A; who goes down."""
        count = relegated_count(len(table.players), self.parameters.relegated_percent)
        last = table.players[len(table.players) - count :]
        for player in (*table.players, *table.unranked):
            before = self.states.get(player)
            if player in last:
                reason = say(
                    "among the last {number} of {all} in A", number=count, all=len(table.players)
                )
                self.states[player] = _State(B, reason=reason)
            elif before is not None and before.group == B and self.readings["b-plays-a"] == "b":
                before.reason = say("played A as a member of B")
            elif before is None and self.readings["first-seen"] == "provisional":
                self.states[player] = _State(PROVISIONAL, reason=say("first seen in A"))
            else:
                self.states[player] = _State(A, reason=_stays(before))
        for player in table.disqualified:
            first = PROVISIONAL if self.readings["first-seen"] == "provisional" else A
            self.states.setdefault(
                player, _State(first, reason=say("first seen in A, disqualified"))
            )
        return last

    def _absences(self, table: GroupTable) -> None:
        """Too many A editions missed in a row lose A, and provisional A, unless a title protects.

        A disqualified player has missed the edition.
        """
        if not table.closed:
            return
        present = {*table.players, *table.unranked}
        for player, state in self.states.items():
            if (
                player not in present
                and state.group != B
                and self._can_lose_it(player, state, table.end)
            ):
                self._missed(player, state, table.end)
                if player in table.disqualified and state.group != B:
                    state.reason = say("{what}: disqualified", what=state.reason)

    def _can_lose_it(self, player: str, state: _State, end: Date) -> bool:
        """Whether absence counts for a member at all, by the readings."""
        if state.group == PROVISIONAL and self.readings["provisional-absence"] == "never":
            return False
        if self.readings["absence-whom"] == "every":
            return True
        homes = [
            span.federation for span in self.homes if span.player == player and span.since <= end
        ]
        return homes[-1:] == ["HKG"]

    def _missed(self, player: str, state: _State, end: Date) -> None:
        """One more missed edition of a member."""
        protected = self._protected(player, end)
        if protected and self.readings["title-protection"] == "each-absence":
            state.reason = say("missed A, protected by {title}", title=protected)
            return
        state.missed += 1
        limit = self.parameters.missed_editions
        if state.group == PROVISIONAL and self.readings["provisional-absence"] == "first":
            limit = 1
        state.reason = say("missed A ({number} in a row)", number=state.missed)
        if state.missed >= limit and protected:
            state.reason = say("{what}, protected by {title}", what=state.reason, title=protected)
        elif state.missed >= limit:
            state.reason = say("{what}: lost {group}", what=state.reason, group=say(state.group))
            state.group = B
            state.missed = 0

    def _protected(self, player: str, day: Date) -> str | None:
        """A protecting title held on a day."""
        held = sorted(
            span.title
            for span in self.titles
            if span.player == player
            and span.since <= day
            and (span.until is None or day < span.until)
        )
        if held:
            return held[0]
        return None

    def _promotions(self, table: GroupTable) -> list[str]:
        """The best of B become provisional A, anew if they are it already; a member of A among them stays A."""
        for player in (*table.players, *table.unranked, *table.disqualified):
            self.states.setdefault(player, _State(B, reason=say("first seen in B")))
        count = promoted_count(
            len(table.players), self.parameters.promoted_percent, self.readings["promotion-count"]
        )
        passed_on = self.readings["promotion-place"] == "passed-on"
        candidates = [p for p in table.players if not passed_on or self.states[p].group != A]
        again = self.readings["new-grant"] == "starts-anew"
        for player in candidates[:count]:
            if self.states[player].group == B or (
                again and self.states[player].group == PROVISIONAL
            ):
                reason = say(
                    "among the best {number} of {all} in B", number=count, all=len(table.players)
                )
                self.states[player] = _State(PROVISIONAL, reason=reason)
        return candidates[:count]


def _stays(before: _State | None) -> str:
    """Why somebody who played A and was not among its last is A."""
    if before is None:
        return "first seen in A"
    if before.group == A:
        return say("stays {group}", group=say(A))
    return say("{group} before, played A and stayed", group=say(before.group))
