"""What a heading means: who played whom, when, in which event and round, and how it ended."""

import re
from datetime import date as Date
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from ledger.events import LONGEST_TEXT, Result
from ledger.text import FORMULA_SIGNS, character_name, unsafe, whole_number
from replay.files.limits import MOST_ARCHIVE_ROUNDS
from replay.files.pgn.headings import Heading
from replay.files.players import is_fide_number
from wording import say

NO_DAY = "day not in the archive: the first possible one is taken"
_RESULTS = {
    "1-0": Result.FIRST_WINS,
    "0-1": Result.SECOND_WINS,
    "1/2-1/2": Result.DRAW,
    "1/2": Result.DRAW,
    "½-½": Result.DRAW,
}
UNFINISHED = "*"
_DATE = re.compile(r"(\d{4})[./-](\d\d|\?\?|\d)[./-](\d\d|\?\?|\d)")
_ROUND = re.compile(r"(\d{1,5})(?:\.(\d{1,5}))?(?:\.\d+)*")
_BROADCAST_ROUND = re.compile(r"Round (\d{1,5})\b.*")
_FIRST_YEAR = 1800
_LAST_YEAR = 2200
_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
_CHESS = frozenset(("", "standard", "chess", "normal", "from position"))  # no variant
_NOBODY = frozenset(("", "?", "-", "NN", "N.N.", "N N"))
_UNKNOWN = frozenset(("", "?", "-", "??"))
Partial = tuple[Date, bool]  # a day, and whether it is known to the day


class Broken(Exception):
    """A game that cannot be used, and why."""


class TaggedPlayer(NamedTuple):
    """A player as the tags of a game describe them. Rating 0 is none."""

    name: str
    fide_id: str
    rating: int
    is_woman: bool
    team: str

    @property
    def key(self) -> str:
        """What tells players of an archive apart: the FIDE number, else the name."""
        return self.fide_id or f"name {self.name}"


class ReadGame(NamedTuple):
    """A game of an archive. Round 0: not told; board 0 likewise."""

    line: int
    event: str
    site: str
    year: int
    first: TaggedPlayer
    second: TaggedPlayer
    result: Result
    day: Date
    is_day_sure: bool
    event_day: Date | None
    round: int
    board: int
    time_control: str
    event_type: str
    variant: str  # "" is chess
    is_set_up: bool  # begins from another position than chess does


def read_game(heading: Heading) -> ReadGame | None:
    """The game, None if it has no result yet; raises Broken."""
    if heading.wrong:
        raise Broken(heading.wrong)
    tags = heading.tags
    if tags.get("Result") == UNFINISHED:
        return None  # whoever plays it: a game to come may have "?" for a player
    first = _side(tags, "White")
    second = _side(tags, "Black")
    if (first.name, first.fide_id) == (second.name, second.fide_id):
        raise Broken(say("{name!r} plays himself", name=first.name))
    result = tags.get("Result", "")
    if result not in _RESULTS:
        raise Broken(
            say("result {result!r} is none of 1-0, 0-1, 1/2-1/2, *", result=result)
            if result
            else say("no result")
        )
    day, event_day = _played(tags)
    round_, board = _place(tags)
    variant = _named(tags, "Variant")
    if variant.lower() in _CHESS:
        variant = ""
    event = _known(_named(tags, "BroadcastName")) or _known(_named(tags, "Event"))
    return ReadGame(
        line=heading.line,
        event=event or "unnamed event",
        site=_site(_named(tags, "Site")),
        year=(event_day or day[0]).year,
        first=first,
        second=second,
        result=_RESULTS[result],
        day=day[0],
        is_day_sure=day[1],
        event_day=event_day,
        round=round_,
        board=board,
        time_control=_known(tags.get("TimeControl", "")),
        event_type=tags.get("EventType", "").lower(),
        variant=variant,
        is_set_up=not tags.get("FEN", _START).startswith(_START),
    )


def _side(tags: dict[str, str], colour: str) -> TaggedPlayer:
    name = _named(tags, colour)
    if name in _NOBODY:
        raise Broken(say("no player in {colour}", colour=colour))
    fide_id = tags.get(f"{colour}FideId", "").lstrip("0")
    rating = tags.get(f"{colour}Elo", "")
    return TaggedPlayer(
        name,
        fide_id if is_fide_number(fide_id) else "",
        whole_number(rating, 4) or 0,
        tags.get(f"{colour}Title", "").upper().startswith("W"),
        _known(_named(tags, f"{colour}Team")),
    )


def _named(tags: dict[str, str], tag: str) -> str:
    """A name that the log can take."""
    text = tags.get(tag, "")
    if text.isascii() and text.isprintable() and text[:1].isalnum() and len(text) <= LONGEST_TEXT:
        return text
    if (sign := unsafe(text)) is not None:
        raise Broken(say("{tag} has {sign} in it", tag=tag, sign=character_name(sign)))
    if text.startswith(FORMULA_SIGNS) and text not in _UNKNOWN:
        raise Broken(
            say(
                "{tag} {text!r} begins with {sign}, which a spreadsheet would run",
                tag=tag,
                text=text,
                sign=text[0],
            )
        )
    if len(text) > LONGEST_TEXT:
        wrong = say(
            "a text of {number:,} characters in {tag}; at most {most:,}",
            number=len(text), tag=tag, most=LONGEST_TEXT,
        )  # fmt: skip
        raise Broken(wrong)
    return text


def _played(tags: dict[str, str]) -> tuple[Partial, Date | None]:
    """The day of the game and the first day of the event; what the one lacks, the other may tell."""
    started = _day(tags.get("EventDate", ""), "EventDate")
    event_day = started[0] if started and started[1] else None
    played = _day(tags.get("Date", ""), "Date") or _day(tags.get("UTCDate", ""), "UTCDate")
    if played is None:
        if event_day is None:
            raise Broken(
                say("no date")
                if "Date" not in tags
                else say("date {date!r} without a year", date=tags["Date"])
            )
        return (event_day, False), event_day
    if (
        not played[1]
        and event_day is not None
        and played[0] <= event_day
        and event_day.year == played[0].year
    ):
        return (event_day, False), event_day
    return played, event_day


@lru_cache(10_000)
def _day(text: str, tag: str) -> Partial | None:
    """2019.05.31, or the first possible day of 2019.05.??; None if not even the year is told."""
    if not text or text.startswith("?"):
        return None
    found = _DATE.fullmatch(text)
    year_only = re.fullmatch(r"\d{4}", text)
    if found is None and year_only is None:
        raise Broken(say("{tag} {text!r} is not a date", tag=tag, text=text))
    year, month, day = found.groups() if found else (text, "??", "??")
    try:
        first = Date(
            int(year),
            1 if "?" in month else int(month),
            1 if "?" in day or "?" in month else int(day),
        )
    except ValueError:
        raise Broken(say("{tag} {text!r} is not a date", tag=tag, text=text)) from None
    if not _FIRST_YEAR <= first.year <= _LAST_YEAR:
        raise Broken(say("{tag} {text!r} is out of range", tag=tag, text=text))
    return first, "?" not in month + day


def _place(tags: dict[str, str]) -> tuple[int, int]:
    """Round and board. A broadcast of lichess may have them in other tags: `Round 7: A - B`, `StudyName`, `Board`."""
    round_, board = _round(tags.get("Round", ""))
    if "BroadcastName" not in tags:
        return round_, board
    for tag in ("StudyName", "Event"):
        named = _BROADCAST_ROUND.fullmatch(tags.get(tag, ""))
        if not round_ and named is not None:
            round_ = _round(named[1])[0]
    return round_, board or whole_number(tags.get("Board", ""), 5) or 0


def _round(text: str) -> tuple[int, int]:
    """Round and board of `3` and `3.2`; 0 for what is not told (`?`, `-`) or no number."""
    found = _ROUND.fullmatch(text)
    if found is None or not 1 <= int(found[1]) <= MOST_ARCHIVE_ROUNDS:
        return 0, 0
    return int(found[1]), int(found[2] or 0)


def _known(text: str) -> str:
    if text in _UNKNOWN:
        return ""
    return text


def _site(text: str) -> str:
    """The place; of an address, which is another one for each game, the host alone."""
    text = _known(text)
    if text.startswith(("http://", "https://")):
        try:
            return urlsplit(text).hostname or ""
        except ValueError:
            return ""
    return text
