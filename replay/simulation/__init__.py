"""Made-up federations of any size, from a seed, with known true strengths.

- lots: every random draw · circuits: what federations of each scheme look like · people · plan: the calendar
- play: many tournaments at once, with `pairing` and `results` · mishaps: what goes wrong
- federation: months pass · journal: what was recorded on which day · reports: as lines of the exchange format
- properties, regulation_check: what every regulation must have, tried on such federations · demo/: what `demo` shows
"""

from replay.simulation.federation import Federation, Summary, check, simulate

__all__ = ["Federation", "Summary", "check", "simulate"]
