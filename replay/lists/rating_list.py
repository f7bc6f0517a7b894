"""A rating list: the rows as published, in canonical order and bytes, with the receipt it can be made again from."""

import csv
import hashlib
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from importlib.metadata import version as package_version
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from msgspec import Struct

from ledger.persons.seal import ERASED, SEALED
from ledger.text import counted
from ledger.tree.listed import ListTree
from replay.which import WhichList, known_text
from schemes import Rules
from schemes.kernels.inputs import Column, Facts, known_by
from schemes.kernels.scheme import ListColumn, Listed, Scheme
from wording import joined, say

if TYPE_CHECKING:
    import pyarrow as pa

    from projections.people import KnownPeople
    from replay.world.world import Replayed

PROGRAM = "rating-ledger"
SMALL = 2**15
COLUMNS = (
    "rank",
    "player",
    "name",
    "title",
    "federation",
    "sex",
    "born",
    "rating",
    "games",
    "k",
    "status",
)


class Receipt(Struct, frozen=True, omit_defaults=True):
    """Everything a list depends on, and its digest. The same four things give the same list for ever."""

    scheme: str
    version: str
    why: str
    readings: dict[str, str]
    reform: str
    rules: str
    list_date: date
    position: int
    checkpoint: str
    package: str
    rows: int
    digest: str  # of the csv file
    root: str = (
        ""  # of the tree of rows, in which what commits to a name stands for it; of published lists
    )
    rate_as: bool = False  # games of other schemes count as if they were approved for this one
    regulation: str = ""  # the package, or file, that the regulation came from, with its version
    code: str = ""  # digest of the files that its rules stand in


@dataclass(frozen=True, repr=False)
class RatingList:
    """The list of a scheme for a date, as known at a position. `table` is Arrow; nothing is copied row by row."""

    scheme: Scheme
    which: WhichList  # its day is that of the list
    checkpoint: str
    table: "pa.Table"
    people: "Callable[[], KnownPeople] | None" = (
        None  # those who are on it, with what commits to their names
    )
    part_of: "RatingList | None" = None  # the whole list, if this is some rows of it

    @property
    def rules(self) -> Rules:
        return self.which.rules

    @property
    def list_date(self) -> date:
        return self.which.day

    @property
    def position(self) -> int:
        return self.which.position

    @property
    def rate_as(self) -> bool:
        """Whether games of other schemes count as if they were approved for this one."""
        return self.which.rate_as

    def only(self, wanted: "Column | pa.ChunkedArray") -> "RatingList":
        """Some rows of this list, given as truths; its receipt stays that of the whole list."""
        import pyarrow as pa

        if isinstance(wanted, pa.ChunkedArray):
            mask = wanted
        else:
            mask = pa.array(wanted, pa.bool_())
        return replace(self, table=self.table.filter(mask), part_of=self.part_of or self)

    def first(self, count: int | None, after: int = 0) -> "RatingList":
        """The first rows of this list (None: all) after some others."""
        if count is None:
            return self
        return replace(self, table=self.table.slice(after, count), part_of=self.part_of or self)

    @cached_property
    def csv(self) -> bytes:
        """The canonical bytes: UTF-8, LF, fixed columns, ratings at the scheme's own precision."""
        return csv_bytes(self.table.column_names, self.rows)

    @cached_property
    def rows(self) -> list[tuple[Any, ...]]:
        """The rows as Python values, ratings as text at the scheme's precision."""
        columns = [self.table[name].to_pylist() for name in self.table.column_names]
        at = self.table.column_names.index("rating")
        columns[at] = [None if value is None else str(value) for value in columns[at]]
        return list(zip(*columns, strict=True))

    @cached_property
    def digest(self) -> str:
        return "sha256:" + hashlib.sha256(self.csv).hexdigest()

    @cached_property
    def tree(self) -> ListTree:
        """The tree of rows whose root is published."""
        columns = self.table.column_names
        at = self.table.column_names.index("name")
        marks = self.name_marks.to_pylist()
        rows = (
            (*row[:at], mark, *row[at + 1 :]) for row, mark in zip(self.rows, marks, strict=True)
        )
        return ListTree([dict(zip(columns, row, strict=True)) for row in rows])

    @property
    def name_marks(self) -> "pa.Array":
        """What commits to the name in each row; it stands in the tree in place of the name."""
        import pyarrow.compute as pc

        assert self.people is not None
        people = self.people()
        ids = self.table["player"].combine_chunks()
        return pc.take(people.name_marks, pc.index_in(ids, value_set=people.ids))

    @property
    def unread_names(self) -> int:
        """How many names on it cannot be read: they were erased, or their keys are elsewhere."""
        return sum(name in (ERASED, SEALED) for name in self.table["name"].to_pylist())

    @property
    def has_sealed_names(self) -> bool:
        """Whether a name cannot be read because its key is not here."""
        return SEALED in self.table["name"].to_pylist()

    @property
    def published_receipt(self) -> Receipt:
        """The receipt with the root, which is what is put on record."""
        return msgspec.structs.replace(self.receipt, root=self.tree.root)

    @cached_property
    def receipt(self) -> Receipt:
        """What this list was made from; from the receipt alone it can be made again and compared."""
        if self.part_of is not None:
            return self.part_of.receipt
        rules = self.rules
        return Receipt(
            scheme=rules.scheme,
            version=rules.latest(self.list_date).name,
            why=str(why_these_versions(rules)),
            readings=rules.readings,
            reform=rules.reform,
            rules=rules.fingerprint,
            list_date=self.list_date,
            position=self.position,
            checkpoint=self.checkpoint,
            package=f"{PROGRAM} {package_version('rating-ledger')}",
            rows=len(self.table),
            digest=self.digest,
            rate_as=self.rate_as,
            regulation=self.scheme.package,
            code=self.scheme.digest,
        )

    @property
    def title(self) -> str:
        """The list in a line: which one, what was known, what was changed."""
        title = say(
            "{scheme}, list of {date}, {known}",
            scheme=self.scheme.name,
            date=self.list_date,
            known=known_text(self),
        )
        return self.which.with_rules(title)

    def __repr__(self) -> str:
        return f"<{self.title}: {counted(len(self), 'row')}>"

    def __len__(self) -> int:
        return len(self.table)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """pandas, polars and DuckDB take the list as it is."""
        return self.table.__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> "pa.Table":
        return self.table

    def to_pandas(self) -> Any:
        return self.table.to_pandas()

    def to_polars(self) -> Any:
        import polars

        return polars.from_arrow(self.table)

    def json_rows(self) -> list[dict[str, object]]:
        """The rows as objects with real numbers (whole points as integers, tenths as decimals)."""
        names = self.table.column_names
        return [
            {
                name: (Decimal(value) if name == "rating" and value is not None else value)
                for name, value in zip(names, row, strict=True)
            }
            for row in self.rows
        ]


def why_these_versions(rules: Rules) -> str:
    """Which version of the rules holds from when on."""
    return joined(
        "; ",
        [
            say(
                "{version} for what starts from {date} on", version=version.name, date=version.since
            )
            for version in rules.versions
        ],
    )


def other_rules(
    made: RatingList, regulation: str | None, code: str | None, rules: str | None
) -> str:
    """That a list on record was made by other rules than it is made by now; "" if it was not, or if nobody knows."""
    now = made.receipt
    if code and code != now.code:
        return say(
            "it was made by rules with digest {code} ({regulation}), the rules now are {now} ({installed}); ",
            code=code,
            regulation=regulation,
            now=now.code,
            installed=now.regulation,
        )
    if rules is None or rules == now.rules:
        return ""
    return say(
        "it was made by rules with fingerprint {rules}, the rules now are {now}; ",
        rules=rules,
        now=now.rules,
    )


def csv_bytes(columns: list[str], rows: Sequence[Sequence[object]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue().encode()


def make_list(replayed: "Replayed", checkpoint: str, *, every: bool = False) -> RatingList:
    """The list a replay has arrived at; with `every`, unpublished and unrated players too, and why."""
    world = replayed.world
    listed = replayed.listed
    if every:
        shown = np.arange(len(listed.player))
    else:
        shown = np.flatnonzero(listed.published)
    table = _table(replayed, listed, shown, every)
    snapshot = world.snapshot
    which = WhichList(
        world.scheme.name, replayed.list_date, snapshot.position, world.rules, snapshot.rate_as
    )
    return RatingList(world.scheme, which, checkpoint, table, lambda: snapshot.people)


def _table(replayed: "Replayed", listed: Listed, shown: Column, every: bool) -> "pa.Table":
    import pyarrow as pa
    import pyarrow.compute as pc

    people = replayed.world.snapshot.people
    shown = shown[_order(listed.rating[shown], listed.player[shown], people.numbers_by_id)]
    player = listed.player[shown]
    rating = listed.rating[shown].astype(np.int64)
    unrated = rating <= 0
    born = replayed.world.bare.inputs.players.born[player].astype(np.int64)
    take = pa.array(player.astype(np.int32))
    columns: dict[str, pa.Array] = {
        "rank": pa.array(_ranks(rating), mask=unrated),
        "player": pc.take(people.ids, take),
        "name": pc.take(people.names, take),
        "title": _texts(
            title_codes(replayed)[player], ("", *replayed.world.scheme.titles.values())
        ),
        "federation": _texts(
            federation_codes(replayed)[player], (*replayed.world.bare.inputs.facts.federations, "")
        ),
        "sex": _texts(replayed.world.bare.inputs.players.sex[player], ("", "M", "F")),
        "born": pa.array(born, mask=born == 0),
        "rating": points(rating, unrated, replayed.world.scheme.decimals),
        "games": pa.array(listed.games[shown].astype(np.int64)),
        "k": pa.array(listed.k[shown].astype(np.int64), mask=unrated),
        "status": _texts(
            np.where(~unrated, 1 + listed.active[shown].astype(np.int8), np.int8(0)),
            ("unrated", "inactive", "active"),
        ),
    }
    for column in replayed.world.scheme.columns:
        columns[column.name] = _further(column, listed.further[column.name][shown], unrated)
    if every:
        columns["why"] = pa.array(_why(replayed.world.scheme, listed, shown), pa.string())
    return pa.table(columns)


def points(rating: Column, absent: Column, decimals: int) -> "pa.Array":
    """Ratings in points: whole numbers, or decimals with the scheme's digits."""
    import pyarrow as pa
    import pyarrow.compute as pc

    units = pa.array(rating, mask=absent)
    if decimals == 0:
        return units
    unit = pa.scalar(Decimal(1).scaleb(-decimals), pa.decimal128(decimals + 1, decimals))
    return pc.multiply(units.cast(pa.decimal128(19, 0)), unit).cast(pa.decimal128(12, decimals))


def _further(column: ListColumn, values: Column, absent: Column) -> "pa.Array":
    """A further column of a scheme: numbers, or words."""
    if column.words:
        return _texts(np.where(absent, 0, values), column.words)
    return points(np.asarray(values, np.int64), absent, column.decimals)


def _order(rating: Column, player: Column, numbers_by_id: Column) -> Column:
    """Places of rows: high ratings first, then ids by code point."""
    low: Column = -rating
    if low.min(initial=0) > -SMALL and low.max(initial=0) < SMALL:
        low = low.astype(np.int16)  # sorted much quicker
    rows = _by_id(player, numbers_by_id)
    if rows is None:
        return np.argsort(low, kind="stable")
    return rows[np.argsort(low[rows], kind="stable")]


def _by_id(player: Column, numbers_by_id: Column) -> Column | None:
    """Places of players in the order of their ids; None if they are in it already."""
    if np.array_equal(
        numbers_by_id, np.arange(len(numbers_by_id))
    ):  # ids that were given out in order
        if np.any(player[1:] < player[:-1]):
            return np.argsort(player, kind="stable")
        return None
    place = np.full(len(numbers_by_id), -1, np.int32)
    place[player] = np.arange(len(player), dtype=np.int32)
    rows: Column = place[numbers_by_id]
    return rows[rows >= 0]


def _ranks(rating: Column) -> Column:
    """1, 2, 2, 4: equal ratings share a rank."""
    if len(rating) == 0:
        return np.zeros(0, np.int64)
    begins = np.concatenate(([True], rating[1:] != rating[:-1]))
    at = np.flatnonzero(begins)
    return np.repeat(at + 1, np.diff(np.append(at, len(rating))))


def _texts(codes: Column, texts: Sequence[str]) -> "pa.Array":
    """Texts out of a short list, by their places in it."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.take(pa.array(texts, pa.string()), pa.array(codes))


def _why(scheme: Scheme, listed: Listed, shown: Column) -> Column:
    sentences = {reason.code: f"{reason.article}: {reason.text}" for reason in scheme.reasons}
    published = listed.published[shown]
    codes = listed.reason[shown].tolist()
    texts = [
        "" if good else sentences.get(code, "")
        for good, code in zip(published.tolist(), codes, strict=True)
    ]
    return np.array(texts, dtype=object)


def title_codes(replayed: "Replayed") -> Column:
    """The highest title of the scheme that each player holds on the list date: 1 is the highest, 0 none."""
    world = replayed.world
    day = replayed.stop.day
    inputs = world.bare.inputs
    return highest_titles(inputs.facts, len(inputs.players), tuple(world.scheme.titles), day)


def highest_titles(facts: Facts, players: int, titles: Sequence[str], day: int) -> Column:
    """The highest of some titles, given from high to low, that each player holds on a day: 1 is the first, 0 none."""
    height = {code: place for place, code in enumerate(titles, start=1)}
    heights = np.array([height.get(code, 0) for code in facts.titles] or [0], np.int64)
    until_day = known_by(facts.title_day, day)
    player = facts.title_player[until_day][::-1]
    title = heights[facts.title_code[until_day]][::-1]
    last = np.unique(player.astype(np.int64) * (len(height) + 1) + title, return_index=True)[1]
    held = last[
        facts.title_held[until_day][::-1][last] & (title[last] > 0)
    ]  # the last event of a title decides
    best = np.full(players, len(height) + 1, np.int32)
    np.minimum.at(best, player[held], title[held].astype(np.int32))
    best[best > len(height)] = 0
    return best


def federation_codes(replayed: "Replayed") -> Column:
    """The federation of each player on the list date, as a place in the list of federations; beyond it: none."""
    facts = replayed.world.bare.inputs.facts
    code = np.full(len(replayed.world.bare.inputs.players), len(facts.federations), np.int32)
    until_day = known_by(facts.federation_day, replayed.stop.day)
    code[facts.federation_player[until_day]] = facts.federation_code[until_day]
    return code


def federations(replayed: "Replayed") -> Column:
    """The federation of each player on the list date."""
    return np.array([*replayed.world.bare.inputs.facts.federations, ""], dtype=object)[
        federation_codes(replayed)
    ]
