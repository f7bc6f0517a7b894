"""What-ifs over a big federation: one beside a cold list, its measures, and a sweep beside one."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from unittest.mock import patch

from replay.whatif.worlds import Store

from bench.federation import federation
from bench.lists import LAST, best, cold_list, forget, timed
from bench.row import Row, at_most
from replay.desk import Desk
from replay.whatif import Office, what_if
from replay.whatif.sweep import Sweep, reforms_of
from replay.whatif.trail import Follower
from schemes.rules import Reform, reform_from_words

FIDE = "fide-standard"
VALUES = range(12, 28, 2)  # eight


def measure() -> Iterator[Row]:
    """A what-if, its measures and a sweep of eight; each time nothing is stored but what is said."""
    place = federation()
    with Desk(place) as desk:
        changed_world(desk, on=date(2024, 6, 1))  # load everything
        cold = min(cold_list(desk) for _ in range(3))
        real_world(desk)
        bare = best(lambda: without_measures(desk), 2)
        yield at_most("what-if without its measures / cold list", bare / cold, 1.3, "x")
        one = timed(lambda: changed_world(desk))
        yield at_most("what-if and its measures / cold list", one / cold, 1.3 + 1, "x")  # measures: one replay's time
        late = timed(lambda: changed_world(desk, since=date(2033, 3, 1)))
        yield at_most("what-if from the last year on, with measures / cold list", late / cold, 1.3, "x")
        yield at_most("sweep of 8 on 2 cores / one what-if, the real world stored", swept(place) / one, 5, "x")
        forget(desk)
        whole = timed(lambda: changed_world(desk))
        forget(desk)
    eight_whole = swept(place)
    yield at_most("sweep of 8 on 2 cores / one what-if, nothing stored", eight_whole / whole, 5, "x")
    yield at_most("sweep of 8, nothing stored / one what-if, the real world stored", eight_whole / one, 5, "x")


def real_world(desk: Desk) -> None:
    forget(desk)
    Office(desk, FIDE, LAST, None).real()
    desk.states.settle()


def without_measures(desk: Desk) -> None:
    """The other world replayed beside the stored real one, with nobody following it; both lists made."""
    office = Office(desk, FIDE, LAST, None)
    real = office.real()
    with patch.object(Follower, "_predict"), patch.object(Follower, "_note_level"):
        other = office.ground.world(office.scheme.rules(reform_from_words(["k.normal=23"])), real, store=Store.NOTHING)
    assert len(other.published) == len(real.published)


def changed_world(desk: Desk, since: date | None = None, on: date = LAST) -> None:
    """The real world is stored; the other one is replayed and everything measured."""
    reform = reform_from_words(["k.normal=22"], since=since)
    answer = what_if(desk, FIDE, on, reform=reform)
    assert answer.measures.games > 0


def swept(place: Path) -> float:
    return timed(lambda: eight(place))


def eight(place: Path) -> None:
    with Desk(place) as desk:
        combinations = [{"k.normal": str(value)} for value in VALUES]
        sweep = Sweep(Office(desk, FIDE, LAST, None), reforms_of(Reform(), combinations, None))
        with patch("replay.whatif.sweep._cores", return_value=2):
            assert len(list(sweep.run(str(place)))) == len(VALUES)
