"""Lists as files: those of published lists in a folder (`lists` beside the log), and kinds that people ask for."""

import csv
import io
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from itertools import zip_longest
from pathlib import Path

import msgspec
from msgspec import Struct

from ledger import Log
from ledger.errors import LedgerError, of_system
from ledger.events import ListPublished
from ledger.log.json_bounds import unambiguous
from ledger.tree.verify import Check
from projections import Snapshot
from projections.scratch import taking_the_place_of
from replay.answers.output import write_parquet, write_text
from replay.lists.list_table import list_answer
from replay.lists.rating_list import PROGRAM, RatingList, Receipt
from wording import joined, say, say_n
from wording.visible import visible

SHOWN = 5
_encode = msgspec.json.Encoder(decimal_format="number").encode


class Publication(Struct, frozen=True):
    """A list on record, and the names of its files: a revised list has files of its own beside the first ones."""

    position: int
    event: ListPublished
    is_first: bool

    @property
    def names(self) -> tuple[str, str, str]:
        stem = f"{self.event.scheme}-{self.event.list_date}" + (
            "" if self.is_first else f"-revised-{self.position}"
        )
        return f"{stem}.csv", f"{stem}.json", f"{stem}.receipt.json"

    @property
    def again(self) -> str:
        """The command that writes missing files."""
        command = f"rating-ledger publish {self.event.scheme} {self.event.list_date}"
        return say("{command} writes it again", command=command)


def publications(log: Log, name: str, on: date) -> list[Publication]:
    """Every publication of a list, oldest first."""
    stream = log.stream(f"list/{name}/{on.isoformat()}")
    entries = [(position, event) for position, event in stream if isinstance(event, ListPublished)]
    return [
        Publication(position, event, place == 0) for place, (position, event) in enumerate(entries)
    ]


def all_publications(log: Log) -> Iterator[Publication]:
    """Every published list in the order of the log."""
    seen = set()
    for position in log.published():
        event = log.event(position)
        if isinstance(event, ListPublished):
            yield Publication(position, event, (event.scheme, event.list_date) not in seen)
            seen.add((event.scheme, event.list_date))


def make_folder(lists: Path) -> None:
    """The folder of published lists; told before anything is put on record if it cannot be."""
    try:
        lists.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LedgerError(
            say("cannot write lists here: {why}", why=of_system(error)), place=str(lists)
        ) from None


def write_published(
    lists: Path, published: Publication, made: RatingList, *, overwrite: bool
) -> tuple[Path, ...]:
    """csv, json and receipt, each whole or not at all; without `overwrite` only those that are missing.

    What was written is returned.
    """
    written = []
    try:
        for name, content in zip(published.names, _contents(published, made), strict=True):
            path = lists / name
            if overwrite or not path.exists():
                with taking_the_place_of(path) as fresh:
                    fresh.write_bytes(content)
                written.append(path)
    except OSError as error:
        raise LedgerError(
            say(
                "the list is on record at #{position}, but its files cannot be written: {why}",
                position=published.position,
                why=of_system(error),
            ),
            place=str(lists),
            remedy=say("make room for them, and run publish again"),
        ) from None
    return tuple(written)


def is_complete(lists: Path, published: Publication) -> bool:
    """Are all files of a published list there?"""
    return all((lists / name).exists() for name in published.names)


def published_content(
    lists: Path | None, published: Publication, made: RatingList, name: str
) -> bytes:
    """A file of a published list, made again from it; the receipt as it lies there, if it is one of this list."""
    csv_name, json_name, _ = published.names
    if name == csv_name:
        return made.csv
    if name == json_name:
        return _json(made)
    with suppress(OSError):
        there = ((lists or Path()) / name).read_bytes()
        if lists is not None and _is_receipt(there, published.event, made):
            return there
    return _receipt_bytes(_receipt(published.event, made))


def _contents(published: Publication, made: RatingList) -> tuple[bytes, bytes, bytes]:
    receipt = _receipt(published.event, made)
    return made.csv, _json(made), _receipt_bytes(receipt)


def _json(made: RatingList) -> bytes:
    return msgspec.json.format(_encode(made.json_rows())) + b"\n"


def _receipt(event: ListPublished, made: RatingList) -> Receipt:
    if event.root is None:
        return made.receipt
    return made.published_receipt


def _receipt_bytes(receipt: Receipt) -> bytes:
    return msgspec.json.format(_encode(receipt)) + b"\n"


def wrong_files(lists: Path, published: Publication, made: RatingList) -> list[str]:
    """What is wrong with the files of a published list, which was just made again from the log."""
    if not lists.is_dir():
        return []
    wrong = []
    for name, content in zip(published.names, _contents(published, made), strict=True):
        try:
            there = (lists / name).read_bytes()
        except FileNotFoundError:
            wrong.append(say("{file} is missing; {remedy}", file=name, remedy=published.again))
            continue
        except OSError as error:
            wrong.append(say("{file} cannot be read: {why}", file=name, why=of_system(error)))
            continue
        if there != content and not (
            name.endswith(".receipt.json") and _is_receipt(there, published.event, made)
        ):
            if name.endswith(".csv"):
                rows = differing(there, content)
            else:
                rows = ""
            wrong.append(
                say(
                    "{file} is not what was published; move it away, and {remedy}{rows}",
                    file=name,
                    remedy=published.again,
                    rows=rows,
                )
            )
    return wrong


def _is_receipt(there: bytes, event: ListPublished, made: RatingList) -> bool:
    """Whether a file is the receipt of a published list, perhaps of another program, or of older rules on record."""
    try:
        receipt = msgspec.json.decode(unambiguous(there), type=Receipt)
    except (msgspec.MsgspecError, RecursionError):
        return False
    if not re.fullmatch(rf"{PROGRAM} \d[0-9A-Za-z.+!-]*", receipt.package):
        return False
    replaced: dict[str, object] = {
        "package": receipt.package,
        "regulation": event.regulation or "",
        "code": event.code or "",
    }
    if event.rules not in (None, made.receipt.rules):
        replaced |= {"rules": event.rules or "", "why": receipt.why, "readings": receipt.readings}
    return there == _receipt_bytes(msgspec.structs.replace(_receipt(event, made), **replaced))


def differing_rows(lists: Path, published: Publication, made: RatingList) -> str:
    """The first rows in which the csv file of a published list differs from the list made again."""
    try:
        return differing((lists / published.names[0]).read_bytes(), made.csv)
    except OSError:
        return ""


def file_of_rows(lists: Path | None, published: Publication) -> list[dict[str, str]] | None:
    """The rows of the csv file of a published list, by column; None if the file is not there."""
    path = None if lists is None else lists / published.names[0]
    if path is None or not path.is_file():
        return None
    try:
        return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"))))
    except (OSError, UnicodeError, csv.Error):
        return None


def file_rows(content: bytes) -> list[str]:
    """The lines of a list's csv file."""
    return content.decode("utf-8-sig", "replace").splitlines()


def differing(there: bytes, here: bytes) -> str:
    """The first rows in which a file differs from the list."""
    lines = zip_longest(file_rows(there), file_rows(here), fillvalue="(no more rows)")
    pairs = [(one, other) for one, other in lines if one != other]
    rows = [
        say("; file: {there}; from log: {here}", there=visible(one), here=visible(other))
        for one, other in pairs[:SHOWN]
    ]
    if len(pairs) > SHOWN:
        rows.append(say("; and {number} more", number=len(pairs) - SHOWN))
    return joined("", rows)


def check_files(lists: Path, log: Log) -> list[Check]:
    """Is every file in the folder of published lists one of a published list?"""
    published_lists = list(all_publications(log))
    if not lists.is_dir():
        nothing = say("no folder {folder} beside the log, nothing to compare", folder=lists.name)
        if published_lists:
            return [Check("files", True, nothing)]
        return []
    names = {name for published in published_lists for name in published.names}
    foreign = sorted(visible(path.name) for path in lists.iterdir() if path.name not in names)
    if not foreign:
        files = say_n("{number} file", "{number} files", len(names))
        published = say_n(
            "{number} published list", "{number} published lists", len(published_lists)
        )
        return [
            Check("files", True, say("{files} of {lists}, no other", files=files, lists=published))
        ]
    if len(foreign) > SHOWN:
        more = say(" and {number} more", number=len(foreign) - SHOWN)
    else:
        more = ""
    outcome = say_n(
        "{files} in {folder} belongs to no published list; keep other files elsewhere",
        "{files} in {folder} belong to no published list; keep other files elsewhere",
        len(foreign),
        files=joined("", (", ".join(foreign[:SHOWN]), more)),
        folder=lists.name,
    )
    return [Check("files", False, outcome)]


ENDINGS = (".parquet", ".xlsx", ".txt")


def write_list(made: RatingList, snapshot: Snapshot, out: Path) -> None:
    """Write a list by the file's ending, its receipt with it where the form has room; `snapshot` is what it is of."""
    ending = out.suffix.lower()
    if ending == ".parquet":
        note = {"rating-ledger receipt": msgspec.json.encode(made.receipt).decode()}
        write_parquet(out, made.table.replace_schema_metadata(note))
    elif ending == ".xlsx":
        from replay.answers.workbook import write_workbook

        write_workbook(out, list_answer(made))
    elif not made.scheme.fide_list:
        raise LedgerError(
            say("{name} has no fixed-width form", name=made.scheme.name),
            place=str(out),
            remedy=say("use .csv, .json, .parquet or .xlsx"),
        )
    else:
        from replay.files.fide.form import fide_text, listed_titles

        titles = listed_titles(made.scheme, snapshot, made.list_date)
        write_text(out, [fide_text(made.table.column_names, made.rows, made.list_date, titles)])
