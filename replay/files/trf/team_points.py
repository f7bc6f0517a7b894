"""Match points and game points of teams (310), beside what games, byes and forfeits (362, 240, 320, 330, 299) give."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ledger.text import whole_number
from replay.files.trf.games import ToldGame
from replay.files.trf.points import Points, half_points, points_in_words
from replay.files.trf.report import ReportedTeam, ReportLine, TrfReport
from wording import say

_SYSTEM = re.compile(r"T([WDL])\s*=?\s*(\d+(?:\.\d+)?)")
_USUAL = {"W": 200, "D": 100, "L": 0}
_BYES = {"F": "W", "H": "D"}
_PLAYED_BY = {"W": 100, "D": 50}  # what a board of a bye gives
_FIRST_ROUND = 14  # columns of line 320
_WIDTH = 4

Place = tuple[int, int]  # round and team


class TeamScore(NamedTuple):
    """Match points and game points, in hundredths."""

    match: int
    game: int


def tell_team_points(report: TrfReport, games: Iterable[ToldGame], points: Points) -> None:
    """Warn about teams whose points are not the sum of their matches; real reports have them, so none is refused."""
    teams = {
        whole_number(team.line.text[4:7].strip()) or 0: team for team in report.teams.get("310", ())
    }
    totals = {number: TeamScore(0, 0) for number in teams}
    for (_, number), score in _scores(report, teams, list(games), points).items():
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
    if report.abnormal:
        wrong = say("abnormal points of teams (299) are kept for reports and not counted with")
        report.warn(report.abnormal[0], 1, wrong)


def _scores(
    report: TrfReport, teams: dict[int, ReportedTeam], games: list[ToldGame], points: Points
) -> dict[Place, TeamScore]:
    """What each round gives each team."""
    team_of = {member: number for number, team in teams.items() for member in team.members}
    opponents: dict[Place, int] = {}
    boards: Counter[Place] = Counter()
    for game in games:
        first, second = team_of.get(game.first, 0), team_of.get(game.second, 0)
        opponents |= {(game.round, first): second, (game.round, second): first}
        boards[game.round, first] += 1
    won: Counter[Place] = Counter()
    for round_, player, worth in points.by_round():
        won[round_, team_of.get(player, 0)] += worth
    system = _system(report)
    sizes = [len(line.value) for line in _kept(report, "352")]
    size = max(sizes or boards.values(), default=0)
    scores = dict(_without_match(report, system, size))
    for place in {*won, *opponents}:
        round_ = place[0]
        rival = opponents.get(place)
        match = scores[place].match if place in scores else 0
        if rival is not None:
            difference = won[place] - won[round_, rival]
            match = system["W" if difference > 0 else "D" if difference == 0 else "L"]
        if place in scores and rival is None and not won[place]:
            continue
        scores[place] = TeamScore(match, won[place])
    return {place: score for place, score in scores.items() if place[1] in teams}


def _system(report: TrfReport) -> dict[str, int]:
    system = dict(_USUAL)
    for line in _kept(report, "362"):
        for key, value in _SYSTEM.findall(line.value):
            system[key] = half_points(value) or 0
    return system


def _without_match(
    report: TrfReport, system: dict[str, int], size: int
) -> Iterator[tuple[Place, TeamScore]]:
    """Rounds in which a team met nobody: byes as asked for (240), as paired (320), and forfeits (330)."""
    for bye in report.byes:
        key = _BYES.get(bye.kind, "")
        score = TeamScore(system.get(key, 0), size * _PLAYED_BY.get(key, 0))
        yield from (((bye.round, number), score) for number in bye.numbers)
    for line in _kept(report, "320"):
        match, game = (half_points(line.text[at : at + 4].strip()) or 0 for at in (4, 9))
        for round_, number in enumerate(_in_columns(line), 1):
            if number:
                yield (round_, number), TeamScore(match, game)
    for line in _kept(report, "330"):
        round_, *pair = (whole_number(word) or 0 for word in line.text[6:].split()[:3])
        for sign, number in zip(line.text[4:6], pair, strict=False):
            yield (round_, number), TeamScore(system["W"] if sign == "+" else system["L"], 0)


def _kept(report: TrfReport, code: str) -> list[ReportLine]:
    return [line for line in report.kept if line.code == code]


def _in_columns(line: ReportLine) -> Iterator[int]:
    text = line.text
    for at in range(_FIRST_ROUND, len(text), _WIDTH):
        yield whole_number(text[at : at + 3].strip()) or 0
