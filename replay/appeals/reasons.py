"""Through whom and through what a player's row on a list differs: reasons with codes, values and sentences."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from replay.answers.kinds import STATUS_CHANGES
from replay.answers.table import Cause
from replay.appeals.links import Link, Links, Through
from replay.difference.difference import Difference, points
from replay.world.games import place, place_values
from schemes.kernels.causes import (
    ABSENCE,
    BONUS,
    CARRIED,
    ENDED,
    FIRST,
    FLOOR,
    GAMES,
    NAMES,
    ROUNDING,
    TITLE,
)
from schemes.kernels.inputs import Column
from wording import Reference, say, together

if TYPE_CHECKING:
    from replay.appeals.side_by_side import SideBySide

OWN_GAMES = (
    say("own game {tournament} {game}"),
    say("own games {tournament} ({number})"),
)
LATE_REPORTS = (
    say("late report {tournament} {game}"),
    say("late reports {tournament} ({number})"),
)
NAMED = 3  # so many opponents are named, the others counted


class Reasons:
    """Says why, for one scheme."""

    def __init__(
        self,
        compared: "SideBySide",
        links: Links,
        merged: frozenset[int],
        tournament_id: Callable[[int], str],
    ) -> None:
        self._compared = compared
        self._links = links
        self._merged = merged
        self._tournament = tournament_id

    def of(self, player: int, at: int, shown: Difference, row: int) -> tuple[Cause, ...]:
        """All reasons of a player's row on a list that was asked for."""
        reasons = [*self._why(player, at), *_notes(shown, row)]
        return tuple(reasons) or (Cause("other", say("other")),)

    def _why(self, player: int, at: int) -> Iterator[Cause]:
        """All that happened since the list asked for before this one."""
        since = self._since(at)
        links = [link for place in range(since, at + 1) for link in self._played(player, place)]
        booked = self._booked_causes(player, since, at)
        is_merged = player in self._merged
        if is_merged and (booked.any() or self._compared.differences[at].moved(player)):
            yield Cause("merged", say("merged"))
        yield from self._through(links)
        yield from self._booked(booked)
        if is_merged:
            return
        if self._earlier(player, since):
            yield Cause("earlier-rating", say("own earlier rating"))
        elif not booked[FIRST] and any(self._by_k(player, place) for place in range(since, at + 1)):
            yield Cause("k", say("k"))

    def _since(self, at: int) -> int:
        """The first list after the one that was asked for before."""
        asked = self._compared.asked
        earlier = [place for place in range(at) if self._compared.stops[place] in asked]
        if earlier:
            return earlier[-1] + 1
        return 0

    def _played(self, player: int, at: int) -> list[Link]:
        part = self._compared.differences[at].causes.get(player)
        if part is not None and (part[GAMES] or part[ROUNDING] or part[FIRST]):
            return self._links.of(player, at)
        return []

    def _booked_causes(self, player: int, since: int, at: int) -> Column:
        """How much more the lists changed the rating, by cause."""
        booked = np.zeros(len(NAMES), np.int64)
        for difference in self._compared.differences[since : at + 1]:
            part = difference.causes.get(player)
            if part is not None:
                booked += part
        return booked

    def _earlier(self, player: int, since: int) -> bool:
        return since > 0 and self._compared.differences[since - 1].moved(player)

    def _by_k(self, player: int, at: int) -> bool:
        """Whether K makes a difference: games give something else though neither they nor the rating before do."""
        if self._earlier(player, at):
            return False
        if self._compared.after.scheme.any_day and self._links.of(player, at):
            return False  # each game changes the own rating for those after it
        return bool(self._links.left_over(player, at))

    def _through(self, links: list[Link]) -> Iterator[Cause]:
        by_kind: dict[Through, list[Link]] = {}
        for link in links:
            by_kind.setdefault(link.through, []).append(link)
        for tournament, games in _by_tournament(by_kind.get(Through.OWN, [])).items():
            yield self._own_games("own-games", *OWN_GAMES, tournament, games)
        for tournament, games in _by_tournament(by_kind.get(Through.LATE, [])).items():
            yield self._own_games("late-report", *LATE_REPORTS, tournament, games)
        if Through.OPPONENT in by_kind:
            yield self._opponents(by_kind[Through.OPPONENT])
        verdicts = by_kind.get(Through.VERDICT, [])
        judged = {(self._tournament(link.key[0]), link.rated) for link in verdicts}
        for name, rated in sorted(judged):
            yield _verdict(Reference.tournament(name), rated)

    def _own_games(self, code: str, one: str, many: str, number: int, games: list[Link]) -> Cause:
        """Own games of a tournament that are others, or of which nothing was known."""
        tournament = self._tournament(number)
        named = Reference.tournament(tournament)
        text = say(many, tournament=named, number=len(games))
        if len(games) == 1:
            text = say(one, tournament=named, game=place(games[0].key))
        values = {"tournament": tournament, "games": [self._game(link) for link in games]}
        return Cause(code, text, values)

    def _game(self, link: Link) -> dict[str, object]:
        """A game as data: where, against whom, and how much more it gives."""
        return {
            **place_values(link.key),
            "opponent": self._compared.ids[link.opponent],
            "points": points(link.amount),
        }

    def _opponents(self, links: list[Link]) -> Cause:
        amounts: dict[str, int] = {}
        for link in links:
            player = self._compared.ids[link.opponent]
            amounts[player] = amounts.get(player, 0) + link.amount
        players = sorted(amounts)
        names = together(map(Reference.player, players[:NAMED]))
        if len(players) > NAMED:
            more = len(players) - NAMED
            text = say("opponents {names} and {number} more", names=names, number=more)
        elif len(players) > 1:
            text = say("opponents {names}", names=names)
        else:
            text = say("opponent {names}", names=names)
        rows = [{"player": player, "points": points(amounts[player])} for player in players]
        return Cause("opponents", text, {"players": rows})

    def _booked(self, part: Column) -> Iterator[Cause]:
        """What else than games changed the rating."""
        words = {
            BONUS: say(self._compared.after.scheme.bonus),
            TITLE: say("title lift"),
            CARRIED: say("carried in"),
            ENDED: say("rating ended"),
            FIRST: say("first rating"),
            ABSENCE: say("absence"),
            FLOOR: say("floor"),
        }
        for cause, text in words.items():
            if part[cause]:
                yield Cause(NAMES[cause], text, {"points": points(int(part[cause]))})


def _by_tournament(links: list[Link]) -> dict[int, list[Link]]:
    links_of: dict[int, list[Link]] = {}
    for link in links:
        links_of.setdefault(link.key[0], []).append(link)
    return links_of


def _verdict(tournament: Reference, rated: bool) -> Cause:
    """Whether games of a tournament count has changed."""
    values = {"tournament": str(tournament)}
    if rated:
        return Cause("now-rated", say("{tournament} now rated", tournament=tournament), values)
    text = say("{tournament} no longer rated", tournament=tournament)
    return Cause("no-longer-rated", text, values)


def _notes(shown: Difference, row: int) -> Iterator[Cause]:
    """What else of the row is another: K, games, activity, on the list or not."""
    before = shown.before
    after = shown.after
    if not shown.both[row]:
        if after.listed[row]:
            yield Cause("now-listed", say("now on the list"))
        else:
            yield Cause("no-longer-listed", say("no longer on the list"))
        return
    if before.k[row] != after.k[row]:
        values = {"before": int(before.k[row]), "after": int(after.k[row])}
        yield Cause("k-shown", say("k {before} → {after}", **values), values)
    if before.games[row] != after.games[row]:
        values = {"before": int(before.games[row]), "after": int(after.games[row])}
        yield Cause("games-counted", say("games {before} → {after}", **values), values)
    status = shown.status(row)
    if status is not None:
        yield Cause(status, STATUS_CHANGES[status])
