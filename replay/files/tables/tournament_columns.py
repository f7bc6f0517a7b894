"""The columns of a tournament's registration, which its corrections share."""

from msgspec.structs import replace

from replay.files.tables import cells
from replay.files.tables.columns import TableColumn


def _flag(field: str, english: str, simplified: str, traditional: str) -> TableColumn:
    return TableColumn(field, (english, simplified, traditional), cells.yes_or_no, "no")


NAME = TableColumn(
    "name", ("Name", "比赛名称", "比賽名稱"), cells.text, "Autumn Cup 2026", True,
    ("名称", "名稱", "赛事名称", "賽事名稱", "tournament name"),
)  # fmt: skip
START = TableColumn(
    "start",
    ("Start", "开始日期", "開始日期"),
    cells.day,
    "2026-10-01",
    True,
    ("start date", "from", "开始", "開始"),
)
END = TableColumn(
    "end",
    ("End", "结束日期", "結束日期"),
    cells.day,
    "2026-10-03",
    True,
    ("end date", "until", "结束", "結束"),
)
ROUNDS = TableColumn(
    "rounds",
    ("Rounds", "轮数", "輪數"),
    cells.whole,
    "7",
    True,
    ("number of rounds", "总轮数", "總輪數"),
)
RATED = TableColumn(
    "rated",
    ("Rated", "计分制度", "計分制度"),
    cells.names,
    "cxa-rapid",
    True,
    ("schemes", "rated for", "计分", "計分"),
)
DETAILS = (
    TableColumn(
        "format", ("Format", "赛制", "賽制"), cells.tournament_format, "swiss", False, ("system",)
    ),
    TableColumn("event", ("Event", "项目", "項目"), cells.competition, "individual"),
    TableColumn("standings", ("Standings", "排名规则", "排名規則"), cells.standings, "given"),
    TableColumn(
        "tie_breaks",
        ("Tie-breaks", "同分区分", "同分區分"),
        cells.names,
        "",
        False,
        ("tie breaks", "破同分"),
    ),
    TableColumn(
        "place",
        ("Place", "地点", "地點"),
        cells.text,
        "Hong Kong",
        False,
        ("city", "venue", "location"),
    ),
    TableColumn(
        "federation", ("Federation", "协会", "協會"), cells.text, "HKG", False, ("fed", "country")
    ),
    TableColumn(
        "time_control", ("Time control", "用时", "用時"), cells.time_control, "10 min + 5 sec/move"
    ),
    TableColumn("national", ("National", "全国赛事", "全國賽事"), cells.national),
    _flag("official", "Official", "官方赛事", "官方賽事"),
    _flag("hybrid", "Hybrid", "混合赛", "混合賽"),
    _flag("approved", "Approved", "已批准", "已批准"),
    _flag("late_approved", "Late approved", "补批", "補批"),
    _flag("rate_all", "Rate all", "全部计分", "全部計分"),
    TableColumn("hours_per_day", ("Hours per day", "每日时数", "每日時數"), cells.decimal, "6"),
    TableColumn(
        "national_arbiters",
        ("National arbiters", "国家级裁判人数", "國家級裁判人數"),
        cells.whole,
        "2",
    ),
    TableColumn("final_after", ("Final after", "决赛前轮数", "決賽前輪數"), cells.whole),
    TableColumn("series", ("Series", "系列", "系列"), cells.name),
    TableColumn("edition", ("Edition", "届", "屆"), cells.whole, "", False, ("届数", "屆數")),
    TableColumn("group", ("Group", "组别", "組別"), cells.name, "", False, ("组", "組")),
    TableColumn(
        "part_of",
        ("Part of", "所属赛事", "所屬賽事"),
        cells.name,
        "",
        False,
        ("stage of", "whole event"),
    ),
)
_ALWAYS_THERE = frozenset(
    ("format", "event", "standings")
)  # these have a value, so nothing can be taken away


def _as_correction(column: TableColumn) -> TableColumn:
    """The same column in a table of corrections: only what was wrong is filled in."""
    removable = (
        column in DETAILS
        and column.field not in _ALWAYS_THERE
        and column.read is not cells.yes_or_no
    )
    return replace(column, is_needed=False, can_be_removed=removable)


CORRECTABLE = tuple(
    _as_correction(column) for column in (NAME, START, END, ROUNDS, RATED, *DETAILS)
)
