"""A difference as rows, and summed up by cause."""

import numpy as np

from replay.answers import columns, kinds
from replay.answers.table import Column, Row, Table
from replay.difference.by_cause import STEPS
from replay.difference.difference import Difference
from wording import say

STATUS = Column("status", kinds.STATUS_CHANGE)
RATINGS = (columns.PLAYER, columns.BEFORE, columns.AFTER, columns.CHANGE)
COLUMNS = (
    *RATINGS,
    Column("cause", kinds.TEXT, kept=True, joins=(columns.CAUSES, STATUS)),
)
BY_CAUSE = {
    code: Column(word.replace(" ", "_"), kinds.PART, word)
    for code, word in kinds.CAUSES.items()
    if code in STEPS
}
COLUMNS_BY_CAUSE = (
    *RATINGS,
    *BY_CAUSE.values(),
    Column("status", kinds.WORD, joins=(STATUS,)),
)
COUNTED = {
    **kinds.CAUSES,
    "all": say("all"),
    "now-listed": say("now on the list"),
    "no-longer-listed": say("no longer on the list"),
}
SUMMARY = (
    Column("cause", kinds.codes(COUNTED, spare=0)),
    Column("players", kinds.COUNT),
    Column("up", kinds.COUNT),
    Column("down", kinds.COUNT),
    Column("sum", kinds.PART),
)


def difference_table(
    difference: Difference, *, by_cause: bool = False, every: bool = False
) -> Table:
    """The rows that differ, by player id; with `every`, all that are on a list."""
    players = difference.differs
    if every:
        players = difference.either
    rows = [difference.row(player) for player in difference.by_id(players)]
    if by_cause:
        return Table(COLUMNS_BY_CAUSE, [_by_cause(row) for row in rows], say("Player by player"))
    return Table(COLUMNS, rows, say("Player by player"))


def _by_cause(row: Row) -> Row:
    """A row with a value for each cause."""
    parts = {column.name: row["causes"].get(code, 0) for code, column in BY_CAUSE.items()}
    return {**row, **parts}


def summary(difference: Difference) -> Table:
    """For each cause: how many players, up and down, and the sum; then how many are on one list only."""
    rows: list[Row] = []
    for code, total in difference.totals().items():
        rows.append(
            {
                "cause": code,
                "players": total.players,
                "up": total.up,
                "down": total.down,
                "sum": total.sum,
            }
        )
    for code, only in (("now-listed", difference.new), ("no-longer-listed", difference.gone)):
        if only.any():
            rows.append({"cause": code, "players": int(np.count_nonzero(only))})
    return Table(SUMMARY, rows, say("By cause"))
