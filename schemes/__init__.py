"""The rules: pure, whole-number, dated. One package per regulation; each rule function names its article."""

from schemes.kernels.readings import Reading
from schemes.kernels.rules import Reform, Rules, Version
from schemes.kernels.scheme import Listed, Node, Reason, Scheme
from schemes.registry import Schemes, scheme, scheme_names
from wording.errors import LedgerError

__all__ = [
    "LedgerError",
    "Listed",
    "Node",
    "Reading",
    "Reason",
    "Reform",
    "Rules",
    "Scheme",
    "Schemes",
    "Version",
    "scheme",
    "scheme_names",
]
