"""Files that were sent and not yet appended: kept aside, each for whoever sent it, until the desk is stopped."""

import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from msgspec import Struct
from starlette.exceptions import HTTPException

from replay.answers.language import tr
from replay.files import ReadOptions
from replay.office.sent_files import PREFIX, sweep_uploads

MOST_KEPT = 5  # of one person; a further one takes the place of the oldest


class Upload(Struct, frozen=True):
    """A file as it was sent, how it is to be read, and how long the log was then."""

    id: str
    person: str
    name: str
    path: Path
    options: ReadOptions
    head: int


class Uploads:
    """A folder of this process. Names of files are kept, for formats go by them."""

    def __init__(self) -> None:
        sweep_uploads()
        self._folder: Path | None = None
        self._kept: dict[str, Upload] = {}
        self._changing = Lock()

    def keep(
        self, person: str, file: tuple[str, BinaryIO], options: ReadOptions, head: int
    ) -> Upload:
        """Put a file aside."""
        identity = secrets.token_urlsafe(16)
        name = _plain(file[0])
        folder = self._own_folder()
        with self._changing:
            own = [each for each in self._kept.values() if each.person == person]
            for old in own[: max(0, len(own) - MOST_KEPT + 1)]:
                self._drop(old)
            path = folder / identity / name
            path.parent.mkdir()
        with path.open("wb") as kept:
            shutil.copyfileobj(file[1], kept)
        self._kept[identity] = Upload(identity, person, name, path, options, head)
        return self._kept[identity]

    @contextmanager
    def for_a_moment(self, name: str, content: bytes) -> Iterator[Path]:
        """A file for as long as it is read, in the same folder: what a killed desk leaves behind is swept."""
        with tempfile.TemporaryDirectory(dir=self._own_folder()) as folder:
            path = Path(folder) / _plain(name)
            path.write_bytes(content)
            yield path

    def _own_folder(self) -> Path:
        with self._changing:
            self._folder = self._folder or Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
            return self._folder

    def keep_again(self, upload: Upload) -> Upload:
        """The same file, to be read in another way."""
        with self._changing:
            if upload.id in self._kept:
                self._kept[upload.id] = upload
        return upload

    def get(self, identity: str, person: str) -> Upload:
        """A file of this person."""
        found = self._kept.get(identity)
        if found is None or found.person != person:
            raise HTTPException(
                404, tr("this file is no longer kept, or was appended already → send it again")
            )
        return found

    def drop(self, upload: Upload) -> None:
        with self._changing:
            self._drop(upload)

    def drop_all(self) -> None:
        """Delete every file that was sent and not yet appended."""
        with self._changing:
            for upload in list(self._kept.values()):
                self._drop(upload)

    def _drop(self, upload: Upload) -> None:
        if self._kept.pop(upload.id, None) is not None:
            shutil.rmtree(upload.path.parent, ignore_errors=True)

    def close(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _plain(name: str) -> str:
    """A name for a file that stays in its folder: browsers may send any."""
    last = re.split(r"[/\\]", name)[-1]
    return re.sub(r"[\x00-\x1f\x7f]", "", last)[-100:].lstrip(".") or "file"
