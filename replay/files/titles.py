"""Titles as people write them: a code, or the name of one in English, simplified or traditional Chinese.

An award is stored by its code. A name that several regulations have is that of the regulation in use.
On the way the codes of tie-breaks are looked at, too.
"""

import re
import unicodedata
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ledger import Log, Problem
from ledger.events import (
    AnyEvent,
    RatingCarriedIn,
    TitleAwarded,
    TitleRevoked,
    TournamentCorrected,
    TournamentRegistered,
)
from ledger.item import Item, Items
from replay.files.tie_breaks import wrong_tie_breaks
from replay.files.vocabulary import ARENA, OTHER
from wording import either, say

if TYPE_CHECKING:
    from schemes import Schemes


NAMED = 10  # so many titles are named where none is near
_LOOKED_AT = frozenset((TitleAwarded, TitleRevoked, TournamentRegistered, TournamentCorrected))


class TitleNames:
    """What the titles in files and forms mean in a ledger."""

    def __init__(self, log: Log, place: str | Path) -> None:
        self._log = log
        self._place = str(place)
        self._seen: set[str] = set()  # schemes that the file itself names

    def understood(self, items: Items) -> Items:
        """The same items with titles by their codes; a title that nobody knows is a problem."""
        return Items(items.name, self._read(iter(items)), items.seen_until)

    def event(self, event: AnyEvent) -> AnyEvent | Problem:
        """An event with its title by its code, or what is wrong with it."""
        if isinstance(event, TitleAwarded | TitleRevoked):
            return self._one(event)
        return wrong_tie_breaks(event) or event

    def _read(self, items: Iterator[Item]) -> Iterator[Item]:
        for item in items:
            event = item.event
            if isinstance(event, RatingCarriedIn):
                self._seen.add(event.scheme)
            if type(event) not in _LOOKED_AT:
                yield item  # nearly always: a game, or a rating
                continue
            self._note(event)
            if event is None or event.recorded is not None:
                yield item  # what was recorded in another log is taken as it is
                continue
            if not isinstance(event, TitleAwarded | TitleRevoked):
                wrong = wrong_tie_breaks(event)
                yield (
                    item
                    if wrong is None
                    else item._replace(event=None, problem=wrong, encoded=None)
                )
                continue
            if event.title not in self._codes and len(self._meanings(event.title)) > 1:
                rest = list(items)  # the schemes that decide may be named further down
                for later in rest:
                    self._note(later.event)
                yield self._item(item, event)
                yield from self._read(iter(rest))
                return
            yield self._item(item, event)

    def _note(self, event: AnyEvent | None) -> None:
        """Remember the schemes that a file names."""
        if isinstance(event, TournamentRegistered):
            self._seen.update(event.rated)
        elif isinstance(event, RatingCarriedIn):
            self._seen.add(event.scheme)

    def _item(self, item: Item, event: TitleAwarded | TitleRevoked) -> Item:
        made = self._one(event)
        if isinstance(made, Problem):
            return item._replace(event=None, problem=made, encoded=None)
        if made is event:
            return item
        return item._replace(event=made, encoded=None)

    def _one(self, event: TitleAwarded | TitleRevoked) -> TitleAwarded | TitleRevoked | Problem:
        title = event.title
        if title in self._codes:
            return event
        if isinstance(event, TitleRevoked) and self._was_awarded(event):
            return event  # stored as it was written, and revoked so
        codes = self._meanings(title)
        if len(codes) > 1:
            codes = self._in_use(codes) or codes
        if len(codes) == 1:
            return replace(event, title=codes[0])
        if codes:
            wrong = say("the title {title!r} may be {codes}", title=title, codes=either(codes))
            return Problem("", wrong, say("write the code"))
        return Problem(
            "", say("no scheme knows the title {title!r}", title=title), self._nearest(title)
        )

    def _was_awarded(self, event: TitleRevoked) -> bool:
        awards = (other for _, other in self._log.stream(f"player/{event.player}"))
        return any(
            isinstance(other, TitleAwarded) and other.title == event.title for other in awards
        )

    @cached_property
    def _names(self) -> dict[str, dict[str, set[str]]]:
        from schemes import Schemes  # only here, because it loads the regulations

        return names_of_titles(Schemes.of_ledger(self._place))

    @cached_property
    def _codes(self) -> frozenset[str]:
        return frozenset(code for codes in self._names.values() for code in codes)

    def _meanings(self, title: str) -> list[str]:
        return sorted(self._names.get(_plain(title), {}))

    def _in_use(self, codes: list[str]) -> list[str]:
        """Those of some codes whose scheme rates something in this ledger, or in the file that is read."""
        schemes_of: dict[str, set[str]] = {}
        for found in self._names.values():
            for code, schemes in found.items():
                schemes_of.setdefault(code, set()).update(schemes)
        return [code for code in codes if schemes_of[code] & (self._seen | self._used)]

    @cached_property
    def _used(self) -> set[str]:
        """The schemes of which the ledger has a rating or a tournament."""
        from replay.office.office import Office  # only here, because it loads the read model

        office = Office(self._place, log=self._log)
        try:
            snapshot = office.snapshot()
            carried = set(snapshot.known.rows("carried", "scheme")["scheme"].to_pylist())
            registered = snapshot.tournaments.registrations(range(len(snapshot.tournaments)))
            return carried.union(*(event.rated for event in registered.values()))
        finally:
            office.let_go()

    def _nearest(self, title: str) -> str:
        """The titles that may be meant, of the schemes in use."""
        every = sorted(self._codes)
        codes = self._in_use(every) or every
        of_names = {
            name: code for name, found in self._names.items() for code in found if code in codes
        }
        close = get_close_matches(_plain(title), sorted(of_names))
        if close:
            close.sort(key=lambda name: _is_of_no_list(of_names[name]))
            return say("did you mean {name}?", name=of_names[close[0]])
        named = ", ".join(codes[:NAMED])
        if len(codes) <= NAMED:
            return say("known are: {known}", known=named)
        return say(
            "known are, for example: {known}; rating-ledger help schemes has all of them",
            known=named,
        )


def names_of_titles(schemes: "Schemes") -> dict[str, dict[str, set[str]]]:
    """Names of titles, in the form that `_plain` gives, each with its codes and the schemes of each code."""
    from schemes.standings import TITLE_NAMES

    names: dict[str, dict[str, set[str]]] = {}
    for scheme in schemes.working():
        declared = {code: (shown,) for code, shown in scheme.titles.items()} | dict(
            scheme.title_names
        )
        for code, words in declared.items():
            for word in (code, code.rpartition("-")[2], scheme.titles.get(code, code), *words):
                names.setdefault(_plain(word), {}).setdefault(code, set()).add(scheme.name)
    for code, words in TITLE_NAMES.items():
        for word in (code, *words):
            names.setdefault(_plain(word), {}).setdefault(code, set())
    return names


def titles_called(schemes: "Schemes", name: str) -> list[str]:
    """The codes of the titles that a name stands for."""
    return list(names_of_titles(schemes).get(_plain(name), ()))


def _plain(name: str) -> str:
    """A name without case, spaces, marks and width."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name)).casefold()


def _is_of_no_list(code: str) -> bool:
    """Whether a title is one of FIDE's for arbiters, trainers or its arena: rarely what somebody mistyped."""
    return code.removeprefix("fide-") in (*ARENA, *OTHER)
