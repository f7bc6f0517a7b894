"""An event or a problem at one place of a file: what readers give and the log takes."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec import Struct

from ledger.errors import Problem
from ledger.events import AnyEvent


class Item(NamedTuple):
    """An event or a problem at one place of a file. `where` is a line, or a place in words."""

    where: int | str
    excerpt: str | bytes
    event: AnyEvent | None
    problem: Problem | None = None
    encoded: bytes | None = None  # the event's content, if the reader has it already
    given: AnyEvent | None = (
        None  # the event as the file has it, where `event` is what the log has in its place
    )


def problem_item(problem: Problem) -> Item:
    """A problem at its place."""
    return Item(problem.place, problem.excerpt, None, problem)


class Items:
    """The items of one file, with the name that messages call it by.

    Whoever types an event has seen the log up to `seen_until`: a foul from before is another one, not the same again.
    """

    def __init__(self, name: str, items: Iterator[Item], seen_until: int = 0) -> None:
        self.name = name
        self.seen_until = seen_until
        self._items = items

    def __iter__(self) -> Iterator[Item]:
        return self._items


class KeptItems(Items):
    """Items that can be gone through more than once."""

    def __init__(self, items: Items) -> None:
        self._all = list(items)
        super().__init__(items.name, iter(()), items.seen_until)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._all)


Advance = Callable[[int], None]
Note = Callable[[AnyEvent], bool]  # is an event to be given back?


class Noted(NamedTuple):
    """An appended event and its place in the imported file."""

    place: str
    item: Item


class Appended(Struct, frozen=True):
    """What an append did."""

    appended: int
    duplicates: int
    first: int  # position of the first appended event; 0 if none
    head: int
    warnings: tuple[Problem, ...] = ()
    noted: tuple[Noted, ...] = ()  # appended events that were asked for, in order


class Objection(Exception):
    """Why an event cannot be appended, and what to do; `missing` is a stream that it needs and that is not there.

    One that `is_private` is told without the line of the file: it names somebody who was erased.
    """

    def __init__(
        self, wrong: str, remedy: str = "", missing: str = "", *, is_private: bool = False
    ) -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.remedy = remedy
        self.missing = missing
        self.is_private = is_private
