"""What was published, and what the same list would be today: in which rows they differ, and by how much.

Every door asks `since_published`. It is cheap: lists that were made from the same inputs as today are told apart by
their keys, without a replay; the others are made in one walk for each regulation.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from ledger.errors import Problem
from ledger.events import ListPublished
from projections import Model, Snapshot
from projections.tables import OF_TOURNAMENTS, TABLES
from replay.answers import columns, kinds
from replay.answers.answer import Answer
from replay.answers.names import names_in
from replay.answers.speech import signed
from replay.answers.table import Column, Row, Table
from replay.difference.difference import Number
from replay.difference.rows import RowDifference, as_texts, row_difference
from replay.lists.list_files import Publication, all_publications, file_of_rows, publications
from replay.lists.rating_list import RatingList, make_list
from replay.office.office import Office
from replay.rules_choice import RulesChoice
from replay.which import WhichList
from replay.world.keys import Keys, code_digest
from replay.world.world import World, replay, replays
from schemes import Rules
from wording import Reference, joined, say, say_n
from wording.errors import LedgerError

if TYPE_CHECKING:
    import pyarrow as pa

OF_PEOPLE = [
    name for name in TABLES if name not in {*OF_TOURNAMENTS, "players", "publications", "erasures"}
]
_ACT_ON_THEIR_DAY = ("transfers", "deaths", "titles", "carried", "suspensions", "declared")
STATES = {
    "revised": say("revised"),
    "unknown": say("unknown"),
    "differs now": say("differs now"),
    "unchanged": say("unchanged"),
}
NAMED = 5  # so many lists are named after an import; `published` has all


class SincePublished(Struct, frozen=True):
    """A publication, and the rows in which its list would be another today."""

    published: Publication
    difference: RowDifference | None = None  # None: no row differs, or nobody can say
    unknown: str = ""  # why nobody can say in which rows it differs

    @property
    def differs(self) -> bool:
        return bool(self.difference is not None or self.unknown)

    @property
    def rows(self) -> int:
        """In how many rows it differs."""
        if self.difference is None:
            return 0
        return len(self.difference.ids)

    @property
    def ratings(self) -> int:
        """How many ratings differ."""
        if self.difference is None:
            return 0
        return int(np.count_nonzero(self.difference.moved))

    @property
    def largest(self) -> Row | None:
        """The player whose rating differs most, with both ratings and the change."""
        if self.difference is None or not self.difference.change.any():
            return None
        first, *_ = self.difference.largest_first(self.difference.change != 0)
        return self.difference.row(first)

    @property
    def ratings_then(self) -> dict[str, Number | None]:
        """What was published of the players whose rows differ."""
        if self.difference is None:
            return {}
        rows = map(self.difference.row, range(self.rows))
        return {row["player"]: row["before"] for row in rows}

    def told(self, most: int | None = None) -> list[Row]:
        """The players whose rows differ, largest changes first: what each list says that the other does not."""
        if self.difference is None:
            return []
        players = self.difference.largest_first(np.ones(self.rows, np.bool_))
        return [self.difference.told(player) for player in players[:most]]

    @property
    def extent(self) -> str:
        """In how many rows it differs, and the largest change."""
        if self.unknown:
            return self.unknown
        if self.difference is None:
            return say("unchanged since")
        parts = [say_n("differs in {number} row", "differs in {number} rows", self.rows)]
        alone = int(np.count_nonzero(~self.difference.both))
        largest = self.largest
        if alone:
            parts.append(
                say_n(
                    "{number} player is on one of the two lists only",
                    "{number} players are on one of the two lists only",
                    alone,
                )
            )
        if largest is not None:
            change = signed(largest["change"])
            player = Reference.player(largest["player"])
            parts.append(say("largest change {change} ({player})", change=change, player=player))
        elif not alone:
            parts.append(say("in no rating"))
        return joined(", ", parts)

    @property
    def name(self) -> str:
        event = self.published.event
        return say(
            "{scheme} list of {date} (#{position})",
            scheme=event.scheme,
            date=event.list_date,
            position=self.published.position,
        )


def which_published(office: Office, event: ListPublished) -> WhichList:
    """Which list was published."""
    choice = RulesChoice.under(event.readings)
    rules = choice.of(office.schemes[event.scheme])
    return WhichList(event.scheme, event.list_date, event.at_position, rules, choice=choice)


def reproduce(office: Office, event: ListPublished) -> RatingList:
    """Make a published list again from the log at its position."""
    which = which_published(office, event)
    world = office.world_of(which.rules, Snapshot(office.model, which.position))
    return make_list(replay(world, office.states, event.list_date), event.checkpoint)


def is_list_of(event: ListPublished, made: RatingList) -> bool:
    """Is a list the one that was published? Format 1 published the digest of the csv file, names included."""
    if event.root:
        return made.tree.root == event.root
    return made.digest == event.digest


def published_list(office: Office, published: Publication) -> tuple[RatingList, bool]:
    """A published list, made again from the log, and whether the log still gives it.

    Once the log was seen to give it, its rows are kept under what is on record, and are not made again.
    """
    event = published.event
    key = _key_of_published(office, event)
    table = office.states.load_list(key)
    if table is None:
        made = reproduce(office, event)
        is_same = is_list_of(event, made)
        if is_same:
            office.states.save_list(key, made.table)
        return made, is_same
    which = which_published(office, event)
    scheme = office.schemes[event.scheme]
    kept = RatingList(
        scheme, which, event.checkpoint, table, lambda: office.snapshot(which.position).people
    )
    return kept, True


def as_published(office: Office, published: Publication) -> "pa.Table | None":
    """The rows of a published list as an Arrow table: made again, or those of its file if the log gives another list.

    None if neither is to be had.
    """
    import pyarrow as pa

    made, is_same = published_list(office, published)
    if is_same:
        return made.table
    rows = file_of_rows(office.lists, published)
    if rows is None:
        return None
    return pa.Table.from_pylist(rows, as_texts(made.table).schema)


def _key_of_published(office: Office, event: ListPublished) -> str:
    """Where a published list is kept once it has been made again and compared with what is on record."""
    rules = which_published(office, event).rules
    code = f"{code_digest()} {office.schemes[event.scheme].digest} {rules.fingerprint}"
    content = f"published {code} {event.checkpoint} {event.list_date} {event.root or event.digest}"
    return hashlib.blake2b(content.encode(), digest_size=20).hexdigest()


def compared_with(office: Office, published: Publication, now: RatingList) -> SincePublished:
    """A publication beside another list of its day."""
    table = as_published(office, published)
    if table is None:
        return SincePublished(
            published, unknown=say("made by other rules, and its file is not here to compare")
        )
    difference = row_difference(table, now.table)
    return SincePublished(published, difference if difference.ids else None)


def since_published(office: Office, wanted: Iterable[Publication]) -> list[SincePublished]:
    """Of each publication, whether its list would be another today, and in which rows."""
    wanted = list(wanted)
    snapshot = office.snapshot()
    answers: dict[int, SincePublished] = snapshot.remembered("since published", dict)
    groups: dict[tuple[str, tuple[tuple[str, str], ...]], list[Publication]] = {}
    for publication in wanted:
        if publication.position not in answers:
            readings = tuple(sorted((publication.event.readings or {}).items()))
            groups.setdefault((publication.event.scheme, readings), []).append(publication)
    for group in groups.values():
        try:
            compared = list(_Comparison(office, snapshot, group[0].event).of(group))
        except LedgerError as fault:
            if not fault.is_of_rules:
                raise
            compared = [SincePublished(publication, unknown=fault.wrong) for publication in group]
        answers.update((publication.published.position, publication) for publication in compared)
    return [answers[publication.position] for publication in wanted]


def newest_publications(office: Office) -> list[Publication]:
    """The publications that stand: of each list the last, in the order of the log."""
    newest = {
        (publication.event.scheme, publication.event.list_date): publication
        for publication in all_publications(office.log)
    }
    return sorted(newest.values(), key=lambda publication: publication.position)


def lists_that_differ(office: Office) -> list[SincePublished]:
    """The published lists that would be others today."""
    return [
        since for since in since_published(office, newest_publications(office)) if since.differs
    ]


class ListedPublication(Struct, frozen=True):
    """A publication in the list of all: what took its place, or whether it would be another today."""

    published: Publication
    revised: int | None  # where the list was published again
    since: SincePublished | None

    @property
    def position(self) -> int:
        return self.published.position

    @property
    def event(self) -> ListPublished:
        return self.published.event

    @property
    def state(self) -> str:
        if self.revised is not None:
            return say("revised")
        assert self.since is not None
        if self.since.unknown:
            return say("unknown")
        if self.since.differs:
            return say("differs now")
        return say("unchanged")

    @property
    def row(self) -> Row:
        """The same by the columns of the answer."""
        row = {name: getattr(self.event, name) for name in _OF_EVENT}
        row |= {
            "position": self.position,
            "recorded": self.event.recorded,
            "state": self.state,
            "revised_at": self.revised,
        }
        if self.since is not None and not self.since.unknown:
            row["changed"] = self.since.rows
            if self.since.largest is not None:
                row["largest"] = self.since.largest["change"]
                row["player"] = self.since.largest["player"]
        return row


_OF_EVENT = ("scheme", "list_date", "version", "rows", "at_position", "root")


PUBLISHED = (
    columns.POSITION,
    Column("scheme", kinds.SCHEME, kept=True),
    columns.LIST_DATE,
    Column("recorded", kinds.MOMENT),
    Column("rows", kinds.COUNT),
    Column("changed", kinds.COUNT, heading=say("differing"), kept=True),
    Column("version", kinds.WORD),
    Column("at_position", kinds.COUNT),
    Column("root", kinds.TEXT),
    Column("state", kinds.codes(STATES, spare=0)),
    Column("largest", kinds.CHANGE),
    Column("player", kinds.PLAYER),
    Column("revised_at", kinds.COUNT),
)


def published_lists(office: Office, name: str | None = None) -> list[ListedPublication]:
    """Every publication, or those of one regulation, the newest first."""
    every = [one for one in all_publications(office.log) if name in (None, one.event.scheme)]
    standing = [one for one in newest_publications(office) if name in (None, one.event.scheme)]
    newest = {
        (publication.event.scheme, publication.event.list_date): publication.position
        for publication in standing
    }
    since = {
        publication.published.position: publication
        for publication in since_published(office, standing)
    }
    rows = []
    for publication in reversed(every):
        last = newest[publication.event.scheme, publication.event.list_date]
        revised = None if last == publication.position else last
        rows.append(ListedPublication(publication, revised, since.get(publication.position)))
    return rows


def published(office: Office, name: str | None = None) -> Answer:
    """Every publication, or those of one regulation: whether it would be another today, and by how much."""
    if name is not None:
        name = office.schemes[name].name
    table = Table(PUBLISHED, [listed.row for listed in published_lists(office, name)])
    names = names_in(office.snapshot(), table)
    return Answer("published/1", say("published lists"), table, names=names)


class ShownList(Struct, frozen=True):
    """A list that is shown, beside the publication it is, or the last one of its day."""

    is_published: bool  # the very list of the publication
    since: SincePublished  # how the list that is shown (if it is the published one: that of today) differs from it

    @property
    def published(self) -> Publication:
        return self.since.published

    @property
    def list_date(self) -> date:
        return self.published.event.list_date

    @property
    def told(self) -> str:
        """In one sentence."""
        position = self.published.position
        extent = self.since.extent
        if self.is_published:
            return say(
                "as published at #{position}; today: {extent}", position=position, extent=extent
            )
        if not self.since.differs:
            return say("published at #{position}, unchanged since", position=position)
        return say("not as published at #{position}: {extent}", position=position, extent=extent)

    @property
    def other(self) -> str:
        """The list as published, or as known now, in the words that commands take."""
        words = f"{self.published.event.scheme}@{self.list_date}"
        if self.is_published:
            return words
        return f"{words}#{self.published.event.at_position}"

    def rating_of(self, player: str) -> "ShownRating":
        """The same of one player's rating."""
        difference = self.since.difference
        if difference is None or player not in difference.ids:
            return ShownRating(self, None, None)
        row = difference.row(difference.ids.index(player))
        return ShownRating(self, _or_absent(row["before"]), _or_absent(row["after"]))


def _or_absent(rating: Number | None) -> str:
    if rating is None:
        return say("not on the list")
    return str(rating)


class ShownRating(Struct, frozen=True):
    """A rating that is shown, beside the published one; None and None if its row is the same."""

    shown_list: ShownList
    published: str | None
    now: str | None  # that of the list that is shown; if that is the published one, today's

    @property
    def differs(self) -> bool:
        return self.published != self.now

    @property
    def told(self) -> str:
        """In one sentence."""
        position = self.shown_list.published.position
        if self.shown_list.since.unknown:
            return self.shown_list.told
        if not self.differs:
            return say("published at #{position}, this rating unchanged since", position=position)
        if self.shown_list.is_published:
            return say(
                "as published at #{position}; now {rating}", position=position, rating=self.now
            )
        return say(
            "not as published at #{position}: there {rating}",
            position=position,
            rating=self.published,
        )


def shown_beside_published(office: Office, world: World, listed: date) -> ShownList | None:
    """Whether a list is the one that was published, or how it differs from it; None if none was, under these rules."""
    earlier = publications_under(office, world.scheme.name, world.rules, listed)
    if world.snapshot.rate_as or not earlier:
        return None
    position = world.snapshot.position
    if position == office.position(None):
        return ShownList(False, since_published(office, earlier[-1:])[0])
    lists: dict[tuple[str, date, int], ShownList] = office.snapshot().remembered(
        "lists as they were known", dict
    )
    which = world.rules.fingerprint, listed, position
    if which not in lists:
        lists[which] = _among_published(office, world, listed, earlier)
    return lists[which]


def _among_published(
    office: Office, world: World, listed: date, earlier: Sequence[Publication]
) -> ShownList:
    """A list as it was known at an earlier position, beside the publications of its day."""
    made = make_list(office.replay(world, listed), "")
    compared = [compared_with(office, one, made) for one in reversed(earlier)]
    same = [one.published for one in compared if not one.differs]
    if same:
        return ShownList(True, since_published(office, same[:1])[0])
    return ShownList(False, compared[0])


def is_supposed(office: Office, which: RatingList | WhichList) -> bool:
    """Whether a list is made by other rules than those in force, so that nobody takes it for a published one."""
    in_force = office.schemes[which.rules.scheme].rules(readings=which.rules.readings)
    return which.rate_as or which.rules.fingerprint != in_force.fingerprint


def list_beside_published(office: Office, which: WhichList) -> ShownList | None:
    """The list in force on a day beside the publication it is, or the last one of its day."""
    world = office.world(which)
    listed = world.scheme.list_in_force(world.rules, which.day)[1]
    return shown_beside_published(office, world, listed)


def publication_told(shown: ShownList | None) -> str:
    """Whether a list was published, and differs now, in one sentence."""
    if shown is None:
        return say("this list has not been published")
    return shown.told


def publications_under(office: Office, name: str, rules: Rules, listed: date) -> list[Publication]:
    """The publications of a list that were made under the same readings."""
    earlier = publications(office.log, name, listed)
    return [
        publication
        for publication in earlier
        if which_published(office, publication.event).rules.fingerprint == rules.fingerprint
    ]


def remarks_on_published(office: Office) -> list[Problem]:
    """The same in words, for whoever has just appended something."""
    differing = lists_that_differ(office)
    if not differing:
        return []
    named = joined(
        "; ",
        [
            say("{list}: {extent}", list=since.name, extent=since.extent)
            for since in differing[:NAMED]
        ],
    )
    wrong = say_n(
        "{number} published list would be another today: {named}",
        "{number} published lists would be others today: {named}",
        len(differing),
        named=named,
    )
    remedy = say(
        "rating-ledger published shows all of them; publish SCHEME DATE --revised publishes one anew"
    )
    return [Problem("", wrong, remedy)]


@dataclass(frozen=True)
class _Comparison:
    """The published lists of one regulation under the same readings, beside what they would be now."""

    office: Office
    snapshot: Snapshot
    example: ListPublished

    @cached_property
    def world(self) -> World:
        rules = which_published(self.office, self.example).rules
        return self.office.world_of(rules, self.snapshot)

    @cached_property
    def _basis_now(self) -> "_Basis":
        return _Basis(self.world, self.office.log.origin)

    def of(self, group: Sequence[Publication]) -> Iterator[SincePublished]:
        perhaps = [publication for publication in group if not self._is_surely_same(publication)]
        yield from (
            SincePublished(publication) for publication in group if publication not in perhaps
        )
        lists = dict(self._lists_now({publication.event.list_date for publication in perhaps}))
        for publication in perhaps:
            yield compared_with(self.office, publication, lists[publication.event.list_date])

    def _is_surely_same(self, published: Publication) -> bool:
        """Whether a list was made by these rules from what is still known; nothing need be replayed to see that."""
        event = published.event
        chosen = self.world.scheme
        rules = self.world.rules
        if (event.rules, event.code) != (rules.fingerprint, chosen.digest):
            return False
        if _people_changed(self.office.model, event.at_position, event.list_date):
            return False
        then = self.office.world_of(rules, Snapshot(self.office.model, event.at_position))
        return _Basis(then, self.office.log.origin).of(event.list_date) == self._basis_now.of(
            event.list_date
        )

    def _lists_now(self, days: set[date]) -> Iterator[tuple[date, RatingList]]:
        stops = sorted((self.world.stop(day) for day in days), key=lambda stop: stop.day)
        for replayed in replays(self.world, self.office.states, stops):
            yield replayed.list_date, make_list(replayed, "")


class _Basis:
    """What lists are made from, as keys: those of the regulation, and of one whose lists it reads."""

    def __init__(self, world: World, origin: str) -> None:
        self._world = world
        self._keys = Keys(world.scheme, world.rules, world.snapshot, world.assignment, origin, {})
        self._other: _Basis | None = None
        if name := world.scheme.reads_list_of:
            rules = world.schemes[name].rules()
            other = World(world.schemes, rules, world.snapshot, origin)
            self._other = _Basis(other, origin)

    def of(self, day: date) -> tuple[str, ...]:
        number = max(self._world.stop(day).number, self._keys.first - 1)
        own = self._keys.of(number)
        if self._other is None:
            return (own,)
        return (own, *self._other.of(day))


def _people_changed(model: Model, after: int, listed: date) -> bool:
    """Whether anything was recorded since about people or federations that may show on a list."""
    for table in OF_PEOPLE:
        columns = model.columns(table, "position", *TABLES[table].columns[:1])
        later = columns["position"] > after
        if table in _ACT_ON_THEIR_DAY:
            later = later & (columns["day"] <= listed.toordinal())
        if np.any(later):
            return True
    return False
