"""wxf part I.a: the final of the first two, the slow game and the faster ones after it."""

from schemes.standings.table import Tournament
from schemes.standings.tie_breaks import Contest
from schemes.standings.ties import stage_games, ties_of, unchanged_sides
from wording import say


def finalists(tournament: Tournament) -> tuple[str, ...]:
    """The two of the first recorded game of the final, nobody if none is recorded."""
    games = stage_games(tournament, "final")
    if games:
        return games[0].players
    return ()


def points_of_final_x2(contest: Contest, pair: tuple[str, ...]) -> dict[str, int]:
    """wxf part I.a.iii: the points of the slow game, the first of stage final (settled point 20)."""
    games = ties_of(contest.tournament, "final").get(frozenset(pair), [])
    reading = contest.readings["final-score"]
    if not games or reading == "before":
        return {}
    if reading == "decided":
        winner = contest.winner(contest.deciding_game(games))
        if winner is None:
            return dict.fromkeys(pair, contest.parameters.draw_x2)
        return {winner: contest.parameters.win_x2}
    return dict(zip(games[0].players, contest.points_x2(games[0]), strict=True))


def final_order(
    contest: Contest, pair: tuple[str, ...]
) -> tuple[list[tuple[int, str, str]], list[str]]:
    """Rank, player and reason of the finalists; undecided, the better placed before it is ahead."""
    tournament = contest.tournament
    games = ties_of(tournament, "final").get(frozenset(pair), [])
    sides = unchanged_sides(tournament, "final")
    winner = contest.winner(contest.deciding_game(games)) if games else None
    if winner is not None:
        loser = pair[1] if winner == pair[0] else pair[0]
        return [(1, winner, ""), (2, loser, "final")], sides
    rank, reason = 2, "order_before_final"
    why = say("its last game has no winner") if games else say("no game is recorded")
    if contest.readings["undecided"] == "shared":
        note = say("final: {why}; its two players share the first place", why=why)
        rank, reason = 1, "shared"
    else:
        note = say(
            "final: {why}; the order after round {round} stands",
            why=why,
            round=tournament.final_after,
        )
    ahead = [(1, player, "") for player in pair[:1]]
    return [*ahead, *((rank, player, reason) for player in pair[1:])], [note, *sides]
