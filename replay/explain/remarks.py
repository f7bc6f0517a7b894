"""What an import says when it is done: what will not be rated and why, and what looks like a slip of the pen.

Remarks stop nothing. They are asked of the read model, once for all files of an import.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from difflib import get_close_matches
from functools import cache

import numpy as np

from ledger import Log, Noted, Problem
from ledger import events as e
from ledger.append.judgement.records import TWO_PEOPLE
from ledger.names import name_keys
from ledger.persons.seal import SEALED
from projections import Snapshot
from projections.rankings import stale_rankings
from projections.scheme_inputs import federations
from replay.files.dates import can_be_born
from replay.office.office import Office
from replay.world.world import refused_by_days
from schemes import Scheme, Schemes
from schemes.kernels.readings import nearest
from wording import either, say, say_n, together
from wording.errors import LedgerError

ByType = dict[type, list[Noted]]
LONGEST_LOG = (
    200_000  # events: catching up the read model of a longer log takes too long for an import
)


def remarks(place: str, log: Log, noted: Sequence[Noted], *, dry_run: bool) -> list[Problem]:
    """What is worth saying about the events of an import; in a dry run, as if they had been appended."""
    if log.head > LONGEST_LOG:
        return []
    office = Office(place, log=log)
    try:
        if not dry_run:
            return list(_all(office, office.snapshot(), noted))
        from replay.appeals import appealed  # only here, because it loads much else

        with appealed(office, log.rehearse([event.item for event in noted])) as appeal:
            return list(_all(office, appeal.after, noted))
    finally:
        office.let_go()


def _all(office: Office, snapshot: Snapshot, noted: Sequence[Noted]) -> Iterator[Problem]:
    schemes = office.schemes
    by_type: ByType = defaultdict(list)
    for one in noted:
        by_type[type(one.item.event)].append(one)
    yield from _unrated(office, snapshot, by_type)
    yield from _unknown_titles(schemes, [*by_type[e.TitleAwarded], *by_type[e.TitleRevoked]])
    yield from _unread_fields(schemes, [*by_type[e.GameRecorded], *by_type[e.GameCorrected]])
    yield from _without_federation(schemes, snapshot, by_type)
    yield from _impossible_births([*by_type[e.PlayerRegistered], *by_type[e.PlayerCorrected]])
    yield from _same_names(snapshot, by_type[e.PlayerRegistered])
    yield from _merged_opponents(snapshot, by_type[e.PlayersMerged])
    yield from _registered_late(snapshot, by_type[e.GameRecorded])
    yield from _stale_rankings(snapshot, by_type)


def _stale_rankings(snapshot: Snapshot, by_type: ByType) -> Iterator[Problem]:
    """Tournaments of this import whose results changed after the office had ranked them."""
    places: dict[str, str] = {}
    for kind in (e.GameRecorded, e.GameCorrected, e.GameVoided, e.ByeRecorded, e.FoulRecorded):
        for place, item in by_type[kind]:
            places.setdefault(item.event.tournament, place)  # type: ignore[union-attr]
    numbers = [
        number for name in places if (number := snapshot.tournaments.number(name)) is not None
    ]
    remedy = say(
        "the given ranking counts; RankingCorrected changes it, with an empty ranking to that by the rules"
    )
    for stale in stale_rankings(snapshot, numbers):
        yield Problem(places[stale.tournament], stale.told, remedy)


def _unrated(office: Office, snapshot: Snapshot, by_type: ByType) -> Iterator[Problem]:
    """Tournaments of this import that were played and that no list will have."""
    played: dict[str, str] = {}
    for kind in (e.GameRecorded, e.TournamentClosed, e.ReportReceived):
        for place, item in by_type[kind]:
            played.setdefault(item.event.tournament, place)  # type: ignore[union-attr]
    numbers = {
        name: number for name in played if (number := snapshot.tournaments.number(name)) is not None
    }
    registered = snapshot.tournaments.registrations(numbers.values())
    for name, number in numbers.items():
        if number not in snapshot.tournaments.voided and not registered[number].rated:
            remedy = say(
                "if it is to be rated: --rated with a report, or a TournamentCorrected with `rated`"
            )
            yield Problem(
                played[name],
                say("tournament {name!r} is approved for no scheme, so it is not rated", name=name),
                remedy,
            )
    named = {name for number in numbers.values() for name in registered[number].rated}
    for rated_by in office.schemes.working(among=named):
        approved = {
            name: number
            for name, number in numbers.items()
            if rated_by.name in registered[number].rated
        }
        yield from _refused(office, snapshot, rated_by, approved, played)


def _refused(
    office: Office,
    snapshot: Snapshot,
    chosen: Scheme,
    numbers: dict[str, int],
    places: dict[str, str],
) -> Iterator[Problem]:
    """Tournaments that a scheme does not rate, as far as dates and papers say so, and the days of games."""
    if not numbers:
        return
    try:
        world = office.world_of(chosen.rules(), snapshot)
        codes = world.assignment.reason
    except LedgerError as fault:
        yield from fault.problems
        return
    reasons = {reason.code: reason for reason in chosen.reasons}
    by_days = refused_by_days(world, [number for number in numbers.values() if codes[number] == 0])
    for tournament, number in numbers.items():
        code = int(codes[number])
        remedy = say("a TournamentCorrected changes what was registered wrongly")
        if number in by_days:
            code = by_days[number].code
            remedy = say(
                "if its games were not played on these days: a TournamentCorrected with `hours_per_day`"
            )
        if code > 0:
            reason = reasons[code]
            wrong = say(
                "tournament {tournament!r} is not rated by {name}: {why} [{article}]",
                tournament=tournament,
                name=chosen.name,
                why=say(reason.text),
                article=say(reason.article),
            )
            yield Problem(places[tournament], wrong, remedy)


def _unknown_titles(schemes: Schemes, noted: Sequence[Noted]) -> Iterator[Problem]:
    if not noted:
        return
    titles = sorted(
        {title for scheme in schemes.working() for title in (*scheme.titles, *scheme.title_names)}
    )
    for place, item in noted:
        title: str = item.event.title  # type: ignore[union-attr]
        if title not in titles:
            yield Problem(
                place,
                say("no scheme knows the title {title!r}: no list shows it", title=title),
                _nearest(title, titles),
            )


def _unread_fields(schemes: Schemes, noted: Sequence[Noted]) -> Iterator[Problem]:
    """Further fields of games that no scheme reads, each name once."""
    places: dict[str, str] = {}
    for place, item in noted:
        for name in item.event.more or ():  # type: ignore[union-attr]
            places.setdefault(name, place)
    if not places:
        return
    fields = tuple(sorted({name for scheme in schemes.working() for name in scheme.game_fields}))
    for name, place in places.items():
        if name not in fields:
            yield Problem(
                place,
                say("no scheme reads the field {name!r} of games", name=name),
                nearest(name, fields),
            )


def _nearest(title: str, titles: Sequence[str]) -> str:
    """The titles that may be meant: `GM` may be that of any scheme."""
    short = title.lower()
    close = [code for code in titles if code.rpartition("-")[2] == short] or get_close_matches(
        short, titles, 1
    )
    if close:
        return say("did you mean {name}?", name=either(close))
    return say("known are: {known}", known=", ".join(titles))


def _without_federation(schemes: Schemes, snapshot: Snapshot, by_type: ByType) -> Iterator[Problem]:
    """Players without a federation who play, or have a rating, where nobody is listed without one."""

    @cache
    def article(name: str) -> str:
        working = schemes.working(among=[name])
        return working[0].federation_article if working else ""

    players: set[str] = set()
    for place, player, named in _players_of_schemes(snapshot, by_type):
        strict = [f"{name} [{article(name)}]" for name in named if article(name)]
        if not strict or player in players:
            continue
        players.add(player)
        number = snapshot.people.number(player)
        if number is None or federations(snapshot)[number]:
            continue
        remedy = say_n(
            "{schemes} publishes nobody without one; PlayerTransferred gives it",
            "{schemes} publish nobody without one; PlayerTransferred gives it",
            len(strict),
            schemes=together(strict),
        )
        yield Problem(place, say("player {player!r} has no federation", player=player), remedy)


def _players_of_schemes(
    snapshot: Snapshot, by_type: ByType
) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Place, player and schemes of everything in the import by which somebody comes to a scheme."""
    for place, item in by_type[e.RatingCarriedIn]:
        carried = item.event
        assert isinstance(carried, e.RatingCarriedIn)
        yield place, carried.player, (carried.scheme,)
    rated: dict[str, Sequence[str]] = {}
    for place, item in (*by_type[e.PlayerEntered], *by_type[e.GameRecorded]):
        event = item.event
        assert isinstance(event, e.PlayerEntered | e.GameRecorded)
        if event.tournament not in rated:
            number = snapshot.tournaments.number(event.tournament)
            rated[event.tournament] = (
                () if number is None else snapshot.tournaments.registration(number).rated
            )
        players = (
            (event.player,) if isinstance(event, e.PlayerEntered) else (event.first, event.second)
        )
        for player in players:
            yield place, player, rated[event.tournament]


def _impossible_births(noted: Sequence[Noted]) -> Iterator[Problem]:
    """Players born after the day of their registration, or far too long before it."""
    for place, item in noted:
        event = item.event
        assert isinstance(event, e.PlayerRegistered | e.PlayerCorrected)
        born = event.born
        if isinstance(born, int | date) and not can_be_born(born, event.date):
            wrong = say(
                "player {player!r} was born {born!s}: that cannot be on {date!s}",
                player=event.player,
                born=born,
                date=event.date,
            )
            yield Problem(place, wrong, say("a PlayerCorrected with `born` puts it right"))


def _same_names(snapshot: Snapshot, noted: Sequence[Noted]) -> Iterator[Problem]:
    """New players with a name that somebody has; two years of birth tell two people apart."""
    if not noted:
        return
    people = snapshot.people
    namesakes: dict[str, list[int]] = defaultdict(list)
    for number, name in enumerate(people.names.to_pylist()):
        for key in name_keys(name):
            namesakes[key].append(number)
    numbers = {name: number for number, name in enumerate(people.id_list)}
    for place, item in noted:
        event = item.event
        assert isinstance(event, e.PlayerRegistered)
        if event.name == SEALED:
            continue
        own = numbers[event.player]
        for other in sorted({number for key in name_keys(event.name) for number in namesakes[key]}):
            years = {int(people.table.born[number]) for number in (own, other)} - {0}
            if other < own and len(years) < 2 and people.kept[other] != people.kept[own]:
                wrong = say(
                    "player {player!r} has the name of {other!r}, {name!r}",
                    player=event.player,
                    other=people.id_list[other],
                    name=people.name(other),
                )
                yield Problem(place, wrong, say("if they are one person, append a PlayersMerged"))
                break


def _merged_opponents(snapshot: Snapshot, noted: Sequence[Noted]) -> Iterator[Problem]:
    if not noted:
        return
    games = snapshot.model.games(0, max(len(snapshot.tournaments) - 1, 0))
    for place, item in noted:
        event = item.event
        assert isinstance(event, e.PlayersMerged)
        pair = [snapshot.people.number(player) or 0 for player in (event.kept, event.duplicate)]
        met = np.isin(games["first"], pair) & np.isin(games["second"], pair)
        if met.any():
            tournament = snapshot.tournaments.id(int(games["tournament"][met][0]))
            wrong = say(
                "{kept!r} and {duplicate!r} are merged, but they met each other in {tournament!r}",
                kept=event.kept,
                duplicate=event.duplicate,
                tournament=tournament,
            )
            yield Problem(
                place,
                wrong,
                say("that game counts for nobody; {instead}", instead=TWO_PEOPLE),
            )


def _registered_late(snapshot: Snapshot, noted: Sequence[Noted]) -> Iterator[Problem]:
    """Players whose registration is dated after one of their games."""
    if not noted:
        return
    days = dict(
        zip(
            snapshot.people.id_list,
            snapshot.known.rows("players", "day")["day"].tolist(),
            strict=True,
        )
    )
    tournaments = set()
    for place, item in noted:
        event = item.event
        assert isinstance(event, e.GameRecorded)
        for player in (event.first, event.second):
            if player not in tournaments and days[player] > event.date.toordinal():
                tournaments.add(player)
                since = date.fromordinal(days[player])
                wrong = say(
                    "player {player!r} is registered from {since} on and played on {date}",
                    player=player,
                    since=since,
                    date=event.date,
                )
                yield Problem(place, wrong, say("is the date of the registration right?"))
