"""Whom a correction reaches and through whom: drawn from left to right, and the same as a nested list.

Each player has a row; the columns are the steps from the correction: its own players, those who met them, and so on.
The last column is the newest list.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from msgspec import Struct

from ledger import AnyEvent
from ledger.events import GameCorrected, GameVoided
from replay.answers.language import language, tr, tr_n
from replay.answers.speech import day_in_words, number, signed
from replay.answers.table import Row
from replay.appeals import Appeal, AppealResult, Compared, ReachedPlayer, reached
from replay.difference.difference import Number
from replay.questions.appeal import named_in
from replay.questions.event_words import RESULTS
from replay.web.asked import Asked

MOST = 14  # players in a picture
DEEPEST = 4  # steps from the correction, but for the player who is asked for
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


class ReachPicture(Struct, frozen=True):
    """Whom a correction reaches in one regulation."""

    title: str
    about: str
    shows_way: bool
    "Whether the way to the player who was asked for is marked."
    width: int
    height: int
    headings: Sequence[tuple[int, str]]
    boxes: Sequence[Box]
    edges: Sequence[Arrow]
    branches: Sequence[Branch]
    left_out: str


def reach_picture(
    appeal: Appeal, asked: Asked, compared: Compared, result: AppealResult, player: str
) -> ReachPicture | None:
    """Those whose ratings change most, and through whom; with `player`, the way to that one is marked."""
    moved = largest_first(result.rows)
    tree = reached(compared, [player, *moved] if player else moved, MOST, DEEPEST)
    if not tree:
        return None
    newest = result.compared[-1]
    branches = _Branches(appeal, asked, tree, result.rows, newest)
    branches.way = _way(tree, player)
    roots = branches.below(None)
    left_out = len(set(moved) - {one.player for one in tree})
    title = tr("Whom it reaches, and through whom")
    if branches.way:
        title = tr("The way to {name}", name=branches.name(player))
    drawing = _Drawing(roots, newest, _claim_in_short([event for _, event in appeal.entries]))
    return ReachPicture(
        title,
        tr("{title}: the same follows as a list", title=title),
        bool(branches.way),
        drawing.width,
        drawing.height,
        drawing.headings(),
        drawing.boxes,
        drawing.edges,
        roots,
        tr_n(
            "{number} more rating changes, by no more than these, and is not drawn.",
            "{number} more ratings change and are not drawn: the largest changes come first.",
            left_out,
        )
        if left_out
        else "",
    )


def largest_first(rows: Iterable[Row]) -> list[str]:
    """The players whose ratings change: those on the newest list first, there by how much; new and gone before all."""
    newest: dict[str, Row] = {row["player"]: row for row in rows if row["change"] != 0}

    def order(row: Row) -> tuple[int, bool, Any, str]:
        change = row["change"]
        return -row["list_date"].toordinal(), change is not None, -abs(change or 0), row["player"]

    return [row["player"] for row in sorted(newest.values(), key=order)]


def _way(tree: Sequence[ReachedPlayer], player: str) -> frozenset[str]:
    """A player, and all through whom the difference came there."""
    before = {one.player: one.before for one in tree}
    way: set[str] = set()
    at = player if player in before else None
    while at is not None:
        way.add(at)
        at = before[at]
    return frozenset(way)


class _Branches:
    """The nested list: each player with the ratings, and below those who are reached through this one."""

    def __init__(
        self,
        appeal: Appeal,
        asked: Asked,
        tree: Sequence[ReachedPlayer],
        rows: Sequence[Row],
        newest: date,
    ) -> None:
        steps = [{"player": one.player, "through": [one.step.through]} for one in tree]
        self._names = named_in(appeal.after, steps)
        self._asked = asked
        self._tree = tree
        self._newest = newest
        self._rows = {row["player"]: row for row in rows if row["list_date"] == newest}
        self.way: frozenset[str] = frozenset()

    def name(self, player: str) -> str:
        return self._names.player(player, language()) or player

    def below(self, before: str | None) -> list[Branch]:
        """Those who are reached through somebody; None: by the correction itself."""
        return [self._branch(one) for one in self._tree if one.before == before]

    def _branch(self, one: ReachedPlayer) -> Branch:
        step = one.step
        return Branch(
            name=self.name(one.player),
            href=self._asked.to("players", one.player),
            degree=one.degree,
            first=_ratings(step.list_date, step.before, step.after),
            newest=self._now(one),
            through=self._names.in_sentence(step.through.text, language()),
            is_on_way=one.player in self.way,
            below=self.below(one.player),
        )

    def _now(self, one: ReachedPlayer) -> Ratings | None:
        if one.step.list_date == self._newest:
            return None
        row = self._rows.get(one.player)
        if row is None:
            return Ratings(self._newest, tr("as before"), "")
        return _ratings(self._newest, row["before"], row["after"])


def _ratings(day: date, before: Number | None, after: Number | None) -> Ratings:
    change = ""
    if before is None and after is None:
        return Ratings(day, tr("as before"), change)
    if before is not None and after is not None:
        change = signed(after - before)
    return Ratings(day, f"{_shown(before)} → {_shown(after)}", change)


def _shown(rating: Number | None) -> str:
    return "–" if rating is None else number(rating)


def _claim_in_short(events: Sequence[AnyEvent]) -> tuple[str, str]:
    """The claim in two lines of a box: a game and its other result; of more events how many they are."""
    if len(events) == 1 and isinstance(events[0], GameCorrected | GameVoided):
        game = events[0]
        place = tr("Round {round}, board {board}", round=game.round, board=game.board)
        if isinstance(game, GameVoided):
            return place, tr("void: never played")
        return place, tr("becomes {result}", result=RESULTS[game.result.value])
    return tr("The claim"), tr_n("{number} event", "{number} events", len(events))


# The picture


class _Drawing:
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
