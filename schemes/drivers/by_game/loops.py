"""The loops: every event applied to the players' records, one after the other, and every change booked by its cause.

A regulation's own articles take the place of those in `articles.py`. The replay runs the loops
compiled; `explain` runs those of one player's events traced.
"""

from typing import Any, NamedTuple

from schemes.drivers.by_game.articles import (
    bonus_by_rating,
    bonus_of_rank,
    bonus_rank,
    exact_gain,
    gives_first_rating,
    in_last_rounds,
    is_absent,
    k_in_round,
    k_of_both_lost,
    k_of_game,
    rounded_gain,
    shared_bonus,
    sharing_bonus,
    starts_ratings,
)
from schemes.drivers.by_game.events import (
    ABSENCE,
    AWARDED,
    BONUSES,
    CARRIED,
    EXCUSES,
    GAMES,
    REVOKED,
    Events,
)
from schemes.kernels import causes as cause
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import loop
from schemes.kernels.causes import CHANGE, EXPECTED, MET
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import BOTH_LOST, RATING_ENDED, Column
from schemes.rating.articles import (
    absence_deduction,
    beginning,
    carried_in,
    expected_score,
    is_counted,
    k_of_player,
    kept_rating,
    lifted,
    rating_in_game,
)
from schemes.rating.elsewhere import rating_elsewhere
from schemes.rating.players import GATHERINGS
from schemes.rating.results import score_of
from schemes.rating.settling import carry_in, gather, note, note_peak, rating_gathered, settled

# The record of a player says, too: the last year with a national event or an excuse; titles as a mask, bit n for the
# title of level n; the levels of the titles held, each plus one, as octal digits, the newest last. `since` and
# `last_game` are days, `since` 0 without a rating.
KEPT = {"took_part": 0, "titles": 0, "title_order": 0, **GATHERINGS}
WORKING = ("event", "event_rating", "event_peak")  # where ratings are fixed through an event
UNRATED_SIDE = 1  # a game in which a player has no rating yet: at most it is gathered, and it changes no rating
FIRST = cause.FIRST
TITLE = cause.TITLE
BONUS = cause.BONUS
ABSENT = cause.ABSENCE
CARRIED_IN = cause.CARRIED
ENDED = cause.ENDED


class Book(NamedTuple):
    """What the loops write on."""

    players: Records
    last_year: Column  # one number: the last year in which a national event closed
    causes: Column  # a row for each player, or a single one that nobody reads
    # by game: UNRATED_SIDE if a player had no rating yet; empty if nobody asks
    unrated_side: Column
    standing: Column  # by game: both ratings and both K just before it; no rows if nobody asks
    effects: Column  # by side of a game: see `Effects`; no rows if nobody asks


@loop
def play(versions: Any, events: Events, book: Book, days: Records, begin: int, end: int) -> None:
    """Apply blocks begin … end − 1."""
    for at in range(begin, end):
        block = days[at]
        if block.kind == GAMES:
            play_games(versions, events, book, block.begin, block.end)
        else:
            for row in range(block.begin, block.end):
                apply_row(versions, events, book, block, row)


@loop
def apply_row(versions: Any, events: Events, book: Book, block: Fields, row: int) -> None:
    """Apply one event that is no game; its change is booked under the cause of its kind."""
    p = versions[max(block.version, 0)]
    if block.kind == EXCUSES:
        book.players[events.excuses[row].player].took_part = events.excuses[row].year
    elif block.kind == ABSENCE:
        player = book.players[row]
        before = rating_of(book.players[row])
        deduct_absence(p, block, player, book.last_year[0])
        note(p, book.causes, row, ABSENT, rating_of(player) - before)
    elif block.kind == CARRIED:
        number = events.carried[row].player
        player = book.players[number]
        before = rating_of(book.players[number])
        carry_in(p, events.carried[row], player)
        why = ENDED if events.carried[row].rating_x100 == RATING_ENDED else CARRIED_IN
        note(p, book.causes, number, why, rating_of(player) - before)
    elif block.kind == REVOKED or block.kind == AWARDED:
        number = events.titles[row].player
        player = book.players[number]
        before = rating_of(book.players[number])
        change_title(p, events.titles[row], player, block.kind == AWARDED, block.version >= 0)
        note(p, book.causes, number, TITLE, rating_of(player) - before)
    elif block.kind == BONUSES:
        number = events.bonuses[row].player
        player = book.players[number]
        before = rating_of(book.players[number])
        why = BONUS if player.since > 0 else FIRST
        q = versions[events.tournaments[events.bonuses[row].tournament].version]
        give_bonus(q, events, row, book.players)
        note(p, book.causes, number, why, rating_of(player) - before)
    elif events.presences[row].player < 0:
        book.last_year[0] = events.presences[row].year
    else:
        book.players[events.presences[row].player].took_part = events.presences[row].year


@loop
def rating_of(player: Fields) -> int:
    """The rating of a player, 0 for none."""
    if player.since > 0:
        return player.rating
    return 0


@loop
def play_games(versions: Any, events: Events, book: Book, begin: int, end: int) -> None:
    """Games one after the other: both ratings just before a game, both changes, then both ratings after it."""
    tournaments = events.tournaments
    games = events.games
    players = book.players
    causes = book.causes
    is_watched = len(book.standing) > 0 or len(book.effects) > 0
    for row in range(begin, end):
        game = games[row]
        tournament = tournaments[game.tournament]
        p = versions[tournament.version]
        rounds = tournament.rounds
        first = players[game.first]
        second = players[game.second]
        is_new = first.since == 0 or second.since == 0
        if is_new and gives_first_rating(p, game.result) and starts_ratings(p, tournament):
            note(p, causes, game.first, FIRST, enter(p, events, game.first, first, game.day))
            note(p, causes, game.second, FIRST, enter(p, events, game.second, second, game.day))
        if not is_counted(p, game.result):
            continue
        if first.since == 0 or second.since == 0:
            if p.gathers:
                if len(book.standing) > 0:
                    ratings = (rating_of(first), rating_of(second))
                    note_standing(book.standing[game.row], ratings[0], ratings[1], 0, 0)
                note(p, causes, game.first, FIRST, keep(p, game, first, second, True))
                note(p, causes, game.second, FIRST, keep(p, game, second, first, False))
            if len(book.unrated_side) > 0:
                book.unrated_side[game.row] = UNRATED_SIDE
        elif p.fixed_through_event or is_watched:
            play_apart(p, game, rounds, book)
        else:
            k = k_in_game(p, game, rounds, first)
            other_k = k_in_game(p, game, rounds, second)
            gain = side_gain(p, game, first, second, k, other_k, True)
            other_gain = side_gain(p, game, second, first, other_k, k, False)
            settle(p, first, gain, game.first, causes)
            settle(p, second, other_gain, game.second, causes)
            first.last_game = game.day
            second.last_game = game.day


@loop
def play_apart(p: Fields, game: Fields, rounds: int, book: Book) -> None:
    """A game of which something is written down, or that changes ratings by those of before its event.

    It stands apart from other games, because the loop above is twice as fast without it.
    """
    first = book.players[game.first]
    second = book.players[game.second]
    effects = book.effects
    now = (first.rating, first.peak)
    other_now = (second.rating, second.peak)
    if p.fixed_through_event:
        fix_rating(game, first)
        fix_rating(game, second)
    k = k_in_game(p, game, rounds, first)
    other_k = k_in_game(p, game, rounds, second)
    if len(book.standing) > 0:
        note_standing(book.standing[game.row], first.rating, second.rating, k, other_k)
    if len(effects) > 0:
        expect(p, game, effects, int(first.rating), int(second.rating))
    gain = side_gain(p, game, first, second, k, other_k, True)
    other_gain = side_gain(p, game, second, first, other_k, k, False)
    first.rating, first.peak = now
    second.rating, second.peak = other_now
    settle(p, first, gain, game.first, book.causes)
    settle(p, second, other_gain, game.second, book.causes)
    if len(effects) > 0:
        effects[2 * game.row, CHANGE] = p.worth * (first.rating - now[0])
        effects[2 * game.row + 1, CHANGE] = p.worth * (second.rating - other_now[0])
    first.last_game = game.day
    second.last_game = game.day


@loop
def note_standing(standing: Column, rating: int, other_rating: int, k: int, other_k: int) -> None:
    """Write down how two players stood before their game."""
    standing[0], standing[1], standing[2], standing[3] = rating, other_rating, k, other_k


@loop
def expect(p: Fields, game: Fields, effects: Column, rating: int, other_rating: int) -> None:
    """Write down for both sides the rating met, and what was expected."""
    own = rating_in_game(p, game, rating, True)
    other = rating_in_game(p, game, other_rating, False)
    first = 2 * game.row
    effects[first, MET], effects[first, EXPECTED] = other_rating, expected_score(p, own, other)
    effects[first + 1, MET], effects[first + 1, EXPECTED] = rating, expected_score(p, other, own)


@loop
def fix_rating(game: Fields, player: Fields) -> None:
    """Give a player the rating and the peak of before the event, where these are fixed through it.

    All games of such an event act together, so that it is never begun twice.
    """
    if player.event != game.tournament + 1:
        player.event = game.tournament + 1
        player.event_rating = player.rating
        player.event_peak = player.peak
    player.rating = player.event_rating
    player.peak = player.event_peak


@loop
def keep(p: Fields, game: Fields, player: Fields, opponent: Fields, is_first: bool) -> int:
    """Keep a game against a rated opponent for the first rating of a player; that rating, if it is given now, or 0."""
    if player.since > 0 or opponent.since == 0:
        return 0
    counted = rating_in_game(p, game, opponent.rating, not is_first)
    gather(player, counted, score_of(game.result, is_first))
    player.last_game = game.day
    rating = rating_gathered(p, player)
    if rating > 0:
        player.rating = rating
        player.since = game.day
        player.games = player.gathered
        player.gathered, player.gathered_opponents, player.gathered_score = 0, 0, 0
        note_peak(p, player)
    return rating


@loop
def k_in_game(p: Fields, game: Fields, rounds: int, player: Fields) -> int:
    """K of a player in a round."""
    last = in_last_rounds(p, game.round_number, rounds, game.main > 0)
    return k_in_round(p, k_of_player(p, player, game.year), player.peak, last)


@loop
def side_gain(
    p: Fields,
    game: Fields,
    player: Fields,
    opponent: Fields,
    own_k: int,
    other_k: int,
    is_first: bool,
) -> tuple[int, int]:
    """What a game gives one side: in hundredths, and rounded."""
    exact = gain_between(
        p, game, game.result, player.rating, opponent.rating, (own_k, other_k), is_first
    )
    return exact, rounded_gain(p, exact)


@loop
def gain_between(
    p: Fields,
    game: Fields,
    result: int,
    rating: int,
    other_rating: int,
    ks: tuple[int, int],
    is_first: bool,
) -> int:
    """What a game with some result gives one side before rounding."""
    score_x100 = score_of(result, is_first)
    own = rating_in_game(p, game, rating, is_first)
    other = rating_in_game(p, game, other_rating, not is_first)
    if result == BOTH_LOST:
        k = k_of_both_lost(p, own, ks[0], other, ks[1])
    else:
        k = k_of_game(p, own, ks[0], other, ks[1], score_x100)
    return exact_gain(p, k, own, other, score_x100)


@loop
def settle(p: Fields, player: Fields, gains: tuple[int, int], number: int, causes: Column) -> None:
    """Add a game's change to a rating, or what is left of it at a floor, and book it if somebody reads the causes."""
    exact, rounded = gains
    if len(causes) > 1:
        booked = (half_away_from_zero(exact, p.unit), 0, rounded)
        player.rating = settled(p, player.rating, player.sex, booked, causes[number])
    else:
        player.rating = kept_rating(p, player.rating + rounded, player.sex)
    player.games += 1
    player.peak = max(player.peak, player.rating)


@loop
def enter(p: Fields, events: Events, number: int, player: Fields, day: int) -> int:
    """Give a player without a rating the first one, and return it; 0 for a player who has one."""
    if player.since > 0:
        return 0
    elsewhere = rating_elsewhere(events.elsewhere, number, day)
    if elsewhere > 0:
        elsewhere = carried_in(p, elsewhere, player.sex)
    rating = beginning(p, player, elsewhere, day)
    if rating == 0 and p.gathers:
        return 0
    player.rating = rating
    player.since = day
    note_peak(p, player)
    return player.rating


@loop
def change_title(p: Fields, title: Fields, player: Fields, awards: bool, in_force: bool) -> None:
    """A title revoked counts as never held from that day on; one awarded may lift the rating."""
    if not title.held:
        player.titles &= ~(1 << title.level)
        player.title_order = without_title(player.title_order, title.level)
    elif awards:
        player.titles |= 1 << title.level
        player.title_order = 8 * without_title(player.title_order, title.level) + title.level + 1
        if player.since > 0 and in_force:
            player.rating = lifted(
                p, player.rating, player, 1 << title.level, title.level, title.day
            )
            note_peak(p, player)


@loop
def without_title(order: int, level: int) -> int:
    """The titles in the order of their awards without one of them."""
    kept, place = 0, 1
    while order > 0:
        digit = order % 8
        if digit != level + 1:
            kept += digit * place
            place *= 8
        order //= 8
    return kept


@loop
def give_bonus(p: Fields, events: Events, row: int, players: Records) -> None:
    """The bonus of one ranked player."""
    bonuses = events.bonuses
    player = players[bonuses[row].player]
    if p.bonus_gives_first_rating:
        enter(p, events, bonuses[row].player, player, bonuses[row].day)
    if player.since > 0:
        rank = bonus_rank(p, bonuses, row, players)
        bonus = bonus_of_rank(p, rank)
        sharing = sharing_bonus(p, bonuses, row, players)
        if sharing > 1:
            for place in range(rank + 1, rank + sharing):
                bonus += bonus_of_rank(p, place)
            bonus = shared_bonus(p, bonus, sharing)
        player.rating += bonus + bonus_by_rating(p, player, rank, bonuses[row].year)
        note_peak(p, player)


@loop
def deduct_absence(p: Fields, block: Fields, player: Fields, last_year: int) -> None:
    """What the past year costs a player on 1 January."""
    if player.since == 0 or block.version < 0:
        return
    took_part = player.took_part == block.year
    event_closed = last_year == block.year
    if is_absent(p, player.since, block.january, block.day - 1, took_part, event_closed):
        player.rating = kept_rating(
            p, player.rating - absence_deduction(p, player.rating), player.sex
        )
