"""True strengths, as `simulate --truth` writes them, and how close ratings come to them."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from ledger.errors import LedgerError
from projections import Snapshot
from schemes.kernels.inputs import Column
from wording import say
from wording.errors import at

COLUMNS = ("player", "date", "strength")


@dataclass(frozen=True)
class Closeness:
    """Ratings against true strengths, over the same players for both worlds."""

    players: int
    error: float  # root mean square of rating − strength, as they stand
    level: float  # mean of rating − strength
    spread: (
        float  # root mean square once the level is taken out: only differences of ratings matter
    )
    rank_correlation: float


@dataclass(frozen=True)
class Truth:
    """The strength of each player number on a day, in points; NaN where none is known."""

    strength: Column

    def closeness(self, ratings: Column, where: Column, unit: int) -> Closeness | None:
        """How close ratings (of player numbers, in units of a list) come, over the players of `where`."""
        here = where & ~np.isnan(self.strength)
        if here.sum() < 2:
            return None
        rating = ratings[here] / unit
        strength = self.strength[here]
        off = rating - strength
        return Closeness(
            int(here.sum()),
            float(np.sqrt((off**2).mean())),
            float(off.mean()),
            float(off.std()),
            _correlation(_ranks(rating), _ranks(strength)),
        )


def check_truth(path: Path) -> None:
    """Refuse a file that is not one of true strengths before anything long runs."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            header = file.readline().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise LedgerError(
            say("cannot read the true strengths: {error}", error=str(error)),
            place=str(path),
            remedy=_REMEDY,
        ) from None
    if tuple(header.split(",")) != COLUMNS:
        raise LedgerError(
            say("the first line is not {columns}", columns=",".join(COLUMNS)),
            place=at(path, 1),
            excerpt=header[:80],
            remedy=_REMEDY,
        )


_REMEDY = say("give the file that `simulate --truth FILE` wrote: player,date,strength")


def read_truth(path: Path, snapshot: Snapshot, day: date) -> Truth:
    """The newest strength of each player that is dated on or before a day."""
    import pyarrow.compute as pc

    check_truth(path)
    table = _read(path)
    table = table.filter(pc.less_equal(table["date"], day)).sort_by("date")
    number = pc.index_in(table["player"], snapshot.people.ids)
    known = np.asarray(pc.is_valid(number).to_numpy())
    person = snapshot.people.person(np.asarray(pc.fill_null(number, 0).to_numpy())[known])
    strength = np.full(len(snapshot.people), np.nan)
    strength[person] = np.asarray(table["strength"].to_numpy())[known]
    if not known.any():
        raise LedgerError(
            say("no player of the ledger has a true strength on {day}", day=day),
            place=str(path),
            remedy=say("give the strengths that were written together with this ledger's events"),
        )
    return Truth(strength)


def _read(path: Path) -> Any:
    import pyarrow as pa
    import pyarrow.csv as arrow_csv

    kinds = {"player": pa.string(), "date": pa.date32(), "strength": pa.float64()}
    try:
        return arrow_csv.read_csv(
            path, convert_options=arrow_csv.ConvertOptions(column_types=kinds)
        )
    except pa.ArrowInvalid as error:
        raise LedgerError(
            say("not a table of true strengths: {error}", error=str(error)),
            place=str(path),
            remedy=_REMEDY,
        ) from None


def _ranks(values: Column) -> Column:
    """Ranks from 0; equal values share the mean of theirs."""
    _, index, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts + 1) / 2)[index])


def _correlation(a: Column, b: Column) -> float:
    a = a - a.mean()
    b = b - b.mean()
    scale = float(np.sqrt((a**2).sum() * (b**2).sum()))
    if scale:
        return float((a * b).sum() / scale)
    return 0.0
