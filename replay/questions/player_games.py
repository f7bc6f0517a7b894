"""The games of a player under one regulation: by tournament, by side and by opponent."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import cached_property

import numpy as np
from msgspec import Struct

from projections.sources import GameKey, GameSource, game_sources
from replay.appeals.games import ListedGame
from replay.explain.history import History, HistoryRow
from replay.explain.history.lines import Line
from replay.lists.rating_list import highest_titles
from schemes.kernels.arithmetic import half_up
from schemes.kernels.inputs import (
    BOTH_LOST,
    DRAW,
    FIRST_WINS,
    OUTCOMES,
    SECOND_WINS,
    STAGES,
    Column,
)
from schemes.standings.fide.ratings import rating_difference

Number = int | Decimal
MOST_MET = 5
_HALF = Decimal("0.5")
_SCORES = {  # of the first side; games that were not played have none
    FIRST_WINS: Decimal(1),
    SECOND_WINS: Decimal(0),
    DRAW: _HALF,
}


class PlayerGame(Struct, frozen=True):
    """A game as the player saw it. What was expected follows from the ratings that the game is rated with."""

    round: int
    board: int
    stage: str
    opponent: str
    opponent_name: str
    opponent_title: str
    opponent_rating: Decimal | None
    is_first: bool
    result: str
    score: Decimal | None
    expected: Decimal | None
    change: Decimal | None
    is_rated: bool
    why_not: str
    position: int
    corrected: int | None = None


class PlayerTournament(Struct, frozen=True):
    """The games of the player in one tournament, and the list on which they are rated."""

    tournament: str
    name: str
    place: str
    start: date
    end: date
    list_date: date | None
    is_listed: bool
    change: Decimal | None
    score: Decimal
    played: int
    performance: int | None
    games: tuple[PlayerGame, ...]


class SideScore(Struct, frozen=True):
    """What the player scored with one side."""

    is_first: bool
    games: int
    score: Decimal
    expected: Decimal
    expected_games: int
    expected_score: Decimal
    "What was expected: of the games between two players with ratings, and what those brought."


class Meeting(Struct, frozen=True):
    """How often the player met somebody, and with which results."""

    opponent: str
    name: str
    games: int
    won: int
    drawn: int
    lost: int


class PlayerGames:
    """All games of a player that a regulation knows, the newest tournament first."""

    def __init__(self, history: History, number: int) -> None:
        self.history = history
        self.number = number
        self.world = history.world
        self.people = self.world.snapshot.people
        self._lines: dict[int, list[Line]] = {}
        self._predictions: dict[int, dict[GameKey, Decimal]] = {}
        self._sums: dict[date, bool] = {}
        games: dict[int, list[ListedGame]] = {}
        if history.lines is not None:
            for game in history.lines.games.of_player(number):
                games.setdefault(game.key[0], []).append(game)
        ended = self.world.snapshot.tournaments.table.end
        self._by_tournament = dict(
            sorted(games.items(), key=lambda each: (-int(ended[each[0]]), each[0]))
        )

    @property
    def count(self) -> int:
        """In how many tournaments the player has played."""
        return len(self._by_tournament)

    @cached_property
    def _sources(self) -> dict[GameKey, GameSource]:
        known = self.history.citations.sources
        missing = set(self._by_tournament) - {key[0] for key in known}
        if not missing:
            return dict(known)
        return {**known, **game_sources(self.world.snapshot, missing)}

    @cached_property
    def changed(self) -> dict[int, str]:
        """The positions that corrected or voided games of the player, each with the tournament."""
        keys = [game.key for game in self._played]
        keys += [key for row in self.history.rows for key in row.void]
        return {
            position: self.history.names.tournament(key[0])
            for key in keys
            for position, _ in self._sources[key].changes
        }

    def _source(self, game: ListedGame) -> GameSource:
        return self._sources[game.key]

    @cached_property
    def _rows(self) -> dict[int, HistoryRow]:
        """The rows of the history by the place of their list."""
        lines = self.history.lines
        assert lines is not None
        places = {stop.day: at for at, stop in enumerate(lines.stops)}
        return {places[row.list_date.toordinal()]: row for row in self.history.rows}

    def on_list(self, number: int) -> tuple[str, ...]:
        """The tournaments of the player whose games count on the list of a number."""
        first = self.world.assignment.first
        last = self.world.assignment.last
        return tuple(
            self.history.names.tournament(tournament)
            for tournament in self._by_tournament
            if first[tournament] <= number <= last[tournament] and first[tournament] >= 0
        )

    def tournaments(self, most: int | None) -> list[PlayerTournament]:
        """The newest tournaments, each with its games."""
        chosen = list(self._by_tournament)[:most]
        return [self._tournament(number, self._by_tournament[number]) for number in chosen]

    def _tournament(self, number: int, games: Sequence[ListedGame]) -> PlayerTournament:
        event = self.world.snapshot.tournaments.registration(number)
        row = self._row(games)
        told = [self._game(game, row) for game in games]
        scores = [game.score for game in told if game.score is not None]
        return PlayerTournament(
            tournament=event.tournament,
            name=event.name,
            place=event.place or "",
            start=event.start,
            end=event.end,
            list_date=self._list_date(number, row),
            is_listed=row is not None,
            change=self.change_by(number),
            score=sum(scores, Decimal(0)),
            played=len(scores),
            performance=performance(
                [
                    (game.opponent_rating, int(2 * game.score))
                    for game in told
                    if game.opponent_rating is not None and game.score is not None
                ]
            ),
            games=tuple(told),
        )

    def _row(self, games: Sequence[ListedGame]) -> HistoryRow | None:
        """The list that has the games of a tournament."""
        place = next((game.at for game in games if game.at >= 0), None)
        if place is None:
            return None
        return self._rows.get(place)

    def _list_date(self, tournament: int, row: HistoryRow | None) -> date | None:
        """The list that has the games, or the one that will."""
        if row is not None:
            return row.list_date
        first = int(self.world.assignment.first[tournament])
        if first < 0 or self.world.scheme.any_day:
            return None
        return self.world.scheme.calendar(self.world.rules).date(first)

    def change_by(self, tournament: int) -> Decimal | None:
        """What a tournament changed: the sum of its games, or all games of a list that has no other tournament."""
        games = self._by_tournament[tournament]
        row = self._row(games)
        changes = [self._game_change(game, row) for game in games if self._is_rated(game)]
        if changes and None not in changes:
            return sum(filter(None, changes), Decimal("0.0"))
        if row is None or {key[0] for key in row.games} != {tournament}:
            return None
        if set(row.booked) - {"games", "rounding", "listing"}:
            return None
        return _tenths(Decimal(row.booked.get("games", 0)).scaleb(-2))

    def _game(self, game: ListedGame, row: HistoryRow | None) -> PlayerGame:
        opponent = game.opponent(self.number)
        is_first = game.side(self.number) == 0
        source = self._source(game)
        score = _score(game.result, is_first)
        is_rated = self._is_rated(game)
        return PlayerGame(
            round=game.key[2],
            board=game.key[3],
            stage=STAGES[game.key[1]],
            opponent=str(self.people.ids[opponent].as_py()),
            opponent_name=str(self.people.names[opponent].as_py()),
            opponent_title=self._title(opponent),
            opponent_rating=self._rating(opponent, game),
            is_first=is_first,
            result=OUTCOMES[game.result],
            score=score,
            expected=self._expected(game) if is_rated else None,
            change=self._game_change(game, row) if is_rated else None,
            is_rated=is_rated,
            why_not="" if is_rated else self._why_not(game),
            position=source.recorded,
            corrected=source.changes[-1][0] if source.changes else None,
        )

    def _is_rated(self, game: ListedGame) -> bool:
        return game.at >= 0 and game.rated_for(self.number)

    def _game_change(self, game: ListedGame, row: HistoryRow | None) -> Decimal | None:
        """What a rated game changed, where the changes of all games are those of the list."""
        expected = self._expected(game)
        score = _score(game.result, game.side(self.number) == 0)
        if row is None or expected is None or score is None or not self._adds_up(row):
            return None
        return _tenths(row.line.k * (score - expected))

    def _title(self, number: int) -> str:
        names = ("", *self.world.scheme.titles.values())
        return names[int(self._titles[number])]

    @cached_property
    def _titles(self) -> Column:
        """The highest title of everybody today, as a place among the titles of the regulation."""
        inputs = self.world.bare.inputs
        titles = self.world.scheme.titles
        day = self.history.until.toordinal()
        return self.world.snapshot.remembered(
            f"titles of {self.world.scheme.name}",
            lambda: highest_titles(inputs.facts, len(inputs.players), tuple(titles), day),
            day,
        )

    def _line(self, number: int, game: ListedGame) -> Line | None:
        """What the list says of somebody that a game is rated with."""
        lines = self.history.lines
        assert lines is not None
        if number not in self._lines:
            self._lines[number] = [line for _, _, line, _ in lines.of(number)]
        place = lines.games.used(game.key)
        if game.at >= 0:
            place = min(place, game.at)
        if not 0 <= place < len(self._lines[number]):
            return None
        return self._lines[number][place]

    def _rating(self, number: int, game: ListedGame) -> Decimal | None:
        line = self._line(number, game)
        if line is None or not line.rating:
            return None
        return Decimal(line.rating).scaleb(-self.world.scheme.decimals)

    def _why_not(self, game: ListedGame) -> str:
        assert self.history.lines is not None
        code = self._reasons.get(game.key, 0)
        texts = {reason.code: reason.text for reason in self.world.scheme.reasons}
        return texts.get(code, "") if code > 0 else ""

    @cached_property
    def _reasons(self) -> dict[GameKey, int]:
        assert self.history.lines is not None
        return self.history.lines.games.reasons(self.number)

    def _expected(self, game: ListedGame) -> Decimal | None:
        """What the ratings of both predict for a game, where the regulation says so."""
        tournament = game.key[0]
        if tournament not in self._predictions:
            self._predictions[tournament] = self._predicted(self._by_tournament[tournament])
        return self._predictions[tournament].get(game.key)

    def _predicted(self, games: Sequence[ListedGame]) -> dict[GameKey, Decimal]:
        pairs: dict[GameKey, tuple[int, int]] = {}
        for game in games:
            own = self._line(self.number, game)
            other = self._line(game.opponent(self.number), game)
            if own and own.rating and other and other.rating:
                pairs[game.key] = own.rating, other.rating
        if not pairs:
            return {}
        ratings = np.array(list(pairs.values()), np.int32)
        parameters = self.world.rules.versions[-1].parameters
        expected = self.world.scheme.expected(ratings[:, 0], ratings[:, 1], parameters)
        if expected is None:
            return {}
        values = [Decimal(int(value)).scaleb(-2) for value in expected]
        return dict(zip(pairs, values, strict=True))

    def _adds_up(self, row: HistoryRow) -> bool:
        """Whether K × (score − expected) of the rated games is what the list books for games: else it is not shown."""
        at = row.list_date
        if at not in self._sums:
            total = Decimal(0)
            keys = set(row.games)
            for tournament in {key[0] for key in keys}:
                for game in self._by_tournament[tournament]:
                    if game.key in keys:
                        score = _score(game.result, game.side(self.number) == 0)
                        expected = self._expected(game)
                        if score is None or expected is None:
                            total = Decimal("NaN")
                        else:
                            total += row.line.k * (score - expected)
            self._sums[at] = total == Decimal(row.booked.get("games", 0)).scaleb(-2)
        return self._sums[at]

    def by_side(self) -> tuple[SideScore, ...]:
        """Games and points with each side, of all games that were played."""
        return tuple(self._side(is_first) for is_first in (True, False))

    def _side(self, is_first: bool) -> SideScore:
        scores = []
        expected = []
        of_those = []
        for game in self._played:
            score = _score(game.result, is_first)
            if score is None or is_first != (game.side(self.number) == 0):
                continue
            scores.append(score)
            prediction = self._expected(game)
            if prediction is not None:
                expected.append(prediction)
                of_those.append(score)
        return SideScore(
            is_first=is_first,
            games=len(scores),
            score=sum(scores, Decimal(0)),
            expected=sum(expected, Decimal(0)),
            expected_games=len(expected),
            expected_score=sum(of_those, Decimal(0)),
        )

    @cached_property
    def _played(self) -> list[ListedGame]:
        return [game for games in self._by_tournament.values() for game in games]

    def opponents(self) -> tuple[Meeting, ...]:
        """Whom the player met most often."""
        met: dict[int, Counter[Decimal]] = {}
        for game in self._played:
            score = _score(game.result, game.side(self.number) == 0)
            if score is not None:
                met.setdefault(game.opponent(self.number), Counter())[score] += 1
        most = sorted(met.items(), key=lambda each: (-each[1].total(), each[0]))[:MOST_MET]
        return tuple(
            Meeting(
                str(self.people.ids[number].as_py()),
                str(self.people.names[number].as_py()),
                results.total(),
                results[Decimal(1)],
                results[_HALF],
                results[Decimal(0)],
            )
            for number, results in most
        )


def performance(met: Sequence[tuple[Number, int]]) -> int | None:
    """Average rating of the opponents, and the difference for the score (B.02 art. 8.1.1); scores count double."""
    if not met:
        return None
    percent = half_up(50 * sum(score for _, score in met), len(met))
    return average([rating for rating, _ in met]) + rating_difference(percent)


def average(ratings: Sequence[Number]) -> int:
    """The average of some ratings in whole points, a half rounded up."""
    units = sum(Decimal(rating) for rating in ratings) * 100
    return half_up(int(units), 100 * len(ratings))


def _tenths(points: Decimal) -> Decimal:
    """Points with one decimal, or with two where one is not enough."""
    shorter = points.quantize(Decimal("0.1"))
    if shorter == points:
        return shorter
    return points


def _score(result: int, is_first: bool) -> Decimal | None:
    """The points of a side in a game that was played."""
    if result == BOTH_LOST:
        return Decimal(0)
    score = _SCORES.get(result)
    if score is None or is_first:
        return score
    return 1 - score
