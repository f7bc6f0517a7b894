"""Readers of outside formats. A reader gives one item for each event it finds, and one for each problem.

A format is a module with `read(path, options)`, which gives items; `recognition` says how it is recognised.

recognition   which format a file has
options       what a user can tell a reader beside the file
known         what a reader may ask of the ledger
jsonl         events as JSON Lines
trf/          tournament reports: reading and writing
pgn/          archives of games
fide/         FIDE's rating lists: reading and writing
crosstables/  cross-tables as programs and people print them
people/       lists of players as federations and clubs keep them
tables/       csv and workbooks, one kind of table for each event
templates     empty tables to fill in
players       who is who: decisions about players of outside files
vocabulary    what people call the columns of lists and cross-tables
titles        titles as people write them
dates, encoding, time_control     texts that several formats have
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from msgspec.structs import replace

from ledger import Log
from ledger.errors import LedgerError, of_system
from ledger.item import Item, Items
from replay.files.known import KnownLedger
from replay.files.options import ReadOptions
from replay.files.recognition import RECOGNISED
from wording import joined, say
from wording.errors import at

if TYPE_CHECKING:
    from projections import Snapshot

# name → the module that reads it
FORMATS: dict[str, str] = {
    "jsonl": "replay.files.jsonl",
    "trf": "replay.files.trf",
    "pgn": "replay.files.pgn",
    "fide-list": "replay.files.fide",
    "crosstable": "replay.files.crosstables",
    "player-list": "replay.files.people",
    "table": "replay.files.tables",
}
HEAD = 4096


class Reader(Protocol):
    def read(self, path: Path, options: ReadOptions) -> Iterator[Item]: ...


def open_file(
    path: Path,
    options: ReadOptions | None = None,
    log: Log | None = None,
    *,
    form: str | None = None,
    name: str | None = None,
    open_snapshot: "Callable[[], Snapshot] | None" = None,
) -> Items:
    """Recognise a file by content and ending, or take it to be `form`; `name` is what messages call it.

    `open_snapshot` gives what is known in the ledger of the log, if a reader asks for it.
    """
    options = options or ReadOptions()
    shown = name or str(path)
    reader = _load(format_of(path, form, shown))
    known = KnownLedger(log, open_snapshot)
    return Items(shown, reader.read(path, replace(options, name=shown, known=known)))


def format_of(path: Path, form: str | None = None, name: str | None = None) -> str:
    """The format of a file: `form` if that is given, else what its content and ending say."""
    shown = name or str(path)
    head = _head(path, shown)
    if form is not None:
        if form not in FORMATS:
            raise LedgerError(
                say("unknown format {form!r}", form=form),
                remedy=say("use one of: {formats}", formats=", ".join(FORMATS)),
            )
        return form
    for known, is_recognised in RECOGNISED.items():
        if is_recognised(path, head):
            return known
    raise LedgerError(
        joined(
            "",
            (
                say("not a file that can be imported: "),
                joined(", ", (say("no {format}", format=each) for each in FORMATS)),
            ),
        ),
        place=at(shown, 1),
        excerpt=head[:60].split(b"\n")[0].decode("utf-8", "replace"),
        remedy=say("events are JSON Lines: one JSON object in each line, in UTF-8"),
    )


def _head(path: Path, shown: str) -> bytes:
    try:
        if path.is_dir():
            raise LedgerError(
                say("is a folder, not a file"), place=shown, remedy=say("name the files in it")
            )
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError as error:
        raise LedgerError(
            say("cannot be read: {why}", why=of_system(error)),
            place=shown,
            remedy=say("check the name and who may read it"),
        ) from error
    if not head:
        raise LedgerError(
            say("the file is empty"), place=shown, remedy=say("is this the file you meant?")
        )
    return head


def _load(name: str) -> Reader:
    return cast(Reader, import_module(FORMATS[name]))


__all__ = ["FORMATS", "ReadOptions", "Reader", "format_of", "open_file"]
