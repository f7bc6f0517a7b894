"""Made-up federations of any size, from a seed, with known true strengths."""

from replay.simulation.federation import Federation, Summary, check, simulate

__all__ = ["Federation", "Summary", "check", "simulate"]
