"""From a report on paper to events: registrations, entries, games and byes by round, the close."""

from collections.abc import Iterator, Mapping
from datetime import date as Date
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.append.places import as_ranking, wrong_place
from ledger.errors import Problem
from ledger.events import (
    AnyEvent,
    ByeRecorded,
    GameRecorded,
    Places,
    PlayerEntered,
    PlayerRegistered,
    PlayersMerged,
    Ranking,
    RatingCarriedIn,
    ReportReceived,
    TitleAwarded,
    TournamentClosed,
    TournamentRegistered,
)
from replay.files.options import ReadOptions
from replay.files.players import players_in_words
from replay.files.trf.extensions import Extensions, key_of
from replay.files.trf.games import ToldBye, ToldGame
from replay.files.trf.heading import ReportHeading
from replay.files.trf.report import ReportedPlayer, ReportLine, TrfReport
from replay.files.vocabulary import TITLES
from wording import say
from wording.errors import at

LinedEvent = tuple[ReportLine, AnyEvent]
NO_ROUND_DATE = "date of the round not in the report: the start is taken"
RATING_OF = "as in the report of {}"
NO_SEX = "sex not in the report: M is taken"
NO_RANK = 1 << 30


class ReportContents(Struct, frozen=True):
    """A report with its meaning: the ids of its players, and the tournament it is of."""

    report: TrfReport
    heading: ReportHeading
    games: list[ToldGame]
    byes: list[ToldBye]
    ids: Mapping[int, str]
    extensions: Extensions
    tournament: str
    registered: TournamentRegistered
    merges: Mapping[str, str]  # ids that imports made → the numbers of the same people


def build_events(told: ReportContents, options: ReadOptions) -> Iterator[LinedEvent]:
    """All events of a report in the order in which they can be appended."""
    report = told.report
    extensions = told.extensions
    used = set()
    for line, event in _from_columns(told, options):
        key = key_of(event)
        if key in extensions.instead:
            used.add(key)
            line, event = extensions.instead[key]
        elif extensions.by is not None:
            event = replace(event, by=extensions.by)
        yield from _checked(report, line, event, told.tournament)
    for key, (line, _) in extensions.instead.items():
        if key not in used and key[0] is not PlayerRegistered:
            report.refuse(
                line,
                1,
                say("an event instead of one that the columns do not give"),
                say("remove the line"),
            )
    for line, event in extensions.added:
        yield from _checked(report, line, event, told.tournament)
    if options.received:
        yield told.heading.line, ReportReceived(date=options.received, tournament=told.tournament)


def _from_columns(told: ReportContents, options: ReadOptions) -> Iterator[LinedEvent]:
    report = told.report
    heading = told.heading
    ids = told.ids
    tournament = told.tournament
    yield from _registrations(report, heading.start, ids, options)
    for duplicate, kept in told.merges.items():
        merge = PlayersMerged(date=heading.start, kept=kept, duplicate=duplicate)
        yield heading.line, merge
    if options.ratings_as:
        yield from _carried_in(told, options.ratings_as, options)
    yield heading.line, told.registered
    teams = _team_of(report)
    for number, player in sorted(ids.items()):
        if number not in told.extensions.unentered:
            yield (
                report.players[number].line,
                PlayerEntered(
                    date=heading.start,
                    tournament=tournament,
                    player=player,
                    number=number,
                    team=teams.get(number),
                    rating=report.players[number].rating or None,
                ),
            )
    yield from _rounds(told)
    closed = told.extensions.is_closed
    if _is_finished(report, heading) if closed is None else closed:
        ranking, places = _ranking(report, ids)
        yield (
            heading.line,
            TournamentClosed(
                date=heading.end, tournament=tournament, ranking=ranking, places=places
            ),
        )


def _registrations(
    report: TrfReport, start: Date, ids: Mapping[int, str], options: ReadOptions
) -> Iterator[LinedEvent]:
    """Registrations (with titles) of players new to the ledger; warn where known players differ."""
    other: list[str] = []
    for number, player in sorted(ids.items()):
        reported = report.players[number]
        known = options.known.player(player)
        if known is not None:
            if options.as_corrections:
                yield reported.line, _registered(report, reported, player, start)
            elif options.known.has_key(player) and not _is_same_person(reported, known):
                names = {"player": player, "known": known.name, "here": reported.name}
                other.append(
                    say("{player} is {known!r} in the ledger, {here!r} in the report", **names)
                )
            continue
        yield reported.line, _registered(report, reported, player, start)
        if reported.title in TITLES:
            yield (
                reported.line,
                TitleAwarded(date=start, player=player, title=f"fide-{TITLES[reported.title]}"),
            )
        elif reported.title:
            report.warn(
                reported.line,
                11,
                say("title {title!r} is not a FIDE title, left out", title=reported.title),
            )
    if other:
        players = players_in_words(len(other))
        report.warn(
            None,
            0,
            say(
                "{players} registered otherwise in the ledger, which stands; first: {first}",
                players=players,
                first=other[0],
            ),
        )


def _carried_in(told: ReportContents, scheme: str, options: ReadOptions) -> Iterator[LinedEvent]:
    """Ratings of the report as opening ratings on the list in force at its start, for players without one."""
    day = options.list_in_force(told.heading.start)
    rated = 0
    duplicates = {kept: duplicate for duplicate, kept in told.merges.items()}
    for number, player in sorted(told.ids.items()):
        reported = told.report.players[number]
        if not reported.rating:
            continue
        own = (player, duplicates.get(player, player))
        if any(options.known.has_rating(one, scheme) for one in own):
            rated += 1
        else:
            note = RATING_OF.format(told.tournament)
            yield (
                reported.line,
                RatingCarriedIn(
                    date=day,
                    player=player,
                    scheme=scheme,
                    rating=Decimal(reported.rating),
                    note=note,
                ),
            )
    if rated:
        players = players_in_words(rated)
        told.report.warn(
            None,
            0,
            say(
                "{players} with an opening rating of {scheme} already, which stands",
                players=players,
                scheme=scheme,
            ),
        )


def _registered(
    report: TrfReport, reported: ReportedPlayer, player: str, start: Date
) -> PlayerRegistered:
    if not reported.name:
        report.refuse(
            reported.line,
            15,
            say("number {number} is new to the ledger and has no name", number=reported.number),
        )
    if reported.sex not in ("", "m", "w", "f"):
        report.warn(
            reported.line, 10, say("sex {sex!r} is not m or w, read as not given", sex=reported.sex)
        )
    is_told = reported.sex in ("m", "w", "f") or reported.title.startswith("w")
    is_woman = reported.sex in ("w", "f") or (
        reported.sex != "m" and reported.title.startswith("w")
    )
    return PlayerRegistered(
        date=start,
        note=None if is_told else NO_SEX,
        player=player,
        name=reported.name,
        sex="F" if is_woman else "M",
        born=reported.born,
        federation=reported.federation or None,
    )


def _is_same_person(reported: ReportedPlayer, known: PlayerRegistered) -> bool:
    return reported.name == known.name and (
        not reported.federation or reported.federation == known.federation
    )


def _team_of(report: TrfReport) -> dict[int, str]:
    """Starting number → team; 310 lines replace 013 lines."""
    teams = report.teams.get("310") or report.teams.get("013") or []
    found: dict[int, tuple[str, ReportLine]] = {}
    for team in teams:
        for number in team.members:
            if number not in report.players:
                report.refuse(
                    team.line,
                    1,
                    say(
                        "team {name!r} has number {number}, who is not in the file",
                        name=team.name,
                        number=number,
                    ),
                )
            elif number in found:
                wrong = say(
                    "number {number} is in two teams, {one!r} and {other!r}",
                    number=number,
                    one=found[number][0],
                    other=team.name,
                )
                report.refuse(team.line, 1, wrong, say("leave him in one"), found[number][1])
            else:
                found[number] = (team.name, team.line)
    return {number: name for number, (name, _) in found.items()}


def _rounds(told: ReportContents) -> Iterator[LinedEvent]:
    """Round by round: the games by board, then the byes. Boards are not in the report: 1, 2, 3 … in its order."""
    heading = told.heading
    ids = told.ids
    games: dict[int, list[ToldGame]] = {}
    byes: dict[int, list[ToldBye]] = {}
    for game in told.games:
        games.setdefault(game.round, []).append(game)
    for bye in told.byes:
        byes.setdefault(bye.round, []).append(bye)
    for round_ in sorted(games.keys() | byes.keys()):
        day = heading.dates.get(round_)
        common: Any = {"date": day or heading.start, "tournament": told.tournament, "round": round_}
        for order, game in enumerate(games.get(round_, ()), 1):
            yield (
                game.half.line,
                GameRecorded(
                    **common,
                    note=_note(game.note, day),
                    board=told.extensions.boards.get((round_, game.first), order),
                    first=ids[game.first],
                    second=ids[game.second],
                    result=game.result,
                ),
            )
        for bye in byes.get(round_, ()):
            if bye.player.number in ids:
                player = ids[bye.player.number]
                yield (
                    bye.player.line,
                    ByeRecorded(**common, note=_note(bye.note, day), player=player, kind=bye.kind),
                )


def _note(told: str | None, day: Date | None) -> str | None:
    return "; ".join(part for part in (told, None if day else NO_ROUND_DATE) if part) or None


def _is_finished(report: TrfReport, heading: ReportHeading) -> bool:
    if report.rounds_told >= heading.rounds:
        return True
    wrong = say(
        "results up to round {rounds_told} of {rounds}: the tournament is not closed by this file",
        rounds_told=report.rounds_told,
        rounds=heading.rounds,
    )
    report.warn(heading.line, 1, wrong)
    return False


def _ranking(report: TrfReport, ids: Mapping[int, str]) -> tuple[Ranking | None, Places | None]:
    """The players in the order of their ranks, and their places where some are shared."""
    ranked = sorted((report.players[number].rank or NO_RANK, number) for number in ids)
    ranked = [each for each in ranked if each[0] < NO_RANK]
    ranks = [rank for rank, _ in ranked]
    players = tuple(ids[number] for _, number in ranked)
    if not players or wrong_place(ranks):
        return players or None, None
    return as_ranking(players, ranks)


def _checked(
    report: TrfReport, line: ReportLine, event: AnyEvent, tournament: str
) -> Iterator[LinedEvent]:
    """The event, if its values are within the vocabulary's bounds and it is of this tournament."""
    if getattr(event, "tournament", tournament) != tournament:
        wrong = say("an event of another tournament, {tournament!r}", tournament=event.tournament)  # type: ignore[union-attr]
        report.refuse(
            line, 1, wrong, say("this report is of {tournament!r}", tournament=tournament)
        )
        return
    try:
        msgspec.convert(msgspec.to_builtins(event), type(event))
    except msgspec.ValidationError as error:
        report.problems.append(
            Problem(at(report.place, line.number, 1), str(error), "", line.text[:110])
        )
        return
    yield line, event
