"""The order in which games were played: for regulations that rate game by game."""

import numpy as np

from schemes.kernels.inputs import Column, Games, Tournaments

SHORT = 2**16  # days that fit in two bytes: numpy sorts those by radix, in linear time


def games_in_order(games: Games, tournaments: Tournaments) -> tuple[Column, Column]:
    """Positions of the games by (day, tournament id, round, board, stage), and the tournament of each position.

    Inside a tournament the games already come by (round, board, stage), so a stable sort by day does the rest.
    """
    rows, tournament = _by_tournament(games, tournaments)
    days = np.asarray(games.day, dtype=np.int64)[rows]
    if not len(days):
        return rows, tournament
    since_first = days - days.min()
    keys = since_first.astype(np.uint16) if since_first.max() < SHORT else since_first
    order = np.argsort(keys, kind="stable")
    return rows[order], tournament[order]


def _by_tournament(games: Games, tournaments: Tournaments) -> tuple[Column, Column]:
    """The games' positions with the tournaments in order of their ids, and the tournament of each."""
    offset = np.asarray(games.offset, dtype=np.int64)
    by_id = np.argsort(np.asarray(tournaments.order, dtype=np.int64), kind="stable")
    if len(offset) < 2:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    sizes = np.diff(offset)[by_id]
    begins = np.cumsum(sizes) - sizes
    rows = np.arange(sizes.sum()) + np.repeat(offset[:-1][by_id] - begins, sizes)
    return rows, np.repeat(by_id, sizes)
