"""What happened to each player in each main round, after fouls: the common ground of both regulations."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from schemes.standings.parameters import Parameters
from schemes.standings.table import Bye, Game, Tournament, players_in

# first wins, second wins, first absent, second absent
RESULTS = {
    "1-0": (True, False, False, False),
    "0-1": (False, True, False, False),
    "1/2-1/2": (False, False, False, False),
    "+/-": (True, False, False, True),
    "-/+": (False, True, True, False),
    "-/-": (False, False, True, True),
}


class Record(NamedTuple):
    """One player's main round. kind: played, walkover, absent, bye, half, leave; an opponent wherever paired."""

    round: int
    kind: str
    points_x2: int
    opponent: str = ""
    second: bool = False
    by_fouls: bool = False


class AllRecords(Struct, frozen=True):
    """All main rounds of all players, their fouls (round, kind, count), and the entered as ties are listed."""

    entered: tuple[str, ...]
    records: dict[str, tuple[Record, ...]]
    fouls: dict[str, tuple[tuple[int, str, int], ...]]
    in_knockout: frozenset[str]
    losing_fouls: "FoulCount"
    rounds: int
    left: dict[str, int]  # who left the tournament: the first round without a game
    forfeited_stages: dict[
        str, int
    ]  # how many games of other stages than the main rounds a player did not come to


FoulKey = tuple[str, int, int, str]  # stage, round, board (0: not given), player
FoulCount = Mapping[FoulKey, Mapping[str, int]]


def foul_counts(tournament: Tournament) -> dict[FoulKey, dict[str, int]]:
    """Fouls by game and player; events of one kind add up, kinds are never mixed (settled point 4)."""
    counts: dict[FoulKey, dict[str, int]] = {}
    for foul in tournament.fouls:
        kinds = counts.setdefault((foul.stage, foul.round, foul.board, foul.player), {})
        kinds[foul.kind] = kinds.get(foul.kind, 0) + foul.count
    return counts


def games_of_fouls(tournament: Tournament) -> dict[FoulKey, list[Game]]:
    """The games to which fouls belong: those of their stage and round, on their board where one is given.

    A foul of a main round in which the player has no main game belongs to a game of another stage with that round.
    """
    keys = {(foul.stage, foul.round, foul.board, foul.player) for foul in tournament.fouls}
    wanted = {(round_, player) for _, round_, _, player in keys}
    by_round: dict[tuple[int, str], list[Game]] = {}
    for game in tournament.games if wanted else ():
        for player in game.players:
            if (game.round, player) in wanted:
                by_round.setdefault((game.round, player), []).append(game)
    found = {}
    for stage, round_, board, player in keys:
        games = [game for game in by_round.get((round_, player), []) if board in (0, game.board)]
        own = [game for game in games if game.stage == stage]
        found[stage, round_, board, player] = own or (games if stage == "main" else [])
    return found


def fouled_out(kinds: Mapping[str, int], parameters: Parameters) -> bool:
    """hk-open part 10: too many violations, or too many technical fouls, lose the game."""
    violations = kinds.get("violation", 0)
    technicals = kinds.get("technical", 0)
    return (
        0 < parameters.losing_violations <= violations
        or 0 < parameters.losing_technicals <= technicals
    )


def losing_counts(tournament: Tournament, readings: Mapping[str, str]) -> FoulCount:
    """The fouls of each game as they count towards losing it; of two games that could be meant neither is lost."""
    counts: dict[FoulKey, dict[str, int]] = {}
    games = games_of_fouls(tournament)
    for key, kinds in foul_counts(tournament).items():
        if len(games[key]) != 1 and readings.get("foul-game") != "each":
            continue
        for game in games[key]:
            known = counts.setdefault((game.stage, game.round, game.board, key[-1]), {})
            known.update({kind: known.get(kind, 0) + count for kind, count in kinds.items()})
    if readings.get("foul-sum") == "mixed":
        return {key: {**kinds, "violation": sum(kinds.values())} for key, kinds in counts.items()}
    return counts


def is_played(game: Game) -> bool:
    """Whether both came."""
    return not any(RESULTS[game.result][2:])


def losers_by_fouls(game: Game, counts: FoulCount, parameters: Parameters) -> tuple[bool, bool]:
    """Whether first, whether second lost a played game by fouls; forfeits stay what they are (settled point 11)."""
    if not is_played(game):
        return False, False
    key = (game.stage, game.round, game.board)
    first, second = (counts.get((*key, player), {}) for player in game.players)
    return fouled_out(first, parameters), fouled_out(second, parameters)


def losses_by_fouls(
    tournament: Tournament, parameters: Parameters, readings: Mapping[str, str]
) -> dict[int, tuple[bool, bool]]:
    """The games decided by fouls, by their place among all games: whether first, whether second lost."""
    counts = losing_counts(tournament, readings)
    found = {
        at: losers_by_fouls(game, counts, parameters)
        for at, game in enumerate(tournament.games if counts else ())
    }
    return {at: losers for at, losers in found.items() if any(losers)}


def points_x2(game: Game, counts: FoulCount, parameters: Parameters) -> tuple[int, int]:
    """The half points of first and of second, fouls included."""
    out = losers_by_fouls(game, counts, parameters)
    if any(out):
        return (0 if out[0] else parameters.win_x2), (0 if out[1] else parameters.win_x2)
    first_won, second_won, first_absent, second_absent = RESULTS[game.result]
    if first_absent or second_absent:
        won = parameters.walkover_x2
        lost = parameters.absent_x2
        return (won if first_won else lost), (won if second_won else lost)
    if first_won or second_won:
        return (parameters.win_x2 if first_won else 0), (parameters.win_x2 if second_won else 0)
    return parameters.draw_x2, parameters.draw_x2


def game_records(
    game: Game, counts: FoulCount, parameters: Parameters
) -> Iterator[tuple[str, Record]]:
    """A game as it stands in the records of its two players."""
    first_absent, second_absent = RESULTS[game.result][2:]
    out = losers_by_fouls(game, counts, parameters)
    points = points_x2(game, counts, parameters)
    kinds = (
        "absent" if first_absent else "walkover" if second_absent else "played",
        "absent" if second_absent else "walkover" if first_absent else "played",
    )
    for side, player in enumerate(game.players):
        opponent = game.players[1 - side]
        yield player, Record(game.round, kinds[side], points[side], opponent, side == 1, any(out))


def bye_record(bye: Bye, parameters: Parameters) -> Record:
    """A round without an opponent."""
    worth = {
        "bye": parameters.bye_x2,
        "half": parameters.half_x2,
        "leave": parameters.leave_x2,
        "absent": parameters.absent_x2,
    }
    return Record(bye.round, bye.kind, worth[bye.kind])


def listing_order(tournament: Tournament, readings: Mapping[str, str]) -> tuple[str, ...]:
    """The entered by number, those without one after them in order of entry (settled point 2)."""
    if readings["level-order"] == "entry":
        return tuple(dict.fromkeys(entry.player for entry in tournament.entries))
    numbers: dict[str, int | None] = {}
    for entry in tournament.entries:
        if numbers.get(entry.player) is None:
            numbers[entry.player] = entry.number
    last = 1 + max((number for number in numbers.values() if number is not None), default=0)
    places = {player: last if number is None else number for player, number in numbers.items()}
    return tuple(sorted(places, key=lambda player: places[player]))


def _forfeited_stages(tournament: Tournament) -> dict[str, int]:
    counts: dict[str, int] = {}
    for game in tournament.games:
        if game.stage == "main":
            continue
        first_absent, second_absent = RESULTS[game.result][2:]
        if first_absent:
            counts[game.first] = counts.get(game.first, 0) + 1
        if second_absent:
            counts[game.second] = counts.get(game.second, 0) + 1
    return counts


def make_book(
    tournament: Tournament, parameters: Parameters, readings: Mapping[str, str]
) -> AllRecords:
    """The records of all main rounds; the order in which games, byes and fouls were recorded does not matter."""
    counts = losing_counts(tournament, readings)
    records: dict[str, list[Record]] = {}
    for game in tournament.games:
        if game.stage == "main" and game.first != game.second:
            for player, record in game_records(game, counts, parameters):
                records.setdefault(player, []).append(record)
    for bye in tournament.byes:
        records.setdefault(bye.player, []).append(bye_record(bye, parameters))
    fouls: dict[str, list[tuple[int, str, int]]] = {}
    for (stage, round_, _, player), kinds in foul_counts(tournament).items():
        if stage == "main":
            fouls.setdefault(player, []).extend(
                (round_, kind, count) for kind, count in kinds.items()
            )
    return AllRecords(
        entered=listing_order(tournament, readings),
        records={player: tuple(sorted(rounds)) for player, rounds in records.items()},
        fouls={player: tuple(sorted(counted)) for player, counted in fouls.items()},
        in_knockout=frozenset(players_in(g for g in tournament.games if g.stage != "main")),
        losing_fouls=counts,
        rounds=tournament.rounds,
        left=tournament.left,
        forfeited_stages=_forfeited_stages(tournament),
    )
