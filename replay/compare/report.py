"""Comparisons as rows and as a summary by cause."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

import numpy as np

from replay.answers import columns, kinds
from replay.answers.table import Column, Row, Table
from replay.compare.causes import CAUSES, Split
from replay.compare.side import FileSide, Side
from replay.office.office import Office
from replay.which import WhichList
from schemes import Scheme
from wording import say

Number = int | Decimal
STATUS = Column("status", kinds.STATUS_CHANGE, say("status"))
RATINGS = (columns.PLAYER, columns.BEFORE, columns.AFTER, columns.CHANGE)
COLUMNS = (
    *RATINGS,
    Column("cause", kinds.TEXT, say("cause"), kept=True, joins=(columns.CAUSES, STATUS)),
)
BY_CAUSE = {
    code: Column(word.replace(" ", "_"), kinds.PART, word) for code, word in kinds.CAUSES.items()
}
COLUMNS_BY_CAUSE = (
    *RATINGS,
    *BY_CAUSE.values(),
    Column("status", kinds.WORD, say("status"), joins=(STATUS,)),
)
COUNTED = {
    **kinds.CAUSES,
    "all": say("all"),
    "now-listed": say("now on the list"),
    "no-longer-listed": say("no longer on the list"),
}
SUMMARY = (
    Column("cause", kinds.codes(COUNTED, spare=0), say("cause")),
    Column("players", kinds.COUNT, say("players")),
    Column("up", kinds.COUNT, say("up")),
    Column("down", kinds.COUNT, say("down")),
    Column("sum", kinds.PART, say("sum")),
)


def rows(split: Split, chosen: Scheme, *, every: bool = False) -> list[Row]:
    """The rows that differ, by player id; with `every`, all that are on a list."""
    table = np.stack([split.causes[cause] for cause in CAUSES], axis=1)
    on_list = (split.before > 0) | (split.after > 0)
    both = (split.before > 0) & (split.after > 0)
    status = both & (split.active[0] != split.active[1])
    if every:
        differs = on_list
    else:
        differs = on_list & ((split.before != split.after) | table.any(axis=1) | status)
    found: list[Row] = []
    for player in sorted(np.flatnonzero(differs).tolist(), key=split.ids.__getitem__):
        booked = table[player].tolist()
        assert sum(booked) == split.after[player] - split.before[player], "the causes add up"
        told = None
        if status[player]:
            told = _status(split, player)
        ratings = _ratings(split, player, chosen)
        found.append(
            {"player": split.ids[player], **ratings, "causes": amounts(booked), "status": told}
        )
    return found


def by_cause(found: Sequence[Row]) -> list[Row]:
    """The same rows with a value for each cause."""
    rows: list[Row] = []
    for row in found:
        parts = {column.name: row["causes"].get(code, 0) for code, column in BY_CAUSE.items()}
        rows.append({**row, **parts})
    return rows


def _ratings(split: Split, player: int, chosen: Scheme) -> dict[str, Number | None]:
    before, after = (
        int(side[player]) * 10**chosen.decimals // 100 for side in (split.before, split.after)
    )
    ratings: dict[str, Number | None] = {"before": None, "after": None, "change": None}
    if before:
        ratings["before"] = _exact(before, chosen)
    if after:
        ratings["after"] = _exact(after, chosen)
    if before and after:
        ratings["change"] = _exact(after - before, chosen)
    return ratings


def _exact(units: int, chosen: Scheme) -> Number:
    """A rating at the scheme's own precision."""
    if chosen.decimals == 0:
        return units
    return Decimal(units).scaleb(-chosen.decimals)


def _status(split: Split, player: int) -> str:
    if split.active[1][player]:
        return "now-active"
    return "now-inactive"


def amounts(booked: Sequence[int]) -> dict[str, Number]:
    """The causes with a part in the difference, which add up to it; from hundredths, in the order of the causes."""
    return {code: points(part) for code, part in zip(CAUSES, booked, strict=True) if part}


def points(hundredths: int) -> Number:
    """Hundredths as points, without idle zeros."""
    if hundredths % 100 == 0:
        return hundredths // 100
    if hundredths % 10 == 0:
        return Decimal(hundredths // 10).scaleb(-1)
    return Decimal(hundredths).scaleb(-2)


def summary(split: Split) -> Table:
    """For each cause: how many players, up and down, and the sum; then how many are on one list only.

    A whole rating that begins or ends is no change of one, so it goes into no sum.
    """
    return Table(SUMMARY, list(_counted(split)), say("By cause"))


def _counted(split: Split) -> Iterator[Row]:
    both = (split.before > 0) & (split.after > 0)
    for code in CAUSES:
        part = split.causes[code][both]
        if part.any():
            yield _moved(code, part)
    yield _moved("all", (split.after - split.before)[both])
    for code, only in (("now-listed", split.before == 0), ("no-longer-listed", split.after == 0)):
        number = np.count_nonzero(only & ((split.before > 0) | (split.after > 0)))
        if number:
            yield {"cause": code, "players": int(number)}


def _moved(code: str, part: np.ndarray) -> Row:
    """How many players go up and down, and by how much in all."""
    up = int(np.count_nonzero(part > 0))
    down = int(np.count_nonzero(part < 0))
    return {
        "cause": code,
        "players": up + down,
        "up": up,
        "down": down,
        "sum": points(int(part.sum())),
    }


def plain_rows(
    office: Office | None, before: Side, after: Side, *, every: bool = False
) -> list[Row]:
    """Lists that have no causes in common: of different schemes, or from a file."""
    one = _plain(office, before)
    other = _plain(office, after)
    found: list[Row] = []
    for player in sorted(one.keys() | other.keys()):
        left = _read(one.get(player))
        right = _read(other.get(player))
        if every or one.get(player) != other.get(player):
            change = None
            if left is not None and right is not None:
                change = right - left
            found.append({"player": player, "before": left, "after": right, "change": change})
    return found


def _read(rating: str | None) -> Number | None:
    if rating is None:
        return None
    if "." in rating:
        return Decimal(rating)
    return int(rating)


def why_no_causes(before: Side, after: Side) -> str:
    """Why two lists are put side by side without causes; empty if they have some."""
    files = [side.path for side in (before, after) if isinstance(side, FileSide)]
    if len(files) == 2:
        two = {"one": files[0], "other": files[1]}
        return say(
            "no causes: {one} and {other} are files, which do not say how they came about", **two
        )
    if files:
        return say(
            "no causes: {file} is a file that this ledger has not published, and does not say how it came about",
            file=files[0],
        )
    assert isinstance(before, WhichList) and isinstance(after, WhichList)
    if before.scheme == after.scheme:
        return ""
    return say(
        "no causes: {one} and {other} are two regulations, each with its own scale; from one list to the other there "
        "are no steps that change one thing each",
        one=before.scheme,
        other=after.scheme,
    )


def _plain(office: Office | None, side: Side) -> Mapping[str, str]:
    if isinstance(side, FileSide):
        return side.ratings
    assert office is not None, "a list is made from a ledger"
    replayed = office.replay(office.world(side), side.day)
    from replay.lists.rating_list import make_list

    made = make_list(replayed, "")
    at = [made.table.column_names.index(name) for name in ("player", "rating")]
    return {str(row[at[0]]): str(row[at[1]]) for row in made.rows}
