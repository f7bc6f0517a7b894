"""The columns that several answers share. One name, one meaning; what a column holds is its kind."""

from replay.answers import kinds
from replay.answers.table import Column
from wording import say

RANK = Column("rank", kinds.RANK, say("rank"))
PLAYER = Column("player", kinds.PLAYER, say("player"))
NAME = Column("name", kinds.NAME, say("name"))
TITLE = Column("title", kinds.TITLE, say("title"))
FEDERATION = Column("federation", kinds.FEDERATION, say("federation"), say("fed."))
SEX = Column("sex", kinds.SEX, say("sex"))
BORN = Column("born", kinds.YEAR, say("born"))
RATING = Column("rating", kinds.RATING, say("rating"))
GAMES = Column("games", kinds.COUNT, say("games"))
K = Column("k", kinds.K, say("k"))
STATUS = Column("status", kinds.STATUS, say("status"))
WHY = Column("why", kinds.TEXT, say("why"))

SCHEME = Column("scheme", kinds.SCHEME, say("scheme"))
TOURNAMENT = Column("tournament", kinds.TOURNAMENT, say("tournament"))
LIST_DATE = Column("list_date", kinds.DAY, say("list date"), kept=True)
DATE = Column("date", kinds.DAY, say("date"))
POSITION = Column("position", kinds.POSITION, say("position"))

BEFORE = Column("before", kinds.RATING, say("before"))
AFTER = Column("after", kinds.RATING, say("after"))
CHANGE = Column("change", kinds.CHANGE, say("change"))
CAUSES = Column("causes", kinds.AMOUNTS, say("causes"))
DETAIL = Column("detail", kinds.TEXT, say("detail"))
ARTICLE = Column("article", kinds.ARTICLE, say("article"))

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
