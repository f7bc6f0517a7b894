"""Regulations without code: a TOML file declares the Elo of a federation, and it runs on the kernels.

`scheme_from(PATH)` is the scheme of a file, for a package that brings one: it announces it as it would any other.
"""

from schemes.declared.units import scheme_from

__all__ = ["scheme_from"]
