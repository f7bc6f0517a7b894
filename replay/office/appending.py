"""Appending with everything that is worth saying about it: one way for import, record and the desk."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from ledger import Appended, LedgerError, Log, Noted, Problem
from ledger.append.appenders import appender_of
from ledger.events import AnyEvent, ListPublished
from ledger.item import Advance, Item, Items
from replay.explain.import_warnings import NAMING, RANKED, SchemeNames, ranking_warnings
from replay.files.titles import TitleNames
from wording import say

if TYPE_CHECKING:
    from projections import Snapshot
    from schemes import Schemes


LARGE = 3_000_000  # bytes: about larger files no remarks are made, which would hold up the import


def every(_: AnyEvent) -> bool:
    return True


def may_be_remarked_on(event: AnyEvent) -> bool:
    """Is it an event of a kind that is looked at in large files, too?"""
    return type(event) in NAMING or type(event) in RANKED


class Judged(Struct, frozen=True):
    """What an append did, or would do, and what is worth saying about it."""

    done: Appended
    remarks: Sequence[Problem]


def snapshot_of(place: str | Path, log: Log) -> "Callable[[], Snapshot]":
    """Opens what is known in a ledger, when a reader asks for it."""

    def open_snapshot() -> "Snapshot":
        from replay.office.office import Office  # only here, because it loads the read model

        return Office(place, log=log).snapshot()

    return open_snapshot


def list_days(schemes: "Schemes", name: str) -> Callable[[date], date]:
    """For every day the day of the scheme's list that is in force then."""
    chosen = schemes[name]
    rules = chosen.rules()
    return lambda day: chosen.list_in_force(rules, day)[1]


def append_with_remarks(
    log: Log, place: str | Path, items: Items, *, dry_run: bool, by: str | None = None, advance: Advance | None = None,
    large: bool = False,
) -> Judged:  # fmt: skip
    """Append items, or only judge them, and gather all remarks; a file that is refused raises `refused`."""
    done = log.append(
        TitleNames(log, place).understood(items),
        dry_run=dry_run,
        by=by,
        advance=advance,
        note=may_be_remarked_on if large else every,
    )
    names = SchemeNames(place)
    names.look_at(done.noted)
    said = [*done.warnings, *names.warnings()]
    if done.appended and not dry_run:
        said += warnings_of_rankings(place, log, done, items.name)
    if not large:
        said += remarks_about(place, log, done.noted, dry_run=dry_run)
    if done.appended and not dry_run:
        said += published_lists_that_differ(place, log)
    return Judged(done, said)


def published_lists_that_differ(place: str | Path, log: Log) -> list[Problem]:
    """The published lists that would be others today, now that something was appended."""
    if not log.published():
        return []
    from replay.explain.remarks import LONGEST_LOG
    from replay.lists.since_published import remarks_on_published
    from replay.office.office import Office  # only here, because it loads the read model

    if log.head > LONGEST_LOG:
        wrong = say(
            "whether published lists would be others today takes a while to see in a log of this length"
        )
        return [Problem("", wrong, say("rating-ledger published says it"))]
    office = Office(place, log=log)
    try:
        return remarks_on_published(office)
    except LedgerError as error:
        return [
            Problem(
                "",
                say(
                    "the published lists could not be compared with today's: {error}",
                    error=error.text,
                ),
            )
        ]
    finally:
        office.let_go()


def warnings_of_rankings(place: str | Path, log: Log, done: Appended, name: str) -> list[Problem]:
    """Compare rankings with the rules. The events are stored by now, so nothing that goes wrong here is a failure."""
    try:
        return ranking_warnings(log, str(place), done.noted)
    except Exception as error:
        wrong = say(
            "the events are stored, but their rankings could not be compared with the rules: {error}",
            error=_told(error),
        )
        return [Problem(name, wrong)]


def remarks_about(
    place: str | Path, log: Log, noted: Sequence[Noted], *, dry_run: bool
) -> list[Problem]:
    """What is worth saying about the events, which are stored by now: nothing that goes wrong here is a failure."""
    if not noted:
        return []
    from replay.explain.remarks import remarks  # only here, because it loads the read model

    try:
        return remarks(str(place), log, noted, dry_run=dry_run)
    except Exception as error:
        wrong = say(
            "the events were taken, but nothing can be said about them: {error}", error=_told(error)
        )
        return [Problem("", wrong)]


def _told(error: Exception) -> str:
    if isinstance(error, LedgerError):
        return error.text
    return f"{type(error).__name__}: {error}"


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
