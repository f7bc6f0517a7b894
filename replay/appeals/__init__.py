"""Appeals: replay with corrections, and say what changes, on which lists, and through whom."""

from replay.appeals.answer import Appeal, Compared, accepted, answers, appealed
from replay.appeals.report import AppealResult, AppealRow, RankChange
from replay.appeals.tracing import TraceStep, trace

__all__ = [
    "Appeal", "AppealResult", "AppealRow", "Compared", "RankChange", "TraceStep", "accepted", "answers", "appealed",
    "trace",
]  # fmt: skip
