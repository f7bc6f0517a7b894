"""What is measured of a scenario: how well ratings predicted results, how their mean moved (inflation), and how close
they come to true strengths, as `simulate --truth` writes them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ledger.errors import LedgerError
from projections import Snapshot
from replay.whatif.trail import BAND, BANDS, GAP, GAPS, OUTCOMES, PARTS, UNRATED, Trail
from schemes.kernels.inputs import Column
from wording import say
from wording.errors import at

DAYS_A_YEAR = 365.25
SURE = 0.995  # no expectation is taken as surer than this, else one upset would outweigh everything
_SCORES = np.array([0.0, 0.5, 1.0])


@dataclass(frozen=True)
class Class:
    """Games of one class of rating differences or one band of ratings."""

    name: str
    games: int
    expected: float
    scored: float
    log_loss: float
    brier: float


@dataclass(frozen=True)
class Prediction:
    """Counts of games by class of the difference, band, expectation and outcome of the higher-rated player."""

    counts: Column

    @property
    def games(self) -> int:
        return int(self.counts.sum())

    @cached_property
    def log_loss(self) -> float | None:
        """Mean of −(s ln p + (1 − s) ln (1 − p)), a draw being s = ½; smaller is better."""
        return _mean(self._plain, _LOG_LOSS)

    @cached_property
    def brier(self) -> float | None:
        """Mean of (p − s)²; smaller is better."""
        return _mean(self._plain, _BRIER)

    @property
    def _plain(self) -> Column:
        return np.asarray(self.counts.sum(axis=(0, 1)))

    def by_difference(self) -> dict[int, Class]:
        """Calibration by the difference of the ratings; the classes by where they begin."""
        return dict(_classes(self.counts.sum(axis=1), GAP))

    def by_band(self) -> dict[int, Class]:
        """Calibration by the higher of the two ratings; the classes by where they begin."""
        return dict(_classes(self.counts.sum(axis=0), BAND))


def predictions(before: Column, after: Column) -> tuple[Prediction, Prediction]:
    """Both worlds measured on the same games: those in which both players had a rating in both."""
    both = (before != UNRATED) & (after != UNRATED)
    return predictions_of(before[both]), predictions_of(after[both])


def predictions_of(codes: Column) -> Prediction:
    """What the codes of games say together."""
    counts = np.bincount(codes, minlength=GAPS * BANDS * PARTS * OUTCOMES)
    return Prediction(counts.reshape(GAPS, BANDS, PARTS, OUTCOMES))


def _table_of_log_loss() -> Column:
    p = np.clip(np.arange(PARTS) / 100, 1 - SURE, SURE)[:, None]
    return np.asarray(-(_SCORES * np.log(p) + (1 - _SCORES) * np.log(1 - p)))


_LOG_LOSS = _table_of_log_loss()
_BRIER = (np.arange(PARTS)[:, None] / 100 - _SCORES) ** 2


def _mean(counts: Column, value: Column) -> float | None:
    games = int(counts.sum())
    if games:
        return float((counts * value).sum() / games)
    return None


def _classes(counts: Column, width: int) -> Iterator[tuple[int, Class]]:
    """One class of each first index that has games."""
    for index, own in enumerate(counts):
        games = int(own.sum())
        if games:
            begin = index * width
            name = f"{begin}+"
            if index < len(counts) - 1:
                name = f"{begin}–{begin + width - 1}"
            expected = int((own.sum(axis=1) * np.arange(PARTS)).sum()) / games / 100
            scored = int((own.sum(axis=0) * np.arange(OUTCOMES)).sum()) / games / 2
            log_loss = _mean(own, _LOG_LOSS) or 0.0
            brier = _mean(own, _BRIER) or 0.0
            yield begin, Class(name, games, expected, scored, log_loss, brier)


@dataclass(frozen=True)
class Level:
    """A list: its date, its active published players, their mean rating in points."""

    day: date
    players: int
    mean: float


def levels(trail: Trail, unit: int) -> list[Level]:
    """The levels of lists that have somebody on them."""
    rows = zip(trail.day.tolist(), trail.players.tolist(), trail.total.tolist(), strict=True)
    return [
        Level(date.fromordinal(day), players, total / players / unit)
        for day, players, total in rows
        if players
    ]


def inflation(levels: list[Level]) -> float | None:
    """Points a year between the first and the last level."""
    if len(levels) < 2:
        return None
    years = (levels[-1].day - levels[0].day).days / DAYS_A_YEAR
    return (levels[-1].mean - levels[0].mean) / years


def yearly(levels: list[Level]) -> list[Level]:
    """The first level, and the last of every year."""
    last = {level.day.year: level for level in levels}
    return sorted(
        {level.day: level for level in [*levels[:1], *last.values()]}.values(),
        key=lambda level: level.day,
    )


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
    valid = np.asarray(pc.is_valid(number).to_numpy())
    person = snapshot.people.person(np.asarray(pc.fill_null(number, 0).to_numpy())[valid])
    strength = np.full(len(snapshot.people), np.nan)
    strength[person] = np.asarray(table["strength"].to_numpy())[valid]
    if not valid.any():
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
