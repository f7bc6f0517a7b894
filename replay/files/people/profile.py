"""How the columns of a list are read, kept in a file: for next month's list, and to be corrected by hand."""

import tomllib
from collections.abc import Iterable
from pathlib import Path

from ledger.errors import LedgerError, of_system
from replay.files.people.columns import TAKEN, ListLayout
from wording import say

_HEADING = """# How the columns of a list are read: heading = field; "" passes a column over.
# Fields: {fields}
[columns]
"""


def read_profile(path: Path | None) -> dict[str, str] | None:
    """Heading → field; None if there is no such file yet."""
    if path is None or not path.exists():
        return None
    try:
        columns = tomllib.loads(path.read_text(encoding="utf-8")).get("columns", {})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        said = of_system(error) if isinstance(error, OSError) else str(error)
        raise LedgerError(
            say("a profile that cannot be read: {why}", why=said),
            place=str(path),
            remedy=say("delete it: the next import writes it anew"),
        ) from None
    return _checked(columns, str(path))


def profile_in_words(text: str) -> dict[str, str] | None:
    """The same as somebody types it: `DWZ = rating; Club =`; None if nothing was typed."""
    if not text.strip():
        return None
    pairs = [pair.partition("=") for pair in text.split(";") if pair.strip()]
    return _checked({heading.strip(): field.strip() for heading, _, field in pairs})


def _checked(columns: dict[str, str], place: str = "") -> dict[str, str]:
    for heading, field in columns.items():
        if field and field not in TAKEN:
            raise LedgerError(
                say(
                    "{heading!r} is to be {field!r}, which is no field",
                    heading=heading,
                    field=field,
                ),
                place=place,
                remedy=say("use one of: {fields}", fields=", ".join(sorted(TAKEN))),
            )
    return columns


def write_profile(path: Path, layouts: Iterable[ListLayout]) -> None:
    """Write what was recognised; a file that is there stays as it is."""
    columns: dict[str, str] = {}
    for layout in layouts:
        field_of = {place: field for field, place in layout.columns.items()}
        for place, heading in enumerate(layout.headers):
            if heading:
                columns.setdefault(heading, field_of.get(place, ""))
    lines = [f"{_quoted(heading)} = {_quoted(field)}\n" for heading, field in columns.items()]
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(_HEADING.format(fields=", ".join(sorted(TAKEN))) + "".join(lines))
    except FileExistsError:
        return
    except OSError as error:
        raise LedgerError(
            say("cannot write the profile: {why}", why=of_system(error)), place=str(path)
        ) from None


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
