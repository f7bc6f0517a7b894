"""Scheme names in what is imported that no rules go by: most often a slip of the pen, so it is said, not refused."""

from collections.abc import Iterator
from difflib import get_close_matches
from importlib.metadata import entry_points

from ledger import Problem
from ledger.events import RatingCarriedIn, RatingEnded, TournamentRegistered
from ledger.formats import Item, Items

NAMING = frozenset((TournamentRegistered, RatingCarriedIn, RatingEnded))


class SchemeNames:
    """Looks at what is imported on its way into the log, and remembers names of schemes that are not known."""

    def __init__(self) -> None:
        self.known = frozenset(point.name for point in entry_points(group="rating_ledger.schemes"))
        self._found: dict[str, str] = {}  # name → where it stands first

    def over(self, items: Items) -> Items:
        """The same items, looked at."""
        return Items(items.name, self._passing(items))

    def _passing(self, items: Items) -> Iterator[Item]:
        for item in items:
            if type(item.event) in NAMING:
                self._note(items.name, item)
            yield item

    def _note(self, name: str, item: Item) -> None:
        event = item.event
        if isinstance(event, TournamentRegistered):
            named = event.rated
        else:
            named = (event.scheme,) if isinstance(event, RatingCarriedIn | RatingEnded) else ()
        for scheme in named:
            if scheme not in self.known and scheme not in self._found:
                self._found[scheme] = f"{name}:{item.where}" if isinstance(item.where, int) else str(item.where)

    def warnings(self) -> list[Problem]:
        """One for each name."""
        return [
            Problem(place, f"no rules go by the name {scheme!r}: nothing is rated by it", _nearest(scheme, self.known))
            for scheme, place in self._found.items()
        ]


def _nearest(scheme: str, known: frozenset[str]) -> str:
    close = get_close_matches(scheme, sorted(known), n=1)
    return f"did you mean {close[0]!r}?" if close else f"known: {', '.join(sorted(known))}"
