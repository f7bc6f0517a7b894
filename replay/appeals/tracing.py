"""The path from a correction to a player: who met whom on which list, the shortest way."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from ledger.append.description import mentions
from ledger.events import AnyEvent
from replay.answers.language import tr
from replay.appeals.answer import Compared
from replay.appeals.games import place
from replay.appeals.links import Link, Through
from replay.appeals.report import list_date
from replay.questions.log_rows import event_line
from schemes.kernels.causes import FIRST

PATH = ("scheme", "list_date", "player", "before", "after", "through")
Node = tuple[int, int]  # a player on a list, by number and by place among the stops


class TraceStep(Struct, frozen=True):
    """One step of the path: on which list, who, from which rating to which, and through what."""

    list_date: str
    player: str
    before: str
    after: str
    through: str


def path_rows(found: Sequence[Compared], player: str) -> list[tuple[str, ...]]:
    """The path to a player in each scheme in which the rating changes, after the events that it begins with."""
    rows: list[tuple[str, ...]] = []
    for each in found:
        events, steps = trace(each, player)
        name = each.side_by_side.after.scheme.name
        rows += [(name, "", "", "", "", event) for event in events]
        rows += [
            (name, step.list_date, step.player, step.before, step.after, step.through)
            for step in steps
        ]
    return rows


def trace(compared: Compared, player: str) -> tuple[list[str], list[TraceStep]]:
    """The events the path begins with, and its steps up to the last list on which the player's rating differs."""
    end = _end(compared, player)
    if end is None:
        return [], []
    came: dict[Node, tuple[Node, Link | None] | None] = {end: None}
    queue = deque([end])
    while queue:
        node = queue.popleft()
        own = _direct(compared, node)
        if own is not None or not (before := list(_before(compared, node))):
            return _events(compared, node, own), _steps(compared, node, own, came)
        for earlier, link in before:
            if earlier not in came:
                came[earlier] = (node, link)
                queue.append(earlier)
    return [], []


def _end(compared: Compared, player: str) -> Node | None:
    """The player on the last list on which the rating differs."""
    number = int(compared.appeal.after.people.kept[compared.appeal.player_number(player)])
    places = [at for at, each in enumerate(compared.side_by_side.differences) if each.moved(number)]
    if places:
        return (number, places[-1])
    return None


def _direct(compared: Compared, node: Node) -> Link | None:
    """The player's own game that the events change."""
    links = compared.links.of(*node)
    return next((link for link in links if link.through in (Through.OWN, Through.LATE)), None)


def _before(compared: Compared, node: Node) -> Iterator[tuple[Node, Link | None]]:
    """Where a difference can have come from. Of ways of one length, the one through the own rating comes first."""
    player, at = node
    differences = compared.side_by_side.differences
    if at > 0 and differences[at - 1].moved(player):
        yield (player, at - 1), None
    part = differences[at].causes.get(player)
    if part is not None:
        places = (
            range(at, -1, -1) if part[FIRST] else (at,)
        )  # a first rating rests on games of earlier lists, too
        for where in places:
            for link in compared.links.of(player, where):
                if link.through is Through.OPPONENT:
                    yield (link.opponent, link.from_list), link


def _steps(
    compared: Compared,
    node: Node,
    own: Link | None,
    came: dict[Node, tuple[Node, Link | None] | None],
) -> list[TraceStep]:
    """The path from its beginning; lists on which somebody only carries a difference on are passed over."""
    name = compared.tournament_id
    first = tr("by the correction itself")
    if own:
        first = tr(
            "own game in {tournament}, {place}", tournament=name(own.key[0]), place=place(own.key)
        )
    steps = [_step(compared, node, first)]
    while (onward := came[node]) is not None:
        after, link = onward
        if link is not None:
            who = {"opponent": compared.player_id(node[0]), "tournament": name(link.key[0])}
            met = tr("met {opponent} in {tournament}, {place}", **who, place=place(link.key))
            steps.append(_step(compared, after, met))
        elif came[after] is None:
            steps.append(_step(compared, after, tr("own earlier rating")))
        node = after
    return steps


def _step(compared: Compared, node: Node, through: str) -> TraceStep:
    player, at = node
    difference = compared.side_by_side.differences[at]
    chosen = compared.side_by_side.after.scheme
    before, after = difference.ratings.get(player, (0, 0))
    return TraceStep(
        list_date(difference.stop.day),
        compared.player_id(player),
        chosen.shown(before) if before else "",
        chosen.shown(after) if after else "",
        through,
    )


def _events(compared: Compared, node: Node, own: Link | None) -> list[str]:
    """The events that the path begins with: about the own game, else about the player, else all."""
    entries = compared.appeal.entries
    if own is not None:
        tournament = compared.tournament_id(own.key[0])
        found = [e for e in entries if _about(e[1], tournament, own.key)]
        found = found or [e for e in entries if getattr(e[1], "tournament", None) == tournament]
    else:
        found = [e for e in entries if mentions(e[1], compared.player_id(node[0]))]
    return [f"#{position} {event_line(event)}" for position, event in found or entries]


def _about(event: AnyEvent, tournament: str, key: Any) -> bool:
    same = (
        getattr(event, "tournament", None),
        getattr(event, "round", None),
        getattr(event, "board", None),
    )
    return same == (tournament, key[2], key[3])
