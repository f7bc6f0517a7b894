"""Copies of a ledger that can be put back: the log by SQLite's own backup, the keys of persons apart from it."""

import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from ledger.errors import LedgerError, unwritable
from ledger.log.place import is_database, is_ledger, open_log
from ledger.log.sqlite import FILE
from ledger.persons.person_keys import FILE as KEYS
from ledger.tree.verify import examine
from replay.office.kept_appeals import FOLDER as APPEALS
from wording import say

BESIDE = ("schemes", "lists")  # regulations of the ledger's own, files of published lists
WITH_NAMES = (APPEALS,)  # they name people in words, so they go with the keys


def back_up(ledger: str, folder: Path, keys: Path | None) -> int:
    """Copy a ledger into a new folder, and its keys into another; give the number of events, all of them checked."""
    source = _file_ledger(ledger)
    for new in filter(None, (folder, keys)):
        _refuse_existing(new)
    if keys is not None and keys.resolve().is_relative_to(folder.resolve()):
        wrong = say("the keys would lie beside the log, and whoever gets the copy reads all names")
        raise LedgerError(wrong, place=str(keys), remedy=say("name a folder elsewhere"))
    try:
        unfinished = _begin(folder)
        _copy_database(source / FILE, unfinished / FILE)
        _copy_folders(BESIDE, source, unfinished)
        if keys is not None:  # after the log: every event of the copy then has its key
            keys.mkdir(mode=0o700, parents=True)
            _copy_database(source / KEYS, keys / KEYS)
            _copy_folders(WITH_NAMES, source, keys)
        events = _checked(unfinished)
        unfinished.rename(folder)
    except OSError as error:
        raise unwritable(folder, error) from None
    return events


def restore(folder: Path, ledger: str, keys: Path | None) -> int:
    """Put a copy back where no ledger is; give the number of events, all of them checked."""
    if not is_ledger(folder):
        raise LedgerError(
            say("there is no copy of a ledger here"),
            place=str(folder),
            remedy=say("name the folder that backup wrote"),
        )
    if keys is not None and not (keys / KEYS).is_file():
        wrong = say("there are no keys of persons here")
        raise LedgerError(wrong, place=str(keys), remedy=say("name the folder of backup --keys"))
    if is_database(ledger):
        raise _of_database()
    place = Path(ledger)
    _refuse_existing(place)
    _checked(folder)
    try:
        unfinished = _begin(place)
        _copy_database(folder / FILE, unfinished / FILE)
        _copy_folders(BESIDE, folder, unfinished)
        if keys is not None:
            _copy_database(keys / KEYS, unfinished / KEYS)
            _copy_folders(WITH_NAMES, keys, unfinished)
        events = _checked(unfinished)
        unfinished.rename(place)
    except OSError as error:
        raise unwritable(place, error) from None
    return events


def _begin(folder: Path) -> Path:
    """A folder beside the one that is meant, which takes its name once it is whole."""
    unfinished = folder.with_name(folder.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700, parents=True)
    return unfinished


def _file_ledger(ledger: str) -> Path:
    if is_database(ledger):
        raise _of_database()
    with open_log(ledger):  # refuses what is none
        return Path(ledger)


def _of_database() -> LedgerError:
    return LedgerError(
        say("this ledger is in PostgreSQL, which has a backup of its own"),
        remedy=say("use pg_dump and pg_restore: rating-ledger help operate"),
    )


def _refuse_existing(folder: Path) -> None:
    if folder.exists():
        raise LedgerError(
            say("there is something already"), place=str(folder), remedy=say("name a new folder")
        )


def _copy_database(source: Path, target: Path) -> None:
    """A database that may be in use, as it stands at one moment; on the disk when this returns."""
    if not source.is_file():
        return
    with (
        closing(sqlite3.connect(source)) as from_,
        closing(sqlite3.connect(target)) as to,
    ):
        from_.backup(to)
    target.chmod(0o600)
    with target.open("rb") as written:
        os.fsync(written.fileno())


def _copy_folders(names: Iterable[str], source: Path, target: Path) -> None:
    for name in names:
        if (source / name).is_dir():
            shutil.copytree(source / name, target / name)


def _checked(folder: Path) -> int:
    """The number of events, where everything that `verify` asks of a log itself holds."""
    with open_log(folder) as log:
        wrong = [check for check in examine(log) if not check.ok]
        if wrong:
            raise LedgerError(
                say("{check} failed: {detail}", check=wrong[0].name, detail=wrong[0].detail),
                place=str(folder),
                remedy=say("run verify on the ledger; keep the copies that were made before"),
            )
        return log.head
