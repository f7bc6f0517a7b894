"""wxf, World Xiangqi Championship and Rapid Open: the tie-breaks of part IV, the final of part I, knockouts."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from msgspec.structs import replace

from schemes.standings.cuts import cut_in_tie, first_ones, not_the_first
from schemes.standings.final import final_order, finalists, points_of_final_x2
from schemes.standings.knockout import knockout_rows, members_of, recorded_size
from schemes.standings.parameters import HK_OPEN, Parameters
from schemes.standings.record import Record
from schemes.standings.rows import Made, in_former_order, make_rows, rank_after, ranks
from schemes.standings.table import TableRow, players_in
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
from schemes.standings.ties import stage_games
from wording import enumerated, say

TIE_BREAKS: Register = {}


@own(TIE_BREAKS, "wxf part IV.a 1", halves=True)
def opponent_points(view: View, player: str) -> int:
    """Final scores of the opponents, forfeited pairings included; a bye by part II.c."""
    return sum(one.x2 for one in brought(view, player))


def brought(view: View, player: str) -> Iterator[Brought]:
    """What each round brings to the opponent points."""
    before = 0
    for record in view.records[player]:
        yield Brought(record.round, record, before, _opponent_x2(view, player, record))
        before += record.points_x2


def _opponent_x2(view: View, player: str, record: Record) -> int:
    """One round's opponent: a bye counts as the lowest score above zero, an unpaired absence as nothing."""
    if record.opponent:
        return view.score_x2[record.opponent]
    if _has_stand_in(view, record):
        return _lowest_x2(view, player)
    return 0


def _has_stand_in(view: View, record: Record) -> bool:
    """Whether the lowest score above zero stands in for the opponent that the round did not have."""
    if record.opponent:
        return False
    counts_as_bye = {
        "bye": True,
        "half": view.readings["half-bye"] == "bye",
        "leave": view.readings["unpaired-absence"] == "lowest",
        "absent": view.readings["unpaired-absence"] == "lowest",
    }
    return counts_as_bye[record.kind]


def _lowest_x2(view: View, player: str) -> int:
    """wxf part II.c: the lowest score above zero in the tournament."""
    if view.readings["lowest-score"] == "everyone":
        return view.lowest_x2
    return min((x2 for other, x2 in view.score_x2.items() if x2 > 0 and other != player), default=0)


def _paired(view: View, player: str) -> list[Record]:
    """Pairings, forfeited ones included (settled point 16)."""
    forfeits = view.readings["forfeit-met"] == "met"
    return [r for r in view.records[player] if r.opponent and (forfeits or r.kind == "played")]


@between(TIE_BREAKS, "wxf part IV.a 2", halves=True)
def direct(view: View, player: str, others: tuple[str, ...]) -> int | None:
    """Points of the players' own games."""
    paired = _paired(view, player)
    return points_in(
        [[record for record in paired if record.opponent == other] for other in others]
    )


def _won(view: View, record: Record) -> bool:
    points = {"played": view.parameters.win_x2, "walkover": view.parameters.walkover_x2}
    return record.kind in points and record.points_x2 == points[record.kind]


@own(TIE_BREAKS, "wxf part IV.a 3")
def wins(view: View, player: str) -> int:
    """Games won over the board or by forfeit, and byes."""
    byes = view.readings["bye-wins"] == "won"
    return sum(
        _won(view, record) or (byes and record.kind == "bye") for record in view.records[player]
    )


@own(TIE_BREAKS, "wxf part IV.a 4")
def second_wins(view: View, player: str) -> int:
    """Games won as second, over the board or by forfeit; no more than there are games as second."""
    return sum(record.second and _won(view, record) for record in _paired(view, player))


@own(TIE_BREAKS, "wxf part IV.a 5")
def second_games(view: View, player: str) -> int:
    """Pairings as second, forfeited ones included."""
    return sum(record.second for record in _paired(view, player))


@own(TIE_BREAKS, "wxf part IV.a 6", halves=True)
def strong_opponent_points(view: View, player: str) -> int:
    """Final scores of the opponents who scored at least half of the rounds."""
    met = [view.score_x2[record.opponent] for record in view.records[player] if record.opponent]
    if view.readings["strong-bye"] == "by-score":
        met += [
            _lowest_x2(view, player)
            for record in view.records[player]
            if _has_stand_in(view, record)
        ]
    return sum(score_x2 for score_x2 in met if _is_strong(view, score_x2))


def _is_strong(view: View, score_x2: int) -> bool:
    """The text does not say who is strong; the reading does (settled point 17)."""
    if view.readings["strong"] == "upper-half":
        above = sum(other > score_x2 for other in view.score_x2.values())
        return 2 * above < len(view.players)
    needed = view.rounds * 2 * view.parameters.strong_percent
    if view.readings["strong"] == "more-than-half":
        return score_x2 * 100 > needed
    return score_x2 * 100 >= needed


own(TIE_BREAKS, "wxf part IV.a 7", fewer=True)(fouls)


@own(TIE_BREAKS, "wxf part IV.a, last sentence", fewer=True)
def previous_rank(view: View, player: str) -> int | None:
    """Rank in the full table after the round before; nobody has one in round 1 (settled point 19)."""
    if view.readings["previous-rank"] == "full-table":
        return view.previous.get(player)
    return None


def effective(parameters: Parameters, readings: Mapping[str, str]) -> Parameters:
    """The parameters under the readings: fouls lose games only if the reading says so (settled point 18)."""
    if readings["fouls-lose"] == "arbiter":
        return parameters
    limits = (HK_OPEN.losing_violations, HK_OPEN.losing_technicals)
    return replace(parameters, losing_violations=limits[0], losing_technicals=limits[1])


class Before(Mapping[str, int]):
    """Rank by player in the table of the round before, made only when a tie comes down to it."""

    def __init__(self, make: Callable[[], list[TableRow]]) -> None:
        self._make = make

    @cached_property
    def rows(self) -> list[TableRow]:
        return self._make()

    @cached_property
    def _ranks(self) -> Mapping[str, int]:
        return ranks(self.rows)

    def __getitem__(self, player: str) -> int:
        return self._ranks[player]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ranks)

    def __len__(self) -> int:
        return len(self._ranks)


def table(contest: Contest, rounds: int) -> Made:
    """The rows after a round; each round stands on the table of the round before (settled point 19)."""
    if rounds < 1:
        return Made([])

    def one_by_one() -> list[TableRow]:
        rows: list[TableRow] = []
        for round_ in range(1, rounds - 1):
            rows = _after(contest, round_, Before(rows.copy), values=False).rows
        return rows

    def last() -> list[TableRow]:
        if rounds > 1:
            return _after(contest, rounds - 1, Before(one_by_one), values=False).rows
        return []

    return _after(contest, rounds, Before(last), values=True)


def _after(contest: Contest, rounds: int, before: Before, *, values: bool) -> Made:
    """One more round on top of the table before it; `values`: with all tie-breaks to show, not only those needed."""
    tournament = contest.tournament
    cut = tournament.final_after
    final = rounds >= tournament.rounds
    if cut is not None and (rounds > cut or (final and finalists(tournament))):
        return _with_final(contest, rounds, before)
    view = make_view(contest, rounds, previous=before, stages=final)
    rows = make_rows(view, view.players, contest.tie_breaks, values=values)
    if final and recorded_size(tournament):
        return _with_knockout(contest, rows, view)
    if rounds == cut and not final:
        notes = cut_in_tie(rows, 2, first_ones(2, rounds), contest.readings)
    else:
        notes = []
    return Made(rows, notes, view=view)


def _with_final(contest: Contest, rounds: int, before: Before) -> Made:
    """wxf part I.a: the first two after the cut by the final, everybody else from all rounds."""
    tournament = contest.tournament
    final = rounds >= contest.tournament.rounds
    cut = min(tournament.final_after or 0, tournament.rounds)
    at_cut = before.rows if rounds > cut else _plain(contest, cut, before)
    pair, notes = _pair(contest, at_cut)
    notes += cut_in_tie(at_cut, 2, first_ones(2, cut), contest.readings)
    first_two = [row.player for row in at_cut[:2]]
    notes += not_the_first(tournament, ["final"], first_two, cut)
    last_round = dict.fromkeys(pair, cut)
    extra_x2 = points_of_final_x2(contest, pair) if final else {}
    view = make_view(
        contest, rounds, last_round=last_round, extra_x2=extra_x2, previous=before, stages=True
    )
    former = in_former_order(at_cut, pair, "order_before_final", contest.readings)
    placed = [(row.rank or 0, row.player, row.decided_by) for row in former]
    if final:
        placed, missing = final_order(contest, pair)
        notes += missing
    shown = {row.player: row for row in make_rows(view, pair, contest.tie_breaks)}
    first = [replace(shown[player], rank=rank, decided_by=why) for rank, player, why in placed]
    others = [player for player in view.players if player not in pair]
    rest = make_rows(
        view, others, contest.tie_breaks, start=rank_after(first, contest.readings), reason="final"
    )
    return Made(first + rest, notes, last_round, view)


def _plain(contest: Contest, rounds: int, before: Before) -> list[TableRow]:
    view = make_view(contest, rounds, previous=before, stages=True)
    return make_rows(view, view.players, contest.tie_breaks)


def _pair(contest: Contest, before: list[TableRow]) -> tuple[tuple[str, ...], list[str]]:
    """The finalists, better placed first: as recorded, else as computed (settled point 6)."""
    tournament = contest.tournament
    recorded = finalists(tournament) if contest.readings["knockout-members"] == "recorded" else ()
    chosen = recorded or tuple(row.player for row in before[:2])
    placed = [row.player for row in before if row.player in chosen]
    pair = (*placed, *(player for player in chosen if player not in placed))
    more = players_in(stage_games(tournament, "final")) - set(pair)
    if not more:
        return pair, []
    return pair, [
        say(
            "final: games of {players} are recorded, who are not in it",
            players=enumerated(sorted(more)),
        )
    ]


def _with_knockout(contest: Contest, rows: list[TableRow], view: View) -> Made:
    """wxf Rapid Open part II.a.ii: places by the knockout for those in it, the main rounds for the others."""
    members, notes = members_of(contest, rows, recorded_size(contest.tournament))
    by_player = {row.player: row for row in rows}
    first, missing = knockout_rows(contest, [by_player[player] for player in members])
    others = [player for player in view.players if player not in members]
    rest = make_rows(
        view,
        others,
        contest.tie_breaks,
        start=rank_after(first, contest.readings),
        reason="knockout",
    )
    return Made(first + rest, notes + missing, view=view)
