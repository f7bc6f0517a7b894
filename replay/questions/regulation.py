"""A regulation article by article: its numbers with their present values and since when, readings, reasons."""

import re
from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from schemes import Rules, Scheme
from schemes.kernels.parameters import as_set, parameters
from schemes.kernels.readings import Reading


class DatedValue(Struct, frozen=True):
    """A value and the day from which it holds."""

    value: str
    since: date


class RegulationParameter(Struct, frozen=True):
    """A number of an article: the sentence, the present value and since when, and the values before it."""

    name: str
    says: str
    now: DatedValue
    earlier: Sequence[DatedValue] = ()
    to_come: Sequence[DatedValue] = ()


class RegulationArticle(Struct, frozen=True):
    """Everything that stands in an article."""

    article: str
    parameters: Sequence[RegulationParameter]
    readings: Sequence[Reading]
    reasons: Sequence[str]
    "Why something is not rated."


def articles_of(chosen: Scheme, rules: Rules, on: date) -> list[RegulationArticle]:
    """The articles of a regulation in their order, with what holds on a day."""
    numbers = [(article, parameter) for article, parameter in _parameters(rules, on)]
    reasons = [(reason.article, reason.text) for reason in chosen.reasons if reason.code]
    names = {article for article, _ in (*numbers, *reasons)}
    names |= {reading.article for reading in chosen.readings}
    return [
        RegulationArticle(
            article=article,
            parameters=[parameter for place, parameter in numbers if place == article],
            readings=[reading for reading in chosen.readings if reading.article == article],
            reasons=[text for place, text in reasons if place == article],
        )
        for article in sorted(names, key=_in_order)
    ]


def _in_order(article: str) -> tuple[list[int], str]:
    """0.2.2 comes before 0.2.10; what has no number comes last."""
    numbers = [int(part) for part in re.findall(r"\d+", article)]
    return numbers or [10**6], article


def _parameters(rules: Rules, on: date) -> list[tuple[str, RegulationParameter]]:
    """Every number by article, its values version by version; one that stays the same holds since the first."""
    values: dict[str, list[DatedValue]] = {}
    about: dict[str, tuple[str, str]] = {}
    for version in sorted(rules.versions, key=lambda parameter: parameter.since):
        for parameter in parameters(version.parameters):
            about[parameter.name] = parameter.article, parameter.says
            text = as_set(parameter.value)
            dated = values.setdefault(parameter.name, [])
            if not dated or dated[-1].value != text:
                dated.append(DatedValue(text, version.since))
    articles = []
    for name, dated in values.items():
        past = [parameter for parameter in dated if parameter.since <= on] or dated[:1]
        article, says = about[name]
        later = dated[len(past) :]
        articles.append((article, RegulationParameter(name, says, past[-1], past[:-1], later)))
    return articles
