"""What-ifs and sweeps on paper: every table and picture, and the rules that were compared."""

from collections.abc import Sequence

from msgspec.structs import replace

from replay.answers import plotting
from replay.answers.html import TableSection
from replay.answers.language import tr
from replay.answers.names import names_in
from replay.answers.paper import Paper, Picture, Remarks, Section
from replay.answers.table import Table
from replay.papers.facts import log_facts, rules_facts, table_digest
from replay.whatif.answer import COLUMNS, WhatIf
from replay.whatif.plots import PLOTS, svg, sweep_plot
from replay.whatif.scenarios import Scenarios
from schemes import Rules
from wording import say


def report(answer: WhatIf, parts: Sequence[Table], checkpoint: str, published: str = "") -> Paper:
    """The report of a what-if; `published` says whether the list under the rules in force was, and is."""
    rules = answer.after.rules
    replayed = answer.after.replayed
    names = names_in(answer.snapshot, *parts)
    first, *rest = [TableSection(part, names) for part in parts]
    lead = tr(
        "The list under changed rules beside the one under the rules in force, replayed from the same log."
    )
    if answer.same:
        lead = tr("These are the rules in force: nothing changes.")
    return Paper(
        title=tr("What if: {change}", change=rules.reform or tr("the rules in force")),
        lead=lead,
        facts=[
            ("scheme", tr(answer.scheme.title)),
            ("change", rules.reform or tr("none")),
            ("list of", str(replayed.list_date)),
            *([("published", published)] if published else []),
        ],
        sections=[first, *_pictures(answer), *rest],
        receipt=[
            *rules_facts(answer.scheme, rules),
            ("rules in force", f"sha256:{answer.before.rules.fingerprint}"),
            ("list of", str(replayed.list_date)),
            *log_facts(answer.snapshot, checkpoint, on=answer.scenarios.on),
            table_digest(Table(COLUMNS, answer.rows())),
        ],
    )


def _pictures(answer: WhatIf) -> list[Section]:
    if not plotting.is_installed():
        return [Remarks("", [plotting.no_plots()])]
    return [Picture(tr(about), name, svg(draw(answer))) for name, (about, draw) in PLOTS.items()]


def sweep_report(
    scenarios: Scenarios, rules: Rules, table: Table, axes: Sequence[str], measure: str
) -> Paper:
    """The report of a sweep: a picture of the measure, and one row for each combination over the common rules."""
    scheme = scenarios.scheme
    picture: Section = Remarks("", [plotting.no_plots()])
    if plotting.is_installed():
        drawn = svg(sweep_plot(table, axes, measure))
        picture = Picture(tr("The measure against the value"), "sweep", drawn)
    combinations = TableSection(replace(table, title=say("Combinations")))
    return Paper(
        title=tr("Sweep: {scheme}", scheme=tr(scheme.title)),
        lead=tr(table.title),
        sections=[picture, combinations],
        receipt=[
            *rules_facts(scheme, rules),
            ("list in force on", str(scenarios.on)),
            *log_facts(scenarios.snapshot, scenarios.checkpoint, on=scenarios.on),
            table_digest(table),
        ],
    )
