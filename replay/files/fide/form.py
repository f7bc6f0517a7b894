"""A rating list in FIDE's own fixed-width form, as its monthly text files have it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date as Date
from typing import Any

import numpy as np

from ledger.errors import LedgerError
from projections import Snapshot
from projections.scheme_inputs import facts
from replay.lists.rating_list import highest_titles
from schemes import Scheme
from wording import say

_MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
# column, its width in the file
_WIDTHS = (
    ("ID Number", 15),
    ("Name", 61),
    ("Fed", 4),
    ("Sex", 4),
    ("Tit", 5),
    ("WTit", 5),
    ("OTit", 15),
    ("FOA", 4),
)
_RATED = (("Gms", 4), ("K", 3), ("B-day", 6), ("Flag", 4))
_NEEDED = ("player", "name", "rating")


Titles = Mapping[
    str, tuple[str, str]
]  # player → highest title open to all, highest women's title; "" for none


def both_titles(scheme: Scheme, snapshot: Snapshot, day: Date) -> Titles:
    """The two titles that FIDE's list shows of a player: its columns are apart, so neither hides the other."""
    given = facts(snapshot, scheme.name)
    count = len(snapshot.people)
    kinds = [
        [code for code in scheme.titles if code.startswith("fide-w") == women]
        for women in (False, True)
    ]
    places = [highest_titles(given, count, codes, day.toordinal()) for codes in kinds]
    players = np.flatnonzero((places[0] > 0) | (places[1] > 0))
    ids = snapshot.people.ids.take(players).to_pylist()
    shown = (
        [
            ("", *(scheme.titles[code] for code in codes))[place]
            for place in column[players].tolist()
        ]
        for codes, column in zip(kinds, places, strict=True)
    )
    return dict(zip(ids, zip(*shown, strict=True), strict=True))


def fide_text(
    columns: Sequence[str], rows: Iterable[Sequence[Any]], list_date: Date, titles: Titles
) -> str:
    """The list as text: a heading with the month, then a line for each row, in the order of the rows."""
    if missing := [name for name in _NEEDED if name not in columns]:
        raise LedgerError(
            say("FIDE's form needs a column {column!r}", column=missing[0]),
            remedy=say("the list has {columns}", columns=", ".join(columns)),
        )
    month = f"{_MONTHS[list_date.month - 1]}{list_date.year % 100:02}"
    heading = "".join(f"{name:{width}}" for name, width in (*_WIDTHS, (month, 6), *_RATED))
    lines = [_line(dict(zip(columns, row, strict=True)), titles) for row in rows]
    return "".join(f"{line.rstrip()}\n" for line in (heading, *lines))


def _line(row: dict[str, Any], titles: Titles) -> str:
    said = {name: "" if value is None else str(value) for name, value in row.items()}
    player = said["player"]
    sex = said.get("sex", "")
    title, women_title = titles.get(player, ("", ""))
    if len(player) > 14:
        raise LedgerError(
            say("player id {player!r} is longer than FIDE's column of 14", player=player),
            remedy=say("use .csv or .xlsx"),
        )
    flag = ("w" if sex == "F" else "") + ("i" if said.get("status") == "inactive" else "")
    whole_rating = said["rating"].partition(".")[0]
    return (
        f"{player:15}{' '.join(said['name'].split())[:60]:61}{said.get('federation', '')[:3]:4}{sex:4}"
        f"{title or women_title:5}{women_title:5}{'':15}{'':4}{whole_rating:6}"
        f"{said.get('games', '')[:3]:4}{said.get('k', '').partition('.')[0][:2]:3}{said.get('born', '')[:4]:6}{flag:4}"
    )
