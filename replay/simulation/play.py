"""Many tournaments played at once, round by round, into columns of games."""

import numpy as np
from msgspec import Struct

from replay.simulation.lots import Flags, Ints, Lots
from replay.simulation.pairing import (
    PairingField,
    boards,
    by_score,
    circle_pairs,
    seat,
    swiss_pairs,
)
from replay.simulation.plan import PlannedTournament
from replay.simulation.results import FIRST_POINTS, SECOND_POINTS, draw_results

LEAVES = 500
WITHDRAWALS = 200  # of 100,000 rounds
BYE_KINDS = ("bye", "half", "leave", "absent")


class SimulatedGames(Struct, frozen=True):
    """Games in order of tournament (its place in the batch), round, board; sides are players."""

    tournament: Ints
    round: Ints
    board: Ints
    first: Ints
    second: Ints
    result: Ints


class Byes(Struct, frozen=True):
    """Rounds not played, in order of tournament and round; kind is a place in BYE_KINDS."""

    tournament: Ints
    round: Ints
    player: Ints
    kind: Ints


class SimulatedBatch(Struct, frozen=True):
    games: SimulatedGames
    byes: Byes
    field: PairingField
    ranking: Ints  # rows in order of tournament and score
    finalists: dict[int, list[int]]  # by tournament the players who left for a final, best first


def enter_players(
    batch: list[PlannedTournament], tickets: Ints, strength: Ints, lots: Lots
) -> PairingField:
    """Draw everybody's field from the tickets of its band; nobody twice in one tournament."""
    size = np.array([tournament.size for tournament in batch], dtype=np.int64)
    low, width = _bands(batch, size, len(tickets))
    tickets_drawn = size * 3 + 8
    event = np.repeat(np.arange(len(batch), dtype=np.int64), tickets_drawn)
    player = tickets[low[event] + lots.below(width[event], len(event))]
    drawn = np.sort(event << 24 | player)
    once = drawn[np.concatenate([[True], drawn[1:] != drawn[:-1]])]
    shuffled = np.sort(
        (once >> 24) << 44 | lots.below(1 << 20, len(once)) << 24 | once & ((1 << 24) - 1)
    )
    event = shuffled >> 44
    player = shuffled & ((1 << 24) - 1)
    kept = boards(event) <= size[event]
    event = event[kept]
    player = player[kept]
    form = strength[player] + lots.bell(25, len(player))
    return PairingField(event, player, form, max(tournament.rounds for tournament in batch))


def _bands(batch: list[PlannedTournament], size: Ints, tickets: int) -> tuple[Ints, Ints]:
    """Where each tournament's tickets begin and how many there are; a band is never too thin for its field."""
    band = np.array([tournament.band for tournament in batch], dtype=np.int64)
    width = np.minimum(
        np.maximum((band[:, 1] - band[:, 0]) * tickets // 1000, size * 12 + 60), tickets
    )
    # Thin bands grow downwards from their upper edge, so the strongest stay among themselves.
    high = np.maximum(band[:, 1] * tickets // 1000, width)
    return high - width, width


def play(
    batch: list[PlannedTournament], tickets: Ints, strength: Ints, lots: Lots
) -> SimulatedBatch:
    """Play a batch to its end."""
    field = enter_players(batch, tickets, strength, lots)
    rounds = np.array([tournament.rounds for tournament in batch], dtype=np.int64)
    swiss = np.array([tournament.kind == "swiss" for tournament in batch])
    games: list[tuple[Ints, ...]] = []
    byes: list[tuple[Ints, ...]] = []
    finalists: dict[int, list[int]] = {}
    sizes = np.bincount(field.tournament, minlength=len(batch))
    for round_ in range(1, int(rounds.max()) + 1):
        finalists |= _leave_for_final(batch, field, round_, lots)
        on = np.flatnonzero(rounds[field.tournament] >= round_)
        one, other = _pair_round(field, on, swiss, sizes, round_, byes, lots)
        games.append(_play_round(field, one, other, round_, lots))
    return SimulatedBatch(
        _games(field, games), _byes(field, byes), field, _ranking(field, lots), finalists
    )


def _leave_for_final(
    batch: list[PlannedTournament], field: PairingField, round_: int, lots: Lots
) -> dict[int, list[int]]:
    """Before this round the best of some tournaments leave the field."""
    number = np.array(
        [event.finalists if event.cut == round_ - 1 else 0 for event in batch], dtype=np.int64
    )
    if not number.any():
        return {}
    order = by_score(field, np.flatnonzero((number[field.tournament] > 0) & ~field.gone), lots)
    event = field.tournament[order]
    best = order[boards(event) <= number[event]]
    field.gone[best] = True
    left: dict[int, list[int]] = {}
    for place, player in zip(
        field.tournament[best].tolist(), field.player[best].tolist(), strict=True
    ):
        left.setdefault(place, []).append(player)
    return left


def _pair_round(
    field: PairingField,
    on: Ints,
    swiss: Flags,
    sizes: Ints,
    round_: int,
    byes: list[tuple[Ints, ...]],
    lots: Lots,
) -> tuple[Ints, Ints]:
    in_swiss = swiss[field.tournament[on]]
    present = _who_is_there(field, on[in_swiss], round_, byes, lots)
    one, other, freed = swiss_pairs(field, present, round_, lots)
    byes.append((freed, np.full_like(freed, round_), np.zeros_like(freed)))
    field.had_bye[freed] = True
    field.score[freed] += 2
    ring = on[~in_swiss]
    size = sizes[field.tournament[ring]]
    # A field that came out smaller than planned has fewer rounds; only a match goes round again.
    ring = ring[(round_ < size + size % 2) | (size == 2)]
    left, right = circle_pairs(field, ring, sizes[field.tournament[ring]], round_)
    return np.concatenate([one, left]), np.concatenate([other, right])


def _who_is_there(
    field: PairingField, rows: Ints, round_: int, byes: list[tuple[Ints, ...]], lots: Lots
) -> Ints:
    """Some stay away for a round, with or without leave; some go home for good."""
    rows = rows[~field.gone[rows]]
    if round_ > 1:
        field.gone[rows[lots.hits(WITHDRAWALS, len(rows))]] = True
    away = lots.hits(LEAVES, len(rows)) | field.gone[rows]
    absent = rows[away]
    kind = 1 + lots.below(3, len(absent))
    kind[field.gone[absent]] = 3
    byes.append((absent, np.full(len(absent), round_, dtype=np.int64), kind))
    field.score[absent[kind == 1]] += 1
    return rows[~away]


def _play_round(
    field: PairingField, one: Ints, other: Ints, round_: int, lots: Lots
) -> tuple[Ints, ...]:
    first, second = seat(field, one, other, lots)
    result = draw_results(field.form[first], field.form[second], lots)
    field.score[first] += FIRST_POINTS[result]
    field.score[second] += SECOND_POINTS[result]
    field.opponents[first, round_ - 1] = second
    field.opponents[second, round_ - 1] = first
    return first, second, result, np.full(len(first), round_, dtype=np.int64)


def _games(field: PairingField, played: list[tuple[Ints, ...]]) -> SimulatedGames:
    """Columns in order; boards number the pairs of a tournament's round."""
    first, second, result, round_ = (np.concatenate(parts) for parts in zip(*played, strict=True))
    event = field.tournament[first]
    group = event << 8 | round_
    order = np.sort(group << 32 | np.arange(len(group), dtype=np.int64)) & ((1 << 32) - 1)
    board = boards(group[order])
    return SimulatedGames(
        event[order],
        round_[order],
        board,
        field.player[first[order]],
        field.player[second[order]],
        result[order],
    )


def _byes(field: PairingField, noted: list[tuple[Ints, ...]]) -> Byes:
    rows, round_, kind = (np.concatenate(parts) for parts in zip(*noted, strict=True))
    key = field.tournament[rows] << 40 | round_ << 32 | np.arange(len(rows), dtype=np.int64)
    order = np.sort(key) & ((1 << 32) - 1)
    return Byes(
        field.tournament[rows[order]], round_[order], field.player[rows[order]], kind[order]
    )


def _ranking(field: PairingField, lots: Lots) -> Ints:
    rows = np.arange(len(field.score), dtype=np.int64)
    key = (field.tournament << 6 | 63 - field.score) << 10 | lots.below(1 << 10, len(rows))
    return np.sort(key << 22 | rows) & ((1 << 22) - 1)
