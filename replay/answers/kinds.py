"""What a column can hold. Everything that depends on it is decided here, once.

A kind says the type of its values in data, how they are aligned and signed, whether the column may be left out on a
narrow terminal, which page a value leads to, and the words for its codes. No other place looks at a column's name.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from wording import say, say_as

Data = Literal["text", "whole", "number", "day", "moment", "amounts", "reasons", "value"]


class Kind(Struct, frozen=True):
    """One kind of column."""

    data: Data
    "Type of the values: text, int, int or Decimal, date, datetime, bool, code → Decimal, reasons, or whatever comes."
    spare: int = 2
    "On a narrow terminal the columns with the largest number go first; those with 0 never go."
    right: bool = False
    "Aligned to the right."
    sign: bool = False
    "People see + before a positive number."
    folds: bool = False
    "A long text may be folded between words."
    prefix: str = ""
    "What stands before the value on a page."
    suffix: str = ""
    "What people see after the value."
    page: str = ""
    "The pages that values lead to: players, tournaments, log, schemes, published."
    words: Mapping[str, str] = {}
    "The words for codes; data have the codes."


def codes(words: Mapping[str, str], *, spare: int = 2) -> Kind:
    """A kind for the codes of a fixed set."""
    return Kind("text", spare, words=words)


STATUSES = {
    "active": say("active"),
    "inactive": say("inactive"),
    "unrated": say("unrated"),
}
STATUS_CHANGES = {
    "now-active": say("now active"),
    "now-inactive": say("now inactive"),
}
SEXES = {"M": say("M"), "F": say("F")}
CAUSES = {
    "late": say("late reports"),
    "corrections": say("corrections"),
    "rules": say("rule change"),
    "others": say("other schemes"),
    "games": say_as("cause", "games"),
    "first": say("first rating"),
    "carried": say("carried in"),
    "ended": say("rating ended"),
    "title": say("titles"),
    "bonus": say("bonuses"),
    "absence": say("inactivity"),
    "floor": say("floor"),
    "rounding": say("rounding"),
    "listing": say("listing"),
}
"""Why two lists differ, in the order in which they are told."""

PLAYER = Kind("text", 0, page="players")
TOURNAMENT = Kind("text", 1, page="tournaments")
SCHEME = Kind("text", 1, page="schemes")
NAME = Kind("text", 0, folds=True)
TEXT = Kind("text", 3, folds=True)
WORD = Kind("text", 2)
ARTICLE = Kind("text", 2)
FEDERATION = Kind("text", 2)
TITLE = Kind("text", 2)
SEX = codes(SEXES)
STATUS = codes(STATUSES)
STATUS_CHANGE = codes(STATUS_CHANGES)
RANK = Kind("whole", 0, right=True)
RATING = Kind("number", 0, right=True)
CHANGE = Kind("number", 0, right=True, sign=True)
SCORE = Kind("number", 0, right=True)
PART = Kind("number", 2, right=True, sign=True)
"""What one cause has in a change."""
POINTS = Kind("number", 2, right=True)
COUNT = Kind("whole", 2, right=True)
K = Kind("whole", 2, right=True)
YEAR = Kind("whole", 2, right=True)
NUMBER = Kind("number", 2, right=True)
SHARE = Kind("number", 2, right=True, suffix=" %")
DAY = Kind("day", 1)
MOMENT = Kind("moment", 3)
POSITION = Kind("whole", 1, right=True, prefix="#", page="log")
AMOUNTS = Kind("amounts", 1, folds=True, words=CAUSES)
REASONS = Kind("reasons", 1, folds=True)
VALUE = Kind("value", 2)
SQL_NUMBER = Kind("value", 2, right=True)
SQL_VALUE = Kind("value", 2, folds=True)
"""What somebody's own query gives."""
