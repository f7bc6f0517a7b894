"""What an import of a FIDE list tells at its end: each matter once, with its count and the first place."""

from collections.abc import Iterator
from datetime import date as Date
from typing import NamedTuple

from ledger.errors import Problem
from ledger.formats import Item
from ledger.formats.fide_plan import Plan
from ledger.formats.fide_rows import ListRow
from ledger.formats.records import PlayerRecords

_PEOPLE = {"names": "name", "birth years": "birth year", "federations": "federation", "sexes": "sex"}


class Tally:
    """Counts of what was noticed, by matter, with the first row of each."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._counts: dict[str, int] = {}
        self._first: dict[str, tuple[str, str]] = {}  # place and example
        self._problems: dict[str, tuple[ListRow, Problem, int]] = {}
        self._later: Date | None = None

    def count(self, matter: str, row: ListRow | None, example: str) -> None:
        if matter not in self._counts:
            self._first[matter] = (f"{self._place}:{row.where}" if row else self._place, example)
        self._counts[matter] = self._counts.get(matter, 0) + 1

    def problem(self, matter: str, row: ListRow, wrong: str, remedy: str) -> None:
        """Something for which the file is refused."""
        first, problem, count = self._problems.get(matter, (row, Problem("", wrong, remedy), 0))
        self._problems[matter] = (first, problem, count + 1)

    def later(self, day: Date) -> None:
        """A list after this one is in the ledger."""
        self._later = day

    def problems(self) -> Iterator[Item]:
        """One for each kind of problem."""
        for row, problem, count in self._problems.values():
            also = f" (and likewise in {count - 1} more line{'s' if count > 2 else ''})" if count > 1 else ""
            found = Problem("", problem.wrong + also, problem.remedy)
            yield Item(row.where, row.excerpt, None, found)

    def remarks(self, plan: Plan) -> Iterator[Problem]:
        """One for each matter that was counted."""
        for matter, count in self._counts.items():
            place, first = self._first[matter]
            wrong, remedy = _words(matter, count, plan)
            yield Problem(place, f"{wrong}; first: {first}", remedy)
        if self._later is not None:
            wrong = f"ratings of {self._later} are in the ledger already, and they were compared with older ones"
            yield Problem(self._place, wrong, "import the lists after this one again, in their order")


class Import(NamedTuple):
    """One list on its way into the ledger: what is asked for, what the ledger knows, what will be told."""

    plan: Plan
    records: PlayerRecords
    tally: Tally


def _words(matter: str, count: int, plan: Plan) -> tuple[str, str]:
    """What is told of a matter, and what can be done."""
    players = "1 player" if count == 1 else f"{count:,} players"
    if matter in _PEOPLE:
        what = f"{count:,} {_PEOPLE[matter] if count == 1 else matter}"
        if plan.update_players:
            return f"{what} taken from the list", ""
        return f"{what} differ{'s' if count == 1 else ''} from the ledger", "--update-players takes them from the list"
    if matter == "k":
        wrong = f"K of {players} does not follow from article 8.3.3, whatever the games and the highest rating were"
        return wrong, "the ledger's list shows its own K for them"
    if matter == "titles":
        return f"{count:,} title{'' if count == 1 else 's'} not in the list any more: revoked", ""
    if matter == "unrated":
        return f"{players} without a rating in this list: the rating in the ledger is ended", ""
    if matter == "left-out":
        wrong = f"{players} whose rating is in the ledger left out by --federation or --min-rating"
        return wrong, "their rating in the ledger stays as it is"
    if plan.complete:
        return f"{players} not in this list any more: the rating is ended", ""
    wrong = f"{players} whose rating is in the ledger not in this list: the rating stays"
    return wrong, "if the file is the whole list, import it with --complete"
