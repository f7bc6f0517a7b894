"""The driver of regulations that rate all games of a period at once."""

from schemes.drivers.by_period.scheme import PeriodScheme

__all__ = ["PeriodScheme"]
