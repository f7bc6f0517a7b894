"""The history of a player on paper: the plot, every list, and what it was made from."""

from msgspec.structs import replace

from replay.answers.html import TableSection
from replay.answers.language import tr
from replay.answers.paper import Paper, Picture, Remarks
from replay.explain.history.plot import svg, told
from replay.explain.history.published import otherwise_published
from replay.explain.history.rows import History
from replay.papers.facts import log_facts, rules_facts, table_digest
from replay.which import known_text
from wording import say


def history_paper(history: History, checkpoint: str, *, moved: bool = False) -> Paper:
    """The paper of a history; with `moved`, only the lists on which something happened."""
    published = [tr(told) for told in otherwise_published(history)]
    table = history.answer(moved=moved).table
    assert table is not None
    snapshot = history.world.snapshot
    return Paper(
        title=f"{history.player} {history.name}",
        lead=tr(history.scheme.title),
        facts=[("lists", told(history)), ("known", tr(known_text(snapshot)))],
        sections=[
            Picture(told(history), "history", svg(history)),
            TableSection(replace(table, title=say("List by list"))),
            *([Remarks(tr("Remarks"), published)] if published else []),
        ],
        receipt=[
            *rules_facts(history.scheme, history.world.rules),
            *log_facts(snapshot, checkpoint, on=history.until),
            table_digest(table),
        ],
    )
