"""Places in the standings that an appeal changes."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from projections import Snapshot
from projections.standings import TournamentRecords, counted_standings, rankings_given


class RankChange(Struct, frozen=True):
    """A player's place in a tournament without and with an appeal; None where there is none."""

    tournament: str
    player: str
    before: int | None
    after: int | None


def rank_changes(
    before: Snapshot, after: Snapshot, tournaments: Sequence[int], renamed: Mapping[str, str]
) -> list[RankChange]:
    """All places that change in the final tables of tournaments, by tournament and place; merged ids are one."""
    sides = [_ranks(snapshot, tournaments) for snapshot in (before, after)]
    found = []
    for tournament in tournaments:
        one, other = (side.get(tournament, {}) for side in sides)
        one = {renamed.get(player, player): rank for player, rank in one.items()}
        changed = [player for player in one.keys() | other.keys() if one.get(player) != other.get(player)]
        name = str(after.tournaments.table.ids[tournament])
        for player in sorted(changed, key=lambda p: (other.get(p) or 10**9, p)):
            found.append(RankChange(name, player, one.get(player), other.get(player)))
    return found


def _ranks(snapshot: Snapshot, tournaments: Sequence[int]) -> dict[int, dict[str, int]]:
    """Player → place of the tables that count; a void tournament has none."""
    there, given = snapshot.tournaments, rankings_given(snapshot)
    known = [number for number in tournaments if number < len(there) and number not in there.voided]
    known = [number for number in known if number in given or there.standings_rules[number] != "given"]
    if not known:
        return {}
    records = TournamentRecords(snapshot, known)
    tables = ((number, counted_standings(records.tournament(number))) for number in known)
    return {number: {row.player: row.rank for row in table.rows if row.rank is not None} for number, table in tables}
