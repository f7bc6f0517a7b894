"""What events would change if they were appended: on which list a tournament counts, and who moves on it."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from msgspec import Struct

from ledger.events import AnyEvent
from replay.appeals import Appeal, appealed
from replay.difference import DenseList, Difference
from replay.office.office import Office
from replay.questions.movement import Movement, movement
from replay.world.world import World, refused_by_days, replay
from schemes import Scheme
from wording import say

SHOWN = 12
Entries = list[tuple[int, AnyEvent]]


class NotRated(Struct, frozen=True):
    """A tournament that a regulation does not rate, and why."""

    tournament: str
    reason: str
    article: str


class ExpectedList(Struct, frozen=True):
    """The list of a regulation on which tournaments would count, and what would be different on it."""

    scheme: str
    title: str
    list_date: date | None  # None: it counts on no list
    tournaments: Sequence[str] = ()
    movement: Movement | None = None
    not_rated: Sequence[NotRated] = ()
    is_published: bool = False


def expected(office: Office, entries: Entries, most: int = SHOWN) -> list[ExpectedList]:
    """For each regulation that the events concern: the list, and who moves on it."""
    if not entries:
        return []
    with appealed(office, entries) as appeal:
        return [one for name in appeal.schemes() for one in _of_scheme(appeal, name, most)]


def _of_scheme(appeal: Appeal, name: str, most: int) -> Iterator[ExpectedList]:
    schemes = appeal.office.schemes
    chosen = schemes[name]
    rules = chosen.rules()
    origin = appeal.office.log.origin
    before = World(schemes, rules, appeal.before, origin)
    after = World(schemes, rules, appeal.after, origin)
    counted, not_rated = _assigned(appeal, after)
    by_day: dict[date, list[str]] = {}
    for tournament, day in counted:
        by_day.setdefault(day, []).append(tournament)
    if not by_day:
        if not_rated:
            yield ExpectedList(name, chosen.title, None, not_rated=not_rated)
            return
        by_day[_next_day(chosen, after)] = []
    published = set(appeal.before.published(name))
    for day, tournaments in sorted(by_day.items()):
        players = len(appeal.after.people)
        sides = [
            DenseList.of_replay(replay(world, appeal.office.states, day), players)
            for world in (before, after)
        ]
        difference = Difference(appeal.after.people.id_list, sides[0], sides[1])
        moved = movement(difference, appeal.after, most)
        yield ExpectedList(
            name, chosen.title, day, tournaments, moved, not_rated, day.toordinal() in published
        )
        not_rated = []


def _next_day(chosen: Scheme, world: World) -> date:
    """The day of the list that comes next."""
    today = date.today()
    if chosen.any_day:
        return today
    calendar = chosen.calendar(world.rules)
    return calendar.date(calendar.number(today) + 1)


def _assigned(appeal: Appeal, world: World) -> tuple[list[tuple[str, date]], list[NotRated]]:
    """The tournaments that the events touch: each with the day of its list, or why it has none."""
    chosen = world.scheme
    assignment = world.assignment
    approved = appeal.after.tournaments.approved_for(chosen.name)
    reasons = {reason.code: reason for reason in chosen.reasons}
    table = appeal.after.tournaments.table
    numbers = [number for number in appeal.touched.tolist() if approved[number]]
    by_days = refused_by_days(world, [n for n in numbers if assignment.reason[n] == 0])
    counted: list[tuple[str, date]] = []
    not_rated: list[NotRated] = []
    for number in numbers:
        identity = str(table.ids[number])
        code = int(assignment.reason[number])
        if number in by_days:
            code = by_days[number].code
        if code > 0:
            reason = reasons[code]
            not_rated.append(NotRated(identity, say(reason.text), say(reason.article)))
        elif assignment.first[number] >= 0:
            counted.append((identity, _day_of(chosen, world, number)))
    return counted, not_rated


def _day_of(chosen: Scheme, world: World, number: int) -> date:
    """The day of the list on which a tournament counts."""
    if chosen.any_day:
        end = date.fromordinal(int(world.snapshot.tournaments.table.end[number]))
        return max(date.today(), end + timedelta(days=1))
    first = int(world.assignment.first[number])
    return chosen.calendar(world.rules).date(first)
