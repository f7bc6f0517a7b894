"""Check a regulation: every property on several made-up federations, and the smallest log that shows a failure."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, repeat

from msgspec import Struct, structs

from ledger import LedgerError
from ledger.events import AnyEvent
from replay.simulation import Federation
from replay.simulation.properties import PROPERTIES, Differs, Sample, Unasked, sample
from schemes import Schemes

TRIALS = 50  # logs tried to find a smaller one
Events = tuple[AnyEvent, ...]
Units = list[list[int]]  # places of events that are left out together


class PropertyResult(Struct, frozen=True):
    """What became of a property: where it failed, if it did. Of the first that fails, the smallest log found."""

    name: str
    says: str
    unasked: str = ""
    failure: str = ""
    seed: int = 0
    smallest: Events = ()

    @property
    def result(self) -> str:
        if self.failure:
            return "FAILED"
        if self.unasked:
            return "not asked"
        return "holds"


def check_regulation(
    schemes: Schemes,
    federation: Federation,
    count: int,
    advance: Callable[[int], None] = lambda done: None,
) -> list[PropertyResult]:
    """Try every property on so many federations, each from the next seed; what failed once is not tried again."""
    findings = {
        name: PropertyResult(name, (function.__doc__ or name).splitlines()[0].rstrip("."))
        for name, function in PROPERTIES.items()
    }
    for number in range(count):
        tried = sample(schemes, replace(federation, seed=federation.seed + number))
        for place, (name, finding) in enumerate(findings.items()):
            if not finding.failure:
                is_first = not any(each.failure for each in findings.values())
                findings[name] = _tried(finding, tried, federation.seed + number, small=is_first)
            advance(number * len(findings) + place + 1)
    return list(findings.values())


def _tried(finding: PropertyResult, tried: Sample, seed: int, *, small: bool) -> PropertyResult:
    """The finding after one more federation; `small`: if it fails, a small log that shows it is looked for."""
    try:
        failure = _failure(finding.name, tried)
    except Unasked as reason:
        return structs.replace(finding, unasked=str(reason))
    if not failure or not small:
        return structs.replace(finding, failure=failure, seed=seed)

    def fails(events: Events) -> str:
        return _failure(finding.name, structs.replace(tried, events=events))

    found = smallest(tried.events, lambda events: bool(fails(events)))
    return structs.replace(finding, failure=fails(found) or failure, seed=seed, smallest=found)


def _failure(name: str, tried: Sample) -> str:
    """What goes wrong with a property on a log; "" if nothing does, or the log is none."""
    try:
        PROPERTIES[name](tried)
    except Differs as found:
        return str(found)
    except Unasked:
        raise
    except LedgerError as error:
        if error.is_of_rules:
            return str(error.wrong)
        return ""  # what was left out was needed
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}".rstrip(
            ": "
        )
    return ""


def smallest(events: Events, fails: Callable[[Events], bool]) -> Events:
    """A smaller log that still fails: tournaments are left out as long as it does, then single events."""
    trials = islice(repeat(True), TRIALS)
    tournaments: dict[str, list[int]] = {}
    for place, event in enumerate(events):
        tournaments.setdefault(getattr(event, "tournament", ""), []).append(place)
    general = tournaments.pop("", [])

    def still_fails(units: Units) -> bool:
        return fails(
            tuple(events[place] for place in sorted(place for unit in units for place in unit))
        )

    kept = _fewest(list(tournaments.values()), lambda units: still_fails([*units, general]), trials)
    single = [[place] for place in sorted(place for unit in [*kept, general] for place in unit)]
    return tuple(events[place] for (place,) in _fewest(single, still_fails, trials))


def _fewest(units: Units, fails: Callable[[Units], bool], trials: Iterator[bool]) -> Units:
    """Leave out stretches of units, long ones first."""
    size = len(units)
    while size:
        at = 0
        while at < len(units):
            fewer = units[:at] + units[at + size :]
            if not next(trials, False):
                return units
            if fails(fewer):
                units = fewer
            else:
                at += size
        size //= 2
    return units
