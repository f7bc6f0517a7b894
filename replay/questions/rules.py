"""The regulations of a ledger: which there are, their parameters with articles, and their readings;
and one of them article by article.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from msgspec import Struct

from ledger.errors import LedgerError
from replay.answers import columns, kinds
from replay.answers.answer import Answer, Remark, rows_answer
from replay.answers.table import Column
from schemes import Rules, Scheme, Schemes, Version
from schemes.kernels.errors import rules_error
from schemes.kernels.parameters import as_set, parameters
from schemes.kernels.readings import Reading, nearest
from schemes.kernels.rules import ALWAYS
from schemes.standings import REGISTERS
from wording import joined, say, say_n

SCHEMES = (
    Column("scheme", kinds.SCHEME, kept=True),
    Column("title", kinds.TEXT, kept=True),
    Column("versions", kinds.TEXT),
    Column("since", kinds.codes({"always": say("always")}, spare=0)),
    Column("readings", kinds.COUNT),
    Column("package", kinds.TEXT),
)
PARAMETERS = (
    Column("version", kinds.WORD),
    Column("from", kinds.DAY),
    Column("parameter", kinds.WORD, kept=True),
    Column("value", kinds.TEXT, kept=True),
    columns.ARTICLE,
    Column("says", kinds.TEXT, kept=True),
)
READINGS = (
    Column("rules", kinds.WORD),
    columns.ARTICLE,
    Column("reading", kinds.WORD, kept=True),
    Column("choice", kinds.WORD, kept=True),
    Column("in_force", kinds.codes({"in force": say("in force")}, spare=0)),
    Column("says", kinds.TEXT, kept=True),
    Column("question", kinds.TEXT),
)
_LONG = 40  # letters of a value; for the eye, a longer table of numbers ends with …


def schemes(regulations: Schemes, names: Iterable[str] | None = None) -> Answer:
    """All regulations (or some), those that cannot be loaded with the reason."""
    wanted = regulations.names if names is None else names
    rows = [_scheme(regulations, name) for name in wanted]
    return rows_answer("schemes/1", say("Regulations"), SCHEMES, rows)


def parameters_of(chosen: Scheme, versions: Sequence[Version], *, brief: bool = False) -> Answer:
    """Every parameter of a regulation, with its article and the version it holds in."""
    rows = [
        (
            version.name,
            version.since,
            parameter.name,
            _value(parameter.value, brief),
            say(parameter.article),
            say(parameter.says),
        )
        for version in versions
        for parameter in parameters(version.parameters)
    ]
    remarks = []
    if brief and chosen.games_counted:
        counted = say(chosen.games_counted)
        text = say("the column games of its lists: {counted}", counted=counted)
        remarks.append(Remark("games-counted", text))
    title = say(chosen.title)
    return rows_answer("parameters/1", title, PARAMETERS, rows, remarks=remarks)


def readings(regulations: Schemes, name: str | None = None) -> Answer:
    """Where regulations leave room: what is read there, and what can be chosen instead."""
    remarks: list[Remark] = []

    def left_out(fault: LedgerError) -> None:
        text = say("warning: left out: {fault}", fault=fault.text)
        remarks.append(Remark("left-out", text))

    registers = {
        regulation.name: regulation.readings for regulation in regulations.working(left_out)
    } | dict(REGISTERS)
    if name is not None:
        if name not in registers:
            raise rules_error(say("unknown rules {name!r}", name=name), nearest(name, registers))
        registers = {name: registers[name]}
    rows = [
        (
            rules,
            say(reading.article),
            reading.name,
            choice,
            "in force" if choice == reading.force else None,
            say(says),
            say(reading.question),
        )
        for rules, register in registers.items()
        for reading in register
        for choice, says in reading.choices.items()
    ]
    return rows_answer("readings/1", say("Readings"), READINGS, rows, remarks=remarks)


def _scheme(regulations: Schemes, name: str) -> tuple[object, ...]:
    """A regulation in a line; of one that cannot be loaded, why."""
    try:
        regulation = regulations[name]
    except LedgerError as fault:
        return name, _first_problem(fault), "", "", None, ""
    versions = ", ".join(version.name for version in regulation.versions)
    first = min(version.since for version in regulation.versions)
    since = "always" if first == ALWAYS else str(first)
    return (
        name,
        say(regulation.title),
        versions,
        since,
        len(regulation.readings),
        regulation.package,
    )


def _first_problem(fault: LedgerError) -> str:
    """What is wrong first, and how much more there is."""
    first, *more = fault.problems
    wrong = first.wrong
    if first.place:
        wrong = say("{place}: {wrong}", place=first.place, wrong=wrong)
    if not more:
        return wrong
    rest = say_n(" (and {number} more problem)", " (and {number} more problems)", len(more))
    return joined("", (wrong, rest))


def _value(value: object, brief: bool) -> str:
    """A value as `--set` takes it; for the eye, a long table of numbers ends with … after a whole number."""
    text = as_set(value)
    if brief and len(text) > _LONG:
        return f"{text[: _LONG - 1].rpartition(',')[0]}, …"
    return text


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
        for article in sorted(names, key=article_order)
    ]


def article_order(article: str) -> tuple[list[int], str]:
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
