"""The packages that draw plots and pictures: they come with the extra `plots`."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from replay.answers.language import tr
from wording import say
from wording.errors import LedgerError

MISSING = say("plots need packages that are not installed")
REMEDY = say("pip install 'rating-ledger[plots]'")


def is_installed() -> bool:
    """Whether plots can be drawn."""
    return find_spec("altair") is not None and find_spec("vl_convert") is not None


def no_plots() -> str:
    """What stands in the place of plots where they cannot be drawn."""
    return f"{tr(MISSING)} → {tr(REMEDY)}"


Chart = Any  # of altair, which says nothing of its types


def plotting(package: str) -> Any:
    """One of the packages; without it an error that says how to get it."""
    try:
        return import_module(package)
    except ImportError:
        raise LedgerError(MISSING, REMEDY) from None
