"""An answer: what a question gives, as data. Renderers turn it into text, files, pages and plots.

Texts in an answer are wordings (`say`), which only renderers say in a language. Numbers, days and codes are values.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from replay.answers.table import Column, Names, Row, Table, rows_table
from schemes import Node
from wording import Wording, say

if TYPE_CHECKING:
    import pyarrow as pa


class Fact(Struct, frozen=True):
    """One thing that an answer states beside its tables: a code, what people call it, and the value."""

    code: str
    label: str
    value: object


class Remark(Struct, frozen=True):
    """Something worth knowing about an answer: a code for programs, a sentence for people."""

    code: str
    text: str
    remedy: str = ""

    @property
    def values(self) -> Mapping[str, object]:
        """The values that the sentence speaks of."""
        if isinstance(self.text, Wording):
            return self.text.values
        return {}


class Answer(Struct, frozen=True, repr_omit_defaults=True):
    """What was asked, and all that is known about it."""

    form: str
    "Which answer this is, and the number of its form: compare/1. Its JSON Schema has this name."
    title: str = ""
    table: Table | None = None
    "The rows that programs get."
    facts: Sequence[Fact] = ()
    further: Sequence[Table] = ()
    "More tables for people, such as a summary."
    tree: Node | None = None
    remarks: Sequence[Remark] = ()
    receipt: Sequence[Fact] = ()
    names: Names = Names()

    def __repr__(self) -> str:
        count = len(self)
        noun = "row" if count == 1 else "rows"
        return f"<{self.title or self.form}: {count} {noun}>"

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def rows(self) -> Sequence[Row]:
        """The rows, each a mapping from column to value."""
        if self.table is None:
            return ()
        rows: Sequence[Row] = self.table.rows
        return rows

    def whole(self) -> "Answer":
        """The same with all its rows, if they come one by one."""
        if self.table is None or isinstance(self.table.rows, Sequence):
            return self
        return replace(self, table=replace(self.table, rows=list(self.table.rows)))

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        if self.table is None:
            return ()
        return self.table.names

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """pandas, polars and DuckDB take the answer as it is."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> "pa.Table":
        """An Arrow table; ratings are whole numbers or exact decimals, never floats."""
        from replay.answers.data import arrow_table

        assert self.table is not None, "this answer has no rows"
        return arrow_table(self.table)

    def to_pandas(self) -> Any:
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        import polars

        return polars.from_arrow(self.to_arrow())


def notes_on(about: str, notes: Iterable[str]) -> list[Remark]:
    """What is missing or odd about something."""
    return [Remark("note", say("{about}: {note}", about=about, note=note)) for note in notes]


def rows_answer(
    form: str,
    title: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[object]],
    remarks: Sequence[Remark] = (),
) -> Answer:
    """An answer that is one table, whose rows have a value for each column."""
    return Answer(form, title, rows_table(columns, rows), remarks=remarks)
