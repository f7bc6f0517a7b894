"""FIDE's monthly rating list, compared row by row with the ledger: only what is new becomes an event."""

from collections.abc import Iterable, Iterator

from ledger.errors import LedgerError
from ledger.events import AnyEvent, RatingEnded
from ledger.item import Item
from replay.files.fide.check import CHECKED, RATINGS, check_rows, is_wanted
from replay.files.fide.people import ListEntry, listed_person, person_events, title_events
from replay.files.fide.plan import Import, Plan, Tally, Target, make_plan
from replay.files.fide.ratings import rating_events
from replay.files.fide.records import PlayerRecords
from replay.files.fide.rows import ListRow, open_list, read_rows
from replay.files.input import InputFile
from replay.files.options import ReadOptions
from schemes.fide_standard.listed import ListArticles
from wording import say

_LOOKED_THROUGH = 5  # hundredths of the work, about


def read_list(file: InputFile, options: ReadOptions) -> Iterator[Item]:
    """The events of all wanted players of the list, without what the ledger has already.

    The list is read twice: half a minute of work must not end with a word about the last line.
    """
    with open_list(file, until=_LOOKED_THROUGH) as opened:
        rows = read_rows(opened, file.name, CHECKED)
        plan = make_plan(rows, file, options)
        players, problems = check_rows(rows.rows, plan, options.known)
    if problems:
        yield from problems
        return
    records = PlayerRecords(
        options.known.snapshot, plan.date, {target.scheme for target in plan.targets}
    )
    comparison = _Comparison(plan, records, players)
    is_new = False
    with open_list(file, since=_LOOKED_THROUGH) as opened:
        for item in comparison.items(read_rows(opened, file.name).rows):
            yield item
            is_new = True
    for remark in comparison.tally.remarks(plan):
        options.warn(remark)
    if not is_new:
        yield Item(1, "", comparison.known_registration(options))


class _Comparison:
    """Compares the rows of a list with the ledger. `players` are all whom the list has."""

    def __init__(self, plan: Plan, records: PlayerRecords, players: set[str]) -> None:
        self.plan = plan
        self.records = records
        self.tally = Tally(plan.place)
        self._work = Import(plan, records, self.tally, ListArticles(plan.date))
        self._seen = players
        self._known = ""  # any player that is in the ledger

    def items(self, rows: Iterator[ListRow]) -> Iterator[Item]:
        """The events of all rows, and of players who are not in the list any more."""
        merged: list[ListRow] = []
        for row in rows:
            if row.fields["id"] in self.records.merged:
                merged.append(row)
            else:
                yield from self._of_row(row)
        for row in merged:  # the row of a duplicate counts only if the player has no other one
            kept = self.records.kept(row.fields["id"])
            if kept not in self._seen:
                self._seen.add(kept)
                yield from self._of_row(row)
        if self.records.later is not None:
            self.tally.later(self.records.later)
        yield from self._left_the_list()

    def known_registration(self, options: ReadOptions) -> AnyEvent:
        """Nothing in the list is new: give the registration of a known player, which the log counts as a duplicate."""
        found = options.known.registration(self._known)
        if found is None:
            remedy = say("check --federation and --min-rating")
            raise LedgerError(
                say("no player of the list is wanted"), place=self.plan.place, remedy=remedy
            )
        return found

    def _of_row(self, row: ListRow) -> Iterator[Item]:
        fields = row.fields
        player = self.records.kept(fields["id"])
        plan = self.plan
        if not is_wanted(row, plan):
            if any(player in self.records.carried[target.scheme] for target in plan.targets):
                self.tally.count("left-out", row, player)
            return
        entry = ListEntry(row, player, listed_person(self._work, row))
        for event in person_events(self._work, entry):
            yield Item(row.where, row.excerpt, event)
        for event in title_events(self._work, entry):
            yield Item(row.where, row.excerpt, event)
        for target in plan.targets:
            for event in self._of_rating(entry, target):
                yield Item(row.where, row.excerpt, event)
        if player in self.records.people:
            self._known = player

    def _of_rating(self, entry: ListEntry, target: Target) -> Iterable[AnyEvent]:
        """What one kind of rating in a row says."""
        rating = RATINGS.get(entry.row.fields.get(target.column, ""), 0)
        if not rating:
            if not self._is_rated(entry.player, target):
                return ()
            self.tally.count("unrated", entry.row, entry.player)
            return (self._ended(entry.player, target),)
        if rating < self.plan.min_rating:
            return ()
        return rating_events(self._work, entry, target, rating)

    def _is_rated(self, player: str, target: Target) -> bool:
        carried = self.records.carried[target.scheme].get(player)
        return carried is not None and carried.rating_x100 is not None

    def _ended(self, player: str, target: Target) -> RatingEnded:
        return RatingEnded(
            date=self.plan.date, ref=self.plan.ref, player=player, scheme=target.scheme
        )

    def _left_the_list(self) -> Iterator[Item]:
        """Players whose rating is in the ledger and who are not in the list."""
        for target in self.plan.targets:
            gone = self.records.carried[target.scheme].keys() - self._seen - self.records.deceased
            for player in sorted(player for player in gone if self._is_rated(player, target)):
                self.tally.count("gone", None, player)
                if self.plan.complete:
                    where = say(
                        "{place}, player {player}, who is not in it",
                        place=self.plan.place,
                        player=player,
                    )
                    yield Item(where, "", self._ended(player, target))
