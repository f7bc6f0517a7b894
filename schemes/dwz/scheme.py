"""The German regulation: what it says beside its articles."""

from collections.abc import Mapping
from typing import Any, ClassVar

from schemes.drivers.in_sequence import SequenceScheme
from schemes.dwz import articles, newcomers
from schemes.dwz.parameters import INDEXES, VERSIONS, check
from schemes.dwz.readings import READINGS
from schemes.dwz.reasons import REASONS
from schemes.dwz.tables import boundaries, brakes, shares
from schemes.kernels.parameters import Cells
from schemes.kernels.scheme import ListColumn
from schemes.rating.explanation import Captions


class Dwz(SequenceScheme):
    """Deutsche Wertungszahl."""

    name, title = "dwz", "Deutsche Wertungszahl, German chess federation"
    plain_up_to = 1_000
    versions = VERSIONS
    readings = READINGS
    reasons = REASONS
    article_modules = (articles, newcomers)
    own_numbers: ClassVar[Mapping[str, int]] = {"index": 0, "elsewhere": 0}
    columns = (ListColumn("index", "How often the rating was calculated."),)
    captions = Captions("2.2.3", "2.2.4", "3.4.1", "3.4.2", game="3.3.2", performance="3.6.3")

    def check(self, parameters: Any) -> None:
        """Refuse parameters that contradict each other."""
        check(parameters)

    def cells(self, parameters: Any, readings: Mapping[str, str]) -> Cells:
        """The numbers of a version, with the tables."""
        decimals = 3 if readings["expectation"] == "thousandths" else 8
        brake = brakes(parameters.brake_below, parameters.brake_scale)
        ks = {
            name: getattr(parameters, name) or (0,) * INDEXES
            for name in ("k_young", "k_adult", "k_strong")
        }
        tables: Cells = {
            "shares": shares(decimals),
            "boundaries": boundaries(),
            "brakes": brake,
            **ks,
        }
        return {**super().cells(parameters, readings), **tables}

    def pool_months(self, parameters: Any) -> int:
        """For how many months games are kept (4.1.1)."""
        return int(parameters.kept_months)
