"""Publishing a list: canonical files, a receipt, and an event in the log; and reproducing what was published."""

import tempfile
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

import msgspec
from msgspec import Struct

from ledger import LedgerError
from ledger.events import ListPublished
from ledger.verify import Check
from projections import Snapshot, discard
from replay.desk import Desk
from replay.engine import replay
from replay.rating_list import RatingList, make_list
from replay.states import States
from schemes import SchemeError, scheme


class Published(Struct, frozen=True):
    """What publishing did."""

    made: RatingList
    position: int | None  # None: the list had been published before, unchanged
    files: tuple[Path, ...] = ()
    revises: int | None = None


class ChangedSince(LedgerError):
    """The list differs from the one that was published; it takes --revised to publish it anew."""

    def __init__(self, before: ListPublished, position: int, difference: list[tuple[str, str, str]]) -> None:
        self.difference = difference
        super().__init__(
            f"the {before.scheme} list of {before.list_date} was published at #{position} and has changed since "
            f"({len(difference)} rows differ)",
            remedy="publish --revised appends the new list beside the old one",
        )


def publish(
    desk: Desk,
    name: str,
    on: date,
    *,
    readings: Mapping[str, str] | None = None,
    revised: bool = False,
    by: str | None = None,
) -> Published:
    """Make the list of a day, write its files and append ListPublished; `by` says who publishes it."""
    chosen = scheme(name)
    rules = chosen.rules(readings=readings)
    _, listed = chosen.list_in_force(rules, on)
    if listed != on:
        raise LedgerError(f"{name} has no list on {on}", remedy=f"the list in force then is that of {listed}")
    made = desk.list(name, on, readings=readings)
    before = last_published(desk, name, on)
    if before is not None:
        position, event = before
        if event.digest == made.digest:
            return Published(made, None, write_files(desk, reproduce(desk, event)))
        if not revised:
            raise ChangedSince(event, position, difference(reproduce(desk, event), made))
    receipt = made.receipt
    event = ListPublished(
        date=on, scheme=name, version=receipt.version, list_date=on, at_position=receipt.position, rows=receipt.rows,
        digest=receipt.digest, checkpoint=receipt.checkpoint, rules=receipt.rules,
        readings=dict(readings) if readings else None,
    )  # fmt: skip
    files = write_files(desk, made)
    appended = desk.log.append([event], by=by)
    return Published(made, appended.head, files, None if before is None else before[0])


def last_published(desk: Desk, name: str, on: date) -> tuple[int, ListPublished] | None:
    """The newest publication of a list."""
    found = [
        (position, event)
        for position, event in desk.log.stream(f"list/{name}/{on.isoformat()}")
        if isinstance(event, ListPublished)
    ]
    return found[-1] if found else None


def write_files(desk: Desk, made: RatingList) -> tuple[Path, ...]:
    """lists/SCHEME-DATE.csv, .json and .receipt.json, each whole or not at all."""
    if desk.folder is None:
        return ()
    folder = desk.folder / "lists"
    try:
        folder.mkdir(exist_ok=True)
        stem = folder / f"{made.scheme.name}-{made.list_date}"
        encode = msgspec.json.Encoder(decimal_format="number").encode
        contents = {
            stem.with_name(stem.name + ".csv"): made.csv,
            stem.with_name(stem.name + ".json"): msgspec.json.format(encode(made.json_rows())) + b"\n",
            stem.with_name(stem.name + ".receipt.json"): msgspec.json.format(encode(made.receipt)) + b"\n",
        }
        for path, content in contents.items():
            scratch = path.with_name(path.name + ".tmp")
            scratch.write_bytes(content)
            scratch.replace(path)
    except OSError as error:
        raise LedgerError(f"cannot write the list: {error.strerror or error}", place=str(folder)) from None
    return tuple(contents)


def reproduce(desk: Desk, event: ListPublished, states: States | None = None) -> RatingList:
    """Make a published list again from the log at its position."""
    chosen = scheme(event.scheme)
    rules = chosen.rules(readings=event.readings or {})
    snapshot = Snapshot(desk.model, event.at_position)
    replayed = replay(chosen, rules, snapshot, event.list_date, states or desk.states, origin=desk.log.origin)
    return make_list(replayed, desk.checkpoint(event.at_position))


def difference(before: RatingList, after: RatingList) -> list[tuple[str, str, str]]:
    """The rows in which two lists differ: player, then the row on each side ("" where it is absent)."""
    at = before.table.column_names.index("player")
    sides = [
        {str(row[at]): ",".join("" if v is None else str(v) for v in row) for row in made.rows}
        for made in (before, after)
    ]
    return [
        (player, sides[0].get(player, ""), sides[1].get(player, ""))
        for player in sorted(sides[0].keys() | sides[1].keys())
        if sides[0].get(player) != sides[1].get(player)
    ]


def check_published(desk: Desk) -> Iterable[Check]:
    """Reproduce every published list from the log alone (no stored state is trusted) and compare digests."""
    with tempfile.TemporaryDirectory(prefix="rating-ledger-verify-") as scratch:
        states = States(Path(scratch))
        desk.model.distrust()  # nor is anything that was worked out before or lies beside the tables
        try:
            for position in desk.log.published():
                event = desk.log.event(position)
                if not isinstance(event, ListPublished):
                    continue
                yield _check(desk, position, event, states)
        finally:
            states.settle()  # what is still being written needs the folder


def check_model(desk: Desk) -> list[Check]:
    """What lies beside the tables of the read model must say what they say; else all of it is thrown away."""
    damaged, folder = desk.model.damaged(), desk.model.folder
    if not damaged or folder is None:
        return []
    discard(folder)
    return [
        Check(
            "read model",
            False,
            f"damaged: {', '.join(damaged[:3])}. It was thrown away with all states and will be made again; "
            "lists that were asked for since the damage may be wrong",
        )
    ]


def _check(desk: Desk, position: int, event: ListPublished, states: States) -> Check:
    name = f"list {event.scheme} {event.list_date} (#{position})"
    try:
        rules = scheme(event.scheme).rules(readings=event.readings or {})
        if event.rules is not None and rules.fingerprint != event.rules:
            return Check(name, False, "this version of the program has other rules than those of the receipt")
        made = reproduce(desk, event, states)
    except SchemeError as error:
        return Check(name, False, str(error))
    if made.digest == event.digest:
        return _check_file(desk, name, event, made)
    return Check(
        name, False, f"not reproduced: digest {made.digest}, published {event.digest}" + _rows(desk, event, made)
    )


def _check_file(desk: Desk, name: str, event: ListPublished, made: RatingList) -> Check:
    """The file beside the log must be the list, too, unless a later one took its place."""
    path = None if desk.folder is None else desk.folder / "lists" / f"{event.scheme}-{event.list_date}.csv"
    newest = last_published(desk, event.scheme, event.list_date)
    if (
        path is not None
        and newest is not None
        and newest[1].digest == event.digest
        and path.exists()
        and path.read_bytes() != made.csv
    ):
        return Check(name, False, f"reproduced, but {path.name} is not what was published" + _rows(desk, event, made))
    return Check(name, True, f"{event.rows} rows reproduced from #{event.at_position}")


def _rows(desk: Desk, event: ListPublished, made: RatingList) -> str:
    """The first rows that differ from the file of the published list, where it is still there."""
    path = None if desk.folder is None else desk.folder / "lists" / f"{event.scheme}-{event.list_date}.csv"
    if path is None or not path.exists():
        return ""
    there, here = path.read_text(encoding="utf-8").splitlines(), made.csv.decode().splitlines()
    pairs = [(a, b) for a, b in zip(there, here, strict=False) if a != b]
    shown = "".join(f"\n  published {a}\n  from log  {b}" for a, b in pairs[:5])
    return shown + (f"\n  … {len(pairs) - 5} more" if len(pairs) > 5 else "")
