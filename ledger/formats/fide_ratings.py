"""The rating in a row of FIDE's list beside the one in the ledger: what has to be said so that both agree."""

from collections.abc import Iterator
from datetime import date as Date
from decimal import Decimal

from ledger.events import ActivityResumed, AnyEvent, InactivityDeclared, RatingCarriedIn
from ledger.formats.fide_k import ESTABLISHED, FEW, Explained, KRow, explain_k, given_k, is_junior
from ledger.formats.fide_people import ListEntry
from ledger.formats.fide_plan import Target
from ledger.formats.fide_tally import Import
from ledger.formats.records import CarriedRating

_YEAR = 12  # months


def rating_events(work: Import, entry: ListEntry, target: Target, rating: Decimal) -> Iterator[AnyEvent]:
    """The rating, unless the ledger gives it by itself; and whether the player is active."""
    plan, records, tally = work
    row, player, _ = entry
    before = records.carried[target.scheme].get(player)
    asked = _asked(work, entry, target, rating, before)
    explained = explain_k(asked, before)
    if not explained.agrees:
        tally.count("k", row, f"{player}, rated {rating}, K {asked.k}")
    is_flagged = "i" in row.fields.get("flag", "").lower()
    shows_activity = not is_flagged and "flag" in plan.columns
    is_new = before is None or before.rating != rating or _is_k_new(work, player, asked, explained, before)
    if is_new or _is_stale(work, player, before, asked.games, shows_activity):
        yield _carried(work, player, target.scheme, rating, explained, before)
    if is_flagged:
        yield from _inactive(work, player, target.scheme)
    elif shows_activity:
        yield from _active(work, player, target.scheme)


def _asked(work: Import, entry: ListEntry, target: Target, rating: Decimal, before: CarriedRating | None) -> KRow:
    """What the row says of K; only for standard ratings, whose article we know."""
    plan, records, _ = work
    fields, listed = entry.row.fields, entry.listed
    games = fields.get(target.games, "")
    is_this_list = before is not None and before.date == plan.date  # then its games are counted already
    known = records.people.get(entry.player)
    born = listed.born if known is None or (plan.update_players and listed.born) else known.born
    return KRow(
        k=fields.get(target.k, "") if target.kind == "standard" else "",
        rating=rating,
        games=int(games) if games.isascii() and games.isdigit() and not is_this_list else 0,
        is_junior=is_junior(born, plan.date),
    )


def _is_k_new(work: Import, player: str, asked: KRow, explained: Explained, before: CarriedRating) -> bool:
    """Does K say something of games or peak that the ledger was not told? A K that cannot be says nothing."""
    if not asked.k.strip("0") or not explained.agrees:
        return False
    if before.games is None and explained.games is not None and player in work.records.last_game:
        return True  # the ledger counts its own games, nobody knows how many here
    games = ESTABLISHED if before.games is None else before.games
    return given_k(games, before.peak, asked.is_junior) != asked.k


def _carried(
    work: Import, player: str, scheme: str, rating: Decimal, explained: Explained, before: CarriedRating | None
) -> RatingCarriedIn:
    """A peak that the ledger knows is left out, unless its own games may have moved it."""
    known = max(rating, before.peak if before else rating)
    is_known = explained.peak == known and player not in work.records.last_game
    return RatingCarriedIn(
        date=work.plan.date,
        ref=work.plan.ref,
        note=FEW if explained.games is not None and explained.games < ESTABLISHED else None,
        player=player,
        scheme=scheme,
        rating=rating,
        games=explained.games,
        peak=None if is_known else explained.peak,
    )


def _is_stale(work: Import, player: str, before: CarriedRating | None, games: int, shows_activity: bool) -> bool:
    """May the ledger's own list differ from what it was last told: by a game it rated, or by a year without one?"""
    if before is None or before.date >= work.plan.date:
        return False
    if work.records.played_since(player, before.date):
        return True
    return shows_activity and (games > 0 or not is_recent(before.date, work.plan.date))


def is_recent(day: Date, list_date: Date) -> bool:
    """Is a rating of that day young enough not to make the player inactive by itself (7.2.2)?"""
    return _months(day, list_date) < _YEAR


def _months(since: Date, until: Date) -> int:
    return 12 * (until.year - since.year) + until.month - since.month


def _inactive(work: Import, player: str, scheme: str) -> Iterator[AnyEvent]:
    """A flag that is new, or that a game since may have ended."""
    plan, records, _ = work
    declared = records.declared[scheme].get(player)
    stands = declared is not None and declared.inactive
    if stands and declared is not None and declared.date < plan.date:
        stands = not records.played_since(player, declared.date)
    if not stands:
        yield InactivityDeclared(date=plan.date, ref=plan.ref, player=player, scheme=scheme)


def _active(work: Import, player: str, scheme: str) -> Iterator[AnyEvent]:
    """A flag that is gone."""
    declared = work.records.declared[scheme].get(player)
    if declared is not None and declared.inactive:
        yield ActivityResumed(date=work.plan.date, ref=work.plan.ref, player=player, scheme=scheme)
