"""The changes of a list by cause, for who asks: the same rules once more, before and after rounding and floor."""

from typing import Any

from schemes.fide_standard.columns import RATING, At
from schemes.fide_standard.period import event_change, event_end, period_change
from schemes.inputs import Column
from schemes.parts import FIRST, FLOOR, GAMES, ROUNDING
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
def side_of(sides: Any, begin: int, end: int, player: int) -> int:
    """The first side of a player, or where it would be: sides are in the order of players."""
    while begin < end:
        middle = (begin + end) // 2
        if sides[middle].player < player:
            begin = middle + 1
        else:
            end = middle
    return begin


@rule("")
def split_list(
    versions: Any, at: At, events: Any, people: Any, sides: Any, written: int, history: Column, newest: Column,
    wanted: Column, parts: Column,
) -> None:  # fmt: skip
    """Book what a list did to those wanted (in order) who have a rated game on it, each in the row of the same place;
    `newest` is what it led to."""
    end = 0
    for place in range(len(wanted)):
        player = wanted[place]
        i = side_of(sides, end, written, player)
        end = i
        while end < written and sides[end].player == player:
            end += 1
        if i == end:
            continue
        before = 100 * int(history[at.number - 1 - at.base, RATING, player])
        after = 100 * int(newest[RATING, player])
        if before == 0:
            parts[place, FIRST] += after
        else:
            born = int(people[player].born)
            exact = exact_change(versions, at, events, sides, i, end, player, born, history)
            rounded = after - before
            if after == 0:  # fallen: what the games alone would have made
                rounded = 100 * period_change(versions, at, events, sides, i, end, player, born, history)
            parts[place, GAMES] += exact
            parts[place, ROUNDING] += rounded - exact
            parts[place, FLOOR] += after - before - rounded
