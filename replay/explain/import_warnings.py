"""Slips of the pen in what is imported, which are said and not refused, without asking the read model for them.

Rankings that are not those of their tournament's rules, and names of schemes that no rules go by.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from msgspec import UNSET

from ledger import Log, Noted, Problem
from ledger.events import (
    ActivityResumed,
    AnyEvent,
    InactivityDeclared,
    RankingCorrected,
    RatingCarriedIn,
    RatingEnded,
    TournamentClosed,
    TournamentCorrected,
    TournamentRegistered,
)
from schemes import Schemes
from wording import say

RANKED = frozenset((TournamentClosed, RankingCorrected, TournamentRegistered, TournamentCorrected))


def ranking_warnings(log: Log, place: str, noted: Iterable[Noted]) -> list[Problem]:
    """The first difference of every ranking in an import that contradicts its tournament's rules."""
    rankings: dict[str, Noted] = {}
    rules: dict[
        str, str
    ] = {}  # of tournaments that were registered or corrected in the same import
    for note in noted:
        event = note.item.event
        if isinstance(event, TournamentClosed | RankingCorrected) and event.ranking:
            rankings[event.tournament] = note
        elif (
            isinstance(event, TournamentRegistered | TournamentCorrected)
            and event.standings is not UNSET
        ):
            rules[event.tournament] = str(event.standings)
    by_rules = {
        name: note
        for name, note in rankings.items()
        if (rules.get(name) or _rules_of(log, name)) != "given"
    }
    if by_rules:
        return _differences(log, place, by_rules)
    return []


def _rules_of(log: Log, tournament: str) -> str:
    """The standings rules of a tournament, by the log."""
    rules = "given"
    for _, event in log.stream(f"tournament/{tournament}"):
        if (
            isinstance(event, TournamentRegistered | TournamentCorrected)
            and event.standings is not UNSET
        ):
            rules = str(event.standings)
    return rules


def _differences(log: Log, place: str, rankings: dict[str, Noted]) -> list[Problem]:
    from ledger.append.findings import excerpt
    from projections.standings import TournamentRecords
    from replay.explain.explain import tournament_number
    from replay.office.office import Office
    from schemes.standings import official

    office = Office(place, log=log)
    snapshot = office.snapshot()
    try:
        numbers = {tournament: tournament_number(snapshot, tournament) for tournament in rankings}
        records = TournamentRecords(snapshot, list(numbers.values()))
        differences = {
            tournament: official(records.tournament(number))[1]
            for tournament, number in numbers.items()
        }
    finally:
        office.model.close()
    remedy = say(
        "the given ranking counts; RankingCorrected changes it, with an empty ranking to that by the rules"
    )
    return [
        Problem(rankings[tournament].place, say(
        "the ranking of {tournament} is not that of its rules: {difference}",
        tournament=tournament,
        difference=difference,
    ), remedy,
                excerpt(rankings[tournament].item))
        for tournament, difference in differences.items()
        if difference is not None
    ]  # fmt: skip


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
        self.known = frozenset(Schemes.of_ledger(place).names)
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


def _nearest(scheme: str, names: frozenset[str]) -> str:
    close = get_close_matches(scheme, sorted(names), n=1)
    if close:
        return say("did you mean {name!r}?", name=close[0])
    return say("known: {known}", known=", ".join(sorted(names)))
