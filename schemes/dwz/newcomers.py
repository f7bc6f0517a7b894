"""With which numbers players count in a tournament: first ratings, and performances far above a rating (3.4, 3.6)."""

from schemes.drivers.by_game.events import Events
from schemes.drivers.in_sequence.loops import (
    ESTABLISHED,
    FIRST_STAGE,
    SECOND_STAGE,
    UNRATED,
    Sheets,
    add,
    add_kept,
    clear,
    sides,
    sum_up,
)
from schemes.dwz.articles import (
    expectation,
    has_enough_games,
    is_exceptional,
    is_full,
    iteration_begins,
    iteration_step,
    performance_begins,
    rating_of_value,
)
from schemes.dwz.parameters import Numbers
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import loop
from schemes.kernels.fields import Fields
from schemes.rating.articles import is_counted
from schemes.rating.results import HALF, score_of

MOST_ROUNDS = 1000


@loop
def value_players(p: Numbers, events: Events, sheets: Sheets, tournament: Fields) -> None:
    """First ratings count for the opponents; so do exceptional performances, and first ratings by these (3.6.3)."""
    rate_newcomers(p, events, sheets, tournament)
    if find_exceptions(p, events, sheets, tournament):
        rate_newcomers(p, events, sheets, tournament)


@loop
def rate_newcomers(p: Numbers, events: Events, sheets: Sheets, tournament: Fields) -> None:
    """Give first ratings: both stages are chosen, all newcomers moved together, low ratings lifted (3.4)."""
    for at in range(sheets.present_count[0]):
        card = sheets.players[sheets.present[at]]
        card.moves = 0
        if card.rating == 0:
            card.stage = UNRATED
    found = choose(p, events, sheets, tournament, FIRST_STAGE) + choose(
        p, events, sheets, tournament, SECOND_STAGE
    )
    if found == 0:
        return
    settle(p, events, sheets, tournament)
    for at in range(sheets.present_count[0]):
        card = sheets.players[sheets.present[at]]
        card.moves = 0
        if card.stage >= FIRST_STAGE:
            card.value = rating_of_value(p, card.own)


@loop
def choose(p: Numbers, events: Events, sheets: Sheets, tournament: Fields, stage: int) -> int:
    """Choose the newcomers of a stage: unrated players with enough games against the stages before. How many."""
    clear(sheets)
    for row in range(tournament.games, tournament.games_end):
        if not is_counted(p, events.games[row].result):
            continue
        for side in range(2):
            player, opponent = sides(events, row, side)
            if (
                sheets.players[player].stage == UNRATED
                and UNRATED < sheets.players[opponent].stage < stage
            ):
                add(
                    sheets.players[player],
                    sheets.players[opponent].value,
                    score_of(events.games[row].result, side == 0),
                )
    found = 0
    for at in range(sheets.present_count[0]):
        card = sheets.players[sheets.present[at]]
        if card.stage != UNRATED:
            continue
        add_kept(p, sheets, card, tournament.oldest, False)
        if has_enough_games(p, card.played, card.score):
            card.own = iteration_begins(p, card.opponents, card.played, card.score)
            card.stage = stage
            card.moves = 1
            found += 1
    for at in range(sheets.present_count[0]):
        card = sheets.players[sheets.present[at]]
        if card.stage == stage:
            card.value = card.own
    return found


@loop
def settle(p: Numbers, events: Events, sheets: Sheets, tournament: Fields) -> None:
    """Move all ratings that are looked for at once, by whole points, until each expectation is the score."""
    for _ in range(MOST_ROUNDS):
        sum_up(p, events, sheets, tournament)
        moved = False
        for at in range(sheets.present_count[0]):
            card = sheets.players[sheets.present[at]]
            if card.moves == 1:
                add_draw(p, card)
                step = iteration_step(p, card.played, card.score, card.expected)
                card.own += step
                moved = moved or step != 0
                if card.stage >= FIRST_STAGE:
                    card.value = card.own
        if not moved:
            break


@loop
def add_draw(p: Numbers, card: Fields) -> None:
    """Add a draw against the mean of the opponents, if the score is full and the rules say so (3.6.2)."""
    if is_full(p, card.played, card.score):
        mean = half_away_from_zero(card.opponents, card.played)
        card.expected += expectation(p, card.own, mean)
        add(card, mean, HALF)


@loop
def find_exceptions(p: Numbers, events: Events, sheets: Sheets, tournament: Fields) -> bool:
    """Whether somebody's performance is far above the rating: it counts for the opponents (3.6)."""
    sum_up(p, events, sheets, tournament)
    for at in range(sheets.present_count[0]):
        card = sheets.players[sheets.present[at]]
        if card.stage == ESTABLISHED and card.played >= p.performance_games:
            card.own = performance_begins(p, card.opponents, card.played, card.score)
            card.moves = (
                1
                if is_full(p, card.played, card.score) or 0 < card.score < 100 * card.played
                else 0
            )
    settle(p, events, sheets, tournament)
    found = False
    for at in range(sheets.present_count[0]):
        card = sheets.players[sheets.present[at]]
        card.moves = 0
        if card.stage == ESTABLISHED and is_exceptional(p, card.rating, card.own):
            card.value = card.own
            found = True
    return found
