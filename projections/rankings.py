"""Final tables, computed once and kept beside the read model, by tournament and the last event that changed it;
the rankings that the office gave; and those of them that no longer fit, because results changed since.

Like the read model they can be deleted at any time, and go with it when it is thrown away.
"""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import combinations
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from projections.known import picked
from projections.scratch import read_checked, write_checked
from projections.snapshot import Snapshot
from schemes.kernels.compiler import sources_digest
from wording import Reference, say, together

if TYPE_CHECKING:
    from schemes.standings import Tournament


Ranking = list[tuple[int, int]]  # rank, player number
Key = tuple[int, int]  # tournament number, position of the last event that changed it


class Rankings:
    """The rankings kept in a folder; without one nothing is kept."""

    def __init__(self, folder: Path | None, origin: str = "") -> None:
        """`origin` names the log they belong to."""
        log = hashlib.sha256(origin.encode()).hexdigest()[:8]
        if folder is None:
            self._path = None
        else:
            self._path = folder / f"rankings-{version()}-{log}.msgpack"
        self._known = {} if self._path is None else _read(self._path)

    def get(self, tournament: int, revision: int) -> Ranking | None:
        return self._known.get((tournament, revision))

    def add(self, made: dict[Key, Ranking]) -> None:
        """Keep more of them, of each tournament the newest one known and those just made.

        A folder that cannot be written costs time later, nothing else.
        """
        if self._path is None or not made:
            return
        newest = dict(sorted([*self._known, *made]))
        self._known = {
            key: ranking for key, ranking in self._known.items() if key[1] == newest[key[0]]
        } | made
        with suppress(OSError):
            write_checked(self._path, [msgspec.msgpack.encode([*self._known.items()])])
            for old in self._path.parent.glob("rankings-*"):
                if old != self._path:
                    old.unlink(missing_ok=True)


@cache
def version() -> str:
    """A hash of the rules and of what they are given: other code, other files."""
    digest = hashlib.sha256(sources_digest().encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _read(path: Path) -> dict[Key, Ranking]:
    content = read_checked(path)
    if content is None:
        return {}
    return dict(msgspec.msgpack.decode(content, type=list[tuple[Key, Ranking]]))


class GivenRanking(NamedTuple):
    """A ranking that the office gave: the position of its event, player numbers as handed in, and their places."""

    position: int
    players: list[int]
    places: "Sequence[int]"


def given_rankings(snapshot: "Snapshot") -> dict[int, GivenRanking]:
    """The ranking that counts of each tournament for which the office gave one.

    An empty ranking is none: corrected to it, the tournament's own rules count again.
    """
    return snapshot.remembered("rankings given", lambda: _given_rankings(snapshot))


def _given_rankings(snapshot: "Snapshot") -> dict[int, GivenRanking]:
    names = ("position", "tournament", "ranking", "places")
    closings = snapshot.known.rows("closings", *names, "given", standing=True)
    with_ranking = picked(closings, np.flatnonzero(closings["given"]))
    corrections = snapshot.known.rows("ranking_corrections", *names)
    columns = [[*with_ranking[name].tolist(), *corrections[name].tolist()] for name in names]
    newest: dict[int, GivenRanking] = {}
    for at, number, ranking, places in sorted(zip(*columns, strict=True), key=itemgetter(0)):
        newest[number] = GivenRanking(at, ranking, places)
    return {number: given for number, given in newest.items() if given.players}


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
        return say(
            "{tournament}: {what}",
            tournament=Reference.tournament(self.tournament),
            what=self.remark,
        )

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
    handed_in = given_rankings(snapshot).get(number)
    if handed_in is None or number in snapshot.tournaments.voided:
        return None
    changes = _changed_since(snapshot, number, handed_in.position)
    if not changes:
        return None
    from projections.standings import tournament_of  # with all its rules, which are seldom needed

    now = tournament_of(snapshot, number)
    then = tournament_of(Snapshot(snapshot.model, handed_in.position), number)
    if now.rules == "given":
        difference = _by_points(then, now)
    else:
        difference = _by_rules(then, now)
    if difference is None:
        return None
    return StaleRanking(now.id, handed_in.position, changes, difference)


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
