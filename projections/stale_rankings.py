"""Rankings that the office gave before results of their tournament changed, and that no longer fit the results."""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from projections.rankings import given_rankings
from projections.snapshot import Snapshot
from wording import say, together

if TYPE_CHECKING:
    from schemes.standings import Tournament

RESULTS = ("game_changes", "byes", "fouls")  # what says a result beside the games themselves
NAMED = 3  # so many events are named, the others counted


class StaleRanking(Struct, frozen=True):
    """The event that gave a ranking, the events that changed results since, and where the two part."""

    tournament: str
    position: int
    changes: tuple[int, ...]
    difference: str

    @property
    def told(self) -> str:
        """In words, with the tournament."""
        return say("{tournament}: {what}", tournament=self.tournament, what=self.remark)

    @property
    def remark(self) -> str:
        """In words."""
        events = [f"#{position}" for position in self.changes[:NAMED]]
        if len(self.changes) > NAMED:
            events.append(say("{number} more", number=len(self.changes) - NAMED))
        return say(
            "the ranking given in #{position} is older than {changes} and does not fit the results any more: "
            "{difference}",
            position=self.position,
            changes=together(events),
            difference=self.difference,
        )


def stale_ranking(snapshot: Snapshot, number: int) -> StaleRanking | None:
    """The given ranking of a tournament, if results changed after it and it would be another by them.

    A ranking that the office gave against the rules with its eyes open is not stale: only what changed since counts.
    """
    given = given_rankings(snapshot).get(number)
    if given is None or number in snapshot.tournaments.voided:
        return None
    changes = _changed_since(snapshot, number, given.position)
    if not changes:
        return None
    from projections.standings import tournament_of  # with all its rules, which are seldom needed

    now = tournament_of(snapshot, number)
    then = tournament_of(Snapshot(snapshot.model, given.position), number)
    if now.rules == "given":
        difference = _by_points(then, now)
    else:
        difference = _by_rules(then, now)
    if difference is None:
        return None
    return StaleRanking(now.id, given.position, changes, difference)


def stale_rankings(snapshot: Snapshot, numbers: Sequence[int]) -> list[StaleRanking]:
    """Those of some tournaments."""
    rankings = (stale_ranking(snapshot, number) for number in numbers)
    return [stale for stale in rankings if stale is not None]


def _changed_since(snapshot: Snapshot, number: int, position: int) -> tuple[int, ...]:
    """The positions after one at which a result was recorded, corrected, voided or withdrawn."""
    known = snapshot.known
    games = known.model.query(
        "SELECT position FROM {games} WHERE tournament = ? AND position > ? AND position <= ?",
        number, position, known.until("games"),
    )  # fmt: skip
    positions = set(games["position"].to_pylist())
    withdrawals = known.rows("withdrawals", "position", "withdraws")
    for table in RESULTS:
        rows = known.rows(table, "tournament", "position")
        own = rows["position"][rows["tournament"] == number]
        positions.update(own.tolist())
        positions.update(withdrawals["position"][np.isin(withdrawals["withdraws"], own)].tolist())
    return tuple(sorted(at for at in positions if at > position))


def _by_rules(then: "Tournament", now: "Tournament") -> str | None:
    """The first place where the ranking contradicts the rules, if they rank otherwise than when it was given."""
    from schemes.standings import official, ranking, standings

    before, after = (ranking(standings(replace(facts, given=None))) for facts in (then, now))
    if before == after:
        return None
    return official(now)[1]


def _by_points(then: "Tournament", now: "Tournament") -> str | None:
    """The first two players of a ranking of whom the lower one has gained on the upper one and is level or ahead.

    Without rules only points can be compared; a ranking that was given before any game says nothing about them.
    """
    from schemes.standings import halves_text, ranking, standings

    if not then.games:
        return None
    before, after = (
        {row.player: row.score_x2 for row in standings(facts).rows} for facts in (then, now)
    )
    places = {player: place for place, player in ranking(standings(now))}
    for upper, lower in combinations(places, 2):
        lead_then = before.get(upper, 0) - before.get(lower, 0)
        lead_now = after.get(upper, 0) - after.get(lower, 0)
        parted = places[upper] == places[lower] and lead_then == 0 != lead_now
        if parted or (lead_then > 0 >= lead_now) or (lead_then == 0 > lead_now):
            return say(
                "points: {points} for {upper} at place {place}, {more} for {lower} at place {below}",
                points=halves_text(after.get(upper, 0)),
                upper=upper,
                place=places[upper],
                more=halves_text(after.get(lower, 0)),
                lower=lower,
                below=places[lower],
            )
    return None
