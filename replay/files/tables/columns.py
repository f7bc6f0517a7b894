"""What a table and a column are; the columns that several kinds of tables share, with headers in three languages."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from ledger.events import AnyEvent
from replay.files.tables import cells
from replay.files.vocabulary import plain

LANGUAGES = ("en", "zh-Hans", "zh-Hant")


class TableColumn(Struct, frozen=True):
    """A column: the event's field, its header in each language, how a cell is read, an example for templates."""

    field: str
    headers: tuple[str, str, str]
    read: Callable[..., Any]
    example: str = ""
    is_needed: bool = False
    aliases: tuple[str, ...] = ()
    can_be_removed: bool = False  # in corrections: `none` takes away what stands there

    def header(self, language: str) -> str:
        """The header in a language. Import reads those of all languages: they are part of the files' form."""
        return self.headers[LANGUAGES.index(language)]

    @property
    def choices(self) -> tuple[str, ...]:
        """The words a cell may have, where they are counted."""
        return cells.CHOICES.get(self.read, ())


class SheetKind(Struct, frozen=True):
    """A kind of table: what its rows become. `command` is the word for one such event: `record game`."""

    name: str
    title: tuple[str, str, str]
    event: type[AnyEvent]
    own_columns: tuple[TableColumn, ...]
    command: str
    says: str
    told_by: str = (
        ""  # a field: only its own header, or the table's name, tells this kind from another
    )
    is_ranking: bool = False  # the rows of a tournament are one event

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """Its own, and those that every table has."""
        return (*self.own_columns, REF, NOTE)

    def heading(self, language: str) -> str:
        """The name of its sheets in a language; import knows those of all languages."""
        return self.title[LANGUAGES.index(language)]

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

    def is_told_by(self, words: set[str]) -> bool:
        """Whether headers (in the form that `plain` gives) leave no doubt between this kind and one like it."""
        own = (
            name
            for column in self.columns
            if column.field == self.told_by
            for name in column.headers
        )
        return not self.told_by or not words.isdisjoint(map(plain, own))


NOTE = TableColumn(
    "note",
    ("Note", "备注", "備註"),
    cells.text,
    "",
    False,
    ("notes", "remark", "remarks", "comment"),
)
REF = TableColumn(
    "ref",
    ("Reference", "文号", "文號"),
    cells.text,
    "decision 7/2026",
    False,
    ("decision", "document", "文件号"),
)
REASON = TableColumn(
    "reason", ("Reason", "原因", "原因"), cells.text, "score sheet", True, ("why", "理由")
)
PLAYER = TableColumn(
    "player", ("Player ID", "棋手编号", "棋手編號"), cells.name, "1001", True,
    ("id", "player", "fide id", "编号", "編號", "棋手", "选手", "選手"),
)  # fmt: skip
TOURNAMENT = TableColumn(
    "tournament", ("Tournament ID", "比赛编号", "比賽編號"), cells.name, "cup-2026", True,
    ("赛事编号", "賽事編號", "赛事", "賽事", "比赛", "比賽"),
)  # fmt: skip
ROUND = TableColumn(
    "round",
    ("Round", "轮次", "輪次"),
    cells.whole,
    "1",
    True,
    ("rd", "rnd", "round no", "轮", "輪", "回合"),
)
BOARD = TableColumn(
    "board", ("Board", "台次", "檯次"), cells.whole, "1", True,
    ("bd", "brd", "table", "tbl", "table no", "board no", "台", "枱次", "台號", "台号", "桌", "桌号", "桌號"),
)  # fmt: skip
RESULT = TableColumn(
    "result",
    ("Result", "结果", "結果"),
    cells.result,
    "1-0",
    True,
    ("score", "res", "成绩", "成績", "赛果", "賽果"),
)
STAGE = TableColumn("stage", ("Stage", "阶段", "階段"), cells.stage, "main")
FEDERATION = TableColumn(
    "federation", ("Federation", "协会", "協會"), cells.text, "CHN", False,
    ("fed", "country", "nation", "所属协会", "代表隊", "国家", "國家"),
)  # fmt: skip


def day_column(
    en: str, simplified: str, traditional: str, *aliases: str, example: str = "2026-11-30"
) -> TableColumn:
    """The day an event took effect, under the name that a table of this kind gives it."""
    headers = (en, simplified, traditional)
    return TableColumn("date", headers, cells.day, example, True, ("date", "day", "日期", *aliases))
