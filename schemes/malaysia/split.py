"""The changes by cause, for who asks: the same replay row by row, with a look at the ratings before and after."""

from typing import Any

from schemes.causes import ABSENCE as ABSENCE_CAUSE
from schemes.causes import BONUS, FIRST, ROUNDING, TITLE
from schemes.causes import CARRIED as CARRIED_CAUSE
from schemes.causes import GAMES as GAMES_CAUSE
from schemes.inputs import Column
from schemes.malaysia.articles import expected
from schemes.malaysia.period import Book, counts, ks_of_game, play_game, play_rows, score_of_first, score_of_second
from schemes.malaysia.timeline import ABSENCE, AWARDED, BONUSES, CARRIED, GAMES, Records, Story
from schemes.rule import rule


@rule("")
def split(p: Any, told: Story, book: Book, closed: Column, days: Records, begin: int, end: int, causes: Column) -> None:
    """Apply blocks begin … end − 1 and book what they do."""
    for at in range(begin, end):
        block = days[at]
        for row in range(block.begin, block.end):
            if block.kind == GAMES:
                game = told.games[row]
                tournament = told.tournaments[game.tournament]
                first, second = book[game.first], book[game.second]
                split_game(
                    p[tournament.version],
                    game,
                    tournament.rounds,
                    first,
                    second,
                    causes[game.first],
                    causes[game.second],
                )
                continue
            player = player_of(told, block.kind, row)
            before, rated = rating_of(book, player), player >= 0 and book[player].since > 0
            play_rows(p, told, book, closed, block, row, row + 1)
            if player >= 0:
                causes[player, cause_of(block.kind) if rated or block.kind == CARRIED else FIRST] += 100 * (
                    rating_of(book, player) - before
                )


@rule("")
def player_of(told: Story, kind: int, row: int) -> int:
    """Whose rating a row can change; −1 nobody's."""
    if kind == ABSENCE:
        return row
    if kind == CARRIED:
        return told.carried[row].player  # type: ignore[no-any-return]
    if kind == AWARDED:
        return told.titles[row].player  # type: ignore[no-any-return]
    if kind == BONUSES:
        return told.bonuses[row].player  # type: ignore[no-any-return]
    return -1


@rule("")
def cause_of(kind: int) -> int:
    """The cause under which a change is booked; a rating carried in is one even if it is the first."""
    if kind == ABSENCE:
        return ABSENCE_CAUSE
    if kind == CARRIED:
        return CARRIED_CAUSE
    return TITLE if kind == AWARDED else BONUS


@rule("")
def rating_of(book: Book, player: int) -> int:
    """The rating of a player, 0 for none."""
    if player < 0 or book[player].since == 0:
        return 0
    return book[player].rating  # type: ignore[no-any-return]


@rule("")
def split_game(q: Any, game: Any, rounds: int, first: Any, second: Any, own_row: Column, other_row: Column) -> None:
    """One game: first ratings, the exact changes, and what rounding made of them."""
    new, other_new = first.since == 0, second.since == 0
    rated = counts(q, game, first, second)
    if new and first.since > 0:
        own_row[FIRST] += 100 * first.rating
    if other_new and second.since > 0:
        other_row[FIRST] += 100 * second.rating
    if not rated:
        return
    own, other = first.rating, second.rating
    k, other_k = ks_of_game(q, game, rounds, first, second)
    exact = k * (score_of_first(game.result) - expected(q, own, other))
    other_exact = other_k * (score_of_second(game.result) - expected(q, other, own))
    play_game(q, game, rounds, first, second)
    own_row[GAMES_CAUSE] += exact
    own_row[ROUNDING] += 100 * (first.rating - own) - exact
    other_row[GAMES_CAUSE] += other_exact
    other_row[ROUNDING] += 100 * (second.rating - other) - other_exact
