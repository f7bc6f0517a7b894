"""The folder of the public site: only what changed is written, and only files of its own are replaced or removed."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from ledger.errors import LedgerError, of_system
from projections.scratch import taking_the_place_of
from wording import say

MANIFEST = "site-manifest.json"
Make = Callable[[], bytes]


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
    _refuse_foreign(folder, files.keys() - ours)
    _write(folder, MANIFEST, _listed(ours | files.keys()))
    written = 0
    for done, (name, make) in enumerate(files.items(), 1):
        written += _write(folder, name, make())
        advance(done)
    gone = [folder / name for name in sorted(ours - files.keys()) if (folder / name).is_file()]
    for path in gone:
        path.unlink()
    _write(folder, MANIFEST, _listed(set(files)))
    return Written(written, len(files) - written, len(gone))


def _listed(names: set[str]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(sorted(names))) + b"\n"


def _manifest(folder: Path) -> set[str]:
    """The files that earlier runs wrote."""
    path = folder / MANIFEST
    try:
        names = msgspec.json.decode(path.read_bytes(), type=list[str])
    except FileNotFoundError:
        return set()
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LedgerError(
            say("not a list of files: {error}", error=str(error)), place=str(path), remedy=say("name an empty folder")
        ) from None
    inside = folder.resolve()
    for name in names:
        if not (inside / name).resolve().is_relative_to(inside):
            raise LedgerError(
                say("{name!r} is not in this folder", name=name), place=str(path), remedy=say("name an empty folder")
            )
    return set(names)


def _refuse_foreign(folder: Path, names: set[str]) -> None:
    """Refuse to overwrite what is not ours; said before anything is written."""
    foreign = sorted(name for name in names if (folder / name).exists())
    if foreign:
        names_there = foreign[0]
        if len(foreign) > 1:
            names_there = say("{names} and {number} more", names=foreign[0], number=len(foreign) - 1)
        wrong = say("{names}: there already, and not written by this command", names=names_there)
        raise LedgerError(wrong, place=str(folder), remedy=say("move it away, or name an empty folder"))


def _write(folder: Path, name: str, content: bytes) -> bool:
    """Write a file if it has other bytes; was it written?"""
    path = folder / name
    try:
        if path.is_file() and path.read_bytes() == content:
            return False
        with taking_the_place_of(path) as fresh:
            fresh.write_bytes(content)
    except OSError as error:
        raise LedgerError(say("cannot be written: {why}", why=of_system(error)), place=str(path)) from None
    return True
