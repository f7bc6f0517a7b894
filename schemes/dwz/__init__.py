"""dwz: the Deutsche Wertungszahl of the German chess federation (Deutscher Schachbund), tournament by tournament.

articles     what the articles say, as functions of whole numbers
evaluation   the evaluation of a tournament: who is in it, newcomers, exceptions, new ratings
tables       the normal distribution and the powers of e, worked out once
scheme       in which order tournaments are evaluated, and what is listed
"""

from schemes.dwz.scheme import Dwz

__all__ = ["Dwz", "scheme"]

scheme = Dwz()
