"""The kinds of tables that make up a season: players, titles, ratings, tournaments, entries, results, byes."""

from ledger.events import (
    ByeRecorded,
    GameRecorded,
    PlayerEntered,
    PlayerRegistered,
    RatingCarriedIn,
    TitleAwarded,
    TournamentRegistered,
)
from replay.files.tables import cells, decisions
from replay.files.tables.columns import (
    BOARD,
    FEDERATION,
    PLAYER,
    RESULT,
    ROUND,
    STAGE,
    TOURNAMENT,
    SheetKind,
    TableColumn,
    day_column,
)
from replay.files.tables.tournament_columns import DETAILS, END, NAME, RATED, ROUNDS, START

PLAYERS = SheetKind(
    "players", ("Players", "棋手", "棋手"), PlayerRegistered,
    (
        PLAYER,
        TableColumn("name", ("Name", "姓名", "姓名"), cells.text, "Chan Tai Man", True,
                    ("full name", "名字", "名称", "名稱")),
        TableColumn("sex", ("Sex", "性别", "性別"), cells.sex, "M", True, ("gender",)),
        decisions.BORN,
        FEDERATION,
        *decisions.OTHER_NAMES,
        day_column("Registered", "登记日期", "登記日期", "注册日期", "註冊日期", example="2026-01-01"),
    ),
    "player", "A new player: id, name, sex, and what else is known.",
)  # fmt: skip
TITLES = SheetKind(
    "titles", ("Titles", "称号", "稱號"), TitleAwarded,
    (
        PLAYER,
        decisions.TITLE,
        decisions.AUTHORITY,
        day_column("Awarded", "授予日期", "授予日期", example="2026-06-01"),
    ),
    "title", "A title that a player is awarded.",
)  # fmt: skip
RATINGS = SheetKind(
    "ratings", ("Opening ratings", "初始等级分", "初始等級分"), RatingCarriedIn,
    (
        PLAYER,
        decisions.SCHEME,
        TableColumn("rating", ("Rating", "等级分", "等級分"), cells.decimal, "2300", True,
                    ("rtg", "elo", "分数", "分數")),
        TableColumn("games", ("Games", "局数", "局數"), cells.whole, "30"),
        TableColumn("peak", ("Peak", "最高分", "最高分"), cells.decimal, "2410"),
        TableColumn("deviation", ("Deviation", "偏差", "偏差"), cells.decimal, "200", aliases=("rd",)),
        TableColumn("volatility", ("Volatility", "波动率", "波動率"), cells.decimal, "0.06"),
        day_column("Date", "日期", "日期"),
    ),
    "rating", "A rating from before the ledger, or from elsewhere.",
)  # fmt: skip
TOURNAMENTS = SheetKind(
    "tournaments", ("Tournaments", "比赛", "比賽"), TournamentRegistered,
    (
        TOURNAMENT, NAME, START, END, ROUNDS, RATED,
        day_column("Registered", "登记日期", "登記日期", "申报日期", "申報日期", "备案日期", "備案日期",
                   example="2026-07-01"),
        *DETAILS,
    ),
    "tournament", "A new tournament: when it is, and what it is rated for.",
)  # fmt: skip
ENTRIES = SheetKind(
    "entries", ("Entries", "报名", "報名"), PlayerEntered,
    (
        TOURNAMENT,
        PLAYER,
        TableColumn("number", ("Number", "序号", "序號"), cells.whole, "1", False,
                    ("no", "starting number", "start no", "号码", "號碼")),
        TableColumn("team", ("Team", "队", "隊"), cells.name, "", False, ("球队", "代表队", "代表隊", "队名", "隊名")),
        TableColumn("seed", ("Seed", "种子", "種子"), cells.whole),
        TableColumn("rating", ("Rating", "等级分", "等級分"), cells.whole, "2300", False, ("rtg", "elo")),
        day_column("Entered", "报名日期", "報名日期", example="2026-10-01"),
    ),
    "entry", "A player who enters a tournament.",
)  # fmt: skip
RESULTS = SheetKind(
    "results", ("Results", "成绩", "成績"), GameRecorded,
    (
        TOURNAMENT,
        ROUND,
        BOARD,
        TableColumn("first", ("First", "先手", "先手"), cells.name, "1001", True,
                    ("white", "red", "红", "紅", "红方", "紅方", "白", "白方", "先", "先手方")),
        TableColumn("second", ("Second", "后手", "後手"), cells.name, "1002", True,
                    ("black", "黑", "黑方", "后", "後", "后手方", "後手方")),
        RESULT,
        day_column("Date", "日期", "日期", "played", "比赛日期", "比賽日期", example="2026-10-01"),
        STAGE,
    ),
    "game", "The result of a game, seen from the first side.",
)  # fmt: skip
BYES = SheetKind(
    "byes", ("Byes", "轮空", "輪空"), ByeRecorded,
    (
        TOURNAMENT,
        ROUND,
        PLAYER,
        TableColumn("kind", ("Kind", "类别", "類別"), cells.bye, "bye", True, ("轮空类别", "輪空類別", "bye")),
        day_column("Date", "日期", "日期"),
    ),
    "bye", "A round in which a player has no opponent.",
)  # fmt: skip
# in the order in which their events can be appended
KINDS: dict[str, SheetKind] = {
    kind.name: kind
    for kind in (
        PLAYERS, *decisions.OF_PLAYERS, TITLES, decisions.REVOCATIONS, RATINGS, *decisions.OF_RATINGS, TOURNAMENTS,
        decisions.TOURNAMENT_CORRECTIONS, ENTRIES, RESULTS, BYES, *decisions.OF_TOURNAMENTS, decisions.WITHDRAWALS,
    )
}  # fmt: skip
