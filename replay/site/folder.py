"""The folder of the public site: only what changed is written, and only files of its own are replaced or removed.

A page that says what it is made from is not even made again while it lies there as it was written: the manifest has
that, with the size and the time of the file.
"""

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct

import replay
from ledger.errors import LedgerError, of_system
from ledger.log.json_bounds import bounded
from projections.scratch import taking_the_place_of
from wording import say

MANIFEST = "site-manifest.json"
Make = Callable[[], bytes]


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
    """A digest of what makes pages: code, templates and translations."""
    files = sorted(
        path
        for path in Path(replay.__file__).parent.rglob("*.*")
        if path.parent.name != "__pycache__"
    )
    return digest(
        [(path.name, blake2b(path.read_bytes()).hexdigest()) for path in files if path.is_file()]
    )


class Written(Struct, frozen=True):
    """How many files of the site were written, were there already, and were removed."""

    written: int
    unchanged: int
    removed: int


def write_files(folder: Path, files: Mapping[str, Make], advance: Callable[[int], None]) -> Written:
    """Make every file, write those whose bytes are new, and remove files of an earlier run that are no longer wanted.

    The manifest names all files of the site. It is written before them, so that a run that was stopped can go on.
    """
    ours = _manifest(folder)
    _refuse_foreign(folder, files.keys() - ours.keys())
    _write(folder, MANIFEST, _listed(dict.fromkeys(files, "") | ours))
    marks = dict.fromkeys(files, "")
    written = 0
    for done, (name, make) in enumerate(files.items(), 1):
        made_from = make.made_from if isinstance(make, Known) else ""
        if not made_from or ours.get(name) != _mark(folder / name, made_from):
            written += _write(folder, name, make())
        marks[name] = _mark(folder / name, made_from) if made_from else ""
        advance(done)
    gone = [
        folder / name for name in sorted(ours.keys() - files.keys()) if (folder / name).is_file()
    ]
    for path in gone:
        path.unlink()
    _write(folder, MANIFEST, _listed(marks))
    return Written(written, len(files) - written, len(gone))


def _mark(path: Path, made_from: str) -> str:
    """What a file is made from, and how it lies there; nothing if it does not."""
    try:
        there = path.stat()
    except OSError:
        return ""
    return f"{made_from} {there.st_size} {there.st_mtime_ns}"


def _listed(marks: Mapping[str, str]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(dict(sorted(marks.items())))) + b"\n"


def _manifest(folder: Path) -> dict[str, str]:
    """The files that earlier runs wrote, and the mark of each; older manifests have names alone."""
    path = folder / MANIFEST
    try:
        found = msgspec.json.decode(bounded(path.read_bytes()), type=dict[str, str] | list[str])
    except FileNotFoundError:
        return {}
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LedgerError(
            say("not a list of files: {error}", error=str(error)),
            place=str(path),
            remedy=say("name an empty folder"),
        ) from None
    if isinstance(found, dict):
        marks = found
    else:
        marks = dict.fromkeys(found, "")
    inside = folder.resolve()
    for name in marks:
        if not (inside / name).resolve().is_relative_to(inside):
            raise LedgerError(
                say("{name!r} is not in this folder", name=name),
                place=str(path),
                remedy=say("name an empty folder"),
            )
    return marks


def _refuse_foreign(folder: Path, names: set[str]) -> None:
    """Refuse to overwrite what is not ours; said before anything is written."""
    foreign = sorted(name for name in names if (folder / name).exists())
    if foreign:
        names_there = foreign[0]
        if len(foreign) > 1:
            names_there = say(
                "{names} and {number} more", names=foreign[0], number=len(foreign) - 1
            )
        wrong = say("{names}: there already, and not written by this command", names=names_there)
        raise LedgerError(
            wrong, place=str(folder), remedy=say("move it away, or name an empty folder")
        )


def _write(folder: Path, name: str, content: bytes) -> bool:
    """Write a file if it has other bytes; was it written?"""
    path = folder / name
    try:
        if path.is_file() and path.read_bytes() == content:
            return False
        with taking_the_place_of(path) as fresh:
            fresh.write_bytes(content)
    except OSError as error:
        raise LedgerError(
            say("cannot be written: {why}", why=of_system(error)), place=str(path)
        ) from None
    return True
