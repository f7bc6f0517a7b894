"""The rating in a row of FIDE's list beside the one in the ledger: what has to be said so that both agree.

K is not an event. Article 8.3.3 is read backwards: which games and which highest rating explain the K of a row?
"""

from collections.abc import Iterator
from datetime import date as Date
from decimal import Decimal
from functools import lru_cache

from msgspec import Struct

from ledger.events import ActivityResumed, AnyEvent, InactivityDeclared, RatingCarriedIn
from ledger.text import whole_number
from replay.files.fide.people import ListEntry
from replay.files.fide.plan import Import, Target
from replay.files.fide.records import CarriedRating
from schemes.fide_standard.listed import ListArticles
from schemes.kernels.arithmetic import half_up

FEW = "K 40: fewer than 30 games; the list does not say how many"


class KQuestion(Struct, frozen=True):
    """What a row says that K depends on."""

    k: str
    rating: int
    games: int  # of the period
    born: int  # 0: not known, or K does not depend on it


class Explained(Struct, frozen=True):
    """What a carried-in rating has to say; None where K says nothing of it."""

    games: int | None = None
    peak: int | None = None
    agrees: bool = True  # False: no games and no peak give this K


def rating_events(
    work: Import, entry: ListEntry, target: Target, rating: int
) -> Iterator[AnyEvent]:
    """The rating, unless the ledger gives it by itself; and whether the player is active."""
    plan = work.plan
    row = entry.row
    player = entry.player
    before = work.records.carried[target.scheme].get(player)
    question = _question(work, entry, target, rating, before)
    explained = explain_k(question, before, work.article)
    if not explained.agrees and work.article.is_in_force:  # nothing is judged by a later rule
        work.tally.count("k", row, f"{player}, rated {rating}, K {question.k}")
    is_flagged = "i" in row.fields.get("flag", "").lower()
    shows_activity = not is_flagged and "flag" in plan.columns
    is_new = (
        before is None
        or before.rating_x100 != 100 * rating
        or _is_k_new(work, player, question, explained, before)
    )
    if is_new or _is_stale(work, player, before, question.games, shows_activity):
        yield _carried(work, player, target.scheme, rating, explained, before)
    is_inactive = _is_declared_inactive(work, player, target.scheme, is_flagged)
    if is_flagged and not is_inactive:
        yield InactivityDeclared(date=plan.date, ref=plan.ref, player=player, scheme=target.scheme)
    elif shows_activity and is_inactive:
        yield ActivityResumed(date=plan.date, ref=plan.ref, player=player, scheme=target.scheme)


def _question(
    work: Import, entry: ListEntry, target: Target, rating: int, before: CarriedRating | None
) -> KQuestion:
    """What the row says of K."""
    plan = work.plan
    fields = entry.row.fields
    games = whole_number(fields.get(target.games, "")) or 0
    if before is not None and before.day == plan.date.toordinal():
        games = 0  # of this very list: they are counted already
    known = work.records.people.get(entry.player)
    born: int | Date | None = entry.listed.born
    if known is not None and not (plan.update_players and born):
        born = known.born
    year = born.year if isinstance(born, Date) else born
    if not year or not work.article.is_young(year):
        year = 0
    return KQuestion(k=fields.get(target.k, ""), rating=rating, games=games, born=year)


@lru_cache(maxsize=100_000)  # a list has half a million rows, and few different cases
def explain_k(
    question: KQuestion, before: CarriedRating | None, article: ListArticles
) -> Explained:
    """The games and the highest rating that give this K, as near as possible to what the ledger has."""
    if not question.k.strip("0"):
        return Explained()
    so_far = (before.games if before else None) or 0
    many = max(so_far, article.established)
    few = min(
        (so_far if so_far < article.established else 0) + question.games, article.established - 1
    )
    rating = question.rating

    def gives(games: int, peak: int) -> bool:
        return str(article.k(rating, games, peak, question.born)) == question.k

    for peak in _peaks(rating, before, article):
        if gives(many, peak):
            return Explained(None if gives(few, peak) else many, peak)
    if gives(few, rating):
        return Explained(few)
    if gives(many, 0):  # if it were not rated so high already
        return Explained(many, rating, agrees=False)
    return Explained(agrees=False)


def _peaks(rating: int, before: CarriedRating | None, article: ListArticles) -> Iterator[int]:
    """Highest ratings that may explain a K: the known one first, then those where K changes."""
    yield _highest(rating, before)
    yield rating
    for limit in article.peaks:
        yield max(rating, limit)


def _highest(rating: int, before: CarriedRating | None) -> int:
    """The highest rating that the ledger knows of."""
    if before is None:
        return rating
    return max(rating, half_up(before.peak_x100, 100))


def _is_k_new(
    work: Import, player: str, question: KQuestion, explained: Explained, before: CarriedRating
) -> bool:
    """Does K show other games or another peak than the ledger has? An impossible K shows nothing."""
    if not question.k.strip("0") or not explained.agrees:
        return False
    if before.games is None and explained.games is not None and player in work.records.last_game:
        return True  # the ledger counts its own games, nobody knows how many here
    games = work.article.established if before.games is None else before.games
    k = work.article.k(question.rating, games, half_up(before.peak_x100, 100), question.born)
    return str(k) != question.k


def _carried(
    work: Import,
    player: str,
    scheme: str,
    rating: int,
    explained: Explained,
    before: CarriedRating | None,
) -> RatingCarriedIn:
    """A peak that the ledger knows is left out, unless its own games may have moved it."""
    is_known = explained.peak == _highest(rating, before) and player not in work.records.last_game
    is_new = explained.games is not None and explained.games < work.article.established
    if player in work.records.sealed:
        is_new = False  # a note about a person is sealed, and there is no key
    return RatingCarriedIn(
        date=work.plan.date,
        ref=work.plan.ref,
        note=FEW if is_new else None,
        player=player,
        scheme=scheme,
        rating=Decimal(rating),
        games=explained.games,
        peak=None if is_known or explained.peak is None else Decimal(explained.peak),
    )


def _is_stale(
    work: Import, player: str, before: CarriedRating | None, games: int, shows_activity: bool
) -> bool:
    """May the ledger's own list differ from FIDE's last one: by a game rated since, or by a year without games?"""
    if before is None or before.day >= work.plan.date.toordinal():
        return False
    if work.records.played_since(player, before.day):
        return True
    return shows_activity and (games > 0 or work.article.is_year_over(Date.fromordinal(before.day)))


def _is_declared_inactive(work: Import, player: str, scheme: str, is_flagged: bool) -> bool:
    """Does the ledger have the player as inactive? For a flagged player a game since may have ended that."""
    declared = work.records.declared[scheme].get(player)
    if declared is None or not declared.inactive:
        return False
    is_older = is_flagged and declared.day < work.plan.date.toordinal()
    return not (is_older and work.records.played_since(player, declared.day))
