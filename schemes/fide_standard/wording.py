"""Steps of rules in words: one node per rule applied, the numbers as the rule was given and gave them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from schemes.fide_standard.change import JUNIOR, NEW, TOP
from schemes.rule import Step
from schemes.scheme import Node


@dataclass
class Branch:
    """A step with the steps it rests on."""

    step: Step
    below: list["Branch"] = field(default_factory=list)

    def find(self, rule: str) -> Iterator["Branch"]:
        """The steps of a rule directly below."""
        return (branch for branch in self.below if branch.step.rule == rule)

    def one(self, rule: str) -> Step:
        """The only step of a rule directly below."""
        return next(self.find(rule)).step


def tree(steps: Sequence[Step]) -> list[Branch]:
    """Steps, which come each before those it rests on, as a tree."""
    top: list[Branch] = []
    path: list[Branch] = []
    for step in steps:
        branch = Branch(step)
        del path[step.depth :]
        (path[-1].below if path else top).append(branch)
        path.append(branch)
    return top


def signed(hundredths: int) -> str:
    """Hundredths as +0.8, −12.35, 0."""
    whole, part = divmod(abs(hundredths), 100)
    text = f"{whole}.{part:02d}".rstrip("0").rstrip(".")
    return text if hundredths == 0 else ("+" if hundredths > 0 else "−") + text


def share(hundredths: int) -> str:
    """Hundredths as the tables print them: .92, 1.00."""
    return f"{hundredths // 100}.{hundredths % 100:02d}".removeprefix("0")


def whole(number: int) -> str:
    """A whole number with a real minus."""
    return f"{number}" if number >= 0 else f"−{-number}"


def halves(points_x2: int) -> str:
    """Half points as 3 or 3.5."""
    return f"{points_x2 // 2}" + (".5" if points_x2 % 2 else "")


def game_node(text: str, branch: Branch) -> Node:
    """A game of a rated player: difference, expectation, score, change."""
    own, opponent = branch.step.given["own"], branch.step.given["opponent"]
    counted, table = branch.one("difference"), branch.one("expected")
    real = f"{own} − {opponent}"
    if counted.answer != own - opponent:
        real += f" = {whole(own - opponent)}, counted as {whole(counted.answer)}"
    return Node(
        text, branch.step.article, signed(branch.step.answer),
        (
            Node(f"difference {real}", counted.article, whole(counted.answer)),
            Node("expected score", table.article, share(table.answer)),
            Node("score", branch.step.article, halves(branch.step.given["score_x2"])),
        ),
    )  # fmt: skip


def k_node(p: Any, change: Branch) -> Node:
    """K with its case, and the limit on K times games."""
    chosen, limited = next(change.find("k_by_case")), change.one("k_within_limit")
    case, given = chosen.one("k_case"), chosen.step.given
    because = {
        NEW: f"new to the list: {given['games']} games, fewer than {p.k_new_games}",
        TOP: f"published at {given['peak']}, {p.k_top_from} or more",
        JUNIOR: f"born {given['born']}, junior in {given['year']}, {_junior_limit(p, given)}, below {p.k_junior_below}",
    }.get(case.answer, f"rated games: {given['games']}, highest published {given['peak']}, {_no_junior(p, given)}")
    below = [Node(f"K = {chosen.step.answer}: {because}", case.article, str(chosen.step.answer))]
    product = f"{limited.given['k']} × {limited.given['games']} games = {limited.given['k'] * limited.given['games']}"
    cut = limited.answer != chosen.step.answer
    says = f"{product} is more than {p.k_limit}: K is cut" if cut else f"{product} is not more than {p.k_limit}"
    below.append(Node(says, limited.article, str(limited.answer)))
    return Node("K", limited.article, str(limited.answer), tuple(below))


def _junior_limit(p: Any, given: dict[str, int]) -> str:
    """What of a junior must be below the limit: the highest rating so far or, by a reading, that of the moment."""
    return f"highest published {given['peak']}" if p.read_junior_limit == 0 else f"rated {given['rating']}"


def _no_junior(p: Any, given: dict[str, int]) -> str:
    if given["born"] == 0 or given["year"] > given["born"] + p.k_junior_age:
        return "no junior"
    return f"a junior in {given['year']} who has reached {p.k_junior_below}"


def change_node(p: Any, text: str, change: Branch, games: Sequence[Node]) -> Node:
    """An event of a rated player."""
    total = sum(game.step.answer for game in change.find("game_change"))
    k = change.one("k_within_limit").answer
    product = Node(f"sum {signed(total)} times K {k}", change.step.article, signed(change.step.answer))
    return Node(text, change.step.article, signed(change.step.answer), (*games, k_node(p, change), product))


def first_rating_node(p: Any, branch: Branch) -> Node:
    """A first rating: mean of the opponents, share of the points, difference."""
    given = branch.step.given
    total, points = branch.one("sum_of_opponents"), branch.one("share_of_points")
    difference = branch.one("difference_of")
    count = given["games"] + p.first_added_draws
    added = f"{p.first_added_draws} draws against {p.first_added_rating} added"
    below = (
        Node(f"opponents' ratings {given['opponents']}, {added}: {total.answer} / {count}", total.article,
             _quotient(total.answer, count)),
        Node(f"points {halves(given['score_x2'])} of {given['games']}, {added}", points.article, share(points.answer)),
        Node("difference for these points", difference.article, whole(difference.answer)),
        Node(f"to the nearest whole number, at most {p.first_most}", branch.step.article, str(branch.step.answer)),
    )  # fmt: skip
    return Node("first rating", branch.step.article, str(branch.step.answer), below)


def _quotient(number: int, by: int) -> str:
    whole, rest = divmod(number, by)
    return f"{whole}" if rest == 0 else f"{whole} {rest}/{by}"
