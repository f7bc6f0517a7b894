"""The driver of regulations that rate all games of a period at once."""

from schemes.drivers.by_period.scheme import Captions, PeriodScheme

__all__ = ["Captions", "PeriodScheme"]
