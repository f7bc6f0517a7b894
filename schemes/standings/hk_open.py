"""hk-open, Hong Kong Open Individual: the tie-breaks of part 6, disqualification of part 1, knockout of part 7."""

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from schemes.standings.cuts import cut_in_tie, first_ones, not_the_first, wrong_semifinals
from schemes.standings.knockout import STAGES, knockout_games, knockout_rows, members_of
from schemes.standings.parameters import Parameters
from schemes.standings.record import Record, is_played
from schemes.standings.rows import Made, closed_up, in_former_order, make_rows, rank_after
from schemes.standings.table import TableRow
from schemes.standings.tie_breaks import (
    Brought,
    Contest,
    Register,
    View,
    between,
    fouls,
    make_view,
    own,
    points_in,
)
from schemes.standings.ties import ties_of
from wording import say

TIE_BREAKS: Register = {}


@own(TIE_BREAKS, "hk-open part 6 A", halves=True)
def opponent_points(view: View, player: str) -> int:
    """What each round's opponent is worth, a virtual opponent where no game was played."""
    return sum(one.x2 for one in brought(view, player))


def brought(view: View, player: str) -> Iterator[Brought]:
    """What each round brings to the opponent points."""
    by_round: dict[int, list[Record]] = {}
    for record in view.records[player]:
        by_round.setdefault(record.round, []).append(record)
    before = 0
    for round_ in range(1, view.rounds + 1):
        here = by_round.get(round_)
        if here is None:
            yield Brought(round_, None, before, _no_record_x2(view, before, round_))
            continue
        for record in here:
            yield Brought(round_, record, before, _opponent_x2(view, record, before))
        before += sum(record.points_x2 for record in here)


def _opponent_x2(view: View, record: Record, before_x2: int) -> int:
    """hk-open part 6 A: the real opponent of a played game, the virtual one of any other round."""
    if record.kind == "played":
        return view.worth_x2[record.opponent]
    both_absent = record.kind == "absent" and record.opponent
    if both_absent and view.readings["both-absent"] == "nothing" and _neither_came(view, record):
        return 0
    parameters = view.parameters
    virtual = {
        "bye": parameters.virtual_bye_x2,
        "walkover": parameters.virtual_bye_x2,
        "half": parameters.virtual_half_x2,
        "leave": parameters.virtual_leave_x2,
        "absent": parameters.virtual_leave_x2,
    }
    kind = "bye" if record.kind == "half" and view.readings["half-bye"] == "bye" else record.kind
    return virtual_opponent_x2(before_x2, virtual[kind], view.rounds - record.round, parameters)


def _neither_came(view: View, record: Record) -> bool:
    others = view.records.get(record.opponent, ())
    return any(other.round == record.round and other.kind == "absent" for other in others)


def _no_record_x2(view: View, before_x2: int, round_: int) -> int:
    """A round without a record counts like a leave (settled point 9)."""
    if view.readings["no-record"] == "nothing":
        return 0
    parameters = view.parameters
    return virtual_opponent_x2(
        before_x2, parameters.virtual_leave_x2, view.rounds - round_, parameters
    )


def virtual_opponent_x2(
    before_x2: int, against_x2: int, rounds_to_come: int, parameters: Parameters
) -> int:
    """hk-open part 6 A 1 and 2: level with the player before the round, then draws to the end."""
    return before_x2 + against_x2 + rounds_to_come * parameters.virtual_rest_x2


def _met(view: View, player: str, other: str) -> list[Record]:
    """The player's games against another; a forfeited pairing is not a meeting (settled point 12)."""
    forfeits = view.readings["forfeit-met"] == "met"
    return [
        r for r in view.records[player] if r.opponent == other and (forfeits or r.kind == "played")
    ]


@between(TIE_BREAKS, "hk-open part 6 B", halves=True)
def direct(view: View, player: str, others: tuple[str, ...]) -> int | None:
    """Points of the players' own games."""
    return points_in([_met(view, player, other) for other in others])


def _won_games(view: View, player: str) -> list[Record]:
    """Games actually played and won."""
    win = view.parameters.win_x2
    fouls = view.readings["foul-wins"] == "won"
    played = (record for record in view.records[player] if record.kind == "played")
    return [
        record for record in played if record.points_x2 == win and (fouls or not record.by_fouls)
    ]


@own(TIE_BREAKS, "hk-open part 6 C")
def wins(view: View, player: str) -> int:
    """Games won over the board, byes and wins by the opponent's absence."""
    given = {"bye", "walkover"} if view.readings["bye-wins"] == "won" else set()
    return len(_won_games(view, player)) + sum(
        record.kind in given for record in view.records[player]
    )


@own(TIE_BREAKS, "hk-open part 6 D")
def second_wins(view: View, player: str) -> int:
    """Games won as second."""
    return sum(record.second for record in _won_games(view, player)) + _forfeits_as_second(
        view, player
    )


@own(TIE_BREAKS, "hk-open part 6 E")
def second_games(view: View, player: str) -> int:
    """Games played as second."""
    played = sum(record.second and record.kind == "played" for record in view.records[player])
    return played + _forfeits_as_second(view, player)


def _forfeits_as_second(view: View, player: str) -> int:
    """Pairings as second to which the opponent did not come, where the reading counts them for D and E."""
    if view.readings["forfeit-second"] == "not-counted":
        return 0
    return sum(record.second and record.kind == "walkover" for record in view.records[player])


@between(TIE_BREAKS, "hk-open part 6 F")
def met_as_second(view: View, player: str, others: tuple[str, ...]) -> int | None:
    """Of two who met, how often the player was second."""
    games = [_met(view, player, other) for other in others]
    if all(games):
        return sum(r.second for met in games for r in met)
    return None


own(TIE_BREAKS, "hk-open part 6 G", fewer=True)(fouls)


def knockout_absences(contest: Contest, player: str) -> int:
    """hk-open part 1: forfeited games of the knockout, where the reading counts them."""
    if contest.readings["absences"] != "with-knockout":
        return 0
    return contest.book.forfeited_stages.get(player, 0)


def is_disqualified(contest: Contest, view: View, player: str, *, knockout: bool = False) -> bool:
    """hk-open part 1: enough absences, and the reading that they put a player last; `knockout`: it was played."""
    limit = view.parameters.disqualifying_absences
    missed = len(view.missed(player))
    if knockout:
        missed += knockout_absences(contest, player)
    return view.readings["disqualified"] == "last" and 0 < limit <= missed


def plain_rows(
    contest: Contest,
    view: View,
    above: Sequence[TableRow] = (),
    out: Collection[str] = (),
    reason: str = "",
) -> list[TableRow]:
    """Everybody below the rows `above`; the disqualified, and those of `out`, after all others and without a place."""
    placed = {row.player for row in above}
    players = [player for player in view.players if player not in placed]
    last = {player for player in players if player in out or is_disqualified(contest, view, player)}
    start = rank_after(above, contest.readings)
    others = [player for player in players if player not in last]
    rows = make_rows(view, others, contest.tie_breaks, start=start, reason=reason)
    reason = "disqualified" if rows or above else ""
    without_place = make_rows(
        view,
        [p for p in players if p in last],
        contest.tie_breaks,
        reason=reason,
        disqualified=True,
    )
    return rows + [replace(row, rank=None) for row in without_place]


def has_knockout(contest: Contest, rounds: int) -> bool:
    """hk-open part 7: a group with a knockout, and a table later than the round it starts after."""
    tournament = contest.tournament
    parameters = contest.parameters
    if tournament.group not in parameters.knockout_groups:
        return False
    recorded = rounds >= tournament.rounds and bool(knockout_games(tournament))
    return recorded or rounds > parameters.knockout_after


def table(contest: Contest, rounds: int) -> Made:
    """The rows after a round, notes about the knockout, and until which round its players were in the main one."""
    if has_knockout(contest, rounds):
        return _with_knockout(contest, rounds)
    final = rounds >= contest.tournament.rounds
    unused = final and bool(knockout_games(contest.tournament))
    group = contest.tournament.group
    if unused:
        notes = [say("knockout games are not counted: group {group} has no knockout", group=group)]
    else:
        notes = []
    view = make_view(contest, rounds, stages=final)
    rows = plain_rows(contest, view)
    if group in contest.parameters.knockout_groups and rounds == contest.parameters.knockout_after:
        notes += _cut(contest, rows, rounds)
    return Made(rows, notes, view=view)


def _cut(contest: Contest, rows: Sequence[TableRow], rounds: int) -> list[str]:
    size = contest.parameters.knockout_size
    return cut_in_tie(rows, size, first_ones(size, rounds), contest.readings)


def _not_part_7(contest: Contest, rows: Sequence[TableRow], cut: int) -> list[str]:
    """hk-open part 7: others than the first four in the knockout, or semifinals that it does not pair."""
    first = [row.player for row in rows if row.rank is not None][: contest.parameters.knockout_size]
    strangers = not_the_first(contest.tournament, [*STAGES], first, cut)
    return strangers or wrong_semifinals(contest.tournament, first)


def _with_knockout(contest: Contest, rounds: int) -> Made:
    """hk-open part 7: the best of the first rounds by the knockout, everybody else from all rounds."""
    announced = contest.tournament.rounds
    parameters = contest.parameters
    cut = min(parameters.knockout_after, announced)
    earlier = make_view(contest, cut, stages=True)
    before = plain_rows(contest, earlier)
    members, notes = members_of(contest, before, parameters.knockout_size)
    notes += [*_cut(contest, before, cut), *_not_part_7(contest, before, cut)]
    first = in_former_order(before, members, "order_before_knockout", contest.readings)
    final = rounds >= announced
    if final:
        first, missing = knockout_rows(contest, first)
        notes += missing
    last_round = dict.fromkeys(members, cut)
    knockout_x2 = {}
    if contest.readings["knockout-worth"] == "results":
        knockout_x2 = _in_their_rounds_x2(contest, members, rounds - cut)
    view = make_view(contest, rounds, last_round=last_round, knockout_x2=knockout_x2, stages=True)
    out = {player for player in members if is_disqualified(contest, view, player, knockout=final)}
    first = closed_up(first, out, contest.readings)
    rows = first + plain_rows(contest, view, first, out, "knockout")
    views = {player: earlier for player in members if player not in out}
    return Made(rows, notes, last_round, view, views)


def _in_their_rounds_x2(contest: Contest, members: Collection[str], rounds: int) -> dict[str, int]:
    """What the first game of each tie brings its players beyond half a point, for as many rounds as they left out.

    A game that was not played stays half a point, like any unplayed one.
    """
    more = dict.fromkeys(members, 0)
    seen = dict.fromkeys(members, 0)
    for stage in STAGES:
        for games in ties_of(contest.tournament, stage).values():
            game = games[0]
            for player, own_x2 in zip(game.players, contest.points_x2(game), strict=True):
                if player not in seen or seen[player] == rounds:
                    continue
                seen[player] += 1
                if is_played(game):
                    more[player] += own_x2 - contest.parameters.unplayed_x2
    return more
