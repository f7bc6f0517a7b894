"""What bounds a question: days that a ledger can speak of, memory, and a look at each list whether it must end."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from ledger.errors import LedgerError
from wording import say

if TYPE_CHECKING:
    from projections import Snapshot

MB = 1_000_000
RESERVED = 1_500 * MB  # threads and the compiler ask for so much and never use it, but it counts
FIRST_YEAR = 1800
YEARS_AHEAD = 10  # after today, and after the newest tournament or published list of the ledger
Step = TypeVar("Step")

_look: ContextVar[Callable[[], None] | None] = ContextVar("look", default=None)


def checked_day(day: date, known: "Callable[[], Snapshot]") -> date:
    """A day that a list can be asked for; `known` is asked only for a day far ahead, because reading it takes time."""
    last_year = date.today().year + YEARS_AHEAD
    if day.year > last_year:
        last_year = max(last_year, _newest_year(known()) + YEARS_AHEAD)
    if not FIRST_YEAR <= day.year <= last_year:
        raise LedgerError(
            say("{day} is out of reach", day=day),
            remedy=say("ask for a day from {first} to {last}", first=FIRST_YEAR, last=last_year),
        )
    return day


def _newest_year(snapshot: "Snapshot") -> int:
    """The year of the last day that the ledger speaks of."""
    closed = int(snapshot.tournaments.table.closed.max(initial=1))
    published = int(snapshot.known.rows("publications", "list_date")["list_date"].max(initial=1))
    return date.fromordinal(max(closed, published)).year


def limit_memory(megabytes: int | None) -> None:
    """Bound the memory of this process, by default to three quarters of the machine's: what needs more is refused.

    Without a bound the system ends the whole process when memory is short, and everybody's pages with it.
    """
    try:
        import resource
    except ImportError:  # not a Unix
        return
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    bound = RESERVED + (whole * 3 // 4 if megabytes is None else megabytes * MB)
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard != resource.RLIM_INFINITY:
        bound = min(bound, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (bound, hard))


def too_much_memory() -> LedgerError:
    """What is said of a question that needs more memory than there is."""
    return LedgerError(
        say("this takes more memory than the desk may use"),
        remedy=say(
            "ask for less, use the command, or let whoever runs the desk give it more memory"
        ),
    )


def look() -> None:
    """Raise if the question that is being answered must end."""
    if (now := _look.get()) is not None:
        now()


@contextmanager
def looking(look: Callable[[], None]) -> Iterator[None]:
    """Meanwhile each step of a replay calls `look`, which raises if the question must end."""
    token = _look.set(look)
    try:
        yield
    finally:
        _look.reset(token)


def watched(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps of a replay, with a look before each whether the question must end."""
    look = _look.get()
    if look is None:
        yield from steps
        return
    look()
    for step in steps:
        yield step
        look()
