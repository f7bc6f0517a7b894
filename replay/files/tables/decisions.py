"""The kinds of tables for what an office decides and corrects: transfers, merges, corrections, voids, rankings …"""

from msgspec.structs import replace

from ledger import events as ev
from replay.files.tables import cells
from replay.files.tables.columns import (
    BOARD,
    FEDERATION,
    PLAYER,
    REASON,
    RESULT,
    ROUND,
    STAGE,
    TOURNAMENT,
    SheetKind,
    TableColumn,
    day_column,
)
from replay.files.tables.tournament_columns import CORRECTABLE

TITLE = TableColumn(
    "title",
    ("Title", "称号", "稱號"),
    cells.name,
    "fide-fm",
    True,
    ("等级称号", "等級稱號", "头衔", "頭銜"),
)
AUTHORITY = TableColumn("authority", ("Authority", "授予单位", "授予單位"), cells.text, "FIDE")
SCHEME = TableColumn(
    "scheme", ("Scheme", "等级分制度", "等級分制度"), cells.name, "cxa-rapid", True, ("制度",)
)
BORN = TableColumn(
    "born", ("Born", "出生日期", "出生日期"), cells.born, "1990", False,
    ("birthday", "birth", "birth date", "date of birth", "dob", "birth year", "year of birth", "yob", "出生",
     "出生年份", "出生年", "生日"),
)  # fmt: skip
OTHER_NAMES = (
    TableColumn(
        "names.en", ("English name", "英文名", "英文名"), cells.text, "", False, ("英文姓名",)
    ),
    TableColumn(
        "names.zh", ("Chinese name", "中文名", "中文名"), cells.text, "", False, ("中文姓名",)
    ),
)
_DECIDED = day_column("Decided", "决定日期", "決定日期")
_SOME_SCHEME = replace(SCHEME, is_needed=False)
_RANK = TableColumn(
    "rank", ("Rank", "名次", "名次"), cells.whole, "1", True, ("place", "pos", "排名")
)

OF_PLAYERS = (
    SheetKind(
        "suspensions", ("Suspensions", "协会停权", "協會停權"), ev.FederationSuspended,
        (replace(FEDERATION, is_needed=True), day_column("Suspended", "停权日期", "停權日期"),),
        "suspension", "A federation that is suspended.", told_by="date",
    ),
    SheetKind(
        "reinstatements", ("Reinstatements", "协会复权", "協會復權"), ev.FederationReinstated,
        (replace(FEDERATION, is_needed=True), day_column("Reinstated", "复权日期", "復權日期"),),
        "reinstatement", "A federation that is no longer suspended.", told_by="date",
    ),
    SheetKind(
        "player-corrections", ("Player corrections", "棋手更正", "棋手更正"), ev.PlayerCorrected,
        (
            PLAYER,
            TableColumn("name", ("Name", "姓名", "姓名"), cells.text, "Chan Tai Man", False, ("名字", "名称", "名稱")),
            TableColumn("sex", ("Sex", "性别", "性別"), cells.sex, "F", False, ("gender",)),
            replace(BORN, can_be_removed=True),
            replace(FEDERATION, can_be_removed=True),
            *OTHER_NAMES,
            REASON, _DECIDED,
        ),
        "player-correction", "A registration that was wrong from the start.",
    ),
    SheetKind(
        "transfers", ("Transfers", "转会", "轉會"), ev.PlayerTransferred,
        (
            PLAYER,
            TableColumn("federation", ("New federation", "新协会", "新協會"), cells.text, "CHN", True,
                        ("fed", "协会", "協會", "to")),
            day_column("Transferred", "转会日期", "轉會日期"),
        ),
        "transfer", "A player who goes to another federation.",
    ),
    SheetKind(
        "merges", ("Merges", "合并", "合併"), ev.PlayersMerged,
        (
            TableColumn("kept", ("Kept ID", "保留编号", "保留編號"), cells.name, "1001", True, ("keep",)),
            TableColumn("duplicate", ("Duplicate ID", "重复编号", "重複編號"), cells.name, "1002", True),
            day_column("Merged", "合并日期", "合併日期"),
        ),
        "merge", "Two ids of one person: the first is kept.",
    ),
    SheetKind(
        "deaths", ("Deaths", "逝世", "逝世"), ev.PlayerDeceased,
        (PLAYER, day_column("Died", "逝世日期", "逝世日期"),),
        "death", "A player who has died.", told_by="date",
    ),
)  # fmt: skip
REVOCATIONS = SheetKind(
    "revocations", ("Revoked titles", "取消称号", "取消稱號"), ev.TitleRevoked,
    (PLAYER, TITLE, AUTHORITY, day_column("Revoked", "取消日期", "取消日期"),),
    "revocation", "A title that is taken away.", told_by="date",
)  # fmt: skip
OF_RATINGS = (
    SheetKind(
        "rating-ends", ("Rating ends", "终止等级分", "終止等級分"), ev.RatingEnded,
        (PLAYER, SCHEME, day_column("Ended", "终止日期", "終止日期"),),
        "rating-end", "A rating that the office no longer carries.", told_by="date",
    ),
    SheetKind(
        "excuses", ("Excused absences", "准假", "准假"), ev.AbsenceExcused,
        (
            PLAYER,
            TableColumn("year", ("Year", "年度", "年度"), cells.whole, "2026", True, ("年",)),
            replace(REASON, is_needed=False, example="illness"), _DECIDED,
        ),
        "excuse", "A year in which a player need not play.",
    ),
    SheetKind(
        "inactive", ("Inactive", "不活跃", "不活躍"), ev.InactivityDeclared,
        (PLAYER, _SOME_SCHEME, day_column("Inactive since", "不活跃起", "不活躍起"),),
        "inactive", "A player whom the office declares inactive.", told_by="date",
    ),
    SheetKind(
        "active", ("Active again", "恢复活跃", "恢復活躍"), ev.ActivityResumed,
        (PLAYER, _SOME_SCHEME, day_column("Active since", "恢复日期", "恢復日期"),),
        "active", "A player who was inactive and is active again.", told_by="date",
    ),
)  # fmt: skip
TOURNAMENT_CORRECTIONS = SheetKind(
    "tournament-corrections", ("Tournament corrections", "比赛更正", "比賽更正"), ev.TournamentCorrected,
    (
        TOURNAMENT,
        *CORRECTABLE,
        TableColumn("registered", ("Registered", "登记日期", "登記日期"), cells.day, "2026-07-01"),
        REASON, _DECIDED,
    ),
    "tournament-correction", "What was wrong in a tournament's registration.",
)  # fmt: skip
_FIRST = TableColumn(
    "first",
    ("First", "先手", "先手"),
    cells.name,
    "1001",
    False,
    ("white", "red", "红方", "紅方", "白方"),
)
_SECOND = TableColumn(
    "second", ("Second", "后手", "後手"), cells.name, "1002", False, ("black", "黑方")
)
OF_TOURNAMENTS = (
    SheetKind(
        "fouls", ("Fouls", "犯规", "犯規"), ev.FoulRecorded,
        (
            TOURNAMENT, ROUND, PLAYER,
            TableColumn("kind", ("Foul", "犯规类别", "犯規類別"), cells.foul, "technical", True, ("类别", "類別")),
            TableColumn("count", ("Count", "次数", "次數"), cells.whole, "1"),
            day_column("Date", "日期", "日期"), STAGE,
            replace(BOARD, example="", is_needed=False),
        ),
        "foul", "A foul in a round.", told_by="kind",
    ),
    SheetKind(
        "corrections", ("Corrections", "成绩更正", "成績更正"), ev.GameCorrected,
        (TOURNAMENT, ROUND, BOARD, RESULT, REASON, _DECIDED, _FIRST, _SECOND, STAGE,),
        "correction", "A game that was recorded wrongly.",
    ),
    SheetKind(
        "voids", ("Void games", "成绩作废", "成績作廢"), ev.GameVoided,
        (TOURNAMENT, ROUND, BOARD, REASON, _DECIDED, STAGE,),
        "void", "A game that counts as never played.",
    ),
    SheetKind(
        "departures", ("Departures", "退赛", "退賽"), ev.PlayerWithdrew,
        (
            TOURNAMENT, PLAYER,
            TableColumn("after_round", ("Left after round", "此轮后退赛", "此輪後退賽"), cells.whole, "4", True,
                        ("after round",)),
            replace(REASON, is_needed=False), day_column("Left", "退赛日期", "退賽日期"),
        ),
        "departure", "A player who leaves a tournament before its end.", told_by="date",
    ),
    SheetKind(
        "unrated-games", ("Unrated games", "不计分对局", "不計分對局"), ev.GameUnrated,
        (
            TOURNAMENT, ROUND, BOARD, REASON, day_column("Declared unrated", "裁定不计分日期", "裁定不計分日期"),
            _SOME_SCHEME, STAGE,
        ),
        "unrated", "A game that was played and stands in the table, but is not rated.", told_by="date",
    ),
    SheetKind(
        "closings", ("Closings", "闭赛", "閉賽"), ev.TournamentClosed,
        (
            TOURNAMENT, replace(_RANK, is_needed=False), replace(PLAYER, is_needed=False),
            day_column("Closed", "闭赛日期", "閉賽日期"),
        ),
        "closing", "A tournament is over; its ranking, if there is one.", told_by="date", is_ranking=True,
    ),
    SheetKind(
        "reports", ("Reports", "报告收到", "報告收到"), ev.ReportReceived,
        (TOURNAMENT, day_column("Received", "收到日期", "收到日期"),),
        "report", "A tournament's report has come in.", told_by="date",
    ),
    SheetKind(
        "rankings", ("Corrected rankings", "名次更正", "名次更正"), ev.RankingCorrected,
        (TOURNAMENT, _RANK, PLAYER, REASON, _DECIDED,),
        "ranking", "The ranking of a tournament, corrected.", is_ranking=True,
    ),
    SheetKind(
        "tournament-voids", ("Void tournaments", "比赛作废", "比賽作廢"), ev.TournamentVoided,
        (TOURNAMENT, REASON, day_column("Voided", "作废日期", "作廢日期"),),
        "tournament-void", "A tournament that counts as never held.", told_by="date",
    ),
)  # fmt: skip
WITHDRAWALS = SheetKind(
    "withdrawals", ("Withdrawals", "撤销", "撤銷"), ev.EventWithdrawn,
    (
        TableColumn("withdraws", ("Position", "记录号", "記錄號"), cells.position, "168", True, ("event", "no")),
        REASON, _DECIDED,
    ),
    "withdrawal", "Something else that was recorded by mistake.",
)  # fmt: skip
