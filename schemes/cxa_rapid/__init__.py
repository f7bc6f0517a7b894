"""Rapid ratings of the Chinese Xiangqi Association, on trial since 15 October 2021.

Modules in the order in which the regulation is used: its numbers (`parameters`), the places where it leaves room
(`readings`), its articles (`articles`), which tournaments are rated (`eligibility`), a period of games (`period`),
and the scheme that offers all of it (`scheme`, `explain`).
"""

from schemes.cxa_rapid.scheme import CxaRapid

scheme = CxaRapid()

__all__ = ["scheme"]
