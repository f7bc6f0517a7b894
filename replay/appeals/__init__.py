"""Appeals: replay with corrections, and say what changes, on which lists, and through whom.

- answer: an appeal, and the lists of each scheme without and with it
- side_by_side: two worlds replayed list by list
- parts, links: what the games of both worlds give, and which carry a difference
- reasons: why a row differs, as codes and sentences
- tracing: the path from a correction to a player, and to many
"""

from replay.appeals.answer import (
    Appeal,
    AppealResult,
    Compared,
    RankChange,
    accepted,
    answers,
    appealed,
)
from replay.appeals.tracing import ReachedPlayer, TraceStep, reached, trace

__all__ = [
    "Appeal", "AppealResult", "Compared", "RankChange", "ReachedPlayer", "TraceStep", "accepted", "answers",
    "appealed", "reached", "trace",
]  # fmt: skip
