"""A TRF file as events: read, match the players, check, build; all problems of the file at once."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date as Date
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import LedgerError, Problem
from ledger.events import TournamentRegistered
from ledger.item import Item, problem_item
from ledger.names import name_keys
from replay.files.deciding import Deciding, EntrantsByName, who_is_it
from replay.files.encoding import decode_latin
from replay.files.input import InputFile
from replay.files.limits import LARGEST_REPORT, refuse_large
from replay.files.options import ReadOptions
from replay.files.players import ASK_WHO, Stranger
from replay.files.recorded import RecordedTournament
from replay.files.trf.events import LinedEvent, ReportContents, build_events
from replay.files.trf.extensions import Extensions, read_extensions
from replay.files.trf.games import tell_games
from replay.files.trf.heading import (
    extent,
    has_no_ranks,
    rated_by,
    read_heading,
    registration,
    tell_differences,
)
from replay.files.trf.kept import lines_to_keep
from replay.files.trf.parse import parse
from replay.files.trf.points import Points, points_in_words
from replay.files.trf.report import ReportedPlayer, ReportLine, TrfReport
from replay.files.trf.team_points import tell_team_points
from wording import joined, say
from wording.errors import at


class ReportReading(Struct, frozen=True):
    """What came out of a report: events with their lines, or problems; warnings either way."""

    events: list[LinedEvent]
    problems: list[Problem]
    warnings: list[Problem]


def read_report(
    text: str, place: str, options: ReadOptions, encoding: str = "utf-8", ref: str | None = None
) -> ReportReading:
    """Read the text of a report. With a problem there are no events at all."""
    report = parse(text, place, encoding)
    if not report.players and not report.problems:
        raise LedgerError(
            say("no players (lines 001)"),
            place=at(place, 1),
            remedy=say("is it really a TRF file?"),
        )
    _take_what_is_told(report, options)
    return reading_of(report, options, ref)


def reading_of(report: TrfReport, options: ReadOptions, ref: str | None) -> ReportReading:
    """What a report says, however it was written: its events, or its problems."""
    extensions = read_extensions(report)
    games, byes = tell_games(report)
    heading = read_heading(report, options.dates)
    points = Points(report, games, byes)
    if not report.problems and not report.is_team_event:
        byes += points.find_hidden_byes()
    _compare_points(report, points)
    if not report.problems and report.is_team_event:
        tell_team_points(report, games, points)
    tournament = options.tournament or extensions.tournament or ""
    if heading is not None and not tournament:
        tournament = heading.made_id
    deciding, ids = _match_players(report, extensions, options, tournament)
    events: list[LinedEvent] = []
    if heading is not None and not report.problems:
        there = RecordedTournament(
            tournament, options.known, deciding.merges, as_recorded_first=options.as_corrections
        )
        known = options.known.tournament(tournament)
        if known is not None and known.rounds > heading.rounds:
            heading = replace(heading, rounds=known.rounds)  # they decide whether it is finished
        rated = rated_by(report, heading, options)
        by_fide = has_no_ranks(report, heading, rated, options)
        registered = registration(heading, tournament, rated, options.registered, by_fide=by_fide)
        registered = replace(registered, points=points.awards(ids))
        registered = replace(registered, report=lines_to_keep(report, registered))
        told = ReportContents(
            report, heading, games, byes, ids, extensions, tournament, registered, deciding.merges
        )
        for line, event in build_events(told, options):
            recorded = there.as_recorded(event if event.ref else replace(event, ref=ref))
            if isinstance(event, TournamentRegistered) and known is not None:
                longer = extent(event, known) if options.as_corrections else {}
                tell_differences(report, line, replace(event, **_parts(known, longer)), known)
                recorded = replace(recorded, **longer)
            events.append((line, recorded))
    if report.problems:
        return ReportReading([], report.problems, report.warnings)
    return ReportReading(events, [], report.warnings)


def _parts(registered: TournamentRegistered, fields: Iterable[str]) -> dict[str, Any]:
    return {field: getattr(registered, field) for field in fields}


def read(file: InputFile, options: ReadOptions) -> Iterator[Item]:
    """Read a file: its problems, or its events with the lines they come from."""
    remedy = say("is it really a TRF file?")
    refuse_large(file.size, LARGEST_REPORT, at(file.name, 1), remedy)
    text, encoding = decode_latin(file.path.read_bytes(), file.name, options.encoding)
    reading = read_report(text, file.name, options, encoding, options.ref or file.reference)
    for warning in reading.warnings:
        options.warn(warning)
    for problem in reading.problems:
        yield problem_item(problem)
    for line, event in reading.events:
        yield Item(line.number, line.text, event)


def _take_what_is_told(report: TrfReport, options: ReadOptions) -> None:
    """Name and days that the user tells hold instead of those of the report."""
    told = {"012": options.event_name, "042": options.start, "052": options.end}
    if options.start is not None and options.end is None and report.first("052") is None:
        told["052"] = options.start
    for code, value in told.items():
        if value is not None:
            text = f"{value:%Y/%m/%d}" if isinstance(value, Date) else value
            report.header[code] = [ReportLine(1, code, f"{code} {text}")]


def _compare_points(report: TrfReport, points: Points) -> None:
    """Warn about points that are not the sum of the results; real reports have them, so they are not refused."""
    if report.problems:
        return
    for player in report.players.values():
        total = points.total(player.number)
        if player.points not in (None, total):
            wrong = say(
                "number {number} has {points} points, his results give {sum}",
                number=player.number,
                points=points_in_words(player.points or 0),
                sum=points_in_words(total),
            )
            report.warn(player.line, 81, wrong)


def _match_players(
    report: TrfReport, extensions: Extensions, options: ReadOptions, tournament: str
) -> tuple[Deciding, dict[int, str]]:
    """Starting number → player id: from the decision file, a ledger line, the FIDE number, or the tournament."""
    deciding = Deciding(options)
    entrants = EntrantsByName(tournament, options.known)
    names = Counter(key for player in report.players.values() for key in name_keys(player.name))
    ids: dict[int, str] = {}
    for number, player in sorted(report.players.items()):
        given = extensions.players.get(number) or player.fide_id
        found = deciding.id_of(
            _stranger(report, player),
            given,
            entrants.called(player.name),
            is_alone=all(names[key] == 1 for key in name_keys(player.name)),
        )
        if isinstance(found, Problem):
            report.problems.append(found)
        elif found:
            ids[number] = found
        elif found is not None:
            _check_skipped(report, player)
    deciding.hand_out(_shared_ids(report, ids))
    for stranger in deciding.open:
        if stranger.is_numbered:
            report.problems.append(who_is_it(stranger))
            continue
        about = joined(
            ", ",
            (stranger.federation or say("no federation"), stranger.year or say("no birth year")),
        )
        wrong = say("{name!r} ({about}) has no FIDE number", name=stranger.name, about=about)
        report.refuse(report.players[stranger.number].line, 58, wrong, ASK_WHO)
    for number, identity in ids.items():
        options.matched(report.players[number].name, identity)
    if not report.problems:
        deciding.tell_regulars(report.place, report.warnings.append)
    return deciding, ids


def _stranger(report: TrfReport, player: ReportedPlayer) -> Stranger:
    place = at(report.place, player.line.number, 58)
    return Stranger(player.number, player.name, player.federation, player.born, place)


def _check_skipped(report: TrfReport, player: ReportedPlayer) -> None:
    if _has_games(player):
        report.refuse(
            player.line,
            5,
            say("number {number} is to be left out, but has games", number=player.number),
            say("decide otherwise"),
        )


def _has_games(player: ReportedPlayer) -> bool:
    return any(cell.opponent for cell in player.cells)


def _shared_ids(report: TrfReport, ids: dict[int, str]) -> list[Stranger]:
    """Refuse one id for two numbers. Where one of the two has no games, it is proposed to leave that one out."""
    seen: dict[str, int] = {}
    doubles: list[Stranger] = []
    for number, player in ids.items():
        other = seen.setdefault(player, number)
        if other == number:
            continue
        idle = next(
            (each for each in (number, other) if not _has_games(report.players[each])), None
        )
        remedy = say("one of them is not")
        if idle is not None:
            doubles.append(replace(_stranger(report, report.players[idle]), action="skip"))
            remedy = say(
                "number {number} has no games: --write-players FILE writes a form with skip for him, "
                "--players FILE reads it",
                number=idle,
            )
        wrong = say(
            "numbers {other} and {number} are both player {player!r}",
            other=other,
            number=number,
            player=player,
        )
        report.refuse(report.players[number].line, 58, wrong, remedy, report.players[other].line)
    return doubles
