"""The kernel of regulations that rate tournament by tournament, with the ratings of the last list."""

from schemes.kernels.by_tournament.scheme import TournamentScheme

__all__ = ["TournamentScheme"]
