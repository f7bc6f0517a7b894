"""fide-standard: the FIDE rating regulations of 1 March 2024 and of 1 October 2025, article by article.

admission    0 to 6, 9   which tournaments and games are rated
listing      7, 9, 10    which list, who is on it
first_rating 7.1.4, 8.2  the first rating of a player
change       8.1, 8.3    the change of a rated player
"""

from schemes.fide_standard.scheme import FideStandard

__all__ = ["FideStandard", "scheme"]

scheme = FideStandard()
