"""The history of a player on paper: the plot, every list, and what it was made from."""

from msgspec.structs import replace

from replay.answers.html import TableSection
from replay.answers.language import tr
from replay.answers.paper import Paper, Picture
from replay.explain.history.plot import svg, told
from replay.explain.history.rows import History
from replay.papers.facts import log_facts, rules_facts, table_digest
from replay.which import known_text
from wording import say


def history_paper(found: History, checkpoint: str, *, moved: bool = False) -> Paper:
    """The paper of a history; with `moved`, only the lists on which something happened."""
    table = found.answer(moved=moved).table
    assert table is not None
    snapshot = found.world.snapshot
    return Paper(
        title=f"{found.player} {found.name}",
        lead=found.scheme.title,
        facts=[("lists", told(found)), ("known", tr(known_text(snapshot)))],
        sections=[
            Picture(told(found), "history", svg(found)),
            TableSection(replace(table, title=say("List by list"))),
        ],
        receipt=[
            *rules_facts(found.scheme, found.world.rules),
            *log_facts(snapshot, checkpoint, on=found.until),
            table_digest(table),
        ],
    )
