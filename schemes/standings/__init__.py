"""Standings by regulation: hk-open, wxf, or as the office gave them."""

from schemes.standings.parameters import HK_OPEN, WXF, Parameters, parameters_of
from schemes.standings.readings import REGISTERS, readings_of
from schemes.standings.standings import first_difference, official, standings
from schemes.standings.table import Bye, Entry, Foul, Game, Row, Standings, Tournament, cells, halves_text, ranking

__all__ = [
    "HK_OPEN",
    "REGISTERS",
    "WXF",
    "Bye",
    "Entry",
    "Foul",
    "Game",
    "Parameters",
    "Row",
    "Standings",
    "Tournament",
    "cells",
    "first_difference",
    "halves_text",
    "official",
    "parameters_of",
    "ranking",
    "readings_of",
    "standings",
]
