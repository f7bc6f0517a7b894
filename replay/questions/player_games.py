"""The games of a player under one regulation: by tournament, by side and by opponent."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from msgspec import Struct

from projections.sources import GameKey, GameSource, game_sources
from replay.explain.history import History, HistoryRow
from replay.explain.history.sides import points, sides_of
from replay.lists.rating_list import highest_titles
from schemes.kernels.arithmetic import half_up
from schemes.kernels.inputs import OUTCOMES, STAGES, Column
from schemes.standings.fide.ratings import rating_difference

Number = int | Decimal
RatedBy = Literal[
    "period", "game", "tournament"
]  # what has a change of its own; in the order of `Effects`
RATED_BY: tuple[RatedBy, ...] = get_args(RatedBy)
MOST_MET = 5
_HALF = Decimal("0.5")


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
    rated_by: RatedBy
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
        self._by_tournament: dict[int, list[int]] = {}  # places among the sides
        if history.lines is None:
            return
        self._sides = sides_of(history.lines, np.array([number]))
        ended = self.world.snapshot.tournaments.table.end
        by_tournament: dict[int, list[int]] = {}
        for place, tournament in enumerate(self._sides.games.tournament.tolist()):
            by_tournament.setdefault(tournament, []).append(place)
        self._by_tournament = dict(
            sorted(by_tournament.items(), key=lambda item: (-int(ended[item[0]]), item[0]))
        )

    @property
    def count(self) -> int:
        """In how many tournaments the player has played."""
        return len(self._by_tournament)

    @cached_property
    def _sources(self) -> dict[GameKey, GameSource]:
        sources = self.history.citations.sources
        missing = set(self._by_tournament) - {key[0] for key in sources}
        if not missing:
            return dict(sources)
        return {**sources, **game_sources(self.world.snapshot, missing)}

    @cached_property
    def changed(self) -> dict[int, str]:
        """The positions that corrected or voided games of the player, each with the tournament."""
        keys = [self._key(place) for places in self._by_tournament.values() for place in places]
        keys += [key for row in self.history.rows for key in row.void]
        return {
            position: self.history.names.tournament(key[0])
            for key in keys
            for position, _ in self._sources[key].changes
        }

    def _key(self, place: int) -> GameKey:
        games = self._sides.games
        columns = (games.tournament, games.stage, games.round, games.board)
        tournament, stage, round_, board = (int(column[place]) for column in columns)
        return tournament, stage, round_, board

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
        chosen = list(self._by_tournament.items())[:most]
        return [self._tournament(number, places) for number, places in chosen]

    def _tournament(self, number: int, places: Sequence[int]) -> PlayerTournament:
        event = self.world.snapshot.tournaments.registration(number)
        sides = self._sides
        lists = [int(sides.games.at[place]) for place in places if sides.games.at[place] >= 0]
        row = self._rows.get(lists[0]) if lists else None
        games = [self._game(place) for place in places]
        scores = [game.score for game in games if game.score is not None]
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
                    for game in games
                    if game.opponent_rating is not None and game.score is not None
                ]
            ),
            rated_by=RATED_BY[int(sides.rated_by[places[0]])],
            games=tuple(games),
        )

    def change_by(self, tournament: int) -> Decimal | None:
        """What a tournament changed, where that is known."""
        for place in self._by_tournament[tournament]:
            if self._sides.games.is_rated[place]:
                return points(int(self._sides.tournament_change[place]), self.world.scheme)
        return None

    def _list_date(self, tournament: int, row: HistoryRow | None) -> date | None:
        """The list that has the games, or the one that will."""
        if row is not None:
            return row.list_date
        first = int(self.world.assignment.first[tournament])
        if first < 0 or self.world.scheme.any_day:
            return None
        return self.world.scheme.calendar(self.world.rules).date(first)

    def _game(self, place: int) -> PlayerGame:
        sides = self._sides
        games = sides.games
        opponent = int(games.opponent[place])
        source = self._sources[self._key(place)]
        is_rated = bool(games.is_rated[place])
        rating = None
        units = int(sides.met[place] or sides.rating[place])
        if units > 0:
            rating = Decimal(units).scaleb(-self.world.scheme.decimals)
        return PlayerGame(
            round=int(games.round[place]),
            board=int(games.board[place]),
            stage=STAGES[games.stage[place]],
            opponent=self.people.id(opponent),
            opponent_name=self.people.name(opponent),
            opponent_title=self._title(opponent),
            opponent_rating=rating,
            is_first=bool(games.is_first[place]),
            result=OUTCOMES[games.result[place]],
            score=self._score(place),
            expected=self._expected(place),
            change=points(int(sides.change[place]), self.world.scheme),
            is_rated=is_rated,
            why_not="" if is_rated else self._why_not(int(games.reason[place])),
            position=source.recorded,
            corrected=source.changes[-1][0] if source.changes else None,
        )

    def _score(self, place: int) -> Decimal | None:
        """The points in a game that was played."""
        score_x2 = int(self._sides.score_x2[place])
        if score_x2 < 0:
            return None
        return Decimal(score_x2) / 2

    def _expected(self, place: int) -> Decimal | None:
        """What the ratings of both predict, where both have one."""
        expected = int(self._sides.expected[place])
        if expected < 0:
            return None
        return Decimal(expected).scaleb(-2)

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

    def _why_not(self, code: int) -> str:
        texts = {reason.code: reason.text for reason in self.world.scheme.reasons}
        return texts.get(code, "") if code > 0 else ""

    @cached_property
    def _played(self) -> list[tuple[int, Decimal]]:
        """The places of the games that were played, with the points."""
        places = [place for places in self._by_tournament.values() for place in places]
        scores = [(place, self._score(place)) for place in places]
        return [(place, score) for place, score in scores if score is not None]

    def by_side(self) -> tuple[SideScore, ...]:
        """Games and points with each side, of all games that were played."""
        return tuple(self._side(is_first) for is_first in (True, False))

    def _side(self, is_first: bool) -> SideScore:
        scores = []
        expected = []
        of_those = []
        for place, score in self._played:
            if bool(self._sides.games.is_first[place]) != is_first:
                continue
            scores.append(score)
            prediction = self._expected(place)
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

    def opponents(self) -> tuple[Meeting, ...]:
        """Whom the player met most often."""
        met: dict[int, Counter[Decimal]] = {}
        for place, score in self._played:
            met.setdefault(int(self._sides.games.opponent[place]), Counter())[score] += 1
        most = sorted(met.items(), key=lambda item: (-item[1].total(), item[0]))[:MOST_MET]
        return tuple(
            Meeting(
                self.people.id(number),
                self.people.name(number),
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
