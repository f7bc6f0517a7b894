"""The rows of published lists as scripts, for filters and sorting, and for checking a rating.

A page that was opened from a folder may load scripts and nothing else, so data are scripts that add to `ROWS`. What a
list says anew each time (rank, rating, games, K, status) stands in `rows/LIST/0.js` and so on, in the order of the ids:
each of these parts is a branch of the list's tree, and has the hashes that lead from there to the root. What stays with
people (name, title, federation, sex, year of birth), and what commits to the name in the tree, stand once for all lists
of a regulation, in `rows/SCHEME/people-0.js` and `rows/SCHEME/marks-0.js`, with what earlier lists said otherwise.
`assets/rows.js` puts the rows together.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from replay.site.folder import Known, Make, digest, program_digest
from replay.site.lists import PublishedList, changes_since, list_before
from replay.site.news import is_equal
from replay.site.players import signed
from schemes.kernels.inputs import Column

if TYPE_CHECKING:
    from replay.site.build import Site

PART = 2048  # rows in a file, a power of two
FOLDER = "rows"
OF_PEOPLE = ("name", "title", "federation", "sex", "born")
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
Earlier = dict[str, list[tuple[int, list[object]]]]


class RowsOfList:
    """What a list says anew, in parts."""

    def __init__(self, site: "Site", listed: PublishedList) -> None:
        self._site = site
        self._listed = listed
        self._before = list_before(listed, site.lists)

    @property
    def count(self) -> int:
        """In how many files the rows are."""
        return -(-len(self._listed.made) // PART)

    @property
    def first(self) -> list[str]:
        """The first player of each part."""
        ids = self._listed.made.table["player"].take(pa.array(self._order[::PART]))
        return list(ids.to_pylist())

    @cached_property
    def _order(self) -> Column:
        """The rows in the order of the ids."""
        rows = self._listed.rows
        return rows[rows >= 0]

    @cached_property
    def _changes(self) -> pa.Array:
        """By how much each row moved since the list before."""
        return changes_since(self._listed, self._before)

    @cached_property
    def _paths(self) -> list[Any]:
        """The hashes from each part to the root; none if the list was published without one."""
        if self._listed.published.event.root is None:
            return [None] * self.count
        return list(self._site.whole(self._listed).tree.paths(PART))

    def files(self) -> Iterator[tuple[str, Make]]:
        before = self._before and self._before.root
        key = digest(program_digest(), before, self._listed.published.position, self._listed.root)
        for number in range(self.count):
            name = f"{FOLDER}/{self._listed.stem}/{number}.js"
            yield name, Known(partial(self._part, number), key)

    def _part(self, number: int) -> bytes:
        listed = self._listed
        rows = pa.array(self._order[number * PART : (number + 1) * PART])
        table = listed.made.table.select(
            [name for name in listed.made.table.column_names if name not in OF_PEOPLE]
        ).take(rows)
        columns = {name: _packed(_cells(table[name], name)) for name in table.column_names}
        changes = self._changes.take(rows).to_pylist()
        content = {
            "scheme": listed.name,
            "position": listed.published.position,
            "start": number * PART,
            "names": listed.made.table.column_names,
            "columns": columns,
            "change": _packed([signed(listed.scheme, change) for change in changes]),
            "path": self._paths[number],
        }
        return _script(f"{listed.stem}/{number}", content)


class PeopleOfLists:
    """What stays with the people of a regulation's lists, in parts."""

    def __init__(self, site: "Site", name: str) -> None:
        self._site = site
        self._name = name
        self._lists = [one for one in site.lists if one.name == name]
        everybody = np.concatenate([one.players for one in self._lists])
        self._numbers = np.unique(everybody)  # in the order of the ids
        self._ids = site.everybody.take(pa.array(self._numbers)).to_pylist()

    def files(self) -> Iterator[tuple[str, Make]]:
        """Of people, and of the marks of their names; and who is the first in each part."""
        unusual = self._site.unusual
        people, earlier = self._history(_people_columns)
        marks, earlier_marks = self._history(self._mark_column)
        for number in range(-(-len(self._ids) // PART)):
            here = slice(number * PART, (number + 1) * PART)
            ids = self._ids[here]
            shown: dict[str, object] = {
                "players": ids,
                "columns": [_packed(column[here].to_pylist()) for column in people],
                "earlier": _some(earlier, ids),
                "unusual": {player: unusual[player] for player in ids if player in unusual},
            }
            yield self._file(f"people-{number}", shown)
            mark = {"columns": [marks[0][here].to_pylist()], "earlier": _some(earlier_marks, ids)}
            yield self._file(f"marks-{number}", mark)
        yield self._file("people", {"columns": OF_PEOPLE, "first": self._ids[::PART]})

    def _file(self, name: str, content: object) -> tuple[str, Make]:
        text = _script(f"{self._name}/{name}", content)
        return f"{FOLDER}/{self._name}/{name}.js", lambda: text

    def _history(
        self, columns_of: Callable[[PublishedList], list[pa.ChunkedArray]]
    ) -> tuple[list[pa.Array], Earlier]:
        """Columns as the newest list with each player has them, and what lists before a position said otherwise."""
        newest: list[pa.Array] = []
        known = np.zeros(len(self._numbers), np.bool_)
        earlier: Earlier = {}
        for one in self._lists:
            rows = one.rows[self._numbers]
            listed = rows >= 0
            there = pa.array(rows, mask=~listed)
            columns = [column.combine_chunks().take(there) for column in columns_of(one)]
            if newest:
                pairs = list(zip(columns, newest, strict=True))
                same = np.all(
                    [is_equal(*pair).to_numpy(zero_copy_only=False) for pair in pairs], axis=0
                )
                changed = np.flatnonzero(listed & known & ~same)
                before = [column.take(pa.array(changed)).to_pylist() for column in newest]
                for place, *values in zip(changed.tolist(), *before, strict=True):
                    mine = earlier.setdefault(self._ids[place], [])
                    mine.append((one.published.position, values))
                here = pa.array(listed)
                columns = [pc.if_else(here, now, then) for now, then in pairs]
            newest = columns
            known |= listed
        return newest, earlier

    def _mark_column(self, listed: PublishedList) -> list[pa.ChunkedArray]:
        """What commits to the names in the rows of a list."""
        return [pa.chunked_array([listed.made.name_marks])]


def _people_columns(listed: PublishedList) -> list[pa.ChunkedArray]:
    return [listed.made.table[name] for name in OF_PEOPLE]


def _some(earlier: Earlier, players: Sequence[str]) -> Earlier:
    return {player: earlier[player] for player in players if player in earlier}


def _cells(column: pa.ChunkedArray, name: str) -> list[object]:
    """The values of a column as a row of the tree has them: a rating is a text, and so is an exact decimal."""
    values = column.to_pylist()
    if name == "rating" or pa.types.is_decimal(column.type):
        return [None if value is None else str(value) for value in values]
    return list(values)


def _packed(cells: Sequence[object]) -> object:
    """A column as its values; or, where they are few, as these and a sign for each row."""
    values = list(dict.fromkeys(cells))
    if len(values) > len(SIGNS):
        return cells
    signs = dict(zip(values, SIGNS, strict=False))
    return {"values": values, "signs": "".join(map(signs.__getitem__, cells))}


def _script(name: str, content: object) -> bytes:
    """A file that adds a value to what a page knows."""
    return b'(globalThis.ROWS ??= {})["%s"] = %s;\n' % (name.encode(), msgspec.json.encode(content))
