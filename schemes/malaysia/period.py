"""The replay: every event of a story applied to the book of ratings, one after the other.

The same functions run compiled in a replay and traced, for one player's rows, in an explanation.
"""

from typing import Any, NamedTuple

from schemes.inputs import BOTH_ABSENT, DRAW, FIRST_WINS, SECOND_ABSENT, Column
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
    k_of_game,
    lifted,
)
from schemes.malaysia.timeline import ABSENCE, AWARDED, BONUSES, CARRIED, EXCUSES, GAMES, REVOKED, Blocks, Story
from schemes.rule import rule


class Book(NamedTuple):
    """What is known of each player: the state of the scheme."""

    rating: Column
    games: Column
    peak: Column
    since: Column  # the day the rating began; 0: no rating
    took_part: Column  # the last year with a national event or an excuse
    titles: Column  # a mask, bit n for TITLES[n]
    event_year: Column  # one number: the last year in which a national event closed


@rule("")
def play(p: Any, told: Story, book: Book, days: Blocks, begin: int, end: int) -> None:
    """Apply blocks begin … end − 1."""
    for block in range(begin, end):
        play_rows(p, told, book, days, block, days.begin[block], days.end[block])


@rule("")
def play_rows(p: Any, told: Story, book: Book, days: Blocks, block: int, begin: int, end: int) -> None:
    """Apply some rows of one block."""
    kind = days.kind[block]
    for row in range(begin, end):
        if kind == GAMES:
            play_game(p, told, book, row)
        elif kind == ABSENCE:
            deduct_absence(p, book, days, block, row)
        elif kind == CARRIED:
            carry_in(p[max(days.version[block], 0)], told, book, row)
        elif kind == REVOKED:
            revoke(told, book, row)
        elif kind == AWARDED:
            award(p[max(days.version[block], 0)], told, book, row)
        elif kind == BONUSES:
            give_bonus(p, told, book, row)
        elif kind == EXCUSES:
            book.took_part[told.excuse_player[row]] = told.excuse_year[row]
        else:
            be_present(told, book, row)


@rule("")
def play_game(p: Any, told: Story, book: Book, row: int) -> None:
    """One game: both ratings just before it, both changes, then both ratings after it."""
    tournament = told.game_tournament[row]
    q = p[told.version[tournament]]
    first, second, result = told.game_first[row], told.game_second[row], told.game_result[row]
    if result > DRAW:
        if q.reads_first_game == 1:
            enter(q, book, first, told.game_day[row])
            enter(q, book, second, told.game_day[row])
        if q.reads_forfeits == 0 or result == BOTH_ABSENT:
            return
    enter(q, book, first, told.game_day[row])
    enter(q, book, second, told.game_day[row])
    own, other = book.rating[first], book.rating[second]
    last = in_last_rounds(q, told.game_round[row], told.rounds[tournament], told.game_main[row])
    own_k = k_in_round(q, k_by_rating(q, own, book.peak[first]), book.peak[first], last)
    other_k = k_in_round(q, k_by_rating(q, other, book.peak[second]), book.peak[second], last)
    score = 50 if result == DRAW else (100 if result in (FIRST_WINS, SECOND_ABSENT) else 0)
    gain = change(q, k_of_game(q, own, own_k, other, other_k, score), score, expected(q, own, other))
    other_gain = change(q, k_of_game(q, other, other_k, own, own_k, 100 - score), 100 - score, expected(q, other, own))
    settle(book, first, gain)
    settle(book, second, other_gain)


@rule("")
def settle(book: Book, player: int, gain: int) -> None:
    """A game's change added to a rating."""
    book.rating[player] += gain
    book.games[player] += 1
    book.peak[player] = max(book.peak[player], book.rating[player])


@rule("")
def enter(q: Any, book: Book, player: int, day: int) -> None:
    """Give a player without a rating the first one."""
    if book.since[player] == 0:
        book.rating[player] = first_rating(q, book.titles[player])
        book.since[player] = day
        note_peak(q, book, player)


@rule("")
def note_peak(q: Any, book: Book, player: int) -> None:
    """Remember the highest rating, also if it was not reached by a game."""
    if q.reads_reached_by == 0:
        book.peak[player] = max(book.peak[player], book.rating[player])


@rule("")
def carry_in(q: Any, told: Story, book: Book, row: int) -> None:
    """An opening balance or an office's base correction: it replaces the rating, and the counts it gives."""
    player, peak_x100 = told.carried_player[row], told.carried_peak_x100[row]
    book.rating[player] = carried_in(q, told.carried_x100[row])
    if book.since[player] == 0:
        book.since[player] = told.carried_day[row]
    if told.carried_games[row] >= 0:
        book.games[player] = told.carried_games[row]
    if peak_x100 >= 0 and q.reads_carried_peak == 1:
        book.peak[player] = carried_in(q, peak_x100)
    elif peak_x100 >= 0 and q.reads_reached_by == 0:
        book.peak[player] = max(book.peak[player], carried_in(q, peak_x100))
    note_peak(q, book, player)


@rule("")
def revoke(told: Story, book: Book, row: int) -> None:
    """A title revoked counts as never held from that day on."""
    if not told.title_held[row]:
        book.titles[told.title_player[row]] &= ~(1 << told.title_level[row])


@rule("")
def award(q: Any, told: Story, book: Book, row: int) -> None:
    """A title awarded or revoked, in the order of the log."""
    player, level = told.title_player[row], told.title_level[row]
    if not told.title_held[row]:
        book.titles[player] &= ~(1 << level)
        return
    book.titles[player] |= 1 << level
    if book.since[player] > 0:
        book.rating[player] = lifted(q, book.rating[player], level)
        note_peak(q, book, player)


@rule("")
def give_bonus(p: Any, told: Story, book: Book, row: int) -> None:
    """The bonus of one ranked player of a national event."""
    q, player = p[told.version[told.bonus_tournament[row]]], told.bonus_player[row]
    if q.reads_bonus_unrated == 1:
        enter(q, book, player, told.bonus_day[row])
    if book.since[player] > 0:
        book.rating[player] += bonus_of_rank(q, place(q, told, book, row))
        note_peak(q, book, player)


@rule("")
def place(q: Any, told: Story, book: Book, row: int) -> int:
    """The rank that counts for the bonus: the own one, or the one among those with a rating."""
    rank = told.bonus_rank[row]
    if q.reads_bonus_places == 0:
        return rank  # type: ignore[no-any-return]
    better, other = 0, row - 1
    while other >= 0 and told.bonus_tournament[other] == told.bonus_tournament[row]:
        if told.bonus_rank[other] < rank and book.since[told.bonus_player[other]] > 0:
            better += 1
        other -= 1
    return better + 1


@rule("")
def deduct_absence(p: Any, book: Book, days: Blocks, block: int, player: int) -> None:
    """What the past year costs a player on 1 January."""
    if book.since[player] == 0 or days.version[block] < 0:
        return
    q, year = p[days.version[block]], days.year[block]
    took_part, closed = book.took_part[player] == year, book.event_year[0] == year
    if is_absent(q, book.since[player], days.year_begins[block], days.day[block] - 1, took_part, closed):
        book.rating[player] -= absence_deduction(q, book.rating[player])


@rule("")
def be_present(told: Story, book: Book, row: int) -> None:
    """Book a national event (player −1), or that somebody took part in one."""
    player, year = told.presence_player[row], told.presence_year[row]
    if player < 0:
        book.event_year[0] = year
    else:
        book.took_part[player] = year
