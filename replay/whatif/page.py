"""The report: one page that needs nothing else, with every table and plot."""

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from replay.whatif.answer import WhatIf
from replay.whatif.plots import PLOTS, svg
from replay.whatif.tables import ReportTable

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.45 system-ui, sans-serif; color: #222; background: #fff; max-width: 72rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; }
p.note, p.lead { color: #555; margin: .3rem 0; max-width: 60rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .4rem 0; }
th, td { padding: .18rem .7rem; text-align: left; white-space: nowrap; border-bottom: 1px solid #e6e6e6; }
th { font-weight: 600; border-bottom: 2px solid #999; } td.n, th.n { text-align: right; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.2rem; margin: .8rem 0; }
dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(30rem, 1fr)); gap: 1rem; }
@media (max-width: 34rem) { .plots { grid-template-columns: 1fr; } }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } figure, tr { break-inside: avoid; } }
"""


def page(title: str, lead: str, facts: Sequence[tuple[str, str]], body: str) -> str:
    """A whole page around a body; everything but the body is escaped here."""
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f'<p class="lead">{escape(lead)}</p>\n<dl>{listed}</dl>\n{body}\n</body>\n</html>\n'
    )


def report(answer: WhatIf, parts: Sequence[ReportTable]) -> str:
    """The report of a what-if."""
    world, rules = answer.after, answer.after.rules
    facts = [
        ("scheme", answer.scheme.title),
        ("change", rules.reform or "none"),
        ("rules in force", answer.before.rules.fingerprint),
        ("what-if rules", rules.fingerprint),
        ("list", f"{world.replayed.list_date}, as known at #{answer.snapshot.position}"),
    ]
    lead = "The list under changed rules beside the one under the rules in force, replayed from the same log."
    if answer.same:
        lead = "These are the rules in force: nothing changes."
    first, *rest = parts
    plots = "".join(
        f'<figure aria-label="{escape(about)}">{_inline(name, svg(draw(answer)))}</figure>\n'
        for name, (about, draw) in PLOTS.items()
    )
    body = html_table(first) + f'<h2>Pictures</h2>\n<div class="plots">{plots}</div>' + "".join(map(html_table, rest))
    return page(f"What if: {rules.reform or 'the rules in force'}", lead, facts, body)


def _inline(name: str, drawn: str) -> str:
    """A drawing whose ids are its own, so that several stand on one page."""
    drawn = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', drawn)
    return re.sub(r'(url\(#|href="#)', rf"\1{name}-", drawn)


def html_table(table: ReportTable) -> str:
    """A table, all of it escaped."""
    numeric = [all(_is_number(row[n]) for row in table.rows if row[n] is not None) for n in range(len(table.columns))]
    head = "".join(_cell("th", column, right) for column, right in zip(table.columns, numeric, strict=True))
    rows = "".join(
        f"<tr>{''.join(_cell('td', value, right) for value, right in zip(row, numeric, strict=True))}</tr>\n"
        for row in table.rows
    )
    note = f'<p class="note">{escape(table.note)}</p>\n' if table.note else ""
    return (
        f'<h2>{escape(table.title)}</h2>\n{note}<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody>\n</table></div>\n"
    )


def _cell(tag: str, value: Any, right: bool) -> str:
    mark = ' class="n"' if right else ""
    return f"<{tag}{mark}>{'' if value is None else escape(str(value))}</{tag}>"


def _is_number(value: Any) -> bool:
    return bool(re.fullmatch(r"[+-]?\d+(\.\d+)?( %)?", str(value)))
