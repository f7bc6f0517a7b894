"""Who meets whom in the knockouts: wxf Rapid Open's sixteen, hk-open's semifinals, and the sides of the wxf final."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from schemes.kernels.errors import rules_error
from schemes.standings.by_rules import contest_of
from schemes.standings.cuts import FOLLOWING
from schemes.standings.draw import Draw, Numbered, Pairing
from schemes.standings.knockout import STAGES, Knockout
from schemes.standings.lots import heads, shuffled
from schemes.standings.readings import readings_of
from schemes.standings.table import Standings, Tournament
from schemes.standings.ties import stage_games, ties_of
from wording import say, together
from wording.errors import LedgerError

# Neighbouring boards meet in the next stage; 1 and 2 can meet in the final only.
BRACKETS = {
    "seeded": ((1, 16), (8, 9), (5, 12), (4, 13), (3, 14), (6, 11), (7, 10), (2, 15)),
    "in-order": tuple((small, small + 8) for small in range(1, 9)),
}


class FinalSides(Struct, frozen=True):
    """Who takes which side in the slow game of a final, and why."""

    first: str
    second: str
    reason: str
    seed: str | None = None


def knockout_draw(
    winners: Sequence[str],
    runners_up: Sequence[str],
    seed: str,
    readings: Mapping[str, str] | None = None,
) -> Draw:
    """wxf Rapid Open part II.a.ii: winners draw 1 to 8, runners-up 9 to 16; the boards and sides of the first stage."""
    if len(winners) != 8 or len(runners_up) != 8 or len({*winners, *runners_up}) != 16:
        count = f"{len(winners)} and {len(runners_up)}"
        raise rules_error(
            say("a knockout of 16 needs 8 winners and 8 runners-up, not {count}", count=count),
            say("it is drawn from the first two of eight groups; name each player once"),
        )
    drawn = (*shuffled(seed, "winners", winners), *shuffled(seed, "runners-up", runners_up))
    numbers = tuple(Numbered(number, player) for number, player in enumerate(drawn, start=1))
    bracket = BRACKETS[readings_of("wxf", readings)["bracket"]]
    pairs = [(drawn[one - 1], drawn[other - 1]) for one, other in bracket]
    return Draw(seed, numbers, sides_by_lot("last16", pairs, seed))


def sides_by_lot(stage: str, pairs: Sequence[tuple[str, str]], seed: str) -> tuple[Pairing, ...]:
    """wxf Rapid Open part II.a.ii: who is first is drawn on every board of every stage."""
    pairings = []
    for board, (one, other) in enumerate(pairs, start=1):
        swapped = heads(seed, f"side {stage} {board}")
        pairings.append(Pairing(board, other, one) if swapped else Pairing(board, one, other))
    return tuple(pairings)


def next_stages(
    stage: str, boards: Sequence[tuple[str, str]], seed: str
) -> dict[str, tuple[Pairing, ...]]:
    """The boards of the following stages from winner and loser of each board of a stage, in board order."""
    if stage not in FOLLOWING:
        return {}
    winners_to, losers_to = FOLLOWING[stage]
    made = {winners_to: sides_by_lot(winners_to, _neighbours([won for won, _ in boards]), seed)}
    if losers_to:
        made[losers_to] = sides_by_lot(losers_to, _neighbours([lost for _, lost in boards]), seed)
    return made


def next_boards(
    tournament: Tournament, seed: str, readings: Mapping[str, str] | None = None
) -> tuple[dict[str, tuple[Pairing, ...]], list[str]]:
    """The boards that follow from what is recorded of a knockout, by stage, and notes about stages not finished yet.

    Stages with a recorded game are drawn already. Lots decide who is first (wxf Rapid Open part II.a.ii), in the
    finals of hk-open who chooses the side (part 7).
    """
    made: dict[str, tuple[Pairing, ...]] = {}
    waiting: list[LedgerError] = []
    recorded = [stage for stage in FOLLOWING if stage_games(tournament, stage)]
    if not stage_games(tournament, *STAGES):
        raise rules_error(
            say("{id}: no game of a knockout is recorded", id=tournament.id),
            say("draw its first round first"),
        )
    for stage in recorded:
        open_ = [
            after for after in FOLLOWING[stage] if after and not stage_games(tournament, after)
        ]
        try:
            if open_:
                following = next_stages(stage, _decided(tournament, stage, readings), seed)
            else:
                following = {}
        except LedgerError as unfinished:
            waiting.append(unfinished)
        else:
            made.update({after: following[after] for after in open_})
    if waiting and not made:
        raise waiting[0]
    return made, [str(unfinished) for unfinished in waiting]


def _decided(
    tournament: Tournament, stage: str, readings: Mapping[str, str] | None
) -> list[tuple[str, str]]:
    """Winner and loser of every tie of a stage, in the order of their boards."""
    low, high = STAGES[stage]
    ties = ties_of(tournament, stage)
    count = (high - low + 1) // 2
    if len(ties) != count:
        raise rules_error(
            say(
                "{stage}: {number} of {count} ties are recorded",
                stage=stage,
                number=len(ties),
                count=count,
            ),
            say("record the others first"),
        )
    knockout = Knockout(
        contest_of(tournament, None, readings), sorted({p for pair in ties for p in pair})
    )
    boards = []
    for pair, games in sorted(ties.items(), key=lambda tie: (tie[1][0].board, tie[1][0].round)):
        won = knockout.winner(games)
        if won is None:
            raise rules_error(
                say("{stage}: {pair} have no winner yet", stage=stage, pair=together(sorted(pair))),
                say("record the replay first"),
            )
        boards.append((won, next(iter(pair - {won}))))
    return boards


def _neighbours(players: Sequence[str]) -> list[tuple[str, str]]:
    return [(players[at], players[at + 1]) for at in range(0, len(players) - 1, 2)]


def semifinal_pairs(after_cut: Standings) -> tuple[tuple[str, str], tuple[str, str]]:
    """hk-open part 7: first against fourth, second against third; the better placed, named first, chooses sides."""
    players = [row.player for row in after_cut.rows if not row.disqualified]
    if len(players) < 4:
        raise rules_error(
            say(
                "a knockout of four needs four players, {tournament} has {number}",
                tournament=after_cut.tournament,
                number=len(players),
            )
        )
    return (players[0], players[3]), (players[1], players[2])


def final_sides(
    tournament: Tournament,
    one: str,
    other: str,
    seed: str,
    readings: Mapping[str, str] | None = None,
) -> FinalSides:
    """wxf part I.a.ii: the slow game balances the sides of the rounds before; lots if they are equal."""
    balance = readings_of("wxf", readings)["final-sides"] == "balance"
    last = tournament.rounds if tournament.final_after is None else tournament.final_after
    one, other = sorted((one, other))
    sides = {player: _sides(tournament, player, last) for player in (one, other)}
    more = {
        player: firsts - seconds if balance else firsts
        for player, (firsts, seconds) in sides.items()
    }
    if more[one] == more[other]:
        first, second = shuffled(seed, "sides of the final", (one, other))
        why = say("equally often first in rounds 1 to {last}: by lot", last=last)
        if balance:
            why = say("equal balance of first and second in rounds 1 to {last}: by lot", last=last)
        return FinalSides(first, second, why, seed)
    first, second = (one, other) if more[one] < more[other] else (other, one)
    why = _why_second(first, second, sides)
    return FinalSides(first, second, say("{why} in rounds 1 to {last}", why=why, last=last))


def _sides(tournament: Tournament, player: str, last: int) -> tuple[int, int]:
    """Pairings as first and as second in the rounds before the final."""
    games = [game for game in tournament.games if game.stage == "main" and game.round <= last]
    return sum(game.first == player for game in games), sum(game.second == player for game in games)


def _why_second(first: str, second: str, sides: Mapping[str, tuple[int, int]]) -> str:
    """What put a player second: being first more often, or else (after a bye) the other's being second more often."""
    if sides[second][0] > sides[first][0]:
        counts = {"player": second, "often": sides[second][0], "less": sides[first][0]}
        return say("{player} was first more often ({often} to {less})", **counts)
    counts = {"player": first, "often": sides[first][1], "less": sides[second][1]}
    return say("{player} was second more often ({often} to {less})", **counts)
