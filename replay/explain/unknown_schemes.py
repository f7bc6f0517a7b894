"""Scheme names in what is imported that no rules go by: most often a slip of the pen, so it is said, not refused."""

import os
from collections.abc import Iterable
from difflib import get_close_matches
from importlib.metadata import entry_points
from pathlib import Path

from ledger import Noted, Problem
from ledger.events import (
    ActivityResumed,
    AnyEvent,
    InactivityDeclared,
    RatingCarriedIn,
    RatingEnded,
    TournamentCorrected,
    TournamentRegistered,
)
from wording import say

NAMING = frozenset(
    (
        TournamentRegistered,
        TournamentCorrected,
        RatingCarriedIn,
        RatingEnded,
        InactivityDeclared,
        ActivityResumed,
    )
)


class SchemeNames:
    """The names of schemes that came up in imports and are not known."""

    def __init__(self, place: str | Path) -> None:
        """`place` is the ledger, which can declare regulations of its own. No regulation is loaded for it."""
        announced = (point.name for point in entry_points(group="rating_ledger.schemes"))
        folders = (Path(place) / "schemes", Path(os.environ.get("RATING_LEDGER_SCHEMES") or place))
        self.known = frozenset(
            [*announced, *(file.stem for folder in folders for file in folder.glob("*.toml"))]
        )
        self._found: dict[str, str] = {}  # name → where it stands first

    def has_unknown(self, event: AnyEvent) -> bool:
        """Does an event name a scheme that is not known?"""
        if type(event) not in NAMING:
            return False
        if isinstance(event, RatingCarriedIn):  # first: a rating list has half a million of them
            return event.scheme not in self.known
        return not self.known.issuperset(_named(event))

    def look_at(self, noted: Iterable[Noted]) -> None:
        """Take in what an import has noted."""
        for place, item in noted:
            for scheme in _named(item.event):
                if scheme not in self.known:
                    self._found.setdefault(scheme, place)

    def warnings(self) -> list[Problem]:
        """One for each name."""
        return [
            Problem(
                place,
                say("no rules go by the name {scheme!r}: nothing is rated by it", scheme=scheme),
                _nearest(scheme, self.known),
            )
            for scheme, place in self._found.items()
        ]


def _named(event: AnyEvent | None) -> tuple[str, ...]:
    """The schemes that an event names; a declaration may name none, a correction may leave them as they are."""
    if type(event) not in NAMING:
        return ()
    if isinstance(event, TournamentRegistered | TournamentCorrected):
        return event.rated or ()
    scheme: str | None = getattr(event, "scheme", None)
    if scheme is None:
        return ()
    return (scheme,)


def _nearest(scheme: str, known: frozenset[str]) -> str:
    close = get_close_matches(scheme, sorted(known), n=1)
    if close:
        return say("did you mean {name!r}?", name=close[0])
    return say("known: {known}", known=", ".join(sorted(known)))
