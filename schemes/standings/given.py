"""Rules `given`: the office's ranking as it stands, with the points that were scored."""

from schemes.standings.rows import Made
from schemes.standings.table import Row, Tournament
from schemes.standings.tie_breaks import Contest, make_view


def table(contest: Contest, rounds: int) -> Made:
    """The ranked in their order, the others after them by points, without a rank.

    Somebody named twice (two merged ids) keeps the better place, and nobody moves up.
    """
    tournament = contest.tournament
    final = rounds >= tournament.rounds
    view = make_view(contest, rounds, stages=final)
    places: dict[str, int] = {}
    for place, player in enumerate((tournament.given or ()) if final else (), start=1):
        places.setdefault(player, place)
    rows = [
        Row(place, player, view.score_x2.get(player, 0), (), "given" if at else "")
        for at, (player, place) in enumerate(places.items())
    ]
    rest = sorted((p for p in view.players if p not in places), key=lambda p: -view.score_x2[p])
    rows += [Row(None, player, view.score_x2[player], (), "unranked") for player in rest]
    return Made(rows, _notes(tournament, view.players, final))


def _notes(tournament: Tournament, players: tuple[str, ...], final: bool) -> list[str]:
    if tournament.given is None:
        return ["no ranking has been given"]
    if not final:
        return ["the given ranking is that after the last round"]
    return [f"{player} is ranked but has no results" for player in tournament.given if player not in players]
