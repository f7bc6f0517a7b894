"""wxf, World Xiangqi Championship and Rapid Open: the tie-breaks of part IV, the final of part I, knockouts."""

from collections.abc import Mapping

from msgspec.structs import replace

from schemes.standings.final import final_order, finalists, slow_points_x2
from schemes.standings.knockout import knockout_rows, members_of, recorded_size
from schemes.standings.parameters import HK_OPEN, Parameters
from schemes.standings.record import Book, Record, make_book
from schemes.standings.rows import in_former_order, make_rows, ranks
from schemes.standings.table import Row, Tournament
from schemes.standings.tie_breaks import Register, TieBreak, View, between, in_order, make_view, own

TIE_BREAKS: Register = {}


@own(TIE_BREAKS, "wxf part IV.a 1", halves=True)
def opponent_points(view: View, player: str) -> int:
    """Final scores of the opponents, forfeited pairings included; a bye by part II.c."""
    return sum(_opponent_x2(view, player, record) for record in view.records[player])


def _opponent_x2(view: View, player: str, record: Record) -> int:
    """One round's opponent: a bye counts as the lowest score above zero, an unpaired absence as nothing."""
    if record.opponent:
        return view.score_x2[record.opponent]
    counts_as_bye = {
        "bye": True,
        "half": view.readings["half-bye"] == "bye",
        "leave": view.readings["unpaired-absence"] == "lowest",
        "absent": view.readings["unpaired-absence"] == "lowest",
    }
    return _lowest_x2(view, player) if counts_as_bye[record.kind] else 0


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
    games = [[r for r in _paired(view, player) if r.opponent == other] for other in others]
    return sum(r.points_x2 for met in games for r in met) if all(games) else None


def _won(view: View, record: Record) -> bool:
    points = {"played": view.parameters.win_x2, "walkover": view.parameters.walkover_x2}
    return record.kind in points and record.points_x2 == points[record.kind]


@own(TIE_BREAKS, "wxf part IV.a 3")
def wins(view: View, player: str) -> int:
    """Games won over the board or by forfeit, and byes."""
    byes = view.readings["bye-wins"] == "won"
    return sum(_won(view, record) or (byes and record.kind == "bye") for record in view.records[player])


@own(TIE_BREAKS, "wxf part IV.a 4")
def second_wins(view: View, player: str) -> int:
    """Games won as second, over the board or by forfeit."""
    return sum(record.second and _won(view, record) for record in view.records[player])


@own(TIE_BREAKS, "wxf part IV.a 5")
def second_games(view: View, player: str) -> int:
    """Pairings as second, forfeited ones included."""
    return sum(record.second for record in _paired(view, player))


@own(TIE_BREAKS, "wxf part IV.a 6", halves=True)
def strong_opponent_points(view: View, player: str) -> int:
    """Final scores of the opponents who scored at least half of the rounds."""
    met = [view.score_x2[record.opponent] for record in view.records[player] if record.opponent]
    if view.readings["strong-bye"] == "by-score":
        met += [_lowest_x2(view, player) for record in view.records[player] if record.kind == "bye"]
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


@own(TIE_BREAKS, "wxf part IV.a 7", fewer=True)
def fouls(view: View, player: str) -> int:
    """Technical fouls over all rounds."""
    everything = view.readings["foul-kinds"] == "all"
    return sum(count for _, kind, count in view.fouls[player] if everything or kind == "technical")


@own(TIE_BREAKS, "wxf part IV.a, last sentence", fewer=True)
def previous_rank(view: View, player: str) -> int | None:
    """Rank in the full table after the round before; nobody has one in round 1 (settled point 19)."""
    return view.previous.get(player) if view.readings["previous-rank"] == "full-table" else None


Made = tuple[list[Row], list[str], dict[str, int]]


def table(tournament: Tournament, rounds: int, parameters: Parameters, readings: Mapping[str, str]) -> Made:
    """The rows after a round, notes about final or knockout, and until which round finalists were in the main one."""
    if readings["fouls-lose"] == "limits":
        limits = (HK_OPEN.losing_violations, HK_OPEN.losing_technicals)
        parameters = replace(parameters, losing_violations=limits[0], losing_technicals=limits[1])
    tie_breaks = in_order(TIE_BREAKS, parameters.tie_breaks)
    book = make_book(tournament, parameters)
    made: Made = ([], [], {})
    for round_ in range(min(1, rounds), rounds + 1):
        made = _after(tournament, book, round_, parameters, readings, tie_breaks, made[0])
    return made


def _after(
    tournament: Tournament,
    book: Book,
    rounds: int,
    parameters: Parameters,
    readings: Mapping[str, str],
    tie_breaks: tuple[TieBreak, ...],
    before: list[Row],
) -> Made:
    """One more round on top of the table before it."""
    cut, final = tournament.final_after, rounds >= tournament.rounds
    if cut is not None and (rounds > cut or (final and finalists(tournament))):
        return _with_final(tournament, book, rounds, parameters, readings, tie_breaks, before)
    previous = ranks(before)
    view = make_view(book, rounds, parameters, readings, previous=previous, stages=final)
    rows = make_rows(view, view.players, tie_breaks)
    if not (final and recorded_size(tournament)):
        return rows, [], {}
    return _with_knockout(tournament, rows, view, parameters, readings, tie_breaks)


def _with_final(
    tournament: Tournament,
    book: Book,
    rounds: int,
    parameters: Parameters,
    readings: Mapping[str, str],
    tie_breaks: tuple[TieBreak, ...],
    before: list[Row],
) -> Made:
    """wxf part I.a: the first two after the cut by the final, everybody else from all rounds."""
    cut = min(tournament.final_after or 0, tournament.rounds)
    final = rounds >= tournament.rounds
    at_cut = before if rounds > cut else _plain(book, cut, parameters, readings, tie_breaks, before)
    pair, notes = _pair(tournament, at_cut, readings)
    extra = slow_points_x2(tournament, pair, parameters) if final and readings["final-score"] == "slow-game" else {}
    last = dict.fromkeys(pair, cut)
    view = make_view(
        book, rounds, parameters, readings, last_round=last, extra_x2=extra, previous=ranks(before), stages=True
    )
    placed = [
        (row.rank or 0, row.player, row.decided_by) for row in in_former_order(at_cut, pair, "order_before_final")
    ]
    if final:
        placed, missing = final_order(tournament, pair, parameters, readings)
        notes += missing
    shown = {row.player: row for row in make_rows(view, pair, tie_breaks)}
    first = [replace(shown[player], rank=rank, decided_by=why) for rank, player, why in placed]
    others = [player for player in view.players if player not in pair]
    return first + make_rows(view, others, tie_breaks, start=len(pair) + 1, reason="final"), notes, last


def _plain(
    book: Book,
    rounds: int,
    parameters: Parameters,
    readings: Mapping[str, str],
    tie_breaks: tuple[TieBreak, ...],
    before: list[Row],
) -> list[Row]:
    view = make_view(book, rounds, parameters, readings, previous=ranks(before))
    return make_rows(view, view.players, tie_breaks)


def _pair(tournament: Tournament, before: list[Row], readings: Mapping[str, str]) -> tuple[tuple[str, ...], list[str]]:
    """The finalists, better placed first: as recorded, else as computed (settled point 6)."""
    recorded = finalists(tournament) if readings["knockout-members"] == "recorded" else ()
    chosen = recorded or tuple(row.player for row in before[:2])
    placed = [row.player for row in before if row.player in chosen]
    pair = (*placed, *(player for player in chosen if player not in placed))
    more = {p for g in tournament.games if g.stage == "final" for p in (g.first, g.second)} - set(pair)
    return pair, [f"final: games of {', '.join(sorted(more))} are recorded, who are not in it"] if more else []


def _with_knockout(
    tournament: Tournament,
    rows: list[Row],
    view: View,
    parameters: Parameters,
    readings: Mapping[str, str],
    tie_breaks: tuple[TieBreak, ...],
) -> Made:
    """wxf Rapid Open part II.a.ii: places by the knockout for those in it, the main rounds for the others."""
    members, notes = members_of(tournament, rows, recorded_size(tournament), readings)
    by_player = {row.player: row for row in rows}
    first, missing = knockout_rows(tournament, [by_player[p] for p in members], parameters, readings)
    others = [player for player in view.players if player not in members]
    rest = make_rows(view, others, tie_breaks, start=len(first) + 1, reason="knockout")
    return first + rest, notes + missing, {}
