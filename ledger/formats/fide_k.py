"""Article 8.3.3 read backwards: which games and which highest rating explain the K of a row of FIDE's list."""

from datetime import date as Date
from decimal import Decimal
from typing import NamedTuple

from ledger.formats.records import CarriedRating

FEW = "K 40: fewer than 30 games; the list does not say how many"
ESTABLISHED = 30  # games
_JUNIOR_AGE = 18
_JUNIOR_BELOW = Decimal(2300)
_TOP_FROM = Decimal(2400)
_ANY = Decimal(10_000)


class KRow(NamedTuple):
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


def is_junior(born: int | Date | None, list_date: Date) -> bool:
    """Until the end of the year of the 18th birthday."""
    year = born.year if isinstance(born, Date) else born
    return year is not None and list_date.year - year <= _JUNIOR_AGE


def given_k(games: int, peak: Decimal, is_junior: bool) -> str:
    """K by the first case of the article that holds."""
    if games < ESTABLISHED:
        return "40"
    if peak >= _TOP_FROM:
        return "10"
    return "40" if is_junior and peak < _JUNIOR_BELOW else "20"


def explain_k(row: KRow, before: CarriedRating | None) -> Explained:
    """The games and the peak that give this K, as near as possible to what the ledger was told before."""
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


def _peak_range(row: KRow) -> tuple[Decimal, Decimal]:
    """The peak is at least the first and below the second."""
    if row.k == "10":
        return _TOP_FROM, _ANY
    if row.k == "40":
        return Decimal(0), _JUNIOR_BELOW
    return (_JUNIOR_BELOW if row.is_junior else Decimal(0)), _TOP_FROM


def _games(row: KRow, before: CarriedRating | None) -> int | None:
    """30 or more, fewer than 30, or None for a junior's K 40, which says nothing of the games."""
    known = (before.games if before else None) or 0
    if row.k != "40":
        return max(known, ESTABLISHED)
    if row.is_junior and row.rating < _JUNIOR_BELOW:
        return None
    return min((known if known < ESTABLISHED else 0) + row.games, ESTABLISHED - 1)
