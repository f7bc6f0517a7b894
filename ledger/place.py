"""Where a ledger is kept: the one spot that chooses between a folder, PostgreSQL and memory."""

from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from ledger.errors import Damaged, LedgerError
from ledger.log import Log
from ledger.sqlite import FILE, RESTORE, memory_store, sqlite_store
from ledger.store import Store
from ledger.wire_format import FORMAT

MEMORY = ":memory:"


def open_log(place: str | Path, *, create: bool = False, origin: str | None = None) -> Log:
    """Open the log at a place: a folder, `postgresql://…`, or `:memory:`. `create` makes it if it is not there."""
    if str(place) == MEMORY:
        return _opened(memory_store(), MEMORY, _named(origin))
    if str(place).startswith(("postgresql://", "postgres://")):
        from ledger.postgres import PostgresStore

        database = PostgresStore(str(place))
        return _opened(database, database.name, _named(origin) if create else None)
    folder = Path(place)
    there = (folder / FILE).is_file()
    if not there and not create:
        raise _no_ledger(folder)
    store = sqlite_store(folder, create=create and not there)
    return _opened(store, str(folder), None if there else _named(origin))


def is_ledger(place: str | Path) -> bool:
    """Is there a ledger, as far as can be seen without opening it? A database is taken to have one."""
    return "://" in str(place) or (Path(place) / FILE).is_file()


def _opened(store: Store, place: str, new_origin: str | None) -> Log:
    try:
        if new_origin is not None:
            store.create(_checked(new_origin))
        return Log(store, _checked_format(store, place))
    except BaseException:
        store.close()
        raise


def _checked_format(store: Store, place: str) -> str:
    """The origin of a ledger whose format this version can read."""
    form = store.fact("format") or ""
    if not (form.isascii() and form.isdigit()):
        raise Damaged("the format of the ledger cannot be read", place=place, remedy=RESTORE)
    if int(form) > FORMAT:
        raise LedgerError(
            f"the ledger has format {form}, this version reads up to {FORMAT}",
            place=place,
            remedy="use a newer rating-ledger",
        )
    return store.fact("origin") or ""


def _no_ledger(folder: Path) -> LedgerError:
    if folder.is_file():
        return LedgerError(
            "is a file, not a ledger's folder", place=str(folder), remedy="name the folder with --ledger"
        )
    wrong = "is a folder, but not a ledger" if folder.is_dir() else "there is no ledger here"
    return LedgerError(wrong, place=str(folder), remedy="rating-ledger init makes one; --ledger names another place")


def _named(origin: str | None) -> str:
    """The name a ledger was given, or one that no other has."""
    return origin if origin is not None else f"rating-ledger/{datetime.now(UTC):%Y-%m-%d}/{uuid4().hex[:12]}"


def _checked(origin: str) -> str:
    if not origin or origin != origin.strip() or not origin.isprintable() or "+" in origin:
        raise LedgerError(f"{origin!r} cannot name a ledger", remedy="use one line of letters, digits, / . and -")
    return origin
