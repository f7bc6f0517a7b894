"""Comparisons as rows and as a summary by cause."""

from collections.abc import Iterator
from decimal import Decimal

import numpy as np

from replay.answers.language import tr
from replay.compare.causes import CAUSES, Split
from replay.compare.side import FileSide, Side
from replay.office.office import Office
from replay.which import WhichList
from schemes import Scheme

COLUMNS = ("player", "before", "after", "change", "cause")
Cells = tuple[str, ...]


def by_cause_columns() -> Cells:
    """The columns with one per cause instead of one for all."""
    return (*COLUMNS[:-1], *(cause.replace(" ", "_") for cause in CAUSES), "status")


def rows(split: Split, chosen: Scheme, *, by_cause: bool = False, every: bool = False) -> list[Cells]:
    """The rows that differ, by player id; with `every`, all that are on a list."""
    table = np.stack([split.causes[cause] for cause in CAUSES], axis=1)
    on_list = (split.before > 0) | (split.after > 0)
    both = (split.before > 0) & (split.after > 0)
    status = both & (split.active[0] != split.active[1])
    if every:
        differs = on_list
    else:
        differs = on_list & ((split.before != split.after) | table.any(axis=1) | status)
    found: list[Cells] = []
    for player in sorted(np.flatnonzero(differs).tolist(), key=split.ids.__getitem__):
        booked = table[player].tolist()
        assert sum(booked) == split.after[player] - split.before[player], "the causes add up"
        told = _status(split, player) if status[player] else ""
        if by_cause:
            causes = (*map(points, booked), told)
        else:
            causes = (cause(booked, told),)
        found.append((split.ids[player], *_ratings(split, player, chosen), *causes))
    return found


def _ratings(split: Split, player: int, chosen: Scheme) -> Cells:
    before, after = (int(side[player]) * 10**chosen.decimals // 100 for side in (split.before, split.after))
    if before and after:
        change = chosen.shown(after - before)
    else:
        change = ""
    return (chosen.shown(before) if before else "", chosen.shown(after) if after else "", change)


def _status(split: Split, player: int) -> str:
    if split.active[1][player]:
        return tr("now active")
    return tr("now inactive")


def cause(booked: list[int], status: str = "") -> str:
    """`games +12.4; rounding -0.4`: the causes with a part in the difference, which add up to it."""
    parts = [
        f"{tr(name)} {'+' if part > 0 else ''}{points(part)}" for name, part in zip(CAUSES, booked, strict=True) if part
    ]
    return "; ".join([*parts, status] if status else parts)


def points(hundredths: int) -> str:
    """Hundredths as points, without idle zeros."""
    sign = "-" if hundredths < 0 else ""
    whole, part = divmod(abs(hundredths), 100)
    return f"{sign}{whole}" + (f".{part:02d}".rstrip("0") if part else "")


def summary(split: Split) -> Iterator[Cells]:
    """For each cause: how many players, up and down, and the sum; then how many are on one list only.

    A whole rating that begins or ends is no change of one, so it goes into no sum.
    """
    both = (split.before > 0) & (split.after > 0)
    for name in CAUSES:
        part = split.causes[name][both]
        if part.any():
            up = part[part > 0]
            down = part[part < 0]
            counts = (str(len(up) + len(down)), str(len(up)), str(len(down)))
            yield (tr(name), *counts, points(int(part.sum())))
    total = (split.after - split.before)[both]
    moved = (str(np.count_nonzero(total)), str(np.count_nonzero(total > 0)), str(np.count_nonzero(total < 0)))
    yield (tr("all"), *moved, points(int(total.sum())))
    for name, only in ((tr("now on the list"), split.before == 0), (tr("no longer on the list"), split.after == 0)):
        number = np.count_nonzero(only & ((split.before > 0) | (split.after > 0)))
        if number:
            yield (name, str(number), "", "", "")


def plain_rows(office: Office | None, before: Side, after: Side, *, every: bool = False) -> list[Cells]:
    """Lists that have no causes in common: of different schemes, or from a file."""
    one = _plain(office, before)
    other = _plain(office, after)
    found: list[Cells] = []
    for player in sorted(one.keys() | other.keys()):
        left = one.get(player, "")
        right = other.get(player, "")
        if every or left != right:
            if left and right:
                change = str(Decimal(right) - Decimal(left))
            else:
                change = ""
            found.append((player, left, right, change, ""))
    return found


def why_no_causes(before: Side, after: Side) -> str:
    """Why two lists are put side by side without causes; empty if they have some."""
    files = [side.path for side in (before, after) if isinstance(side, FileSide)]
    if len(files) == 2:
        two = {"one": files[0], "other": files[1]}
        return tr("no causes: {one} and {other} are files, which do not say how they came about", **two)
    if files:
        return tr(
            "no causes: {file} is a file that this ledger has not published, and does not say how it came about",
            file=files[0],
        )
    assert isinstance(before, WhichList) and isinstance(after, WhichList)
    if before.scheme == after.scheme:
        return ""
    return tr(
        "no causes: {one} and {other} are two regulations, each with its own scale; from one list to the other there "
        "are no steps that change one thing each",
        one=before.scheme,
        other=after.scheme,
    )


def _plain(office: Office | None, side: Side) -> dict[str, str]:
    if isinstance(side, FileSide):
        return side.ratings
    assert office is not None, "a list is made from a ledger"
    replayed = office.replay(office.world(side), side.day)
    from replay.lists.rating_list import make_list

    made = make_list(replayed, "")
    at = [made.table.column_names.index(name) for name in ("player", "rating")]
    return {str(row[at[0]]): str(row[at[1]]) for row in made.rows}
