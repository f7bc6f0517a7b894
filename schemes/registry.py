"""Finding schemes: those of this package and those other packages announce under `rating_ledger.schemes`."""

from functools import cache
from importlib.metadata import entry_points

from schemes.kernels.errors import SchemeError
from schemes.kernels.readings import nearest
from schemes.kernels.scheme import Scheme


@cache
def _announced() -> dict[str, object]:
    return {point.name: point for point in entry_points(group="rating_ledger.schemes")}


def scheme_names() -> tuple[str, ...]:
    """All schemes that can be asked for, by name."""
    return tuple(sorted(_announced()))


@cache
def scheme(name: str) -> Scheme:
    """The scheme of a name."""
    points = _announced()
    if name not in points:
        raise SchemeError(f"unknown scheme {name!r}", nearest(name, points))
    loaded = points[name].load()  # type: ignore[attr-defined]
    assert isinstance(loaded, Scheme), f"{name} is announced but is no Scheme"
    return loaded
