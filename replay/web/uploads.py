"""Files that are read once and not kept: an appeal, or a list to compare with, that somebody sends."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from replay.office.imports import PREFIX, plain_name, sweep_uploads


class Uploads:
    """A folder of this process. Names of files are kept, for formats go by them."""

    def __init__(self) -> None:
        sweep_uploads()
        self._folder: Path | None = None
        self._changing = Lock()

    @contextmanager
    def for_a_moment(self, name: str, content: bytes) -> Iterator[Path]:
        """A file for as long as it is read; what a killed desk leaves behind is swept."""
        with tempfile.TemporaryDirectory(dir=self._own_folder()) as folder:
            path = Path(folder) / plain_name(name)
            path.write_bytes(content)
            yield path

    def _own_folder(self) -> Path:
        with self._changing:
            self._folder = self._folder or Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
            return self._folder

    def close(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
