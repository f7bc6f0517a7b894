"""C.07 art. 6: direct encounter, the separate standings of players who are level."""

from collections.abc import Mapping
from fractions import Fraction

from schemes.standings.fide.codes import Code
from schemes.standings.fide.roster import Roster
from schemes.standings.fide.unplayed import is_met

Level = tuple[str, ...]


def direct_encounter(roster: Roster, level: Level, code: Code) -> dict[str, int] | None:
    """The place of each of the level players among them, 1 for the best; None where their games decide nothing."""
    groups = _ordered(roster, level, code)
    if len(groups) == 1:
        return None
    places: dict[str, int] = {}
    for group in groups:
        place = len(places) + 1
        places.update(dict.fromkeys(group, place))
    return places


def encounters_x2(roster: Roster, level: Level, code: Code) -> dict[str, dict[str, Fraction]]:
    """C.07 art. 6.1: half points of each against each of the others; of several games the average (6.1.2)."""
    games: dict[str, dict[str, list[int]]] = {player: {} for player in level}
    for player in level:
        for result in roster.results[player]:
            if (
                result.opponent in games
                and result.opponent != player
                and is_met(roster, result, code)
            ):
                games[player].setdefault(result.opponent, []).append(result.points_x2)
    return {
        player: {other: Fraction(sum(scores), len(scores)) for other, scores in met.items()}
        for player, met in games.items()
    }


def _ordered(roster: Roster, level: Level, code: Code) -> list[Level]:
    """The level players in groups that stay level, best first."""
    if len(level) == 1:
        return [level]
    met = encounters_x2(roster, level, code)
    if all(len(others) == len(level) - 1 for others in met.values()):
        parts = _by_score(
            level, {player: sum(others.values(), Fraction(0)) for player, others in met.items()}
        )
    else:
        parts = _certain(roster, level, met)
    if len(parts) == 1:
        return parts
    return [group for part in parts for group in _ordered(roster, part, code)]


def _by_score(level: Level, score_x2: Mapping[str, Fraction]) -> list[Level]:
    """C.07 art. 6.2: all have met, so the separate standings rank them."""
    values = sorted(set(score_x2.values()), reverse=True)
    return [tuple(player for player in level if score_x2[player] == value) for value in values]


def _certain(
    roster: Roster, level: Level, met: Mapping[str, Mapping[str, Fraction]]
) -> list[Level]:
    """C.07 art. 6.3: who is alone at the top whatever the missing games had brought is first; then the second place.

    The worst that can happen to a player is to lose all missing games; the best for the others is to win them.
    """
    surely = {player: sum(others.values(), Fraction(0)) for player, others in met.items()}
    at_most = {
        player: surely[player] + (len(level) - 1 - len(met[player])) * roster.win_x2
        for player in level
    }
    remaining = list(level)
    parts: list[Level] = []
    while len(remaining) > 1:
        first = max(remaining, key=lambda player: surely[player])
        if any(at_most[other] >= surely[first] for other in remaining if other != first):
            break
        parts.append((first,))
        remaining.remove(first)
    return [*parts, tuple(remaining)]
