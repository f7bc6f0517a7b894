"""A calendar (iCalendar, RFC 5545) of tournaments and of the days of lists, for any calendar program."""

from collections.abc import Iterator
from datetime import date as Date
from datetime import timedelta
from typing import TYPE_CHECKING

from ledger.events import TournamentRegistered
from replay.office.office import schemes_in_use

if TYPE_CHECKING:
    from projections import Snapshot
    from replay.office.office import Office

_LONGEST = 75  # bytes of a line
_AHEAD = timedelta(days=366)  # lists after the last day that the ledger knows
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def calendar_text(office: "Office", known: str | None = None) -> str:
    """All tournaments, and the days of the lists of every scheme in use up to a year after the last of them."""
    snapshot = office.snapshot(known)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//rating-ledger//calendar//EN"]
    number_of_tournaments = len(snapshot.tournaments)
    registered = [snapshot.tournaments.registration(each) for each in range(number_of_tournaments)]
    for number, tournament in enumerate(registered):
        is_void = number in snapshot.tournaments.voided
        lines += _tournament(office.log.origin or "", tournament, is_void=is_void)
    if registered:
        first = min(tournament.start for tournament in registered)
        last = max(tournament.end for tournament in registered) + _AHEAD
        for scheme, day in _list_days(office, snapshot, first, last):
            lines += _list(office.log.origin or "", scheme, day)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _tournament(origin: str, tournament: TournamentRegistered, *, is_void: bool) -> Iterator[str]:
    """An event of whole days. Its stamp is the day of registration, so that the file is the same every time."""
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(tournament.tournament)}@{origin}"
    yield f"DTSTAMP:{tournament.date:%Y%m%d}T000000Z"
    yield f"DTSTART;VALUE=DATE:{tournament.start:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{tournament.end + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_text(tournament.name)}"
    if tournament.place:
        yield f"LOCATION:{_text(tournament.place)}"
    if tournament.rated:
        yield f"CATEGORIES:{','.join(map(_text, tournament.rated))}"
    yield "STATUS:CANCELLED" if is_void else "STATUS:CONFIRMED"
    yield "END:VEVENT"


def _list(origin: str, scheme: str, day: Date) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:list/{scheme}/{day}@{origin}"
    yield f"DTSTAMP:{day:%Y%m%d}T000000Z"
    yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
    yield f"SUMMARY:{_text(scheme)} {day}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _list_days(
    office: "Office", snapshot: "Snapshot", first: Date, last: Date
) -> Iterator[tuple[str, Date]]:
    """The days of lists, of schemes that have days for them."""
    for name in schemes_in_use(office.schemes, snapshot):
        scheme = office.schemes[name]
        if scheme.any_day:
            continue
        calendar = scheme.calendar(scheme.rules())
        for number in range(calendar.number(first), calendar.number(last) + 1):
            yield name, calendar.date(number)


def _text(text: str) -> str:
    return text.translate(_ESCAPED)


def _folded(line: str) -> Iterator[str]:
    """A line in pieces of at most 75 bytes; each further one begins with a space."""
    piece = ""
    for sign in line:
        if len((piece + sign).encode()) > _LONGEST:
            yield piece
            piece = " "
        piece += sign
    yield piece
