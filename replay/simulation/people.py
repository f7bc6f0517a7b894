"""The players of a made-up federation: who they are, how strong they truly are and become."""

from collections.abc import Iterator

import numpy as np

from replay.simulation.circuits import (
    CXA,
    FIDE,
    MALAYSIA,
    MIXED,
    MIXED_TITLES,
    SCHEMES,
    Circuits,
)
from replay.simulation.lots import Flags, Ints, Lots

WEAKEST = 900
STRONGEST = 2880
THERE_FROM_THE_START = 80  # of 100 players
_FAMILY = (
    "Tan", "Lim", "Wong", "Lee", "Chen", "Wang", "Li", "Zhang", "Liu", "Yang",
    "Huang", "Zhao", "Wu", "Zhou", "Xu", "Sun", "Ma", "Zhu", "Hu", "Guo",
    "He", "Lin", "Gao", "Luo", "Kovacs", "Novak", "Silva", "Garcia", "Muller", "Rossi",
    "Sharma", "Patel", "Nguyen", "Tran", "Santos", "Petrov", "Kaya", "Haddad", "Larsen", "Jansen",
)  # fmt: skip
_GIVEN = (
    "Wei", "Jun", "Ming", "Hui", "Xin", "Yan", "Lei", "Jie", "Ying", "Hao",
    "Ling", "Feng", "Anna", "Maria", "Ivan", "Marco", "Lukas", "Emma", "Noah", "Mia",
    "Arjun", "Priya", "Ravi", "Siti", "Farid", "Aisha", "Omar", "Lena", "Paulo", "Sofia",
    "Viktor", "Irina", "Deniz", "Minh", "Linh", "Erik", "Ida", "Jonas", "Clara",
)  # fmt: skip
_ACTIVITY = np.array([1] * 50 + [2] * 25 + [4] * 15 + [10] * 8 + [25] * 2, dtype=np.int64)


def player_id(index: int) -> str:
    return f"P{index + 1:06d}"


class SimulatedPeople:
    """Columns by player, in order of registration: whoever is there on a day is the beginning of each column."""

    def __init__(
        self, scheme: str, circuits: Circuits, players: int, days: tuple[int, int], lots: Lots
    ) -> None:
        """`days` are the opening and the last one."""
        opening, last = days
        self.scheme = scheme
        self.circuits = circuits
        self.lots = lots
        self.joined = _joining_days(players, opening, last, lots)
        self.woman: Flags = lots.hits(22_000, players)
        self.age = np.where(
            self.joined == opening,
            np.where(
                lots.hits(17_000, players),
                8 + lots.below(10, players),
                17 + lots.below(62, players),
            ),
            7 + lots.below(12, players),
        )
        self.born = (self.joined - self.age * 365 - lots.below(365, players)).astype(
            np.int64
        )  # day
        places = circuits.federations(scheme)
        self.federation: Ints = lots.below(len(places), players)
        self.activity: Ints = _ACTIVITY[lots.below(100, players)]
        self.playing: Flags = np.ones(players, dtype=np.bool_)
        self.alive: Flags = np.ones(players, dtype=np.bool_)
        self.strength = self._first_strengths(players)
        self.level: Ints = np.zeros(players, dtype=np.int64)
        self.ids = [player_id(index) for index in range(players)]

    def _first_strengths(self, players: int) -> Ints:
        """A bell of grown strengths, women's a little lower as fewer play, juniors' below what they will become."""
        circuit = self.circuits[FIDE if self.scheme == "all" else self.scheme]
        strength = circuit.mean + self.lots.bell(circuit.spread, players) - 80 * self.woman
        low, high = circuit.elite
        elite = self.lots.hits(300, players)
        strength = np.where(elite, low + self.lots.below(high - low, players), strength)
        young = np.clip(20 - self.age, 0, 14) * np.where(elite, 8, 30)
        return np.asarray(np.clip(strength - young, WEAKEST, STRONGEST), dtype=np.int64)

    def country(self, index: int) -> str:
        return self.circuits.federations(self.scheme)[int(self.federation[index])]

    def there(self, day: int) -> int:
        """How many had registered before this day."""
        return int(np.searchsorted(self.joined, day))

    def drift(self, day: int) -> None:
        """A quarter of a year passes: the young improve, the old decline, everybody wavers; some pause or return."""
        count = len(self.strength)
        age = (day - self.born) // 365
        trend = np.select(
            [age < 12, age < 16, age < 20, age < 26, age < 45, age < 60], [22, 14, 8, 2, 0, -2], -5
        )
        moved = self.strength + trend + self.lots.bell(11, count)
        self.strength = np.where(
            self.joined < day, np.clip(moved, WEAKEST, STRONGEST), self.strength
        )
        self.playing ^= self.lots.hits(np.where(self.playing, 1_200, 6_000), count)

    def tickets(self, scheme: str, there: int) -> Ints:
        """Players in order of what people think of their strength, the busy ones several times."""
        known = self.strength[:there] + self.lots.bell(40, there)
        order = np.sort(known << 24 | np.arange(there, dtype=np.int64)) & ((1 << 24) - 1)
        weight = np.where(self.alive & self.playing, self.activity, 0)[order]
        if self.scheme == "all":
            weight = weight * self._belongs(scheme, order)
        return np.repeat(order, weight)

    def _belongs(self, scheme: str, order: Ints) -> Ints:
        """In a mixed federation the Chinese and Malaysian events are mostly played by their own."""
        own = {CXA: "CHN", MALAYSIA: "MAS"}.get(scheme)
        if own is None:
            return np.ones(len(order), dtype=np.int64)
        places = np.array([name == own for name in MIXED])
        return np.where(places[self.federation[order]], 1, (order % 9 == 0).astype(np.int64))

    def promotions(self, there: int, chance: int) -> list[tuple[int, int]]:
        """Players who have grown beyond their title and now get the next fitting one: (player, level)."""
        steps = MIXED_TITLES if self.scheme == "all" else self.circuits[self.scheme].titles
        fitting = np.searchsorted(
            steps, self.strength[:there] + 80 * self.woman[:there], side="right"
        )
        rises = (fitting > self.level[:there]) & self.alive[:there] & self.lots.hits(chance, there)
        risen = np.flatnonzero(rises)
        self.level[risen] = fitting[risen]
        return [(int(player), int(self.level[player])) for player in risen]

    def title(self, index: int, level: int) -> str:
        country = self.country(index)
        woman = bool(self.woman[index])
        return self.circuits.title_code(self.scheme, country, woman, index, level)

    def name(self, index: int) -> str:
        """A name; not always another one."""
        mixed = index * 2_654_435_761 % 4_294_967_296
        return f"{_FAMILY[mixed % len(_FAMILY)]}, {_GIVEN[mixed // 4096 % len(_GIVEN)]}"

    def carried_in(self, there: int) -> Iterator[tuple[int, str, int, int, int]]:
        """The established part at the opening: (player, scheme, rating, games, peak)."""
        known = (self.age[:there] > 11) & self.lots.hits(78_000, there)
        for scheme in SCHEMES if self.scheme == "all" else (self.scheme,):
            rating = self.strength[:there] + self.lots.bell(45, there)
            games = np.where(
                self.lots.hits(15_000, there),
                self.lots.below(30, there),
                30 + self.lots.below(900, there),
            )
            peak = rating + self.lots.below(90, there)
            chosen = known & (rating >= self.circuits[scheme].carried_from)
            if self.scheme == "all":
                order = np.arange(there, dtype=np.int64)
                chosen &= self._belongs(scheme, order) == 1
            if scheme == CXA:
                # Whoever lives elsewhere enters through a title of the world federation.
                home = np.array([name == "CHN" for name in self.circuits.federations(self.scheme)])
                chosen &= home[self.federation[:there]]
            for player in np.flatnonzero(chosen).tolist():
                yield player, scheme, int(rating[player]), int(games[player]), int(peak[player])


def _joining_days(players: int, opening: int, last: int, lots: Lots) -> Ints:
    later = players * (100 - THERE_FROM_THE_START) // 100
    days = np.sort(opening + 1 + lots.below(max(last - opening - 40, 1), later))
    return np.concatenate([np.full(players - later, opening, dtype=np.int64), days])
