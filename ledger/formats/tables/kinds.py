"""The kinds of tables and their columns, with header names in English, 简体 and 繁體."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from ledger.events import (
    AnyEvent,
    ByeRecorded,
    GameRecorded,
    PlayerEntered,
    PlayerRegistered,
    RatingCarriedIn,
    TitleAwarded,
    TournamentRegistered,
)
from ledger.formats.tables import cells

LANGUAGES = ("en", "zh-Hans", "zh-Hant")


class TableColumn(Struct, frozen=True):
    """A column: the event's field, its header in each language, how a cell is read, an example for templates."""

    field: str
    headers: tuple[str, str, str]
    read: Callable[..., Any]
    example: str = ""
    is_needed: bool = False
    aliases: tuple[str, ...] = ()

    def header(self, language: str) -> str:
        return self.headers[LANGUAGES.index(language)]


class Kind(Struct, frozen=True):
    """A kind of table: what its rows become."""

    name: str
    title: tuple[str, str, str]
    event: type[AnyEvent]
    columns: tuple[TableColumn, ...]

    @property
    def needed(self) -> frozenset[str]:
        return frozenset(column.field for column in self.columns if column.is_needed)

    def known_headers(self) -> dict[str, TableColumn]:
        """Every name a column goes by, in the form that `plain` gives."""
        names: dict[str, TableColumn] = {}
        for column in self.columns:
            for name in (column.field, *column.headers, *column.aliases):
                names.setdefault(plain(name), column)
        return names


def plain(header: str) -> str:
    """A header without case, spaces, marks and width: `Player ID *`, `player_id` and `ＰＬＡＹＥＲ ＩＤ` are one."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", header)).casefold()


_DATE = TableColumn("date", ("Date", "日期", "日期"), cells.day, "2026-11-30", True)
_NOTE = TableColumn("note", ("Note", "备注", "備註"), cells.text)
_PLAYER = TableColumn(
    "player", ("Player ID", "棋手编号", "棋手編號"), cells.name, "1001", True, ("id", "fide id", "编号", "編號", "棋手")
)
_TOURNAMENT = TableColumn(
    "tournament", ("Tournament ID", "比赛编号", "比賽編號"), cells.name, "cup-2026", True,
    ("赛事编号", "賽事編號", "赛事", "賽事", "比赛", "比賽"),
)  # fmt: skip
_ROUND = TableColumn("round", ("Round", "轮次", "輪次"), cells.whole, "1", True, ("轮", "輪"))
_FEDERATION = TableColumn(
    "federation", ("Federation", "协会", "協會"), cells.text, "CHN", False, ("fed", "所属协会", "代表隊")
)


def _flag(field: str, english: str, simplified: str, traditional: str) -> TableColumn:
    return TableColumn(field, (english, simplified, traditional), cells.yes_or_no, "no")


PLAYERS = Kind(
    "players", ("Players", "棋手", "棋手"), PlayerRegistered,
    (
        _PLAYER,
        TableColumn("name", ("Name", "姓名", "姓名"), cells.text, "Chan Tai Man", True, ("名字",)),
        TableColumn("sex", ("Sex", "性别", "性別"), cells.sex, "M", True, ("gender",)),
        TableColumn("born", ("Born", "出生日期", "出生日期"), cells.born, "1990", False,
                    ("birthday", "date of birth", "birth year", "year of birth", "出生年份", "出生年", "生日")),
        _FEDERATION,
        TableColumn("names.en", ("English name", "英文名", "英文名"), cells.text, "", False, ("英文姓名",)),
        TableColumn("names.zh", ("Chinese name", "中文名", "中文名"), cells.text, "", False, ("中文姓名",)),
        TableColumn("date", ("Registered", "登记日期", "登記日期"), cells.day, "2026-01-01", True,
                    ("date", "日期", "注册日期", "註冊日期")),
        _NOTE,
    ),
)  # fmt: skip
TITLES = Kind(
    "titles", ("Titles", "称号", "稱號"), TitleAwarded,
    (
        _PLAYER,
        TableColumn("title", ("Title", "称号", "稱號"), cells.name, "fide-fm", True,
                    ("等级称号", "等級稱號", "头衔", "頭銜")),
        TableColumn("authority", ("Authority", "授予单位", "授予單位"), cells.text, "FIDE"),
        TableColumn("date", ("Awarded", "授予日期", "授予日期"), cells.day, "2026-06-01", True, ("date", "日期")),
        _NOTE,
    ),
)  # fmt: skip
RATINGS = Kind(
    "ratings", ("Opening ratings", "初始等级分", "初始等級分"), RatingCarriedIn,
    (
        _PLAYER,
        TableColumn("scheme", ("Scheme", "等级分制度", "等級分制度"), cells.name, "cxa-rapid", True, ("制度",)),
        TableColumn("rating", ("Rating", "等级分", "等級分"), cells.decimal, "2300", True, ("分数", "分數")),
        TableColumn("games", ("Games", "局数", "局數"), cells.whole, "30"),
        TableColumn("peak", ("Peak", "最高分", "最高分"), cells.decimal, "2410"),
        _DATE,
        _NOTE,
    ),
)  # fmt: skip
TOURNAMENTS = Kind(
    "tournaments", ("Tournaments", "比赛", "比賽"), TournamentRegistered,
    (
        _TOURNAMENT,
        TableColumn("name", ("Name", "比赛名称", "比賽名稱"), cells.text, "Autumn Cup 2026", True,
                    ("名称", "名稱", "赛事名称", "賽事名稱")),
        TableColumn("start", ("Start", "开始日期", "開始日期"), cells.day, "2026-10-01", True, ("start date",)),
        TableColumn("end", ("End", "结束日期", "結束日期"), cells.day, "2026-10-03", True, ("end date",)),
        TableColumn("rounds", ("Rounds", "轮数", "輪數"), cells.whole, "7", True),
        TableColumn("rated", ("Rated", "计分制度", "計分制度"), cells.names, "cxa-rapid", True,
                    ("schemes", "rated for")),
        TableColumn("date", ("Registered", "登记日期", "登記日期"), cells.day, "2026-07-01", True,
                    ("date", "日期", "申报日期", "申報日期", "备案日期", "備案日期")),
        TableColumn("format", ("Format", "赛制", "賽制"), cells.tournament_format, "swiss"),
        TableColumn("event", ("Event", "项目", "項目"), cells.competition, "individual"),
        TableColumn("standings", ("Standings", "排名规则", "排名規則"), cells.name, "given"),
        TableColumn("place", ("Place", "地点", "地點"), cells.text, "Hong Kong", False, ("city",)),
        TableColumn("federation", ("Federation", "协会", "協會"), cells.text, "HKG"),
        TableColumn("time_control", ("Time control", "用时", "用時"), cells.time_control, "10 min + 5 sec/move"),
        TableColumn("national", ("National", "全国赛事", "全國賽事"), cells.name),
        _flag("official", "Official", "官方赛事", "官方賽事"),
        _flag("hybrid", "Hybrid", "混合赛", "混合賽"),
        _flag("approved", "Approved", "已批准", "已批准"),
        _flag("late_approved", "Late approved", "补批", "補批"),
        _flag("rate_all", "Rate all", "全部计分", "全部計分"),
        TableColumn("hours_per_day", ("Hours per day", "每日时数", "每日時數"), cells.decimal, "6"),
        TableColumn("national_arbiters", ("National arbiters", "国家级裁判人数", "國家級裁判人數"), cells.whole, "2"),
        TableColumn("final_after", ("Final after", "决赛前轮数", "決賽前輪數"), cells.whole),
        TableColumn("series", ("Series", "系列", "系列"), cells.name),
        TableColumn("edition", ("Edition", "届", "屆"), cells.whole, "", False, ("届数", "屆數")),
        TableColumn("group", ("Group", "组别", "組別"), cells.name),
        _NOTE,
    ),
)  # fmt: skip
ENTRIES = Kind(
    "entries", ("Entries", "报名", "報名"), PlayerEntered,
    (
        _TOURNAMENT,
        _PLAYER,
        TableColumn("number", ("Number", "序号", "序號"), cells.whole, "1", False, ("starting number", "号码", "號碼")),
        TableColumn("team", ("Team", "队", "隊"), cells.name, "", False, ("球队", "代表队", "代表隊", "队名", "隊名")),
        TableColumn("seed", ("Seed", "种子", "種子"), cells.whole),
        TableColumn("date", ("Entered", "报名日期", "報名日期"), cells.day, "2026-10-01", True, ("date", "日期")),
        _NOTE,
    ),
)  # fmt: skip
RESULTS = Kind(
    "results", ("Results", "成绩", "成績"), GameRecorded,
    (
        _TOURNAMENT,
        _ROUND,
        TableColumn("board", ("Board", "台次", "檯次"), cells.whole, "1", True, ("台", "枱次", "台號", "台号")),
        TableColumn("first", ("First", "先手", "先手"), cells.name, "1001", True,
                    ("white", "red", "红方", "紅方", "白方", "先")),
        TableColumn("second", ("Second", "后手", "後手"), cells.name, "1002", True, ("black", "黑方", "后", "後")),
        TableColumn("result", ("Result", "结果", "結果"), cells.result, "1-0", True, ("成绩", "成績", "赛果", "賽果")),
        TableColumn("date", ("Date", "日期", "日期"), cells.day, "2026-10-01", True,
                    ("played", "比赛日期", "比賽日期")),
        TableColumn("stage", ("Stage", "阶段", "階段"), cells.stage, "main"),
        _NOTE,
    ),
)  # fmt: skip
BYES = Kind(
    "byes", ("Byes", "轮空", "輪空"), ByeRecorded,
    (
        _TOURNAMENT,
        _ROUND,
        _PLAYER,
        TableColumn("kind", ("Kind", "类别", "類別"), cells.bye, "bye", True, ("轮空类别", "輪空類別", "bye")),
        _DATE,
        _NOTE,
    ),
)  # fmt: skip
# in the order in which their events can be appended
KINDS: dict[str, Kind] = {kind.name: kind for kind in (PLAYERS, TITLES, RATINGS, TOURNAMENTS, ENTRIES, RESULTS, BYES)}
