"""What-ifs and sweeps on paper: every table and picture, and the rules that were compared."""

from collections.abc import Sequence
from typing import Any

from replay.answers.language import tr
from replay.answers.paper import Paper, Picture, PlainTable
from replay.answers.paper.facts import log_facts, rows_digest, rules_facts
from replay.whatif.answer import COLUMNS, WhatIf
from replay.whatif.plots import PLOTS, svg
from replay.whatif.scenarios import Scenarios
from schemes import Rules

LEAD = "The list under changed rules beside the one under the rules in force, replayed from the same log."


def report(answer: WhatIf, parts: Sequence[PlainTable], checkpoint: str) -> Paper:
    """The report of a what-if."""
    rules = answer.after.rules
    replayed = answer.after.replayed
    pictures = [Picture(tr(about), name, svg(draw(answer))) for name, (about, draw) in PLOTS.items()]
    first, *rest = parts
    return Paper(
        title=f"What if: {rules.reform or 'the rules in force'}",
        lead="These are the rules in force: nothing changes." if answer.same else LEAD,
        facts=[
            ("scheme", answer.scheme.title),
            ("change", rules.reform or "none"),
            ("list of", str(replayed.list_date)),
        ],
        sections=[first, *pictures, *rest],
        receipt=[
            *rules_facts(answer.scheme, rules),
            ("rules in force", f"sha256:{answer.before.rules.fingerprint}"),
            ("list of", str(replayed.list_date)),
            *log_facts(answer.snapshot, checkpoint, on=answer.scenarios.on),
            rows_digest(COLUMNS, answer.rows()),
        ],
    )


def sweep_report(scenarios: Scenarios, rules: Rules, table: PlainTable, chart: Any) -> Paper:
    """The report of a sweep: a picture of the measure, and one row for each combination over the common rules."""
    scheme = scenarios.scheme
    combinations = PlainTable("Combinations", table.columns, table.rows)
    return Paper(
        title=f"Sweep: {scheme.title}",
        lead=table.title,
        sections=[Picture("The measure against the value", "sweep", svg(chart)), combinations],
        receipt=[
            *rules_facts(scheme, rules),
            ("list in force on", str(scenarios.on)),
            *log_facts(scenarios.snapshot, scenarios.checkpoint, on=scenarios.on),
            rows_digest(table.columns, table.rows),
        ],
    )
