"""The rules: pure, whole-number, dated. One package per regulation; each rule function names its article."""

from schemes.errors import SchemeError
from schemes.readings import Reading
from schemes.registry import scheme, scheme_names
from schemes.rules import Reform, Rules, Version
from schemes.scheme import Listed, Node, Reason, Scheme

__all__ = [
    "Listed",
    "Node",
    "Reading",
    "Reason",
    "Reform",
    "Rules",
    "Scheme",
    "SchemeError",
    "Version",
    "scheme",
    "scheme_names",
]
