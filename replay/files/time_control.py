"""Time controls of lines 122 and 222, read only where they can mean one thing."""

import re

from ledger.events import TimeControl

_PERIOD = re.compile(r"(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,4}))?")
_MINUTES = r"(?:(?:'|′|’|m|min|mins|minutes?)\.?)"
_SECONDS = r"(?:\"|″|”|''|s|sec|secs|seconds?)"
_PER_MOVE = (
    r"\.?\s*(?:/|per|a|of increment (?:per|for|from)|from|for)?\s*(?:each\s)?(?:mv|moves?)?\s*1?"
)
_WITH_UNITS = re.compile(
    rf"(?:(\d{{1,3}}) moves in )?(\d{{1,5}})\s*({_MINUTES}|{_SECONDS})\s*(?:\+|plus)\s*(\d{{1,4}})"
    rf"\s*{_SECONDS}(?:\s*increment)?{_PER_MOVE}",
    re.IGNORECASE,
)
_ALL_MOVES = re.compile(rf"(\d{{1,3}})\s*{_MINUTES}", re.IGNORECASE)
_BARE = re.compile(r"(\d{1,6})\s*\+\s*(\d{1,4})")
# 90min/40moves+30min/end+30sec increment per move
_TWO_SESSIONS = re.compile(
    rf"(\d{{1,3}})\s*{_MINUTES}\s*/\s*(\d{{1,2}})\s*moves\s*\+\s*(\d{{1,3}})\s*{_MINUTES}"
    rf"(?:\s*/\s*end)?\s*\+\s*(\d{{1,4}})\s*{_SECONDS}(?:\s*increment)?{_PER_MOVE}",
    re.IGNORECASE,
)
_GAME_IN = re.compile(
    r"G\s*/\s*(\d{1,3})\s*(?:[+;]\s*(?:\+|inc|d)?|inc)\s*(\d{1,3})", re.IGNORECASE
)  # G/90+30, in minutes; a delay (G/60;d5) counts as an increment
_HOURS = re.compile(
    rf"(\d)\s*(?:h|hours?)\s*(?:(\d{{1,2}})\s*{_MINUTES}?)?\s*(?:\+\s*(\d{{1,4}})\s*{_SECONDS}{_PER_MOVE})?",
    re.IGNORECASE,
)
_CHINESE = re.compile(  # 10分+5秒, 每方1小时30分，每步加30秒, 60分钟
    r"(?:每方)?\s*(?:(\d)\s*小时)?\s*(?:(\d{1,3})\s*分钟?)?"
    r"(?:\s*(?:\+|加|，|,)?\s*(?:每步加?)?\s*(\d{1,3})\s*秒(?:/步)?)?"
)
_LONGEST_IN_MINUTES = 240
_SHORTEST_IN_SECONDS = 900


def read_encoded(text: str) -> TimeControl | None:
    """Line 222: `5400+30`, `40/6000+30:900+30`; all numbers are seconds. None if it says less or more."""
    periods = [_PERIOD.fullmatch(part) for part in text.replace(" ", "").split(":")]
    if not periods or None in periods:
        return None
    found = [(int(p[1] or 0), int(p[2]), int(p[3] or 0)) for p in periods if p]
    *counted, _last = found
    moves_before_last = sum(moves for moves, _, _ in counted)
    one_increment = len({increment for _, _, increment in found}) == 1
    # base + 60 increments must be the time for 60 moves: the last period has to begin before move 60
    if not one_increment or not all(moves for moves, _, _ in counted) or moves_before_last >= 60:
        return None
    return _within(sum(base for _, base, _ in found), found[0][2], found[0][0])


def read_free(text: str) -> TimeControl | None:
    """Line 122: the encoded form, `90 min + 30 sec/move`, `90+30`, `G/90+30`, `1h30 + 30s`. None if in doubt."""
    text = text.strip().replace("＋", "+")
    if "/" in text or ":" in text:
        encoded = read_encoded(text)
        if encoded is not None and encoded.base >= _SHORTEST_IN_SECONDS:
            return encoded
    if given := _WITH_UNITS.fullmatch(text):
        if re.fullmatch(_MINUTES, given[3], re.IGNORECASE):
            unit = 60
        else:
            unit = 1
        return _within(int(given[2]) * unit, int(given[4]), int(given[1] or 0))
    if given := _TWO_SESSIONS.fullmatch(text):
        return _within((int(given[1]) + int(given[3])) * 60, int(given[4]), int(given[2]))
    if given := _GAME_IN.fullmatch(text):
        return _within(int(given[1]) * 60, int(given[2]), 0)
    if given := _HOURS.fullmatch(text):
        minutes = int(given[1]) * 60 + int(given[2] or 0)
        return _within(minutes * 60, int(given[3] or 0), 0)
    if given := _CHINESE.fullmatch(
        text.replace("鐘", "钟").replace("時", "时").replace("分鍾", "分钟")
    ):
        minutes = int(given[1] or 0) * 60 + int(given[2] or 0)
        if minutes:
            return _within(minutes * 60, int(given[3] or 0), 0)
    if given := _ALL_MOVES.fullmatch(text):
        return _within(int(given[1]) * 60, 0, 0)
    if given := _BARE.fullmatch(text):
        base = int(given[1])
        increment = int(given[2])
        if base <= _LONGEST_IN_MINUTES:
            return _within(base * 60, increment, 0)
        if base >= _SHORTEST_IN_SECONDS:
            return _within(base, increment, 0)
    return None


def encoded(control: TimeControl) -> str:
    """Line 222 for a time control."""
    moves = f"{control.moves}/" if control.moves else ""
    return f"{moves}{control.base}+{control.increment}"


def in_words(control: TimeControl) -> str:
    """Line 122 for a time control, with units, so that it can be read back."""
    moves = f"{control.moves} moves in " if control.moves else ""
    base = f"{control.base // 60} min" if control.base % 60 == 0 else f"{control.base} sec"
    return f"{moves}{base} + {control.increment} sec/move"


def _within(base: int, increment: int, moves: int) -> TimeControl | None:
    if base > 1_000_000 or increment > 100_000:
        return None
    return TimeControl(base=base, increment=increment, moves=moves or None)
