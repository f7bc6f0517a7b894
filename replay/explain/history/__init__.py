"""The history of a player: every list, what moved the rating on it, and a plot.

- rows: a player's lists · lines: what every list shows of everybody · sides: what games changed
- days: what tournaments changed · plot · published: what was, beside what is shown
"""

from replay.explain.history.rows import (
    COLUMNS,
    History,
    HistoryRow,
    all_lines,
    last_move,
    moved_between,
    player_history,
)

__all__ = [
    "COLUMNS",
    "History",
    "HistoryRow",
    "all_lines",
    "last_move",
    "moved_between",
    "player_history",
]
