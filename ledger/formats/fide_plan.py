"""An import of a FIDE list: which columns and players are taken, and what the user is told at the end."""

import re
from collections.abc import Iterator
from datetime import date as Date
from pathlib import Path
from typing import NamedTuple

from ledger.errors import LedgerError, Problem
from ledger.formats import Item
from ledger.formats.fide_rows import KINDS, ListRow, ListRows
from ledger.formats.options import ReadOptions
from ledger.formats.records import PlayerRecords

_PEOPLE = {"names": "name", "birth years": "birth year", "federations": "federation", "sexes": "sex"}
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = re.compile(r"(?<![a-z])([a-z]{3})(\d\d)(?!\d)", re.IGNORECASE)


class Target(NamedTuple):
    """One kind of rating: the columns it stands in, the scheme it is carried into."""

    kind: str
    column: str
    scheme: str

    @property
    def k(self) -> str:
        return f"{self.column}_k"

    @property
    def games(self) -> str:
        return f"{self.column}_games"


class Plan(NamedTuple):
    date: Date
    ref: str
    place: str
    targets: tuple[Target, ...]
    columns: frozenset[str]
    federations: frozenset[str]
    min_rating: int
    complete: bool
    update_players: bool


def make_plan(rows: ListRows, path: Path, options: ReadOptions) -> Plan:
    """Combine what the file, its name and the user say; warn about kinds of rating that are left out."""
    place = options.called(path)
    names = (path.name, rows.name)
    targets = _targets(rows, names, place, options)
    return Plan(
        date=_date(rows, names, place, options),
        ref=options.reference(path),
        place=place,
        targets=targets,
        columns=rows.columns,
        federations=_codes(options.federations),
        min_rating=options.min_rating or 0,
        complete=options.complete,
        update_players=options.update_players,
    )


def _targets(rows: ListRows, names: tuple[str, ...], place: str, options: ReadOptions) -> tuple[Target, ...]:
    if unknown := sorted(set(options.scheme_of) - set(KINDS)):
        raise LedgerError(f"unknown kind of list {unknown[0]!r}", remedy=f"use {', '.join(KINDS)}")
    column = {kind: kind for kind in KINDS if kind in rows.columns}
    if "one" in rows.columns:
        column[_kind(names, place, options)] = "one"
    if not column:
        remedy = "the heading of a list names its month, as in NOV26; is the first line complete?"
        raise LedgerError("the list has no column of ratings", place=f"{place}:1", remedy=remedy)
    schemes = {kind: name for kind in column if (name := _scheme(kind, options))}
    left_out = [kind for kind in KINDS if kind in column and kind not in schemes]
    if left_out:
        wrong = f"no rules for {' and '.join(left_out)} are installed"
        remedy = f"install them, or name others: --scheme-of {left_out[0]}=SCHEME"
        if len(left_out) == len(column):
            raise LedgerError(f"{wrong}, so there is no scheme for this list", place=place, remedy=remedy)
        options.warn(Problem(place, f"{wrong}: those ratings are left out", remedy))
    targets = tuple(Target(kind, column[kind], schemes[kind]) for kind in KINDS if kind in column and kind in schemes)
    if len({target.scheme for target in targets}) < len(targets):
        wrong = f"{' and '.join(target.kind for target in targets)} ratings are to go to the same scheme"
        raise LedgerError(wrong, place=place, remedy="name a scheme of its own for each: --scheme-of KIND=SCHEME")
    return targets


def _scheme(kind: str, options: ReadOptions) -> str | None:
    """The scheme that the user names for a kind, or the one that takes it."""
    return options.scheme_of.get(kind) or options.scheme_of_fide_list(kind)


def _codes(federations: frozenset[str]) -> frozenset[str]:
    """Federations given one by one or with commas, in any case."""
    return frozenset(code.strip().upper() for given in federations for code in given.split(",") if code.strip())


def _kind(names: tuple[str, ...], place: str, options: ReadOptions) -> str:
    """The kind of the one rating column: as told, from the file's name, or standard beside rapid and blitz."""
    if options.list_kind is not None:
        if options.list_kind not in KINDS:
            raise LedgerError(f"unknown kind of list {options.list_kind!r}", remedy=f"use {', '.join(KINDS)}")
        return options.list_kind
    for name in names:
        named = [kind for kind in KINDS if kind in name.lower()]
        if len(named) == 1:
            return named[0]
        if "players_list" in name.lower() or name.lower().startswith("players"):
            return "standard"
    remedy = "tell it with --list-kind standard, rapid or blitz"
    raise LedgerError("the file does not say which kind of list it is", place=f"{place}:1", remedy=remedy)


def _date(rows: ListRows, names: tuple[str, ...], place: str, options: ReadOptions) -> Date:
    if options.list_date is not None:
        return options.list_date
    for text in (rows.month, *names):
        for month, year in _MONTH.findall(text):
            if month.lower() in _MONTHS:
                century = 2000 if int(year) < 70 else 1900
                return Date(century + int(year), _MONTHS.index(month.lower()) + 1, 1)
    remedy = "tell it with --list-date 2026-11-01"
    raise LedgerError("the file does not say which month's list it is", place=f"{place}:1", remedy=remedy)


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
    """The import of one list: the plan, what the ledger has, and the messages for the end."""

    plan: Plan
    records: PlayerRecords
    tally: Tally


def _words(matter: str, count: int, plan: Plan) -> tuple[str, str]:
    """The message about a matter, and its remedy."""
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
