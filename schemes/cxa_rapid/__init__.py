"""Rapid ratings of the Chinese Xiangqi Association, on trial since 15 October 2021.

Its numbers (`parameters`), the places where it leaves room (`readings`), its articles, one function each (`admission`
and `articles`), why something is left out (`reasons`), and what it says besides (`scheme`). It runs on the driver by
tournament.
"""

from schemes.cxa_rapid.scheme import CxaRapid

scheme = CxaRapid()

__all__ = ["scheme"]
