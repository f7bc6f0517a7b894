"""The keys of states: what a list is made from, as a chain of hashes from the first list on.

The key of a state is the hash of the rules and their code, the key before it and the inputs of its list: tournaments
with the last position that changed them, and dated facts of players. So a correction replays from its list on, a new
month replays one month, and a reform shares what it does not change.
"""

import hashlib
import itertools
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from replay.which import WhichList
from schemes.kernels.calendar import Calendar
from schemes.kernels.compiler import sources_digest
from schemes.kernels.inputs import Column, Facts
from schemes.kernels.rules import Rules, Version
from schemes.kernels.scheme import Assignment, Scheme

if TYPE_CHECKING:
    from projections import Snapshot

DIGEST = 20  # bytes


class Keys:
    """The chain of keys of a scheme's lists under given rules and facts.

    Rules enter the chain when they begin to act: a reform has the same keys up to the first list on which it differs.
    """

    def __init__(
        self,
        scheme: Scheme,
        rules: Rules,
        snapshot: "Snapshot",
        assignment: Assignment,
        origin: str,
        elsewhere: Mapping[int, bytes],
    ) -> None:
        """`elsewhere` is what each list takes from the lists of another scheme."""
        self._elsewhere = elsewhere
        self._inputs = _inputs_by_list(scheme, rules, snapshot, assignment)
        self.first = min(self._inputs, default=10**9)
        self._acting = _Acting(scheme, rules)
        readings = sorted(rules.readings.items())
        code = f"{code_digest()} {scheme.digest}"
        start = f"{code} {origin} {scheme.name} {scheme.timeless_rules(rules)} {readings} {self._acting.base}"
        self._linking = Lock()
        self._keys = {self.first - 1: hashlib.blake2b(start.encode(), digest_size=20).hexdigest()}

    def of(self, number: int) -> str:
        """The key of the state after a list. Threads of a sweep ask the real world's at the same time."""
        with self._linking:
            newest = max(n for n in self._keys if n <= number)
            for list_number in range(newest + 1, number + 1):
                digest = hashlib.blake2b(self._keys[list_number - 1].encode(), digest_size=20)
                digest.update(list_number.to_bytes(8, "big"))
                digest.update(
                    self._acting.from_list(list_number, everything=list_number == self.first)
                )
                digest.update(self._inputs.get(list_number, b""))
                digest.update(self._elsewhere.get(list_number, b""))
                self._keys[list_number] = digest.hexdigest()
            return self._keys[number]


class _Acting:
    """When the versions of rules begin to act, by list."""

    def __init__(self, scheme: Scheme, rules: Rules) -> None:
        self._calendar = scheme.calendar(rules)
        self._any_day = scheme.any_day
        self._versions = [
            (v.since.toordinal(), f"{v.since} {_mark(v)}".encode()) for v in rules.versions
        ]
        self.base = (
            self._calendar,
            self._versions[0][1],
        )  # the first version acts before its date, too

    def _end(self, number: int) -> int:
        """The last day that the state after a list knows of."""
        return self._calendar.date(number + self._any_day).toordinal() - self._any_day

    def from_list(self, number: int, *, everything: bool) -> bytes:
        """The versions that begin to act with a list; with `everything`, those before it too."""
        after = 0 if everything else self._end(number - 1)
        return b"|".join(
            mark for since, mark in self._versions if after < since <= self._end(number)
        )


def _mark(version: Version) -> int:
    """What a version says, as a number; its name does not matter."""
    content = msgspec.json.encode(version.parameters, order="deterministic")
    return int.from_bytes(hashlib.blake2b(content, digest_size=7).digest(), "big")


def _inputs_by_list(
    scheme: Scheme, rules: Rules, snapshot: "Snapshot", assignment: Assignment
) -> dict[int, bytes]:
    """What goes into each list, as bytes that differ whenever the inputs do."""
    parts: dict[int, list[bytes]] = {}
    counted = np.flatnonzero(assignment.first >= 0)
    revision = snapshot.revisions
    version = np.array([*map(_mark, rules.versions), -1], np.int64)[
        assignment.version
    ]  # −1, none, is the last
    for number, tournaments in _by_list(assignment, counted):
        own = (tournaments, revision[tournaments], version[tournaments])
        parts.setdefault(number, []).append(b"".join(column.tobytes() for column in own))
    dated = _dated_by_list(scheme, scheme.calendar(rules), snapshot)
    for number, digest in zip(
        dated["number"].tolist(), dated["digest"].reshape(-1, DIGEST), strict=True
    ):
        parts.setdefault(number, []).append(digest.tobytes())
    return {number: b"|".join(digests) for number, digests in parts.items()}


def _dated_by_list(scheme: Scheme, calendar: Calendar, snapshot: "Snapshot") -> dict[str, Column]:
    """A digest of the dated facts of each list that has some; worked out once."""
    name = f"dated.{scheme.name}.{scheme.digest}.{calendar.days}"
    return snapshot.remembered(name, lambda: _digests(scheme, calendar, snapshot))


def _digests(scheme: Scheme, calendar: Calendar, snapshot: "Snapshot") -> dict[str, Column]:
    """The facts of players that count from each list on, as digests."""
    from projections.scheme_inputs import facts

    parts: dict[int, Any] = {}
    for name, day, columns in _dated(
        scheme, facts(snapshot, scheme.name), snapshot.people.table.sex
    ):
        if len(day) == 0:
            continue
        numbers = calendar.numbers(day) if scheme.any_day else calendar.numbers(day - 1) + 1
        if np.any(numbers[1:] < numbers[:-1]):
            order = np.argsort(numbers, kind="stable")
            numbers = numbers[order]
            columns = [column[order] for column in columns]
        plain = [
            np.ascontiguousarray(column, "<i8" if column.dtype.itemsize == 8 else "<i4")
            for column in columns
        ]
        edges = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(numbers)]
        for begin, end in itertools.pairwise(edges):
            digest = parts.setdefault(int(numbers[begin]), hashlib.blake2b(digest_size=DIGEST))
            digest.update(name.encode() + (end - begin).to_bytes(8, "big"))
            for column in plain:
                digest.update(column[begin:end])
    digests = b"".join(digest.digest() for digest in parts.values())
    return {"number": np.array(list(parts), np.int64), "digest": np.frombuffer(digests, np.uint8)}


def _by_list(assignment: Assignment, counted: Column) -> list[tuple[int, Column]]:
    """For each list the tournaments that can count on it; those over several lists stand on each."""
    first = assignment.first[counted]
    last = assignment.last[counted]
    copies = (last - first + 1).astype(np.int64)
    tournaments = np.repeat(counted, copies).astype(np.int64)
    steps = np.arange(len(tournaments)) - np.repeat(np.cumsum(copies) - copies, copies)
    numbers = np.repeat(first, copies) + steps
    lowest = int(
        numbers.min(initial=10**9)
    )  # fewer lists than fit into 16 bits are put in order much quicker
    few = int(numbers.max(initial=lowest)) - lowest < 1 << 16
    order = np.argsort((numbers - lowest).astype(np.uint16 if few else np.int64), kind="stable")
    numbers = numbers[order]
    tournaments = tournaments[order]
    edges = np.flatnonzero(np.diff(numbers)) + 1
    return [
        (int(group[0]), part)
        for group, part in zip(np.split(numbers, edges), np.split(tournaments, edges), strict=True)
        if len(group)
    ]


def _dated(scheme: Scheme, facts: Facts, sex: Column) -> list[tuple[str, Column, list[Column]]]:
    """The dated facts that can change ratings: name, day from which they count, columns.

    A player's sex, which may be corrected, stands beside facts whose worth depends on it: floors, values of titles.
    """
    moved = (
        facts.federation_day > 0
    )  # registrations are no event in time: a correction touches the tournaments
    new_year = np.array(
        [date(int(year) + 1, 1, 1).toordinal() for year in facts.excused_year], np.int64
    )
    every: list[tuple[str, Column, list[Column]]] = [
        (
            "carried",
            facts.carried_day,
            [facts.carried_player, facts.carried_day, facts.carried_rating_x100, facts.carried_games,
             facts.carried_peak_x100, facts.carried_deviation_x100, facts.carried_volatility_x1000000,
             sex[facts.carried_player]],
        ),
        (
            "title",
            facts.title_day,
            [facts.title_player, facts.title_day, _named(facts), facts.title_held, sex[facts.title_player]],
        ),
        (
            "federation",
            facts.federation_day[moved],
            [facts.federation_player[moved], facts.federation_day[moved], _federation_named(facts)[moved]],
        ),
        ("excused", new_year, [facts.excused_player, facts.excused_year]),
    ]  # fmt: skip
    return [(name, day, columns) for name, day, columns in every if name in scheme.rating_facts]


def _named(facts: Facts) -> Column:
    """Title codes as hashes of their names: the numbers shift as new titles come up, the names do not."""
    if len(facts.titles):
        return _hashes(facts.titles)[facts.title_code]
    return facts.title_code


def _federation_named(facts: Facts) -> Column:
    if len(facts.federations):
        return _hashes(facts.federations)[facts.federation_code]
    return facts.federation_code


def _hashes(texts: Iterable[str]) -> Column:
    digests = [hashlib.blake2b(text.encode(), digest_size=7).digest() for text in texts]
    return np.array([int.from_bytes(digest, "big") for digest in digests], np.int64)


def list_key(scheme: Scheme, which: WhichList, checkpoint: str, *, every: bool) -> str:
    """The key of a finished list: it is a function of exactly these; the checkpoint says which log, and how much."""
    code = f"{code_digest()} {scheme.digest}"
    content = (
        f"list {code} {which.rules.fingerprint} {checkpoint} {which.day} {every} {which.rate_as}"
    )
    return hashlib.blake2b(content.encode(), digest_size=20).hexdigest()


@cache
def code_digest() -> str:
    """A hash of everything of this program between the log and a list; a scheme's own digest stands beside it."""
    digest = hashlib.blake2b(sources_digest().encode(), digest_size=20)
    house = Path(__file__).parents[2]
    for room in ("projections", "replay/world", "replay/lists"):
        for path in sorted((house / room).glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()
