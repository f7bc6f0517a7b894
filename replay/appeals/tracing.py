"""The path from a correction to a player: who met whom on which list, the shortest way. And the paths to many."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from msgspec import Struct

from ledger.append.description import mentions
from ledger.events import AnyEvent
from projections.sources import GameKey
from replay.answers.table import Cause
from replay.appeals.answer import Compared, list_date
from replay.appeals.links import Link, Through
from replay.difference.difference import Number, exact
from replay.world.games import place, place_values
from schemes.kernels.causes import FIRST
from wording import Reference, say

Node = tuple[int, int]  # a player on a list, by number and by place among the stops


class TraceStep(Struct, frozen=True):
    """One step of the path: on which list, who, from which rating to which, and through what."""

    list_date: date
    player: str
    before: Number | None
    after: Number | None
    through: Cause


class Trace(Struct, frozen=True):
    """The path to a player: the events that it begins with, and its steps; none if the rating does not change."""

    events: Sequence[tuple[int, AnyEvent]] = ()
    steps: Sequence[TraceStep] = ()


class ReachedPlayer(Struct, frozen=True):
    """A player whom a correction reaches: with which step at first, and through whom; None: by nobody else."""

    player: str
    before: str | None
    degree: int
    "1: by the own game, 2: through a player of degree 1, and so on."
    step: TraceStep


def reached(
    compared: Compared, players: Iterable[str], most: int, deepest: int
) -> list[ReachedPlayer]:
    """The first of some players and all through whom they are reached, together at most so many; as a tree.

    The first player is there however long the path is; of the others only those whom it takes few steps to reach.
    """
    tree: dict[str, ReachedPlayer] = {}
    for player in players:
        if len(tree) >= most:
            break
        path = _new_on_path(tree, trace(compared, player).steps)
        if tree and (len(tree) + len(path) > most or any(one.degree > deepest for one in path)):
            continue
        tree |= {one.player: one for one in path}
    return list(tree.values())


def _new_on_path(
    tree: Mapping[str, ReachedPlayer], steps: Sequence[TraceStep]
) -> list[ReachedPlayer]:
    """Who comes on a path for the first time; whoever is in the tree already stays where they are."""
    path: dict[str, ReachedPlayer] = {}
    before: ReachedPlayer | None = None
    for step in steps:
        there = tree.get(step.player) or path.get(step.player)
        if there is None:
            if before is None:
                there = ReachedPlayer(step.player, None, 1, step)
            else:
                there = ReachedPlayer(step.player, before.player, before.degree + 1, step)
            path[step.player] = there
        before = there
    return list(path.values())


def trace(compared: Compared, player: str) -> Trace:
    """The shortest path up to the last list on which the player's rating differs."""
    end = _end(compared, player)
    if end is None:
        return Trace()
    came: dict[Node, tuple[Node, Link | None] | None] = {end: None}
    queue = deque([end])
    lost: Node | None = None  # where a way ends at somebody whose rating is as before
    while queue:
        node = queue.popleft()
        own = _direct(compared, node)
        before = list(_before(compared, node))
        if own is not None or (not before and _moved(compared, node)):
            return Trace(_events(compared, node, own), _steps(compared, node, own, came))
        if not before and lost is None:
            lost = node
        for earlier, link in before:
            if earlier not in came:
                came[earlier] = (node, link)
                queue.append(earlier)
    if lost is None:
        return Trace()
    return Trace(_events(compared, lost, None), _steps(compared, lost, None, came))


def _moved(compared: Compared, node: Node) -> bool:
    """Whether the rating differs on that list."""
    player, at = node
    return compared.side_by_side.differences[at].moved(player)


def _end(compared: Compared, player: str) -> Node | None:
    """The player on the last list on which the rating differs."""
    number = int(compared.appeal.after.people.kept[compared.appeal.player_number(player)])
    places = [at for at, step in enumerate(compared.side_by_side.differences) if step.moved(number)]
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
    places: Sequence[int] = (at,)  # who moved within a month, and back, carries a difference, too
    if part is not None and part[FIRST]:
        places = range(at, -1, -1)  # a first rating rests on games of earlier lists, too
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
    steps = [_step(compared, node, _beginning(compared, own))]
    while (onward := came[node]) is not None:
        after, link = onward
        if link is not None:
            steps.append(_step(compared, after, _met(compared, node[0], link)))
        elif came[after] is None:
            steps.append(_step(compared, after, Cause("earlier-rating", say("own earlier rating"))))
        node = after
    return steps


def _beginning(compared: Compared, own: Link | None) -> Cause:
    if own is None:
        return Cause("correction", say("by the correction itself"))
    tournament = compared.tournament_id(own.key[0])
    text = say(
        "own game in {tournament}, {place}",
        tournament=Reference.tournament(tournament),
        place=place(own.key),
    )
    return Cause("own-game", text, {"tournament": tournament, **place_values(own.key)})


def _met(compared: Compared, player: int, link: Link) -> Cause:
    """A game against somebody whose rating differs."""
    opponent = compared.player_id(player)
    tournament = compared.tournament_id(link.key[0])
    text = say(
        "met {opponent} in {tournament}, {place}",
        opponent=Reference.player(opponent),
        tournament=Reference.tournament(tournament),
        place=place(link.key),
    )
    values = {"opponent": opponent, "tournament": tournament, **place_values(link.key)}
    return Cause("opponent", text, values)


def _step(compared: Compared, node: Node, through: Cause) -> TraceStep:
    player, at = node
    step = compared.side_by_side.differences[at]
    before, after = step.ratings.get(player, (0, 0))
    return TraceStep(
        list_date(step.stop),
        compared.player_id(player),
        _rating(compared, before),
        _rating(compared, after),
        through,
    )


def _rating(compared: Compared, units: int) -> Number | None:
    if units == 0:
        return None
    return exact(units, compared.scheme.decimals)


def _events(compared: Compared, node: Node, own: Link | None) -> Sequence[tuple[int, AnyEvent]]:
    """The events that the path begins with: about the own game, else about the player, else all."""
    entries = compared.appeal.entries
    if own is None:
        player = compared.player_id(node[0])
        return [entry for entry in entries if mentions(entry[1], player)] or entries
    tournament = compared.tournament_id(own.key[0])
    about = [entry for entry in entries if _about(entry[1], tournament, own.key)]
    if about:
        return about
    return [
        entry for entry in entries if getattr(entry[1], "tournament", None) == tournament
    ] or entries


def _about(event: AnyEvent, tournament: str, key: GameKey) -> bool:
    same = (
        getattr(event, "tournament", None),
        getattr(event, "round", None),
        getattr(event, "board", None),
    )
    return same == (tournament, key[2], key[3])
