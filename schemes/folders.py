"""The folders with declared regulations of the ledgers that are open, and the files in them."""

import os
from pathlib import Path

from schemes.kernels.errors import rules_error
from wording import say, together

FOLDER = "RATING_LEDGER_SCHEMES"  # for a ledger without a folder of its own: one on PostgreSQL
_open: list[Path] = []


def look_in(folder: Path) -> None:
    """Take the files of a folder for regulations, until it is let go of."""
    _open.append(folder.resolve())


def let_go(folder: Path) -> None:
    """No longer look in a folder: once for every time that it was asked for."""
    if folder.resolve() in _open:
        _open.remove(folder.resolve())


def files_by_name() -> dict[str, tuple[Path, ...]]:
    """The files of declared regulations by the names of these."""
    given = os.environ.get(FOLDER)
    found: dict[str, tuple[Path, ...]] = {}
    for folder in dict.fromkeys([*([Path(given).resolve()] if given else []), *_open]):
        for path in sorted(folder.glob("*.toml")):
            found[path.stem] = (*found.get(path.stem, ()), path)
    return found


def file_of(name: str) -> Path | None:
    """The file that declares a regulation; refused if two ledgers have different ones of that name."""
    paths = files_by_name().get(name, ())
    if len({path.read_bytes() for path in paths}) > 1:
        shown = together(map(str, paths))
        raise rules_error(
            say("two regulations are called {name!r}: {shown}", name=name, shown=shown),
            say("open one of these ledgers at a time"),
        )
    return paths[0] if paths else None
