"""The driver of regulations that rate tournament by tournament, with the ratings of the last list."""

from schemes.drivers.by_tournament.scheme import TournamentScheme

__all__ = ["TournamentScheme"]
