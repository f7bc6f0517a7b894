"""The titles that players hold, day by day, as articles read them: a mask, bit n for the title of level n."""

from typing import NamedTuple

import numpy as np

from schemes.kernels.articles import loop
from schemes.kernels.columns import Records, newest_row, records
from schemes.kernels.inputs import Column, Facts, fixed, made_once


class HeldTitles(NamedTuple):
    """The awards and revocations of player p from offset[p] to offset[p + 1], oldest first."""

    offset: Column
    day: Column
    level: Column
    awarded: Column
    mask: Column  # the titles from that day on


@made_once
def held_titles_of(facts: Facts, players: int, codes: tuple[str, ...]) -> HeldTitles:
    """What each award and revocation of the titles that count makes of a player's titles; level 0 is the highest."""
    levels = [codes.index(code) if code in codes else -1 for code in facts.titles]
    rows_of: list[list[tuple[int, int, bool, int]]] = [[] for _ in range(players)] if codes else []
    rows = (
        facts.title_player.tolist(),
        facts.title_code.tolist(),
        facts.title_day.tolist(),
        facts.title_held.tolist(),
    )
    for player, code, day, held in zip(*rows, strict=True):
        if codes and levels[code] >= 0:
            before = rows_of[player][-1][-1] if rows_of[player] else 0
            bit = 1 << levels[code]
            mask = before | bit if held else before & ~bit
            rows_of[player].append((day, levels[code], held, mask))
    table = [row for each in rows_of for row in each]
    ends = np.cumsum([0, *map(len, rows_of)]) if codes else np.zeros(players + 1, np.int64)
    columns = np.array(table, np.int64).reshape(-1, 4).T
    return HeldTitles(fixed(ends, np.int64), *(fixed(column, np.int64) for column in columns))


def awards_of(facts: Facts, codes: tuple[str, ...]) -> Records:
    """Awards and revocations of the titles that bear on ratings, as levels: 0 is the highest."""
    levels = np.array([codes.index(code) if code in codes else -1 for code in facts.titles] or [-1])
    level = levels[np.asarray(facts.title_code, np.int64)]
    every = records(
        day=facts.title_day, player=facts.title_player, level=level, held=facts.title_held
    )
    return every[level >= 0]


@loop
def titles_on(titles: HeldTitles, player: int, day: int) -> int:
    """The titles of a player on a day."""
    row = newest_row(titles.offset, titles.day, player, day)
    if row < 0:
        return 0
    return int(titles.mask[row])


def held_on(titles: HeldTitles, day: int) -> Column:
    """The titles of every player on a day."""
    masks = np.zeros(len(titles.offset) - 1, np.int64)
    rows = titles.day <= day
    player = np.repeat(np.arange(len(masks)), np.diff(titles.offset))
    masks[player[rows]] = titles.mask[rows]  # in order: the last one stays
    return masks
