"""Rankings handed in for tournaments that have standings rules: accepted, with a warning where they differ."""

from collections.abc import Iterator

from msgspec import UNSET

from ledger import Log, Problem
from ledger.events import RankingCorrected, TournamentClosed, TournamentCorrected, TournamentRegistered
from ledger.formats import Item, Items

Given = TournamentClosed | RankingCorrected
WATCHED = frozenset((TournamentClosed, RankingCorrected, TournamentRegistered, TournamentCorrected))


class Watch:
    """Looks at what is imported on its way into the log, and remembers the rankings in it."""

    def __init__(self) -> None:
        self._given: dict[str, tuple[str, Item]] = {}  # tournament → where, and the closing or correction
        self._rules: dict[str, str] = {}  # standings rules of tournaments registered or corrected on the way

    def over(self, items: Items) -> Items:
        """The same items, looked at."""
        return Items(items.name, self._passing(items))

    def _passing(self, items: Items) -> Iterator[Item]:
        for item in items:
            if type(item.event) in WATCHED:
                self._note(items.name, item)
            yield item

    def _note(self, name: str, item: Item) -> None:
        event = item.event
        if isinstance(event, Given) and event.ranking:
            where = f"{name}:{item.where}" if isinstance(item.where, int) else item.where
            self._given[event.tournament] = where, item
        elif isinstance(event, TournamentRegistered) or (
            isinstance(event, TournamentCorrected) and event.standings is not UNSET
        ):
            self._rules[event.tournament] = str(event.standings)

    def warnings(self, log: Log, place: str) -> list[Problem]:
        """The first difference of every ranking that contradicts its tournament's rules."""
        by_rules = {name: found for name, found in self._given.items() if self._rules_of(log, name) != "given"}
        self._given, self._rules = {}, {}
        return _differences(log, place, by_rules) if by_rules else []

    def _rules_of(self, log: Log, tournament: str) -> str:
        if tournament not in self._rules:
            for _, event in log.stream(f"tournament/{tournament}"):
                if isinstance(event, TournamentRegistered | TournamentCorrected) and event.standings is not UNSET:
                    self._rules[tournament] = str(event.standings)
        return self._rules.get(tournament, "given")


def _differences(log: Log, place: str, given: dict[str, tuple[str, Item]]) -> list[Problem]:
    from ledger.append import excerpt
    from projections.standings import Records
    from replay.desk import Desk
    from replay.explain import tournament_number
    from schemes.standings import official

    desk = Desk(place, log=log)
    snapshot = desk.snapshot()
    try:
        numbers = {tournament: tournament_number(snapshot, tournament) for tournament in given}
        records = Records(snapshot, list(numbers.values()))
        found = {tournament: official(records.tournament(number))[1] for tournament, number in numbers.items()}
    finally:
        desk.model.close()
    remedy = "the given ranking counts; RankingCorrected changes it, with an empty ranking to that by the rules"
    return [
        Problem(given[tournament][0], f"the ranking of {tournament} is not that of its rules: {difference}", remedy,
                excerpt(given[tournament][1]))
        for tournament, difference in found.items()
        if difference is not None
    ]  # fmt: skip
