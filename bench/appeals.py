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
    """An appeal about a game, and one about a whole tournament, of the last year: from the rehearsal to the last cause.

    Cold lists and appeals in turn, for the machine drifts, and the best of each.
    """
    place = federation()
    with Desk(place) as desk:
        loaded(desk)
        turned = correction(desk, 6)
        voided = TournamentVoided(date=LAST, tournament=correction(desk, 11).tournament, reason="bench")
        cold_list(desk)
        appealed_to(desk, turned)  # load what only appeals run
        compared = timed(lambda: year(desk))
    asked = {"a result turned round": turned, "a tournament voided": voided}
    turns = [one_turn(place, asked) for _ in range(7)]
    best = {name: min(turn[name] for turn in turns) for name in turns[0]}
    for name, event in asked.items():
        rows = one_appeal(place, event)[1]
        assert rows, "the appeal must change something to be measured"
        what = f"appeal in the last year: {name}"
        yield at_most(f"{what}, {rows} rows / cold list", best[name] / best["cold"], 0.25, "x")
        unloaded = best[f"{name}, first"] / best["cold, first"]
        yield at_most(f"{what} / cold list, first question", unloaded, 0.25, "x")
    yield at_most("a comparison with the list a year before, by cause / cold list", compared / best["cold"], 1, "x")


def one_turn(place: Path, asked: dict[str, AnyEvent]) -> dict[str, float]:
    """Seconds of everything once, with facts loaded, and as a first question."""
    with Desk(place) as desk:
        loaded(desk)
        seconds = {"cold, first": first_cold(desk, place), "cold": cold_list(desk)}
    for name, event in asked.items():
        seconds[name] = one_appeal(place, event)[0]
        seconds[f"{name}, first"] = one_appeal(place, event, load=False)[0]
    return seconds


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
    tournaments = desk.snapshot().tournaments.table
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
