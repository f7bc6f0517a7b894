"""wxf part I.a: the final of the first two, the slow game and the faster ones after it."""

from schemes.standings.record import losing_counts, points_x2
from schemes.standings.table import Game, Tournament
from schemes.standings.tie_breaks import Contest
from schemes.standings.ties import stage_games, ties_of, unchanged_sides
from wording import say


def finalists(tournament: Tournament) -> tuple[str, ...]:
    """The two of the first recorded game of the final, nobody if none is recorded."""
    games = stage_games(tournament, "final")
    if games:
        return (games[0].first, games[0].second)
    return ()


def points_of_final_x2(contest: Contest, pair: tuple[str, ...]) -> dict[str, int]:
    """wxf part I.a.iii: the points of the slow game, the first of stage final (settled point 20)."""
    games = ties_of(contest.tournament, "final").get(frozenset(pair), [])
    reading = contest.readings["final-score"]
    if not games or reading == "before":
        return {}
    if reading == "decided":
        winner = final_winner(contest, games)
        draw_x2 = contest.parameters.draw_x2
        win_x2 = contest.parameters.win_x2
        if winner is None:
            return dict.fromkeys(pair, draw_x2)
        return {winner: win_x2}
    points = points_x2(
        games[0], losing_counts(contest.tournament, contest.readings), contest.parameters
    )
    return {games[0].first: points[0], games[0].second: points[1]}


def final_winner(contest: Contest, games: list[Game]) -> str | None:
    """Who won the game that decides, nobody if it has no winner."""
    counts = losing_counts(contest.tournament, contest.readings)
    points = [points_x2(game, counts, contest.parameters) for game in games]
    won = [at for at, (first, second) in enumerate(points) if first != second]
    at = won[0] if won and contest.readings["deciding-game"] == "first-won" else len(games) - 1
    if at not in won:
        return None
    first, second = points[at]
    if first > second:
        return games[at].first
    return games[at].second


def final_order(
    contest: Contest, pair: tuple[str, ...]
) -> tuple[list[tuple[int, str, str]], list[str]]:
    """Rank, player and reason of the finalists; undecided, the better placed before it is ahead."""
    tournament = contest.tournament
    readings = contest.readings
    games = ties_of(tournament, "final").get(frozenset(pair), [])
    winner = final_winner(contest, games)
    if winner is not None:
        loser = pair[1] if winner == pair[0] else pair[0]
        return [(1, winner, ""), (2, loser, "final")], unchanged_sides(tournament, "final")
    why = say("its last game has no winner") if games else say("no game is recorded")
    sides = unchanged_sides(tournament, "final")
    if readings["undecided"] == "shared":
        told = say("final: {why}; its two players share the first place", why=why)
        return [(1, player, "shared" if place else "") for place, player in enumerate(pair)], [
            told,
            *sides,
        ]
    told = say(
        "final: {why}; the order after round {round} stands", why=why, round=tournament.final_after
    )
    return [(n, p, "order_before_final" if n > 1 else "") for n, p in enumerate(pair, start=1)], [
        told,
        *sides,
    ]
