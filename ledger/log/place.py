"""Where a ledger is kept: the one spot that chooses between a folder, PostgreSQL and memory."""

import re
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from ledger.errors import LedgerError
from ledger.log.log import Log
from ledger.log.sqlite import FILE, RESTORE, memory_store, sqlite_store
from ledger.log.store import Store
from ledger.log.wire_format import FORMAT
from ledger.text import whole_number
from ledger.whole_file import private_folder
from wording import say

MEMORY = ":memory:"


def open_log(place: str | Path, *, create: bool = False, origin: str | None = None) -> Log:
    """Open the log at a place: a folder, `postgresql://…`, or `:memory:`. `create` makes it if it is not there."""
    if str(place) == MEMORY:
        return _opened(memory_store(), MEMORY, _named(origin))
    if is_database(place):
        from ledger.log.postgres import PostgresStore

        database = PostgresStore(str(place))
        return _opened(database, database.name, _named(origin) if create else None)
    folder = Path(place)
    there = (folder / FILE).is_file()
    if not there and not create:
        raise _no_ledger(folder)
    store = sqlite_store(folder, create=create and not there)
    return _opened(store, str(folder), None if there else _named(origin))


def is_database(place: str | Path) -> bool:
    return str(place).startswith(("postgresql://", "postgres://"))


def cache_folder(place: str | Path, log: Log, caches: Path | None) -> Path | None:
    """Where what is computed from a ledger may be kept: its own folder; for a database, one among the user's caches.

    The folder among the caches is named by the ledger's origin and by its database: a restored copy has the same
    origin.
    """
    if not is_database(place):
        if Path(place).is_dir():
            return Path(place)
        return None
    if caches is None:
        return None
    which = sha256(f"{log.origin}\n{log.store.name}".encode()).hexdigest()[:12]
    name = re.sub(r"[^A-Za-z0-9.-]+", "-", log.origin)[:80]
    folder = caches / f"ledger-{name}-{which}"
    try:
        private_folder(folder)  # there are people's data in it
    except OSError:  # nowhere to write: nothing is kept
        return None
    return folder


def is_ledger(place: str | Path) -> bool:
    """Is there a ledger, as far as can be seen without opening it? A database is taken to have one."""
    return "://" in str(place) or (Path(place) / FILE).is_file()


def _opened(store: Store, place: str, new_origin: str | None) -> Log:
    try:
        if new_origin is not None:
            store.create(_checked(new_origin))
        origin, form = _checked_format(store, place)
        return Log(store, origin, is_old=form < FORMAT)
    except BaseException:
        store.close()
        raise


def _checked_format(store: Store, place: str) -> tuple[str, int]:
    """The origin and format of a ledger that this version can read."""
    form = whole_number(store.fact("format") or "")
    if form is None:
        wrong = say("the format of the ledger cannot be read")
        raise LedgerError(wrong, RESTORE, place=place, code="damaged")
    if form > FORMAT:
        raise LedgerError(
            say(
                "the ledger has format {form}, this version reads up to {format}",
                form=form,
                format=FORMAT,
            ),
            place=place,
            remedy=say("use a newer rating-ledger"),
        )
    return store.fact("origin") or "", form


def _no_ledger(folder: Path) -> LedgerError:
    if folder.is_file():
        return LedgerError(
            say("is a file, not a ledger's folder"),
            place=str(folder),
            remedy=say("name the folder with --ledger"),
        )
    if folder.is_dir():
        wrong = say("is a folder, but not a ledger")
    else:
        wrong = say("there is no ledger here")
    return LedgerError(
        wrong,
        place=str(folder),
        remedy=say("rating-ledger init makes one; --ledger names another place"),
    )


def _named(origin: str | None) -> str:
    """The name a ledger was given, or one that no other has."""
    if origin is not None:
        return origin
    return new_origin("rating-ledger")


def new_origin(owner: str) -> str:
    """A name that no other ledger has; it begins with the owner's."""
    return f"{owner}/{datetime.now(UTC):%Y-%m-%d}/{uuid4().hex[:12]}"


def _checked(origin: str) -> str:
    if not origin or origin != origin.strip() or not origin.isprintable() or "+" in origin:
        raise LedgerError(
            say("{origin!r} cannot name a ledger", origin=origin),
            remedy=say("use one line of letters, digits, / . and -"),
        )
    return origin
