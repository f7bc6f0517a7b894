"""wxf part II: numbers by lot, first-round pairings from close numbers, snake groups, and the check of a round."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from schemes.kernels.errors import rules_error
from schemes.standings.lots import shuffled
from schemes.standings.readings import readings_of
from schemes.standings.table import Tournament
from wording import enumerated, say


class DrawParameters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Titles from high to low, and the groups of the Rapid Open."""

    titles: Annotated[
        tuple[str, ...],
        Meta(title="wxf Rapid Open part II.a.i", description="titles that draw first, high to low"),
    ] = ("wxf-gm", "wxf-im", "wxf-m")
    men: Annotated[
        tuple[str, ...], Meta(title="wxf Rapid Open part II.a.i", description="groups of men")
    ] = (
        "A",
        "B",
        "C",
        "D",
        "E",
        "F",
    )
    women: Annotated[
        tuple[str, ...], Meta(title="wxf Rapid Open part II.a.i", description="groups of women")
    ] = (
        "G",
        "H",
    )


class Numbered(Struct, frozen=True):
    """A player and the number drawn, in a group where there are groups."""

    number: int
    player: str
    group: str = ""


class Pairing(Struct, frozen=True):
    """One board; a player without an opponent has `second` None and a bye."""

    board: int
    first: str
    second: str | None


class Draw(Struct, frozen=True):
    """What was drawn, with the seed that draws it again."""

    seed: str
    numbers: tuple[Numbered, ...]
    pairings: tuple[Pairing, ...] = ()


class Deviation(Struct, frozen=True):
    """The first board of a recorded round that is not as the rule has it."""

    board: int
    expected: str
    recorded: str


class ProgrammeEntry(Struct, frozen=True):
    """One line of the programme's list."""

    player: str
    title: str | None = None
    sex: str | None = None


def first_round(by_number: Sequence[str]) -> tuple[Pairing, ...]:
    """wxf part II.a: 1–2, 4–3, 5–6, 8–7 …; of an odd number of players the last has a bye."""
    pairings = []
    for board in range(1, len(by_number) // 2 + 1):
        small = by_number[2 * board - 2]
        big = by_number[2 * board - 1]
        pairings.append(Pairing(board, small, big) if board % 2 else Pairing(board, big, small))
    if len(by_number) % 2:
        pairings.append(Pairing(len(pairings) + 1, by_number[-1], None))
    return tuple(pairings)


def championship_order(last_ranking: Sequence[str], listed: Sequence[str]) -> tuple[str, ...]:
    """wxf part II.a: last edition's order among the entered, the rest after it in list order."""
    entered = set(listed)
    before = [player for player in last_ranking if player in entered]
    return (*before, *(player for player in listed if player not in set(before)))


def championship_draw(
    in_order: Sequence[str], seed: str, readings: Mapping[str, str] | None = None
) -> Draw:
    """wxf part II.a: the upper half draws the odd numbers, the lower half the even ones."""
    upper_odd = readings_of("wxf", readings)["halves"] == "odd"
    odd = range(1, len(in_order) + 1, 2)
    even = range(2, len(in_order) + 1, 2)
    for_upper, for_lower = (odd, even) if upper_odd else (even, odd)
    upper = in_order[: len(for_upper)]
    lower = in_order[len(for_upper) :]
    drawn = dict(zip(upper, shuffled(seed, "upper half", for_upper), strict=True))
    drawn.update(zip(lower, shuffled(seed, "lower half", for_lower), strict=True))
    return _draw(seed, drawn)


def youth_draw(listed: Sequence[str], seed: str) -> Draw:
    """wxf part II.b: everybody draws a number, in list order."""
    return _draw(
        seed, dict(zip(listed, shuffled(seed, "numbers", range(1, len(listed) + 1)), strict=True))
    )


def _draw(seed: str, drawn: Mapping[str, int], group: str = "") -> Draw:
    numbers = tuple(
        Numbered(drawn[player], player, group) for player in sorted(drawn, key=lambda p: drawn[p])
    )
    return Draw(seed, numbers, first_round([one.player for one in numbers]))


def titled_numbers(
    listed: Sequence[ProgrammeEntry],
    seed: str,
    name: str = "titled",
    parameters: DrawParameters | None = None,
    readings: Mapping[str, str] | None = None,
) -> tuple[Numbered, ...]:
    """wxf Rapid Open part II.a.i: titled players draw 1 to N from high to low, the others follow in list order."""
    how = readings_of("wxf", readings)["titled-draw"]
    titles = (parameters or DrawParameters()).titles
    by_title = [[line.player for line in listed if line.title == title] for title in titles]
    titled = [player for players in by_title for player in players]
    places = tuple(titled)
    if how == "lots":
        drawn = dict(zip(titled, shuffled(seed, name, range(len(titled))), strict=True))
        places = tuple(sorted(titled, key=lambda player: drawn[player]))
    elif how == "lots-by-title":
        lots = (
            shuffled(seed, f"{name} {title}", of)
            for title, of in zip(titles, by_title, strict=True)
        )
        places = tuple(player for drawn_title in lots for player in drawn_title)
    others = (line.player for line in listed if line.title not in titles)
    return tuple(
        Numbered(number, player) for number, player in enumerate((*places, *others), start=1)
    )


def snake(numbers: Sequence[Numbered], names: Sequence[str]) -> tuple[Numbered, ...]:
    """Into groups like a snake: there in order, back in reverse, and so on."""
    way = (*names, *reversed(names))
    return tuple(Numbered(n.number, n.player, way[at % len(way)]) for at, n in enumerate(numbers))


def rapid_groups(
    listed: Sequence[ProgrammeEntry],
    seed: str,
    parameters: DrawParameters | None = None,
    readings: Mapping[str, str] | None = None,
) -> tuple[tuple[Numbered, ...], tuple[Draw, ...]]:
    """wxf Rapid Open part II.a.i: who is in which group, then numbers by lot and first round of each group."""
    numbers = parameters or DrawParameters()
    strangers = [line.player for line in listed if line.sex not in ("M", "F")]
    if strangers:
        raise rules_error(
            say("{player} has no sex", player=strangers[0]),
            say("the groups of men and women are drawn apart: enter M or F"),
        )
    placed: list[Numbered] = []
    for sex, names in (("M", numbers.men), ("F", numbers.women)):
        lines = [line for line in listed if line.sex == sex]
        placed += snake(titled_numbers(lines, seed, f"titled {sex}", numbers, readings), names)
    draws = []
    for group in (*numbers.men, *numbers.women):
        players = [one.player for one in placed if one.group == group]
        lots = shuffled(seed, f"group {group}", range(1, len(players) + 1))
        draws.append(_draw(seed, dict(zip(players, lots, strict=True)), group))
    return tuple(placed), tuple(draws)


def check_first_round(tournament: Tournament) -> Deviation | None:
    """Whether the recorded first round follows from the numbers: the first board that does not, or None."""
    numbers = {entry.player: entry.number for entry in reversed(tournament.entries)}
    without = [entry.player for entry in tournament.entries if numbers[entry.player] is None]
    if without or not numbers:
        if not without:
            return Deviation(1, say("a drawn number"), say("none"))
        return Deviation(1, say("a drawn number of {player}", player=without[0]), say("none"))
    known = {player: number for player, number in numbers.items() if number is not None}
    recorded = {
        game.board: f"{game.first} – {game.second}"
        for game in tournament.games
        if game.stage == "main" and game.round == 1
    }
    byes = sorted(bye.player for bye in tournament.byes if bye.round == 1 and bye.kind == "bye")
    by_rule = first_round(sorted(known, key=lambda player: (known[player], player)))
    for pairing in by_rule:
        if pairing.second is None:
            if pairing.first not in byes:
                there = say("bye: {players}", players=enumerated(byes) or say("none"))
                return Deviation(pairing.board, say("{player}: bye", player=pairing.first), there)
            continue
        expected = f"{pairing.first} – {pairing.second}"
        if recorded.get(pairing.board) != expected:
            return Deviation(pairing.board, expected, recorded.get(pairing.board, say("no game")))
    more = sorted(board for board in recorded if board > len(known) // 2)
    if more:
        return Deviation(more[0], say("no game"), recorded[more[0]])
    return None
