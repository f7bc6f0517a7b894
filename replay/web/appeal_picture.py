"""The picture of whom a correction reaches: boxes and arrows from left to right, a row for each player."""

from collections.abc import Iterator, Sequence
from datetime import date

from msgspec import Struct

from replay.answers.language import tr, tr_n
from replay.answers.speech import day_in_words

LEFT, TOP = 4, 34  # where the boxes begin
CLAIM, WIDTH, HEIGHT, GAP, PITCH = 140, 184, 44, 36, 54
LONGEST_NAME = 22  # letters; signs of Chinese are two wide
WIDE_FROM = "\u2e80"


class Ratings(Struct, frozen=True):
    """A player on a list: what changes."""

    day: date
    text: str
    change: str

    @property
    def spoken(self) -> str:
        change = f" ({self.change})" if self.change else ""
        return tr("{day}: {ratings}", day=day_in_words(self.day), ratings=f"{self.text}{change}")


class Branch(Struct, frozen=True):
    """A player whom the correction reaches, and those whom it reaches through this one."""

    name: str
    href: str
    degree: int
    first: Ratings
    newest: Ratings | None
    "On the newest list, where that is another one than the first; None: it is the same list."
    through: str
    is_on_way: bool
    below: Sequence["Branch"]


class Box(Struct, frozen=True):
    """A place in the picture, and what stands there."""

    x: int
    y: int
    width: int
    head: str
    line: str
    change: str = ""
    href: str = ""
    is_on_way: bool = False


class Arrow(Struct, frozen=True):
    """An arrow between two boxes."""

    line: str
    head: str
    is_on_way: bool


class Drawing:
    """The boxes and arrows of a nested list; each player has a row, in the order of the list."""

    def __init__(self, roots: Sequence[Branch], newest: date, claim: tuple[str, str]) -> None:
        self.boxes: list[Box] = []
        self.edges: list[Arrow] = []
        self._branches = list(_walk(roots))
        self._newest = newest
        self._columns = max(branch.degree for branch in self._branches)
        self._days = [self._days_of(degree) for degree in range(1, self._columns + 1)]
        self._with_newest = any(branch.newest for branch in self._branches)
        self.width = self._x(self._columns + 1 + self._with_newest) - GAP
        self.height = TOP + PITCH * len(self._branches)
        self._draw(roots, claim)

    def headings(self) -> list[tuple[int, str]]:
        """What stands above the columns: how far from the correction, and on which list where it is the same one."""
        headings = []
        for degree, days in enumerate(self._days, 1):
            text = _distance(degree)
            if len(days) == 1:
                text = tr("{distance}: {day}", distance=text, day=day_in_words(days[0]))
            headings.append((self._x(degree), text))
        if self._with_newest:
            text = tr("list of {day}", day=day_in_words(self._newest))
            headings.append((self._x(self._columns + 1), text))
        return headings

    def _x(self, column: int) -> int:
        return LEFT + CLAIM + GAP + (column - 1) * (WIDTH + GAP)

    def _days_of(self, degree: int) -> list[date]:
        days = {branch.first.day for branch in self._branches if branch.degree == degree}
        return sorted(days)

    def _draw(self, roots: Sequence[Branch], claim: tuple[str, str]) -> None:
        rows = {id(branch): TOP + at * PITCH for at, branch in enumerate(self._branches)}
        middle = (rows[id(roots[0])] + rows[id(roots[-1])]) // 2
        self.boxes.append(Box(LEFT, middle, CLAIM, *claim, is_on_way=True))
        for branch in roots:
            self._arrow(LEFT + CLAIM, middle, self._x(1), rows[id(branch)], branch.is_on_way)
        for branch in self._branches:
            y = rows[id(branch)]
            x = self._x(branch.degree)
            self.boxes.append(self._box(branch, x, y))
            for other in branch.below:
                self._arrow(x + WIDTH, y, x + WIDTH + GAP, rows[id(other)], other.is_on_way)
            if branch.newest:
                last = self._x(self._columns + 1)
                ends_way = branch.is_on_way and not any(one.is_on_way for one in branch.below)
                self._arrow(x + WIDTH, y, last, y, ends_way)
                self.boxes.append(_box_now(branch, branch.newest, last, y, ends_way))

    def _box(self, branch: Branch, x: int, y: int) -> Box:
        """Where somebody is reached; the list is said where the heading does not."""
        line = branch.first.text
        if len(self._days[branch.degree - 1]) > 1:
            line = tr("{day}: {ratings}", day=day_in_words(branch.first.day), ratings=line)
        return Box(
            x, y, WIDTH, _fitting(branch.name), line, branch.first.change,
            branch.href, branch.is_on_way,
        )  # fmt: skip

    def _arrow(self, x: int, y: int, to_x: int, to_y: int, is_on_way: bool) -> None:
        middle = (x + to_x) // 2
        if to_x - x > GAP:
            middle = to_x - GAP // 2
        start = y + HEIGHT // 2
        end = to_y + HEIGHT // 2
        line = f"M{x} {start}C{middle} {start} {middle} {end} {to_x - 7} {end}"
        head = f"M{to_x - 1} {end}l-8 -4v8z"
        self.edges.append(Arrow(line, head, is_on_way))


def _box_now(branch: Branch, now: Ratings, x: int, y: int, ends_way: bool) -> Box:
    """Where somebody stands on the newest list."""
    return Box(x, y, WIDTH, _fitting(branch.name), now.text, now.change, is_on_way=ends_way)


def _walk(branches: Sequence[Branch]) -> Iterator[Branch]:
    """Everybody in the order of the list."""
    for branch in branches:
        yield branch
        yield from _walk(branch.below)


def _distance(degree: int) -> str:
    if degree == 1:
        return tr("directly")
    return tr_n("through {number} player", "through {number} players", degree - 1)


def _fitting(name: str) -> str:
    """As much of a name as a box has room for."""
    shown = ""
    room = LONGEST_NAME
    for letter in name:
        room -= 2 if letter >= WIDE_FROM else 1
        if room < 0:
            return shown.rstrip() + "…"
        shown += letter
    return shown
