"""The history of a player on paper: the plot, every list, and what it was made from."""

from replay.answers.language import tr
from replay.answers.paper import Paper, Picture, PlainTable
from replay.answers.paper.facts import log_facts, rows_digest, rules_facts
from replay.explain.history.plot import svg, told
from replay.explain.history.rows import COLUMNS, History
from replay.which import known_text


def history_paper(found: History, checkpoint: str, *, moved: bool = False) -> Paper:
    """The paper of a history; with `moved`, only the lists on which something happened."""
    cells = found.cells(moved=moved)
    snapshot = found.world.snapshot
    return Paper(
        title=f"{found.player} {found.name}",
        lead=found.scheme.title,
        facts=[("lists", told(found)), ("known", tr(known_text(snapshot)))],
        sections=[Picture(told(found), "history", svg(found)), PlainTable("List by list", COLUMNS, cells)],
        receipt=[
            *rules_facts(found.scheme, found.world.rules),
            *log_facts(snapshot, checkpoint, on=found.until),
            rows_digest(COLUMNS, cells),
        ],
    )
