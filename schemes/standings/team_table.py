"""wxf part IV.b: team ranks from the best individual ranks."""

from collections.abc import Mapping

from msgspec import Struct

from schemes.standings.parameters import Parameters, parameters_of
from schemes.standings.readings import readings_of
from schemes.standings.table import Standings, Tournament, ranking
from wording import say


class TeamRow(Struct, frozen=True):
    """One team: the sum of its best ranks, the best of them, and whose they are; sexes are ranked apart."""

    rank: int
    team: str
    sum: int
    best: int
    players: tuple[str, ...]
    sex: str = ""
    decided_by: str = ""


def teams(
    tournament: Tournament,
    standings: Standings,
    parameters: Parameters | None = None,
    readings: Mapping[str, str] | None = None,
) -> tuple[TeamRow, ...]:
    """The team table, women and men apart; a team with too few players is not in it."""
    chosen = readings_of("wxf", readings)
    size = (parameters or parameters_of("wxf")).team_size
    members = _members(tournament, standings, within_sex=chosen["team-ranks"] == "within-sex")
    rows: list[TeamRow] = []
    for sex in sorted({sex for sex, _ in members}):
        enough = {
            team: ranks for (of, team), ranks in members.items() if of == sex and len(ranks) >= size
        }
        rows += _ranked(sex, enough, size, chosen["team-tie"] == "shared")
    return tuple(rows)


def unranked_teams(
    tournament: Tournament, standings: Standings, parameters: Parameters | None = None
) -> tuple[str, ...]:
    """Teams with too few ranked players, as notes."""
    size = (parameters or parameters_of("wxf")).team_size
    found = _members(tournament, standings)
    return tuple(
        say(
            "team {team} is not ranked: {number} of {size} players",
            team=f"{team} ({sex})" if sex else team,
            number=len(ranks),
            size=size,
        )
        for (sex, team), ranks in sorted(found.items())
        if len(ranks) < size
    )


def _members(
    tournament: Tournament, standings: Standings, *, within_sex: bool = True
) -> dict[tuple[str, str], list[tuple[int, str]]]:
    """Rank and player of every team, best first, by sex and team."""
    entries = {entry.player: entry for entry in reversed(tournament.entries)}
    members: dict[tuple[str, str], list[tuple[int, str]]] = {}
    better: dict[str, list[int]] = {}  # by sex the ranks of the table so far
    for rank, player in ranking(standings):
        entry = entries.get(player)
        sex = tournament.sexes.get(player, "") if entry is None else entry.sex or ""
        better.setdefault(sex, []).append(rank)
        own = 1 + sum(other < rank for other in better[sex]) if within_sex else rank
        if entry is not None and entry.team:
            members.setdefault((sex, entry.team), []).append((own, player))
    return members


def _ranked(
    sex: str, members: Mapping[str, list[tuple[int, str]]], size: int, share: bool
) -> list[TeamRow]:
    """Smaller sum first, then the better best rank; equal in both: shared, by name."""
    totals = {
        team: (sum(rank for rank, _ in best[:size]), best[0][0]) for team, best in members.items()
    }
    rows: list[TeamRow] = []
    for place, team in enumerate(sorted(totals, key=lambda team: (totals[team], team)), start=1):
        total, best = totals[team]
        above = rows[-1] if rows else None
        level = above is not None and (above.sum, above.best) == (total, best)
        rank = above.rank if above is not None and level and share else place
        if above is None:
            reason = ""
        elif above.sum != total:
            reason = "sum"
        elif not level:
            reason = "best"
        else:
            reason = "shared"
        reason = "name" if reason == "shared" and not share else reason
        players = tuple(player for _, player in members[team][:size])
        rows.append(TeamRow(rank, team, total, best, players, sex, reason))
    return rows
