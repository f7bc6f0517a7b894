"""A game in words: both ratings just before it, expectation, K and why, the change and its rounding."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from schemes.inputs import BOTH_LOST, DRAW, RESULTS, STAGES, decided_by_fouls
from schemes.malaysia.articles import TITLES
from schemes.malaysia.parameters import K
from schemes.malaysia.walk import Moment, Walk
from schemes.rule import Step
from schemes.scheme import Node, Question


def game_node(question: Question, walked: Walk, moment: Moment) -> Node:
    """One game of the player with everything it rests on."""
    row, player = moment.row, question.player
    changes = moment.own_changes(player)
    text = _title(question, moment)
    if not changes:
        below = tuple(_first_ratings(question, moment))
        return Node(f"{text}, changes no rating", "Silent", "0", below)
    rounds = int(walked.told.tournaments[row.tournament].rounds)
    k = question.given.rules.versions[int(walked.told.tournaments[row.tournament].version)].parameters.k
    below = (*_first_ratings(question, moment), *_arithmetic(moment, player, k, rounds, question.given.rules.readings))
    return Node(text, "Basis", signed(changes[0].answer), below)


def _title(question: Question, moment: Moment) -> str:
    """Day, place and outcome of a game, seen by the player."""
    row, games = moment.row, question.given.inputs.games
    own_first = row.first == question.player
    opponent = question.player_name(int(row.second if own_first else row.first))
    board, stage = int(games.board[row.row]), STAGES[int(games.stage[row.row])]
    where = f"round {row.round_number}, board {board}" + ("" if stage == "main" else f", {stage}")
    result = int(row.result)
    if result == BOTH_LOST:
        outcome = "both lost, against"
    elif result > DRAW:
        outcome = f"forfeit {RESULTS[result]} {'against' if own_first else 'as second against'}"
    elif result == DRAW:
        outcome = "draw against"
    else:
        outcome = "won against" if (result == 0) == bool(own_first) else "lost to"
    fouls = decided_by_fouls(question.given.inputs, int(row.row), result)
    return f"{date.fromordinal(int(row.day))}, {where}: {outcome} {opponent}{fouls}"


def _first_ratings(question: Question, moment: Moment) -> Iterator[Node]:
    """The first ratings that this game brought about: first that of the first player, then of the second."""
    row, player = moment.row, question.player
    entered = [step for step in moment.steps if step.rule == "first_rating"]
    unrated = {int(player): moment.before.since == 0}
    other = int(row.second if row.first == player else row.first)
    unrated[other] = moment.opponent.since == 0
    new = [number for number in (int(row.first), int(row.second)) if unrated[number]]
    for number, step in zip(new, entered, strict=False):
        name = "" if number == player else f" of {question.player_name(number)}"
        yield first_rating_node(step.given["titles"], int(step.answer), name)


def first_rating_node(titles: int, rating: int, whose: str = "") -> Node:
    """A first rating and the title it comes from."""
    held = next((title for level, title in enumerate(TITLES) if titles & (1 << level)), "")
    return Node(f"first rating{whose}: {held or 'no title'}", "Start", str(rating))


def _arithmetic(moment: Moment, player: int, k: K, rounds: int, readings: Mapping[str, str]) -> Iterator[Node]:
    """The steps of the player's own side, in the order of the formula."""
    turn = 0 if moment.row.first == player else 1
    chosen = moment.step("k_of_game", turn) or moment.step("k_of_both_lost")
    expectation = moment.step("expected", turn)
    change = moment.step("change", turn)
    assert chosen is not None and expectation is not None and change is not None, "a rated game has all its steps"
    own, opponent = expectation.given["own"], expectation.given["opponent"]
    yield Node(f"own rating {own}, opponent's {opponent}, both just before the game", "Basis", signed(own - opponent))
    yield Node("expected score", "Table", hundredths(int(expectation.answer)))
    yield Node(_whose_k(chosen, readings), "K", str(chosen.answer), tuple(_ks(moment, turn, k, rounds)))
    score, expected = change.given["score_x100"], change.given["expected_x100"]
    exact = change.given["k"] * (score - expected)
    formula = f"{change.given['k']} × ({hundredths(score)} − {hundredths(expected)}) = {hundredths(exact)}"
    yield Node(f"change: {formula}, rounded", "Basis", signed(int(change.answer)))
    yield Node("rating after the game", "Basis", str(moment.after.rating))


def _whose_k(step: Step, readings: Mapping[str, str]) -> str:
    """Which of the two K a game took."""
    if step.rule == "k_of_both_lost":
        level = step.given["own"] == step.given["opponent"]
        return "K of the game: both lost by fouls, " + ("the larger" if level else "that of the lower-rated")
    own, opponent, score = (step.given[name] for name in ("own", "opponent", "score_x100"))
    if readings["k-of-game"] == "own":
        return "K by the own rating"
    if own == opponent:
        if readings["k-equal"] == "larger":
            return "K of the game: equal ratings, the larger"
        return "K of the game: equal ratings, " + ("a draw changes nothing" if score == 50 else "the winner's")
    if (own > opponent and score == 100) or (own < opponent and score == 0):
        return "K of the game: the higher-rated won, that of the higher-rated"
    return "K of the game: " + ("a draw" if score == 50 else "the lower-rated won") + ", that of the lower-rated"


def _ks(moment: Moment, turn: int, k: K, rounds: int) -> Iterator[Node]:
    """Both players' K by rating, and the last rounds."""
    for who, at in (("own", turn), ("opponent's", 1 - turn)):
        step = moment.step("k_by_rating", at)
        assert step is not None
        yield Node(f"{who} K: {_band(k, step)}", "K", str(step.answer))
    last = moment.step("in_last_rounds")
    if last is not None and last.answer:
        text = f"round {last.given['round_number']} of {rounds} is one of the last {k.last_rounds}"
        yield Node(text, "K note", signed(k.last_addition))


def _band(k: K, step: Step) -> str:
    """Why a player has a K."""
    rating, peak = step.given["rating"], step.given["peak"]
    if k.forever_from is not None and peak >= k.forever_from and step.answer == k.forever:
        return f"once had {k.forever_from} or more"
    edges = (k.middle_from, k.high_from, k.top_from)
    below = [edge for edge in edges if edge <= rating]
    above = [edge for edge in edges if edge > rating]
    if not below:
        return f"{rating} is below {above[0]}"
    return f"{rating} is from {below[-1]}" + (f" to {above[0] - 1}" if above else " on")


def signed(number: Any) -> str:
    """A change with its sign."""
    return f"{int(number):+d}".replace("-", "−") if number else "0"


def hundredths(number: int) -> str:
    """Hundredths as a decimal number, exactly."""
    whole, part = divmod(abs(number), 100)
    return ("−" if number < 0 else "") + f"{whole}.{part:02d}"
