"""The headings of an archive, one after the other; never more than one of them in memory."""

import re
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO, NamedTuple

from ledger.errors import LedgerError
from wording import say

_TAG = re.compile(rb'\[\s*(\w+)\s+"(.*)"\s*\]\s*')
_SEVERAL = re.compile(rb'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_BEGINNING = re.compile(rb'\[\s*\w+\s+"')
_MOVE = re.compile(rb"\d\s*\.")
_PIECE = 1 << 20  # of a line, at most
_ESCAPED = re.compile(r'\\(["\\])')
_NAMES = (
    "Event", "Site", "Date", "UTCDate", "Round", "White", "Black", "Result", "EventDate", "EventType", "TimeControl",
    "WhiteFideId", "BlackFideId", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle", "WhiteTeam", "BlackTeam",
    "BroadcastName", "StudyName", "Board", "Variant", "FEN",
)  # fmt: skip
WANTED = {name.encode(): name for name in _NAMES}


class Heading(NamedTuple):
    """The tags of one game as they are written. `line` is where it begins, `wrong` what could not be read of it."""

    line: int
    tags: dict[str, str]
    has_moves: bool
    wrong: str = ""


class _OpenHeading:
    """One game while it is read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags = dict[str, str]()
        self.wrong = ""
        self.in_moves = self.has_moves = False

    def done(self) -> Heading:
        return Heading(self.line, self.tags, self.has_moves, self.wrong)


def headings(file: BinaryIO, encoding: str | None = None) -> Iterator[Heading]:
    """Every game's heading, in the order of the file."""
    game: _OpenHeading | None = None
    number = 0
    is_new = True
    for line in iter(partial(file.readline, _PIECE), b""):
        is_rest = not is_new
        is_new = line.endswith(b"\n")
        if is_rest:
            continue
        number += 1
        if number == 1:
            line = _first_line(line)
        if line.isspace() or line.startswith(b"%"):
            continue
        if line.startswith(b"[") and (game is None or not game.in_moves or _BEGINNING.match(line)):
            if (
                game is None
                or game.in_moves
                or (line.startswith(b"[Event ") and "Event" in game.tags)
            ):
                if game is not None:
                    yield game.done()
                game = _OpenHeading(number)
            _take_tags(game, line, encoding)
            continue
        if game is None:
            game = _OpenHeading(number)
            game.wrong = say("no heading before this")
        game.in_moves = True
        if not game.has_moves:
            game.has_moves = _MOVE.search(line) is not None
    if game is not None:
        yield game.done()


def _first_line(line: bytes) -> bytes:
    if line[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise LedgerError(say("the file is UTF-16, not UTF-8"), remedy=say("save it as UTF-8"))
    return line.removeprefix(b"\xef\xbb\xbf")


def _take_tags(game: _OpenHeading, line: bytes, encoding: str | None) -> None:
    tag = _TAG.fullmatch(line)
    if tag is None and len(line) == _PIECE:
        game.wrong = say("a tag of more than {most:,} bytes", most=_PIECE)
        return
    if tag is None:
        game.wrong = game.wrong or say(
            "a heading that cannot be read: {text}", text=_text(line.strip()[:60], encoding)
        )
        return
    for name, value in _SEVERAL.findall(line) if b'"]' in tag[2] else (tag.groups(),):
        if name in WANTED:
            game.tags.setdefault(WANTED[name], _text(value, encoding))


def _text(raw: bytes, encoding: str | None) -> str:
    """Words of a tag: in the encoding named, else UTF-8, else Windows-1252, else Latin-1."""
    if raw.isascii() and not encoding:
        text = raw.decode("ascii")
    else:
        text = _decoded(raw, (encoding,) if encoding else ("utf-8", "cp1252"))
    text = " ".join(text.split())
    if "\\" in text:
        return _ESCAPED.sub(r"\1", text)
    return text


def _decoded(raw: bytes, encodings: tuple[str, ...]) -> str:
    for encoding in encodings:
        try:
            return raw.decode(encoding)
        except UnicodeError:
            continue
    return raw.decode("latin-1")
