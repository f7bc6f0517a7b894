"""The worklist of the office: published lists that would be different, corrections, and what the next lists lack."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ledger import Log
from ledger.append.description import subject
from ledger.errors import LedgerError
from ledger.events import (
    AnyEvent,
    EventWithdrawn,
    GameCorrected,
    GameVoided,
    PlayerCorrected,
    PlayersMerged,
    RankingCorrected,
    TournamentCorrected,
    TournamentVoided,
)
from replay.answers.names import shown_names
from replay.answers.table import Cause, Names
from replay.appeals import accepted, trace
from replay.difference.difference import Number
from replay.lists.since_published import SincePublished, lists_that_differ
from replay.office.key_files import given_key
from replay.office.office import Office, schemes_in_use
from replay.questions.appeal import named_in
from replay.world.world import World

CORRECTIONS = (
    GameCorrected, GameVoided, PlayerCorrected, PlayersMerged, RankingCorrected,
    TournamentCorrected, TournamentVoided, EventWithdrawn,
)  # fmt: skip
LOOKED_AT = 50_000  # events since the last publication
SHOWN = 8
LATEST = 400  # newest events that are summed up
GROUPS = 6
ONE_GO = 5  # seconds
_KINDS = frozenset(kind.__name__ for kind in CORRECTIONS)


class ChangedRating(Struct, frozen=True):
    """A player of a published list whose rating would be another today, and through what."""

    player: str
    name: str
    published: Number | None
    now: Number | None
    change: Number | None
    through: str = ""
    "A sentence with ids in it, which the names of the list put in words."


class DifferingList(Struct, frozen=True):
    """A published list that would be different today."""

    since: SincePublished
    title: str
    rows: Sequence[ChangedRating]
    names: Names = Names()

    @property
    def scheme(self) -> str:
        return self.since.published.event.scheme

    @property
    def list_date(self) -> date:
        return self.since.published.event.list_date


class Ended(Struct, frozen=True):
    """A tournament that has ended, and what it lacks."""

    tournament: str
    name: str
    end: date
    has_results: bool


class ListToCome(Struct, frozen=True):
    """The next list of a regulation, and what is missing for it."""

    scheme: str
    title: str
    day: date | None  # None: a list on any day
    last: date | None  # the newest one that was published
    days: int = 0
    complete: int = 0
    missing: Sequence[Ended] = ()
    unpublished: date | None = None
    "The list in force today, where lists are published and this one was not."

    @property
    def shown_day(self) -> date:
        """The day of the list; today's where there is one on any day."""
        return self.day or date.today()


class EventGroup(Struct, frozen=True):
    """Events that somebody appended one after the other."""

    first: int
    last: int
    by: str
    recorded: datetime | None
    about: str
    kinds: Mapping[str, int]


class Worklist(Struct, frozen=True):
    """What the office has to do."""

    differing: Sequence[DifferingList]
    unknown: Sequence[SincePublished]
    corrections: Sequence[int]  # their positions, the newest first
    next_lists: Sequence[ListToCome]
    latest: Sequence[EventGroup]
    key: str  # "": no key was announced; present, missing


def worklist(office: Office) -> Worklist:
    """Everything that waits in a ledger; reports that wait are known to the desk alone."""
    snapshot = office.snapshot()
    differing = lists_that_differ(office)
    comparable = [one for one in reversed(differing) if not one.unknown]
    seen: set[str] = set()
    shown = []
    for (
        one
    ) in comparable:  # the players of the newest list of each regulation; of the others how many
        scheme = one.published.event.scheme
        shown.append(differing_list(office, one, 0 if scheme in seen else SHOWN))
        seen.add(scheme)
    published = office.log.published()
    return Worklist(
        differing=shown,
        unknown=[one for one in differing if one.unknown],
        corrections=corrections_since(office.log, published[-1]) if published else (),
        next_lists=[next_list(office, name) for name in schemes_in_use(office.schemes, snapshot)],
        latest=_latest(office),
        key=key_state(office.log),
    )


def key_state(log: Log) -> str:
    """Whether the key that the log has announced is at hand."""
    if not log.keyring().active:
        return ""
    try:
        return "present" if given_key(None) is not None else "missing"
    except LedgerError:
        return "missing"


def differing_list(office: Office, since: SincePublished, most: int = SHOWN) -> DifferingList:
    """A published list beside that of today: who changes, by how much, through what."""
    title = office.schemes[since.published.event.scheme].title
    difference = since.difference
    if difference is None:
        return DifferingList(since, title, [])
    shown = [difference.row(player) for player in difference.largest_first(difference.moved)[:most]]
    players = [row["player"] for row in shown]
    names = shown_names(office.snapshot(), players)
    causes = _causes(office, since, players)
    rows = [
        ChangedRating(
            player=row["player"],
            name=names.get(row["player"]) or row["player"],
            published=row["before"],
            now=row["after"],
            change=row["change"],
            through=causes[row["player"]].text if row["player"] in causes else "",
        )
        for row in shown
    ]
    return DifferingList(
        since, title, rows, named_in(office.snapshot(), [{"through": causes.values()}])
    )


def _causes(office: Office, since: SincePublished, players: Sequence[str]) -> dict[str, Cause]:
    """Through what each of some players changed since a publication: an own game, or somebody who was met."""
    event = since.published.event
    if not players or office.log.head - event.at_position > LOOKED_AT:
        return {}
    appeal = accepted(office, event.at_position + 1, office.log.head)
    try:
        compared = appeal.compared(event.scheme, event.list_date)
    except LedgerError:
        return {}
    causes = {}
    for player in players:
        steps = [step.through for step in trace(compared, player).steps]
        steps = [cause for cause in steps if cause.code != "earlier-rating"]
        if steps:
            causes[player] = steps[-1]
    return causes


# Corrections


def corrections_since(log: Log, position: int) -> list[int]:
    """The positions of the corrections after a position, the newest first."""
    after = max(position, log.head - LOOKED_AT)
    topics = log.store.placed(after, log.head)
    positions = [after + at for at, (_, _, topic) in enumerate(topics, 1) if topic in _KINDS]
    return positions[: -SHOWN - 1 : -1]


# The next lists


def next_list(office: Office, name: str) -> ListToCome:
    """The next list of a regulation: when it comes, and which tournaments lack something for it."""
    chosen = office.schemes[name]
    snapshot = office.snapshot()
    published = snapshot.published(name)
    last = date.fromordinal(max(published)) if published else None
    rules = chosen.rules()
    today = date.today()
    day = None
    unpublished = None
    if not chosen.any_day:
        calendar = chosen.calendar(rules)
        now = calendar.number(today)
        day = calendar.date(now + 1)
        if last is not None and last < calendar.date(now):
            unpublished = calendar.date(now)
    complete, missing = _ended(World(office.schemes, rules, snapshot), last)
    return ListToCome(
        name,
        chosen.title,
        day,
        last,
        (day - today).days if day else 0,
        complete,
        missing,
        unpublished,
    )


def _ended(world: World, last: date | None) -> tuple[int, list[Ended]]:
    """Tournaments of a regulation that ended since its last list: how many are closed, and those that are not."""
    tournaments = world.snapshot.tournaments
    table = tournaments.table
    since = last.toordinal() if last else 0
    here = tournaments.approved_for(world.scheme.name) & (table.end < date.today().toordinal())
    here &= table.end >= since
    here[list(tournaments.voided)] = False
    complete = int(np.count_nonzero(here & table.was_closed))
    numbers = np.flatnonzero(here & ~table.was_closed)
    newest = numbers[np.argsort(-table.end[numbers], kind="stable")][:SHOWN]
    games = world.snapshot.games.of(newest) if len(newest) else None
    missing = []
    for number in newest.tolist():
        event = tournaments.registration(number)
        has_results = games is not None and bool(np.diff(games.offset)[number])
        end = date.fromordinal(int(table.end[number]))
        missing.append(Ended(event.tournament, event.name, end, has_results))
    return complete, missing


# Who appended what


def _latest(office: Office) -> list[EventGroup]:
    """The newest events, those together that one person appended in one go."""
    log = office.log
    groups: list[EventGroup] = []
    for position, event in reversed(list(log.read(max(0, log.head - LATEST), log.head))):
        kind = type(event).__name__
        by = event.by or ""
        if groups and _is_one_go(groups[-1], event, by):
            last = groups[-1]
            counts = {**last.kinds, kind: last.kinds.get(kind, 0) + 1}
            groups[-1] = replace(
                last, first=position, about=last.about or subject(event), kinds=counts
            )
        elif len(groups) == GROUPS:
            break
        else:
            groups.append(
                EventGroup(position, position, by, event.recorded, subject(event), {kind: 1})
            )
    return [replace(group, about=_name(office, group.about)) for group in groups]


def _name(office: Office, about: str) -> str:
    """What people call the tournament or player of an id; anything else as it is."""
    snapshot = office.snapshot()
    if (number := snapshot.tournaments.number(about)) is not None:
        return snapshot.tournaments.registration(number).name
    return shown_names(snapshot, [about]).get(about) or about


def _is_one_go(group: EventGroup, event: AnyEvent, by: str) -> bool:
    """Whether an event was appended together with those after it."""
    if group.by != by or group.recorded is None or event.recorded is None:
        return False
    return abs((group.recorded - event.recorded).total_seconds()) < ONE_GO
