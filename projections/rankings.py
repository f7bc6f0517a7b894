"""Final tables that were worked out once: kept beside the read model, by tournament and the last event that touched it.

Like the read model they can be deleted at any time, and go with it when it is thrown away.
"""

import hashlib
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np

from projections.scratch import taking_the_place_of
from schemes.compiler import sources_digest

Ranking = list[tuple[int, int]]  # rank, player number
Key = tuple[int, int]  # tournament number, position of the last event that touched it


class Rankings:
    """The rankings kept in a folder; without one nothing is kept."""

    def __init__(self, folder: Path | None, origin: str = "") -> None:
        """Those of a log, told by its origin."""
        log = hashlib.sha256(origin.encode()).hexdigest()[:8]
        self._path = None if folder is None else folder / f"rankings-{version()}-{log}.npz"
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
        self._known = {key: ranking for key, ranking in self._known.items() if key[1] == newest[key[0]]} | made
        with suppress(OSError):
            _write(self._path, self._known)
            for old in self._path.parent.glob("rankings-*.npz"):
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
    try:
        with path.open("rb") as raw, np.load(raw) as file:
            keys, sizes, rows = file["keys"].tolist(), file["sizes"].tolist(), iter(file["rows"].tolist())
        return {
            (tournament, revision): [(rank, player) for rank, player in islice(rows, size)]
            for (tournament, revision), size in zip(keys, sizes, strict=True)
        }
    except Exception:  # not there, or damaged in any of the ways a zip file can be: it is worked out anew
        return {}


def _write(path: Path, known: dict[Key, Ranking]) -> None:
    with taking_the_place_of(path) as fresh:
        np.savez(
            fresh,
            keys=np.array(list(known), np.int64).reshape(-1, 2),
            sizes=np.array([len(ranking) for ranking in known.values()], np.int64),
            rows=np.array([row for ranking in known.values() for row in ranking], np.int64).reshape(-1, 2),
        )
