"""A glance at a row of FIDE's list: does the ledger have all of it? Most rows of a second list end here."""

from decimal import Decimal
from functools import cache

from ledger.formats.fide_k import ESTABLISHED, given_k, is_junior
from ledger.formats.fide_plan import Plan, Target
from ledger.formats.fide_ratings import is_recent
from ledger.formats.records import CarriedRating, PlayerRecords

RATINGS = {str(rating): Decimal(rating) for rating in range(4000)}


class Glance:
    """Yes only if it is certain that the full comparison would find nothing; it decides in all other cases."""

    def __init__(self, plan: Plan, records: PlayerRecords) -> None:
        self._people, self._date = records.people, plan.date
        self._is_on = not (plan.federations or plan.min_rating) and "flag" in plan.columns
        self._special = records.special()
        self._tables = [(one, records.carried[one.scheme], records.declared[one.scheme]) for one in plan.targets]
        self._is_recent = cache(lambda day: is_recent(day, plan.date))
        self._is_junior = cache(lambda born: is_junior(born, plan.date))
        self._year = cache(lambda born: str(born) if born else "")

    def is_known(self, fields: dict[str, str]) -> bool:
        """The same person, no title, no games, the same ratings, K and flag."""
        player = fields["id"]
        person = self._people.get(player)
        if person is None or player in self._special or not self._is_on:
            return False
        if (
            person.name != fields["name"]
            or person.federation != fields["federation"]
            or person.sex != fields.get("sex")
            or self._year(person.born) != fields.get("born")
            or fields.get("title")
            or fields.get("women_title")
        ):
            return False
        is_flagged = "i" in fields["flag"]
        for target, carried, declared in self._tables:
            told = declared.get(player)
            if (told is not None and told.inactive) != is_flagged:
                return False
            if not self._is_rating_known(target, fields, carried.get(player), self._is_junior(person.born)):
                return False
        return True

    def _is_rating_known(
        self, target: Target, fields: dict[str, str], before: CarriedRating | None, junior: bool
    ) -> bool:
        rating = RATINGS.get(fields.get(target.column, ""))
        if before is None or before.rating is None:
            return not rating
        if before.rating != rating or not self._is_recent(before.date):
            return False
        if before.date != self._date and fields.get(target.games, "0") != "0":
            return False
        if target.kind != "standard":
            return True
        games = ESTABLISHED if before.games is None else before.games
        return given_k(games, before.peak, junior) == fields.get(target.k, "")
