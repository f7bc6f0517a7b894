"""Imports that can be left and continued: a file that was sent, and what was decided about it so far.

They lie beside the ledger, for the office alone, and never in the log. A file has names in it: it is deleted when it
was appended or discarded, and all of them are when a person is erased.
"""

import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock, RLock
from typing import BinaryIO, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.text import whole_number
from ledger.whole_file import private_folder, write_whole
from wording import say

FOLDER = "imports"
MOST_WAITING = 100
KEPT_WAITING = timedelta(days=90)
KEPT_APPENDED = timedelta(days=30)
_RECORD = "import.json"
_DECISIONS = "decisions.csv"
_ID = re.compile(r"[\w-]{10,40}")
Action = Literal["same", "new", "skip"]
State = Literal[
    "unread", "people", "ready", "corrects", "wrong", "nothing", "appended", "discarded"
]


class NameChoice(Struct, frozen=True):
    """What was decided about a name of a file: who it is, and who said so."""

    action: Action
    player: str = ""
    by: str = ""


class ImportStatus(Struct, frozen=True):
    """How an import stands, as far as it was read last."""

    state: State = "unread"
    title: str = ""  # the tournament's name, or what else the file is about
    tournament: str = ""
    players: int = 0
    games: int = 0
    matched: int = 0
    open: int = 0  # names without a decision
    wrong: str = ""  # where the first problem stands: FILE:LINE
    remarks: int = 0


class ImportOutcome(Struct, frozen=True):
    """What came of an import: the events that were appended, and how many of each kind."""

    by: str
    at: datetime
    first: int = 0
    last: int = 0
    kinds: Mapping[str, int] = {}
    duplicates: int = 0
    grown: bool = False  # the log had grown since the preview, so the file was judged again
    digest: str = ""
    size: int = 0


class FileImport(Struct, frozen=True):
    """A file that was sent, how it is to be read, and what was decided about it."""

    id: str
    name: str
    person: str
    received: datetime
    head: int  # of the log when it was sent
    words: Mapping[str, str] = {}  # how it is to be read, as typed
    choices: Mapping[
        str, NameChoice
    ] = {}  # by the key of a name, or by the name, if said of another file
    searches: Mapping[str, str] = {}  # what was looked for in the place of a name
    revision: int = 0  # grows with every change
    changed: datetime | None = None
    changed_by: str = ""
    status: ImportStatus = ImportStatus()
    outcome: ImportOutcome | None = None

    @property
    def is_waiting(self) -> bool:
        return self.outcome is None


class Imports:
    """The imports of one ledger, in a folder beside it."""

    def __init__(self, folder: Path | None) -> None:
        """Without a folder, which a ledger in memory has not, they end with the process."""
        self._spare = (
            None if folder else tempfile.TemporaryDirectory(prefix="rating-ledger-office-")
        )
        self.folder = folder / FOLDER if folder else Path(str(self._spare and self._spare.name))
        self._changing = RLock()
        self.appending = Lock()  # one import after the other
        self.sweep()

    def keep(
        self, person: str, file: tuple[str, BinaryIO], words: Mapping[str, str], head: int
    ) -> FileImport:
        """Put a file aside, as a new import."""
        if sum(one.is_waiting for one in self.all()) >= MOST_WAITING:
            wrong = say("{number} imports are waiting already", number=MOST_WAITING)
            raise LedgerError(wrong, remedy=say("finish or discard some of them first"))
        new = FileImport(
            id=secrets.token_urlsafe(12), name=plain_name(file[0]), person=person,
            received=datetime.now(UTC), head=head, words=dict(words),
        )  # fmt: skip
        private_folder(self.folder)
        folder = self.folder / new.id
        folder.mkdir(mode=0o700)
        self._copy(file[1], new)
        self._write(new)
        return new

    def file_of(self, one: FileImport) -> Path:
        """Where its file lies. It keeps its name, for formats go by it."""
        return (
            self.folder / one.id / "file"
            if one.name == _RECORD
            else self.folder / one.id / one.name
        )

    def decisions_of(self, one: FileImport) -> Path:
        """Where what was decided about its names is written for the readers of files."""
        return self.folder / one.id / f".{_DECISIONS}"

    def get(self, identity: str) -> FileImport | None:
        """An import, if there is one."""
        if not _ID.fullmatch(identity):
            return None
        try:
            return _decoder.decode((self.folder / identity / _RECORD).read_bytes())
        except (OSError, msgspec.MsgspecError):
            return None

    def all(self) -> list[FileImport]:
        """All imports, the newest first."""
        if not self.folder.is_dir():
            return []
        kept = [self.get(path.name) for path in self.folder.iterdir()]
        readable = [one for one in kept if one is not None]
        return sorted(readable, key=lambda one: one.received, reverse=True)

    def change(self, identity: str, by: str, **changes: object) -> FileImport:
        """Change what was decided about an import that waits."""
        with self._changing:
            now = self._waiting(identity)
            changed = replace(
                now, **changes, revision=now.revision + 1, changed=datetime.now(UTC), changed_by=by
            )
            self._write(changed)
        return changed

    def exchange(
        self,
        identity: str,
        by: str,
        file: tuple[str, BinaryIO],
        choices: Mapping[str, NameChoice],
    ) -> FileImport:
        """Put a corrected file in the place of one that waits, with what was decided about names in that."""
        with self._changing:
            self.file_of(self._waiting(identity)).unlink(missing_ok=True)
            changed = self.change(
                identity, by, name=plain_name(file[0]), status=ImportStatus(), choices=choices, searches={}
            )  # fmt: skip
            self._copy(file[1], changed)
        return changed

    def _copy(self, content: BinaryIO, one: FileImport) -> None:
        with self.file_of(one).open("wb") as kept:
            shutil.copyfileobj(content, kept)

    def note(self, identity: str, status: ImportStatus) -> None:
        """Keep how an import stands, as it was read just now."""
        with self._changing:
            now = self.get(identity)
            if now is not None and now.is_waiting and now.status != status:
                self._write(replace(now, status=status))

    def close(self, identity: str, outcome: ImportOutcome, state: State = "appended") -> FileImport:
        """Note what came of an import. Its file has done its work, and is deleted."""
        with self._changing:
            now = self._waiting(identity)
            done = replace(
                now,
                outcome=outcome,
                status=replace(now.status, state=state),
                choices={},
                searches={},
            )
            self._write(done)
            self.file_of(now).unlink(missing_ok=True)
            self.decisions_of(now).unlink(missing_ok=True)
        return done

    def forget(self) -> None:
        """Delete all imports: a person was erased, whose name may stand in one."""
        with self._changing:
            shutil.rmtree(self.folder, ignore_errors=True)

    def sweep(self) -> None:
        """Delete what was left lying for too long."""
        now = datetime.now(UTC)
        for one in self.all():
            last = one.outcome.at if one.outcome else one.changed or one.received
            limit = KEPT_APPENDED if one.outcome else KEPT_WAITING
            if now - last > limit:
                shutil.rmtree(self.folder / one.id, ignore_errors=True)

    def end(self) -> None:
        """Let go of what only this process had."""
        if self._spare is not None:
            self._spare.cleanup()

    def _waiting(self, identity: str) -> FileImport:
        now = self.get(identity)
        if now is None or not now.is_waiting:
            raise LedgerError(
                say("this import is over, or is no longer kept"),
                remedy=say("the worklist at /office shows what waits"),
            )
        return now

    def _write(self, one: FileImport) -> None:
        """Write the record, whole or not at all."""
        write_whole(self.folder / one.id / _RECORD, msgspec.json.encode(one))


_decoder = msgspec.json.Decoder(FileImport)


def forget_imports(folder: Path) -> None:
    """Delete the imports of a ledger: there are names in them."""
    shutil.rmtree(folder / FOLDER, ignore_errors=True)


def plain_name(name: str) -> str:
    """A name for a file that stays in its folder: browsers may send any."""
    last = re.split(r"[/\\]", name)[-1]
    return re.sub(r"[\x00-\x1f\x7f]", "", last)[-100:].lstrip(".") or "file"


PREFIX = "rating-ledger-desk-"  # of the folder; then comes the number of the process that keeps it


def sweep_uploads() -> None:
    """Delete the files of desks that were killed: there are names in them."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        number = whole_number(left.name.removeprefix(PREFIX).partition("-")[0], 9)
        if number is not None and not _runs(number):
            shutil.rmtree(left, ignore_errors=True)


def _runs(number: int) -> bool:
    """Whether a process of this number runs."""
    try:
        os.kill(number, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
