"""Rapid ratings of the Chinese Xiangqi Association, on trial since 15 October 2021.

Modules in the order in which the regulation is used: its numbers (`parameters`), the places where it leaves room
(`readings`), its articles, one function each (`articles`), which tournaments are rated (arts. 3, 4, 14: `eligibility`),
which of their games count (arts. 7, 10, 12: `admission`), from these to a list (arts. 6, 8, 9, 11: `period`), why
something is left out (`reasons`), and the scheme that offers all of it (`scheme`; `explain` in `words`; `split` by
cause; `columns` for speed).
"""

from schemes.cxa_rapid.scheme import CxaRapid

scheme = CxaRapid()

__all__ = ["scheme"]
