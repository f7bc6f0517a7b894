"""What a list would be refused for: looked for in all of it before anything expensive is done."""

from collections.abc import Iterator

from ledger.errors import Problem
from ledger.item import Item
from ledger.text import FORMULA_SIGNS, whole_number
from replay.files.fide.plan import Plan
from replay.files.fide.rows import KINDS, ListRow
from replay.files.known import KnownLedger
from wording import say, say_n

CHECKED = frozenset(("id", "name", "federation", "one", *KINDS))  # the columns that are looked at
RATINGS = {str(rating): rating for rating in range(4000)}
_COMPLETE = say("is the line complete?")


def check_rows(
    rows: Iterator[ListRow], plan: Plan, known: KnownLedger
) -> tuple[set[str], list[Item]]:
    """All players of the list, and the problems: one of each kind, with the number of lines that have it."""
    problems = _Problems()
    players: set[str] = set()
    for row in rows:
        player = row.fields.get("id", "")
        if whole_number(player, 12) is None:
            wrong = say("FIDE number {player!r} is not a number", player=player)
            problems.add("id", row, wrong, _COMPLETE)
        elif not _has_ratings(row, plan, problems):
            continue
        elif player in players:
            wrong = say("FIDE number {player} stands in the list twice", player=player)
            problems.add("twice", row, wrong, say("keep one of the lines"))
        else:
            players.add(player)
            if row.fields.get("name", "").startswith(FORMULA_SIGNS):
                _refuse_formula(row, plan, known, problems)
    return players, problems.items()


def is_wanted(row: ListRow, plan: Plan) -> bool:
    """Whether --federation and --min-rating leave the player in."""
    federations = plan.federations
    if federations and row.fields.get("federation", "").upper() not in federations:
        return False
    if not plan.min_rating:
        return True
    ratings = [RATINGS.get(row.fields.get(target.column, ""), 0) for target in plan.targets]
    return max(ratings) >= plan.min_rating


def _has_ratings(row: ListRow, plan: Plan, problems: "_Problems") -> bool:
    """Whether what stands where ratings stand are ratings."""
    for target in plan.targets:
        rating = row.fields.get(target.column, "")
        if rating not in RATINGS and rating.strip("0"):
            wrong = say("{kind} rating {rating!r} is not a rating", kind=target.kind, rating=rating)
            problems.add(target.kind, row, wrong, _COMPLETE)
            return False
    return True


def _refuse_formula(row: ListRow, plan: Plan, known: KnownLedger, problems: "_Problems") -> None:
    """A newcomer's name that a spreadsheet would run; of others the name that the ledger has stays."""
    name = row.fields["name"]
    if is_wanted(row, plan) and not known.has_player(row.fields["id"]):
        wrong = say("`{field}` begins with {sign}: {shown}", field="name", sign=name[0], shown=name)
        remedy = say("a spreadsheet would run it; names and ids do not begin with =, +, - or @")
        problems.add("formula", row, wrong, remedy)


class _Problems:
    """Problems by kind: the first row of each, and how many have it."""

    def __init__(self) -> None:
        self._first: dict[str, tuple[ListRow, Problem]] = {}
        self._counts: dict[str, int] = {}

    def add(self, kind: str, row: ListRow, wrong: str, remedy: str) -> None:
        self._first.setdefault(kind, (row, Problem("", wrong, remedy)))
        self._counts[kind] = self._counts.get(kind, 0) + 1

    def items(self) -> list[Item]:
        """One for each kind."""
        return [self._item(kind) for kind in self._first]

    def _item(self, kind: str) -> Item:
        row, problem = self._first[kind]
        wrong = problem.wrong
        if self._counts[kind] > 1:
            wrong = say_n(
                "{wrong} (and likewise in {number} more line)",
                "{wrong} (and likewise in {number} more lines)",
                self._counts[kind] - 1,
                wrong=wrong,
            )
        return Item(row.where, row.excerpt, None, Problem("", wrong, problem.remedy))
