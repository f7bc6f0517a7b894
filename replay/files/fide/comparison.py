"""FIDE's monthly rating list, compared row by row with the ledger: only what is new becomes an event."""

from collections.abc import Iterator

from ledger.errors import LedgerError
from ledger.events import AnyEvent, RatingEnded
from ledger.item import Item
from ledger.text import whole_number
from replay.files.fide.people import ListEntry, listed_person, person_events, title_events
from replay.files.fide.plan import Import, Plan, Tally, Target, make_plan
from replay.files.fide.ratings import rating_events
from replay.files.fide.records import PlayerRecords
from replay.files.fide.rows import ListRow, open_list, read_rows
from replay.files.input import InputFile
from replay.files.options import ReadOptions
from schemes.fide_standard.listed import ListArticles
from wording import say

_COMPLETE = say("is the line complete?")
_RATINGS = {str(rating): rating for rating in range(4000)}


def read_list(file: InputFile, options: ReadOptions) -> Iterator[Item]:
    """The events of all wanted players of the list, without what the ledger has already."""
    with open_list(file) as opened:
        rows = read_rows(opened, file.name)
        plan = make_plan(rows, file, options)
        records = PlayerRecords(
            options.known.snapshot, plan.date, {target.scheme for target in plan.targets}
        )
        comparison = _Comparison(plan, records)
        is_new = False
        for item in comparison.items(rows.rows):
            yield item
            is_new = True
    for remark in comparison.tally.remarks(plan):
        options.warn(remark)
    if not is_new:
        yield Item(1, "", comparison.known_registration(options))


class _Comparison:
    """Compares the rows of a list with the ledger."""

    def __init__(self, plan: Plan, records: PlayerRecords) -> None:
        self.plan = plan
        self.records = records
        self.tally = Tally(plan.place)
        self._work = Import(plan, records, self.tally, ListArticles(plan.date))
        self._seen: set[str] = set()
        self._known = ""  # any player that is in the ledger

    def items(self, rows: Iterator[ListRow]) -> Iterator[Item]:
        """The events of all rows, of players who are not in the list any more, and the problems.

        After the first problem the file is refused, so only further problems are looked for: that is soon done.
        """
        merged: list[ListRow] = []
        for row in rows:
            if self._is_broken(row) or self.tally.is_refused:
                continue
            if row.fields["id"] in self.records.merged:
                merged.append(row)
            else:
                yield from self._of_row(row)
        if self.tally.is_refused:
            yield from self.tally.problems()
            return
        for row in merged:  # the row of a duplicate counts only if the player has no other one
            if self.records.kept(row.fields["id"]) not in self._seen:
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

    def _is_broken(self, row: ListRow) -> bool:
        player = row.fields.get("id", "")
        if whole_number(player, 12) is None:
            self.tally.problem(
                "id", row, say("FIDE number {player!r} is not a number", player=player), _COMPLETE
            )
            return True
        for target in self.plan.targets:
            rating = row.fields.get(target.column, "")
            if rating.strip("0") and rating not in _RATINGS:
                wrong = say(
                    "{kind} rating {rating!r} is not a rating", kind=target.kind, rating=rating
                )
                self.tally.problem(target.kind, row, wrong, _COMPLETE)
                return True
        if player in self._seen:
            wrong = say("FIDE number {player} stands in the list twice", player=player)
            self.tally.problem("twice", row, wrong, say("keep one of the lines"))
            return True
        self._seen.add(player)
        return False

    def _of_row(self, row: ListRow) -> Iterator[Item]:
        fields = row.fields
        player = self.records.kept(fields["id"])
        self._seen.add(player)
        targets = self.plan.targets
        ratings = [_RATINGS.get(fields.get(target.column, ""), 0) for target in targets]
        if not self._is_wanted(fields, max(ratings)):
            if any(player in self.records.carried[target.scheme] for target in targets):
                self.tally.count("left-out", row, player)
            return
        entry = ListEntry(row, player, listed_person(self._work, row))
        events = person_events(self._work, entry) + title_events(self._work, entry)
        for target, rating in zip(targets, ratings, strict=True):
            if rating:
                events += (
                    rating_events(self._work, entry, target, rating)
                    if rating >= self.plan.min_rating
                    else ()
                )
            elif self._is_rated(player, target):
                events.append(self._ended(player, target))
                self.tally.count("unrated", row, player)
        for event in events:
            yield Item(row.where, row.excerpt, event)
        if player in self.records.people:
            self._known = player

    def _is_wanted(self, fields: dict[str, str], highest: int) -> bool:
        federations = self.plan.federations
        if federations and fields.get("federation", "").upper() not in federations:
            return False
        return highest >= self.plan.min_rating

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
