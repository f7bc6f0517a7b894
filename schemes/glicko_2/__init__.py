"""glicko-2: Glickman's rating with a deviation and a volatility, by rating periods of a month. A yardstick.

steps    the steps 1 to 8 of Glickman's description, in numbers with eight decimals
scheme   what it says besides

It runs on the driver by tournament: a list rates all games of a month at once, with the numbers of the list before.
"""

from schemes.glicko_2.scheme import Glicko2

__all__ = ["Glicko2", "scheme"]

scheme = Glicko2()
