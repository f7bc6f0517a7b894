"""An import of a FIDE list: which columns and players are taken, and what the user is told at the end."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date as Date
from typing import NamedTuple

from ledger.errors import LedgerError, Problem
from replay.files.dates import MONTHS
from replay.files.fide.records import PlayerRecords
from replay.files.fide.rows import KINDS, ListRow, ListRows
from replay.files.input import InputFile
from replay.files.options import ReadOptions
from schemes.fide_standard.listed import ListArticles
from wording import say, say_n, together
from wording.errors import at

_PEOPLE: dict[str, Callable[[int], str]] = {
    "names": lambda count: say_n("{number:,} name", "{number:,} names", count),
    "birth years": lambda count: say_n("{number:,} birth year", "{number:,} birth years", count),
    "federations": lambda count: say_n("{number:,} federation", "{number:,} federations", count),
    "sexes": lambda count: say_n("{number:,} sex", "{number:,} sexes", count),
}
_MONTH = re.compile(r"(?<![a-z])([a-z]{3})(\d\d)(?!\d)", re.IGNORECASE)


class Target(NamedTuple):
    """One kind of rating: the columns it stands in, the scheme it is carried into."""

    kind: str
    column: str
    scheme: str
    k: str  # the column of its K
    games: str  # the column of its games


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


def make_plan(rows: ListRows, file: InputFile, options: ReadOptions) -> Plan:
    """Combine what the file, its name and the user say; warn about kinds of rating that are left out."""
    place = file.name
    names = (file.path.name, rows.name)
    targets = _targets(rows, names, place, options)
    return Plan(
        date=_date(rows, names, place, options),
        ref=options.ref or file.reference,
        place=place,
        targets=targets,
        columns=rows.columns,
        federations=_codes(options.federation),
        min_rating=options.min_rating or 0,
        complete=options.complete,
        update_players=options.update_players,
    )


def _targets(
    rows: ListRows, names: tuple[str, ...], place: str, options: ReadOptions
) -> tuple[Target, ...]:
    if unknown := sorted(set(options.scheme_of_kind) - set(KINDS)):
        raise LedgerError(
            say("unknown kind of list {unknown!r}", unknown=unknown[0]),
            remedy=say("use {kinds}", kinds=", ".join(KINDS)),
        )
    column = {kind: kind for kind in KINDS if kind in rows.columns}
    if "one" in rows.columns:
        column[_kind(names, place, options)] = "one"
    if not column:
        remedy = say(
            "the heading of a list names its month, as in NOV26; is the first line complete?"
        )
        raise LedgerError(
            say("the list has no column of ratings"), place=at(place, 1), remedy=remedy
        )
    schemes = {kind: name for kind in column if (name := _scheme(kind, options))}
    left_out = [kind for kind in KINDS if kind in column and kind not in schemes]
    if left_out:
        wrong = say("no rules for {kinds} are installed", kinds=together(left_out))
        remedy = say("install them, or name others: --scheme-of {kind}=SCHEME", kind=left_out[0])
        if len(left_out) == len(column):
            raise LedgerError(
                say("{wrong}, so there is no scheme for this list", wrong=wrong),
                place=place,
                remedy=remedy,
            )
        options.warn(
            Problem(place, say("{wrong}: those ratings are left out", wrong=wrong), remedy)
        )
    targets = tuple(
        Target(
            kind, column[kind], schemes[kind], k=f"{column[kind]}_k", games=f"{column[kind]}_games"
        )
        for kind in KINDS
        if kind in column and kind in schemes
    )
    if len({target.scheme for target in targets}) < len(targets):
        wrong = say(
            "{kinds} ratings are to go to the same scheme",
            kinds=together(target.kind for target in targets),
        )
        raise LedgerError(
            wrong,
            place=place,
            remedy=say("name a scheme of its own for each: --scheme-of KIND=SCHEME"),
        )
    return targets


def _scheme(kind: str, options: ReadOptions) -> str | None:
    """The scheme that the user names for a kind, or the one that takes it."""
    return options.scheme_of_kind.get(kind) or options.scheme_of_fide_list(kind)


def _codes(federations: Iterable[str]) -> frozenset[str]:
    """Federations given one by one or with commas, in any case."""
    return frozenset(
        code.strip().upper() for given in federations for code in given.split(",") if code.strip()
    )


def _kind(names: tuple[str, ...], place: str, options: ReadOptions) -> str:
    """The kind of the one rating column: as told, from the file's name, or standard beside rapid and blitz."""
    if options.list_kind is not None:
        if options.list_kind not in KINDS:
            raise LedgerError(
                say("unknown kind of list {list_kind!r}", list_kind=options.list_kind),
                remedy=say("use {kinds}", kinds=", ".join(KINDS)),
            )
        return options.list_kind
    for name in names:
        named = [kind for kind in KINDS if kind in name.lower()]
        if len(named) == 1:
            return named[0]
        if "players_list" in name.lower() or name.lower().startswith("players"):
            return "standard"
    remedy = say("tell it with --list-kind standard, rapid or blitz")
    raise LedgerError(
        say("the file does not say which kind of list it is"), place=at(place, 1), remedy=remedy
    )


def _date(rows: ListRows, names: tuple[str, ...], place: str, options: ReadOptions) -> Date:
    if options.list_date is not None:
        return options.list_date
    for text in (rows.month, *names):
        for month, year in _MONTH.findall(text):
            if month.lower() in MONTHS:
                century = 2000 if int(year) < 70 else 1900
                return Date(century + int(year), MONTHS.index(month.lower()) + 1, 1)
    remedy = say("tell it with --list-date 2026-11-01")
    raise LedgerError(
        say("the file does not say which month's list it is"), place=at(place, 1), remedy=remedy
    )


class Tally:
    """Counts of what was noticed, by matter, with the first row of each."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._counts: dict[str, int] = {}
        self._first: dict[str, tuple[str, str]] = {}  # place and example
        self._later: Date | None = None

    def count(self, matter: str, row: ListRow | None, example: str) -> None:
        if matter not in self._counts:
            self._first[matter] = (f"{self._place}:{row.where}" if row else self._place, example)
        self._counts[matter] = self._counts.get(matter, 0) + 1

    def later(self, day: Date) -> None:
        """A list after this one is in the ledger."""
        self._later = day

    def remarks(self, plan: Plan) -> Iterator[Problem]:
        """One for each matter that was counted."""
        for matter, count in self._counts.items():
            place, first = self._first[matter]
            wrong, remedy = _words(matter, count, plan)
            yield Problem(place, say("{wrong}; first: {first}", wrong=wrong, first=first), remedy)
        if self._later is not None:
            wrong = say(
                "ratings of {later} are in the ledger already, and they were compared with older ones",
                later=self._later,
            )
            yield Problem(
                self._place, wrong, say("import the lists after this one again, in their order")
            )


class Import(NamedTuple):
    """The import of one list: the plan, what the ledger has, messages for the end, and what K the regulation gives."""

    plan: Plan
    records: PlayerRecords
    tally: Tally
    article: ListArticles


def _words(matter: str, count: int, plan: Plan) -> tuple[str, str]:
    """The message about a matter, and its remedy."""
    players = say_n("{number:,} player", "{number:,} players", count)
    if matter in _PEOPLE:
        what = _PEOPLE[matter](count)
        if plan.update_players:
            return say("{what} taken from the list", what=what), ""
        wrong = say_n(
            "{what} differs from the ledger", "{what} differ from the ledger", count, what=what
        )
        return wrong, say("--update-players takes them from the list")
    if matter == "k":
        wrong = say(
            "K of {players} does not follow from article 8.3.3, whatever the games and the highest rating were",
            players=players,
        )
        return wrong, say("the ledger's list shows its own K for them")
    if matter == "invisible":
        wrong = say_n(
            "{number:,} name with a character that cannot be seen (a tab): read as a space",
            "{number:,} names with characters that cannot be seen (a tab): read as spaces",
            count,
        )
        return wrong, ""
    if matter == "impossible births":
        wrong = say_n(
            "{number:,} birth year that cannot be: left out",
            "{number:,} birth years that cannot be: left out",
            count,
        )
        return wrong, say("if the right year is known, append a PlayerCorrected with `born`")
    if matter == "unknown titles":
        wrong = say_n(
            "{number:,} title that is none of FIDE's: left out",
            "{number:,} titles that are none of FIDE's: left out",
            count,
        )
        return wrong, ""
    if matter == "titles":
        wrong = say_n(
            "{number:,} title not in the list any more: revoked",
            "{number:,} titles not in the list any more: revoked",
            count,
        )
        return wrong, ""
    if matter == "unrated":
        return say(
            "{players} without a rating in this list: the rating in the ledger is ended",
            players=players,
        ), ""
    if matter == "left-out":
        wrong = say(
            "left out by --federation or --min-rating: {players} whose rating is in the ledger",
            players=players,
        )
        return wrong, say("their rating in the ledger stays as it is")
    if plan.complete:
        return say("{players} not in this list any more: the rating is ended", players=players), ""
    wrong = say(
        "not in this list: {players} whose rating is in the ledger, which stays",
        players=players,
    )
    return wrong, say("if the file is the whole list, import it with --complete")
