"""What a user can tell a reader beside the file itself, and the ledger a reader may ask."""

from collections.abc import Callable, Collection, Iterable
from datetime import date as Date
from pathlib import Path

from msgspec import Struct

from ledger.errors import LedgerError, Problem
from ledger.events import AnyEvent
from replay.files.known import KnownLedger
from wording import either, joined, say


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
    **dict.fromkeys(("list_date", "list_kind", "scheme_of", "federations", "min_rating"), _LISTS),
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


class ReadOptions(Struct, frozen=True, kw_only=True):
    """Options of `import`; every field has the value that means "not told"."""

    encoding: str | None = None
    dates: str | None = None  # ymd, dmy or mdy
    ref: str | None = None  # of every event that has none of its own; else they name the file
    # reports (TRF) and archives (PGN)
    tournament: str | None = None
    rated: tuple[str, ...] | None = None
    registered: Date | None = None
    received: Date | None = None
    event_name: str | None = (
        None  # name, first and last day of the tournament, if the file is silent
    )
    start: Date | None = None
    end: Date | None = None
    players: Path | None = None
    write_players: Path | None = None
    ratings_as: str | None = None  # a scheme
    list_in_force: Callable[[Date], Date] = _same_day
    skip_broken: bool = False
    as_corrections: bool = False  # the file is compared with the ledger, known players too
    # tables (csv, xlsx) and lists of players
    profile: Path | None = None  # how the columns of a list of players are read
    ignore_unknown: bool = False  # columns that nobody understands are passed over
    date: Date | None = None
    # rating lists
    list_date: Date | None = None
    list_kind: str | None = None
    scheme_of: dict[str, str] = {}
    federations: frozenset[str] = frozenset()
    min_rating: int | None = None
    complete: bool = False  # the file is the whole list
    update_players: bool = False
    # which rules take FIDE's list of a kind (standard, rapid, blitz); those of standard rate a report that names none
    scheme_of_fide_list: Callable[[str], str | None] = _no_scheme
    # the ledger, and where warnings go
    known: KnownLedger = KnownLedger()
    earlier: list[AnyEvent] = []  # what a dry run's earlier files register; the log has none of it
    warn: Callable[[Problem], None] = _silent
    matched: Callable[[str, str], None] = (
        _unheard  # hears a name of the file, and the id that it was taken for
    )

    def unused(self, formats: Collection[str]) -> list[str]:
        """Options that were given and that none of these formats takes."""
        said = [name for name in TAKEN_BY if getattr(self, name) != getattr(_NOTHING, name)]
        return [name for name in said if not TAKEN_BY[name] & set(formats)]

    def refuse_unused(self, formats: Iterable[str]) -> None:
        """Refuse an option that none of the files takes, before anything is appended; formats are seen if need be."""
        if not self.unused(()):
            return
        there = set(formats)
        for field in self.unused(there):
            option = "--federation" if field == "federations" else f"--{field.replace('_', '-')}"
            *others, where = (FILE_KINDS[each] for each in sorted(TAKEN_BY[field]))
            if others:
                where = either((joined(", ", others), where))
            given = joined(", ", sorted(FILE_KINDS[each] for each in there))
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
