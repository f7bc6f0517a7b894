"""Where two worlds part: the first list on which ratings, or anything else that a list shows, can differ."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

import numpy as np

from projections.snapshot import Column
from replay.appeals.world import Stop, World


def stops(before: World, after: World, day: int, published: Iterable[int], *, every: bool = False) -> list[Stop]:
    """The lists from the first that can differ to the one in force on a day.

    Asked for are the published ones among them and the last (with `every`, all; of a scheme with lists on any day,
    the first of every month). The others are passed, so that a difference can be followed from list to list.
    """
    last = after.stop(day)
    begin = _first_number(before, after, last)
    if begin is None:
        return []
    wanted = {after.stop(each) for each in published if each <= last.day} | {last}
    calendar = after.scheme.calendar(after.rules)
    if after.scheme.any_day:
        if every:
            wanted |= {Stop(n, calendar.date(n).toordinal()) for n in range(begin, last.number + 1)}
        days = {stop.day: stop for stop in wanted if stop.number >= begin}
        ends = (Stop(n, calendar.date(n + 1).toordinal() - 1, False) for n in range(begin, last.number))
        days = {stop.day: stop for stop in ends} | days
        return [days[day] for day in sorted(days)]
    numbers = {stop.number for stop in wanted}
    return [
        Stop(number, calendar.date(number).toordinal(), every or number in numbers)
        for number in range(begin, last.number + 1)
    ]


def _first_number(before: World, after: World, last: Stop) -> int | None:
    """The first list that can differ, up to a last one."""
    found = [number for number in (_by_keys(before, after, last.number), _by_rows(before, after)) if number is not None]
    return min(found) if found and min(found) <= last.number else None


def _by_keys(before: World, after: World, last: int) -> int | None:
    """The first list that is made from other inputs."""
    if before.same_people(after):
        return _by_tournaments(before, after)
    first = max(before.keys.first, after.keys.first)
    if before.keys.first != after.keys.first:
        return min(before.keys.first, after.keys.first)
    for number in range(first, last + 1):
        if before.keys.of(number) != after.keys.of(number):
            return number
    return None


def _by_tournaments(before: World, after: World) -> int | None:
    """The first list of a tournament that is not as it was, where all else is."""
    touched, known = before.touched(after), before.snapshot.tournament_count
    firsts = [after.assignment.first[touched], before.assignment.first[touched[touched < known]]]
    lists = np.concatenate(firsts)
    return int(lists[lists >= 0].min()) if np.any(lists >= 0) else None


def _by_rows(before: World, after: World) -> int | None:
    """The first list that may show something else of a player: sex and year of birth, federation, death, activity."""
    if before.same_people(after):
        return None
    days = list(_days(before, after))
    if not days:
        return None
    begin = before.keys.first
    if min(days) <= 1:
        return begin
    calendar = after.scheme.calendar(after.rules)
    number = calendar.number(date.fromordinal(min(days) - 1))
    return max(number if after.scheme.any_day else number + 1, begin)


def _days(before: World, after: World) -> Iterator[int]:
    """The days from which something differs; 1 for from the beginning."""
    one, other = before.snapshot.players, after.snapshot.players
    known = len(one)
    if np.any((one.born != other.born[:known]) | (one.sex != other.sex[:known])):
        yield 1
    died = np.minimum(one.deceased, other.deceased[:known])[one.deceased != other.deceased[:known]]
    if len(died):
        yield int(died.min())
    left, right = before.facts, after.facts
    yield from _first_day(
        (left.declared_player, left.declared_day, left.declared_active),
        (right.declared_player, right.declared_day, right.declared_active),
    )
    names = sorted({*left.federations, *right.federations})
    merged = after.snapshot.kept != np.arange(len(after.snapshot.kept))
    yield from _first_day(
        *(
            _known(each.federation_player, each.federation_day, _coded(each.federation_code, own, names), known, merged)
            for each, own in ((left, left.federations), (right, right.federations))
        )
    )


def _coded(code: Column, own: Sequence[str], names: Sequence[str]) -> Column:
    """Codes of one world as codes that both share."""
    if not len(own):
        return code
    return np.array([names.index(name) for name in own], np.int64)[code]


def _known(player: Column, day: Column, code: Column, known: int, merged: Column) -> tuple[Column, Column, Column]:
    """Without the registrations of who is new or gone: such players come onto lists, or leave them, by their games."""
    here = (day > 0) | ((player < known) & ~merged[player])
    return player[here], day[here], code[here]


def _first_day(one: tuple[Column, Column, Column], other: tuple[Column, Column, Column]) -> Iterator[int]:
    """The earliest day among the rows that only one of two tables has."""
    if all(np.array_equal(a, b) for a, b in zip(one, other, strict=True)):
        return
    left, right = (
        (player.astype(np.int64) << 40) | (day.astype(np.int64) << 16) | value.astype(np.int64)
        for player, day, value in (one, other)
    )
    alone = np.setxor1d(left, right)
    if len(alone):
        yield max(int(((alone >> 16) & 0xFFFFFF).min()), 1)
