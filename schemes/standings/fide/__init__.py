"""FIDE's tie-breaks: Handbook C.07, in the order of its articles.

codes             art. 5 and 14: the codes, and which modifiers each takes
direct            art. 6: direct encounter
own_results       art. 7: wins, games with black, progressive scores …
buchholz          art. 8: Buchholz and its kin
sonneborn_berger  art. 9: Sonneborn-Berger, Koya
ratings           art. 10: average rating of opponents, performances
cuts              art. 14.1 to 14.4, 16.5: cuts and medians
unplayed          art. 15 and 16: unplayed rounds
roster            what all of them look at
ranking           the table
explained         one player's row of it
readings          where the text leaves room
"""

from schemes.standings.fide.codes import PLAYERS, Code, read_code, read_codes
from schemes.standings.fide.explained import columns_of, rounds_shown, values_told
from schemes.standings.fide.ranking import codes_of, fide_table, named, table

__all__ = [
    "PLAYERS",
    "Code",
    "codes_of",
    "columns_of",
    "fide_table",
    "named",
    "read_code",
    "read_codes",
    "rounds_shown",
    "table",
    "values_told",
]
