"""An appeal over a big federation, through all causes, beside a cold list."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from bench.federation import federation
from bench.lists import LAST, cold_list, first_cold, loaded, timed
from bench.row import Row, at_most
from ledger.events import AnyEvent, GameCorrected, GameRecorded, TournamentVoided
from replay.appeals import Told, answers, appealed
from replay.desk import Desk


def measure() -> Iterator[Row]:
    """An appeal about a game of the last year, from the rehearsal to the last cause."""
    place = federation()
    desk = Desk(place)
    loaded(desk)
    first = min(first_cold(desk, place) for _ in range(3))  # nothing loaded before
    cold = min(cold_list(desk) for _ in range(3))
    event = correction(desk, 6)
    desk.close()
    with Desk(place) as other:
        appealed_to(other, event)  # load what only appeals run
        voided = TournamentVoided(date=LAST, tournament=correction(other, 11).tournament, reason="bench")
        compared = timed(lambda: year(other))
    for name, asked in (("a result turned round", event), ("a tournament voided", voided)):
        turns = [one_appeal(place, asked) for _ in range(3)]
        seconds, rows = min(turns)
        assert rows, "the appeal must change something to be measured"
        yield at_most(f"appeal in the last year: {name}, {rows} rows / cold list", seconds / cold, 0.25, "x")
        unloaded = min(one_appeal(place, asked, load=False)[0] for _ in range(3))
        yield at_most(f"appeal in the last year: {name} / cold list, first question", unloaded / first, 0.25, "x")
    yield at_most("a comparison with the list a year before, by cause / cold list", compared / cold, 1, "x")


def one_appeal(place: Path, event: AnyEvent, *, load: bool = True) -> tuple[float, int]:
    """Seconds of an appeal, and the rows it changes; with `load`, rules and facts are loaded before."""
    with Desk(place) as desk:
        _ = desk.model
        if load:
            loaded(desk)
        told: list[Told] = []
        return timed(lambda: told.extend(appealed_to(desk, event))), len(told[0].rows)


def correction(desk: Desk, months_back: int) -> AnyEvent:
    """The result of a decided game turned round, in a tournament so long before the end."""
    year, month = divmod(LAST.year * 12 + LAST.month - 1 - months_back, 12)
    wanted = date(year, month + 1, 1).toordinal()
    tournaments = desk.snapshot().tournaments
    number = int(abs(tournaments.start - wanted).argmin())
    stream = desk.log.stream(f"tournament/{tournaments.ids[number]}")
    game = next(event for _, event in stream if isinstance(event, GameRecorded) and event.result == "1-0")
    return GameCorrected(
        date=LAST, tournament=game.tournament, round=game.round, board=game.board, stage=game.stage,
        result=type(game.result)("0-1"), reason="bench",
    )  # fmt: skip


def appealed_to(desk: Desk, event: AnyEvent) -> list[Told]:
    """Everything the command does but read a file and print."""
    with appealed(desk, desk.log.rehearse([event])) as appeal:
        told = [each.told() for each in answers(appeal, LAST)]
        appeal.ranks()
        return told


def year(desk: Desk) -> None:
    from replay.compare import Side, split

    rules, head = desk.scheme("fide-standard").rules(), desk.log.head
    split(desk, *(Side("fide-standard", day, head, rules) for day in (date(LAST.year - 1, LAST.month, 1), LAST)))
