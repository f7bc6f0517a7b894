"""Events as somebody at the desk may append them: in their own name, now, and nothing that is for others to append."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from ledger import Log
from ledger.append.appenders import appender_of
from ledger.errors import Problem
from ledger.events import AnyEvent, ListPublished
from ledger.item import Item, Items
from wording import say


class OwnItems(Items):
    """The items of a file as this person may append them, counted by kind."""

    def __init__(self, items: Items, log: Log) -> None:
        super().__init__(items.name, iter(items))
        self._log = log
        self.kinds: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Item]:
        for item in self._items:
            own = own_item(item, self._log)
            if own.event is not None:
                self.kinds[type(own.event).__name__] += 1
            yield own


def own_item(item: Item, log: Log) -> Item:
    """An item as somebody at the desk may append it, or what is wrong with it."""
    event = item.event
    if event is None or _stands(log, event):
        return item
    problem = _objection(event)
    if problem is not None:
        return item._replace(event=None, problem=problem)
    if event.by is None:
        return item
    return item._replace(event=replace(event, by=None), encoded=None)


def _objection(event: AnyEvent) -> Problem | None:
    """Why somebody at the desk may not append an event."""
    if isinstance(event, ListPublished):
        wrong = say("a list is not published by a file")
        return Problem("", wrong, say("leave the line out, and publish the list"))
    if appender_of(event) == "owner":
        wrong = say("a {type} is for the owner of the ledger", type=type(event).__name__)
        remedy = say("leave the line out; erase and keys are commands of the owner")
        return Problem("", wrong, remedy)
    if event.position is not None or event.recorded is not None:
        wrong = say("this event was recorded elsewhere: it has a position or a time of recording")
        remedy = say("leave both out; a whole export is imported with the command")
        return Problem("", wrong, remedy)
    return None


def _stands(log: Log, event: AnyEvent) -> bool:
    """Whether this is the very event of the log: readers hand it on, so that it is recognised and not appended."""
    position = event.position
    return position is not None and 1 <= position <= log.head and log.event(position) == event
