"""What one cell of a round says: `161w1`, `22w½`, `+W12`, `12 b 0`, `W12`, `12:L`, `+F12`, `-½`, bye, 轮空."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from replay.files.trf.report import UNREAD

_HALVES = re.compile(r"½|1/2|0?[.,]5(?!\d)")
_COLOUR = "wbsnpz白黑红紅先后後"
_FIRST = frozenset("w白红紅先")
_WHITE_IS_B = frozenset(
    "nps"
)  # blancas y negras, brancas e pretas, beyaz ve siyah; but black beside w
_SIGN = r"[12=0+\-胜勝和负負]"
_NUMBER_FIRST = re.compile(rf"(\d{{1,4}})[\s/|]*([{_COLOUR}])?[\s/|]*({_SIGN})?")
_SIGN_FIRST = re.compile(rf"({_SIGN})[\s/|]*([{_COLOUR}])[\s/|]*(\d{{1,4}})")
_NOT_PLAYED = re.compile(r"([+-])f(\d{1,4})")  # in pages of Vega
_LETTER_FIRST = re.compile(rf"([wldxf])[\s:]*(\d{{1,4}})[\s:(]*([{_COLOUR}])?\)?")
_WITH_COLON = re.compile(r"(\d{1,4}):([wld=])")
_LETTERS = {"w": "1", "l": "0", "d": "=", "x": "+", "f": "-", "=": "="}
_VEGA = {"+": "1", "-": "0"}  # before the colour a sign is a result of play
_SIGNS = {"胜": "1", "勝": "1", "和": "=", "负": "0", "負": "0"}
# in a square
_SIGNS_OF_A_PAIR = re.compile(r"[10=+\-]{1,10}")
_BOTH_SIDES = re.compile(r"[10=+-] ?[-:/] ?[10=+-]")
_SEPARATORS = re.compile(r"[\s/|;,]+")
_NOTHING = frozenset(("", "*", "x", "**", "xx", "■", "\\", "#"))
# without an opponent → the code of a report
_BYES: dict[str, str] = {
    **dict.fromkeys(("bye", "+bye", "1bye", "bye1", "bye+", "-1", "1", "+", "+-", "u", "b", "b---"), "U"),
    **dict.fromkeys(("pab", "+pab", "fpb", "+fpb"), "U"),
    **dict.fromkeys(("hpb", "=hpb"), "H"),
    **dict.fromkeys(("zpb", "-zpb"), "Z"),
    **dict.fromkeys(("轮空", "輪空", "spielfrei", "freilos", "free", "exempt", "libre", "full"), "U"),
    **dict.fromkeys(("=bye", "bye=", "=", "-=", "h", "h---", "half", "半分"), "H"),
    **dict.fromkeys(("0", "-0", "-bye", "bye0", "0bye", "z", "u---", "notpaired", "请假", "請假"), "Z"),
    **dict.fromkeys(("-", "--", "---", "x", "absent", "缺席"), "-"),
}  # fmt: skip


class Mark(NamedTuple):
    """What a cell says. Opponent 0: nobody; colour - and result blank: not told. As in a report."""

    opponent: int
    colour: str
    result: str
    letter: str = ""  # of the colour, as it is written


EMPTY = Mark(0, "-", " ")
UNREADABLE = Mark(0, "-", UNREAD)


def read_mark(cell: object) -> Mark | None:
    """One cell; None if it cannot be read."""
    text = shortened(cell)
    if not text.strip("*\\#"):
        return EMPTY
    if bye := _BYES.get(text.replace(" ", "").replace("fbye", "bye")):
        return Mark(0, "-", bye)
    if found := _WITH_COLON.fullmatch(text):
        return Mark(int(found[1]), "-", _LETTERS[found[2]])
    if found := _NUMBER_FIRST.fullmatch(text):
        return _mark(found[1], found[2], found[3])
    if found := _SIGN_FIRST.fullmatch(text):
        return _mark(found[3], found[2], _VEGA.get(found[1], found[1]))
    if found := _NOT_PLAYED.fullmatch(text):
        return _mark(found[2], None, found[1])
    if found := _LETTER_FIRST.fullmatch(text):
        return _mark(found[2], found[3], _LETTERS[found[1]])
    return None


def signs_of(cell: object) -> str | None:
    """The results of a pair in a square, a sign for each game; empty for none, None if they cannot be read."""
    text = _SEPARATORS.sub("", shortened(cell))
    if text in _NOTHING:
        return ""
    return text if _SIGNS_OF_A_PAIR.fullmatch(text) else None


def is_game(cell: object) -> bool:
    """Whether a cell is the result of one game: `1`, `½`, `1-0`, `½-½`, `+/-`."""
    text = shortened(cell)
    return text in ("1", "=", "0") or _BOTH_SIDES.fullmatch(text) is not None


def is_told_fully(cell: object) -> bool:
    """Whether a cell can hardly be anything but a result: an opponent with a colour, or both sides of a game."""
    if _BOTH_SIDES.fullmatch(shortened(cell)):
        return True
    mark = read_mark(cell)
    return mark is not None and mark.opponent > 0 and mark.colour != "-" and mark.result != " "


def shortened(cell: object) -> str:
    """A cell in small letters and plain digits; a half is `=`."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    text = _HALVES.sub("=", str(cell).replace("−", "-").replace("–", "-"))
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


def _mark(opponent: str, colour: str | None, result: str | None) -> Mark:
    side = "-"
    if colour:
        side = "w" if colour in _FIRST else "b"
    sign = result or " "
    if opponent.strip("0") == "":  # the bye of some programs is number 0
        return Mark(0, "-", {"1": "U", "+": "U", "=": "H"}.get(sign, "Z"))
    return Mark(int(opponent), side, _SIGNS.get(sign, sign), colour or "")


def with_colours(lines: Sequence[Sequence[Mark]]) -> list[list[Mark]]:
    """The marks of a table: whether `b` is black or white depends on the letter beside it."""
    letters = {mark.letter for line in lines for mark in line}
    if "w" in letters or _WHITE_IS_B.isdisjoint(letters):
        return [list(line) for line in lines]
    return [
        [mark._replace(colour="w") if mark.letter == "b" else mark for mark in line]
        for line in lines
    ]


def counted_by_two(marks: Iterable[Mark]) -> bool:
    """Whether a win is written as 2, so that a draw is 1."""
    return any(mark.result == "2" for mark in marks)


def halved(mark: Mark) -> Mark:
    """A result of 2, 1 or 0 points as a win, a draw or a loss."""
    return mark._replace(result={"2": "1", "1": "="}.get(mark.result, mark.result))
