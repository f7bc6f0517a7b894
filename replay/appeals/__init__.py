"""Appeals: replay with corrections, and say what changes, on which lists, and through whom."""

from replay.appeals.answer import Appeal, Compared, Row, Told, answers, appealed
from replay.appeals.ranks import RankChange
from replay.appeals.trace import Step, trace

__all__ = ["Appeal", "Compared", "RankChange", "Row", "Step", "Told", "answers", "appealed", "trace"]
