"""What a user can tell a reader beside the file itself, and the ledger a reader may ask."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import date as Date
from pathlib import Path
from typing import Literal

from ledger.errors import LedgerError, Problem
from ledger.events import AnyEvent
from replay.files.known import KnownLedger
from wording import either, enumerated, say


def _silent(_: Problem) -> None:
    return None


def _unheard(_name: str, _player: str) -> None:
    return None


def _no_scheme(_: str) -> str | None:
    return None


def _same_day(day: Date) -> Date:
    return day


_REPORTS = frozenset(("trf", "crosstable"))
_TABLES = frozenset(("table",))
_LISTS = frozenset(("fide-list",))
_ARCHIVES = frozenset(("pgn",))
_PEOPLE = frozenset(("player-list",))
# option → the formats that take it
TAKEN_BY: dict[str, frozenset[str]] = {
    "encoding": _REPORTS | _TABLES | _ARCHIVES | _PEOPLE,
    "dates": _REPORTS | _TABLES,
    **dict.fromkeys(("tournament", "rated", "registered"), _REPORTS | _ARCHIVES),
    **dict.fromkeys(("players", "write_players"), _REPORTS | _ARCHIVES | _TABLES | _PEOPLE),
    "received": _REPORTS,
    **dict.fromkeys(("event_name", "start", "end"), _REPORTS),
    "ratings_as": _REPORTS | _ARCHIVES | _PEOPLE,
    "skip_broken": _ARCHIVES,
    "ignore_unknown": _TABLES | _PEOPLE,
    "date": _TABLES | _PEOPLE,
    "profile": _PEOPLE,
    **dict.fromkeys(("list_date", "list_kind", "scheme_of", "federation", "min_rating"), _LISTS),
    **dict.fromkeys(("complete", "update_players"), _LISTS),
}

FILE_KINDS = {
    "jsonl": "JSON Lines",
    "trf": say("a report"),
    "pgn": say("an archive"),
    "crosstable": say("a cross-table"),
    "table": say("a table"),
    "fide-list": say("a rating list"),
    "player-list": say("a list of players"),
}


@dataclass(frozen=True, kw_only=True)
class FileOptions:
    """How files are read: what they leave open, and what is taken from them. Every default means "not told"."""

    encoding: str | None = None
    "How the letters of old files are encoded, such as latin-1."
    dates: Literal["ymd", "dmy", "mdy"] | None = None
    "Reports, cross-tables, tables: the form of dates such as 3/4/2026, where that is open: ymd, dmy or mdy."
    tournament: str | None = None
    "Reports, cross-tables and archives: the id of the tournament."
    rated: tuple[str, ...] | None = None
    "Reports, cross-tables and archives: the schemes the tournament is approved for."
    registered: Date | None = None
    "Reports, cross-tables and archives: the day the tournament was registered."
    received: Date | None = None
    "Reports and cross-tables: the day the report was received."
    event_name: str | None = None
    "Reports and cross-tables: the name of the tournament, if the file has none or another one."
    start: Date | None = None
    "Reports and cross-tables: the first day of the tournament, if the file has none or another one."
    end: Date | None = None
    "Reports and cross-tables: the last day of the tournament, if the file has none or another one."
    players: Path | None = None
    "All but rating lists: a table that says who is who."
    write_players: Path | None = None
    "All but rating lists: write that table, to be filled in."
    ratings_as: str | None = None
    "Reports, cross-tables, archives, lists of players: carry their ratings into this scheme."
    skip_broken: bool = False
    "Archives: leave out games that cannot be read, and say which."
    ignore_unknown: bool = False
    "Tables and lists of players: pass over columns that are not understood, such as Phone and Email."
    profile: Path | None = None
    "Lists of players: a file that says what each column is; written if it is not there yet."
    date: Date | None = None
    "Tables and lists of players: the day for rows without one."
    list_date: Date | None = None
    "Rating lists: the day of the list."
    list_kind: str | None = None
    "Rating lists: standard, rapid or blitz."
    scheme_of: tuple[str, ...] = ()
    "Rating lists: the scheme for a kind, as rapid=my-rapid. Default: the installed one that takes FIDE's list of it."
    federation: tuple[str, ...] = ()
    "Rating lists: only players of these federations."
    min_rating: int | None = None
    "Rating lists: only players with at least this rating."
    complete: bool = False
    "The whole list (ratings not in it end); with --as-corrections, all games of its rounds (others are voided)."
    update_players: bool = False
    "Rating lists: take changed names, birth years, sexes and federations from the list."

    @property
    def scheme_of_kind(self) -> dict[str, str]:
        """kind=scheme, several of them one by one or with commas."""
        pairs = [
            part.strip() for word in self.scheme_of for part in word.split(",") if part.strip()
        ]
        for pair in pairs:
            if not all(pair.partition("=")):
                raise LedgerError(
                    say("--scheme-of {pair!r} is not KIND=SCHEME", pair=pair),
                    remedy=say("write it as rapid=my-rapid"),
                )
        return dict(pair.split("=", 1) for pair in pairs)


@dataclass(frozen=True, kw_only=True)
class ReadOptions(FileOptions):
    """The same with what a reader has to know beside: the ledger, its regulations, and who hears of what."""

    ref: str | None = None  # of every event that has none of its own; else they name the file
    as_corrections: bool = False  # the file is compared with the ledger, known players too
    list_in_force: Callable[[Date], Date] = _same_day  # of the scheme of `ratings_as`
    # which rules take FIDE's list of a kind (standard, rapid, blitz); those of standard rate a report that names none
    scheme_of_fide_list: Callable[[str], str | None] = _no_scheme
    known: KnownLedger = KnownLedger()
    earlier: list[AnyEvent] = field(default_factory=list)
    "What a dry run's earlier files have; the log has none of it."
    warn: Callable[[Problem], None] = _silent
    matched: Callable[[str, str], None] = _unheard
    "Hears a name of the file, and the id that it was taken for."

    def unused(self, formats: Collection[str]) -> list[str]:
        """Options that were given and that none of these formats takes."""
        said = [name for name in TAKEN_BY if getattr(self, name) != getattr(_NOTHING, name)]
        return [name for name in said if not TAKEN_BY[name] & set(formats)]

    def refuse_unused(self, formats: Iterable[str]) -> None:
        """Refuse an option that none of the files takes, before anything is appended; formats are seen if need be."""
        if not self.unused(()):
            return
        there = set(formats)
        for name in self.unused(there):
            option = f"--{name.replace('_', '-')}"
            *others, where = (FILE_KINDS[each] for each in sorted(TAKEN_BY[name]))
            if others:
                where = either((enumerated(others), where))
            given = enumerated(sorted(FILE_KINDS[each] for each in there))
            raise LedgerError(
                say(
                    "{option} goes with {where}, and there is only {given}",
                    option=option,
                    where=where,
                    given=given,
                ),
                remedy=say("leave it out"),
            )


_NOTHING = ReadOptions()
