"""The columns that several answers share. One name, one meaning; what a column holds is its kind."""

from replay.answers import kinds
from replay.answers.table import Column
from wording import say

RANK = Column("rank", kinds.RANK)
PLAYER = Column("player", kinds.PLAYER)
NAME = Column("name", kinds.NAME)
TITLE = Column("title", kinds.TITLE)
FEDERATION = Column("federation", kinds.FEDERATION, say("federation"), say("fed."))
SEX = Column("sex", kinds.SEX)
BORN = Column("born", kinds.YEAR)
RATING = Column("rating", kinds.RATING)
GAMES = Column("games", kinds.COUNT)
K = Column("k", kinds.K)
STATUS = Column("status", kinds.STATUS)

SCHEME = Column("scheme", kinds.SCHEME)
TOURNAMENT = Column("tournament", kinds.TOURNAMENT)
LIST_DATE = Column("list_date", kinds.DAY, kept=True)
DATE = Column("date", kinds.DAY)
POSITION = Column("position", kinds.POSITION)

BEFORE = Column("before", kinds.RATING)
AFTER = Column("after", kinds.RATING)
CHANGE = Column("change", kinds.CHANGE)
CAUSES = Column("causes", kinds.AMOUNTS)
DETAIL = Column("detail", kinds.TEXT)
ARTICLE = Column("article", kinds.ARTICLE)

CHECKS = (
    Column("check", kinds.TEXT, kept=True),
    Column("result", kinds.codes({"ok": say("ok"), "FAILED": say("FAILED")}, spare=0)),
    Column("detail", kinds.TEXT, kept=True),
)
GROUPS = (
    Column("edition", kinds.RANK),
    PLAYER,
    Column(
        "group", kinds.codes({"A": "A", "B": "B", "provisional A": say("provisional A")}, spare=0)
    ),
    Column("reason", kinds.TEXT),
)
PREDICTIONS = (
    SCHEME,
    GAMES,
    Column("log_loss", kinds.SCORE),
    Column("brier", kinds.SCORE),
)
