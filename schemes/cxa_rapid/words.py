"""The steps of the calculation in words."""

from collections.abc import Iterator
from datetime import date

from schemes.inputs import Facts
from schemes.rule import Step
from schemes.scheme import Node


def calculation(step: Step, parts: int) -> Node | None:
    """One step of arts. 8, 9 or 11; P has so many decimals."""
    given, answer = step.given, step.answer
    if step.rule == "k_of":
        of = "rating on the last list" if given["rated_before"] else "standard value"
        return Node(f"K by the {of}, {points(given['rating'], 1)}", "9", str(answer))
    if step.rule == "average_of_opponents":
        return Node(f"Ra, mean of N = {given['games']}", step.article, points(answer, 2))
    if step.rule == "expectation":
        return Node(f"P for Ra − Ro = {signed(given['difference'])}", step.article, points(answer, parts, 10**parts))
    if step.rule == "expected_score":
        return Node(f"We = N × P, N = {given['games']}", step.article, points(answer, parts, 10**parts))
    if step.rule == "change":
        expected = points(given["expected"], parts, 10**parts)
        text = f"ΔR = K × (W − We) = {given['k']} × ({points(given['scored'], 1)} − {expected})"
        return Node(text, step.article, signed(answer))
    if step.rule == "champion_change":
        text = f"change of the champion, never a loss: {signed(given['normal'])} and the bonus"
        return Node(text, step.article, signed(answer))
    if step.rule == "champion_bonus":
        text = f"champion's bonus, from Ro = {points(given['rating'], 1)} and K = {given['k']}"
        return Node(text, step.article, signed(answer))
    return None


def on_the_list(steps: list[Step], facts: Facts) -> Iterator[Node]:
    """From the sum of changes to the rating on the list: rounding, titles, floor, or what was carried in."""
    for step in steps:
        given, answer = step.given, step.answer
        if step.rule == "new_rating":
            changes = f"all changes of the period, {signed(given['changes'])}"
            yield Node(f"{points(given['before'], 1)} with {changes}, to one decimal", step.article, points(answer, 1))
        elif step.rule == "lifted":
            title = f"title {facts.titles[given['title']]} of {date.fromordinal(given['awarded'])}"
            text = f"{title}: lifts to {points(given['value'], 1)}, never lowers"
            yield Node(text, step.article, points(answer, 1))
        elif step.rule == "not_below_floor" and answer != given["rating"]:
            yield Node(f"{points(given['rating'], 1)} is below the floor", step.article, points(answer, 1))
        elif step.rule == "carried_in":
            yield Node(f"{points(given['rating'], 1)} carried in", "8.1", points(answer, 1))


def points(number: int, decimals: int, scale: int = 100) -> str:
    """A number of hundredths (or of other parts) with so many decimals, more where it has them."""
    sign, number = ("−", -number) if number < 0 else ("", number)
    whole, part = divmod(number, scale)
    digits = f"{part:0{len(str(scale)) - 1}d}"
    while len(digits) > decimals and digits.endswith("0"):
        digits = digits[:-1]
    return f"{sign}{whole}.{digits}"


def signed(number: int) -> str:
    """Hundredths with their sign."""
    return ("+" if number >= 0 else "") + points(number, 2)
