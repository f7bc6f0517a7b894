"""A file to import: where it lies, what messages call it, which format it has. What stands in it is opened once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from io import BufferedReader, FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger import Log
from ledger.errors import LedgerError, of_system
from ledger.item import Items
from replay.files.encoding import file_reference
from replay.files.known import KnownLedger
from replay.files.options import FILE_KINDS, ReadOptions
from replay.files.recognition import RECOGNISED, remedy_for
from wording import either, enumerated, say
from wording.errors import at

if TYPE_CHECKING:
    from projections import Snapshot
    from replay.files.tables.sheets import Sheet

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
_NOTING = ("trf", "pgn", "crosstable", "player-list")  # their readers note what a file left open
HEAD = 4096
_AT_ONCE = 1 << 20
Advance = Callable[..., None]


def _unseen(*_: int) -> None:
    return None


class InputFile:
    """A file to import. `form` is its format, if it is not to be recognised; `name` is what messages call it.

    `columns` says what the headings of a list of players mean.
    """

    def __init__(
        self,
        path: Path,
        name: str | None = None,
        *,
        form: str | None = None,
        encoding: str | None = None,
        columns: Mapping[str, str] | None = None,
    ) -> None:
        if form is not None and form not in FORMATS:
            raise LedgerError(
                say("unknown format {form!r}", form=form),
                remedy=say("use one of: {formats}", formats=", ".join(FORMATS)),
            )
        self.path = path
        self.name = name or str(path)
        self.encoding = encoding
        self.columns = columns
        self.advance: Advance = _unseen  # hears how much of the file was read, in hundredths
        self.head = self._head()
        self._form = form
        self._sheets: Sequence[Sheet] | LedgerError | None = None

    @cached_property
    def form(self) -> str:
        """The format: as told, else what content and ending say."""
        if self._form is not None:
            return self._form
        for form, is_recognised in RECOGNISED.items():
            if is_recognised(self):
                return form
        *others, last = FILE_KINDS.values()
        shown = b"" if b"\0" in self.head else self.head[:60].split(b"\n")[0]
        raise LedgerError(
            say(
                "not a file that can be imported: not recognised as {kinds}",
                kinds=either((enumerated(others), last)),
            ),
            place=at(self.name, 1),
            excerpt=shown.decode("utf-8", "replace"),
            remedy=remedy_for(self),
        )

    @property
    def size(self) -> int:
        return self.path.stat().st_size

    @property
    def sheets(self) -> "Sequence[Sheet]":
        """The sheets of a workbook, a csv table or a web page; a file that cannot be opened is not tried again."""
        if self._sheets is None:
            from replay.files.tables.sheets import open_sheets

            try:
                self._sheets = list(open_sheets(self.path, self.name, self.encoding))
            except LedgerError as error:
                self._sheets = error
        if isinstance(self._sheets, LedgerError):
            raise self._sheets
        return self._sheets

    @property
    def is_streamed(self) -> bool:
        """Whether its events are made while it is read: then how much was read says how much was done."""
        return self.form in ("jsonl", "fide-list")

    @cached_property
    def reference(self) -> str:
        """How events name the file they come from."""
        return file_reference(self.path, self.name)

    def opened(self, since: int = 0, until: int = 100) -> BufferedReader:
        """The bytes of the file; `advance` hears how far they were read: this reading is so many hundredths of all."""
        return BufferedReader(_Watched(self, since, until), _AT_ONCE)

    def items(
        self,
        options: ReadOptions,
        log: Log | None = None,
        open_snapshot: "Callable[[], Snapshot] | None" = None,
    ) -> Items:
        """What stands in the file. `open_snapshot` gives what is known in the ledger, if a reader asks for it."""
        reader: Any = import_module(FORMATS[self.form])
        known = KnownLedger(log, open_snapshot, options.earlier)
        items = reader.read(self, replace(options, known=known))
        if self.form in _NOTING:
            items = known.without_sealed_notes(items)
        return Items(self.name, items)

    def _head(self) -> bytes:
        try:
            if self.path.is_dir():
                raise LedgerError(
                    say("is a folder, not a file"),
                    place=self.name,
                    remedy=say("name the files in it"),
                )
            with self.path.open("rb") as file:
                head = file.read(HEAD)
        except OSError as error:
            raise LedgerError(
                say("cannot be read: {why}", why=of_system(error)),
                place=self.name,
                remedy=say("check the name and who may read it"),
            ) from error
        if not head:
            raise LedgerError(
                say("the file is empty"),
                place=self.name,
                remedy=say("is this the file you meant?"),
            )
        return head


class _Watched(FileIO):
    """A file that says how much of it was read."""

    def __init__(self, file: InputFile, since: int, until: int) -> None:
        super().__init__(file.path)
        self._advance = file.advance
        self._since = since
        self._share = until - since
        self._size = file.size
        self._done = 0

    def readinto(self, buffer: Any) -> int | None:
        count = super().readinto(buffer)
        self._done += count or 0
        if self._size:
            read = min(self._done, self._size)
            self._advance(self._since + self._share * read // self._size, 100)
        return count


def open_file(
    path: Path,
    options: ReadOptions | None = None,
    log: Log | None = None,
    *,
    form: str | None = None,
    name: str | None = None,
    open_snapshot: "Callable[[], Snapshot] | None" = None,
) -> Items:
    """What stands in a file that is read once."""
    options = options or ReadOptions()
    file = InputFile(path, name, form=form, encoding=options.encoding)
    return file.items(options, log, open_snapshot)
