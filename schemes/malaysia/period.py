"""The replay: every event of a story applied to the book of ratings, one after the other.

The same functions run compiled in a replay and traced, for one player's rows, in an explanation.
"""

from typing import Any

import numpy as np

from schemes.inputs import BOTH_ABSENT, BOTH_LOST, DRAW, FIRST_WINS, RATING_ENDED, SECOND_ABSENT, Column
from schemes.malaysia.articles import (
    absence_deduction,
    bonus_of_rank,
    carried_in,
    change,
    expected,
    first_rating,
    in_last_rounds,
    is_absent,
    k_by_rating,
    k_in_round,
    k_of_both_lost,
    k_of_game,
    lifted,
)
from schemes.malaysia.timeline import ABSENCE, AWARDED, BONUSES, CARRIED, EXCUSES, GAMES, REVOKED, Records, Story
from schemes.rule import rule
from schemes.scheme import State

Book = Records  # one record per player: what a list leaves behind for the next
COLUMNS: dict[str, Any] = {
    "rating": np.int32,
    "games": np.int32,
    "peak": np.int32,
    "since": np.int32,  # the day the rating began; 0: no rating
    "took_part": np.int16,  # the last year with a national event or an excuse
    "titles": np.int8,  # a mask, bit n for TITLES[n]
}


def opened(state: State) -> tuple[State, Book, Column]:
    """A state laid out as the rules want it, one record per player; the new state's columns are views into it."""
    dtype = np.dtype(list(COLUMNS.items()), align=True)
    book = np.zeros(len(state["rating"]), dtype).view(np.recarray)
    for name in COLUMNS:
        book[name] = state[name]
    closed, through = np.array(state["event_year"], np.int16), np.array(state["through"], np.int32)
    return {name: book[name] for name in COLUMNS} | {"event_year": closed, "through": through}, book, closed


@rule("")
def play(p: Any, told: Story, book: Book, closed: Column, days: Records, begin: int, end: int) -> None:
    """Apply blocks begin … end − 1. `closed` holds one number: the last year in which a national event closed."""
    for at in range(begin, end):
        play_rows(p, told, book, closed, days[at], days[at].begin, days[at].end)


@rule("")
def play_rows(p: Any, told: Story, book: Book, closed: Column, block: Any, begin: int, end: int) -> None:
    """Apply some rows of one block."""
    q = p[max(block.version, 0)]
    for row in range(begin, end):
        if block.kind == GAMES:
            game = told.games[row]
            tournament = told.tournaments[game.tournament]
            play_game(p[tournament.version], game, tournament.rounds, book[game.first], book[game.second])
        elif block.kind == ABSENCE:
            deduct_absence(q, block, book[row], closed[0])
        elif block.kind == CARRIED:
            carry_in(q, told.carried[row], book[told.carried[row].player])
        elif block.kind == REVOKED:
            revoke(told.titles[row], book[told.titles[row].player])
        elif block.kind == AWARDED:
            award(q, told.titles[row], book[told.titles[row].player], block.version >= 0)
        elif block.kind == BONUSES:
            version = told.tournaments[told.bonuses[row].tournament].version
            give_bonus(p[version], told.bonuses, row, book)
        elif block.kind == EXCUSES:
            book[told.excuses[row].player].took_part = told.excuses[row].year
        elif told.presences[row].player < 0:
            closed[0] = told.presences[row].year
        else:
            book[told.presences[row].player].took_part = told.presences[row].year


@rule("")
def play_game(q: Any, game: Any, rounds: int, first: Any, second: Any) -> None:
    """One game: both ratings just before it, both changes, then both ratings after it."""
    if not counts(q, game, first, second):
        return
    own, other = first.rating, second.rating
    k, other_k = ks_of_game(q, game, rounds, first, second)
    gain = change(q, k, score_of_first(game.result), expected(q, own, other))
    other_gain = change(q, other_k, score_of_second(game.result), expected(q, other, own))
    settle(first, gain)
    settle(second, other_gain)


@rule("")
def counts(q: Any, game: Any, first: Any, second: Any) -> bool:
    """Whether a game is rated; who has no rating until then gets the first one."""
    if is_forfeit(game.result):
        if q.reads_first_game == 1:
            enter(q, first, game.day)
            enter(q, second, game.day)
        if q.reads_forfeits == 0 or game.result == BOTH_ABSENT:
            return False
    enter(q, first, game.day)
    enter(q, second, game.day)
    return True


@rule("")
def ks_of_game(q: Any, game: Any, rounds: int, first: Any, second: Any) -> tuple[int, int]:
    """The K with which each of the two is changed."""
    own, other = first.rating, second.rating
    last = in_last_rounds(q, game.round_number, rounds, game.main)
    own_k = k_in_round(q, k_by_rating(q, own, first.peak), first.peak, last)
    other_k = k_in_round(q, k_by_rating(q, other, second.peak), second.peak, last)
    if game.result == BOTH_LOST and q.reads_k_of_game == 0:
        k = k_of_both_lost(own, own_k, other, other_k)
        return k, k
    return (
        k_of_game(q, own, own_k, other, other_k, score_of_first(game.result)),
        k_of_game(q, other, other_k, own, own_k, score_of_second(game.result)),
    )


@rule("")
def is_forfeit(result: int) -> bool:
    """Whether a game was decided without play; one that both lost by fouls was played."""
    return DRAW < result <= BOTH_ABSENT


@rule("")
def score_of_first(result: int) -> int:
    """What the first player scored, in hundredths; a walkover is a win where forfeits are rated."""
    if result == DRAW:
        return 50
    return 100 if result in (FIRST_WINS, SECOND_ABSENT) else 0


@rule("")
def score_of_second(result: int) -> int:
    """What the second player scored, in hundredths: the rest, or nothing where both lost by fouls."""
    return 0 if result == BOTH_LOST else 100 - score_of_first(result)


@rule("")
def settle(player: Any, gain: int) -> None:
    """A game's change added to a rating."""
    player.rating += gain
    player.games += 1
    player.peak = max(player.peak, player.rating)


@rule("")
def enter(q: Any, player: Any, day: int) -> None:
    """Give a player without a rating the first one."""
    if player.since == 0:
        player.rating = first_rating(q, player.titles)
        player.since = day
        note_peak(q, player)


@rule("")
def note_peak(q: Any, player: Any) -> None:
    """Remember the highest rating, also if it was not reached by a game."""
    if q.reads_reached_by == 0:
        player.peak = max(player.peak, player.rating)


@rule("")
def carry_in(q: Any, carried: Any, player: Any) -> None:
    """An opening balance or an office's base correction: it replaces the rating, and the counts it gives.

    A rating that ended leaves the player without one; the highest rating is kept.
    """
    if carried.rating_x100 == RATING_ENDED:
        player.rating, player.since, player.games = 0, 0, 0
        return
    player.rating = carried_in(q, carried.rating_x100)
    if player.since == 0:
        player.since = carried.day
    if carried.games >= 0:
        player.games = carried.games
    if carried.peak_x100 >= 0 and q.reads_carried_peak == 1:
        player.peak = carried_in(q, carried.peak_x100)
    elif carried.peak_x100 >= 0 and q.reads_reached_by == 0:
        player.peak = max(player.peak, carried_in(q, carried.peak_x100))
    note_peak(q, player)


@rule("")
def revoke(title: Any, player: Any) -> None:
    """A title revoked counts as never held from that day on."""
    if not title.held:
        player.titles &= ~(1 << title.level)


@rule("")
def award(q: Any, title: Any, player: Any, in_force: bool) -> None:
    """A title awarded or revoked, in the order of the log."""
    if not title.held:
        player.titles &= ~(1 << title.level)
        return
    player.titles |= 1 << title.level
    if player.since > 0 and in_force:
        player.rating = lifted(q, player.rating, title.level)
        note_peak(q, player)


@rule("")
def give_bonus(q: Any, bonuses: Records, row: int, book: Book) -> None:
    """The bonus of one ranked player of a national event."""
    player = book[bonuses[row].player]
    if q.reads_bonus_unrated == 1:
        enter(q, player, bonuses[row].day)
    if player.since > 0:
        player.rating += bonus_of_rank(q, place(q, bonuses, row, book))
        note_peak(q, player)


@rule("")
def place(q: Any, bonuses: Records, row: int, book: Book) -> int:
    """The rank that counts for the bonus: the own one, or the one among those with a rating."""
    rank = bonuses[row].rank
    if q.reads_bonus_places == 0:
        return rank  # type: ignore[no-any-return]
    better, other = 0, row - 1
    while other >= 0 and bonuses[other].tournament == bonuses[row].tournament:
        if bonuses[other].rank < rank and book[bonuses[other].player].since > 0:
            better += 1
        other -= 1
    return better + 1


@rule("")
def deduct_absence(q: Any, block: Any, player: Any, closed_year: int) -> None:
    """What the past year costs a player on 1 January."""
    if player.since == 0 or block.version < 0:
        return
    took_part, closed = player.took_part == block.year, closed_year == block.year
    if is_absent(q, player.since, block.january, block.day - 1, took_part, closed):
        player.rating -= absence_deduction(q, player.rating)
