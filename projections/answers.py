"""What was worked out from all facts of a read model: kept beside it, so that the next process need not do so again.

Like the read model the file can be deleted at any time, and goes with it when it is thrown away.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar, overload

import numpy as np

from projections.mapped import Mapped, Writer, in_one_piece, open_mapped
from schemes.compiler import sources_digest

Table = TypeVar("Table")


class Texts(Sequence[str]):
    """Texts in Arrow as Python has them: one by one, or all of them once somebody goes through them."""

    def __init__(self, column: Any) -> None:
        self._column = column

    @cached_property
    def _all(self) -> list[str]:
        return list(self._column.to_pylist())

    def __len__(self) -> int:
        return len(self._column)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        return self._all[place] if isinstance(place, slice) else str(self._column[int(place)].as_py())

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Texts | list | tuple) and self._all == list(other)

    __hash__ = None  # type: ignore[assignment]  # like a list


class Answers:
    """Answers by name, each a few columns; without a folder nothing is kept."""

    def __init__(self, folder: Path | None, position: int = 0, root: str = "") -> None:
        """The answers about the first events of a log, which the root of its tree tells from any other log."""
        self._path = None if folder is None else folder / f"answers-{version()}-{position}-{root[:16]}.columns"
        self._known: Mapped | None = None if self._path is None else open_mapped(self._path)
        self._made: dict[str, Any] = {}
        self._noting = self._path is not None

    def columns(self, name: str, parts: Sequence[str], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Columns as they were kept, or made now, for reading only: numbers in numpy, texts in Arrow or in a list."""
        names = {part: f"{name}.{part}" for part in parts}
        if self._known is not None and all(each in self._known for each in names.values()):
            return {part: self._known[each] for part, each in names.items()}
        made = {part: _for_reading(column) for part, column in make().items()}
        if self._noting:
            self._made |= {names[part]: made[part] for part in parts}
        return made

    def column(self, name: str, make: Callable[[], Any]) -> Any:
        """One column."""
        return self.columns(name, ("all",), lambda: {"all": make()})["all"]

    def table(self, name: str, kind: type[Table], make: Callable[[], Table]) -> Table:
        """A table of `schemes.inputs`."""
        parts = [field.name for field in fields(kind)]  # type: ignore[arg-type]

        def made() -> dict[str, Any]:
            table = make()
            return {part: getattr(table, part) for part in parts}

        found = self.columns(name, parts, made)
        return kind(**{part: Texts(c) if hasattr(c, "to_pylist") else c for part, c in found.items()})

    def only_look(self) -> None:
        """From now on nothing new is noted: who only supposes something leaves no trace."""
        self._noting = False

    def keep(self) -> None:
        """Write down what was made, beside what is there; a folder that cannot be written costs time later."""
        if self._path is None or not self._made:
            return
        known = {name: self._known[name] for name in self._known} if self._known is not None else {}
        with suppress(OSError):
            with Writer(self._path) as out:
                for name, column in {**known, **self._made}.items():
                    if isinstance(column, np.ndarray):
                        out.numbers(name, column.dtype.str, [column.reshape(-1)])
                    else:
                        out.texts(name, _texts(column))
            self._made = {}
            for old in self._path.parent.glob("answers-*"):
                if old != self._path:
                    old.unlink(missing_ok=True)


def _for_reading(column: Any) -> Any:
    """A column that nobody can write on: one that was kept is not to be written on, either."""
    if isinstance(column, np.ndarray):
        column = column.view()
        column.flags.writeable = False
    return column


def _texts(column: Any) -> Any:
    import pyarrow as pa

    return in_one_piece([pa.array(column, pa.string()) if isinstance(column, list | tuple) else column])


@cache
def version() -> str:
    """A hash of the rules and of what they are given: other code, other files."""
    digest = hashlib.sha256(sources_digest().encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
