"""The tournament lines of a report: name, days, rounds, time control."""

import re
from datetime import date as Date
from datetime import timedelta
from typing import Any

from msgspec import Struct

from ledger.events import Competition, Format, TimeControl, TournamentRegistered
from ledger.text import whole_number
from replay.files.limits import MOST_ROUNDS
from replay.files.options import ReadOptions
from replay.files.players import slug
from replay.files.time_control import read_encoded, read_free
from replay.files.trf.days import read_days
from replay.files.trf.report import ReportLine, TrfReport
from wording import say, say_n
from wording.errors import LedgerError

NO_REGISTRATION_DATE = "registration date not in the report: 30 days before the start are taken"
_FORMATS: tuple[tuple[str, Format], ...] = (
    ("robin", "roundrobin"), ("berger", "roundrobin"), ("knock", "knockout"), ("match", "match"),
)  # fmt: skip
_BLITZ_UP_TO = 600  # seconds for 60 moves
_STANDARD_FROM = 3600
_STANDS = say("append a TournamentCorrected if the ledger is wrong")
_LONGER = say("if the ledger is wrong, import it with --as-corrections")
_COMPARED = ("name", "start", "end", "rounds", "event", "format")


class ReportHeading(Struct, frozen=True):
    """What the tournament lines say; `dates` maps rounds to days as far as line 132 gives them."""

    line: ReportLine
    name: str
    start: Date
    end: Date
    rounds: int
    format: Format
    event: Competition
    place: str | None
    federation: str | None
    time_control: TimeControl | None
    tie_breaks: tuple[str, ...]
    dates: dict[int, Date]

    @property
    def made_id(self) -> str:
        return f"{slug(self.name) or 'tournament'}-{self.start.isoformat()}"


def read_heading(report: TrfReport, dates: str | None = None) -> ReportHeading | None:
    """The heading, or None if something it needs is missing (then the report has a problem more)."""
    name = _name(report)
    days = read_days(report, dates)
    if name is None or days is None:
        return None
    rounds = _rounds(report, days.rounds)
    if rounds is None:
        return None
    return ReportHeading(
        line=name,
        name=name.value[:2000],
        start=days.start,
        end=days.end,
        rounds=rounds,
        format=read_format(report),
        event="team" if report.is_team_event else "individual",
        place=_text(report, "022"),
        federation=_text(report, "032"),
        time_control=read_time_control(report),
        tie_breaks=read_tie_breaks(report),
        dates=days.rounds,
    )


def registration(
    heading: ReportHeading,
    tournament: str,
    rated: tuple[str, ...],
    registered: Date | None,
    *,
    by_fide: bool = False,
) -> TournamentRegistered:
    """The registration of a report's tournament. Without a day, it is 30 days before the start.

    `by_fide`: it is tabled by FIDE's tie-breaks, although the report names none.
    """
    return TournamentRegistered(
        date=registered or heading.start - timedelta(days=30),
        note=None if registered else NO_REGISTRATION_DATE,
        tournament=tournament,
        name=heading.name,
        start=heading.start,
        end=heading.end,
        rounds=heading.rounds,
        rated=rated,
        format=heading.format,
        event=heading.event,
        place=heading.place,
        federation=heading.federation,
        time_control=heading.time_control,
        standings="fide" if heading.tie_breaks or by_fide else "given",
        tie_breaks=heading.tie_breaks or None,
    )


KINDS = ("standard", "rapid", "blitz")


def rated_by(report: TrfReport, heading: ReportHeading, options: ReadOptions) -> tuple[str, ...]:
    """The schemes that the user names, or the one of FIDE's list of its kind: the report is FIDE's form."""
    kind = _kind_of_chess(report, heading)
    if options.rated is not None:
        rated = each_scheme(options.rated)
        _tell_other_kind(report, heading, kind, rated, options)
        return rated
    usual = options.scheme_of_fide_list(kind)
    if kind != "standard":
        line = report.first("092", "192", "122", "222") or heading.line
        wrong = say(
            "the report is of {kind} chess, so it is not rated: no rules for it are installed",
            kind=kind,
        )
        if usual:
            wrong = say(
                "the report is of {kind} chess: approved for {scheme}", kind=kind, scheme=usual
            )
        report.warn(line, 1, wrong, say("--rated names other schemes"))
    if usual:
        return (usual,)
    return ()


def has_no_ranks(
    report: TrfReport, heading: ReportHeading, rated: tuple[str, ...], options: ReadOptions
) -> bool:
    """Whether a report of a chess tournament of players leaves the ranking open."""
    if report.is_team_event or any(player.rank for player in report.players.values()):
        return False
    return options.scheme_of_fide_list(_kind_of_chess(report, heading)) in rated


def _tell_other_kind(
    report: TrfReport,
    heading: ReportHeading,
    kind: str,
    rated: tuple[str, ...],
    options: ReadOptions,
) -> None:
    """Warn where --rated names FIDE's list of a kind of chess that the report is not of."""
    if heading.time_control is None and kind not in report.kind_in_words:
        return  # the report does not say of which kind it is
    for other in KINDS:
        scheme = options.scheme_of_fide_list(other)
        if other != kind and scheme in rated:
            line = report.first("092", "192", "122", "222") or heading.line
            wrong = say(
                "the report is of {kind} chess, and --rated approves it for {scheme}",
                kind=kind,
                scheme=scheme,
            )
            report.warn(line, 1, wrong, say("--rated names other schemes"))


def _kind_of_chess(report: TrfReport, heading: ReportHeading) -> str:
    """standard, rapid or blitz: as line 092 says, else by the time for 60 moves."""
    said = [kind for kind in KINDS if kind in report.kind_in_words]
    if len(said) == 1:
        return said[0]
    clock = heading.time_control
    if clock is None:
        return "standard"
    seconds = clock.base + 60 * clock.increment
    if seconds <= _BLITZ_UP_TO:
        return "blitz"
    if seconds < _STANDARD_FROM:
        return "rapid"
    return "standard"


def extent(said: TournamentRegistered, stands: TournamentRegistered) -> dict[str, Any]:
    """What a longer tournament has otherwise: an earlier start, a later end, more rounds."""
    longer: dict[str, Any] = {}
    if said.start < stands.start:
        longer["start"] = said.start
    if said.end > stands.end:
        longer["end"] = said.end
    if said.rounds > stands.rounds:
        longer["rounds"] = said.rounds
    return longer


def tell_differences(
    report: TrfReport, line: ReportLine, said: TournamentRegistered, stands: TournamentRegistered
) -> None:
    """Warn where the report says something else of a tournament than the ledger."""
    if said.points != stands.points:
        wrong = say(
            "results are worth other points in the report than in the ledger: the registration stands"
        )
        report.warn(line, 1, wrong, _STANDS)
    if lost := [text for text in said.report or () if text not in (stands.report or ())]:
        codes = ", ".join(dict.fromkeys(text[:3] for text in lost))
        wrong = say_n(
            "{number} line of the report not kept ({codes}): the registration stands",
            "{number} lines of the report not kept ({codes}): the registration stands",
            len(lost),
            codes=codes,
        )
        report.warn(line, 1, wrong, say("append a TournamentCorrected with `report` to keep them"))
    if said.tie_breaks and said.tie_breaks != stands.tie_breaks:
        wrong = say(
            "tie_breaks is {there!s} in the ledger, {here!s} in the report: the registration stands",
            there=", ".join(stands.tie_breaks or ()) or say("none"),
            here=", ".join(said.tie_breaks),
        )
        report.warn(line, 1, wrong, _STANDS)
    longer = extent(said, stands)
    for field in _COMPARED:
        here = getattr(said, field)
        there = getattr(stands, field)
        if here != there:
            wrong = say(
                "{field} is {there!s} in the ledger, {here!s} in the report: the registration stands",
                field=field,
                there=there,
                here=here,
            )
            report.warn(line, 1, wrong, _LONGER if field in longer else _STANDS)


def each_scheme(rated: tuple[str, ...]) -> tuple[str, ...]:
    """Schemes given one by one or with commas."""
    return tuple(scheme.strip() for given in rated for scheme in given.split(",") if scheme.strip())


def _name(report: TrfReport) -> ReportLine | None:
    line = report.first("012")
    if line is None:
        report.refuse(
            ReportLine(1, "", ""),
            1,
            say("no tournament name"),
            say("tell it with --event-name NAME"),
        )
    return line


def _text(report: TrfReport, code: str) -> str | None:
    line = report.first(code)
    if line:
        return line.value[:2000]
    return None


def _rounds(report: TrfReport, dates: dict[int, Date]) -> int | None:
    line = report.first("142", "XXR")
    if line is None or not (line.value.isascii() and line.value.isdigit()):
        rounds = max(report.rounds_told, max(dates, default=0))
        if rounds == 0:
            report.refuse(
                ReportLine(1, "", ""),
                1,
                say("no rounds: nothing was played"),
                say("add a line 142 with their number"),
            )
        return rounds or None
    rounds = whole_number(line.value) or 0
    if not 1 <= rounds <= MOST_ROUNDS:
        report.refuse(
            line,
            5,
            say("{value} rounds", value=line.value[:30]),
            say("between 1 and {most}", most=MOST_ROUNDS),
        )
        return None
    if rounds < report.rounds_told:
        report.refuse(
            line,
            5,
            say(
                "{value} rounds, but there are results of round {rounds_told}",
                value=line.value,
                rounds_told=report.rounds_told,
            ),
            say(
                "correct the number of rounds in this line, or take the results of later rounds out of the lines 001"
            ),
        )
        return None
    return rounds


def read_format(report: TrfReport) -> Format:
    """The format that lines 092 and 192 name."""
    return next((form for word, form in _FORMATS if word in report.kind_in_words), "swiss")


def read_time_control(report: TrfReport) -> TimeControl | None:
    """The time control of lines 222 and 122, if it is clear."""
    coded = report.first("222")
    free = report.first("122")
    found = read_encoded(coded.value) if coded else None
    found = found or (read_free(free.value) if free else None)
    if found is None and (line := coded or free):
        report.warn(
            line,
            5,
            say("time control {value!r} is not clear beyond doubt, left out", value=line.value),
        )
    return found


def read_tie_breaks(report: TrfReport) -> tuple[str, ...]:
    """The tie-breaks of line 202, or those that line 212 has after the points; none where teams are ranked."""
    from schemes.standings.fide import read_codes

    line = report.first("212", "202")
    if line is None or report.is_team_event:
        return ()
    codes = [code for code in re.split(r"[,; ]+", line.value) if code]
    if line.code == "212":
        if not codes or codes[0].upper() != "PTS":
            report.warn(
                line,
                5,
                say(
                    "standings that do not begin with the points (PTS): left to the report's ranks"
                ),
            )
            return ()
        codes = codes[1:]
    try:
        return tuple(code.text for code in read_codes(codes))
    except LedgerError as error:
        report.warn(line, 5, error.wrong, say("the table is left to the report's ranks"))
        return ()
