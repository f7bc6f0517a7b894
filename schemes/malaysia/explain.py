"""An explanation in words: what happened to a rating, day by day, every number from the steps of the rules."""

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import Any

from schemes.inputs import RATING_ENDED
from schemes.malaysia.articles import TITLES, k_by_rating
from schemes.malaysia.games import first_rating_node, game_node, signed
from schemes.malaysia.parameters import Parameters, plain_cells
from schemes.malaysia.timeline import ABSENCE, AWARDED, BONUSES, CARRIED, GAMES
from schemes.malaysia.walk import Moment, Walk, walk
from schemes.rule import trace, traced
from schemes.scheme import Node, Question, Scheme

DAY = date.fromordinal


def explanation(scheme: Scheme, question: Question) -> Node:
    """Every step from the rating of the state before to the rating of the day."""
    inputs = question.given.inputs
    walked = walk(question)
    dead = int(inputs.players.deceased[question.player]) <= question.stop.day
    rated = walked.after.since > 0 and not dead
    parts = [_before(walked), *_happened(question, walked)]
    if len(parts) == 1:
        parts.append(Node(f"nothing touched the rating after that, up to {DAY(question.stop.day)}"))
    if dead:
        parts.append(Node(f"died on {DAY(int(inputs.players.deceased[question.player]))}: on no list since", "Silent"))
    elif rated:
        parts.append(_own_k(question, walked.after))
    else:
        parts.append(Node("no game over the board and no carried-in rating yet", "Start"))
    return Node(
        f"{question.player_name(question.player)} on list {DAY(question.stop.day)}",
        value=scheme.shown(int(walked.after.rating)) if rated else "unrated",
        below=tuple(parts),
    )


def _before(walked: Walk) -> Node:
    if walked.before.since > 0:
        return Node(f"rating on the list of {DAY(walked.through)}", "Basis", str(walked.before.rating))
    return Node(f"no rating on the list of {DAY(walked.through)}" if walked.through else "no rating at the beginning")


def _happened(question: Question, walked: Walk) -> Iterator[Node]:
    """Games of one tournament that follow each other stand together; everything else stands alone."""
    for tournament, group in groupby(walked.moments, lambda m: int(m.row.tournament) if m.block.kind == GAMES else -1):
        moments = list(group)
        if tournament < 0:
            for moment in moments:
                yield from _event(question, moment)
            continue
        version = question.given.rules.versions[int(walked.told.tournaments[tournament].version)]
        games = tuple(game_node(question, walked, moment) for moment in moments)
        total = sum(int(step.answer) for moment in moments for step in moment.own_changes(question.player))
        yield Node(
            f"{question.tournament_name(tournament)}, under version {version.name}", "Basis", signed(total), games
        )


def _event(question: Question, moment: Moment) -> Iterator[Node]:
    kind = moment.block.kind
    if kind == ABSENCE and moment.before.since > 0:
        yield _absence(question, moment)
    elif kind == CARRIED:
        yield _carried(moment)
    elif kind == BONUSES:
        yield _bonus(question, moment)
    elif kind == AWARDED:
        yield from _title(moment)


def _absence(question: Question, moment: Moment) -> Node:
    """What the past year cost, or why it cost nothing."""
    year, day = int(moment.block.year), DAY(int(moment.block.day))
    costs, asked = moment.step("absence_deduction"), moment.step("is_absent")
    parameters: Parameters = question.given.rules.latest(day).parameters
    if costs is not None:
        share = f"{parameters.absence.percent} % of {costs.given['rating']}"
        text = f"{day}: in no national event of {year} and not excused, {share}"
        return Node(text, "Absence", signed(-costs.answer))
    if asked is None:
        return Node(f"{day}: no version of the rules in force", "Absence", "0")
    facts = question.given.inputs.facts
    excused = (facts.excused_player == question.player) & (facts.excused_year == year)
    if not asked.given["event_closed"]:
        why = f"no national event took place in {year}"
    elif excused.any():
        why = f"excused for {year}"
    elif asked.given["took_part"]:
        why = f"took part in a national event of {year}"
    else:
        why = f"had no rating before {DAY(int(moment.block.january))}"
    return Node(f"{day}: nothing deducted, {why}", "Absence", "0")


def _carried(moment: Moment) -> Node:
    row = moment.row
    if row.rating_x100 == RATING_ENDED:
        return Node(f"{DAY(int(row.day))}: the office's list no longer carries the player", "Silent", "unrated")
    parts = [Node("games so far", "Silent", str(row.games))] if row.games >= 0 else []
    parts += [Node("highest rating so far", "Silent", _hundredths(row.peak_x100))] if row.peak_x100 >= 0 else []
    was = f", in place of {moment.before.rating}" if moment.before.since > 0 else ""
    text = f"{DAY(int(row.day))}: rating {_hundredths(row.rating_x100)} carried in{was}"
    return Node(text, "Silent", str(moment.after.rating), tuple(parts))


def _bonus(question: Question, moment: Moment) -> Node:
    row, step = moment.row, moment.step("bonus_of_rank")
    text = f"{DAY(int(row.day))}: rank {row.rank} in {question.tournament_name(int(row.tournament))}"
    if step is None:
        return Node(f"{text}, no bonus without a rating", "Bonus", "0")
    first = moment.step("first_rating")
    below = (first_rating_node(first.given["titles"], int(first.answer)),) if first else ()
    return Node(f"{text}, rating then {moment.after.rating}", "Bonus", signed(step.answer), below)


def _title(moment: Moment) -> Iterator[Node]:
    """Only what bears on the rating: a title before the first game, or one that lifts."""
    row, title = moment.row, TITLES[int(moment.row.level)]
    text = f"{DAY(int(row.day))}: {title} {'awarded' if row.held else 'revoked'}"
    gained = int(moment.after.rating) - int(moment.before.rating)
    if gained:
        yield Node(f"{text}, rating lifted to {moment.after.rating}", "Start", signed(gained))
    elif moment.before.since == 0:
        yield Node(f"{text}, counts for the first rating", "Start")
    else:
        yield Node(f"{text}, changes no rating", "Start", "0")


def _own_k(question: Question, after: Any) -> Node:
    q = plain_cells(question.given.rules)[max(question.given.rules.index(DAY(question.stop.day)), 0)]
    with trace() as steps:
        traced(k_by_rating)(q, after.rating, after.peak)
    played = "1 rated game" if after.games == 1 else f"{after.games} rated games"
    return Node(f"{played} so far; K of the player", "K", str(steps[0].answer))


def _hundredths(number: int) -> str:
    whole, part = divmod(int(number), 100)
    return f"{whole}.{part:02d}" if part else str(whole)
