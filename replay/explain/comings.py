"""Why somebody is new on a list, or gone from it: what either list says, what the difference books, and the games."""

from collections.abc import Sequence
from datetime import date

import numpy as np

from replay.answers import kinds
from replay.answers.table import Cause
from replay.difference.difference import Difference
from replay.office.office import Office
from replay.which import WhichList
from replay.world.games import GamesByList, ListedGame
from replay.world.world import walk
from schemes.kernels.scheme import Given, Reason, Verdicts, Watch
from wording import Reference, say, say_n, together

NAMED = 2  # so many tournaments of a first rating are named
_FIRST = "first"


class Comings:
    """Two lists of one scheme, and why players are on one of them only."""

    def __init__(
        self, office: Office, before: WhichList, after: WhichList, difference: Difference
    ) -> None:
        self._office = office
        self._before = before
        self._after = after
        self._difference = difference
        self._world = office.world(after)
        self._people = self._world.snapshot.people

    def why(self, ids: Sequence[str]) -> dict[str, Cause]:
        """By id why each of some players is new or gone; of whoever is on both lists there is nothing to say."""
        difference = self._difference
        players = [number for number in map(self._people.number, ids) if number is not None]
        new = [player for player in players if difference.new[player]]
        gone = [player for player in players if difference.gone[player]]
        kept_off = _kept_off(self._office, self._before, new)
        missing = _kept_off(self._office, self._after, gone)
        games = self._games([player for player in new if _FIRST in difference.amounts(player)])
        reasons = {player: self._new(player, kept_off.get(player), games) for player in new}
        reasons |= {player: self._gone(player, missing.get(player)) for player in gone}
        return {difference.ids[player]: cause for player, cause in reasons.items()}

    def _new(
        self, player: int, kept_off: Reason | None, games: dict[int, list[ListedGame]]
    ) -> Cause:
        merged = self._merged_into(player)
        if merged:
            return merged
        if kept_off is not None and self._difference.before.behind[player]:
            text = say("rated before, and not listed: {why}", why=_with_article(kept_off))
            return Cause("was-not-listed", text, _values(kept_off))
        if _FIRST in self._difference.amounts(player):
            return self._first_rating(games.get(player, []), kept_off)
        return self._booked(player, 1)

    def _merged_into(self, player: int) -> Cause | None:
        """Somebody whom a merge has brought onto the list in the place of another id."""
        kept = self._people.kept
        for other in np.flatnonzero(kept == player).tolist():
            if other != player and self._difference.before.listed[other]:
                return _merged(self._difference.ids[other])
        return None

    def _first_rating(self, games: list[ListedGame], kept_off: Reason | None) -> Cause:
        """The games on the lists in between, with the tournaments; and what was missing until then."""
        tournaments = list(dict.fromkeys(game.key[0] for game in games))
        ids = [self._world.snapshot.tournaments.id(number) for number in tournaments]
        values: dict[str, object] = {"games": len(games), "tournaments": ids}
        if not ids:
            text = kinds.CAUSES[_FIRST]
        elif len(ids) > NAMED:
            text = say(
                "first rating, with {games} games in {number} tournaments",
                games=len(games),
                number=len(ids),
            )
        else:
            text = say_n(
                "first rating, with {number} game in {tournaments}",
                "first rating, with {number} games in {tournaments}",
                len(games),
                tournaments=together(map(Reference.tournament, ids)),
            )
        if kept_off is not None:
            text = say("{first}; until then {why}", first=text, why=_with_article(kept_off))
            values |= _values(kept_off)
        return Cause(_FIRST, text, values)

    def _games(self, players: list[int]) -> dict[int, list[ListedGame]]:
        """By player the games that are rated after the first of the two lists, up to the second."""
        world = self._world
        since = world.stop(self._before.day)
        last = world.stop(self._after.day)
        if not players or since.day >= last.day:
            return {}
        stops = [since, last]
        going = walk(world, self._office.states, stops, newest=since.number - 1, watch=_verdicts)
        for _ in going.steps:
            pass
        by_list = GamesByList(world, going, stops)
        return {
            player: [
                game for game in by_list.of_player(player) if game.at > 0 and game.rated_for(player)
            ]
            for player in players
        }

    def _gone(self, player: int, kept_off: Reason | None) -> Cause:
        kept = int(self._people.kept[player])
        if kept != player:
            return _merged(self._difference.ids[kept])
        died = int(self._people.table.deceased[player])
        if died <= self._after.day.toordinal():
            day = date.fromordinal(died)
            return Cause("died", say("died on {date}", date=day), {"date": day})
        if kept_off is not None:
            return Cause("not-listed", _with_article(kept_off), _values(kept_off))
        return self._booked(player, -1)

    def _booked(self, player: int, sign: int) -> Cause:
        """The cause with the largest part."""
        amounts = self._difference.amounts(player)
        code = max(amounts, key=lambda code: sign * amounts[code], default="")
        if not code:
            return Cause("other", say("other"))
        return Cause(code, kinds.CAUSES[code])


def _kept_off(office: Office, which: WhichList, players: list[int]) -> dict[int, Reason]:
    """The articles that keep some players off a list, as far as it has a row of them."""
    if not players:
        return {}
    world = office.world(which)
    reasons = {reason.code: reason for reason in world.scheme.reasons}
    listed = office.replay(world, which.day).listed
    rows = np.flatnonzero(~listed.published & np.isin(listed.player, players))
    codes = zip(listed.player[rows].tolist(), listed.reason[rows].tolist(), strict=True)
    return {player: reasons[code] for player, code in codes if code in reasons}


def _with_article(reason: Reason) -> str:
    if not reason.article:
        return say(reason.text)
    return say("{why} [{article}]", why=say(reason.text), article=say(reason.article))


def _values(reason: Reason) -> dict[str, object]:
    return {"reason": reason.text, "article": reason.article}


def _merged(other: str) -> Cause:
    return Cause(
        "merged", say("merged with {player}", player=Reference.player(other)), {"player": other}
    )


def _verdicts(given: Given) -> Watch:
    return Watch(Verdicts.empty(given.inputs))
