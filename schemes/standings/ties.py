"""Ties of a knockout or final: the games of two players in a stage, and their playoff games (settled point 8)."""

from itertools import pairwise

from schemes.standings.table import Game, Tournament
from wording import say


def stage_games(tournament: Tournament, *stages: str) -> list[Game]:
    """The games of some stages, by round and board."""
    games = [
        game for game in tournament.games if game.stage in stages and game.first != game.second
    ]
    return sorted(games, key=lambda game: (game.round, game.board))


def ties_of(tournament: Tournament, stage: str) -> dict[frozenset[str], list[Game]]:
    """The ties of a stage: its games, then the playoff games of the same two, each in the order of play."""
    ties: dict[frozenset[str], list[Game]] = {}
    for game in stage_games(tournament, stage):
        ties.setdefault(game.pair, []).append(game)
    for game in stage_games(tournament, "playoff") if ties else ():
        if game.pair in ties:
            ties[game.pair].append(game)
    return ties


def unchanged_sides(tournament: Tournament, stage: str) -> list[str]:
    """Replays in which the same player was first again, as notes.

    wxf parts I.a.ii and III: sides change with every game. hk-open part 7: with the second; lots decide on the third.
    """
    notes = []
    for games in ties_of(tournament, stage).values():
        checked = games[:2] if tournament.rules == "hk-open" else games
        for number, (one, other) in enumerate(pairwise(checked), start=1):
            if one.first == other.first:
                note = say(
                    "{stage}: {first} was first against {second} in game {number} and again in game {next}; "
                    "sides change after a drawn game",
                    stage=say(stage),
                    first=other.first,
                    second=other.second,
                    number=number,
                    next=number + 1,
                )
                notes.append(note)
    return notes
