"""Match points and game points of teams (310), beside what games, byes and forfeits (362, 240, 320, 330, 299) give."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ledger.text import whole_number
from replay.files.trf.games import ToldGame
from replay.files.trf.points import POINT_TYPES, Points, half_points, points_in_words
from replay.files.trf.report import ReportedTeam, ReportLine, TrfReport
from wording import say

_SYSTEM = re.compile(r"T([WDL])\s*=?\s*(\d+(?:\.\d+)?)")
_USUAL = {"W": 200, "D": 100, "L": 0}
_BYES = {"F": "W", "H": "D"}
_PLAYED_BY = {"W": 100, "D": 50}  # what a board of a bye gives
_FIRST_ROUND = 14  # columns of line 320
_WIDTH = 4
# where match points, game points and the round of a line 299 end
_MATCH, _GAME, _ROUND = 11, 17, 22
_EXTRA = " "
_FORFEITED = frozenset(("walkover", "absent"))

Place = tuple[int, int]  # round and team


class TeamScore(NamedTuple):
    """Match points and game points, in hundredths."""

    match: int
    game: int


class TeamAward(NamedTuple):
    """A line 299: what an outcome is worth, in hundredths; None leaves what it is, no round: all, no teams: all."""

    kind: str
    match: int | None
    game: int | None
    round: int | None
    teams: tuple[int, ...]

    def fits(self, kind: str, place: Place) -> bool:
        round_, team = place
        return (
            self.kind == kind
            and self.round in (None, round_)
            and (not self.teams or team in self.teams)
        )


def tell_team_points(report: TrfReport, games: Iterable[ToldGame], points: Points) -> None:
    """Warn about teams whose points are not the sum of their matches; real reports have them, so none is refused."""
    teams = {
        whole_number(team.line.text[4:7].strip()) or 0: team for team in report.teams.get("310", ())
    }
    awards = list(_awards(report))
    totals = {number: _extra(awards, number) for number in teams}
    for (_, number), score in _scores(report, teams, list(games), points, awards).items():
        before = totals[number]
        totals[number] = TeamScore(before.match + score.match, before.game + score.game)
    for number, team in teams.items():
        told = [half_points(team.line.text[at : at + 6].strip()) for at in (54, 61)]
        if None not in told and tuple(told) != totals[number]:
            match, game, match_sum, game_sum = map(points_in_words, (*told, *totals[number]))  # type: ignore[arg-type]
            wrong = say(
                "team {number} has {match} match points and {game} game points, its results give {match_sum} "
                "and {game_sum}",
                number=number, match=match, game=game, match_sum=match_sum, game_sum=game_sum,
            )  # fmt: skip
            report.warn(team.line, 55, wrong)


def _awards(report: TrfReport) -> Iterator[TeamAward]:
    """Lines 299 of a team event; the standard's own examples stand a column or two beside its table."""
    for line in report.abnormal:
        kind = line.text[4:5] or _EXTRA
        columns: list[list[str]] = [[], [], [], []]  # match points, game points, round, teams
        for word in re.finditer(r"\S+", line.text.ljust(5)[5:]):
            end = word.end() + 5
            columns[sum(end > limit for limit in (_MATCH, _GAME, _ROUND))].append(word[0])
        worth = [half_points(" ".join(words)) for words in columns[:2]]
        unread = [
            words for words, value in zip(columns, worth, strict=False) if words and value is None
        ]
        rounds, teams = ([whole_number(word) for word in words] for words in columns[2:])
        is_empty = worth == [None, None]
        if (
            kind not in POINT_TYPES
            or unread
            or is_empty
            or len(rounds) > 1
            or None in (*rounds, *teams)
        ):
            report.warn(line, 5, say("abnormal points that cannot be read, not counted with"))
            continue
        round_ = rounds[0] if rounds else None
        numbers = tuple(team for team in teams if team is not None)
        match, game = worth
        yield TeamAward(kind, match, game, round_ or None, numbers)


def _extra(awards: Iterable[TeamAward], number: int) -> TeamScore:
    """Points given or taken without an outcome."""
    extra = [one for one in awards if one.kind == _EXTRA and (not one.teams or number in one.teams)]
    return TeamScore(sum(one.match or 0 for one in extra), sum(one.game or 0 for one in extra))


def _worth(score: TeamScore, kind: str, place: Place, awards: list[TeamAward]) -> TeamScore:
    """What a round is worth: by the last line 299 that fits, else as it was."""
    award = next((one for one in reversed(awards) if one.fits(kind, place)), None)
    if award is None:
        return score
    match = score.match if award.match is None else award.match
    game = score.game if award.game is None else award.game
    return TeamScore(match, game)


def _scores(
    report: TrfReport,
    teams: dict[int, ReportedTeam],
    games: list[ToldGame],
    points: Points,
    awards: list[TeamAward],
) -> dict[Place, TeamScore]:
    """What each round gives each team."""
    team_of = {member: number for number, team in teams.items() for member in team.members}
    opponents: dict[Place, int] = {}
    boards: Counter[Place] = Counter()
    played: set[Place] = set()
    for game in games:
        first, second = team_of.get(game.first, 0), team_of.get(game.second, 0)
        opponents |= {(game.round, first): second, (game.round, second): first}
        boards[game.round, first] += 1
        if not _FORFEITED.issuperset(game.outcomes):
            played |= {(game.round, first), (game.round, second)}
    won: Counter[Place] = Counter()
    for round_, player, worth in points.by_round():
        won[round_, team_of.get(player, 0)] += worth
    system = _system(report)
    sizes = [len(line.value) for line in _kept(report, "352")]
    size = max(sizes or boards.values(), default=0)
    kinds: dict[Place, str] = {}
    scores: dict[Place, TeamScore] = {}
    for place, kind, score in _without_match(report, system, size):
        kinds[place] = kind
        scores[place] = score
    for place in {*won, *opponents}:
        round_ = place[0]
        rival = opponents.get(place)
        match = scores[place].match if place in scores else 0
        if rival is not None:
            kind = _kind_of_match(won[place], won[round_, rival], was_played=place in played)
            match = system[_RESULTS[kind]]
            kinds[place] = kind
        if place in scores and rival is None and not won[place]:
            continue
        scores[place] = TeamScore(match, won[place])
    return {
        place: _worth(score, kinds.get(place, ""), place, awards)
        for place, score in scores.items()
        if place[1] in teams
    }


_RESULTS = {"W": "W", "D": "D", "L": "L", "+": "W", "-": "L"}


def _kind_of_match(own: int, other: int, *, was_played: bool) -> str:
    """The outcome as lines 299 name it; a match that was forfeited on all boards is none that was won."""
    if own == other and (was_played or own):
        return "D"
    if own > other:
        return "W" if was_played else "+"
    return "L" if was_played else "-"


def _system(report: TrfReport) -> dict[str, int]:
    system = dict(_USUAL)
    for line in _kept(report, "362"):
        for key, value in _SYSTEM.findall(line.value):
            system[key] = half_points(value) or 0
    return system


def _without_match(
    report: TrfReport, system: dict[str, int], size: int
) -> Iterator[tuple[Place, str, TeamScore]]:
    """Rounds in which a team met nobody: byes as asked for (240), as paired (320), and forfeits (330); their kind."""
    for bye in report.byes:
        key = _BYES.get(bye.kind, "")
        score = TeamScore(system.get(key, 0), size * _PLAYED_BY.get(key, 0))
        yield from (((bye.round, number), bye.kind, score) for number in bye.numbers)
    for line in _kept(report, "320"):
        match, game = (half_points(line.text[at : at + 4].strip()) or 0 for at in (4, 9))
        for round_, number in enumerate(_in_columns(line), 1):
            if number:
                yield (round_, number), "", TeamScore(match, game)
    for line in _kept(report, "330"):
        round_, *pair = (whole_number(word) or 0 for word in line.text[6:].split()[:3])
        for sign, number in zip(line.text[4:6], pair, strict=False):
            yield (round_, number), sign, TeamScore(system[_RESULTS.get(sign, "L")], 0)


def _kept(report: TrfReport, code: str) -> list[ReportLine]:
    return [line for line in report.kept if line.code == code]


def _in_columns(line: ReportLine) -> Iterator[int]:
    text = line.text
    for at in range(_FIRST_ROUND, len(text), _WIDTH):
        yield whole_number(text[at : at + 3].strip()) or 0
