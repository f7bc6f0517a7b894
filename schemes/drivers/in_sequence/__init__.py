"""The driver of regulations that rate tournament after tournament, each with the ratings just before it."""

from schemes.drivers.in_sequence.scheme import SequenceScheme

__all__ = ["SequenceScheme"]
