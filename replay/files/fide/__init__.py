"""FIDE's rating lists: reading a list and comparing it with the ledger, writing one in FIDE's form.

- rows: of a list · check: what it would be refused for · records: every player as the ledger has them
- people, ratings: one row beside a record
- comparison: row by row · plan: which columns and players are taken · form: writing
"""

from collections.abc import Iterator

from ledger.item import Item
from replay.files.input import InputFile
from replay.files.options import ReadOptions


def read(file: InputFile, options: ReadOptions) -> Iterator[Item]:
    """The events of all wanted players of a list, without what the ledger has already."""
    from replay.files.fide.comparison import read_list  # only here, because it loads the regulation

    return read_list(file, options)


__all__ = ["read"]
