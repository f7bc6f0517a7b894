"""A federation to look around in: chess and xiangqi in one country, three years of them, all of it made up."""

from bisect import bisect_right
from datetime import UTC, date, datetime, time
from heapq import merge
from pathlib import Path

import msgspec

from ledger import open_log
from ledger.events import AnyEvent
from replay.lists.publish import publish
from replay.office.office import Office
from replay.simulation.circuits import FIDE, MALAYSIA
from replay.simulation.demo.circuit import Line, NamedCircuit
from replay.simulation.demo.knockout import knockout
from replay.simulation.demo.naming import PersonNames, officer
from replay.simulation.federation import Federation
from replay.simulation.lots import Lots

ORIGIN = "ratings.example.org/malaysia"
XIANGQI = Federation(
    players=100, games=2200, years=3, seed=3, scheme=MALAYSIA, start=date(2023, 11, 1)
)
CHESS = Federation(players=150, games=3600, years=3, seed=8, scheme=FIDE, start=date(2024, 3, 1))
PUBLISHED = {
    MALAYSIA: [date(2025, 1, 1), date(2026, 1, 1), date(2026, 4, 1), date(2026, 7, 1)],
    FIDE: [date(2026, month, 1) for month in range(5, 11)],
}


def make_federation(place: Path) -> int:
    """Make the federation's ledger, its lists published when they were due; gives the number of its events."""
    open_log(place, create=True, origin=ORIGIN).close()
    lines = journal()
    moments = [line["recorded"] for line in lines]
    due = sorted((day, scheme) for scheme, days in PUBLISHED.items() for day in days)
    done = 0

    with Office(place) as office:
        for day, scheme in due:
            moment = datetime.combine(day, time(18), UTC)
            until = bisect_right(moments, f"{day}T18:00:00Z")
            if until > done:
                office.log.append(_events(lines[done:until]))
            publish(office, scheme, day, by=officer(0), recorded=moment)
            done = until
        return office.log.append(_events(lines[done:])).head


def journal() -> list[Line]:
    """Everything that the office recorded, in order, as lines of the exchange format."""
    people = PersonNames(Lots(1))
    xiangqi = NamedCircuit(XIANGQI, people)
    chess = NamedCircuit(CHESS, people)
    chess.share_people_with(xiangqi)
    cup = knockout(*chess.strongest(8))
    return list(merge(xiangqi.told(), chess.told(), cup, key=lambda line: line["recorded"]))


def _events(lines: list[Line]) -> list[AnyEvent]:
    return msgspec.convert(lines, list[AnyEvent])
