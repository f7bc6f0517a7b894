"""Final tables, computed once and kept beside the read model, by tournament and the last event that changed it;
and the rankings that the office gave.

Like the read model they can be deleted at any time, and go with it when it is thrown away.
"""

import hashlib
from contextlib import suppress
from functools import cache
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ledger.append.places import places_of
from projections.known import picked
from projections.scratch import read_checked, write_checked
from schemes.kernels.compiler import sources_digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from projections.snapshot import Snapshot

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
            self._path = folder / f"rankings-{version()}-{log}.numbers"
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
            _write(self._path, self._known)
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
    numbers = np.frombuffer(content, np.int64)
    count = int(numbers[0])
    keys, sizes, rows = np.split(numbers[1:], (2 * count, 3 * count))
    pairs = iter(rows.reshape(-1, 2).tolist())
    return {
        (tournament, revision): [(rank, player) for rank, player in islice(pairs, size)]
        for (tournament, revision), size in zip(
            keys.reshape(-1, 2).tolist(), sizes.tolist(), strict=True
        )
    }


def _write(path: Path, known: dict[Key, Ranking]) -> None:
    """The number of rankings, their keys, their sizes, their rows."""
    keys = [number for key in known for number in key]
    sizes = [len(ranking) for ranking in known.values()]
    rows = [number for ranking in known.values() for row in ranking for number in row]
    write_checked(path, [np.array([len(known), *keys, *sizes, *rows], np.int64)])


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
        newest[number] = GivenRanking(at, ranking, places_of(ranking or (), places))
    return {number: given for number, given in newest.items() if given.players}
