"""Whom a correction reaches and through whom: drawn from left to right, and the same as a nested list.

Each player has a row; the columns are the steps from the correction: its own players, those who met them, and so on.
The last column is the newest list.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from msgspec import Struct

from ledger import AnyEvent
from ledger.events import GameCorrected, GameVoided
from replay.answers.language import language, tr, tr_n
from replay.answers.speech import number, signed
from replay.answers.table import Row
from replay.appeals import Appeal, AppealResult, Compared, ReachedPlayer, reached
from replay.difference.difference import Number
from replay.questions.appeal import named_in
from replay.questions.event_words import RESULTS
from replay.web.appeal_picture import Arrow, Box, Branch, Drawing, Ratings
from replay.web.asked import Asked

MOST = 14  # players in a picture
DEEPEST = 4  # steps from the correction, but for the player who is asked for


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
    drawing = Drawing(roots, newest, _claim_in_short([event for _, event in appeal.entries]))
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
