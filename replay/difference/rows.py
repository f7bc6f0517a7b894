"""Two lists of which the whole rows are known, such as a published one and today's: who has another row, and how."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from ledger.persons.seal import ERASED, SEALED
from replay.answers.table import Row
from replay.difference.dense import DenseList
from replay.difference.difference import Difference
from replay.lists.rating_list import points
from wording import joined, say

if TYPE_CHECKING:
    import pyarrow as pa

ListRow = Mapping[str, str]  # what a row says, by column


def list_difference(before: "pa.Table", after: "pa.Table") -> Difference:
    """The rows of a list, in their order, beside another list; both are Arrow tables."""
    ids = after["player"].combine_chunks()
    first = DenseList.of_table(before, ids)
    second = DenseList.of_table(after, ids)
    return Difference(ids.to_pylist(), first, second)


def rating_changes(before: "pa.Table", after: "pa.Table") -> "pa.Array":
    """By how much each rating of a list differs from another list, in points; null where one has none."""
    difference = list_difference(before, after)
    return points(difference.change, ~difference.both, difference.decimals)


@dataclass(frozen=True, eq=False)
class RowDifference(Difference):
    """The players whose rows are not the same, by id, with both rows."""

    rows_before: Mapping[str, ListRow] | None = None
    rows_after: Mapping[str, ListRow] | None = None

    def told(self, player: int) -> Row:
        """A player with what each list says that the other does not, and the change of the rating."""
        name = self.ids[player]
        before = (self.rows_before or {}).get(name)
        after = (self.rows_after or {}).get(name)
        return {
            "player": name,
            "published": _only_here(before, after),
            "now": _only_here(after, before),
            "change": self.row(player)["change"],
        }


def row_difference(before: "pa.Table", after: "pa.Table") -> RowDifference:
    """Where the rows of two lists, given as Arrow tables, differ. A name that nobody can read is no difference."""
    if before.schema != after.schema:  # of a file: everything is text
        before = as_texts(before)
        after = as_texts(after)
    players = _other_rows(before, after)
    rows_before = _rows(before, players)
    rows_after = _rows(after, players)
    return RowDifference(
        players,
        _dense(rows_before, players),
        _dense(rows_after, players),
        rows_before=rows_before,
        rows_after=rows_after,
    )


def _other_rows(before: "pa.Table", after: "pa.Table") -> list[str]:
    """The players whose rows are not the same, by id."""
    import pyarrow.compute as pc

    there = pc.index_in(after["player"], value_set=before["player"].combine_chunks())
    unreadable = pc.or_(pc.equal(after["name"], SEALED), pc.equal(after["name"], ERASED))
    same = pc.is_valid(there)
    for name in after.column_names:
        then = pc.scalar(None)
        if name in before.column_names:
            then = before[name].take(there)
        equal = pc.or_(
            pc.fill_null(pc.equal(then, after[name]), False),
            pc.and_(pc.is_null(then), pc.is_null(after[name])),
        )
        if name == "name":
            equal = pc.or_(equal, unreadable)
        same = pc.and_(same, equal)
    others = after.filter(pc.invert(same))["player"].to_pylist()
    gone = set(before["player"].to_pylist()) - set(after["player"].to_pylist())
    return sorted({*others, *gone})


def _rows(table: "pa.Table", players: Sequence[str]) -> dict[str, ListRow]:
    """The rows of some players."""
    import pyarrow as pa
    import pyarrow.compute as pc

    here = table.filter(pc.is_in(table["player"], value_set=pa.array(players, pa.string())))
    return {row["player"]: row for row in as_texts(here).to_pylist()}


def as_texts(table: "pa.Table") -> "pa.Table":
    """A table with every value as text, as a csv file has it."""
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = [pc.fill_null(column.cast(pa.string()), "") for column in table.columns]
    return pa.table(columns, names=table.column_names)


def _dense(rows: Mapping[str, ListRow], players: Sequence[str]) -> DenseList:
    ratings = {player: Decimal(row["rating"]) for player, row in rows.items() if row["rating"]}
    return DenseList.of_ratings(ratings, players)


def _only_here(row: ListRow | None, other: ListRow | None) -> str:
    if row is None:
        return say("not on this list")
    parts = [
        say("{column} {value}", column=say(name.replace("_", " ")), value=_value(name, value))
        for name, value in row.items()
        if value and (other is None or other.get(name) != value)
    ]
    if not parts:
        return say("nothing")
    return joined(", ", parts)


def _value(name: str, value: str) -> str:
    """A value of a row: codes and titles have words."""
    if name in ("status", "title", "sex"):
        return say(value)
    return value
