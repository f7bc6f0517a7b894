"""How a cell is read: what a spreadsheet, a person or another program put there. Wrong ones raise ValueError."""

import unicodedata
from datetime import date as Date
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, get_args

from ledger.events import (
    ByeKind,
    Competition,
    Format,
    FoulKind,
    NationalEvent,
    Result,
    Stage,
    StandingsRules,
)
from ledger.text import whole_number
from replay.files.dates import is_short, readings
from replay.files.time_control import read_free
from wording import say

_SEXES = {"m": "M", "male": "M", "男": "M", "f": "F", "w": "F", "female": "F", "女": "F"}
_YES = frozenset(("yes", "y", "true", "1", "x", "是", "✓", "√"))
_NO = frozenset(("no", "n", "false", "0", "-", "否"))
_FORMATS = {
    "swiss": "swiss", "瑞士制": "swiss", "积分编排": "swiss", "積分編排": "swiss", "积分编排制": "swiss",
    "roundrobin": "roundrobin", "round robin": "roundrobin", "循环": "roundrobin", "循環": "roundrobin",
    "循环赛": "roundrobin", "循環賽": "roundrobin", "knockout": "knockout", "淘汰": "knockout", "淘汰赛": "knockout",
    "淘汰賽": "knockout", "match": "match", "对抗赛": "match", "對抗賽": "match",
}  # fmt: skip
_COMPETITIONS = {
    "individual": "individual", "个人": "individual", "個人": "individual",
    "team": "team", "团体": "team", "團體": "team", "代表队": "team", "代表隊": "team",
}  # fmt: skip
_STAGES = {
    "": "main", "正赛": "main", "正賽": "main", "主赛": "main", "主賽": "main", "加赛": "playoff", "加賽": "playoff",
    "十六强赛": "last16", "十六強賽": "last16", "四分之一决赛": "quarterfinal", "半準決賽": "quarterfinal",
    "四分之一決賽": "quarterfinal", "半决赛": "semifinal", "半決賽": "semifinal", "準決賽": "semifinal",
    "决赛": "final", "決賽": "final", "季军决赛": "third", "季軍決賽": "third",
    "第5至8名附加赛": "place5-8", "第5至8名附加賽": "place5-8", "第五名决赛": "fifth", "第五名決賽": "fifth",
    "第七名决赛": "seventh", "第七名決賽": "seventh",
}  # fmt: skip
_STANDINGS = {
    **{rules: rules for rules in get_args(StandingsRules)},
    "按给定名次": "given", "按給定名次": "given", "给定名次": "given", "給定名次": "given",
}  # fmt: skip
_NATIONAL = {
    **{event: event for event in get_args(NationalEvent)},
    "棋王赛": "king", "棋王賽": "king", "锦标赛": "championship", "錦標賽": "championship",
    "国庆日赛": "national-day", "國慶日賽": "national-day",
}  # fmt: skip
_BYES = {
    "bye": "bye", "轮空": "bye", "輪空": "bye", "half": "half", "半分": "half", "半分轮空": "half", "半分輪空": "half",
    "leave": "leave", "请假": "leave", "請假": "leave", "absent": "absent", "缺席": "absent", "弃权": "absent",
    "棄權": "absent",
}  # fmt: skip
_FOULS = {
    "technical": "technical", "技术犯规": "technical", "技術犯規": "technical", "violation": "violation",
    "违例": "violation", "違例": "violation", "犯例": "violation",
}  # fmt: skip
_RESULTS = {
    Result.FIRST_WINS: (
        "1-0", "2-0", "1:0", "2:0", "先胜", "先勝", "红胜", "紅勝", "白胜", "白勝", "胜", "勝", "红方胜", "紅方勝",
        "白方胜", "白方勝", "先手胜", "先手勝", "黑负", "黑負", "后负", "後負", "黑方负", "黑方負", "后手负", "後手負",
    ),
    Result.SECOND_WINS: (
        "0-1", "0-2", "0:1", "0:2", "先负", "先負", "黑胜", "黑勝", "后胜", "後勝", "负", "負", "红负", "紅負",
        "白负", "白負", "黑方胜", "黑方勝", "后手胜", "後手勝", "红方负", "紅方負", "白方负", "白方負",
        "先手负", "先手負",
    ),
    Result.DRAW: (
        "1/2-1/2", "1/2:1/2", "0.5-0.5", "0.5:0.5", "0,5-0,5", "0,5:0,5", "1-1", "1:1", "1/2", "0.5", "=", "=-=",
        "draw", "和", "和棋", "平", "先和",
    ),
    Result.SECOND_ABSENT: ("+/-", "+--", "+:-", "+-", "后手弃权", "後手棄權", "黑方弃权", "黑方棄權"),
    Result.FIRST_ABSENT: ("-/+", "--+", "-:+", "-+", "先手弃权", "先手棄權", "红方弃权", "紅方棄權"),
    Result.BOTH_ABSENT: ("-/-", "---", "-:-", "--", "双方弃权", "雙方棄權"),
}  # fmt: skip
_RESULT_OF = {word: result.value for result, words in _RESULTS.items() for word in words}
_NONE = frozenset(("none", "无", "無"))
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "⁄": "/", "：": ":", "﹣": "-"})


def text(cell: Any) -> str:
    """Words; a whole number that a spreadsheet keeps as 12.0 is 12."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        raise ValueError(say("a date stands here; format the column as text"))
    return " ".join(str(cell).split())


def name(cell: Any) -> str:
    """An id or a code."""
    if isinstance(cell, bool):
        raise ValueError(say("a truth value stands here; format the column as text"))
    return text(cell)


def names(cell: Any) -> list[str]:
    """Several codes, separated by commas, semicolons or 、."""
    said = text(cell)
    for mark in (";", "、", "，", "；"):
        said = said.replace(mark, ",")
    return [part.strip() for part in said.split(",") if part.strip()]


def whole(cell: Any) -> int:
    said = text(cell)
    number = whole_number(said, 9)
    if number is None:
        raise ValueError(say("{said!r} is not a whole number", said=said))
    return number


def decimal(cell: Any) -> Decimal:
    """A number exactly as it is written."""
    try:
        if not isinstance(cell, bool):
            found = Decimal(text(cell))
        else:
            found = Decimal("nan")
    except InvalidOperation:
        found = Decimal("nan")
    if not found.is_finite():
        raise ValueError(say("{text!r} is not a number", text=text(cell)))
    return found


class UnclearDate(ValueError):
    """A date that is another day in another form; its column has to say which form it is."""


def day(cell: Any, form: str | None = None) -> Date:
    """A date, in `form` (ymd, dmy, mdy) where it can be read in several."""
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, Date):
        return cell
    days = readings(date_text(cell))
    if not days:
        raise ValueError(say("{text!r} is not a date; write it as 2026-11-30", text=text(cell)))
    if form is None and len(set(days.values())) > 1:
        raise UnclearDate(text(cell))
    if form is not None and form not in days:
        raise ValueError(
            say("{text!r} is not a date in the form {form}", text=text(cell), form=form)
        )
    return days[form or next(iter(days))]


def date_text(cell: Any) -> str:
    """What is written in a date's cell; 2026年11月30日 as 2026-11-30."""
    said = unicodedata.normalize("NFKC", text(cell))
    return said.replace("年", "-").replace("月", "-").removesuffix("日")


def born(cell: Any, form: str | None = None) -> Date | int:
    """A year or a date."""
    if isinstance(cell, Date):
        said = ""
    else:
        said = text(cell).removesuffix("年")
    if said.isascii() and said.isdigit() and len(said) == 4:
        return int(said)
    if said and is_short(said) and readings(said):
        raise ValueError(say("{said!r} has two digits for the year; write four", said=said))
    return day(cell, form)


def yes_or_no(cell: Any) -> bool:
    said = text(cell).lower()
    if said not in _YES and said not in _NO:
        raise ValueError(say("{said!r} is neither yes nor no", said=said))
    return said in _YES


def sex(cell: Any) -> str:
    return _word(cell, _SEXES, say("M or F"))


def tournament_format(cell: Any) -> str:
    return _word(cell, _FORMATS, say("swiss, roundrobin, knockout or match"))


def competition(cell: Any) -> str:
    return _word(cell, _COMPETITIONS, say("individual or team"))


def bye(cell: Any) -> str:
    return _word(cell, _BYES, say("bye, half, leave or absent"))


def foul(cell: Any) -> str:
    return _word(cell, _FOULS, say("technical or violation"))


def standings(cell: Any) -> str:
    return _word(cell, _STANDINGS, _any_of(get_args(StandingsRules)))


def national(cell: Any) -> str:
    return _word(cell, _NATIONAL, _any_of(get_args(NationalEvent)))


def position(cell: Any) -> int:
    """A position of the log: 168, or #168."""
    return whole(text(cell).removeprefix("#"))


def is_none(cell: Any) -> bool:
    """Whether a cell says that there is nothing."""
    return isinstance(cell, str) and cell.strip().lower() in _NONE


def stage(cell: Any) -> str:
    stages = get_args(Stage)
    said = _STAGES.get(text(cell).replace(" ", ""), cell)
    return _word(said, {stage: stage for stage in stages}, _any_of(stages))


def result(cell: Any) -> str:
    """A result seen from the first side. A single 1 is refused: it is a win here and a draw there."""
    if isinstance(cell, Date):
        raise ValueError(
            say("the spreadsheet turned the result into a date; format the column as text")
        )
    said = unicodedata.normalize("NFKC", text(cell)).translate(_DASHES).replace(" ", "").lower()
    if said not in _RESULT_OF:
        raise ValueError(
            say(
                "{text!r} is not a result; write 1-0, 0-1, 1/2-1/2, +/-, -/+ or -/-",
                text=text(cell),
            )
        )
    return _RESULT_OF[said]


def time_control(cell: Any) -> dict[str, int]:
    found = read_free(text(cell))
    if found is None:
        raise ValueError(
            say("{text!r} is not a clear time control; write 90 min + 30 sec/move", text=text(cell))
        )
    control = {"base": found.base, "increment": found.increment}
    if found.moves is None:
        return control
    return control | {"moves": found.moves}


def _word(cell: Any, words: dict[str, str], wanted: str) -> str:
    said = text(cell)
    if said.lower() not in words:
        raise ValueError(say("{said!r} is not {wanted}", said=said, wanted=wanted))
    return words[said.lower()]


def _any_of(words: tuple[str, ...]) -> str:
    return say("one of {words}", words=", ".join(words))


# reader → the words it takes, for drop-downs and help
CHOICES: dict[Any, tuple[str, ...]] = {
    sex: ("M", "F"),
    yes_or_no: ("yes", "no"),
    tournament_format: get_args(Format),
    competition: get_args(Competition),
    standings: get_args(StandingsRules),
    national: get_args(NationalEvent),
    stage: get_args(Stage),
    bye: get_args(ByeKind),
    foul: get_args(FoulKind),
    result: tuple(result.value for result in Result),
}
