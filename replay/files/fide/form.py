"""A rating list in FIDE's own fixed-width form, as its monthly text files have it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date as Date
from typing import Any, NamedTuple

from ledger.errors import LedgerError
from projections import Snapshot
from projections.scheme_inputs import facts
from replay.files.dates import MONTHS
from replay.files.vocabulary import ARENA, OPEN, WOMEN
from schemes import Scheme
from wording import say

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
_OTHER_WIDTH = 14
# as FIDE's lists order them: trainers, then arbiters (FT,SI · SI,NI,LSI,NA · FT,FA)
_OTHER_ORDER = ("fst", "ft", "fi", "si", "ni", "di", "lsi", "io", "ia", "fa", "na")
_NEEDED = ("player", "name", "rating")


class ListedTitles(NamedTuple):
    """The titles of a player in the columns Tit, WTit, OTit and FOA; empty for none."""

    title: str = ""
    women: str = ""
    other: str = ""
    arena: str = ""


def listed_titles(scheme: Scheme, snapshot: Snapshot, day: Date) -> dict[str, ListedTitles]:
    """Player → titles held on a day: the columns are apart, so none hides another."""
    given = facts(snapshot, scheme.name)
    held: dict[int, dict[str, bool]] = {}
    columns = (given.title_player, given.title_day, given.title_code, given.title_held)
    for player, since, code, is_held in zip(*(each.tolist() for each in columns), strict=True):
        if since <= day.toordinal():
            held.setdefault(player, {})[given.titles[code].removeprefix("fide-")] = is_held
    ids = snapshot.people.id_list
    return {ids[player]: _listed(titles) for player, titles in held.items()}


def _listed(held: Mapping[str, bool]) -> ListedTitles:
    columns = [
        [code.upper() for code in codes if held.get(code)]
        for codes in (OPEN, WOMEN, _OTHER_ORDER, ARENA)
    ]
    title, women, other, arena = columns
    while len(",".join(other)) > _OTHER_WIDTH:
        other.pop()  # FIDE's column has no room for more
    return ListedTitles("".join(title[:1]), "".join(women[:1]), ",".join(other), "".join(arena[:1]))


def fide_text(
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    list_date: Date,
    titles: Mapping[str, ListedTitles],
) -> str:
    """The list as text: a heading with the month, then a line for each row, in the order of the rows."""
    if missing := [name for name in _NEEDED if name not in columns]:
        raise LedgerError(
            say("FIDE's form needs a column {column!r}", column=missing[0]),
            remedy=say("the list has {columns}", columns=", ".join(columns)),
        )
    month = f"{MONTHS[list_date.month - 1].upper()}{list_date.year % 100:02}"
    heading = "".join(f"{name:{width}}" for name, width in (*_WIDTHS, (month, 6), *_RATED))
    lines = [_line(dict(zip(columns, row, strict=True)), titles) for row in rows]
    return "".join(f"{line.rstrip()}\n" for line in (heading, *lines))


def _line(row: dict[str, Any], titles: Mapping[str, ListedTitles]) -> str:
    said = {name: "" if value is None else str(value) for name, value in row.items()}
    player = said["player"]
    sex = said.get("sex", "")
    titled = titles.get(player, ListedTitles())
    if len(player) > 14:
        raise LedgerError(
            say("player id {player!r} is longer than FIDE's column of 14", player=player),
            remedy=say("use .csv or .xlsx"),
        )
    flag = ("w" if sex == "F" else "") + ("i" if said.get("status") == "inactive" else "")
    whole_rating = said["rating"].partition(".")[0]
    return (
        f"{player:15}{' '.join(said['name'].split())[:60]:61}{said.get('federation', '')[:3]:4}{sex:4}"
        f"{titled.title or titled.women:5}{titled.women:5}{titled.other:15}{titled.arena:4}{whole_rating:6}"
        f"{said.get('games', '')[:3]:4}{said.get('k', '').partition('.')[0][:2]:3}{said.get('born', '')[:4]:6}{flag:4}"
    )
