"""What an appeal does, for people and for programs: a summary, then rows."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from ledger.events import AnyEvent
from replay.appeals.answer import Row, Told
from replay.appeals.ranks import RankChange
from replay.appeals.trace import told as told_event

COLUMNS = ("list_date", "player", "before", "after", "change", "cause")
SHOWN = 5  # of the events, of the biggest changes
RANKS = 20


def columns_of(told: Sequence[Told]) -> tuple[str, ...]:
    """The columns of the rows; with rows of several schemes one more, at the end."""
    return COLUMNS if len(told) <= 1 else (*COLUMNS, "scheme")


def rows_of(told: Sequence[Told]) -> list[tuple[str, ...]]:
    """All rows: by scheme, list and player."""
    columns = columns_of(told)
    return [tuple(getattr(row, name) for name in columns) for each in told for row in each.rows]


def summary(
    entries: Sequence[tuple[int, AnyEvent]], told: Sequence[Told], ranks: Sequence[RankChange]
) -> Iterator[str]:
    """What is asked, which lists change and from which on, how many players, the biggest changes, the standings."""
    for position, event in entries[:SHOWN]:
        yield f"if appended: {told_event(position, event)}"
    if len(entries) > SHOWN:
        yield f"… and {len(entries) - SHOWN} more events"
    if not any(each.first_list for each in told):
        names = ", ".join(each.scheme for each in told)
        yield (
            f"nothing changes on the lists of {names}"
            if names
            else "nothing changes: no scheme rates what this is about"
        )
    for each in told:
        if each.first_list:
            yield from _scheme(each)
    yield from _ranks(ranks)
    yield ""


def _scheme(told: Told) -> Iterator[str]:
    yield f"{told.scheme}: changes from the list of {told.first_list} on"
    by_list: dict[str, list[Row]] = {day: [] for day in told.compared}
    for row in told.rows:
        by_list[row.list_date].append(row)
    for day, rows in by_list.items():
        rated = [row for row in rows if row.change not in ("", "0", "0.0")]
        others = len(rows) - len(rated)
        yield (
            f"  list of {day}: "
            + (f"{len(rated)} ratings change" if rated else "no rating changes")
            + (f", {others} other rows" if others else "")
        )
    biggest = sorted(
        (row for row in told.rows if row.change), key=lambda row: (-abs(Decimal(row.change)), row.list_date, row.player)
    )
    for row in biggest[:SHOWN]:
        if Decimal(row.change):
            yield f"  {row.player} on {row.list_date}: {row.before} → {row.after} ({signed(row.change)}), {row.cause}"


def _ranks(ranks: Sequence[RankChange]) -> Iterator[str]:
    for rank in ranks[:RANKS]:
        places = f"{rank.before or 'not ranked'} → {rank.after or 'not ranked'}"
        yield f"standings of {rank.tournament}: {rank.player} {places}"
    if len(ranks) > RANKS:
        yield f"… and {len(ranks) - RANKS} more places"


def signed(change: str) -> str:
    """A change with its sign."""
    return change if change.startswith("-") else f"+{change}"
