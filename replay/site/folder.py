"""The folder of the public site: only what changed is written, and only files of its own are replaced or removed.

The manifest names the files, with what each was made from; the same site has the same manifest. Beside it, in a file
that no visitor needs, stand size and time of each file: a page that lies as it was written is not even made again.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct

import replay
from ledger.errors import LedgerError, unwritable
from ledger.log.json_bounds import bounded
from projections.scratch import PREFIX, drop_abandoned
from wording import say

MANIFEST = "site-manifest.json"
TIMES = ".site-times.json"  # how the files lie here; it need not be copied to a host
Make = Callable[[], bytes]
Lies = tuple[int, int]  # size and time of a file


class Known(Struct, frozen=True):
    """How a file is made, and a digest of all that its bytes follow from."""

    make: Make
    made_from: str

    def __call__(self) -> bytes:
        return self.make()


def digest(*made_from: object) -> str:
    """A digest of plain values."""
    return blake2b(repr(made_from).encode(), digest_size=16).hexdigest()


@cache
def program_digest() -> str:
    """A digest of what makes pages: code, templates and translations, without what is compiled of them."""
    files = sorted(
        path
        for path in Path(replay.__file__).parent.rglob("*.*")
        if path.parent.name != "__pycache__" and path.suffix != ".mo"
    )
    return digest(
        [(path.name, blake2b(path.read_bytes()).hexdigest()) for path in files if path.is_file()]
    )


class SiteManifest(Struct, frozen=True):
    """The files of a site and what each was made from."""

    files: Mapping[str, str] = {}


class AsWritten(Struct, frozen=True):
    """How the last run left the folder: what the whole site was made from, and how each file lay there."""

    site: str = ""
    files: Mapping[str, Lies] = {}


class Written(Struct, frozen=True):
    """How many files of the site were written, were there already, and were removed."""

    written: int
    unchanged: int
    removed: int


class SiteFolder:
    """A folder with a site, as the last run left it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fresh = (
            folder / f"{PREFIX}{os.getpid()}"
        )  # takes the place of a file when it is whole
        self._lying: dict[str, dict[str, Lies]] = {}  # in each folder that was looked into
        self.manifest = self._read_manifest()
        self._last = self._read_times()

    def is_as_written(self, site: str) -> bool:
        """Does the site lie here that is made from this, every file as it was written?"""
        last = self._last
        if not site or last.site != site or self.manifest.files.keys() != last.files.keys():
            return False
        return all(self._lies(name) == lies for name, lies in last.files.items())

    def write(
        self,
        files: Mapping[str, Make],
        site: str,
        advance: Callable[[int], None],
    ) -> Written:
        """Make every file, write those whose bytes are new, and remove files of an earlier run that are not wanted.

        The manifest names all files of the site. It is written before them, so that a run that was stopped can go on.
        """
        ours = self.manifest.files
        self._refuse_foreign(files.keys() - ours.keys())
        drop_abandoned(self._folder)
        self._write_manifest(SiteManifest(dict.fromkeys(files, "") | dict(ours)))
        made_from = {}
        lies: dict[str, Lies | None] = {}
        written = 0
        for done, (name, make) in enumerate(files.items(), 1):
            content = None
            if isinstance(make, Known):
                made_from[name] = make.made_from
            else:
                content = make()
                made_from[name] = blake2b(content, digest_size=16).hexdigest()
            lies[name] = self._as_written(name, made_from[name])
            if lies[name] is None:
                written += self._write(name, make() if content is None else content)
                lies[name] = self._lies(name)
            advance(done)
        removed = self._remove(ours.keys() - files.keys())
        self._write_manifest(SiteManifest(made_from))
        self._write(TIMES, msgspec.json.encode({"site": site, "files": lies}))
        return Written(written, len(files) - written, removed)

    def _as_written(self, name: str, made_from: str) -> Lies | None:
        """How a file lies here, if it was made from the same and is as it was written."""
        lay = self._last.files.get(name)
        if lay is None or self.manifest.files.get(name) != made_from or self._lies(name) != lay:
            return None
        return lay

    def _lies(self, name: str) -> Lies | None:
        """How a file lies here; each folder is looked into once, which is cheaper than to ask for each file."""
        folder, _, file = name.rpartition("/")
        lying = self._lying.get(folder)
        if lying is None:
            lying = self._lying[folder] = dict(_lying_in(self._folder / folder))
        return lying.get(file)

    def _remove(self, names: set[str]) -> int:
        gone = [self._folder / name for name in sorted(names) if (self._folder / name).is_file()]
        for path in gone:
            path.unlink()
        return len(gone)

    def _write_manifest(self, manifest: SiteManifest) -> None:
        document = {"files": dict(sorted(manifest.files.items()))}
        self._write(MANIFEST, msgspec.json.format(msgspec.json.encode(document)) + b"\n")

    def _read_times(self) -> AsWritten:
        """How the files lay here; nothing if nobody knows."""
        try:
            return msgspec.json.decode((self._folder / TIMES).read_bytes(), type=AsWritten)
        except (OSError, msgspec.MsgspecError, RecursionError):
            return AsWritten()

    def _read_manifest(self) -> SiteManifest:
        """The files that earlier runs wrote; older manifests have names alone, or names and marks."""
        path = self._folder / MANIFEST
        try:
            found = msgspec.json.decode(bounded(path.read_bytes()), type=SiteManifest | list[str])
            if isinstance(found, SiteManifest) and not found.files:
                marks = msgspec.json.decode(path.read_bytes(), type=dict[str, str | dict[str, str]])
                found = [name for name in marks if name not in ("files", "lists")]
        except FileNotFoundError:
            return SiteManifest()
        except (msgspec.MsgspecError, RecursionError) as error:
            raise LedgerError(
                say("not a list of files: {error}", error=str(error)),
                place=str(path),
                remedy=say("name an empty folder"),
            ) from None
        if isinstance(found, list):
            found = SiteManifest(dict.fromkeys(found, ""))
        inside = self._folder.resolve()
        for folder, name in {name.rpartition("/")[0]: name for name in found.files}.items():
            if not (inside / folder).resolve().is_relative_to(inside):
                raise LedgerError(
                    say("{name!r} is not in this folder", name=name),
                    place=str(path),
                    remedy=say("name an empty folder"),
                )
        return found

    def _refuse_foreign(self, names: set[str]) -> None:
        """Refuse to overwrite what is not ours; said before anything is written."""
        foreign = sorted(name for name in names if self._lies(name) is not None)
        if foreign:
            names_there = foreign[0]
            if len(foreign) > 1:
                names_there = say(
                    "{names} and {number} more", names=foreign[0], number=len(foreign) - 1
                )
            wrong = say(
                "{names}: there already, and not written by this command", names=names_there
            )
            raise LedgerError(
                wrong, place=str(self._folder), remedy=say("move it away, or name an empty folder")
            )

    def _write(self, name: str, content: bytes) -> bool:
        """Write a file if it has other bytes, whole or not at all; was it written?"""
        path = f"{self._folder}{os.sep}{name}"
        lies = self._lies(name)
        folder, _, file = name.rpartition("/")
        try:
            if lies is not None and Path(path).read_bytes() == content:
                return False
            if not self._lying[folder]:
                (self._folder / folder).mkdir(parents=True, exist_ok=True)
            self._fresh.write_bytes(content)
            there = self._fresh.stat()
            self._fresh.replace(path)
        except OSError as error:
            self._fresh.unlink(missing_ok=True)
            raise unwritable(path, error) from None
        self._lying[folder][file] = there.st_size, there.st_mtime_ns
        return True


def _lying_in(folder: Path) -> Iterator[tuple[str, Lies]]:
    """How everything in a folder lies there."""
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # a link that leads nowhere
                there = entry.stat()
                yield entry.name, (there.st_size, there.st_mtime_ns)
