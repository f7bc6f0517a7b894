"""The answer of a what-if for its page: one sentence, some figures, pictures, the largest changes first."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from projections.named import player_named
from replay.answers import plotting
from replay.answers.html import TableSection
from replay.answers.language import tr
from replay.answers.names import names_in
from replay.answers.speech import signed
from replay.answers.table import Table
from replay.explain.why_not import changed_articles
from replay.web.asked import Asked
from replay.whatif import WhatIf
from replay.whatif.tables import BESIDE, Beside, by_group, changes, decimals, measures, overview
from schemes.kernels.parameters import as_set, parameters
from wording import say

TOP = 20


class ResultView(Struct, frozen=True):
    """What changes: one sentence, some figures, pictures, the largest changes first, and every other table."""

    sentence: str
    figures: Sequence[tuple[str, str, str]]
    pictures: Sequence[tuple[str, str]]
    no_pictures: str
    first: Sequence[TableSection]
    others: Sequence[TableSection]


def nothing_changes(answer: WhatIf) -> str:
    if answer.same:
        return tr("These are the rules in force: nothing changes.")
    if answer.changes.changed:
        return ""
    why = changed_articles(answer.scheme, answer.after.rules)
    return tr("Nothing changes: no rating on this list depends on {why}.", why=why)


def result_view(answer: WhatIf, asked: Asked) -> ResultView:
    watch = [player_named(answer.snapshot, each.strip()) for each in _watched(asked)]
    beside = Beside(answer)
    by_rating, *groups = by_group(answer)
    first = [Table(BESIDE, beside.movers(TOP), say("Largest changes")), by_rating]
    if watch:
        first.insert(0, Table(BESIDE, beside.of(watch), say("Watch list")))
    top = Table(BESIDE, beside.top(TOP), say("The first {number} of both lists", number=TOP))
    others = [overview(answer), *changes(answer), *groups, top, *measures(answer)]
    names = names_in(answer.snapshot, *first, *others)
    no_pictures = ""
    if not plotting.is_installed():
        no_pictures = plotting.no_plots()
    return ResultView(
        sentence=_sentence(answer, asked),
        figures=_figures(answer),
        pictures=[] if no_pictures else _pictures(asked),
        no_pictures=no_pictures,
        first=[TableSection(table, names) for table in first],
        others=[TableSection(table, names) for table in others],
    )


def _pictures(asked: Asked) -> list[tuple[str, str]]:
    about = {
        "distribution": tr("Rating distributions before and after"),
        "calibration": tr("Expected and actual scores"),
        "movers": tr("The largest changes"),
        "inflation": tr("The mean rating over time"),
    }
    return [(text, asked.again("svg", plot=name)) for name, text in about.items()]


def _sentence(answer: WhatIf, asked: Asked) -> str:
    """How many change, by how much at most, and whether results would be predicted better."""
    everybody = answer.changes.all()
    players = int(np.count_nonzero(answer.changes.difference.either))
    sentence = tr(
        "With {change}, {changed} of {players} ratings would be different, none by more than {most} points.",
        change=_change_in_words(answer, asked),
        changed=answer.changes.changed,
        players=players,
        most=answer.points(max(-everybody.lowest, everybody.highest)),
    )
    measured = answer.measures
    if measured.log_loss is None or measured.log_loss_before is None:
        return sentence
    better = decimals(measured.log_loss_before - measured.log_loss, 4) or 0
    if better > 0:
        predicted = tr("Results would be predicted better than now.")
    elif better < 0:
        predicted = tr("Results would be predicted worse than now.")
    else:
        predicted = tr("Results would be predicted no better than now.")
    return f"{sentence} {predicted}"


def _change_in_words(answer: WhatIf, asked: Asked) -> str:
    """What is another: the sentence of each number with its values; what is no number as the receipt has it."""
    known = {each.name: each for each in parameters(answer.scheme.versions[-1].parameters)}
    changed = [(name.removeprefix("set."), value) for name, value in asked.rules_words]
    if not all(name in known for name, _ in changed):
        return answer.after.rules.reform
    return tr(", ").join(
        tr(
            "“{sentence}” {value} instead of {now}",
            sentence=tr(known[name].says).rstrip(".。"),
            value=value,
            now=as_set(known[name].value),
        )
        for name, value in changed
    )


def _figures(answer: WhatIf) -> list[tuple[str, str, str]]:
    """What is counted, its number, and what that is to be compared with."""
    c = answer.changes
    everybody = c.all()
    m = answer.measures
    lower = int((c.change < 0).sum())
    higher = int((c.change > 0).sum())
    extremes = [signed(answer.points(each)) for each in (everybody.lowest, everybody.highest)]
    figures = [
        (
            tr("Ratings that differ"),
            str(c.changed),
            tr("{lower} lower, {higher} higher", lower=lower, higher=higher),
        ),
        (
            tr("Largest"),
            tr(", ").join(extremes),
            tr("mean {mean}", mean=signed(decimals(everybody.mean / c.unit) or 0)),
        ),
    ]
    if c.entered or c.left:
        told = tr("{entered} come to the list, {left} leave it", entered=c.entered, left=c.left)
        figures.append((tr("On one list only"), str(c.entered + c.left), told))
    if m.log_loss is not None:
        now = tr("{value} now; lower is better", value=decimals(m.log_loss_before, 4))
        figures.append((tr("Prediction, log loss"), str(decimals(m.log_loss, 4)), now))
    if m.inflation is not None:
        now = tr("{value} now", value=signed(decimals(m.inflation_before) or 0))
        figures.append((tr("Inflation, points a year"), signed(decimals(m.inflation) or 0), now))
    return figures


def _watched(asked: Asked) -> list[str]:
    return [each for each in (asked.get("watch") or "").split(",") if each.strip()]
