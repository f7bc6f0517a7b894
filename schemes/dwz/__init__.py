"""dwz: the Deutsche Wertungszahl of the German chess federation (Deutscher Schachbund), tournament by tournament.

articles     what the articles say, as functions of whole numbers
newcomers    first ratings, and performances that count for the opponents
tables       the normal distribution and the powers of e, worked out once
scheme       what it says beside its articles
"""

from schemes.dwz.scheme import Dwz

__all__ = ["Dwz", "scheme"]

scheme = Dwz()
