"""The explanation of a rating: the steps of one player on one list, in words."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import numpy as np

from schemes.fide_standard.columns import GAMES, PEAK, RATING
from schemes.fide_standard.judging import ratings_row
from schemes.fide_standard.reasons import RATED, REASONS
from schemes.fide_standard.retrace import Retrace
from schemes.fide_standard.roll import rows_of
from schemes.fide_standard.wording import Branch, change_node, first_rating_node, game_node, halves, signed
from schemes.inputs import MAIN, RESULTS, STAGES
from schemes.scheme import Node

WHY = {reason.code: reason for reason in REASONS}


def explained(told: Retrace) -> Node:
    """Every step from the rating before to the rating on the list."""
    rating = int(told.newest[RATING, told.q.player])
    nodes = [_before(told)]
    nodes += [_left_out(told, number) for number in told.left_out()]
    nodes += list(_rated(told) if told.before[RATING] > 0 else _unrated(told))
    nodes += [_carried(branch) for branch in told.carried]
    nodes += list(_on_the_list(told))
    title = f"{told.q.player_name(told.q.player)} on list {told.calendar.date(told.number)}"
    return Node(title, "7.1", str(rating) if rating > 0 else "unrated", tuple(nodes))


def _before(told: Retrace) -> Node:
    day = told.calendar.date(told.number - 1)
    if told.before[RATING] == 0:
        return Node(f"on the list of {day}", "7.1", "unrated")
    so_far = f"{int(told.before[GAMES])} games so far, highest published {int(told.before[PEAK])}"
    return Node(f"on the list of {day} ({so_far})", "7.1", str(int(told.before[RATING])))


def _rated(told: Retrace) -> Iterator[Node]:
    """The events of a rated player, their sum, and the floor."""
    changes = {int(told.replay.material.sides[b.step.given["begin"]].event): b for b in told.all("event_change")}
    for number in told.tournaments:
        yield _event_of_rated(told, int(number), changes.get(int(number)))
    rounded = told.all("rounded_change")
    if not rounded:
        yield Node("no rated game on this list", "7.1", "+0")
        return
    step = rounded[-1].step
    yield Node(
        f"sum of the changes {signed(step.given['change_x100'])}, rounded", step.article, signed(100 * step.answer)
    )
    fallen = told.all("has_fallen")[-1].step
    new = fallen.given["rating"]
    says = f"{int(told.before[RATING])} {signed(100 * step.answer) if step.answer else '+0'} = {new}"
    if fallen.answer:
        says += f", below {told.plain[told.at.version].floor}: unrated from this list on"
    yield Node(says, fallen.article if fallen.answer else "7.1", "unrated" if fallen.answer else str(new))


def _event_of_rated(told: Retrace, number: int, change: Branch | None) -> Node:
    games = {int(side.game) // 2: at for at, side in enumerate(told.sides) if side.event == number}
    steps = list(change.find("game_change")) if change else []
    first = min(games.values(), default=0)
    nodes = []
    for game in _games(told, number):
        text = _game(told, number, game)
        at = games.get(game)
        nodes.append(game_node(text, steps[at - first]) if at is not None else _not_rated(told, text, game))
    text = _event(told, number)
    if change is None:
        return Node(text, "", "no rated game", tuple(nodes))
    if _unrated_at_start(told, number):
        nodes.append(Node("unrated at the start: rating and K of the list before", "8.2.4"))
    event = told.replay.material.events[number]
    return change_node(told.plain[event.version], text, change, nodes)


def _unrated(told: Retrace) -> Iterator[Node]:
    """The events of an unrated player, the pool, and the first rating."""
    counted = {}
    places = [int(side.event) for side in told.sides]
    for event, branch in zip(dict.fromkeys(places), told.all("event_counts"), strict=True):
        counted[event] = branch.step
    for number in told.tournaments:
        nodes = []
        rated = {int(side.game) // 2: side for side in told.sides if side.event == number}
        for game in _games(told, int(number)):
            text = _game(told, int(number), game)
            if game in rated:
                nodes.append(Node(text, "8.2.2", halves(int(rated[game].score))))
            else:
                nodes.append(_not_rated(told, text, game))
        yield _event_of_unrated(told, int(number), counted.get(int(number)), len(rated), nodes)
    for pooled in told.all("pool_total"):
        yield _pool(told, pooled)
    enough = [branch.step for branch in told.all("enough_games")]
    if enough and not enough[-1].answer:
        least = told.plain[told.at.version].first_games
        yield Node(f"{enough[-1].given['games']} games, {least} are needed", enough[-1].article, "unrated")
    for branch in told.all("first_rating"):
        yield first_rating_node(told.plain[told.at.version], branch)
    high = [branch.step for branch in told.all("high_enough")]
    if high and not high[-1].answer:
        floor = told.plain[told.at.version].floor
        yield Node(
            f"{high[-1].given['rating']} is below {floor}: the pool goes on growing", high[-1].article, "unrated"
        )
    if not told.steps:
        yield Node("no game against a rated opponent on this list", "7.1.4", "unrated")


def _event_of_unrated(told: Retrace, number: int, counts: Any, games: int, nodes: list[Node]) -> Node:
    text = _event(told, number)
    if counts is None:
        return Node(text, "", "no rated game", tuple(nodes))
    if not counts.answer:
        return Node(f"{text}: a first event without a point", counts.article, "left out", tuple(nodes))
    return Node(text, "7.1.4", f"{halves(counts.given['score_x2'])} of {games}", tuple(nodes))


def _pool(told: Retrace, branch: Branch) -> Node:
    """What is pooled, event by event, newest first."""
    pool, at, nodes = told.replay.pools.pool, branch.step.given["newest"], []
    for inside in branch.find("in_window"):
        entry = pool[at]
        text = f"{told.q.tournament_name(int(entry.event))}: {int(entry.games)} games, opponents {int(entry.opponents)}"
        text += "" if inside.step.answer else ", no longer pooled"
        nodes.append(Node(text, inside.step.article, halves(int(entry.score))))
        at = int(entry.previous)
    games, opponents, score = branch.step.answer
    since = date.fromordinal(told.at.window_from)
    text = f"pooled since {since}: {games} games, opponents' ratings {opponents}"
    return Node(text, branch.step.article, f"{halves(score)} of {games}", tuple(nodes))


def _carried(branch: Branch) -> Node:
    """A rating carried in with its count of games, or one that ended."""
    step = branch.step
    if step.rule == "end_rating":
        text = "the office's list no longer carries the player, whose games on this list do not count"
        return Node(text, step.article, "unrated")
    says = f"rating {signed(step.given['rating_x100']).lstrip('+')} carried in"
    if not step.answer:
        return Node(says, step.article, "unrated")
    count = branch.one("games_on_record")
    given, established = count.given["games"] >= 0, count.given["first"] > 0 and count.given["on_record"] == 0
    why = "as given" if given else "no rated game on record" if established else "the log's own count"
    return Node(says, step.article, str(step.answer), (Node(f"games so far: {why}", count.article, str(count.answer)),))


def _left_out(told: Retrace, number: int) -> Node:
    why = WHY[int(told.placed.assignment.reason[number])]
    return Node(f"{told.q.tournament_name(number)}: {why.text}", why.article, "not rated")


def _event(told: Retrace, number: int) -> str:
    event = told.replay.material.events[number]
    version = told.q.given.rules.versions[event.version].name
    start, end = date.fromordinal(int(event.start)), date.fromordinal(int(event.end))
    listed = told.calendar.date(_ratings_row(told, number) + told.at.base)
    name = told.q.tournament_name(number)
    return f"{name}, {start} to {end}, version {version}, ratings of the list of {listed}"


def _games(told: Retrace, number: int) -> list[int]:
    """The player's games in a tournament that this list is about."""
    return [game for game in told.games_of(number) if told.verdicts.list_number[game] == told.number]


def _ratings_row(told: Retrace, number: int) -> int:
    """The row of the history with the ratings that games of a tournament are rated with."""
    event = told.replay.material.events[number]
    return ratings_row(told.plain[event.version], told.at, int(event.in_force))


def _unrated_at_start(told: Retrace, number: int) -> bool:
    row = int(told.replay.material.events[number].in_force) - told.at.base
    return bool(told.replay.window.buffer[row, RATING, told.q.player] == 0)


def _game(told: Retrace, number: int, game: int) -> str:
    g, player = told.inputs.games, told.q.player
    first = g.first[game] == player
    opponent = int(g.second[game] if first else g.first[game])
    rating = int(told.replay.window.buffer[_ratings_row(told, number), RATING, opponent])
    stage = "" if g.stage[game] == MAIN else f"{STAGES[g.stage[game]]} "
    where = f"{stage}round {int(g.round[game])}, {'first' if first else 'second'} against"
    return f"{where} {told.q.player_name(opponent)} ({rating or 'unrated'}), {RESULTS[g.result[game]]}"


def _not_rated(told: Retrace, text: str, game: int) -> Node:
    first = told.inputs.games.first[game] == told.q.player
    why = WHY[int((told.verdicts.first if first else told.verdicts.second)[game])]
    return Node(f"{text}: {why.text}", why.article, "not rated")


def _on_the_list(told: Retrace) -> Iterator[Node]:
    """What the list shows of the player beside the rating."""
    q = told.q
    rows = rows_of(told.after(), told.inputs, told.replay.versions, told.calendar, told.at)
    here = [at for at, player in enumerate(rows.player) if player == q.player]
    if not here:
        if told.inputs.players.deceased[q.player] <= told.at.day:
            yield Node("deceased: on no list", "10.2", "not listed")
        return
    at, why = here[0], WHY[int(rows.reason[here[0]])]
    if why.code != RATED:
        yield Node(why.text, why.article, "not listed")
    if rows.rating[at] > 0:
        yield Node("K for a tournament that starts on the list date", "7.1.2", str(int(rows.k[at])))
        yield Node(_activity(told), "7.2.2", "active" if rows.active[at] else "inactive")


def _activity(told: Retrace) -> str:
    """The last rated game, and the office's last declaration up to the list date."""
    last, facts = int(told.card.last_game), told.inputs.facts
    says = f"last rated game on the list of {told.calendar.date(last)}" if last else "no rated game so far"
    mine = np.flatnonzero((facts.declared_player == told.q.player) & (facts.declared_day <= told.at.day))
    if not len(mine):
        return says
    declared = "activity declared resumed" if facts.declared_active[mine[-1]] else "declared inactive"
    return f"{says}; {declared} on {date.fromordinal(int(facts.declared_day[mine[-1]]))}"
