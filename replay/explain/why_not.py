"""Why not: the reasons for an empty list, and for an appeal or a comparison in which nothing changes."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial

import numpy as np

from ledger.events import AnyEvent, GameCorrected, GameRecorded, GameVoided
from projections import Snapshot
from projections.known import rows_of
from replay.lists.rating_list import RatingList
from replay.lists.sides import FileSide, Side
from replay.office.office import Office
from replay.world.world import NOT_APPROVED, Replayed, World, all_verdicts
from schemes import Rules, Scheme
from schemes.kernels.inputs import STAGES
from schemes.kernels.parameters import parameters
from schemes.kernels.scheme import Reason
from wording import Reference, joined, say, say_n
from wording.errors import LedgerError

_GAMES = (GameRecorded, GameCorrected, GameVoided)
Entries = Sequence[tuple[int, AnyEvent]]


def why_empty(office: Office, made: RatingList) -> list[str]:
    """Why nobody is on a list: players whom an article keeps off it, tournaments that are not rated, or none at all."""
    world = office.world(made.which)
    replayed = office.replay(world, made.list_date)
    unpublished = replayed.listed.reason[~replayed.listed.published]
    kept_off = _counted(
        world.scheme, unpublished, partial(say_n, "{number} player", "{number} players")
    )
    return kept_off or list(_without_players(world, replayed.stop.number))


def _without_players(world: World, number: int) -> Iterator[str]:
    """Why nobody has a rating yet."""
    name = world.scheme.name
    assignment = world.assignment
    approved = world.snapshot.tournaments.approved_for(name)
    first = assignment.first[approved & (assignment.first >= 0)]
    if not approved.any():
        yield say(
            "no tournament is approved for {scheme} by then, and no rating was carried in",
            scheme=name,
        )
    if len(first) and first.min() > number:
        day = world.scheme.calendar(world.rules).date(int(first.min()))
        yield say("the first list with a tournament is that of {date}", date=day)
    yield from _counted(
        world.scheme,
        assignment.reason[approved & (assignment.reason > 0)],
        partial(say_n, "{number} tournament", "{number} tournaments"),
    )


def _counted(chosen: Scheme, codes: Iterable[int], many: Callable[[int], str]) -> list[str]:
    """How many players or tournaments there are for each reason, with its article."""
    reasons = {reason.code: reason for reason in chosen.reasons}
    counts = Counter(int(code) for code in codes)
    return [
        _with_article(many(count), reasons[code])
        for code, count in sorted(counts.items())
        if code in reasons and code > 0
    ]


def _with_article(text: str, reason: Reason) -> str:
    """A sentence, the reason for it and its article."""
    return say(
        "{what}: {why} [{article}]", what=text, why=say(reason.text), article=say(reason.article)
    )


def why_unmoved(
    office: Office,
    before: Snapshot,
    after: Snapshot,
    entries: Entries,
    names: Sequence[str],
    on: date,
) -> list[str]:
    """Why events change nothing on the lists of some schemes, for each tournament and game that they are about."""
    sentences: list[str] = []
    tournaments = dict.fromkeys(
        event.tournament for _, event in entries if hasattr(event, "tournament")
    )
    for tournament in tournaments:
        number = after.tournaments.number(tournament)
        if number is None:
            continue
        rated = after.tournaments.registration(number).rated
        shown = Reference.tournament(tournament)
        if number in after.tournaments.voided:
            sentences.append(say("{tournament} is void", tournament=shown))
        elif not rated:
            sentences.append(say("{tournament} is approved for no scheme", tournament=shown))
        elif number < len(before.tournaments) and (
            same := _unchanged(before, after, number, entries)
        ):
            sentences += same
        else:
            for name in (name for name in rated if name in names):
                try:
                    world = office.world_of(office.schemes[name].rules(), after)
                    sentences += list(_of_tournament(world, tournament, number, entries, on))
                except LedgerError as fault:
                    if fault.code != "regulation":
                        raise
                    sentences.append(fault.wrong)
    return sentences


def _unchanged(before: Snapshot, after: Snapshot, number: int, entries: Entries) -> list[str]:
    """Corrections of a tournament's games that say what stands there already."""
    sides = [snapshot.games.by_place(number) for snapshot in (before, after)]
    tournament = after.tournaments.id(number)
    return [
        say("{game} stands so already", game=_game(event.round, event.board, tournament))
        for _, event in entries
        if isinstance(event, GameCorrected)
        and event.tournament == tournament
        and sides[0].get(_key(event)) == sides[1].get(_key(event))
    ]


def _game(round_: int, board: int, tournament: str) -> str:
    return say(
        "round {round}, board {board} of {tournament}",
        round=round_,
        board=board,
        tournament=Reference.tournament(tournament),
    )


def _key(event: GameRecorded | GameCorrected | GameVoided) -> tuple[int, int, int]:
    return STAGES.index(event.stage), event.round, event.board


def _of_tournament(
    world: World, tournament: str, number: int, entries: Entries, on: date
) -> Iterator[str]:
    """Whether a scheme rates a tournament, on which list, and which games of an appeal it leaves out."""
    chosen = world.scheme
    reason = int(world.assignment.reason[number])
    reasons = {each.code: each for each in chosen.reasons}
    first = int(world.assignment.first[number])
    shown = Reference.tournament(tournament)
    if reason > 0:
        unrated = say("{tournament} is not rated by {scheme}", tournament=shown, scheme=chosen.name)
        yield _with_article(unrated, reasons[reason])
    elif reason != NOT_APPROVED and first > world.stop(on).number:
        day = chosen.calendar(world.rules).date(first)
        yield say(
            "{tournament} is rated on the list of {date}, which is later than those that were compared",
            tournament=shown,
            date=day,
        )
    elif reason != NOT_APPROVED:
        yield from _of_games(world, tournament, number, entries, on)


def _of_games(
    world: World, tournament: str, number: int, entries: Entries, on: date
) -> Iterator[str]:
    """The games of an appeal that are not rated for both players."""
    disputed = {
        _key(event)
        for _, event in entries
        if isinstance(event, _GAMES) and event.tournament == tournament
    }
    chosen, (inputs, verdicts) = world.scheme, all_verdicts(Replayed(world, world.stop(on), {}))
    reasons = {reason.code: reason for reason in chosen.reasons}
    games = inputs.games
    here = rows_of(games, number)
    for at in range(here.start, here.stop):
        if (int(games.stage[at]), int(games.round[at]), int(games.board[at])) not in disputed:
            continue
        for code in sorted(
            {int(verdicts.tournament[number]), int(verdicts.first[at]), int(verdicts.second[at])}
        ):
            if code > 0:
                game = _game(games.round[at], games.board[at], tournament)
                unrated = say("{game} is not rated by {scheme}", game=game, scheme=chosen.name)
                yield _with_article(unrated, reasons[code])


def changed_articles(chosen: Scheme, *rules: Rules) -> str:
    """The parameters and readings that reforms change, with their articles: `k.top [8.3.3]`."""
    articles = {
        parameter.name: parameter.article
        for parameter in parameters(chosen.versions[-1].parameters)
    }
    articles |= {reading.name: reading.article for reading in chosen.readings}
    names = dict.fromkeys(name for parameter in rules for name in parameter.changed)
    changes = [
        say("{name} [{article}]", name=name, article=say(articles[name]))
        for name in names
        if name in articles
    ]
    if not changes:
        return say("what the versions say differently")
    return joined(", ", changes)


def why_alike(office: Office, one: Side, other: Side) -> str:
    """Why two lists are alike."""
    if isinstance(one, FileSide) or isinstance(other, FileSide) or one.scheme != other.scheme:
        return say("the ratings are the same, player by player")
    chosen = office.schemes[one.scheme]
    if one.rules.fingerprint != other.rules.fingerprint:
        changed = changed_articles(chosen, one.rules, other.rules)
        return say("no rating on this list depends on {what}", what=changed)
    if one.rate_as != other.rate_as:
        return say("the games of other schemes move no rating on this list")
    if chosen.list_in_force(one.rules, one.day) == chosen.list_in_force(other.rules, other.day):
        return _why_known_alike(office, one.scheme, *sorted((one.position, other.position)))
    return say(
        "no game and nothing else counts between the lists of {a} and {b}", a=one.day, b=other.day
    )


def _why_known_alike(office: Office, name: str, low: int, high: int) -> str:
    if low == high:
        return say("both sides are the same list: the same day, the same knowledge, the same rules")
    tournaments = office.snapshot(high).tournaments
    touched = np.count_nonzero(
        (tournaments.revisions.position > low) & tournaments.approved_for(name)
    )
    recorded = say("what was recorded from #{first} to #{last}", first=low + 1, last=high)
    if high == low + 1:
        recorded = say("what was recorded at #{position}", position=high)
    if not touched:
        return say("{recorded} is about no tournament of {scheme}", recorded=recorded, scheme=name)
    return say_n(
        "{recorded} is about {number} tournament of {scheme}, and moves no rating on this list",
        "{recorded} is about {number} tournaments of {scheme}, and moves no rating on this list",
        int(touched),
        recorded=recorded,
        scheme=name,
    )
