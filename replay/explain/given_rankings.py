"""Rankings handed in for tournaments that have standings rules: accepted, with a warning where they differ."""

from collections.abc import Iterable

from msgspec import UNSET

from ledger import Log, Noted, Problem
from ledger.events import (
    RankingCorrected,
    TournamentClosed,
    TournamentCorrected,
    TournamentRegistered,
)
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


def _differs(tournament: str, difference: str) -> str:
    return say(
        "the ranking of {tournament} is not that of its rules: {difference}",
        tournament=tournament,
        difference=difference,
    )


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
        Problem(rankings[tournament].place, _differs(tournament, difference), remedy,
                excerpt(rankings[tournament].item))
        for tournament, difference in differences.items()
        if difference is not None
    ]  # fmt: skip
