"""The rating in a row of FIDE's list beside the one in the ledger: what has to be said so that both agree.

K is not an event. Article 8.3.3 is read backwards: which games and which highest rating explain the K of a row?
"""

from collections.abc import Iterator
from datetime import date as Date
from decimal import Decimal
from typing import NamedTuple

from ledger.events import ActivityResumed, AnyEvent, InactivityDeclared, RatingCarriedIn
from ledger.text import whole_number
from replay.files.fide_people import ListEntry
from replay.files.fide_plan import Import, Target
from replay.files.records import CarriedRating

FEW = "K 40: fewer than 30 games; the list does not say how many"
ESTABLISHED = 30  # games
_JUNIOR_AGE = 18
_JUNIOR_BELOW = Decimal(2300)
_TOP_FROM = Decimal(2400)
_ANY = Decimal(10_000)
_YEAR = 12  # months


class KQuestion(NamedTuple):
    """What a row says that K depends on."""

    k: str
    rating: Decimal
    games: int  # of the period
    is_junior: bool


class Explained(NamedTuple):
    """What a carried-in rating has to say; None where K says nothing of it."""

    games: int | None = None
    peak: Decimal | None = None
    agrees: bool = True  # False: no games and no peak give this K


def rating_events(work: Import, entry: ListEntry, target: Target, rating: Decimal) -> Iterator[AnyEvent]:
    """The rating, unless the ledger gives it by itself; and whether the player is active."""
    plan, records, tally = work
    row, player, _ = entry
    before = records.carried[target.scheme].get(player)
    asked = _asked(work, entry, target, rating, before)
    explained = _explain_k(asked, before)
    if not explained.agrees:
        tally.count("k", row, f"{player}, rated {rating}, K {asked.k}")
    is_flagged = "i" in row.fields.get("flag", "").lower()
    shows_activity = not is_flagged and "flag" in plan.columns
    is_new = before is None or before.rating != rating or _is_k_new(work, player, asked, explained, before)
    if is_new or _is_stale(work, player, before, asked.games, shows_activity):
        yield _carried(work, player, target.scheme, rating, explained, before)
    is_inactive = _is_declared_inactive(work, player, target.scheme, is_flagged)
    if is_flagged and not is_inactive:
        yield InactivityDeclared(date=plan.date, ref=plan.ref, player=player, scheme=target.scheme)
    elif shows_activity and is_inactive:
        yield ActivityResumed(date=plan.date, ref=plan.ref, player=player, scheme=target.scheme)


def _asked(work: Import, entry: ListEntry, target: Target, rating: Decimal, before: CarriedRating | None) -> KQuestion:
    """What the row says of K."""
    plan, records, _ = work
    fields = entry.row.fields
    listed = entry.listed
    games = whole_number(fields.get(target.games, "")) or 0
    is_this_list = before is not None and before.date == plan.date  # then its games are counted already
    known = records.people.get(entry.player)
    born = listed.born if known is None or (plan.update_players and listed.born) else known.born
    return KQuestion(
        k=fields.get(target.k, ""),
        rating=rating,
        games=0 if is_this_list else games,
        is_junior=_is_junior(born, plan.date),
    )


def _is_k_new(work: Import, player: str, asked: KQuestion, explained: Explained, before: CarriedRating) -> bool:
    """Does K show other games or another peak than the ledger has? An impossible K shows nothing."""
    if not asked.k.strip("0") or not explained.agrees:
        return False
    if before.games is None and explained.games is not None and player in work.records.last_game:
        return True  # the ledger counts its own games, nobody knows how many here
    games = ESTABLISHED if before.games is None else before.games
    return _k_for(games, before.peak, asked.is_junior) != asked.k


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
    """May the ledger's own list differ from FIDE's last one: by a game rated since, or by a year without games?"""
    if before is None or before.date >= work.plan.date:
        return False
    if work.records.played_since(player, before.date):
        return True
    return shows_activity and (games > 0 or not _is_recent(before.date, work.plan.date))


def _is_recent(day: Date, list_date: Date) -> bool:
    """Is a rating of that day young enough not to make the player inactive by itself (7.2.2)?"""
    return 12 * (list_date.year - day.year) + list_date.month - day.month < _YEAR


def _is_declared_inactive(work: Import, player: str, scheme: str, is_flagged: bool) -> bool:
    """Does the ledger have the player as inactive? For a flagged player a game since may have ended that."""
    declared = work.records.declared[scheme].get(player)
    if declared is None or not declared.inactive:
        return False
    is_older = is_flagged and declared.date < work.plan.date
    return not (is_older and work.records.played_since(player, declared.date))


def _is_junior(born: int | Date | None, list_date: Date) -> bool:
    """Until the end of the year of the 18th birthday."""
    year = born.year if isinstance(born, Date) else born
    return year is not None and list_date.year - year <= _JUNIOR_AGE


def _k_for(games: int, peak: Decimal, is_junior: bool) -> str:
    """K by the first case of the article that holds."""
    if games < ESTABLISHED:
        return "40"
    if peak >= _TOP_FROM:
        return "10"
    if is_junior and peak < _JUNIOR_BELOW:
        return "40"
    return "20"


def _explain_k(row: KQuestion, before: CarriedRating | None) -> Explained:
    """The games and the peak that give this K, as near as possible to what the ledger has."""
    if not row.k.strip("0"):
        return Explained()
    if row.k not in ("10", "20", "40"):
        return Explained(agrees=False)
    games = _games(row, before)
    if row.k == "40" and games is not None:
        return Explained(games)
    least, below = _peak_range(row)
    known = max(row.rating, before.peak if before else row.rating)
    peak = max(known if known < below else row.rating, least)
    return Explained(games, peak, least <= peak < below)


def _peak_range(row: KQuestion) -> tuple[Decimal, Decimal]:
    """The peak is at least the first and below the second."""
    if row.k == "10":
        return _TOP_FROM, _ANY
    if row.k == "40":
        return Decimal(0), _JUNIOR_BELOW
    return (_JUNIOR_BELOW if row.is_junior else Decimal(0)), _TOP_FROM


def _games(row: KQuestion, before: CarriedRating | None) -> int | None:
    """30 or more, fewer than 30, or None for a junior's K 40, which says nothing of the games."""
    known = (before.games if before else None) or 0
    if row.k != "40":
        return max(known, ESTABLISHED)
    if row.is_junior and row.rating < _JUNIOR_BELOW:
        return None
    return min((known if known < ESTABLISHED else 0) + row.games, ESTABLISHED - 1)
