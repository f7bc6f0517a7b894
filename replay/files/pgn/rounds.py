"""Rounds and boards for the games of one tournament: as the archive tells them, else in the order of the file."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

NO_ROUND = "round not in the archive, or taken in it: the first one that is free for both players"


PairInRound = tuple[int, frozenset[str]]


class PairedGame(NamedTuple):
    """What an archive tells of a game's place; 0 is nothing."""

    round: int
    board: int
    first: str
    second: str


class PlacedGame(NamedTuple):
    """A game's place in the ledger; `is_told`: the archive has the round."""

    round: int
    board: int
    is_told: bool


def place_games(
    games: Sequence[PairedGame], recorded: Mapping[PairInRound, int] | None = None
) -> list[PlacedGame]:
    """A round and a board for each game, so that nobody plays twice in a round and no board has two games.

    `recorded`: the boards of games that the ledger has already.
    """
    rounds = _rounds(games)
    busy: set[tuple[int, str]] = set()
    found: list[tuple[int, bool]] = [(0, False)] * len(games)
    for at, game in enumerate(games):
        if rounds[at] and not {(rounds[at], game.first), (rounds[at], game.second)} & busy:
            found[at] = rounds[at], True
            busy |= {(rounds[at], game.first), (rounds[at], game.second)}
    free: dict[str, int] = {}  # player → all earlier rounds are taken
    for at, game in enumerate(games):
        if not found[at][1]:
            round_ = max(free.get(game.first, 1), free.get(game.second, 1))
            while (round_, game.first) in busy or (round_, game.second) in busy:
                round_ += 1
            busy |= {(round_, game.first), (round_, game.second)}
            for player in (game.first, game.second):
                free[player] = _next_free(busy, player, free.get(player, 1))
            found[at] = round_, False
    boards = _boards(games, [round_ for round_, _ in found], recorded or {})
    return [
        PlacedGame(round_, board, told) for (round_, told), board in zip(found, boards, strict=True)
    ]


def _next_free(busy: set[tuple[int, str]], player: str, start: int) -> int:
    while (start, player) in busy:
        start += 1
    return start


def _rounds(games: Sequence[PairedGame]) -> list[int]:
    """The round each game is in. Where 1.1 and 1.2 are two games of one pair, each of them is a round."""
    seen: set[tuple[int, str]] = set()
    is_minimatch = False
    for game in games:
        if game.round and game.board:
            for player in (game.first, game.second):
                is_minimatch = is_minimatch or (game.round, player) in seen
                seen.add((game.round, player))
    if not is_minimatch:
        return [game.round for game in games]
    labels = sorted({(game.round, game.board) for game in games if game.round})
    numbers = {label: number for number, label in enumerate(labels, 1)}
    return [numbers[game.round, game.board] if game.round else 0 for game in games]


def _boards(
    games: Sequence[PairedGame], rounds: Sequence[int], recorded: Mapping[PairInRound, int]
) -> list[int]:
    """The archive's board, if it is unique in its round; else the ledger's, or the next free number in file order."""
    taken: dict[int, set[int]] = {}
    boards = [0] * len(games)
    for at, (game, round_) in enumerate(zip(games, rounds, strict=True)):
        used = taken.setdefault(round_, set())
        if 0 < game.board <= 100_000 and game.board not in used and game.round == round_:
            boards[at] = game.board
            used.add(game.board)
    for at, (game, round_) in enumerate(zip(games, rounds, strict=True)):
        board = recorded.get((round_, frozenset((game.first, game.second))), 0)
        if board and not boards[at] and board not in taken[round_]:
            boards[at] = board
            taken[round_].add(board)
    for (round_, _), board in recorded.items():
        taken.setdefault(round_, set()).add(board)
    last: dict[int, int] = {}
    for at, round_ in enumerate(rounds):
        if not boards[at]:
            board = last.get(round_, 0) + 1
            while board in taken[round_]:
                board += 1
            boards[at] = last[round_] = board
    return boards
