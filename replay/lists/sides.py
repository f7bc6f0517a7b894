"""One side of a comparison: a list in words, or a file that was published."""

import csv
import hashlib
import io
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from msgspec import Struct

from ledger.errors import LedgerError
from ledger.events import ListPublished
from ledger.text import from_cell
from replay.lists.since_published import reproduce, which_published
from replay.office.office import Office
from replay.rules_choice import RulesChoice
from replay.which import ListWords, WhichList
from wording import say
from wording.errors import at

_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
_NAME = re.compile(r"[A-Za-z][\w-]*")


class FileSide(Struct, frozen=True):
    """A list in a file: its rows, and nothing of how they came about."""

    path: str
    ratings: dict[str, str]
    position: int | None = None
    "Where this ledger published it, if the rules were others then."

    def title(self) -> str:
        return self.path


Side = WhichList | FileSide


def sides(
    office: Office | None,
    texts: tuple[WhichList | str, WhichList | str],
    name: str | None,
    day: date | None,
) -> list[Side]:
    """Both sides; what one leaves out of scheme and day is as on the other, or as the options say.

    Two files need no office; with one, files that it published are known as its lists.
    """
    read = [_read(office, text) for text in texts]
    _refuse_unused(read, name, day)
    schemes = {side.scheme for side in read if not isinstance(side, FileSide) and side.scheme}
    if name is None and len(schemes) == 1:
        name = schemes.pop()
    days = {side.day for side in read if not isinstance(side, FileSide) and side.day}
    if day is None and len(days) == 1:
        day = days.pop()
    resolved: list[Side] = []
    for side in read:
        if isinstance(side, ListWords):
            assert office is not None, "only files are compared without a ledger"
            resolved.append(side.filled(name, day).resolved(office))
        else:
            resolved.append(side)
    return resolved


def _read(office: Office | None, text: WhichList | str) -> ListWords | Side:
    if isinstance(text, WhichList):
        return text
    if Path(text).is_file():
        return file_side(office, text, Path(text).read_bytes())
    is_name = _NAME.fullmatch(text) is not None
    if is_name and office is not None and text not in office.schemes:  # a version by its name alone
        return ListWords(rules=RulesChoice(version=text))
    return ListWords.parse(text)


def _refuse_unused(read: Sequence[ListWords | Side], name: str | None, day: date | None) -> None:
    """Refuse options for which both sides leave no room."""
    for option, value, field in (("--scheme", name, "scheme"), ("--date", day, "day")):
        if value is not None and not any(
            isinstance(side, ListWords) and getattr(side, field) is None for side in read
        ):
            raise LedgerError(
                say("{option} {given}, but both sides name theirs", option=option, given=value),
                remedy=say("leave {option} out", option=option),
            )


def file_side(office: Office | None, name: str, content: bytes) -> Side:
    """A csv file: a list that this ledger published, or else just rows."""
    if office is None:
        return FileSide(name, _ratings(name, content))
    position = None
    for place in office.log.published():
        event = office.log.event(place)
        if isinstance(event, ListPublished) and _is_file_of(office, event, content):
            which = which_published(office, event)
            if event.rules in (None, which.rules.fingerprint):
                return which
            position = place
    return FileSide(name, _ratings(name, content), position)


def _is_file_of(office: Office, event: ListPublished, content: bytes) -> bool:
    """Is this the csv file of a published list? Only format 1 put its digest on record; else it is made again."""
    if event.digest is not None:
        return event.digest == "sha256:" + hashlib.sha256(content).hexdigest()
    return content.count(b"\n") == event.rows + 1 and reproduce(office, event).csv == content


def _ratings(name: str, content: bytes) -> dict[str, str]:
    try:
        rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
        read = [
            (rows.line_num, from_cell(row["player"] or ""), row["rating"].strip())
            for row in rows
            if row["rating"]
        ]
    except (UnicodeDecodeError, KeyError, csv.Error):
        raise LedgerError(
            say("not a list: no columns player and rating"),
            place=name,
            remedy=say("give a csv file"),
        ) from None
    for line, player, rating in read:
        if not player:
            wrong = say("no player stands beside rating {rating}", rating=rating[:30])
            raise LedgerError(
                wrong, place=at(name, line), remedy=say("name the player, or remove the line")
            )
        if not _NUMBER.fullmatch(rating):
            wrong = say("the rating of {player!r} is {rating!r}", player=player, rating=rating[:30])
            raise LedgerError(
                wrong, place=at(name, line), remedy=say("write a number such as 2743 or 2000.1")
            )
    return {player: rating for _, player, rating in read}
