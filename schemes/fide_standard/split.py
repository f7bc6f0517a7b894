"""The changes of a list by cause, on request: the same rules once more, before and after rounding and floor."""

from typing import Any

from schemes.causes import FIRST, FLOOR, GAMES, ROUNDING
from schemes.fide_standard.columns import RATING, At
from schemes.fide_standard.period import event_change, event_end, period_change
from schemes.inputs import Column
from schemes.rule import rule


@rule("")
def exact_change(
    versions: Any, at: At, events: Any, sides: Any, begin: int, end: int, player: int, born: int, history: Column
) -> int:
    """The change of a rated player over all tournaments of the list in hundredths, nothing rounded."""
    total = 0
    i = begin
    while i < end:
        stop = event_end(sides, i, end)
        event = events[sides[i].event]
        total += event_change(versions[event.version], at, event, sides, i, stop, player, born, end - begin, history)
        i = stop
    return total


@rule("")
def split_list(
    versions: Any, at: At, events: Any, people: Any, sides: Any, written: int, history: Column, newest: Column,
    causes: Column,
) -> None:  # fmt: skip
    """Book what a list did to everybody with a rated game on it; `newest` is what it led to."""
    end = 0
    while end < written:
        begin, player = end, sides[end].player
        while end < written and sides[end].player == player:
            end += 1
        before = 100 * int(history[at.number - 1 - at.base, RATING, player])
        after = 100 * int(newest[RATING, player])
        if before == 0:
            causes[player, FIRST] += after
        else:
            born = int(people[player].born)
            exact = exact_change(versions, at, events, sides, begin, end, player, born, history)
            rounded = after - before
            if after == 0:  # fallen: what the games alone would have made
                rounded = 100 * period_change(versions, at, events, sides, begin, end, player, born, history)
            causes[player, GAMES] += exact
            causes[player, ROUNDING] += rounded - exact
            causes[player, FLOOR] += after - before - rounded
