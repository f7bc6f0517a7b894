"""One side of a comparison: a list by scheme, day, knowledge and rules, or a file that was published."""

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
from replay.answers.language import tr
from replay.lists.rating_list import known_text
from replay.lists.since_published import reproduce
from replay.office.office import Office
from schemes import Rules, scheme, scheme_names
from schemes.kernels.rules import Reform, combined, reform_from_toml, reform_from_words
from wording import say

FORMS = "SCHEME@DATE[#POSITION|~KNOWN][+version=V][+set:NAME=VALUE][+reading:NAME=CHOICE][+reform:FILE][+rate-as]"
RATE_AS = "rate-as"
_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
_HEAD = re.compile(r"(?P<name>[A-Za-z][\w-]*)?(?P<day>@?\d{4}-\d\d-\d\d)?(?:#(?P<position>\d+)|~(?P<known>.+))?")


class Words(Struct, frozen=True):
    """A side as written; None where it is to be taken from the other side or from the options."""

    scheme: str | None = None
    day: date | None = None
    known: str | None = None
    rules: tuple[str, ...] = ()


class ListSide(Struct, frozen=True):
    """A list: everything it depends on."""

    scheme: str
    day: date
    known: int
    rules: Rules
    rate_as: bool = False

    def __str__(self) -> str:
        named = f", {self.rules.reform}" if self.rules.reform else ""
        known = known_text(self.known, rate_as=self.rate_as)
        told = {"scheme": self.scheme, "date": self.day, "known": known, "rules": named}
        return tr("{scheme}, list in force on {date}, {known}{rules}", **told)


class FileSide(Struct, frozen=True):
    """A list in a file that this ledger has not published: its rows, and nothing of how they came about."""

    path: str
    ratings: dict[str, str]

    def __str__(self) -> str:
        return self.path


def sides(
    office: Office | None, texts: tuple[str, str], name: str | None, day: date | None
) -> list[ListSide | FileSide]:
    """Both sides; what one leaves out of scheme and day is as on the other, or as the options say.

    Two files need no office; with one, files that it published are known as its lists.
    """
    read = [file_side(office, text, Path(text).read_bytes()) if Path(text).is_file() else words(text) for text in texts]
    schemes = {side.scheme for side in read if not isinstance(side, FileSide) and side.scheme}
    days = {side.day for side in read if not isinstance(side, FileSide) and side.day}
    _refuse_unused(read, name, day)
    name = name or (schemes.pop() if len(schemes) == 1 else None)
    day = day or (days.pop() if len(days) == 1 else None) or date.today()
    return [side if not isinstance(side, Words) else _resolved(office, side, name, day) for side in read]


def _refuse_unused(read: Sequence[Words | ListSide | FileSide], name: str | None, day: date | None) -> None:
    """Refuse options for which both sides leave no room."""
    for option, given, field in (("--scheme", name, "scheme"), ("--date", day, "day")):
        if given is not None and not any(isinstance(side, Words) and getattr(side, field) is None for side in read):
            raise LedgerError(
                say("{option} {given}, but both sides name theirs", option=option, given=given),
                remedy=say("leave {option} out", option=option),
            )


def words(text: str) -> Words:
    """Take a side apart: scheme, day, knowledge, then rules after plus signs."""
    head, *rules = text.split("+")
    found = _HEAD.fullmatch(head)
    if found is None:
        raise LedgerError(
            say("{text!r} is not a list to compare", text=text),
            remedy=say("write it as {forms}, or name a csv file", forms=FORMS),
        )
    day = found["day"]
    if found["position"]:
        known = f"#{found['position']}"
    else:
        known = found["known"]
    if found["name"] and found["name"] not in scheme_names():
        if day is None and known is None and not rules:  # a version by its name alone
            return Words(rules=(f"version={head}",))
        scheme(found["name"])  # says which schemes there are
    return Words(found["name"], _day(day) if day else None, known, tuple(rules))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text.removeprefix("@"))
    except ValueError:
        raise LedgerError(say("{text!r} is not a day", text=text), remedy=say("write it as 2025-11-01")) from None


def _resolved(office: Office | None, side: Words, name: str | None, day: date) -> ListSide:
    assert office is not None, "only files are compared without a ledger"
    chosen = side.scheme or name
    if chosen is None:
        raise LedgerError(say("which scheme?"), remedy=say("give --scheme, or write the side as {forms}", forms=FORMS))
    rules = _rules(chosen, tuple(word for word in side.rules if word != RATE_AS))
    return ListSide(
        chosen,
        office.checked_day(side.day or day, rules),
        office.position(side.known),
        rules,
        RATE_AS in side.rules,
    )


def _rules(name: str, given: tuple[str, ...]) -> Rules:
    """The rules of a side: those in force, or as its words change them."""
    version = None
    changes = []
    readings = []
    reforms = list[Reform]()
    for word in given:
        if word.startswith("version="):
            version = word.removeprefix("version=")
        elif word.startswith("set:"):
            changes.append(word.removeprefix("set:"))
        elif word.startswith("reading:"):
            readings.append(word.removeprefix("reading:"))
        elif word.startswith("reform:"):
            reforms.append(_reform(Path(word.removeprefix("reform:")), name))
        else:
            raise LedgerError(
                say("+{word} is no change of rules", word=word),
                remedy=say("use +version=, +set:, +reading:, +reform:, +rate-as"),
            )
    return scheme(name).rules(combined([*reforms, reform_from_words(changes, readings)]), version)


def _reform(path: Path, name: str) -> Reform:
    try:
        return reform_from_toml(path.read_text(encoding="utf-8"), name)
    except (OSError, UnicodeDecodeError) as error:
        raise LedgerError(
            say("cannot read the reform: {error}", error=str(error)), place=str(path), remedy=say("give a TOML file")
        ) from None


def file_side(office: Office | None, name: str, content: bytes) -> ListSide | FileSide:
    """A csv file: a list that this ledger published, or else just rows."""
    for event in [] if office is None else map(office.log.event, office.log.published()):
        if office is not None and isinstance(event, ListPublished) and _is_file_of(office, event, content):
            rules = scheme(event.scheme).rules(readings=event.readings or {})
            if event.rules in (None, rules.fingerprint):
                return ListSide(event.scheme, event.list_date, event.at_position, rules)
    return FileSide(name, _ratings(name, content))


def _is_file_of(office: Office, event: ListPublished, content: bytes) -> bool:
    """Is this the csv file of a published list? Only format 1 put its digest on record; else it is made again."""
    if event.digest is not None:
        return event.digest == "sha256:" + hashlib.sha256(content).hexdigest()
    return content.count(b"\n") == event.rows + 1 and reproduce(office, event).csv == content


def _ratings(name: str, content: bytes) -> dict[str, str]:
    try:
        rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
        read = [(rows.line_num, from_cell(row["player"] or ""), row["rating"].strip()) for row in rows if row["rating"]]
    except (UnicodeDecodeError, KeyError, csv.Error):
        raise LedgerError(
            say("not a list: no columns player and rating"), place=name, remedy=say("give a csv file")
        ) from None
    for line, player, rating in read:
        if not player:
            wrong = say("no player stands beside rating {rating}", rating=rating[:30])
            raise LedgerError(wrong, place=f"{name}:{line}", remedy=say("name the player, or remove the line"))
        if not _NUMBER.fullmatch(rating):
            wrong = say("the rating of {player!r} is {rating!r}", player=player, rating=rating[:30])
            raise LedgerError(wrong, place=f"{name}:{line}", remedy=say("write a number such as 2743 or 2000.1"))
    return {player: rating for _, player, rating in read}
