"""What is measured of a scenario: how well ratings predicted results, and how their mean moved (inflation)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

import numpy as np

from replay.whatif.trail import BAND, BANDS, GAP, GAPS, OUTCOMES, PARTS, UNRATED, Trail
from schemes.kernels.inputs import Column

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

    def by_difference(self) -> list[Class]:
        """Calibration by the difference of the ratings."""
        return list(_classes(self.counts.sum(axis=1), GAP))

    def by_band(self) -> list[Class]:
        """Calibration by the higher of the two ratings."""
        return list(_classes(self.counts.sum(axis=0), BAND))


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


def _classes(counts: Column, width: int) -> Iterable[Class]:
    """One class of each first index that has games."""
    for index, own in enumerate(counts):
        games = int(own.sum())
        if games:
            if index < len(counts) - 1:
                name = f"{index * width}–{(index + 1) * width - 1}"
            else:
                name = f"{index * width}+"
            expected = int((own.sum(axis=1) * np.arange(PARTS)).sum()) / games / 100
            scored = int((own.sum(axis=0) * np.arange(OUTCOMES)).sum()) / games / 2
            yield Class(
                name,
                games,
                expected,
                scored,
                _mean(own, _LOG_LOSS) or 0.0,
                _mean(own, _BRIER) or 0.0,
            )


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
