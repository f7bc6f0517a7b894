"""Rules `given`: the office's ranking as it stands, with the points that were scored."""

from collections.abc import Mapping

from schemes.standings.awards import awarded_x2, extra_x2
from schemes.standings.rows import Made
from schemes.standings.table import TableRow, Tournament
from schemes.standings.tie_breaks import Contest, View, make_view
from wording import say


def table(contest: Contest, rounds: int) -> Made:
    """The ranked in their order, the others after them by points, without a rank.

    Somebody named twice (two merged ids) keeps the better place, and nobody moves up.
    """
    tournament = contest.tournament
    final = rounds >= tournament.rounds
    view = make_view(contest, rounds, stages=final)
    score = scores_x2(contest, view, rounds)
    ranked = (tournament.given or ()) if final else ()
    places: dict[str, int] = {}
    for place, player in zip(tournament.places or range(1, len(ranked) + 1), ranked, strict=False):
        places.setdefault(player, place)
    rows: list[TableRow] = []
    for player, place in places.items():
        decided_by = ""
        if rows:
            decided_by = "shared" if rows[-1].rank == place else "given"
        rows.append(TableRow(place, player, score.get(player, 0), (), decided_by))
    rest = sorted((p for p in view.players if p not in places), key=lambda p: -score[p])
    rows += [TableRow(None, player, score[player], (), "unranked") for player in rest]
    return Made(rows, _notes(tournament, view.players, final), view=view)


def scores_x2(contest: Contest, view: View, rounds: int) -> Mapping[str, int]:
    """Every player's points, by the tournament's own awards where it has any."""
    awards = contest.tournament.awards
    if not awards:
        return view.score_x2
    return {
        player: sum(
            awarded_x2(record, player, awards, contest.parameters)
            for record in view.records[player]
        )
        + extra_x2(awards, player, rounds)
        for player in view.players
    }


def _notes(tournament: Tournament, players: tuple[str, ...], final: bool) -> list[str]:
    if tournament.given is None:
        return [say("no ranking has been given")]
    if not final:
        return [say("the given ranking is that after the last round")]
    strangers = [player for player in tournament.given if player not in players]
    return [say("{player} is ranked but has no results", player=player) for player in strangers]
