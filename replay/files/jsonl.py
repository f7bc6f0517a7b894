"""JSON Lines: one event in each line, as `export` writes them and users script them."""

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from ledger.append.complaints import complaint, unquoted
from ledger.errors import Problem
from ledger.events import AnyEvent, RatingCarriedIn, TournamentCorrected, TournamentRegistered
from ledger.item import Item
from ledger.log.json_bounds import beyond_bounds
from ledger.log.wire_format import decode_event, encode_content
from replay.files import InputFile, ReadOptions
from replay.files.limits import LONGEST_EVENT
from wording import say

_NUMBERS = ("rating", "peak", "deviation", "volatility", "hours_per_day")
_POINTS_AS_TEXT = re.compile(rb'"points"\s*:\s*"([^"]*)"')
_KEY = re.compile(rb'"\s*:')
_LICHESS = (  # keys of its games, and of the results of its arenas
    (b'"players"', b'"variant"', b'"perf"'),
    (b'"username"', b'"performance"', b'"score"'),
)
_raw_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])


def read(file: InputFile, options: ReadOptions) -> Iterator[Item]:
    """Every line an item; lines with nothing in them are passed over. Never more than one line in memory."""
    with file.opened() as opened:
        yield from read_lines(opened)


def read_lines(file: BinaryIO) -> Iterator[Item]:
    """The items of an open file, or of a text in memory."""
    number = 0
    while line := file.readline(LONGEST_EVENT):
        number += 1
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
            if foreign := _not_lines(line):
                yield _problem(1, line, *foreign)
                return
        if len(line) == LONGEST_EVENT:
            yield _problem(number, line, *_too_long(file, len(line)))
        elif line.strip():
            yield _item(number, line)


def _item(number: int, line: bytes) -> Item:
    if wrong := beyond_bounds(line):
        return _problem(number, line, wrong, say("an event is a flat object with short numbers"))
    try:
        event = decode_event(line)
        encoded = encode_content(event)
    except (
        msgspec.MsgspecError,
        UnicodeDecodeError,
        ValueError,
        OverflowError,
        RecursionError,
    ) as error:
        return _problem(number, line, *complaint(line, error))
    if _may_hide_something(line, event, encoded) and (found := _hidden(line, event)):
        return _problem(number, line, *found)
    return Item(number, line, event, None, encoded)


def _problem(number: int, line: bytes, wrong: str, remedy: str) -> Item:
    return Item(number, line[:400], None, Problem("", wrong, remedy))


def _may_hide_something(line: bytes, event: AnyEvent, encoded: bytes) -> bool:
    """A line with as many quotation marks as the event needs has no key twice and no number as text."""
    spare = line.count(b'"') - encoded.count(b'"')
    if event.position is not None:
        spare -= 2
    if event.recorded is not None:
        spare -= 4
    return spare != 0 or b"\\" in line


def _hidden(line: bytes, event: AnyEvent) -> tuple[str, str] | None:
    """Find what the decoder accepts and we do not: a key given twice, a number given as text."""
    raw = _raw_fields.decode(line)
    if b"\\" in line or len(_KEY.findall(line)) != len(raw):
        twice = _twice(line)
        if twice is not None:
            return say("the key {key!r} stands twice", key=twice), say("keep one of them")
    if isinstance(event, RatingCarriedIn | TournamentRegistered | TournamentCorrected):
        for name in _NUMBERS:
            if bytes(raw.get(name, b"")).lstrip().startswith(b'"'):
                return say("`{name}` is text, expected a number", name=name), unquoted(
                    name, bytes(raw[name]).decode().strip()[1:-1]
                )
        if award := _POINTS_AS_TEXT.search(bytes(raw.get("points", b""))):
            return say("`points` is text, expected a number"), unquoted("points", award[1].decode())
    return None


def _twice(line: bytes) -> str | None:
    found: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> None:
        names = [name for name, _ in items]
        found.extend(name for name in names if names.count(name) > 1)

    json.loads(line, object_pairs_hook=pairs)
    if found:
        return found[0]
    return None


def _not_lines(line: bytes) -> tuple[str, str] | None:
    """Is the whole file something else?"""
    start = line.lstrip()[:1]
    if line[:2] in (b"\xff\xfe", b"\xfe\xff") or (len(line) > 1 and line[1:2] == b"\x00"):
        return say("the file is UTF-16, not UTF-8"), say("save it as UTF-8")
    if start == b"[":
        return say("the file is a JSON array, not JSON Lines"), say(
            "write one object in each line, without [ ] and commas"
        )
    if start and start != b"{":
        return say("the file is not JSON Lines"), say("write one JSON object in each line")
    if line.strip() == b"{":
        return say("the file is JSON spread over several lines"), say(
            "write each object in one line"
        )
    if b'"type"' not in line and any(all(key in line for key in keys) for keys in _LICHESS):
        return say("these are games or results as lichess gives them to programs"), say(
            "download the games as PGN: import reads players, ratings and results from it"
        )
    return None


def _too_long(file: Any, length: int) -> tuple[str, str]:
    """Pass over the rest of a line without keeping it."""
    while rest := file.readline(LONGEST_EVENT):
        length += len(rest.rstrip(b"\n"))
        if rest.endswith(b"\n"):
            break
    return say(
        "a line of {length:,} bytes; an event has at most {most:,}",
        length=length,
        most=LONGEST_EVENT,
    ), say("is a line end missing?")
