"""Pairings of many tournaments at once: score groups for Swiss events, the circle method for round robins."""

import numpy as np

from replay.simulation.lots import Flags, Ints, Lots

_ROW_BITS = 22
_LOT_BITS = 16
_SCORE_BITS = 6
NEAREST = 12  # how many pairs away a repeated pairing looks for somebody to change places with


class PairingField:
    """Everybody in a batch of tournaments: one row a participation, rows of a tournament together."""

    def __init__(self, tournament: Ints, player: Ints, form: Ints, rounds: int) -> None:
        rows = len(player)
        self.tournament = tournament
        self.player = player
        self.form = form  # true strength in this event
        self.score: Ints = np.zeros(rows, dtype=np.int64)  # half points
        self.balance: Ints = np.zeros(rows, dtype=np.int64)  # games as first minus games as second
        self.had_bye: Flags = np.zeros(rows, dtype=np.bool_)
        self.gone: Flags = np.zeros(rows, dtype=np.bool_)
        self.opponents = np.full((rows, rounds), -1, dtype=np.int32)
        first = np.searchsorted(tournament, tournament)
        self.place: Ints = (
            np.arange(rows, dtype=np.int64) - first
        )  # 0, 1, 2 … within the tournament
        self.start: Ints = first.astype(np.int64)


def swiss_pairs(
    field: PairingField, rows: Ints, round_: int, lots: Lots
) -> tuple[Ints, Ints, Ints]:
    """Pairs (one side, other side) of these rows in order of tournament and score, and who has the bye."""
    order = by_score(field, rows, lots)
    tournament = field.tournament[order]
    byes = _bye_places(field, order, tournament)
    freed = order[byes]
    order = np.delete(order, byes)
    one = order[0::2].copy()
    other = order[1::2].copy()
    met = (field.opponents[one, : round_ - 1] == other[:, None]).any(axis=1)
    _part_again(field, one, other, np.flatnonzero(met).tolist())
    return one, other, freed


def by_score(field: PairingField, rows: Ints, lots: Lots) -> Ints:
    """Rows by tournament, score (high first), lot. The row itself ends the key: no ties, so any sort agrees."""
    key = field.tournament[rows] << _SCORE_BITS | (1 << _SCORE_BITS) - 1 - field.score[rows]
    key = key << _LOT_BITS | lots.below(1 << _LOT_BITS, len(rows))
    return np.asarray(np.sort(key << _ROW_BITS | rows) & ((1 << _ROW_BITS) - 1), dtype=np.int64)


def _bye_places(field: PairingField, order: Ints, tournament: Ints) -> Ints:
    """In odd fields the lowest who has not had one, else the lowest."""
    if not len(order):
        return order
    counts = np.bincount(tournament)
    last: Ints = np.full(len(counts), -1, dtype=np.int64)
    places = np.arange(len(order), dtype=np.int64)
    last[tournament] = places
    free = ~field.had_bye[order]
    last[tournament[free]] = places[free]
    return last[np.flatnonzero(counts % 2)]


def _part_again(field: PairingField, one: Ints, other: Ints, repeated: list[int]) -> None:
    """Let pairs who have met change places with a near pair of their tournament, where neither has met."""
    met: dict[int, frozenset[int]] = {}

    def new(left: int, right: int) -> bool:
        if left not in met:
            met[left] = frozenset(field.opponents[left].tolist())
        return right not in met[left]

    for pair in repeated:
        a = int(one[pair])
        b = int(other[pair])
        if new(a, b):
            continue
        for step in range(2, 2 * NEAREST + 2):
            near = pair + (step // 2 if step % 2 else -(step // 2))
            if not 0 <= near < len(one) or field.tournament[one[near]] != field.tournament[a]:
                continue
            c = int(one[near])
            d = int(other[near])
            if new(a, d) and new(c, b):
                other[pair], other[near] = d, b
                break
            if new(a, c) and new(b, d):
                other[pair], one[near] = c, b
                break


def circle_pairs(field: PairingField, rows: Ints, sizes: Ints, round_: int) -> tuple[Ints, Ints]:
    """Round-robin pairs of one round (a match is a round robin of two); in odd fields one rests."""
    even = sizes + sizes % 2
    ring = np.maximum(even - 1, 1)
    place = field.place[rows]
    mirrored = (round_ - 1 - place) % ring
    partner = np.where(mirrored == place, even - 1, mirrored)
    # The last place of the ring stands still and meets whoever would meet himself.
    halves = ((round_ - 1) * (ring + 1) // 2) % ring
    partner = np.where(place == even - 1, halves, partner)
    meets = (place < partner) & (partner < sizes)
    one = rows[meets]
    return one, field.start[one] + partner[meets]


def seat(field: PairingField, one: Ints, other: Ints, lots: Lots) -> tuple[Ints, Ints]:
    """Who sits on the first side: the one who did so less often, else by lot."""
    lead = field.balance[one] - field.balance[other]
    turned = (lead > 0) | ((lead == 0) & (lots.below(2, len(one)) == 1))
    first = np.where(turned, other, one)
    second = np.where(turned, one, other)
    field.balance[first] += 1
    field.balance[second] -= 1
    return first, second


def boards(tournament: Ints) -> Ints:
    """1, 2, 3 … within each run of one tournament."""
    return np.arange(len(tournament), dtype=np.int64) - np.searchsorted(tournament, tournament) + 1
