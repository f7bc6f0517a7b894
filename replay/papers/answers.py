"""Explanations, tables of tournaments and comparisons on paper."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from projections import Snapshot
from replay.answers.answer import Answer
from replay.answers.html import TableSection
from replay.answers.language import plain, sentences, tr
from replay.answers.names import names_in
from replay.answers.paper import NodeTree, Paper, Remarks, Section
from replay.answers.table import Table
from replay.lists.sides import FileSide, Side
from replay.office.office import Office
from replay.papers.facts import Pairs, log_facts, readings_text, rules_facts, table_digest
from replay.questions.compare import PUBLICATION
from replay.world.world import World
from schemes import Node
from wording import say

if TYPE_CHECKING:
    from replay.office.office import Office
    from replay.questions.tournament_table import TournamentTable


def explanation_paper(
    node: Node, world: World, day: date, checkpoint: str, published: str = ""
) -> Paper:
    """How a rating came about, or what is rated of a tournament; `published` says whether the rating was, and is."""
    listed = world.scheme.list_in_force(world.rules, day)[1]
    return Paper(
        title=f"{plain(node.text)}: {plain(node.value)}" if node.value else plain(node.text),
        lead=tr(
            "{scheme}. Every step stands with the article of the regulation that it follows.",
            scheme=tr(world.scheme.title),
        ),
        facts=[("published", published)] if published else [],
        sections=[NodeTree("", below) for below in node.below],
        receipt=[
            *rules_facts(world.scheme, world.rules),
            ("list of", str(listed)),
            *log_facts(world.snapshot, checkpoint, on=day),
        ],
    )


def standings_paper(
    snapshot: Snapshot, standings: "TournamentTable", readings: Mapping[str, str], checkpoint: str
) -> Paper:
    """The table of a tournament."""
    event = snapshot.tournaments.registration(standings.number)
    days = str(event.start)
    if event.start != event.end:
        days = tr("{start} to {end}", start=event.start, end=event.end)
    table = standings.table
    names = names_in(snapshot, table)
    title = say("Table, {state}", state=standings.state)
    sections: list[Section] = [TableSection(Table(table.columns, table.rows, title), names)]
    if standings.notes:
        sections.append(Remarks(tr("Remarks"), standings.notes))
    return Paper(
        title=event.name,
        facts=[
            ("tournament", event.tournament),
            ("played", ", ".join(filter(None, (days, event.place)))),
        ],
        sections=sections,
        receipt=[
            ("standings rules", event.standings or tr("given")),
            ("readings", readings_text(readings)),
            *log_facts(snapshot, checkpoint),
            table_digest(table),
        ],
    )


def comparison_paper(sides: Sequence[Side], answer: Answer, office: Office | None) -> Paper:
    """Two lists side by side, with everybody's name where there is a ledger that knows it."""
    tables = (*answer.further, answer.table)
    return Paper(
        title=tr("Two lists compared"),
        lead=sentences(tr(remark.text) for remark in answer.remarks if remark.code != PUBLICATION),
        facts=[
            ("before", tr(sides[0].title())),
            ("after", tr(sides[1].title())),
            *_publications(answer),
        ],
        sections=[TableSection(table, answer.names) for table in tables if table is not None],
        receipt=comparison_receipt(sides, answer, office),
    )


def _publications(answer: Answer) -> Pairs:
    """Whether each side was published and differs now."""
    told = [tr(remark.text) for remark in answer.remarks if remark.code == PUBLICATION]
    return [("published", tr("; ").join(told))] if told else []


def comparison_receipt(sides: Sequence[Side], answer: Answer, office: Office | None) -> Pairs:
    assert answer.table is not None
    return [*(fact for side in sides for fact in _side(side, office)), table_digest(answer.table)]


def _side(side: Side, office: Office | None) -> Pairs:
    if isinstance(side, FileSide) or office is None:
        return [("file", tr(side.title()))]
    return [
        *rules_facts(office.schemes[side.scheme], side.rules),
        ("list in force on", str(side.day)),
        *log_facts(side, office.checkpoint(side.position), on=side.day),
    ]
